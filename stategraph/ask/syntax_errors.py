"""Syntax errors of questions: unexpected words with suggestions, and ambiguous sentences.

::

    can rech goal
        ^ 'rech' does not fit there: expected ...; did you mean can reach or cannot reach?
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from stategraph.errors import QuestionError, did_you_mean

# how messages describe each kind of token
TOKEN_NAMES = {
    "NAME": "a word or variable", "NUMBER": "a number", "CELL": "a cell such as 3:4",
    "STRING": "a text in quotes", "COMPARISON": "=", "PATTERN": "a label such as L*",
    "WHO": "who makes the move", "ARROW": "->", "LPAR": "(", "RPAR": ")", "LSQB": "[",
    "RSQB": "]", "LBRACE": "{", "RBRACE": "}", "COMMA": ",", "PLUS": "+", "MINUS": "-",
    "$END": "the end", "SOME_RUN": "E[", "EVERY_RUN": "A[", "UNTIL_U": "U", "COUNT": "count(",
    "AFTER": "after MOVES:", "HOW_MANY_STATES": "how many states:",
    "FEWEST_MOVES": "fewest moves to", "MOST_MOVES": "most moves before",
    "HOW_MANY_SHORTEST": "how many shortest solutions pass", "CAN_REACH": "can reach",
    "CANNOT_REACH": "cannot reach", "MUST_REACH": "must reach", "CAN_AVOID": "can avoid",
    "FOR_EVER": "forever", "EVERY_SOLUTION": "every solution passes",
    "EVERY_SHORTEST": "every shortest solution passes",
    "SOME_SOLUTION": "some solution passes", "SOME_SHORTEST": "some shortest solution passes",
    "WITH_ONLY": "with only", "ON": "on", "HOW_MANY_OF": "some, all or no",
}  # fmt: skip

# the fixed words of the language
PHRASES = sorted(
    {
        text
        for text in TOKEN_NAMES.values()
        if re.fullmatch(r"[a-z ]{3,}:?", text) and " a " not in text
    }
    - {"the end", "who makes the move"}
    | {"without", "always", "never", "until", "before", "not", "and", "or", "in", "at", "move"}
    | {"by", "changes", "to", "from"}
)

# description of the expected text if any expression about a state is allowed
A_STATE = "a property of a state (goal, dead, NAME = VALUE, ...) or a question such as can reach"


def unexpected(text: str, error: Any) -> QuestionError:
    """Return the error about an unexpected word: its column, and the expected words."""
    from lark.exceptions import UnexpectedCharacters

    column = min(error.pos_in_stream if error.pos_in_stream is not None else len(text), len(text))
    token = getattr(error, "token", None)
    at_end = token is not None and token.type == "$END"
    if at_end:
        column = len(text.rstrip())
    fits = error.allowed if isinstance(error, UnexpectedCharacters) else error.accepts
    word = re.match(r"\w+|\S?", text[column:])
    problem = "it ends" if at_end or not word or not word[0] else f"{word[0]!r} does not fit there"
    near = "" if at_end else _near(text, column)
    return QuestionError(f"{problem}: expected {_in_words(fits or error.expected)}{near}").at(
        text, column + 1
    )


def ambiguous(operator: str, word: str, column: int) -> QuestionError:
    """Return the error about a word that may belong to the part of an operator, or follow it."""
    return QuestionError(
        f"this is ambiguous; write ({operator} ...) {word} ..., or {operator} (... {word} ...)"
    ).at("", column)


def _near(text: str, column: int) -> str:
    """Return suggestions for the text at a column, alone or with the word before it."""
    words = re.findall(r"[\w:]+", text[column:])
    before = re.findall(r"\w+", text[:column])
    if before and words[:1] == ["on"]:
        name = before[-1]
        return f"; did you mean all {name} on, some {name} on, or {name} at?"
    if not words or words[0] in PHRASES:
        return ""
    for first in (before[-1:], []):
        for length in (4, 3, 2, 1):
            if suggestion := did_you_mean(" ".join([*first, *words[:length]]), PHRASES):
                return suggestion
    return ""


def _in_words(kinds: Iterable[str]) -> str:
    """Return the expected kinds of tokens as text."""
    kinds = set(kinds)
    if not kinds:  # the word is valid elsewhere, but not at this position
        return "something else"
    if "CAN_REACH" in kinds:
        return A_STATE
    order = ["AND", "OR", "UNTIL", "BEFORE", *TOKEN_NAMES]
    ordered = sorted(kinds, key=lambda kind: (order.index(kind) if kind in order else 99, kind))
    *most, last = dict.fromkeys(TOKEN_NAMES.get(kind, kind.lower()) for kind in ordered)
    return f"{', '.join(most)} or {last}" if most else last
