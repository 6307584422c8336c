"""A shortest solution: the record and the words of ``solve``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.tell.level import puzzle_name

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.search.solve import Solution


def record(level: Level, found: Solution) -> dict[str, Any]:
    """Return the record of a solution; where it was searched for, which one that found is too."""
    moves = None if found.moves is None else list(found.moves)
    searched = found.graph is None
    return {
        "puzzle": puzzle_name(level),
        "solvable": found.solvable,
        "shortest": found.length,
        "first_solution": found.text if found.first else None,
        "first_solution_moves": moves if found.first else None,
        **({"solution": found.text, "solution_moves": moves} if searched else {}),
        "order": found.order,
        **({"search": found.search} if searched else {}),
        "states_seen": found.states_seen,
        "unknown": list(found.unknown),
    }


def words(found: Solution) -> list[str]:
    """Return a solution as text; without one, whether there is none or it is not known."""
    if not found.proven:
        return ["UNKNOWN"]
    return ["NO-PATH" if found.text is None else found.text]


def steps(level: Level, labels: Sequence[str], states: Sequence[Any]) -> list[str]:
    """Return the state after each move."""
    lines = []
    for k, (label, state) in enumerate(zip(("start", *labels), states, strict=True)):
        text = level.describe(state)
        head = label if k == 0 else f"{k}. {label}"
        lines.append(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")
    return lines
