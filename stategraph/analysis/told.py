"""Ways as people are told them: by moves that they can make.

A way through classes of symmetric states has the labels of the states that stand for the classes,
which are not always those of the states that play is really in; see `stategraph.analysis.symmetry`.
Whoever tells a way asks here first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis.paths import Way, first_solution
from stategraph.graph import ArrayGraph

if TYPE_CHECKING:
    from stategraph.analysis.symmetry import Orbits


def told(graph: ArrayGraph, way: Way) -> tuple[ArrayGraph, Way]:
    """Return a way as it is told, and the graph through which it leads: `graph` as a rule.

    Through classes of symmetric states, it is a way through the states. One that comes back to the
    state that it begins in does so.
    """
    orbits = _orbits(graph)
    if orbits is None:
        return graph, way
    closed = len(way) > 0 and way.nodes[0] == way.nodes[-1]
    home = int(orbits.first[way.nodes[0]])
    return orbits.played(way, home, home if closed else None)[:2]


def first_told(graph: ArrayGraph, order: str = "text") -> Way:
    """Return the first shortest solution as it is told; see `first_solution`."""
    orbits = _orbits(graph)
    return first_solution(graph, order) if orbits is None else orbits.solution(graph, order)


def first_shown(graph: ArrayGraph, order: str = "text") -> Way:
    """Return the first shortest solution as a way through the nodes of `graph`."""
    orbits = _orbits(graph)
    if orbits is None:
        return first_solution(graph, order)
    return orbits.fold(graph, orbits.solution(graph, order))


def _orbits(graph: ArrayGraph) -> Orbits | None:
    """Return the symmetric classes that are the nodes of a graph; None where these are no such."""
    if graph.quotient is None:
        return None
    from stategraph.analysis.symmetry import Orbits  # most graphs are done without

    return graph.quotient if isinstance(graph.quotient, Orbits) else None
