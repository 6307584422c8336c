"""The verb ``query``: one state, looked at closely."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options, runs, states
from stategraph.cli.exits import DONE, NO
from stategraph.cli.terminal import say_json, say_lines

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

HELP = """\
Look at one state: is it reachable and how, can it still win, in how many moves, which moves are
best; and if it is dead: which move doomed it, and whether play is stuck or can only go round.
Exit 1 when the state is dead or cannot be reached.

  $ stategraph query spacewreck/eight-rooms --after L4R3L7
  $ stategraph query spacewreck/eight-rooms --state rocket=3,lucky=7
  $ stategraph query spacewreck/eight-rooms --where "dead and rocket = 6"
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "query", run, "look at one state: can it still win, and if not, why", HELP, by=()
    )
    options.add_order(made)
    options.add_state(made)


def run(args: argparse.Namespace) -> int:
    """Print what is known of one state."""
    from stategraph.analysis import query
    from stategraph.tell import query as tell

    level = inputs.load(args)
    played, state = states.asked_state(args, level)
    graph = runs.expand(args, level)
    node = states.node_of(args, level, graph, state)
    if node is None:
        return _unseen(args, level, graph, state, played=played is not None)
    state = graph.state(node) if state is None else state
    found = query(graph, node, states.way_of(level, graph, played), args.order)
    if args.json:
        say_json(tell.record(level, graph, found, state))
    else:
        say_lines(tell.words(level, graph, found, state))
    if found.can_win is None:
        return runs.whole_or_stopped(level, graph)
    return DONE if found.can_win else NO


def _unseen(args: argparse.Namespace, level: Level, graph: ArrayGraph, at: Any, **how: Any) -> int:
    """Answer for a state that the expansion did not find: out of reach, or beyond the limit."""
    from stategraph.tell import query as tell

    there = runs.play_from(args, level, at) if graph.complete else None
    found = tell.record_of_unseen(level, at, complete=graph.complete, there=there, **how)
    if args.json:
        say_json(found)
    else:
        say_lines(tell.words_of_unseen(level, at, found))
    stopped = runs.whole_or_stopped(level, graph)
    return (DONE if found["can_win"] else stopped) if stopped else NO
