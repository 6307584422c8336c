"""The verb ``verify``: moves, replayed and judged."""

from __future__ import annotations

import argparse
import contextlib
from typing import Any

from stategraph.cli import inputs, options, runs, states
from stategraph.cli.exits import DONE, NO
from stategraph.cli.terminal import say_json, say_lines

HELP = """\
Replay moves from the start: say where they break, or that they win, or that they fall short of
the goal (exit 1); and by how many moves they are longer than the shortest solution.

  $ stategraph verify spacewreck/eight-rooms R3L5L8
  $ stategraph verify sokoban/next-door LURUL
  $ stategraph verify psychopath/first-push RRRDRRU --by walks
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "verify", run, "replay moves: do they win, and how well", HELP, by=()
    )
    options.add_words(made, "moves", "MOVES", "R3L5L8, or R3 L5 L8, or R3,L5,L8")


def run(args: argparse.Namespace) -> int:
    """Replay moves and judge them."""
    import networkx as nx

    from stategraph import analysis, levels
    from stategraph.laws.replaying import judged
    from stategraph.rules import Family
    from stategraph.tell import verify as tell

    if args.puzzle and args.level and not isinstance(levels.named(args.puzzle), Family):
        # a puzzle in itself takes no LEVEL, so that the first word is a move
        args.moves, args.level = [args.level, *args.moves], None
    level = inputs.load(args)
    moves = level.family.labels(" ".join(args.moves))
    played, won = states.in_time(args, lambda: judged(level.puzzle, moves))
    units, way = {}, None
    if args.by is not None:
        graph = runs.expand(args, level)
        with contextlib.suppress(nx.NetworkXNoPath):  # it leads beyond what is known
            way = states.way_of(level, graph, played)
        units = tell.in_units(graph, way, won)
        shortest = graph.quotient.fewest_steps if won else None
    else:
        shortest = analysis.shortest(runs.expand(args, level, until_goal=True)) if won else None
    found = tell.with_units(tell.record(level, played, won, shortest), units)
    if args.json:
        say_json(found)
    else:
        say_lines(tell.words(level, played, found))
    return DONE if won else NO
