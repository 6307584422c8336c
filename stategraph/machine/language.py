"""The vocabulary of compiled loops: types of arrays, records, and `prefetch`.

If a loop is compiled before its first call, each of its array arguments needs a type annotation. An
argument without an annotation is a whole number of 64 bits::

    def total(states: Int64Rows, chosen: Int32s, count):

A *record* is a ``NamedTuple`` of arrays, numbers and other records. Loops pass a record to each
other as one argument; in C, this is a pointer to a constant struct::

    class Board(NamedTuple):
        step: Int64s
        wins: Bools
        cells: int

    def reachable(board: Board, seen):
        step = board.step
        seen[step[0]] = board.cells

No field of a record can be assigned, but its arrays are writable. So a number that changes is
stored in an array of one item: ``now.queued[0] += 1``.
"""

from __future__ import annotations

import functools
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Any, get_type_hints


@dataclass(frozen=True)
class Array:
    """The type of an array in C order: the dtype of its items and its number of dimensions."""

    item: str
    dims: int = 1


@dataclass(frozen=True)
class Record:
    """The type of a record: its name, and the name and type of each field."""

    name: str
    fields: tuple[tuple[str, Type], ...]

    @functools.cached_property
    def names(self) -> tuple[str, ...]:
        """The names of the fields."""
        return tuple(name for name, _ in self.fields)

    @functools.cached_property
    def kinds(self) -> tuple[Type, ...]:
        """The types of the fields."""
        return tuple(kind for _, kind in self.fields)


# The type of an argument or a value: an array, a record, or the dtype of a number.
Type = Array | Record | str


def parts_of(kind: Type, path: str) -> Iterator[tuple[str, Type]]:
    """Yield the path and type of an argument, and of the fields of its records, outermost first.

    >>> list(parts_of(Record("Point", (("x", "int64"),)), "p"))
    [('p', Record(name='Point', fields=(('x', 'int64'),))), ('p.x', 'int64')]
    """
    yield path, kind
    if isinstance(kind, Record):
        for name, inner in kind.fields:
            yield from parts_of(inner, f"{path}.{name}")


def is_record(kind: object) -> bool:
    """Return whether a type annotation is a class of records."""
    return isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields")


def check_record(record: object, kind: type, path: str) -> None:
    """Raise ``TypeError`` if a record has another class, or a field contradicts its annotation."""
    if not isinstance(record, kind):
        raise TypeError(f"{path} is a {type(record).__name__}, not a {kind.__name__}")
    for field, hint in get_type_hints(kind, include_extras=True).items():
        value, name = getattr(record, field), f"{path}.{field}"
        if is_record(hint):
            check_record(value, hint, name)
        elif isinstance(expected := getattr(hint, "__metadata__", (None,))[0], Array):
            actual = Array(str(getattr(value, "dtype", "")), getattr(value, "ndim", 0))
            if actual.dims != expected.dims or expected.item not in ("", actual.item):
                raise TypeError(f"{name} is a {actual}, not a {expected}")


Bools = Annotated[Any, Array("bool")]
UInt8s = Annotated[Any, Array("uint8")]
UInt16s = Annotated[Any, Array("uint16")]
UInt32s = Annotated[Any, Array("uint32")]
Int32s = Annotated[Any, Array("int32")]
Int64s = Annotated[Any, Array("int64")]
Items = Annotated[Any, Array("")]  # of any dtype; only for kernels
Int32Rows = Annotated[Any, Array("int32", 2)]
Int64Rows = Annotated[Any, Array("int64", 2)]
Rows = Annotated[Any, Array("", 2)]  # of any dtype; only for kernels


def prefetch(array: object, index: int) -> None:
    """Start to fetch an item or a row of an array from memory, because it will soon be needed.

    Only machine code does this; plain Python does nothing. `index` may be outside of the array.
    """
