"""Searches side by side: the record and the words of ``search``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.tell.phrases import columns

if TYPE_CHECKING:
    from stategraph.search.textbook import Comparison

# The columns of a CSV file, in which what is unknown is empty.
COLUMNS = ("level", "algorithm", "solvable", "depth", "distinct_states", "all_states", "seconds")

HEAD = ("level", "algorithm", "depth", "distinct states", "all states", "seconds")


def record(row: Comparison) -> dict[str, Any]:
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


def words(rows: Sequence[Comparison]) -> list[str]:
    """Return the rows as a table, numbers to the right."""
    return columns([HEAD, *map(_cells, rows)], left=2)


def _cells(row: Comparison) -> tuple[str, ...]:
    found = row.found
    depth = "unknown" if found.stopped else "none" if found.depth is None else str(found.depth)
    counts = f"{found.distinct:,}", f"{found.generated:,}"
    return row.level, row.algorithm, depth, *counts, f"{row.seconds:.3g}"
