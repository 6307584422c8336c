"""Strongly connected components: sets of states that all lead to each other.

Moves from one to another cannot be taken back, so the components in a chain are the points of no
return that a play can pass::

    start ◄─► a ──► b ──► goal       components {goal} 0, {b} 1, {start, a} 2: a chain of 3
"""

from __future__ import annotations

import numpy as np

from stategraph import kernels
from stategraph.graph import ArrayGraph
from stategraph.machine.kernel import Kernel


def components(graph: ArrayGraph) -> np.ndarray:
    """Return the strongly connected component (n,) int32 of every state; kept. O(states + moves).

    No move leads to a component of a higher number. `stategraph.metrics.components` counts them.
    """
    return graph.remember("components", lambda: kernels.components(graph.offsets, graph.targets))


def longest_chain(
    graph: ArrayGraph, counted: np.ndarray | None = None, *, backwards: bool = False
) -> np.ndarray:
    """Return of each component (c,) int64 the most moves between components on any play from it.

    O(states + moves), and O(states log states) to sort.

    Parameters
    ----------
    counted : (m,) bool, optional
        which moves count; by default all. Those inside a component never do
    backwards : bool
        of plays that lead to the component instead; only where all moves count

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> made = StateGraph.from_networkx(nx.DiGraph(["sa", "as", "ab", "bg"]), "s", "g")
    >>> longest_chain(made).tolist(), longest_chain(made, backwards=True).tolist()
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
def _longest_chain(offsets, targets, counted, component, order, longest):
    """Put into `longest` the most `counted` moves on any walk from each component (c,) int64.

    `order` names the nodes, those of a component after those of all that it leads to.
    """
    for u in order:
        c = component[u]
        for e in range(offsets[u], offsets[u + 1]):
            to = component[targets[e]]
            if to != c and longest[to] + counted[e] > longest[c]:
                longest[c] = longest[to] + counted[e]
