"""Record and text of ``check``: demands on a level, satisfied or broken."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from stategraph.readable import Record, count
from stategraph.tell.phrases import moves, moves_in_words
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.design import Verdict
    from stategraph.level_files import Level


# maximum number of elements that are listed on one line
MAX_ELEMENTS_PER_LINE = 3


def record(level: Level, verdicts: Sequence[Verdict]) -> Record:
    """Return the record of a level's demands. Its `holds` is false if any demand is broken."""
    answers = {verdict.holds for verdict in verdicts}
    holds = False if False in answers else None if None in answers else True
    values: Record = {
        "level": level.name,
        "holds": holds,
        "demands": [verdict_record(verdict) for verdict in verdicts],
    }
    return closed(values, ["holds"])


def verdict_record(verdict: Verdict) -> Record:
    """Return the record of one demand."""
    demand = verdict.demand
    limits: Any = demand.wanted
    if not isinstance(limits, (bool, tuple)):
        limits = {"at least": limits.least, "at most": limits.most}
    return {
        "demand": demand.name,
        "wanted": limits,
        **record_of(verdict, "found", "holds"),
        **record_of(demand, "file", "line"),
        "witness": [{"shows": fact, "moves": labels} for fact, labels in verdict.witness],
        **record_of(verdict, "at_least", "undecided", "unknown"),
    }


def words(level: Level, verdicts: Sequence[Verdict]) -> list[str]:
    """Return lines about each broken demand, or one line which says that all are satisfied."""
    if not verdicts:
        return [f"{level.name}: no demands"]
    if all(verdict.holds for verdict in verdicts):
        return [f"{level.name}: {count(len(verdicts), 'demand')} met"]
    return [line for verdict in verdicts if not verdict.holds for line in _broken(level, verdict)]


def _broken(level: Level, verdict: Verdict) -> list[str]:
    """Return a line about a broken demand, or several lines if it names many elements."""
    demand = verdict.demand
    elements = verdict.found or verdict.at_least or list(verdict.undecided)
    stands = f" ({demand.file}:{demand.line})" if demand.file else ""  # else a caller demands it
    place = f"demanded {demand.text}{stands}"
    head = f"{level.name}: {demand.name}"
    if not isinstance(elements, list) or len(elements) <= MAX_ELEMENTS_PER_LINE:
        witnesses = (f"; {fact}: {moves(labels)}" for fact, labels in verdict.witness)
        return [f"{head} {verdict.reason}, {place}{''.join(witnesses)}"]
    verb = "is unknown" if verdict.holds is None else "does not hold"
    lines = [f"{head} {verb} of {count(len(elements), 'element')}, {place}"]
    groups: dict[str, list[str]] = {}  # elements with the same witness share their lines
    for fact, labels in verdict.witness:
        groups.setdefault(moves_in_words(labels), []).append(fact.removeprefix("without "))
    for text, names in groups.items():
        lines += _wrapped(_by_kind(names))
        lines.append(f"    without any one of them: {text}")
    return lines if groups else [*lines, *_wrapped(_by_kind(elements))]


def _by_kind(names: Sequence[str]) -> str:
    """Join names of elements, and write the kind that several elements share only once.

    >>> _by_kind(["block 1:4", "block 2:6", "wall 1:7"])
    'block 1:4, 2:6; wall 1:7'
    """
    kinds: dict[str, list[str]] = {}
    for name in names:
        kind, _, place = name.partition(" ")
        kinds.setdefault(kind, []).append(place)
    return "; ".join(f"{kind} {', '.join(places)}" for kind, places in kinds.items())


def _wrapped(text: str) -> list[str]:
    return textwrap.wrap(text, 96, initial_indent="  ", subsequent_indent="    ")
