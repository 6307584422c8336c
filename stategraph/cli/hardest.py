"""The verb ``hardest``: the level that begins farthest from the goal."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO
from stategraph.cli.terminal import remark, say, say_exactly
from stategraph.errors import InputError
from stategraph.files import check_folder, write

if TYPE_CHECKING:
    from stategraph.design import Hardest
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

HELP = """\
Find the state farthest from the goal, of those that can still win, in which a level could begin,
and print the level that begins there (in the native format, where the family is not installed).
States that the format cannot say are passed over; which, and how many states lie how far from the
goal, is told on standard error, or with -o.
Exit 1 when no state can win, or the format can say none.

  $ stategraph hardest psychopath/first-push -o harder.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "hardest", run, "the level that begins farthest from the goal", HELP
    )
    made.add_argument(
        "-o",
        dest="output",
        metavar="FILE",
        help="write it there: a level file when FILE ends in .yaml, else the native format",
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the hardest start."""
    from stategraph import levels
    from stategraph.tell import hardest as tell

    level = inputs.load(args)
    if not level.family.name:
        raise InputError(f"{level.file}: a puzzle without a family has no format to write")
    if args.output:
        check_folder(args.output)
        levels.check_format(args.output, level)
    graph = inputs.expand(args, level)
    title = f"{level.title or level.name}, the hardest start"
    found = _hardest(args, level, graph, title)
    if args.json:
        say_exactly(tell.record(level, graph, found))
    if not graph.complete:
        return inputs.whole_or_stopped(level, graph, "; farther states may lie beyond")
    if found is None or found.node is None:
        why = "no state can win" if found is None else "the format can say no state that can win"
        remark(f"{level.file}: {why}")
        return NO
    if args.output:
        state = graph.state(found.node)
        text = levels.text_for(args.output, level.family, level.puzzle, state, title)
        write(args.output, text.encode())
    if not args.json:
        for line in tell.words(graph, found):
            (say if args.output else remark)(line)
        if not args.output:
            say(found.text.rstrip("\n"))
    return DONE


def _hardest(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, title: str
) -> Hardest | None:
    """Return the hardest start; None where it is not known, or no state can win."""
    from stategraph import design

    if not graph.complete or graph.goal is None:
        return None

    def expand(puzzle: Any) -> ArrayGraph:
        return inputs.expand(args, level, puzzle=puzzle, until_goal=True)

    return design.hardest(level, graph, expand, title)
