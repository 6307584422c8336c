"""The verb ``diff``: what changed between two versions of a level."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import designing, inputs, options, runs
from stategraph.cli.exits import ANSWERED
from stategraph.cli.terminal import say_exactly, say_lines

HELP = """\
Say what changed between two versions of a level: the shortcut that an edit opened and the element
to blame, solutions lost and gained (one of each class), trap moves closed and opened, metrics side
by side. Levels that differ only in names (of states, or of moves: a mirrored board) play the same;
exit 1 when they do not.

  $ stategraph diff old.yaml new.yaml
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_verb(verbs, "diff", run, "what changed between two versions", HELP)
    made.add_argument("before", metavar="BEFORE", help="a level, as elsewhere")
    made.add_argument("after", metavar="AFTER", help="the level after an edit")
    options.add_number(made)
    options.add_puzzle(made)
    options.add_json(made)
    options.add_limits(made, by=())


def run(args: argparse.Namespace) -> int:
    """Print what changed between two versions."""
    from stategraph.tell import diff as tell

    before, after = inputs.load(args, args.before), inputs.load(args, args.after)
    graphs = [runs.expand(args, level) for level in (before, after)]
    found = designing.difference(args, before, after, graphs)
    if args.json:
        say_exactly(tell.record(before, after, found))
    else:
        say_lines(tell.words(before, found))
    for level, graph in zip((before, after), graphs, strict=True):
        runs.whole_or_stopped(level, graph)
    return ANSWERED[found.same]
