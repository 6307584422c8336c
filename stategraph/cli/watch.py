"""The verb ``watch``: a level solved again whenever it is saved."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import designing, inputs, options, quantities, runs
from stategraph.cli.exits import DONE
from stategraph.cli.failures import failed
from stategraph.cli.signals import until_ended
from stategraph.cli.terminal import begin, flush, say_exactly, say_lines
from stategraph.errors import InputError, OutputError, StategraphError
from stategraph.files import is_file, saves

HELP = """\
Solve a level again whenever its file is saved, beside your editor: what changed since the save
before, which element is to blame for it, and how the level stands. Ctrl-C ends it.

  $ stategraph watch my-level.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    summary = "solve again on every save, and say what changed"
    made = options.add_asking_verb(verbs, "watch", run, summary, HELP)
    made.add_argument("--saves", metavar="N", type=quantities.number, help="end after N saves")


def run(args: argparse.Namespace) -> int:
    """Tell how the level stands, at once and after each save."""
    if args.level is None:
        raise InputError("no LEVEL given")
    if not is_file(args.level):
        raise InputError(f"watch: {args.level} is no file that could be saved")
    before = None
    with until_ended(endless=args.saves is None):
        for _ in saves(args.level, args.saves):
            begin()  # what was remarked on before may have to be again
            try:
                before = args.time_limit.again(before, _told, args, before)
            except OutputError:
                raise
            except StategraphError as error:
                failed(error)
            flush()
    return DONE


def _told(args: argparse.Namespace, before: Any) -> Any:
    """Tell how the level stands; return it with its graph."""
    from stategraph.tell import watch as tell

    level = inputs.load(args)
    graph = runs.expand(args, level)
    change = None
    if before is not None:
        change = before[0], designing.difference(args, before[0], level, (before[1], graph))
    if args.json:
        say_exactly(tell.record(level, graph, change), lines=True)
    else:
        say_lines(["", *tell.words(graph, change)] if change else tell.words(graph, change))
    runs.whole_or_stopped(level, graph)
    return level, graph
