"""Record and text of ``watch``: the main numbers of a saved level, and its changes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from stategraph.analysis import first_solution
from stategraph.analysis.proof import solvable
from stategraph.metrics import measure
from stategraph.readable import Record, count
from stategraph.tell import diff
from stategraph.tell.phrases import moves
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.design import Comparison
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

NUMBERS = ("states", "moves", "shortest", "dead_states", "trap_moves")

# the changes since the previous save: the previous level, and the comparison
Change = tuple["Level", "Comparison"]


def record(level: Level, graph: ArrayGraph, change: Change | None) -> Record:
    """Return the main numbers of a level, and the changes since the previous save, if any."""
    numbers = measure(graph, NUMBERS)
    values = {
        "level": level.name,
        "complete": graph.complete,
        "solvable": solvable(graph),
        **{name: numbers[name] for name in NUMBERS},
    }
    return {
        **closed(values, ["solvable", *numbers["unknown"]]),
        "diff": None if change is None else diff.record(change[0], level, change[1]),
    }


def words(graph: ArrayGraph, change: Change | None) -> Iterator[str]:
    """Yield the changes since the previous save, if any, then the main numbers of the level."""
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
