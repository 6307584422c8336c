"""More than one solution: the records and words of ``solve --classes``, ``--all``, ``--sample``."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.analysis.several import Classes, Several
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.analysis import SolutionClass, Way
    from stategraph.levels import Level

# How many pairs of moves that are free to change places are shown for a class.
SHOWN = 4


def record(level: Level, found: Several) -> dict[str, Any]:
    """Return the record of several solutions, or that there is none, or none is known."""
    made = {
        "puzzle": puzzle_name(level),
        "solvable": analysis.solvable(found.graph),
        "shortest": analysis.shortest(found.graph),
        "shortest_count": found.number,
        "order": found.order,
    }
    if not found.number:
        open_ = found.number is None
        unknown = [name for name, value in made.items() if value is None] if open_ else []
        return {**made, "unknown": [*unknown, *(["solutions"] if open_ else [])]}
    if isinstance(found, Classes):
        return {**made, **_record_of_classes(found)}
    chosen = {} if found.seed is None else {"seed": found.seed}
    return {**made, **chosen, "solutions": [_way_record(way) for way in found.ways]}


def _way_record(way: Way) -> dict[str, Any]:
    return {"solution": way.text, "moves": list(way.labels)}


def _record_of_classes(classes: Classes) -> dict[str, Any]:
    found = classes.found
    return {
        "unique": classes.number == 1,
        "unique_up_to_order": None if found is None else len(found) == 1,
        "solution_classes": None if found is None else len(found),
        "most": classes.most,
        "classes": [
            {**_way_record(each.first), "solutions": len(each), "free_orders": pairs}
            for each, pairs in zip(found or (), classes.free, strict=True)
        ],
        "unknown": ["unique_up_to_order", "solution_classes"] if found is None else [],
    }


def words(found: Several) -> Iterable[str]:
    """Return a line for each class, or for each solution, when it is found."""
    if not found.number:
        return ["UNKNOWN" if found.number is None else "NO-PATH"]
    if isinstance(found, Classes):
        return _words_of_classes(found)
    return (way.text for way in found.ways)


def _words_of_classes(classes: Classes) -> list[str]:
    """Return how many classes there are, and a line for each."""
    number = classes.number or 0
    length = count(analysis.shortest(classes.graph), "move")
    line = f"{count(number, 'shortest solution')} of {length}"
    if classes.found is None:
        return [f"{line}; more than {classes.most:,} classes of ways to one state (--most)"]
    lines = [f"{line}: {_verdict(number, len(classes.found))}"]
    for k, (each, pairs) in enumerate(zip(classes.found, classes.free, strict=True), 1):
        lines.append(f"{k}. {each.first.text}{_rest(each, pairs)}")
    return lines


def _verdict(solutions: int, classes: int) -> str:
    if solutions == 1:
        return "unique"
    if classes == 1:
        return "unique but for the order of moves"
    return f"{classes:,} are truly different"


def _rest(each: SolutionClass, pairs: list[tuple[int, int]]) -> str:
    """Return how many more a class holds, and which orders are free."""
    if not pairs:
        return ""
    labels = each.first.labels
    nearest = sorted(pairs, key=lambda pair: (pair[1] - pair[0], pair))[:SHOWN]
    shown = ", ".join(
        f"{labels[i]} ({i + 1}) and {labels[j]} ({j + 1})" for i, j in sorted(nearest)
    )
    more = f" and {len(pairs) - SHOWN:,} more" if len(pairs) > SHOWN else ""
    return f" and {len(each) - 1:,} more; in either order: {shown}{more}"
