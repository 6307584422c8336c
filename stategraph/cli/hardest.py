"""The verb ``hardest``: the level that begins farthest from the goal."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import designing, inputs, options, runs
from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.outputs import check_level, write_level
from stategraph.cli.terminal import remark, say, say_exactly
from stategraph.errors import InputError

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
        verbs, "hardest", run, "the level that begins farthest from the goal", HELP, by=()
    )
    options.add_output(
        made, "write it there: a level file when FILE ends in .yaml, else the native format"
    )


def run(args: argparse.Namespace) -> int:
    """Print or write the hardest start."""
    from stategraph.tell import hardest as tell

    level = inputs.load(args)
    if not level.family.name:
        raise InputError(f"{level.file}: a puzzle without a family has no format to write")
    if args.output:
        check_level(args.output, level)
    graph = runs.expand(args, level)
    found = designing.hardest(args, level, graph)
    if args.json:
        say_exactly(tell.record(level, graph, found))
    if not graph.complete:
        return runs.whole_or_stopped(level, graph, "; farther states may lie beyond")
    if found is None or found.node is None:
        remark(f"{level.file}: {tell.lack(found)}")
        return NO
    if found.stopped:
        remark(f"{level.file}: stopped at the {found.stopped}, before its hardest start was solved")
        return UNKNOWN
    if args.output:
        state = graph.state(found.node)
        write_level(args.output, level, level.puzzle, state, "the hardest start")
    if not args.json:
        for line in tell.words(graph, found):
            (say if args.output else remark)(line)
        if not args.output:
            say(found.text.rstrip("\n"))
    return DONE
