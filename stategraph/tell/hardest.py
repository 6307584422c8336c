"""Record and text of ``hardest``: the hardest start."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis import shortest
from stategraph.design import alive_per_distance
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.design import Hardest
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# the values that are unknown for a partial graph, as unseen states may be farther away
UNPROVEN = ["state", "node", "moves_to_win", "level", "passed_over", "states_per_distance"]


def record(level: Level, graph: ArrayGraph, hardest: Hardest | None) -> Record:
    """Return the record of the hardest start. Without `hardest`, its values are null."""
    node = None if hardest is None else hardest.node
    values: Record = {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "state": None if node is None else repr(graph.state(node)),
        "node": node,
        "moves_to_win": None if hardest is None or node is None else hardest.moves_left,
        "level": None if hardest is None or hardest.stopped else hardest.text or None,
        "passed_over": [record_of(group) for group in hardest.passed_over] if hardest else [],
        "states_per_distance": alive_per_distance(graph) if graph.complete else None,
    }
    if not graph.complete:
        return closed(values | dict.fromkeys(UNPROVEN), UNPROVEN)
    return closed(values, ["level"] if hardest is not None and hardest.stopped else ())


def lack(hardest: Hardest | None) -> str:
    """Return the reason if a level has no hardest start."""
    return (
        "no state can win"
        if hardest is None
        else "the format of the family can express no state that can win"
    )


def words(graph: ArrayGraph, hardest: Hardest) -> list[str]:
    """Return lines about the hardest start's distance, the skipped states, and all distances."""
    counts = alive_per_distance(graph)
    lines = [
        f"{count(hardest.moves_left, 'move')} to win; the level itself takes {shortest(graph)}"
    ]
    for group in hardest.passed_over:
        size, distance = count(group.states, "state"), count(group.moves_left, "move")
        lines.append(f"skipped: {size}, up to {distance} away: {group.reason}")
    farthest = count(len(counts) - 1, "move")
    return [*lines, f"states 0 to {farthest} from the goal: {sparkline(counts)}"]


def sparkline(counts: list[int]) -> str:
    """Draw counts as at most 60 bars. A bar for several counts shows the largest of them.

    >>> sparkline([1, 8, 4])
    '▁█▄'
    """
    step = -(-len(counts) // 60)
    heights = [max(counts[k : k + step]) for k in range(0, len(counts), step)]
    most = max(heights, default=0) or 1
    return "".join("▁▂▃▄▅▆▇█"[(8 * value - 1) // most] if value else " " for value in heights)
