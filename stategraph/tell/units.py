"""A shortest solution in other units: the record and the words of ``solve --by``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.symmetry import Orbits
from stategraph.tell import symmetry
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level


def record(level: Level, graph: ArrayGraph, order: str) -> dict[str, Any]:
    """Return what is known of the solutions in the fewest units.

    Of them it is the first of those with the fewest steps, in `order`; its moves replay.
    """
    known, solvable = analysis.solutions_known(graph), analysis.solvable(graph)
    found = solution(graph, order)
    made = {
        "puzzle": puzzle_name(level),
        "by": graph.quotient.kind,
        "solvable": solvable,
        "shortest": analysis.shortest(graph) if known else None,
        "first_solution": None if found is None else found.text,
        "first_solution_moves": None if found is None else list(found.labels),
        "first_solution_units": None if found is None else list(in_units(graph, found)),
        "steps": None if found is None else len(found),
        "fewest_steps": analysis.shortest(graph.quotient.real),
        "order": order,
        "states_seen": len(graph.quotient.real),
        **(
            {"classes": len(graph), "symmetries": list(graph.quotient.names)}
            if isinstance(graph.quotient, Orbits)
            else {}
        ),
    }
    unknown = [] if known else [name for name, value in made.items() if value is None]
    return {**made, "unknown": unknown}


def solution(graph: ArrayGraph, order: str = "text") -> Way | None:
    """Return the first shortest way in the fewest units, step by step; None: none is known."""
    if graph.goal is None or not analysis.solutions_known(graph):
        return None
    way: Way = graph.quotient.solution(graph, order)
    return way


def in_units(graph: ArrayGraph, way: Way) -> Sequence[str]:
    """Return the labels of the units that a way makes, which is one step by step."""
    labels: Sequence[str] = graph.quotient.fold(graph, way).labels
    return labels


def words(graph: ArrayGraph, order: str) -> list[str]:
    """Return the moves of a solution in the fewest units; then how many, and which units."""
    found = solution(graph, order)
    if found is None:
        return ["NO-PATH" if analysis.solvable(graph) is False else "UNKNOWN"]
    if isinstance(graph.quotient, Orbits):
        return [found.text, symmetry.words(graph)]
    units = in_units(graph, found)
    return [found.text, f"{length(units, len(found))}: {', '.join(units) or 'nothing to do'}"]


def length(units: Sequence[str], steps: int) -> str:
    """Return how long a way is, in units and in steps.

    >>> length(["push 1:2 left", "push 1:1 left", "walk 3:4"], 41)
    '2 pushes, 1 walk, 41 steps'
    """
    kinds = Counter(label.partition(" ")[0] for label in units)
    return ", ".join([*(_many(n, kind) for kind, n in kinds.items()), count(steps, "step")])


def _many(number: int, noun: str) -> str:
    return count(number, noun).replace("shs", "shes")
