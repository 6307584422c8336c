"""Record and text of ``hardest``: the hardest start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis import shortest
from stategraph.design import alive_per_distance
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.design import Hardest
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# values that are unknown for a partial graph, since farther states may lie beyond
UNPROVEN = ["state", "node", "moves_to_win", "level", "passed_over", "states_per_distance"]


def record(level: Level, graph: ArrayGraph, found: Hardest | None) -> Record:
    """Return the record of the hardest start; without `found` it is unknown or impossible."""
    node = None if found is None else found.node
    made: Record = {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "state": None if node is None else repr(graph.state(node)),
        "node": node,
        "moves_to_win": None if found is None or node is None else found.moves_left,
        "level": None if found is None or found.stopped else found.text or None,
        "passed_over": [dict(vars(one)) for one in found.passed_over] if found else [],
        "states_per_distance": alive_per_distance(graph) if graph.complete else None,
    }
    if not graph.complete:
        return closed(made | dict.fromkeys(UNPROVEN), UNPROVEN)
    return closed(made, ["level"] if found is not None and found.stopped else ())


def lack(found: Hardest | None) -> str:
    """Return the reason for the lack of a hardest start."""
    return (
        "no state can win"
        if found is None
        else "the format of the family can express no state that can win"
    )


def words(graph: ArrayGraph, found: Hardest) -> list[str]:
    """Return the distance of the hardest start, and the skipped states."""
    counts = alive_per_distance(graph)
    lines = [f"{count(found.moves_left, 'move')} to win; the level itself takes {shortest(graph)}"]
    for one in found.passed_over:
        size, far = count(one.states, "state"), count(one.moves_left, "move")
        lines.append(f"skipped: {size}, up to {far} away: {one.reason}")
    farthest = count(len(counts) - 1, "move")
    return [*lines, f"states 0 to {farthest} from the goal: {sparkline(counts)}"]


def sparkline(counts: list[int]) -> str:
    """Return counts as bars, at most 60; the largest of several counts in a bar is shown.

    >>> sparkline([1, 8, 4])
    '▁█▄'
    """
    step = -(-len(counts) // 60)
    shown = [max(counts[k : k + step]) for k in range(0, len(counts), step)]
    most = max(shown, default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[(8 * value - 1) // most] if value else " " for value in shown)
