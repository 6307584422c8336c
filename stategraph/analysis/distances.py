"""Distances: the fewest moves from a node to all states, and from all states to a node."""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph


def moves_from(graph: ArrayGraph, node: int) -> np.ndarray:
    """Return the fewest moves from `node` to every state.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    node : int
        the number of a state

    Returns
    -------
    (n,) int32
        -1 for unreachable states

    Raises
    ------
    NodeNotFound
        if `node` is not in the graph

    Notes
    -----
    Breadth-first search, O(states + moves).

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> moves_from(graph, 1).tolist()
    [1, 0, 2, 1, 3, 2, 2, 4, 5]
    """
    roots = np.array([graph.check(node)], np.int32)
    return kernels.distances(graph.offsets, graph.targets, roots)


def moves_to(graph: ArrayGraph, *nodes: int) -> np.ndarray:
    """Return the fewest moves from every state to the nearest of `nodes`.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    *nodes : int
        numbers of states

    Returns
    -------
    (n,) int32
        -1 if none of `nodes` can be reached

    Raises
    ------
    NodeNotFound
        if one of `nodes` is not in the graph

    Notes
    -----
    Breadth-first search along reversed moves, O(states + moves).

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> moves_to(graph, 8).tolist()
    [4, 5, 3, -1, 2, -1, -1, 1, 0]
    """
    return moves_to_any(graph, np.array([graph.check(node) for node in nodes], np.int32))


def moves_to_any(graph: ArrayGraph, nodes: np.ndarray) -> np.ndarray:
    """Return the fewest moves from every state to the nearest of `nodes` (k,); see `moves_to`."""
    offsets, sources = graph.reversed
    return kernels.distances(offsets, sources, nodes.astype(np.int32))


def moves_from_start(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves from the start to every state; cached.

    O(states + moves).

    Returns
    -------
    (n,) int32

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> moves_from_start(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)).tolist()
    [0, 1, 2]
    """
    return graph.remember("moves_from_start", lambda: moves_from(graph, 0))


def moves_to_goal(graph: ArrayGraph) -> np.ndarray:
    """Return the fewest moves from every state to the goal; cached.

    O(states + moves).

    Returns
    -------
    (n,) int32
        -1 if the goal cannot be reached. On an incomplete graph the values are upper bounds, and -1
        means that no path is known

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> moves_to_goal(graph).tolist()
    [3, 2, 4, 1, 3, 1, 0, -1, -1]
    """
    goals = [] if graph.goal is None else [graph.goal]
    return graph.remember("moves_to_goal", lambda: moves_to(graph, *goals))


def nearest_first(
    graph: ArrayGraph, items: np.ndarray, nodes: np.ndarray | None = None
) -> np.ndarray:
    """Return items sorted by their distance from the start; the sort is stable.

    Parameters
    ----------
    graph : ArrayGraph
    items : (k,) array
    nodes : (k,) array, optional
        the node of each item; without it, the items are nodes themselves

    Returns
    -------
    (k,) array

    Examples
    --------
    >>> import numpy as np
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> nearest_first(graph, np.array([8, 0, 3])).tolist()
    [0, 3, 8]
    """
    depth = moves_from_start(graph)[items if nodes is None else nodes]
    return items[np.argsort(depth, kind="stable")]


def reached_goal(graph: ArrayGraph) -> int:
    """Return the node of the goal.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> reached_goal(graph)
    6
    """
    if graph.goal is None:
        raise no_path("The goal is not reached.")
    return graph.goal
