"""Strongly connected components: maximal sets of mutually reachable states.

Moves between components cannot be taken back. The moves along a chain of components are therefore
points of no return::

    start ◄─► a ──► b ──► goal       components {goal} 0, {b} 1, {start, a} 2: a chain of 3
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stategraph import kernels
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items


def components(graph: ArrayGraph) -> np.ndarray:
    """Return the strongly connected component of every state; cached.

    `stategraph.metrics.components` counts them. O(states + moves).

    Returns
    -------
    (n,) int32
        the number of the component of each state; no move leads to a component with a higher number

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> components(graph).tolist()
    [3, 3, 3, 1, 3, 1, 0, 2, 2]
    """
    return graph.remember("components", lambda: kernels.components(graph.offsets, graph.targets))


class ComponentMoves(NamedTuple):
    """Facts about the moves of each strongly connected component, by its number.

    Attributes
    ----------
    leave : (c,) bool
        whether a move leads to another component
    repeat : (c,) bool
        whether the component contains a cycle: it has several states, or a self-loop
    """

    leave: np.ndarray
    repeat: np.ndarray


def component_moves(graph: ArrayGraph) -> ComponentMoves:
    """Return which components are left by a move, and which contain a cycle; cached.

    O(states + moves).

    Examples
    --------
    >>> from stategraph import expand
    >>> leave, repeat = component_moves(expand("spacewreck/eight-rooms"))
    >>> leave.tolist(), repeat.tolist()
    ([False, True, False, True], [False, True, True, True])
    """
    return graph.remember("component_moves", lambda: _component_moves(graph))


def _component_moves(graph: ArrayGraph) -> ComponentMoves:
    component = components(graph)
    repeat = np.bincount(component) > 1
    leave = np.zeros(len(repeat), bool)
    _mark_moves(graph.offsets, graph.targets, component, leave, repeat)
    return ComponentMoves(leave, repeat)


@Kernel
def _mark_moves(
    offsets: Items, targets: Items, component: Items, leave: Items, repeat: Items
) -> None:
    """Mark the components that a move leaves, and those with a self-loop."""
    for u in range(offsets.size - 1):
        for e in range(offsets[u], offsets[u + 1]):
            if targets[e] == u:
                repeat[component[u]] = True
            elif component[targets[e]] != component[u]:
                leave[component[u]] = True


def longest_chain(
    graph: ArrayGraph, counted: np.ndarray | None = None, *, backwards: bool = False
) -> np.ndarray:
    """Return the maximum number of moves between components on any path from each component.

    O(moves + states log states).

    Parameters
    ----------
    graph : ArrayGraph
    counted : (m,) bool, optional
        the moves that count, by default all; moves inside a component never count
    backwards : bool
        consider paths that lead to the component instead; allowed only if all moves count

    Returns
    -------
    (c,) int64

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.DiGraph(["sa", "as", "ab", "bg"]), "s", "g")
    >>> longest_chain(graph).tolist(), longest_chain(graph, backwards=True).tolist()
    ([0, 1, 2], [2, 1, 0])
    """
    component = components(graph)
    order = np.argsort(component, kind="stable")
    if counted is None:
        counted = np.ones(graph.number_of_edges(), bool)
    longest = np.zeros(int(component.max()) + 1, np.int64)
    if backwards:
        offsets, sources = graph.reversed
        _longest_chain(offsets, sources, counted, component, order[::-1].copy(), longest)
    else:
        _longest_chain(graph.offsets, graph.targets, counted, component, order, longest)
    return longest


@Kernel
def _longest_chain(
    offsets: Items, targets: Items, counted: Items, component: Items, order: Items, longest: Items
) -> None:
    """Fill `longest` (c,) with the maximum number of `counted` moves from each component.

    `order` lists the nodes so that a component comes after all components that it leads to.
    """
    for u in order:
        c = component[u]
        for e in range(offsets[u], offsets[u + 1]):
            to = component[targets[e]]
            if to != c and longest[to] + counted[e] > longest[c]:
                longest[c] = longest[to] + counted[e]
