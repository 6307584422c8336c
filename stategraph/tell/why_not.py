"""Record and text of the answer to "why not this move?"."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell.phrases import moves_in_words
from stategraph.tell.records import closed, record_of
from stategraph.tell.story import parts_in_words

if TYPE_CHECKING:
    from stategraph.design import Fact, WhyNot


def record(consequences: WhyNot) -> Record:
    """Return the record of the consequences of moves."""
    values = record_of(consequences, *KEYS)
    if consequences.verdict not in ("best", "longer"):
        values["continuation"] = None
    if consequences.verdict != "unknown":
        return closed(values)
    return closed(values | dict.fromkeys(KEYS[1:]), KEYS[1:])


KEYS = ("moves", "verdict", "more", "continuation", "instead", "reasons")


def words(consequences: WhyNot) -> list[str]:
    """Return the consequences of moves as text."""
    why = f"why not {moves_in_words(consequences.moves)}:"
    better_text = f"better: {moves_in_words(consequences.instead)}"
    reasons = " and ".join(map(_reason, consequences.reasons))
    if consequences.verdict == "unknown":
        return [f"{why} unknown"]
    if consequences.verdict == "lost":
        return [f"{why} lost{f': {reasons}' if reasons else ''}", better_text]
    best_text = f"best continuation: {moves_in_words(consequences.continuation)}"
    if consequences.verdict == "best":
        return [f"{why} it is one of the best moves", best_text]
    because = f", because {reasons}" if reasons else ""
    return [f"{why} {count(consequences.more, 'more move')}{because}", best_text, better_text]


def _reason(fact: Fact) -> str:
    """Return a reason as text."""
    values = fact.values
    if fact.kind == "lost":
        return f"dead pattern {parts_in_words(values['parts'])}" if values["parts"] else ""
    if fact.kind == "not_needed":
        return "the best moves are the same without it"
    if fact.kind == "taken_back":
        return f"it is taken back after {count(values['after'], 'move')}"
    if fact.kind == "moves_more":
        return f"{values['piece']} moves {count(values['more'], 'more time')}"
    if fact.kind == "more_chapters":
        return f"pieces change {count(values['more'], 'more time')}"
    return "the walks are longer"
