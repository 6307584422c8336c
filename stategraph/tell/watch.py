"""How a level stands that was saved, and what changed: the record and the words of ``watch``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from stategraph.analysis import first_solution
from stategraph.analysis.proof import solvable
from stategraph.metrics import measure
from stategraph.tell import diff
from stategraph.tell.phrases import count, moves

if TYPE_CHECKING:
    from stategraph.design import Comparison
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

NUMBERS = ("states", "moves", "shortest", "dead_states", "trap_moves")

# What changed since the save before: the level then, and the comparison.
Change = tuple["Level", "Comparison"]


def record(level: Level, graph: ArrayGraph, change: Change | None) -> dict[str, Any]:
    """Return the main numbers of a level, and what changed since the save before, if any."""
    numbers = measure(graph, NUMBERS)
    return {
        "level": level.name,
        "complete": graph.complete,
        "solvable": solvable(graph),
        **{name: numbers[name] for name in NUMBERS},
        "unknown": [*([] if solvable(graph) is not None else ["solvable"]), *numbers["unknown"]],
        "diff": None if change is None else diff.record(change[0], level, change[1]),
    }


def words(graph: ArrayGraph, change: Change | None) -> Iterator[str]:
    """Yield what changed since the save before, if any, and then how the level stands."""
    if change is not None:
        yield from diff.changes(*change)
    numbers = measure(graph, NUMBERS)
    if numbers["shortest"] is not None:
        yield f"{count(numbers['shortest'], 'move')} to win: {moves(first_solution(graph).labels)}"
    else:
        yield "no solution" if solvable(graph) is False else "unknown whether it can be won"
    dead, traps = numbers["dead_states"], numbers["trap_moves"]
    yield ", ".join(
        [
            count(numbers["states"], "state"),
            "dead ends unknown" if dead is None else f"{dead:,} of them dead",
            "trap moves unknown" if traps is None else count(traps, "trap move"),
        ]
    )
