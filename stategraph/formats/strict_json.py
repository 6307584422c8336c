"""Strict JSON: invalid numbers and repeated keys are rejected, with their line.

Python's reader accepts ``NaN`` and ``Infinity``, and the last one of repeated keys.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from stategraph.errors import LevelError
from stategraph.readable import Record

# a text, or a token outside texts that matters here
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|-?Infinity|NaN|-?\d[-+.\deE]*')
_COLON = re.compile(r"\s*:")


class _Refused(Exception):
    """The error for rejected content whose position the reader does not know."""


def parse(text: str) -> Any:
    """Return the content of a JSON text; raise ``LevelError`` for invalid JSON.

    >>> parse('{"a": [1, 2.5, "b"]}')
    {'a': [1, 2.5, 'b']}
    >>> parse('{"a": 1,\\n "a": 2}')
    Traceback (most recent call last):
    stategraph.errors.LevelError: 2: key 'a' occurs twice
    """
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number
        )
    except json.JSONDecodeError as error:
        raise LevelError(f"is not JSON: {error.msg}, column {error.colno}", error.lineno) from None
    except _Refused:
        line, reason = next(_rejected_tokens(text))
        raise LevelError(reason, line) from None
    except (RecursionError, ValueError):
        raise LevelError(
            "is not JSON that can be read: nested too deeply, or a number too long"
        ) from None


def _object(pairs: list[tuple[str, object]]) -> Record:
    record = dict(pairs)
    if len(record) < len(pairs):
        raise _Refused
    return record


def _number(word: str) -> float:
    """Return the number that a word spells; the number is not an integer."""
    value = float(word)
    if not math.isfinite(value):  # also rejects 1e999
        raise _Refused
    return value


def _rejected_tokens(text: str) -> Iterator[tuple[int, str]]:
    """Yield the (line, reason) of all rejected tokens in a valid JSON text."""
    keys: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        word, reason = token[0], ""
        if word == "{":
            keys.append(set())
        elif word == "}":
            keys.pop()
        elif not word.startswith('"'):
            if not math.isfinite(float(word)):
                reason = f"{word[:40]} is not a JSON number"
        elif _COLON.match(text, token.end()):
            name = json.loads(word, strict=False)
            if name in keys[-1]:
                reason = f"key {name[:40]!r} occurs twice"
            keys[-1].add(name)
        if reason:
            yield text.count("\n", 0, token.start()) + 1, reason
