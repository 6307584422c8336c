"""How far: moves from the start to a state, and from a state to the goal."""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph


def moves_from(graph: ArrayGraph, node: int) -> np.ndarray:
    """Return the fewest moves (n,) int32 from `node` to every state, -1 where none lead.

    Breadth-first search, O(states + moves). Raises ``NodeNotFound``.
    """
    roots = np.array([graph.check(node)], np.int32)
    return kernels.distances(graph.offsets, graph.targets, roots)


def moves_to(graph: ArrayGraph, *nodes: int) -> np.ndarray:
    """Return the fewest moves (n,) int32 from every state to one of `nodes`, -1 where none lead.

    Breadth-first search backwards, O(states + moves). Raises ``NodeNotFound``.
    """
    return moves_to_any(graph, np.array([graph.check(node) for node in nodes], np.int32))


def moves_to_any(graph: ArrayGraph, nodes: np.ndarray) -> np.ndarray:
    """Return `moves_to` of the nodes in an array (k,)."""
    offsets, sources = graph.reversed
    return kernels.distances(offsets, sources, nodes.astype(np.int32))


def moves_from_start(graph: ArrayGraph) -> np.ndarray:
    """Return f: the fewest moves (n,) int32 from the start to every state; kept.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> moves_from_start(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)).tolist()
    [0, 1, 2]
    """
    return graph.remember("moves_from_start", lambda: moves_from(graph, 0))


def moves_to_goal(graph: ArrayGraph) -> np.ndarray:
    """Return d: the fewest moves (n,) int32 from every state to the goal, -1: none; kept.

    On a graph that is not complete these are upper bounds, and -1 means: none are known.
    """
    goals = [] if graph.goal is None else [graph.goal]
    return graph.remember("moves_to_goal", lambda: moves_to(graph, *goals))


def nearest_first(
    graph: ArrayGraph, items: np.ndarray, nodes: np.ndarray | None = None
) -> np.ndarray:
    """Return `items` (k,) sorted by the moves from the start; those as near keep their order.

    `nodes` (k,) says where each of them is; without it they are nodes themselves.
    """
    depth = moves_from_start(graph)[items if nodes is None else nodes]
    return items[np.argsort(depth, kind="stable")]


def reached_goal(graph: ArrayGraph) -> int:
    """Return the goal's node. ``NetworkXNoPath`` when it is not reached."""
    if graph.goal is None:
        raise no_path("The goal is not reached.")
    return graph.goal
