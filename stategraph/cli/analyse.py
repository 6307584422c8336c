"""The verb ``analyse``: all there is to tell of a level."""

from __future__ import annotations

import argparse
from typing import Any

from stategraph.cli import inputs, options, runs
from stategraph.cli.terminal import say_json, say_lines

HELP = """\
Expand the whole state graph and print what it tells: solutions, dead ends, traps, and the metrics,
which 'stategraph explain' explains.

  $ stategraph analyse spacewreck/eight-rooms
  $ stategraph analyse --json --puzzle spacewreck my-level.txt
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "analyse", run, "print everything: solutions, dead ends, traps", HELP
    )
    verbs.choices["analyze"] = made
    options.add_beginning(made)
    options.add_order(made)
    options.add_slow(made)
    options.add_by(made, "symmetry")


def run(args: argparse.Namespace) -> int:
    """Print all numbers of a level."""
    from stategraph.tell import analyse as tell

    level = inputs.load(args)
    graph = runs.expand(args, level)
    found = runs.analysed(level, graph, order=args.order, slow=args.slow)
    if args.json:
        say_json(found.to_dict())
    else:
        say_lines(tell.words(found))
    return runs.whole_or_stopped(level, graph)
