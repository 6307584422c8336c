"""Phrases that several answers use: numbers with nouns, moves, states, and table cells."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from stategraph.level_files import Level
    from stategraph.variables import State

# maximum length of a move sequence in characters; a longer one is cut
MAX_MOVE_LETTERS = 60

# Maximum number of names that a sentence lists; a single further name is listed, too.
MAX_LISTED_NAMES = 3


def number(value: object) -> str:
    """Return a number with thousands separators, or anything else as text."""
    return f"{value:,}" if isinstance(value, int) else str(value)


def cell(value: object) -> str:
    """Format a value as a table cell: a number with thousands separators, and None as a dash.

    >>> cell(1234567), cell(None), cell(True), cell("A")
    ('1,234,567', '-', 'true', 'A')
    """
    if value is None:
        return "-"
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, bool):
        return str(value).lower()
    return f"{value:,}" if isinstance(value, int) else str(value)


def moves(labels: Sequence[str]) -> str:
    """Return moves as text that can be replayed."""
    return " ".join(labels) or "no move"


def moves_in_words(labels: Sequence[str]) -> str:
    """Return moves as text. A long text is cut in the middle and states the number of moves."""
    text = (", " if any(" " in label for label in labels) else " ").join(labels)
    if len(text) <= MAX_MOVE_LETTERS:
        return text or "nothing"
    return (
        f"{text[: MAX_MOVE_LETTERS // 2]} … {text[-MAX_MOVE_LETTERS // 4 :]} ({len(labels)} moves)"
    )


def names_in_words(names: Sequence[str]) -> str:
    """Join the first names by commas, and state the number of the others.

    >>> names_in_words(["A", "B", "C"]), names_in_words(["A", "B", "C", "D", "E"])
    ('A, B and C', 'A, B, C and 2 more')
    """
    if len(names) > MAX_LISTED_NAMES + 1:
        listed, omitted = names[:MAX_LISTED_NAMES], len(names) - MAX_LISTED_NAMES
        return f"{', '.join(listed)} and {omitted} more"
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)


def after(labels: Sequence[str]) -> str:
    """Return the phrase "after these moves", or "at the start".

    >>> after(["R3", "L5"]), after([])
    ('after R3 L5', 'at the start')
    """
    return f"after {moves_in_words(labels)}" if labels else "at the start"


_KIND = r"(?:(?:dead|forced|only|trap) )?"
_THING = r"(?:bit|component|dead-end cycle|decision|gate|layer|move|state|step)"


def singular(text: str) -> str:
    """Replace plural nouns after the number 1 in a text by the singular.

    >>> singular("1 moves; 11 moves, 0.1 bits; 1 of 1 dead states")
    '1 move; 11 moves, 0.1 bits; 1 of 1 dead state'
    """
    return re.sub(rf"(?<![\w.,])1 ({_KIND}{_THING})s\b", r"1 \1", text)


def first_of(shown: int, total: int) -> str:
    """Return a phrase such as "(3 of 20)", or "" if all items are shown."""
    return f" ({shown} of {total:,})" if shown < total else ""


def state_in_words(level: Level, state: State) -> str:
    """Return the family's text for a state if it fits on a line, or else the state's variables."""
    text = level.describe(state)
    return repr(state) if "\n" in text else text


def columns(rows: Sequence[Sequence[str]], left: int = 1) -> list[str]:
    """Format rows of cells as lines. Each column is as wide as its widest cell.

    The first `left` columns are left-aligned, and the others right-aligned.

    >>> columns([("level", "states"), ("a", "12")])
    ['level  states', 'a          12']
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        "  ".join(
            cell.ljust(width) if k < left else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(row, widths, strict=True))
        ).rstrip()
        for row in rows
    ]
