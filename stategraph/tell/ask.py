"""Record and text of ``ask``: the answer to a question."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name
from stategraph.tell.phrases import moves_in_words
from stategraph.tell.records import closed, record_of

if TYPE_CHECKING:
    from stategraph.ask import Answer
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# the noun that is counted, for each kind of question about a number
NOUNS = {
    "how many states": "state",
    "fewest moves": "move",
    "most moves": "move",
    "how many shortest": "shortest solution",
}


def record(level: Level, graph: ArrayGraph, answer: Answer) -> Record:
    """Return the record of an answer."""
    values = {
        "puzzle": puzzle_name(level),
        **record_of(answer, "question", "answer", "holds_in", "of", "witness", "loop", "value"),
        "complete": graph.complete,
    }
    return closed(values, _unknown(answer))


def _unknown(answer: Answer) -> list[str]:
    """Return the names of values that are null because they are not proven."""
    names = ["answer", "witness", "loop"] if answer.answer is None else []
    if answer.number:
        missing = answer.value is None and answer.answer is not False and answer.loop is None
        unproven = missing and not answer.endless
        return [*names, "value"] if unproven else names
    return names if answer.holds_in is not None else [*names[:1], "holds_in", *names[1:]]


def verdict(answer: Answer) -> bool | None:
    """Return the truth value that selects the exit code, or None if the result is unknown."""
    return None if "value" in _unknown(answer) else answer.answer


def words(answer: Answer) -> list[str]:
    """Return an answer as text."""
    return _number(answer) if answer.number else _truth(answer)


def _truth(answer: Answer) -> list[str]:
    lines = [{True: "yes", False: "no", None: "unknown"}[answer.answer]]
    if answer.holds_in is not None:
        lines.append(f"holds in: {answer.holds_in:,} of {count(answer.of, 'state')}")
    return lines + _witness_lines(answer, "for example" if answer.answer else "counterexample")


def _number(answer: Answer) -> list[str]:
    noun = NOUNS[answer.number]
    if answer.value is not None:
        return [count(answer.value, noun), *_witness_lines(answer, "moves")]
    if answer.at_least is not None:
        return [f"unknown; at least {count(answer.at_least, noun)}"]
    if answer.endless:
        return ["no limit, although every run arrives"]
    if answer.answer is False and answer.number == "most moves":
        return ["no limit: it can be avoided", *_witness_lines(answer, "for example")]
    if answer.answer is False:
        return ["none: it cannot be reached"]
    return ["unknown", *_witness_lines(answer, "at most so many")]


def _witness_lines(answer: Answer, head: str) -> list[str]:
    """Return a line with the moves that show an answer, or no line without such moves."""
    if answer.witness is None:
        return []
    stem = moves_in_words(answer.witness) if answer.witness else ""
    if answer.loop is None:
        return [f"{head}: {stem or 'no move is needed'}"]
    stem_text = f"{stem}, then " if stem else ""
    return [f"{head}: {stem_text}repeat forever: {moves_in_words(answer.loop)}"]
