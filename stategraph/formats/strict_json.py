"""JSON that refuses what JSON does not know, or what reads in two ways, with its line.

Python's reader takes ``NaN`` and ``Infinity``, and of a key that is there twice the last one.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator
from typing import Any

from stategraph.errors import LevelError

# A text, or what may stand outside of texts and counts here.
_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}]|-?Infinity|NaN|-?\d[-+.\deE]*')
_COLON = re.compile(r"\s*:")


class _Refused(Exception):
    """Something is refused; where it stands is not known to the reader."""


def parse(text: str) -> Any:
    """Return what a JSON text holds; ``LevelError`` where it is none.

    >>> parse('{"a": [1, 2.5, "b"]}')
    {'a': [1, 2.5, 'b']}
    >>> parse('{"a": 1,\\n "a": 2}')
    Traceback (most recent call last):
    stategraph.errors.LevelError: 2: key 'a' is there twice
    """
    try:
        return json.loads(
            text, object_pairs_hook=_object, parse_constant=_number, parse_float=_number
        )
    except json.JSONDecodeError as error:
        raise LevelError(f"is not JSON: {error.msg}, column {error.colno}", error.lineno) from None
    except _Refused:
        line, reason = next(_odd(text))
        raise LevelError(reason, line) from None
    except (RecursionError, ValueError):
        raise LevelError(
            "is not JSON that can be read: nested too deeply, or a number too long"
        ) from None


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise _Refused
    return found


def _number(word: str) -> float:
    """Return the number that a word spells, which is no integer."""
    value = float(word)
    if not math.isfinite(value):  # 1e999 is none either
        raise _Refused
    return value


def _odd(text: str) -> Iterator[tuple[int, str]]:
    """Yield the (line, complaint) of all that is refused in a text that is JSON so far."""
    keys: list[set[str]] = []
    for token in _TOKEN.finditer(text):
        word, reason = token[0], ""
        if word == "{":
            keys.append(set())
        elif word == "}":
            keys.pop()
        elif not word.startswith('"'):
            if not math.isfinite(float(word)):
                reason = f"{word[:40]} is no number that JSON knows"
        elif _COLON.match(text, token.end()):
            name = json.loads(word, strict=False)
            if name in keys[-1]:
                reason = f"key {name[:40]!r} is there twice"
            keys[-1].add(name)
        if reason:
            yield text.count("\n", 0, token.start()) + 1, reason
