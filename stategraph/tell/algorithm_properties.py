"""Completeness, optimality, time and space of a search, measured and in theory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.search.algorithm_properties import THEORY, Answers, Theory
from stategraph.search.comparison import called
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.search.comparison import Timed


def record(row: Timed, answers: Answers) -> Record:
    """Return the answers as a JSON record. Values that are unknown or were not counted are null."""
    unproven = ["complete"]
    if answers.complete is not False and row.found.stopped:
        unproven.append("optimal")
    values = {
        "complete": answers.complete,
        "optimal": answers.optimal,
        "moves_over_the_shortest": answers.over,
        "states_generated": row.found.generated,
        "states_remembered": row.found.distinct if row.algorithm in THEORY else None,
        "states_waiting": row.found.waiting,
        "bytes": answers.bytes,
        "theory": record_of(THEORY[row.algorithm]) if row.algorithm in THEORY else None,
    }
    return closed(values, unproven)


def words(row: Timed, answers: Answers) -> list[str]:
    """Return the answers as text."""
    time = f"{count(row.found.generated, 'state')} generated in {row.seconds:.3g} s"
    results = (_complete(row, answers), _optimal(row, answers), time, _space(row, answers))
    theory = [f"; in theory: {theory_text}" for theory_text in THEORY.get(row.algorithm, ())]
    rows = zip(Theory._fields, results, theory or [""] * len(results), strict=True)
    head = f"{row.level}, {called(row.algorithm)}:"
    return [
        head,
        *(f"  {f'{name}?':<9}  {result}{theory_text}" for name, result, theory_text in rows),
    ]


def _complete(row: Timed, answers: Answers) -> str:
    if answers.complete is None:
        return "unknown here: it was stopped, or the truth is not known"
    if row.found.depth is not None:
        return "yes here: it found a solution"
    return "yes here: there is no solution" if answers.complete else "no: it missed the solution"


def _optimal(row: Timed, answers: Answers) -> str:
    if row.found.depth is None:
        return "it found no solution"
    moves = count(row.found.depth, "move")
    if answers.over is None:
        return f"unknown here: {moves}, and the shortest solution is not known"
    if answers.optimal:
        return f"yes here: {moves}, and no solution is shorter"
    return f"no: {moves}, {answers.over:,} more than the shortest"


def _space(row: Timed, answers: Answers) -> str:
    if row.algorithm in THEORY:
        waiting = "" if row.found.waiting is None else f", {row.found.waiting:,} waiting at most"
        return f"{count(row.found.distinct, 'state')} remembered{waiting}"
    return "unknown" if answers.bytes is None else f"{answers.bytes / 1024:,.0f} KiB at most"
