"""A shortest solution: the record and the words of ``solve``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.analysis import first_solution
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.levels import Level
    from stategraph.search.solution import Solution


def record(
    level: Level, found: Solution, spelled: bool = False, stepped: bool = False
) -> dict[str, Any]:
    """Return the record of a solution; where it was searched for, which one that found is too.

    With its moves `spelled` as players of the family write them, and with the state after each
    where it is `stepped` through.
    """
    moves = None if found.moves is None else list(found.moves)
    searched = found.graph is None
    open_ = not found.proven
    return {
        "puzzle": puzzle_name(level),
        "solvable": found.solvable,
        "shortest": found.length,
        "first_solution": found.text if found.first else None,
        "first_solution_moves": moves if found.first else None,
        **({"solution": found.text, "solution_moves": moves} if searched or open_ else {}),
        **({"lurd": _spelled(level, found)} if spelled else {}),
        **({"steps": _stepped(level, found)} if stepped else {}),
        "order": found.order,
        **({"search": found.search} if searched else {}),
        "states_seen": found.states_seen,
        **(_open(found) if searched or open_ else {}),
        "unknown": list(found.unknown),
    }


def words(level: Level, found: Solution, spelled: bool = False) -> list[str]:
    """Return a solution as text; without one, whether there is none or it is not known.

    Where it is not proven to be a shortest one, its length and the proven bound follow.
    """
    if not found.proven and found.moves is None:
        return ["UNKNOWN"]
    text = _spelled(level, found) if spelled else found.text
    lines = ["NO-PATH" if text is None else text]
    return lines if found.proven else [*lines, bounds(found.found, found.at_least)]


def stopped(found: Solution) -> str:
    """Return why a solution is not proven, and where none was found how many moves any needs."""
    needed = found.moves is None and found.at_least > 0
    why = "interrupted" if found.interrupted else f"stopped at the {found.why}"
    return f"{bounds(None, found.at_least)}; {why}" if needed else why


def bounds(found: int | None, at_least: int) -> str:
    """Return how many moves were found, and how many are proven to be needed.

    >>> bounds(42, 36), bounds(None, 1)
    ('42 moves found; at least 36 needed', 'no solution found; at least 1 needed')
    """
    known = "no solution" if found is None else count(found, "move")
    return f"{known} found; at least {at_least:,} needed"


def _open(found: Solution) -> dict[str, Any]:
    """Return what a search tells of the length, whether that is proven or not."""
    return {"found": found.found, "at_least": found.at_least, "proven": found.proven}


def _spelled(level: Level, found: Solution) -> str | None:
    """Return a solution as players of the family write it down."""
    if found.moves is None:
        return None
    states = _states(level, found)
    pairs = zip(states, states[1:], strict=False)
    moves = zip(found.moves, pairs, strict=True)
    return "".join(level.family.spelled(label, *pair) for label, pair in moves)


def _stepped(level: Level, found: Solution) -> list[dict[str, Any]] | None:
    """Return the start of a solution and each of its moves with the state after it."""
    if found.moves is None:
        return None
    pairs = zip((None, *found.moves), _states(level, found), strict=True)
    return [{"move": move, "state": repr(state)} for move, state in pairs]


def steps(level: Level, found: Solution) -> list[str]:
    """Return the state at the start of a solution and after each of its moves, in words."""
    if found.moves is None:
        return []
    lines = []
    for k, state in enumerate(_states(level, found)):
        text = level.describe(state)
        head = f"{k}. {found.moves[k - 1]}" if k else "start"
        lines.append(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")
    return lines


def _states(level: Level, found: Solution) -> Sequence[Any]:
    """Return the states that a solution passes."""
    from stategraph.laws import replay, states_along

    if found.graph is None:
        return replay(level.puzzle, " ".join(found.moves or ())).states
    way = first_solution(found.graph, found.order)
    return states_along(level.puzzle, found.graph, way)
