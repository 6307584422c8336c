"""The four questions about a search, answered by measurement and by theory."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.search.questions import THEORY, Answers, Theory
from stategraph.search.side_by_side import called
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.search.side_by_side import Timed


def record(row: Timed, found: Answers) -> dict[str, Any]:
    """Return the answers for programs; what was not counted, or is not known, is null."""
    unknown = ["complete"] if found.complete is None else []
    if found.optimal is None and found.complete is not False and row.found.stopped:
        unknown.append("optimal")
    return {
        "complete": found.complete,
        "optimal": found.optimal,
        "moves_over_the_shortest": found.over,
        "states_generated": row.found.generated,
        "states_remembered": row.found.distinct if row.algorithm in THEORY else None,
        "states_waiting": row.found.waiting,
        "bytes": found.bytes,
        "theory": THEORY[row.algorithm]._asdict() if row.algorithm in THEORY else None,
        "unknown": unknown,
    }


def words(row: Timed, found: Answers) -> list[str]:
    """Return the answers in words."""
    time = f"{count(row.found.generated, 'state')} generated in {row.seconds:.3g} s"
    here = (_complete(row, found), _optimal(row, found), time, _space(row, found))
    theory = [f"; in theory: {told}" for told in THEORY.get(row.algorithm, ())] or [""] * len(here)
    each = zip(Theory._fields, here, theory, strict=True)
    head = f"{row.level}, {called(row.algorithm)}:"
    return [head, *(f"  {f'{name}?':<9}  {found}{told}" for name, found, told in each)]


def _complete(row: Timed, found: Answers) -> str:
    if found.complete is None:
        return "unknown here: it was stopped, or the truth is not known"
    if row.found.depth is not None:
        return "yes here: it found a solution"
    return "yes here: there is no solution" if found.complete else "no: it missed the solution"


def _optimal(row: Timed, found: Answers) -> str:
    if row.found.depth is None:
        return "it found no solution"
    moves = count(row.found.depth, "move")
    if found.over is None:
        return f"unknown here: {moves}, and the shortest solution is not known"
    if found.optimal:
        return f"yes here: {moves}, and no solution is shorter"
    return f"no: {moves}, {found.over:,} more than the shortest"


def _space(row: Timed, found: Answers) -> str:
    if row.algorithm in THEORY:
        waiting = "" if row.found.waiting is None else f", {row.found.waiting:,} waiting at most"
        return f"{count(row.found.distinct, 'state')} remembered{waiting}"
    return "unknown" if found.bytes is None else f"{found.bytes / 1024:,.0f} KiB at most"
