"""Record and text of ``ask``: the answer to a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import count, moves_in_words

if TYPE_CHECKING:
    from stategraph.ask import Answer
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# the unit of each kind of number
NOUNS = {
    "how many states": "state",
    "fewest moves": "move",
    "most moves": "move",
    "how many shortest": "shortest solution",
}


def record(level: Level, graph: ArrayGraph, found: Answer) -> Record:
    """Return the record of an answer."""
    made = {
        "puzzle": puzzle_name(level),
        "question": found.question,
        "answer": found.answer,
        "holds_in": found.holds_in,
        "of": found.of,
        "witness": None if found.witness is None else list(found.witness),
        "loop": None if found.loop is None else list(found.loop),
        "value": found.value,
        "complete": graph.complete,
    }
    return {**made, "unknown": _unknown(found)}


def _unknown(found: Answer) -> list[str]:
    """Return the names of values that are null because they are not proven."""
    names = ["answer", "witness", "loop"] if found.answer is None else []
    if found.number:
        lost = found.value is None and found.answer is not False and found.loop is None
        unproven = lost and not found.endless
        return [*names, "value"] if unproven else names
    return names if found.holds_in is not None else [*names[:1], "holds_in", *names[1:]]


def verdict(found: Answer) -> bool | None:
    """Return the answer for the exit code: True, False, or None if the result is unknown."""
    return None if "value" in _unknown(found) else found.answer


def words(found: Answer) -> list[str]:
    """Return an answer as text."""
    return _number(found) if found.number else _truth(found)


def _truth(found: Answer) -> list[str]:
    lines = [{True: "yes", False: "no", None: "unknown"}[found.answer]]
    if found.holds_in is not None:
        lines.append(f"holds in: {found.holds_in:,} of {count(found.of, 'state')}")
    return lines + _shown(found, "for example" if found.answer else "counterexample")


def _number(found: Answer) -> list[str]:
    noun = NOUNS[found.number]
    if found.value is not None:
        return [count(found.value, noun), *_shown(found, "moves")]
    if found.at_least is not None:
        return [f"unknown; at least {count(found.at_least, noun)}"]
    if found.endless:
        return ["no limit, although every run arrives"]
    if found.answer is False and found.number == "most moves":
        return ["no limit: it can be avoided", *_shown(found, "for example")]
    if found.answer is False:
        return ["none: it cannot be reached"]
    return ["unknown", *_shown(found, "at most so many")]


def _shown(found: Answer, head: str) -> list[str]:
    """Return the moves that show an answer."""
    if found.witness is None:
        return []
    stem = moves_in_words(found.witness) if found.witness else ""
    if found.loop is None:
        return [f"{head}: {stem or 'no move is needed'}"]
    then = f"{stem}, then " if stem else ""
    return [f"{head}: {then}repeat forever: {moves_in_words(found.loop)}"]
