"""Text about the symmetries of a level."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis.lifting import quotient_of, symmetries_of
from stategraph.readable import Record, count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph

# maximum number of symmetries named
MAX_NAMED_SYMMETRIES = 4


def record(graph: ArrayGraph) -> Record:
    """Return a record of the symmetries that reduced an expansion, or {} without any."""
    symmetries = symmetries_of(graph)
    return {} if symmetries is None else {"symmetries": list(symmetries)}


def reduction_in_words(graph: ArrayGraph) -> list[str]:
    """Return `record` as text."""
    symmetries = symmetries_of(graph)
    if symmetries is None:
        return []
    if not symmetries:
        return ["no symmetry is proven: every state is kept"]
    return [f"one state of each class is kept: {'; '.join(symmetries)}"]


def words(graph: ArrayGraph) -> str:
    """Return the numbers of states and classes, and the symmetries, as text."""
    quotient, symmetries = quotient_of(graph), symmetries_of(graph)
    if not symmetries:
        why = "" if graph.complete else " because the graph is incomplete"
        return f"no symmetry is proven{why}: each class is one state"
    names = "; ".join(symmetries[:MAX_NAMED_SYMMETRIES])
    omitted = (
        f"; and {len(symmetries) - MAX_NAMED_SYMMETRIES:,} more"
        if len(symmetries) > MAX_NAMED_SYMMETRIES
        else ""
    )
    if quotient.is_expansion:
        return f"{count(len(graph), 'state')} kept, one of each class: {names}{omitted}"
    classes = "class" if len(graph) == 1 else "classes"
    return f"{len(graph):,} {classes} of {count(quotient.states_seen, 'state')}: {names}{omitted}"


def rows_of_symmetry(graph: ArrayGraph) -> list[tuple[str, str]]:
    """Return rows about the symmetries of a reduced graph, or [] for other graphs."""
    symmetries = symmetries_of(graph)
    if symmetries is None:
        return []
    rows = [("by symmetry", words(graph))]
    if symmetries:
        rows.append(("counted", "classes, not states; solutions and traps are moves of the level"))
    return rows
