"""Record and text of ``solve``: a shortest solution."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.analysis import first_solution
from stategraph.graph.move_labels import in_a_row
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.records import record_of
from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.search.solution import Solution


def record(
    level: Level, solution: Solution, spelled: bool = False, stepped: bool = False
) -> Record:
    """Return the record of a solution, which for a search is the first one that it found.

    If `spelled`, add the solution in players' notation. If `stepped`, add the state after each
    move.
    """
    from_search = solution.graph is None
    has_bounds = from_search or not solution.proven
    return {
        "puzzle": puzzle_name(level),
        "solvable": solution.solvable,
        "shortest": solution.length,
        **_path_record("first_solution", solution if solution.first else None),
        **(_path_record("solution", solution) if has_bounds else {}),
        **({"lurd": _notation(level, solution)} if spelled else {}),
        **({"steps": _step_records(level, solution)} if stepped else {}),
        "order": solution.order,
        **({"search": solution.search} if from_search else {}),
        "states_seen": solution.states_seen,
        **(record_of(solution, "found", "at_least", "proven") if has_bounds else {}),
        **record_of(solution, "unknown"),
    }


def _path_record(name: str, solution: Solution | None) -> Record:
    text, moves = (None, None) if solution is None else (solution.text, solution.moves)
    return {name: text, f"{name}_moves": None if moves is None else list(moves)}


def words(level: Level, solution: Solution, spelled: bool = False) -> list[str]:
    """Return a solution as text, or "NO-PATH" or "UNKNOWN".

    If the solution is not proven to be shortest, its length and the proven lower bound follow.
    """
    if not solution.proven and solution.moves is None:
        return ["UNKNOWN"]
    text = _notation(level, solution) if spelled else solution.text
    lines = ["NO-PATH" if text is None else text]
    return lines if solution.proven else [*lines, bounds(solution.found, solution.at_least)]


def stopped(solution: Solution) -> str:
    """Return why a solution is not proven shortest. Without a solution, add the lower bound."""
    needed = solution.moves is None and solution.at_least > 0
    why = "interrupted" if solution.interrupted else f"stopped at the {solution.why}"
    return f"{bounds(None, solution.at_least)}; {why}" if needed else why


def bounds(length: int | None, at_least: int) -> str:
    """Return the length of the best known solution and the proven lower bound as text.

    >>> bounds(42, 36), bounds(None, 1)
    ('42 moves found; at least 36 needed', 'no solution found; at least 1 needed')
    """
    length_text = "no solution" if length is None else count(length, "move")
    return f"{length_text} found; at least {at_least:,} needed"


def _notation(level: Level, solution: Solution) -> str | None:
    """Return a solution in the notation of the family's players."""
    if solution.moves is None:
        return None
    states = _states(level, solution)
    pairs = zip(states, states[1:], strict=False)
    moves = zip(solution.moves, pairs, strict=True)
    return in_a_row([level.family.spelled(label, *pair) for label, pair in moves])


def _step_records(level: Level, solution: Solution) -> list[Record] | None:
    """Return the start of a solution, and each of its moves with the state after it."""
    if solution.moves is None:
        return None
    pairs = zip((None, *solution.moves), _states(level, solution), strict=True)
    return [{"move": move, "state": repr(state)} for move, state in pairs]


def steps(level: Level, solution: Solution) -> list[str]:
    """Return the states of a solution as text: the start, and after each move."""
    if solution.moves is None:
        return []
    lines = []
    for k, state in enumerate(_states(level, solution)):
        text = level.describe(state)
        head = f"{k}. {solution.moves[k - 1]}" if k else "start"
        lines.append(f"{head}\n{text}" if "\n" in text else f"{head}: {text}")
    return lines


def _states(level: Level, solution: Solution) -> Sequence[State]:
    """Return the states of a solution."""
    from stategraph.laws import replay, states_along

    if solution.graph is None:
        return replay(level.puzzle, " ".join(solution.moves or ())).states
    path = first_solution(solution.graph, solution.order)
    return states_along(level.puzzle, solution.graph, path)
