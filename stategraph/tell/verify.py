"""A replay: the record and the words of ``verify``."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.analysis import shortest
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.units import length

if TYPE_CHECKING:
    from stategraph.analysis import Way
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replaying import Replay
    from stategraph.levels import Level


def record(level: Level, played: Replay, won: bool, fewest: int | None) -> dict[str, Any]:
    """Return the record of a replay; `fewest` is the length of a shortest solution, if known."""
    made = len(played.labels)
    return {
        "puzzle": puzzle_name(level),
        "wins": won,
        "moves": made,
        "broken_at": made + 1 if played.rest else None,
        "rest": played.rest,
        "legal": list(played.legal),
        "state": repr(played.states[-1]),
        "shortest": fewest,
        "longer_by": None if fewest is None else made - fewest,
        "unknown": ["shortest", "longer_by"] if won and fewest is None else [],
    }


def words(level: Level, played: Replay, found: dict[str, Any]) -> list[str]:
    """Return the record of a replay in words, with the state where it falls short."""
    made = found["moves"]
    if found["wins"]:
        longer = found["longer_by"]
        how_well = {None: "whether that is shortest is unknown", 0: "that is shortest"}
        judged = how_well.get(longer, f"{longer} more than the shortest")
        return [f"wins in {count(made, 'move')}: {judged}", *_units(found)]
    end = level.describe(played.states[-1])
    if not played.rest:
        return [f"falls short of the goal after {count(made, 'move')}", *_units(found), end]
    legal = f"legal there: {' '.join(played.legal) or 'nothing'}"
    if level.puzzle.is_goal(played.states[-1]):
        legal = "the goal is already reached"
    return [f"breaks at move {made + 1}, {played.rest!r}: {legal}", end]


def _units(found: dict[str, Any]) -> list[str]:
    """Return what a record tells of units, in words; nothing where it tells none."""
    if found.get("units") is None:
        return [f"by {found['by']}: unknown"] if "by" in found else []
    names, longer = found["units"], found["longer_by_units"]
    told = f"by {found['by']}: {length(found['by'], names, found['moves'])}"
    if found["fewest_units"] is not None:
        told += ", the fewest" if not longer else f", {longer:,} more than the fewest"
    return [f"{told}: {', '.join(names) or 'nothing to do'}"]


def in_units(graph: ArrayGraph, way: Way | None, won: bool) -> dict[str, Any]:
    """Return the units that a way makes which was seen, and how they compare with the fewest."""
    made = None if way is None else list(way.labels)
    fewest = shortest(graph) if won else None
    return {
        "by": graph.quotient.kind,
        "units": made,
        "fewest_units": fewest,
        "longer_by_units": None if fewest is None or made is None else len(made) - fewest,
    }


def with_units(found: dict[str, Any], units: dict[str, Any]) -> dict[str, Any]:
    """Return the record of a replay with that of its units."""
    names = ["units", *(("fewest_units", "longer_by_units") if found["wins"] else ())]
    unknown = [name for name in names if name in units and units[name] is None]
    return {**found, **units, "unknown": [*found["unknown"], *unknown]}
