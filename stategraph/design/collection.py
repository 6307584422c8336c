"""A collection of levels as a table: a row for each level, a column for each metric."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from stategraph.analysis import METRICS, measure_level
from stategraph.graph import StateGraph
from stategraph.levels import Level

# every metric, whatever levels are in the table
COLUMNS: tuple[str, ...] = ("level", "family", "title", "complete", *METRICS, "unknown")


def row(level: Level, graph: StateGraph, slow: bool = False) -> dict[str, Any]:
    """Return the `COLUMNS` of a level; None where a metric has no value or is not known.

    The last one, ``unknown``, names those that are not known or were left out; numbers of what was
    seen before a limit are not known.
    """
    record = measure_level(level, graph, slow=slow)
    seen = [] if graph.complete else [n for n, metric in METRICS.items() if metric.proof == "seen"]
    record |= dict.fromkeys(seen)
    about = {
        "level": level.name,
        "family": None if level.family is None else level.family.name,
        "title": level.title,
        "complete": graph.complete,
    }
    record["unknown"] = [*seen, *record["unknown"], *record["left_out"]]
    return {name: (about | record)[name] for name in COLUMNS}


def number(rows: Sequence[Mapping[str, Any]], column: str) -> list[float | None]:
    """Return a column as numbers; None where a row has none.

    >>> number([{"n": 3}, {"n": None}, {"n": "x"}], "n")
    [3.0, None, None]
    """
    values = [record[column] for record in rows]
    return [float(value) if isinstance(value, (int, float)) else None for value in values]
