"""States and moves that options name: a node, a state by its values, or where some moves lead."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from stategraph.errors import InputError, MovesError, UnseenError
from stategraph.machine import deadline

if TYPE_CHECKING:
    import numpy as np

    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replaying import Replay
    from stategraph.levels import Level

Made = TypeVar("Made")


def asked_state(args: argparse.Namespace, level: Level) -> tuple[Replay | None, Any]:
    """Return the replay of --after, and the state that is asked for (None: a node is)."""
    if args.node is not None or args.where is not None:
        return None, None
    if args.state is not None:
        return None, level.puzzle.named(args.state)
    if args.after is None:
        return None, level.puzzle.start
    played = after(args, level)
    return played, played.states[-1]


def after(args: argparse.Namespace, level: Level) -> Replay:
    """Return the replay of --after."""
    return played(args, level, args.after, "--after")


def played(args: argparse.Namespace, level: Level, moves: str, option: str) -> Replay:
    """Return the replay of moves that an option names."""
    from stategraph.laws.replaying import play

    try:
        return in_time(args, lambda: play(level.puzzle, level.family.labels(moves)))
    except MovesError as error:
        raise MovesError(f"{option}: {error}") from None


def in_time(args: argparse.Namespace, work: Callable[[], Made]) -> Made:
    """Return ``work()``, which runs rules; ``UnseenError`` where --max-seconds are over before."""
    seconds = getattr(args, "max_seconds", None)
    if seconds is None:
        return work()
    left = args.began + seconds - time.monotonic()
    try:
        return deadline.interrupting(work, left, f"stopped at the limit of {seconds:g} seconds")
    except deadline.OutOfTime as late:
        raise UnseenError(str(late)) from None


def way_of(level: Level, graph: ArrayGraph, played: Replay | None) -> Way | None:
    """Return the way of a replay; None where the graph does not hold all of it."""
    from stategraph.analysis import way_along
    from stategraph.laws.replaying import node_of

    if played is None:
        return None
    real = graph.real
    nodes = [node_of(level.puzzle, real, state) for state in played.states]
    known = [node for node in nodes if node is not None]
    if len(known) < len(nodes):
        return None
    way = way_along(real, known, played.labels)
    return way if real is graph else graph.quotient.fold(graph, way)


def asked_node(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int:
    """Return the node that --after, --state or --node names; ``InputError`` where there is none."""
    if (node := _named_node(args, level, graph)) is not None:
        return node
    from stategraph.laws.replaying import reached

    _, state = asked_state(args, level)
    return reached(level.puzzle, graph, state)


def node_of(args: argparse.Namespace, level: Level, graph: ArrayGraph, state: Any) -> int | None:
    """Return the node of a state, or of --node; None where the graph does not hold the state."""
    from stategraph.laws.replaying import node_of as node_of_state

    if (node := _named_node(args, level, graph)) is not None:
        return node
    return node_of_state(level.puzzle, graph, state)


def _named_node(args: argparse.Namespace, level: Level, graph: ArrayGraph) -> int | None:
    """Return the node that --node or --where names; None where neither is given."""
    if args.where is None:
        return None if args.node is None else numbered(graph, args.node)
    import numpy as np

    from stategraph.analysis import nearest_first

    found = np.flatnonzero(chosen(level, graph, args.where))
    if not len(found):
        if graph.complete:
            raise InputError(f"--where {args.where}: there is no such state")
        raise UnseenError(f"--where {args.where}: none was seen before the limit")
    return int(nearest_first(graph, found)[0])


def chosen(level: Level, graph: ArrayGraph, text: str) -> np.ndarray:
    """Return in which states (n,) bool of a graph something holds, of --where or --highlight."""
    from stategraph.ask import where

    if graph.quotient is not None:
        raise InputError(f"{text}: asked of single states, which --by puts together")
    return where(level, graph, text)


def numbered(graph: ArrayGraph, node: int) -> int:
    """Return a node's number; ``InputError`` where the graph has no such node.

    ``UnseenError`` where it may have one beyond the limit.
    """
    if node >= len(graph) and not graph.complete:
        raise UnseenError(f"--node {node}: {len(graph):,} states were seen before the limit")
    if not 0 <= node < len(graph):
        raise InputError(f"--node {node}: the states have numbers 0 to {len(graph) - 1}")
    return node
