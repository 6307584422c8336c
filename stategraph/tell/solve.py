"""A shortest solution: the record and the words of ``solve``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.tell.level import puzzle_name

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import StateGraph
    from stategraph.levels import Level
    from stategraph.search import ShortestWay


def record(level: Level, graph: StateGraph, way: Way | None, order: str) -> dict[str, Any]:
    """Return the record of a level that was expanded as far as the goal."""
    solvable = analysis.solvable(graph)
    known = analysis.solutions_known(graph)
    return {
        "puzzle": puzzle_name(level),
        "solvable": solvable,
        "shortest": analysis.shortest(graph),
        "first_solution": None if way is None else way.text,
        "first_solution_moves": None if way is None else list(way.labels),
        "order": order,
        "states_seen": len(graph),
        "unknown": [
            *(["solvable", "shortest"] if solvable is None else []),
            *([] if known else ["first_solution", "first_solution_moves"]),
        ],
    }


def record_of_search(level: Level, search: str, found: ShortestWay, order: str) -> dict[str, Any]:
    """Return the record of a level that was searched."""
    labels = found.labels
    unknown = ["solvable", "shortest"] if found.stopped else []
    if not found.first and (found.stopped or labels is not None):
        unknown += ["first_solution", "first_solution_moves"]
    text, moves = (None, None) if labels is None else ("".join(labels), list(labels))
    return {
        "puzzle": puzzle_name(level),
        "solvable": None if found.stopped else labels is not None,
        "shortest": None if labels is None else len(labels),
        "first_solution": text if found.first else None,
        "first_solution_moves": moves if found.first else None,
        "solution": text,
        "solution_moves": moves,
        "order": order,
        "search": search,
        "states_seen": found.states,
        "unknown": unknown,
    }


def words(labels: Sequence[str] | None, known: bool) -> list[str]:
    """Return a solution as text; without one, whether there is none or it is not known."""
    if labels is not None:
        return ["".join(labels)]
    return ["NO-PATH" if known else "UNKNOWN"]


def steps(level: Level, labels: Sequence[str], states: Sequence[Any]) -> list[str]:
    """Return the state after each move."""
    lines = []
    for k, (label, state) in enumerate(zip(("start", *labels), states, strict=True)):
        text = level.describe(state)
        head = label if k == 0 else f"{k}. {label}"
        lines.append(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")
    return lines
