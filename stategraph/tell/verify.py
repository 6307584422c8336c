"""Record and text of ``verify``: a replay."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.analysis import shortest
from stategraph.analysis.lifting import quotient_of
from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.records import closed, extended, record_of
from stategraph.tell.units import length

if TYPE_CHECKING:
    from stategraph.analysis import GraphPath
    from stategraph.graph import ArrayGraph
    from stategraph.laws.typed_solutions import Replay
    from stategraph.level_files import Level


def record(level: Level, replay: Replay, won: bool, fewest: int | None) -> Record:
    """Return the record of a replay. `fewest` is the length of a shortest solution, or None."""
    moves = len(replay.labels)
    values: Record = {
        "puzzle": puzzle_name(level),
        "wins": won,
        "moves": moves,
        "broken_at": moves + 1 if replay.rest else None,
        **record_of(replay, "rest", "legal"),
        "state": repr(replay.states[-1]),
        "shortest": fewest,
        "longer_by": None if fewest is None else moves - fewest,
    }
    return closed(values, ("shortest", "longer_by") if won else ())


def words(level: Level, replay: Replay, record: Record) -> list[str]:
    """Return the record of a replay as text, with the last state if the replay does not win."""
    moves = record["moves"]
    if record["wins"]:
        longer = record["longer_by"]
        how_well = {None: "it is unknown whether that is shortest", 0: "a shortest solution"}
        judgement = how_well.get(longer, f"{longer} more than the shortest")
        return [f"wins in {count(moves, 'move')}: {judgement}", *_units(record)]
    end = level.describe(replay.states[-1])
    if not replay.rest:
        return [f"does not reach the goal in {count(moves, 'move')}", *_units(record), end]
    legal = f"legal there: {' '.join(replay.legal) or 'nothing'}"
    if level.puzzle.is_goal(replay.states[-1]):
        legal = "the goal is already reached"
    return [f"illegal at move {moves + 1}, {replay.rest!r}: {legal}", end]


def _units(record: Record) -> list[str]:
    """Return a line about the units of a replay, or [] if the record has no units."""
    if record.get("units") is None:
        return [f"by {record['by']}: unknown"] if "by" in record else []
    names, longer = record["units"], record["longer_by_units"]
    text = f"by {record['by']}: {length(record['by'], names, record['moves'])}"
    if record["fewest_units"] is not None:
        text += ", the fewest" if not longer else f", {longer:,} more than the fewest"
    return [f"{text}: {', '.join(names) or 'nothing to do'}"]


def in_units(graph: ArrayGraph, path: GraphPath | None, won: bool) -> Record:
    """Return the units of a path, and how many more they are than in a shortest solution."""
    units = None if path is None else list(path.labels)
    fewest = shortest(graph) if won else None
    return {
        "by": quotient_of(graph).kind,
        "units": units,
        "fewest_units": fewest,
        "longer_by_units": None if fewest is None or units is None else len(units) - fewest,
    }


def with_units(record: Record, units: Record) -> Record:
    """Add the record of the units to the record of a replay."""
    names = ("units", "fewest_units", "longer_by_units") if record["wins"] else ("units",)
    return extended(record, units, [name for name in names if name in units])
