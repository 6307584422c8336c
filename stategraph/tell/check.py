"""Demands on a level, met or broken: the record and the words of ``check``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.tell.phrases import count, moves

if TYPE_CHECKING:
    from stategraph.design import Verdict
    from stategraph.levels import Level


def record(level: Level, found: Sequence[Verdict]) -> dict[str, Any]:
    """Return the record of a level's demands; `holds` is false when one of them is broken."""
    answers = {verdict.holds for verdict in found}
    return {
        "level": level.name,
        "holds": False if False in answers else None if None in answers else True,
        "demands": [_verdict_record(verdict) for verdict in found],
    }


def _verdict_record(verdict: Verdict) -> dict[str, Any]:
    demand = verdict.demand
    wanted: Any = demand.wanted
    if not isinstance(wanted, (bool, tuple)):
        wanted = {"at least": wanted.least, "at most": wanted.most}
    return {
        "demand": demand.name,
        "wanted": wanted,
        "found": verdict.found,
        "holds": verdict.holds,
        "file": demand.file,
        "line": demand.line,
        "witness": [{"shows": what, "moves": labels} for what, labels in verdict.witness],
    }


def words(level: Level, found: Sequence[Verdict]) -> list[str]:
    """Return a line for each demand that is not met, or one that says that all are."""
    if not found:
        return [f"{level.name}: nothing is demanded"]
    if all(verdict.holds for verdict in found):
        return [f"{level.name}: {count(len(found), 'demand')} met"]
    return [_broken(level, verdict) for verdict in found if not verdict.holds]


def _broken(level: Level, verdict: Verdict) -> str:
    demand = verdict.demand
    shown = (f"; {what}: {moves(labels)}" for what, labels in verdict.witness)
    line = f"{level.name}: {demand.name} {verdict.reason}, demanded {demand.text}"
    return f"{line} ({demand.file}:{demand.line}){''.join(shown)}"
