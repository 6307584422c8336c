"""The verb ``solve``: a shortest solution, or several of them, of a level or of many."""

from __future__ import annotations

import argparse
from functools import partial
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import ANSWERED, DONE, NO, UNKNOWN
from stategraph.cli.outputs import say_answers
from stategraph.cli.terminal import remark

HELP = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.
Of several levels, such as those of a folder or a family, each has its name before its answer.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve pacman/orchard --classes
  $ stategraph solve pacman/orchard --sample 3 --seed 1
  $ stategraph solve psychopath/warehouse --search lazy
  $ stategraph solve psychopath/first-push --by walks
  RRRDRRU
  2 pushes, 1 walk, 7 steps: push 2:4 right, push 2:5 right, walk 2:7
  $ stategraph solve levels/
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    summary = "print the first shortest solution"
    made = options.add_asking_verb(verbs, "solve", run, summary, HELP, several=True)
    options.add_order(made)
    options.add_beginning(made)
    options.add_by(made, "symmetry")
    options.add_search(made)
    options.add_several(made)


def run(args: argparse.Namespace) -> int:
    """Print the first shortest solution, or several, of each level."""
    several = options.several(args)
    if args.by is not None:
        options.only_one_solution(args)
        return say_answers(args, partial(_in_units, args))
    return say_answers(args, partial(_several if several else _first, args))


def _first(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    from stategraph.tell import solve as tell

    level = inputs.load(args, name)
    found = runs.solve(args, level)
    record = tell.record(level, found, args.lurd)
    runs.remark_on(level, record)
    lines = [
        *tell.words(level, found, args.lurd),
        *(tell.steps(level, found) if args.steps else ()),
    ]
    if not found.proven:
        remark(f"{level.file}: stopped at the {found.why}")
        return record, lines, UNKNOWN
    if found.moves is not None and not found.first and not args.json:
        remark(f"{level.file}: one of the shortest, but not always the first")
    return record, lines, NO if found.moves is None else DONE


def _in_units(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    from stategraph.tell import units as tell

    level = inputs.load(args, name)
    graph = runs.expand(args, level)
    record = tell.record(level, graph, args.order)
    if record["unknown"]:
        return record, tell.words(graph, args.order), runs.whole_or_stopped(level, graph)
    return record, tell.words(graph, args.order), DONE if record["solvable"] else NO


def _several(args: argparse.Namespace, name: str | None) -> tuple[dict[str, Any], Any, int]:
    from stategraph.tell import solutions as tell

    level = inputs.load(args, name)
    found = runs.solutions(args, level)
    if found.number is None:
        runs.whole_or_stopped(level, found.graph)
    record = tell.record(level, found) if args.json else {}
    return record, tell.words(found), ANSWERED[found.answered]
