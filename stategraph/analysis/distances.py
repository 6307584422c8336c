"""How far: moves from the start to a state, and from a state to the goal."""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.graph import StateGraph


def moves_from(graph: StateGraph, node: int) -> np.ndarray:
    """Return the fewest moves (n,) int32 from `node` to every state, -1 where none lead.

    Breadth-first search, O(states + moves). Raises ``NodeNotFound``.
    """
    roots = np.array([graph.check(node)], np.int32)
    return kernels.distances(graph.offsets, graph.targets, roots)


def moves_to(graph: StateGraph, *nodes: int) -> np.ndarray:
    """Return the fewest moves (n,) int32 from every state to one of `nodes`, -1 where none lead.

    Breadth-first search backwards, O(states + moves). Raises ``NodeNotFound``.
    """
    return moves_to_any(graph, np.array([graph.check(node) for node in nodes], np.int32))


def moves_to_any(graph: StateGraph, nodes: np.ndarray) -> np.ndarray:
    """Return `moves_to` of the nodes in an array (k,)."""
    offsets, sources = graph.reversed
    return kernels.distances(offsets, sources, nodes.astype(np.int32))


def moves_from_start(graph: StateGraph) -> np.ndarray:
    """Return f: the fewest moves (n,) int32 from the start to every state; kept.

    >>> import networkx as nx
    >>> moves_from_start(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)).tolist()
    [0, 1, 2]
    """
    return graph.remember("moves_from_start", lambda: moves_from(graph, 0))


def moves_to_goal(graph: StateGraph) -> np.ndarray:
    """Return d: the fewest moves (n,) int32 from every state to the goal, -1: none; kept.

    On a graph that is not complete these are upper bounds, and -1 means: none are known.
    """
    goals = [] if graph.goal is None else [graph.goal]
    return graph.remember("moves_to_goal", lambda: moves_to(graph, *goals))


def levels_whole(graph: StateGraph, depth: int) -> bool:
    """Return whether the graph holds every move of the states nearer to the start than `depth`.

    Then it holds all shortest ways of `depth` moves, since states are expanded breadth first.
    """
    return graph.expanded >= int(np.count_nonzero(moves_from_start(graph) < depth))


def states_until_goal(graph: StateGraph) -> int | None:
    """Return how many states breadth-first search generates up to the first goal, both included.

    All of them where there is no goal; None where that is not known. It depends on the order of
    the moves. O(1), since nodes are numbered in that order. Own definition.
    """
    if graph.goal is not None:
        return graph.goal + 1
    return len(graph) if graph.complete else None


def eccentricity(graph: StateGraph) -> int:
    """Return the largest number of moves that reaching a state needs. O(states + moves).

    Source: Pelánek 2004, the height.
    """
    return int(moves_from_start(graph).max())
