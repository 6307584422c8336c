"""Source text of a family's own compiled moves, renamed so that no template uses the names."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator
from typing import Any

from stategraph.errors import CompileError
from stategraph.machine import language
from stategraph.machine.language import Record, Type
from stategraph.machine.source import source_of
from stategraph.rules.custom_moves import OwnMoves

PREFIX = "own_"

# the annotation of each type of array, and of numbers
_ANNOTATIONS: dict[Type, str] = {
    kind.__metadata__[0]: name
    for name, kind in vars(language).items()
    if hasattr(kind, "__metadata__")
} | {"int64": "int"}


def text_of(own: OwnMoves) -> str:
    """Return the source text of the constants and functions of compiled moves."""
    return _text_of((*own.helpers, own.function), tuple(own.known.items()))


@functools.lru_cache(maxsize=16)
def _text_of(parts: tuple[Any, ...], constants: tuple[tuple[str, int], ...]) -> str:
    names = [*(name for name, _ in constants), *(part.__name__ for part in parts)]
    numbers = [f"{name} = {value}" for name, value in constants]
    text = "\n".join([*numbers, *map(source_of, parts)])
    return re.sub(rf"(?<![.\w])({'|'.join(names)})\b", rf"{PREFIX}\1", text)


def call_of(own: OwnMoves, *arguments: str) -> str:
    """Return the source text of a call of compiled moves with these arguments."""
    return f"{PREFIX}{own.function.__name__}({', '.join(arguments)})"


def annotation_of(kind: Type) -> str:
    """Return the annotation of an argument in a generated module."""
    if isinstance(kind, Record):
        return PREFIX + kind.name
    if kind not in _ANNOTATIONS:
        raise CompileError(f"{kind} is not a type that is translated")
    return _ANNOTATIONS[kind]


def classes_of(kinds: Iterable[Type]) -> list[str]:
    """Return the lines that define the classes of records, with all types that they use."""
    names = ", ".join(sorted({*_ANNOTATIONS.values()} - {"int"}))
    classes = dict.fromkeys(text for kind in kinds for text in _class_of(kind))
    return [f"from stategraph.machine.language import {names}", *classes]


def _class_of(kind: Type) -> Iterator[str]:
    """Yield the definitions of a record's classes, inner ones first."""
    if isinstance(kind, Record):
        for inner in kind.kinds:
            yield from _class_of(inner)
        fields = (f"    {name}: {annotation_of(inner)}" for name, inner in kind.fields)
        yield "\n".join([f"class {annotation_of(kind)}(NamedTuple):", *fields])
