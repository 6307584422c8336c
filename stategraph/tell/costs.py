"""Cheapest solutions: the record and the words of ``solve --minimise`` and its like."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import columns, count, number

if TYPE_CHECKING:
    from stategraph.analysis.costs import Cheapest
    from stategraph.ask.costs import Weighed
    from stategraph.levels import Level


def record(level: Level, found: Weighed) -> dict[str, Any]:
    """Return the record of cheapest solutions."""
    known = found.known
    solvable = True if found.found else (False if known else None)
    made: dict[str, Any] = {"puzzle": puzzle_name(level), "solvable": solvable}
    if found.front:
        made["pareto"] = list(found.names)
        made["front"] = [_one(found, one) for one in found.found] if known else None
        keys = ["front"]
    else:
        made["minimise"] = list(found.names)
        best = _one(found, found.found[0]) if known and found.found else dict.fromkeys(KEYS)
        made |= best
        keys = list(KEYS)
    lost = [] if known else keys
    return {**made, "unknown": [*(["solvable"] if solvable is None else []), *lost]}


KEYS = ("costs", "solution", "solution_moves", "count")


def _one(found: Weighed, one: Cheapest) -> dict[str, Any]:
    costs = dict(zip(found.names, one.costs, strict=True))
    values = costs, one.way.text, list(one.way.labels), one.count
    return dict(zip(KEYS, values, strict=True))


def words(found: Weighed) -> list[str]:
    """Return cheapest solutions in words: their moves, then what they cost."""
    if not found.known:
        return ["UNKNOWN"]
    if not found.found:
        return ["NO-PATH"]
    if found.front:
        rows = [(*map(number, one.costs), one.way.text) for one in found.found]
        head = (*found.names, "first solution")
        return _table([head, *rows], len(found.names))
    one = found.found[0]
    costs = zip(one.costs, found.names, strict=True)
    told = ", ".join(f"{name} {value:,}" for value, name in costs)
    return [one.way.text, f"{told}; {count(one.count, 'such solution')}"]


def _table(rows: list[tuple[str, ...]], numbers: int) -> list[str]:
    """Return rows whose first columns are numbers, flush right, and whose last is text."""
    width = max(len(row[-1]) for row in rows)
    padded = [(*row[:numbers], row[-1].ljust(width)) for row in rows]
    return [line.rstrip() for line in columns(padded, left=0)]
