"""The verb ``audit-heuristic``: a heuristic, held against the truth."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import guides, inputs, options, quantities, runs, searching
from stategraph.cli.exits import NO
from stategraph.cli.outputs import output_form
from stategraph.cli.terminal import say_json, say_lines
from stategraph.errors import InputError
from stategraph.files import write

PICTURES = ("svg", "png", "pdf")

HELP = """\
Hold a heuristic against the truth, on every state of a level: is it admissible (it never guesses
too many moves), is it consistent (no move makes it fall by more than 1), and how far below the
truth is it. Each fault is shown with the moves that lead there, nearest to the start first. Exit 1
when it is not admissible. On dead states the truth is infinite; they are counted apart.

  $ stategraph audit-heuristic psychopath/first-push
  $ stategraph audit-heuristic labyrinth/first-shift --heuristic wrapped -o gaps.svg
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "audit-heuristic", run, "hold a heuristic against the truth", HELP
    )
    searching.add_heuristic(made)
    made.add_argument(
        "--shown", metavar="N", type=quantities.number, default=5, help="faults of each kind shown"
    )
    options.add_output(made, "draw the gaps: FILE.svg, .png or .pdf")


def run(args: argparse.Namespace) -> int:
    """Hold a heuristic against the truth."""
    from stategraph import analysis
    from stategraph.tell import heuristic as tell
    from stategraph.tell.level import puzzle_name

    form = None if args.output is None else output_form(args.output, PICTURES)
    level = inputs.load(args)
    name, guess = guides.heuristic(level, args.heuristic)
    if not name:
        raise InputError(f"{level.file}: {puzzle_name(level)} has no heuristic to audit")
    graph = runs.expand(args, level)
    found = analysis.check_heuristic(graph, guess)
    if form is not None:
        from stategraph.pictures.plots.gaps import draw_gaps

        write(args.output, draw_gaps(found, form, tell.title(level, name)))
    record = tell.record(level, graph, name, found, args.shown)
    if args.json:
        say_json(record)
    else:
        say_lines(tell.words(level, record))
    code = runs.whole_or_stopped(level, graph)
    return NO if found.admissible is False else code
