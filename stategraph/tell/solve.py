"""Record and text of ``solve``: a shortest solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.analysis import first_solution
from stategraph.graph.labels import in_a_row
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.search.solution import Solution


def record(level: Level, found: Solution, spelled: bool = False, stepped: bool = False) -> Record:
    """Return the record of a solution; for a search, the first solution found.

    `spelled` adds the solution in players' notation, and `stepped` adds the state after each move.
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
    """Return a solution as text, or "NO-PATH" or "UNKNOWN".

    A solution that is not proven to be shortest is followed by its length and the proven bound.
    """
    if not found.proven and found.moves is None:
        return ["UNKNOWN"]
    text = _spelled(level, found) if spelled else found.text
    lines = ["NO-PATH" if text is None else text]
    return lines if found.proven else [*lines, bounds(found.found, found.at_least)]


def stopped(found: Solution) -> str:
    """Return why a solution is not proven; without a solution, also the lower bound."""
    needed = found.moves is None and found.at_least > 0
    why = "interrupted" if found.interrupted else f"stopped at the {found.why}"
    return f"{bounds(None, found.at_least)}; {why}" if needed else why


def bounds(found: int | None, at_least: int) -> str:
    """Return the length that was found and the proven lower bound, as text.

    >>> bounds(42, 36), bounds(None, 1)
    ('42 moves found; at least 36 needed', 'no solution found; at least 1 needed')
    """
    known = "no solution" if found is None else count(found, "move")
    return f"{known} found; at least {at_least:,} needed"


def _open(found: Solution) -> Record:
    """Return the bounds of a search, proven or not."""
    return {"found": found.found, "at_least": found.at_least, "proven": found.proven}


def _spelled(level: Level, found: Solution) -> str | None:
    """Return a solution in the notation of the family's players."""
    if found.moves is None:
        return None
    states = _states(level, found)
    pairs = zip(states, states[1:], strict=False)
    moves = zip(found.moves, pairs, strict=True)
    return in_a_row([level.family.spelled(label, *pair) for label, pair in moves])


def _stepped(level: Level, found: Solution) -> list[Record] | None:
    """Return the start of a solution, and each of its moves with the state after it."""
    if found.moves is None:
        return None
    pairs = zip((None, *found.moves), _states(level, found), strict=True)
    return [{"move": move, "state": repr(state)} for move, state in pairs]


def steps(level: Level, found: Solution) -> list[str]:
    """Return the states of a solution as text: the start, and after each move."""
    if found.moves is None:
        return []
    lines = []
    for k, state in enumerate(_states(level, found)):
        text = level.describe(state)
        head = f"{k}. {found.moves[k - 1]}" if k else "start"
        lines.append(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")
    return lines


def _states(level: Level, found: Solution) -> Sequence[Any]:
    """Return the states of a solution."""
    from stategraph.laws import replay, states_along

    if found.graph is None:
        return replay(level.puzzle, " ".join(found.moves or ())).states
    way = first_solution(found.graph, found.order)
    return states_along(level.puzzle, found.graph, way)
