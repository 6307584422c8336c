"""Source text of a family's own compiled moves, renamed so that no template uses the names."""

from __future__ import annotations

import functools
import re
from typing import Any

from stategraph.machine.source import source_of
from stategraph.rules.custom_moves import OwnMoves

PREFIX = "own_"


def text_of(own: OwnMoves) -> str:
    """Return the source text of the constants and functions of compiled moves."""
    return _text_of((*own.helpers, own.function), tuple(own.known.items()))


@functools.lru_cache(maxsize=16)
def _text_of(parts: tuple[Any, ...], constants: tuple[tuple[str, int], ...]) -> str:
    names = [*(name for name, _ in constants), *(part.__name__ for part in parts)]
    numbers = [f"{name} = {value}" for name, value in constants]
    text = "\n".join([*numbers, *map(source_of, parts)])
    return re.sub(rf"\b({'|'.join(names)})\b", rf"{PREFIX}\1", text)


def call_of(own: OwnMoves, *arguments: str) -> str:
    """Return the source text of a call of compiled moves with these arguments."""
    return f"{PREFIX}{own.function.__name__}({', '.join(arguments)})"
