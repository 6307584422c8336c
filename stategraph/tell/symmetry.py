"""Symmetries of a level in words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.analysis.folded import Folded
from stategraph.analysis.symmetry import Orbits
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph

# So many symmetries are named.
NAMED = 4


def record(graph: ArrayGraph) -> dict[str, Any]:
    """Return by which symmetries an expansion kept one state of each class; else nothing."""
    return {"symmetries": list(graph.quotient.names)} if isinstance(graph.quotient, Folded) else {}


def kept(graph: ArrayGraph) -> list[str]:
    """Return `record` in words."""
    if not isinstance(graph.quotient, Folded):
        return []
    if not graph.quotient.names:
        return ["no symmetry is proven: every state is kept"]
    return [f"one state of each class is kept: {'; '.join(graph.quotient.names)}"]


def words(graph: ArrayGraph) -> str:
    """Return how many states are how many classes, and by which symmetries."""
    orbits: Orbits = graph.quotient
    if not orbits.names:
        why = "" if graph.complete else ", for the graph is not whole"
        return f"no symmetry is proven{why}: every state is a class of its own"
    named = "; ".join(orbits.names[:NAMED])
    more = f"; and {len(orbits.names) - NAMED:,} more" if len(orbits.names) > NAMED else ""
    if isinstance(orbits, Folded):
        return f"{count(len(graph), 'state')} kept, one of each class: {named}{more}"
    classes = "class" if len(graph) == 1 else "classes"
    return f"{len(graph):,} {classes} of {count(orbits.states_seen, 'state')}: {named}{more}"


def rows_of_symmetry(graph: ArrayGraph) -> list[tuple[str, str]]:
    """Return what stands below the size of a graph of classes; nothing for another graph."""
    if not isinstance(graph.quotient, Orbits):
        return []
    rows = [("by symmetry", words(graph))]
    if graph.quotient.names:
        rows.append(("counted", "classes, not states; solutions and traps are moves of the level"))
    return rows
