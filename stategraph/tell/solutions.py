"""More than one solution: the records and words of ``solve --classes``, ``--all``, ``--sample``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from stategraph import analysis
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.analysis import SolutionClass, Way
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

# How many pairs of moves that are free to change places are shown for a class.
SHOWN = 4


def record(level: Level, graph: ArrayGraph, order: str, number: int | None) -> dict[str, Any]:
    """Return what every record of several solutions begins with; `number` is how many there are."""
    return {
        "puzzle": puzzle_name(level),
        "solvable": analysis.solvable(graph),
        "shortest": analysis.shortest(graph),
        "shortest_count": number,
        "order": order,
    }


def record_of_none(head: dict[str, Any]) -> dict[str, Any]:
    """Return the record where there is no solution, or none is known."""
    return {**head, "unknown": ["solutions"] if head["shortest_count"] is None else []}


def record_of_ways(
    head: dict[str, Any], ways: Iterable[Way], seed: int | None = None
) -> dict[str, Any]:
    """Return the record of some solutions; `seed` is that of their choice, where there is one."""
    chosen = {} if seed is None else {"seed": seed}
    return {**head, **chosen, "solutions": [_way_record(way) for way in ways]}


def words(ways: Iterable[Way]) -> Iterator[str]:
    """Yield a line for each solution, when it is found."""
    return (way.text for way in ways)


def _way_record(way: Way) -> dict[str, Any]:
    return {"solution": way.text, "moves": list(way.labels)}


@dataclass(frozen=True)
class Classes:
    """The classes of shortest solutions.

    Attributes
    ----------
    found : list of SolutionClass or None
        None where there were more than `most` of ways to one state
    free : list of list of (int, int)
        of each class, the pairs of moves that are free to change places
    most : int
    """

    found: list[SolutionClass] | None
    free: list[list[tuple[int, int]]]
    most: int


def record_of_classes(head: dict[str, Any], classes: Classes) -> dict[str, Any]:
    """Return the record of the classes."""
    found = classes.found
    return {
        **head,
        "unique": head["shortest_count"] == 1,
        "unique_up_to_order": None if found is None else len(found) == 1,
        "solution_classes": None if found is None else len(found),
        "most": classes.most,
        "classes": [
            {**_way_record(each.first), "solutions": len(each), "free_orders": pairs}
            for each, pairs in zip(found or (), classes.free, strict=True)
        ],
        "unknown": ["unique_up_to_order", "solution_classes"] if found is None else [],
    }


def words_of_classes(head: dict[str, Any], classes: Classes) -> list[str]:
    """Return how many classes there are, and a line for each."""
    number = head["shortest_count"]
    line = f"{count(number, 'shortest solution')} of {count(head['shortest'], 'move')}"
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
