"""Records and text of ``solve --classes``, ``--all``, ``--sample``: several solutions."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis.several_solutions import Classes, SolutionList
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath, SolutionClass
    from stategraph.level_files import Level

# maximum number of independent pairs of moves shown per class
MAX_INDEPENDENT_PAIRS = 4


def record(level: Level, found: SolutionList) -> Record:
    """Return the record of several solutions, or of their absence."""
    made = {
        "puzzle": puzzle_name(level),
        "solvable": analysis.solvable(found.graph),
        "shortest": analysis.shortest(found.graph),
        "shortest_count": found.number,
        "order": found.order,
    }
    if not found.number:
        return closed(made, [*made, "solutions"] if found.number is None else ())
    if isinstance(found, Classes):
        return {**made, **_record_of_classes(found)}
    chosen = {} if found.seed is None else {"seed": found.seed}
    return {**made, **chosen, "solutions": [_way_record(way) for way in found.ways]}


def _way_record(way: GraphPath) -> Record:
    return {"solution": way.text, "moves": list(way.labels)}


def _record_of_classes(classes: Classes) -> Record:
    found = classes.found
    made: Record = {
        "unique": classes.number == 1,
        "unique_up_to_order": None if found is None else len(found) == 1,
        "solution_classes": None if found is None else len(found),
        "most": classes.most,
        "classes": [
            {**_way_record(each.first), "solutions": len(each), "free_orders": pairs}
            for each, pairs in zip(found or (), classes.free, strict=True)
        ],
    }
    return closed(made, ("unique_up_to_order", "solution_classes"))


def words(found: SolutionList) -> Iterable[str]:
    """Return a line for each class, or an iterator of solutions."""
    if not found.number:
        return ["UNKNOWN" if found.number is None else "NO-PATH"]
    if isinstance(found, Classes):
        return _words_of_classes(found)
    return (way.text for way in found.ways)


def _words_of_classes(classes: Classes) -> list[str]:
    """Return the number of classes, and a line for each."""
    number = classes.number or 0
    length = count(analysis.shortest(classes.graph), "move")
    line = f"{count(number, 'shortest solution')} of {length}"
    if classes.found is None:
        return [f"{line}; more than {classes.most:,} classes of paths to one state (--most)"]
    lines = [f"{line}: {_verdict(number, len(classes.found))}"]
    for k, (each, pairs) in enumerate(zip(classes.found, classes.free, strict=True), 1):
        lines.append(f"{k}. {each.first.text}{_rest(each, pairs)}")
    return lines


def _verdict(solutions: int, classes: int) -> str:
    if solutions == 1:
        return "unique"
    if classes == 1:
        return "unique up to the order of moves"
    return f"{classes:,} classes up to the order of moves"


def _rest(each: SolutionClass, pairs: list[tuple[int, int]]) -> str:
    """Return the number of further solutions of a class, and its independent pairs of moves."""
    if not pairs:
        return ""
    labels = each.first.labels
    nearest = sorted(pairs, key=lambda pair: (pair[1] - pair[0], pair))[:MAX_INDEPENDENT_PAIRS]
    shown = ", ".join(
        f"{labels[i]} ({i + 1}) and {labels[j]} ({j + 1})" for i, j in sorted(nearest)
    )
    more = (
        f" and {len(pairs) - MAX_INDEPENDENT_PAIRS:,} more"
        if len(pairs) > MAX_INDEPENDENT_PAIRS
        else ""
    )
    return f" and {len(each) - 1:,} more; in either order: {shown}{more}"
