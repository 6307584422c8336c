"""One state, looked at closely: how to get there, whether it can still win, and if not, why."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.analysis.dead_ends import dead, moves_to_stuck, nearest_cycle, witness
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.paths import Way, way_to
from stategraph.analysis.proof import best_moves_known, first_known, proven_distance
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class Doom:
    """Where play was lost on a way into a dead state.

    Attributes
    ----------
    step : int
        which move of the way it was, counted from 1; 0 when the start itself is dead
    label : str or None
        the move that doomed it
    last_alive : int or None
        the last state that could still win
    """

    step: int
    label: str | None
    last_alive: int | None


@dataclass(frozen=True)
class QueryAnswer:
    """What is known of a state.

    Attributes
    ----------
    node : int
    way : Way
        the first shortest way from the start
    way_is_first : bool
        False where the graph is not complete enough to tell; the way is a shortest one all the same
    can_win : bool or None
        None: unknown, the graph is not complete
    moves_to_win : int or None
    best_moves : tuple of str
        the moves that bring the goal one move nearer; empty if they are unknown
    best_known : bool
        whether `best_moves` is proven; False unless the state can win
    doom : Doom or None
        for a dead state; None too where the graph is not complete enough to tell
    stuck_in : int or None
        for a dead state: moves to the nearest stuck state; None when play can only go round
    cycle : Way or None
        for a dead state: the cycle nearest to it
    """

    node: int
    way: Way
    way_is_first: bool
    can_win: bool | None
    moves_to_win: int | None = None
    best_moves: tuple[str, ...] = ()
    best_known: bool = False
    doom: Doom | None = None
    stuck_in: int | None = None
    cycle: Way | None = None


def query(
    graph: ArrayGraph, node: int, played: Way | None = None, order: str = "text"
) -> QueryAnswer:
    """Return what is known of a state. O(states + moves). Raises ``NodeNotFound``.

    `played` is the way that the player took there; without it the first shortest way is judged.
    Distances to the goal are given on complete graphs, and on others where they are proven.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.MultiDiGraph()
    >>> for u, label, v in ("sRa", "aRg", "aDb", "bUb"):
    ...     _ = graph.add_edge(u, v, key=label)
    >>> made = StateGraph.from_networkx(graph, "s", "g")
    >>> found = query(made, made.find("b"))
    >>> found.can_win, found.doom.label, found.doom.step, found.cycle.labels
    (False, 'D', 2, ('U',))
    """
    way = way_to(graph, graph.check(node), order=order)
    first = first_known(graph, way, order)
    if moves_to_goal(graph)[node] >= 0:
        left, known = int(proven_distance(graph)[node]), best_moves_known(graph, node)
        best = _best_moves(graph, node) if known else ()
        return QueryAnswer(node, way, first, True, None if left < 0 else left, best, known)
    if not dead(graph)[node]:
        return QueryAnswer(node, way, first, None)
    stuck_in = int(moves_to_stuck(graph)[node])
    cycle = nearest_cycle(graph, node)
    return QueryAnswer(
        node,
        way,
        first,
        False,
        # another way may come first, and be lost elsewhere
        doom=doom(graph, played or way) if played or first else None,
        stuck_in=None if stuck_in < 0 else stuck_in,
        cycle=None if cycle is None else witness(graph, cycle)[0],
    )


def doom(graph: ArrayGraph, way: Way) -> Doom | None:
    """Return where play was lost on a way into a dead state; None where that is not proven.

    Raises ``ValueError`` when the way does not end in a dead state.
    """
    gone, alive = dead(graph), moves_to_goal(graph) >= 0
    step = next((k for k, node in enumerate(way.nodes) if gone[node]), None)
    if step is None:
        raise ValueError("the way does not end in a dead state")
    if step == 0:
        return Doom(0, None, None)
    last = way.nodes[step - 1]
    return Doom(step, way.labels[step - 1], last) if alive[last] else None


def _best_moves(graph: ArrayGraph, node: int) -> tuple[str, ...]:
    left = moves_to_goal(graph)
    slots = np.arange(graph.offsets[node], graph.offsets[node + 1])
    best = slots[left[graph.targets[slots]] == left[node] - 1]
    return tuple(sorted(graph.label(int(move)) for move in best))
