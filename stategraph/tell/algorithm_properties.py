"""Completeness, optimality, time and space of a search, measured and in theory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.search.algorithm_properties import THEORY, Answers, Theory
from stategraph.search.comparison import called
from stategraph.tell.phrases import count
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.search.comparison import Timed


def record(row: Timed, found: Answers) -> Record:
    """Return the answers for programs; values that were not counted, or are unknown, are null."""
    unproven = ["complete"]
    if found.complete is not False and row.found.stopped:
        unproven.append("optimal")
    made = {
        "complete": found.complete,
        "optimal": found.optimal,
        "moves_over_the_shortest": found.over,
        "states_generated": row.found.generated,
        "states_remembered": row.found.distinct if row.algorithm in THEORY else None,
        "states_waiting": row.found.waiting,
        "bytes": found.bytes,
        "theory": THEORY[row.algorithm]._asdict() if row.algorithm in THEORY else None,
    }
    return closed(made, unproven)


def words(row: Timed, found: Answers) -> list[str]:
    """Return the answers as text."""
    time = f"{count(row.found.generated, 'state')} generated in {row.seconds:.3g} s"
    here = (_complete(row, found), _optimal(row, found), time, _space(row, found))
    theory = [f"; in theory: {known}" for known in THEORY.get(row.algorithm, ())]
    each = zip(Theory._fields, here, theory or [""] * len(here), strict=True)
    head = f"{row.level}, {called(row.algorithm)}:"
    return [head, *(f"  {f'{name}?':<9}  {found}{known}" for name, found, known in each)]


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
