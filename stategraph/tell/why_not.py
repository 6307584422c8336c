"""Record and text of the answer to "why not this move?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.phrases import count, moves_in_words
from stategraph.tell.story import fact_record, parts_in_words

if TYPE_CHECKING:
    from stategraph.design import Fact, WhyNot


def record(found: WhyNot) -> Record:
    """Return the consequences of moves as a record."""
    known = found.verdict != "unknown"
    return {
        "moves": list(found.moves),
        "verdict": found.verdict if known else None,
        "more": found.more,
        "continuation": list(found.continuation) if found.verdict in ("best", "longer") else None,
        "instead": list(found.instead) if known else None,
        "reasons": [fact_record(fact) for fact in found.reasons] if known else None,
        "unknown": [] if known else ["verdict", "more", "continuation", "instead", "reasons"],
    }


def words(found: WhyNot) -> list[str]:
    """Return the consequences of moves as text."""
    why = f"why not {moves_in_words(found.moves)}:"
    instead = f"better: {moves_in_words(found.instead)}"
    reasons = " and ".join(map(_reason, found.reasons))
    if found.verdict == "unknown":
        return [f"{why} unknown"]
    if found.verdict == "lost":
        return [f"{why} lost{f': {reasons}' if reasons else ''}", instead]
    after = f"best continuation: {moves_in_words(found.continuation)}"
    if found.verdict == "best":
        return [f"{why} it is one of the best moves", after]
    because = f", because {reasons}" if reasons else ""
    return [f"{why} {count(found.more, 'more move')}{because}", after, instead]


def _reason(fact: Fact) -> str:
    """Return a reason as text."""
    values = fact.values
    if fact.kind == "lost":
        return f"dead pattern {parts_in_words(values['parts'])}" if values["parts"] else ""
    if fact.kind == "taken_back":
        return f"it is taken back after {count(values['after'], 'move')}"
    if fact.kind == "moves_more":
        return f"{values['piece']} moves {count(values['more'], 'more time')}"
    if fact.kind == "more_chapters":
        return f"pieces change {count(values['more'], 'more time')}"
    return "the walks are longer"
