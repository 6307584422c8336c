"""Record and text of ``solve --minimise`` and similar options: cheapest solutions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import columns, number
from stategraph.tell.records import closed, path_record

if TYPE_CHECKING:
    from stategraph.analysis.costs import Cheapest
    from stategraph.ask.costs import Weighed
    from stategraph.level_files import Level


def record(level: Level, result: Weighed) -> Record:
    """Return the record of cheapest solutions."""
    proven = result.known
    solvable = True if result.found else (False if proven else None)
    values: Record = {"puzzle": puzzle_name(level), "solvable": solvable}
    if result.front:
        values["pareto"] = list(result.names)
        values["front"] = (
            [_solution_record(result, solution) for solution in result.found] if proven else None
        )
        keys = ["front"]
    else:
        values["minimise"] = list(result.names)
        cheapest = (
            _solution_record(result, result.found[0])
            if proven and result.found
            else dict.fromkeys(KEYS)
        )
        values |= cheapest
        keys = list(KEYS)
    return closed(values, () if proven else ["solvable", *keys])


KEYS = ("costs", "solution", "solution_moves", "count")


def _solution_record(result: Weighed, solution: Cheapest) -> Record:
    costs = dict(zip(result.names, solution.costs, strict=True))
    return {"costs": costs, **path_record("solution", solution.way), "count": solution.count}


def words(result: Weighed) -> list[str]:
    """Return cheapest solutions as text: their moves, then their costs."""
    if not result.known:
        return ["UNKNOWN"]
    if not result.found:
        return ["NO-PATH"]
    if result.front:
        rows = [(*map(number, solution.costs), solution.way.text) for solution in result.found]
        head = (*result.names, "first solution")
        return _table([head, *rows], len(result.names))
    solution = result.found[0]
    costs = zip(solution.costs, result.names, strict=True)
    cost_text = ", ".join(f"{name} {value:,}" for value, name in costs)
    return [solution.way.text, f"{cost_text}; {count(solution.count, 'such solution')}"]


def _table(rows: list[tuple[str, ...]], numbers: int) -> list[str]:
    """Format rows as lines. The last column is text, and the others are right-aligned numbers."""
    width = max(len(row[-1]) for row in rows)
    padded = [(*row[:numbers], row[-1].ljust(width)) for row in rows]
    return [line.rstrip() for line in columns(padded, left=0)]
