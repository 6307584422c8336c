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

# the columns of a CSV file, in which unknown values are empty
COLUMNS = ("level", "algorithm", "solvable", "depth", "distinct_states", "all_states", "seconds")

HEAD = ("level", "algorithm", "depth", "distinct states", "all states", "seconds")


def record(row: Timed) -> Record:
    """Return a row for programs."""
    result = row.found
    values: Record = {
        "level": row.level,
        "algorithm": row.algorithm,
        "solvable": None if result.stopped else result.depth is not None,
        "depth": result.depth,
        "distinct_states": result.distinct,
        "all_states": result.generated,
        "seconds": round(row.seconds, 6),
    }
    return closed(values, ("solvable", "depth") if result.stopped else ())


def records(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[Record]:
    """Return a record for each row. If requested, include the answers to the four questions."""
    entries = [record(row) for row in rows]
    for entry, row, properties in zip(entries, rows, answers, strict=False):
        entry["questions"] = algorithm_properties.record(row, properties)
    return entries


def words(rows: Sequence[Timed], answers: Sequence[Answers] = ()) -> list[str]:
    """Return the rows as a table with right-aligned numbers, and the answers below it."""
    lines = columns([HEAD, *map(_cells, rows)], left=2)
    for row, properties in zip(rows, answers, strict=False):
        lines += ["", *algorithm_properties.words(row, properties)]
    return lines


def _cells(row: Timed) -> tuple[str, ...]:
    result = row.found
    depth = "unknown" if result.stopped else "none" if result.depth is None else str(result.depth)
    counts = f"{result.distinct:,}", f"{result.generated:,}"
    return row.level, row.algorithm, depth, *counts, f"{row.seconds:.3g}"
