"""A replay: the record and the words of ``verify``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.laws.replay import Replay
    from stategraph.levels import Level


def record(level: Level, played: Replay, won: bool, shortest: int | None) -> dict[str, Any]:
    """Return the record of a replay; `shortest` is the length of a shortest solution, if known."""
    made = len(played.labels)
    return {
        "puzzle": puzzle_name(level),
        "wins": won,
        "moves": made,
        "broken_at": made + 1 if played.rest else None,
        "rest": played.rest,
        "legal": list(played.legal),
        "state": repr(played.states[-1]),
        "shortest": shortest,
        "longer_by": None if shortest is None else made - shortest,
        "unknown": ["shortest", "longer_by"] if won and shortest is None else [],
    }


def words(level: Level, played: Replay, found: dict[str, Any]) -> list[str]:
    """Return the record of a replay in words, with the state where it falls short."""
    made = found["moves"]
    if found["wins"]:
        longer = found["longer_by"]
        how_well = {None: "whether that is shortest is unknown", 0: "that is shortest"}
        judged = how_well.get(longer, f"{longer} more than the shortest")
        return [f"wins in {count(made, 'move')}: {judged}"]
    end = level.describe(played.states[-1])
    if not played.rest:
        return [f"falls short of the goal after {count(made, 'move')}", end]
    legal = f"legal there: {' '.join(played.legal) or 'nothing'}"
    if level.puzzle.is_goal(played.states[-1]):
        legal = "the goal is already reached"
    return [f"breaks at move {made + 1}, {played.rest!r}: {legal}", end]
