"""Complaints about a question: which word does not fit, what would, and what may be meant.

::

    can rech goal
        ^ 'rech' does not fit there: expected ...; did you mean can reach or cannot reach?
"""

from __future__ import annotations

import re
from typing import Any

from stategraph.errors import QuestionError, did_you_mean

# What each kind of word looks like to whoever is told that it would fit.
SHOWN = {
    "NAME": "a word or variable", "NUMBER": "a number", "CELL": "a cell such as 3:4",
    "STRING": "a text in quotes", "COMPARISON": "=", "PATTERN": "a label such as L*",
    "WHO": "who makes the move", "ARROW": "->", "LPAR": "(", "RPAR": ")", "LSQB": "[",
    "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "COMMA": ",", "PLUS": "+", "MINUS": "-",
    "$END": "the end", "SOME_RUN": "E[", "EVERY_RUN": "A[", "UNTIL_U": "U", "COUNT": "count(",
    "AFTER": "after MOVES:", "HOW_MANY_STATES": "how many states:",
    "FEWEST_MOVES": "fewest moves to", "MOST_MOVES": "most moves before",
    "HOW_MANY_SHORTEST": "how many shortest solutions pass", "CAN_REACH": "can reach",
    "CANNOT_REACH": "cannot reach", "MUST_REACH": "must reach", "CAN_AVOID": "can avoid",
    "FOR_EVER": "for ever", "EVERY_SOLUTION": "every solution passes",
    "EVERY_SHORTEST": "every shortest solution passes",
    "SOME_SOLUTION": "some solution passes", "SOME_SHORTEST": "some shortest solution passes",
    "WITH_ONLY": "with only", "ON": "on", "HOW_MANY_OF": "some, all or no",
}  # fmt: skip

# The words that a question is written in, besides names.
PHRASES = sorted(
    {text for text in SHOWN.values() if re.fullmatch(r"[a-z ]{3,}:?", text) and " a " not in text}
    - {"the end", "who makes the move"}
    | {"without", "always", "never", "until", "before", "not", "and", "or", "in", "at", "move"}
    | {"by", "changes", "to", "from"}
)

# Where so many things would fit, they are told in these words.
A_STATE = "what a state is (goal, dead, NAME = VALUE, ...) or a question such as can reach"


def unexpected(text: str, error: Any) -> QuestionError:
    """Return the complaint about a word that does not fit: its column, and what would fit."""
    from lark.exceptions import UnexpectedCharacters

    column = min(error.pos_in_stream if error.pos_in_stream is not None else len(text), len(text))
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    if at_end:
        column = len(text.rstrip())
    fits = error.allowed if isinstance(error, UnexpectedCharacters) else error.accepts
    word = re.match(r"\w+|\S?", text[column:])
    what = "it ends" if at_end or not word or not word[0] else f"{word[0]!r} does not fit there"
    near = "" if at_end else _near(text, column)
    return QuestionError(f"{what}: expected {_in_words(fits or error.expected)}{near}").at(
        text, column + 1
    )


def _near(text: str, column: int) -> str:
    """Return the phrases that what is written here, or with the word before, may be meant for."""
    rest = re.findall(r"[\w:]+", text[column:])
    before = re.findall(r"\w+", text[:column])
    if not rest or rest[0] in PHRASES:
        return ""
    for first in (before[-1:], []):
        for length in (4, 3, 2, 1):
            if found := did_you_mean(" ".join([*first, *rest[:length]]), PHRASES):
                return found
    return ""


def _in_words(kinds: Any) -> str:
    """Return the kinds of words that would fit, in words."""
    kinds = set(kinds)
    if not kinds:  # words that fit, at a wrong place
        return "something else"
    if "CAN_REACH" in kinds:
        return A_STATE
    order = ["AND", "OR", "UNTIL", "BEFORE", *SHOWN]
    known = sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else 99, kind))
    *most, last = dict.fromkeys(SHOWN.get(kind, kind.lower()) for kind in known)
    return f"{', '.join(most)} or {last}" if most else last
