"""The verb ``solve``: a shortest solution, or several of them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.exits import ANSWERED, DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say_json, say_lines

if TYPE_CHECKING:
    from stategraph.levels import Level

HELP = """\
Print the first of the shortest solutions, or NO-PATH (exit 1) when there is none.

  $ stategraph solve spacewreck/eight-rooms
  R3L5L8
  $ stategraph solve pacman/orchard --classes
  $ stategraph solve pacman/orchard --sample 3 --seed 1
  $ stategraph solve psychopath/warehouse --search lazy
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(verbs, "solve", run, "print the first shortest solution", HELP)
    options.add_order(made)
    options.add_search(made)
    options.add_several(made)


def run(args: argparse.Namespace) -> int:
    """Print the first shortest solution, or several."""
    from stategraph.tell import solve as tell

    several = options.several(args)
    level = inputs.load(args)
    if several:
        return _several(args, level)
    found = runs.solve(args, level)
    record = tell.record(level, found)
    runs.remark_on(level, record)
    if args.json:
        say_json(record)
    else:
        say_lines(tell.words(found))
        if found.proven and found.moves is not None and not found.first:
            remark(f"{level.file}: one of the shortest, but not always the first")
        say_lines(tell.steps(level, found) if args.steps else ())
    if not found.proven:
        remark(f"{level.file}: stopped at the {found.why}")
        return UNKNOWN
    return NO if found.moves is None else DONE


def _several(args: argparse.Namespace, level: Level) -> int:
    from stategraph.tell import solutions as tell

    found = runs.solutions(args, level)
    if args.json:
        say_json(tell.record(level, found))
    else:
        say_lines(tell.words(found))
    if found.number is None:
        runs.whole_or_stopped(level, found.graph)
    return ANSWERED[found.answered]
