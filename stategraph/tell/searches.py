"""Searches side by side: the record and the words of ``search``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.tell import questions
from stategraph.tell.phrases import columns

if TYPE_CHECKING:
    from stategraph.search.questions import Answers
    from stategraph.search.side_by_side import Timed

# The columns of a CSV file, in which what is unknown is empty.
COLUMNS = ("level", "algorithm", "solvable", "depth", "distinct_states", "all_states", "seconds")

HEAD = ("level", "algorithm", "depth", "distinct states", "all states", "seconds")


def record(row: Timed) -> dict[str, Any]:
    """Return a row for programs."""
    found = row.found
    return {
        "level": row.level,
        "algorithm": row.algorithm,
        "solvable": None if found.stopped else found.depth is not None,
        "depth": found.depth,
        "distinct_states": found.distinct,
        "all_states": found.generated,
        "seconds": round(row.seconds, 6),
        "unknown": ["solvable", "depth"] if found.stopped else [],
    }


def records(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[dict[str, Any]]:
    """Return rows for programs, with the answers to the four questions where they were asked."""
    made = [record(row) for row in rows]
    for told, row, found in zip(made, rows, answers, strict=False):
        told["questions"] = questions.record(row, found)
    return made


def words(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[str]:
    """Return the rows as a table, numbers to the right, and the answers below."""
    lines = columns([HEAD, *map(_cells, rows)], left=2)
    for row, found in zip(rows, answers, strict=False):
        lines += ["", *questions.words(row, found)]
    return lines


def _cells(row: Timed) -> tuple[str, ...]:
    found = row.found
    depth = "unknown" if found.stopped else "none" if found.depth is None else str(found.depth)
    counts = f"{found.distinct:,}", f"{found.generated:,}"
    return row.level, row.algorithm, depth, *counts, f"{row.seconds:.3g}"
