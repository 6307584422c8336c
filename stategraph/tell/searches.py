"""Record and text of ``search``: searches side by side."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell import algorithm_properties
from stategraph.tell.phrases import columns
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.search.algorithm_properties import Answers
    from stategraph.search.comparison import Timed

# the columns of a CSV file; unknown values are empty
COLUMNS = ("level", "algorithm", "solvable", "depth", "distinct_states", "all_states", "seconds")

HEAD = ("level", "algorithm", "depth", "distinct states", "all states", "seconds")


def record(row: Timed) -> Record:
    """Return a row for programs."""
    found = row.found
    made: Record = {
        "level": row.level,
        "algorithm": row.algorithm,
        "solvable": None if found.stopped else found.depth is not None,
        "depth": found.depth,
        "distinct_states": found.distinct,
        "all_states": found.generated,
        "seconds": round(row.seconds, 6),
    }
    return closed(made, ("solvable", "depth") if found.stopped else ())


def records(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[Record]:
    """Return rows for programs, with the answers to the four questions if requested."""
    made = [record(row) for row in rows]
    for entry, row, found in zip(made, rows, answers, strict=False):
        entry["questions"] = algorithm_properties.record(row, found)
    return made


def words(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[str]:
    """Return the rows as a table, numbers flush right, with the answers below."""
    lines = columns([HEAD, *map(_cells, rows)], left=2)
    for row, found in zip(rows, answers, strict=False):
        lines += ["", *algorithm_properties.words(row, found)]
    return lines


def _cells(row: Timed) -> tuple[str, ...]:
    found = row.found
    depth = "unknown" if found.stopped else "none" if found.depth is None else str(found.depth)
    counts = f"{found.distinct:,}", f"{found.generated:,}"
    return row.level, row.algorithm, depth, *counts, f"{row.seconds:.3g}"
