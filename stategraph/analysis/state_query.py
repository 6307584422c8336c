"""Facts about one state: the path to it, its distance to the goal, and why it is dead."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.analysis.dead_ends import dead, moves_to_stuck, nearest_cycle, witness
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.proof import best_moves_known, first_known, proven_distance
from stategraph.analysis.shortest_solutions import GraphPath, path_to
from stategraph.graph import ArrayGraph
from stategraph.readable import Readable


@dataclass(frozen=True)
class Doom:
    """The move of a path that made the goal unreachable (the point of no return).

    Attributes
    ----------
    step : int
        the number of the move on the path, counted from 1; 0 if the start is dead
    label : str or None
        the label of the move
    last_alive : int or None
        the last living state on the path
    """

    step: int
    label: str | None
    last_alive: int | None


@dataclass(frozen=True, repr=False)
class QueryAnswer(Readable):
    """The known facts about a state.

    Attributes
    ----------
    node : int
    way : GraphPath
        the first shortest path from the start
    way_is_first : bool
        False if an incomplete graph does not prove that `way` is the first shortest path; it is a
        shortest path in any case
    can_win : bool or None
        None if the graph is not complete and does not prove it
    moves_to_win : int or None
    best_moves : tuple of str
        the moves that bring the goal one move nearer; empty if unknown
    best_known : bool
        whether `best_moves` is proven; False unless the state can win
    doom : Doom or None
        for a dead state, the fatal move; None if an incomplete graph does not prove which move it
        is
    stuck_in : int or None
        for a dead state, the fewest moves to a stuck state; None if no stuck state can be reached,
        so that play never ends
    cycle : GraphPath or None
        for a dead state, a cycle in the nearest dead-end cycle
    """

    node: int
    way: GraphPath
    way_is_first: bool
    can_win: bool | None
    moves_to_win: int | None = None
    best_moves: tuple[str, ...] = ()
    best_known: bool = False
    doom: Doom | None = None
    stuck_in: int | None = None
    cycle: GraphPath | None = None


def query(
    graph: ArrayGraph, node: int, played: GraphPath | None = None, order: str = "text"
) -> QueryAnswer:
    """Return the known facts about a state. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    node : int
    played : GraphPath, optional
        the path that a player took to the state, by default the first shortest path
    order : {"text", "moves"}

    Returns
    -------
    QueryAnswer
        the distance to the goal is included if it is proven

    Raises
    ------
    NodeNotFound
        if `node` is not in the graph

    Examples
    --------
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
    path = path_to(graph, graph.check(node), order=order)
    first = first_known(graph, path, order)
    if moves_to_goal(graph)[node] >= 0:
        distance, best_known = int(proven_distance(graph)[node]), best_moves_known(graph, node)
        best = _best_moves(graph, node) if best_known else ()
        return QueryAnswer(
            node, path, first, True, None if distance < 0 else distance, best, best_known
        )
    if not dead(graph)[node]:
        return QueryAnswer(node, path, first, None)
    stuck_in = int(moves_to_stuck(graph)[node])
    cycle = nearest_cycle(graph, node)
    return QueryAnswer(
        node,
        path,
        first,
        False,
        # If the first path is not proven, its fatal move is not proven either.
        doom=doom(graph, played or path) if played or first else None,
        stuck_in=None if stuck_in < 0 else stuck_in,
        cycle=None if cycle is None else witness(graph, cycle)[0],
    )


def doom(graph: ArrayGraph, path: GraphPath) -> Doom | None:
    """Return the fatal move of a path that ends in a dead state.

    Returns
    -------
    Doom or None
        None if an incomplete graph does not prove which move is fatal

    Raises
    ------
    ValueError
        if the path does not end in a dead state

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.analysis import path_to
    >>> graph = expand("spacewreck/eight-rooms")
    >>> doom(graph, path_to(graph, 7)).label
    'L7'
    """
    is_dead, alive = dead(graph), moves_to_goal(graph) >= 0
    step = next((k for k, node in enumerate(path.nodes) if is_dead[node]), None)
    if step is None:
        raise ValueError("the path does not end in a dead state")
    if step == 0:
        return Doom(0, None, None)
    last = path.nodes[step - 1]
    return Doom(step, path.labels[step - 1], last) if alive[last] else None


def _best_moves(graph: ArrayGraph, node: int) -> tuple[str, ...]:
    to_goal = moves_to_goal(graph)
    slots = np.arange(graph.offsets[node], graph.offsets[node + 1])
    best = slots[to_goal[graph.targets[slots]] == to_goal[node] - 1]
    return tuple(sorted(graph.label(int(move)) for move in best))
