"""Record and text of ``solve --minimise`` and similar options: cheapest solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import columns, count, number
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis.costs import Cheapest
    from stategraph.ask.costs import Weighed
    from stategraph.level_files import Level


def record(level: Level, found: Weighed) -> Record:
    """Return the record of cheapest solutions."""
    known = found.known
    solvable = True if found.found else (False if known else None)
    made: Record = {"puzzle": puzzle_name(level), "solvable": solvable}
    if found.front:
        made["pareto"] = list(found.names)
        made["front"] = [_one(found, one) for one in found.found] if known else None
        keys = ["front"]
    else:
        made["minimise"] = list(found.names)
        best = _one(found, found.found[0]) if known and found.found else dict.fromkeys(KEYS)
        made |= best
        keys = list(KEYS)
    return closed(made, () if known else ["solvable", *keys])


KEYS = ("costs", "solution", "solution_moves", "count")


def _one(found: Weighed, one: Cheapest) -> Record:
    costs = dict(zip(found.names, one.costs, strict=True))
    values = costs, one.way.text, list(one.way.labels), one.count
    return dict(zip(KEYS, values, strict=True))


def words(found: Weighed) -> list[str]:
    """Return cheapest solutions as text: their moves, then their costs."""
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
    """Return rows as lines: the first columns are numbers, flush right, the last one is text."""
    width = max(len(row[-1]) for row in rows)
    padded = [(*row[:numbers], row[-1].ljust(width)) for row in rows]
    return [line.rstrip() for line in columns(padded, left=0)]
