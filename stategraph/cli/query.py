"""The verb ``query``: one state, looked at closely."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from stategraph.cli import inputs, options
from stategraph.cli.exits import DONE, NO, UNKNOWN
from stategraph.cli.terminal import remark, say_json, say_lines

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level

HELP = """\
Look at one state: is it reachable and how, can it still win, in how many moves, which moves are
best; and if it is dead: which move doomed it, and whether play is stuck or can only go round.
Exit 1 when the state is dead or cannot be reached.

  $ stategraph query spacewreck/eight-rooms --after L4L7
  $ stategraph query spacewreck/eight-rooms --state rocket=3,lucky=7
"""


def add_verb(verbs: Any) -> None:
    """Add the verb to the parser."""
    made = options.add_asking_verb(
        verbs, "query", run, "look at one state: can it still win, and if not, why", HELP
    )
    options.add_order(made)
    options.add_state(made)


def run(args: argparse.Namespace) -> int:
    """Print what is known of one state."""
    from stategraph.analysis import query
    from stategraph.laws.replay import node_of
    from stategraph.tell import query as tell

    level = inputs.load(args)
    played, state = inputs.asked_state(args, level)
    graph = inputs.expand(args, level)
    if args.node is None:
        node = node_of(level.puzzle, graph, state)
    else:
        node = inputs.numbered(graph, args.node)
    if node is None:
        return _unseen(args, level, graph, state, played)
    state = graph.state(node) if state is None else state
    way = None if played is None else _way_of(level, graph, played)
    found = query(graph, node, way, args.order)
    if args.json:
        say_json(tell.record(level, graph, found, state))
    else:
        say_lines(tell.words(level, graph, found, state))
    if found.can_win is None:
        return inputs.whole_or_stopped(level, graph)
    return DONE if found.can_win else NO


def _way_of(level: Level, graph: ArrayGraph, played: Replay) -> Way | None:
    """Return the nodes that a replay passes; None where the graph does not hold them all."""
    from stategraph.analysis import way_along
    from stategraph.laws.replay import node_of

    nodes = [node_of(level.puzzle, graph, state) for state in played.states]
    known = [node for node in nodes if node is not None]
    return way_along(graph, known, played.labels) if len(known) == len(nodes) else None


def _unseen(
    args: argparse.Namespace, level: Level, graph: ArrayGraph, state: Any, played: Replay | None
) -> int:
    """Answer for a state that the expansion did not find: out of reach, or beyond the limit."""
    from stategraph.tell import query as tell

    there = None
    if graph.complete:
        there = inputs.expand(args, level, puzzle=level.puzzle.starting(state), until_goal=True)
    found = tell.record_of_unseen(
        level, state, complete=graph.complete, played=played is not None, there=there
    )
    if args.json:
        say_json(found)
    else:
        say_lines(tell.words_of_unseen(level, state, found))
    if graph.complete:
        return NO
    remark(f"{level.file}: stopped at the {graph.stopped}")
    return DONE if found["can_win"] else UNKNOWN
