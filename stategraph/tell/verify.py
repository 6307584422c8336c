"""Record and text of ``verify``: a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis import shortest
from stategraph.analysis.lifting import quotient_of
from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count
from stategraph.tell.records import closed
from stategraph.tell.units import length

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.laws.replaying import Replay
    from stategraph.level_files import Level


def record(level: Level, played: Replay, won: bool, fewest: int | None) -> Record:
    """Return the record of a replay; `fewest` is the length of a shortest solution, if known."""
    made = len(played.labels)
    values: Record = {
        "puzzle": puzzle_name(level),
        "wins": won,
        "moves": made,
        "broken_at": made + 1 if played.rest else None,
        "rest": played.rest,
        "legal": list(played.legal),
        "state": repr(played.states[-1]),
        "shortest": fewest,
        "longer_by": None if fewest is None else made - fewest,
    }
    return closed(values, ("shortest", "longer_by") if won else ())


def words(level: Level, played: Replay, found: Record) -> list[str]:
    """Return the record of a replay as text, with the last state if it does not win."""
    made = found["moves"]
    if found["wins"]:
        longer = found["longer_by"]
        how_well = {None: "it is unknown whether that is shortest", 0: "a shortest solution"}
        judged = how_well.get(longer, f"{longer} more than the shortest")
        return [f"wins in {count(made, 'move')}: {judged}", *_units(found)]
    end = level.describe(played.states[-1])
    if not played.rest:
        return [f"does not reach the goal in {count(made, 'move')}", *_units(found), end]
    legal = f"legal there: {' '.join(played.legal) or 'nothing'}"
    if level.puzzle.is_goal(played.states[-1]):
        legal = "the goal is already reached"
    return [f"illegal at move {made + 1}, {played.rest!r}: {legal}", end]


def _units(found: Record) -> list[str]:
    """Return the units of a record as text; [] without units."""
    if found.get("units") is None:
        return [f"by {found['by']}: unknown"] if "by" in found else []
    names, longer = found["units"], found["longer_by_units"]
    text = f"by {found['by']}: {length(found['by'], names, found['moves'])}"
    if found["fewest_units"] is not None:
        text += ", the fewest" if not longer else f", {longer:,} more than the fewest"
    return [f"{text}: {', '.join(names) or 'nothing to do'}"]


def in_units(graph: ArrayGraph, way: GraphPath | None, won: bool) -> Record:
    """Return the units of a path, and their excess over the fewest."""
    made = None if way is None else list(way.labels)
    fewest = shortest(graph) if won else None
    return {
        "by": quotient_of(graph).kind,
        "units": made,
        "fewest_units": fewest,
        "longer_by_units": None if fewest is None or made is None else len(made) - fewest,
    }


def with_units(found: Record, units: Record) -> Record:
    """Return the record of a replay with that of its units."""
    names = ["units", *(("fewest_units", "longer_by_units") if found["wins"] else ())]
    unknown = [name for name in names if name in units and units[name] is None]
    return {**found, **units, "unknown": [*found["unknown"], *unknown]}
