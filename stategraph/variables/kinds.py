"""The kinds of variables: `One`, `Set` and `Tuple`."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    import numpy as np

WORD = 64

_DIGITS = re.compile(r"[0-9]{1,9}")


class HasCells(Protocol):
    """The part of a board's interface that a variable needs: the cells and their positions."""

    size: int

    def cell(self, row: int, column: int) -> int:
        """Return the cell at a position; raise ``ValueError`` if it is outside the board."""

    def place(self, cell: int) -> tuple[int, int]:
        """Return the (row, column) of a cell."""


def bits(n: int) -> int:
    """Return the number of bits needed for a value of ``0..n-1``, at least one."""
    return max(1, (n - 1).bit_length())


def signed(value: int) -> int:
    """Return the signed 64-bit integer with the same bits as an unsigned one."""
    value &= (1 << WORD) - 1
    return value - (1 << WORD) if value >> (WORD - 1) else value


def _whole(value: Any) -> int:
    """Return an integer as a plain int; raise ``ValueError`` for anything else."""
    try:
        return int(operator.index(value))
    except TypeError:
        raise ValueError(f"{value!r} is not a whole number") from None


def _several(values: Any) -> Any:
    """Return `values` if it is an iterable; raise ``ValueError`` for anything else."""
    if not isinstance(values, Iterable):
        raise ValueError(f"{values!r} is one value; write several as [{values!r}]")
    return values


class Spots(frozenset[int]):
    """The value of a `Set`: ``cells - a + b`` removes `a` and adds `b`."""

    __slots__ = ()

    def __add__(self, cell: int) -> Spots:
        return Spots((*self, cell if type(cell) is int else _whole(cell)))

    def __sub__(self, cell: object) -> Spots:
        return Spots(self.difference((cell,))) if cell in self else self

    def __repr__(self) -> str:
        return "{" + ", ".join(map(str, sorted(self))) + "}"


class Row(tuple[int, ...]):
    """The value of a `Tuple`: a tuple with an additional method ``row.put(index, value)``."""

    __slots__ = ()

    def put(self, index: int, value: int) -> Row:
        """Return a copy of the row with `value` at `index`."""
        if not 0 <= index < len(self):
            raise IndexError(f"index {index} is not in 0..{len(self) - 1}")
        values = [*self]
        values[index] = value if type(value) is int else _whole(value)
        return Row(values)


def _row(values: Iterable[int]) -> Row:
    """Return integers as a `Row`; raise ``ValueError`` if a value is not an integer."""
    row = Row(values)
    return row if {int}.issuperset(map(type, row)) else Row(map(_whole, row))


class _Domain:
    """Possible values of a variable: ``0..n-1`` or the cells of a board, then `extra` names."""

    def __init__(self, n: int | HasCells, *extra: str, least: int = 0):
        self.board = None if hasattr(n, "__index__") else n
        if self.board is not None and not hasattr(self.board, "place"):
            raise TypeError(
                f"the values are given by a number or a board, not by {type(n).__name__}"
            )
        self.least = least
        cells = _whole(n) if self.board is None else self.board.size
        self.n = cells + len(extra)
        self.names = {cells + k: name for k, name in enumerate(extra)}
        if self.n < 1:
            raise ValueError("a variable needs at least one value")

    def check(self, value: int) -> int:
        """Return `value`, or raise ``ValueError`` if it lies outside the domain."""
        value = _whole(value)
        if not self.least <= value < self.n:
            raise ValueError(f"{value} is not in {self.least}..{self.n - 1}")
        return value

    def show(self, value: int) -> str:
        """Return the text of a value: its name, a cell as ``row:column``, or else the number."""
        if value in self.names:
            return self.names[value]
        return "{}:{}".format(*self.board.place(value)) if self.board else str(value)

    def read(self, text: str) -> int:
        """Parse the text of a value; a cell is a number or ``row:column``."""
        for value, name in self.names.items():
            if text == name:
                return value
        parts = text.split(":")
        if len(parts) > 2 or not all(map(_DIGITS.fullmatch, parts)):
            raise ValueError(f"{text!r} is not a value")
        if len(parts) == 1:
            return self.check(int(text))
        if self.board is None:
            raise ValueError(f"{text!r}: this variable is not a place on a board")
        return self.board.cell(int(parts[0]), int(parts[1]))


class One(_Domain):
    """A variable with one value of ``0..n-1``, or with one cell of a board.

    Each name adds a value after the cells: ``One(board, "outside")`` holds a cell, or
    ``board.size`` for "outside". `least` is the smallest value: ``One(9, least=1)`` holds 1 to 8.
    """

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field of the variable."""
        return [bits(self.n)]

    def plain(self, value: int) -> int:
        """Convert `value` to the type that states hold; raise ``ValueError`` if out of range."""
        return value if type(value) is int and self.least <= value < self.n else self.check(value)

    def plainly(self, name: str) -> str:
        """Return a Python expression that is true if `plain` would return the value unchanged."""
        return f"type({name}) is int and {self.least} <= {name} < {self.n}"

    def columns(self, values: Sequence[int]) -> list[np.ndarray]:
        """Pack many values: return one uint64 array per field; see `pack`."""
        import numpy as np

        return [np.array(values, np.uint64)]

    def pack(self, value: int) -> list[int]:
        """Pack a value: return the content of each field of the variable."""
        return [value]

    def unpack(self, fields: Sequence[int]) -> int:
        """Return the value that the `fields` hold."""
        return fields[0]

    def text(self, value: int) -> str:
        """Return the text of a value."""
        return self.show(value)

    def parse(self, text: str) -> int:
        """Parse the text of a value; raise ``ValueError`` if the text is not valid."""
        return self.read(text)


class Set(_Domain):
    """A variable whose value is a set of cells ``0..n-1``, packed as one bit per cell."""

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field of the variable."""
        return [min(WORD, self.n - first) for first in range(0, self.n, WORD)]

    def plainly(self, name: str) -> str:
        """Return a Python expression that is true if `plain` would return the value unchanged."""
        return f"type({name}) is Spots and _range_{self.n}.issuperset({name})"

    def columns(self, values: Sequence[Spots]) -> list[np.ndarray]:
        """Pack many values: return one uint64 array per field; see `pack`."""
        import numpy as np

        bit = [1 << cell for cell in range(self.n)].__getitem__
        number_of = {value: sum(map(bit, value)) for value in set(values)}
        wholes = [number_of[value] for value in values]
        last = (1 << WORD) - 1
        return [
            np.array([number >> first & last for number in wholes], np.uint64)
            for first in range(0, self.n, WORD)
        ]

    def plain(self, value: Iterable[int]) -> Spots:
        """Convert `value` to the type that states hold; raise ``ValueError`` if out of range."""
        spots = value if type(value) is Spots else Spots(map(_whole, _several(value)))
        if spots and not (min(spots) >= 0 and max(spots) < self.n):
            raise ValueError(f"{spots!r} holds a cell outside 0..{self.n - 1}")
        return spots

    def pack(self, value: Spots) -> list[int]:
        """Pack a set: cell c is bit ``c % 64`` of field ``c // 64``."""
        number = sum(1 << cell for cell in value)
        return [number >> first & ((1 << WORD) - 1) for first in range(0, self.n, WORD)]

    def unpack(self, fields: Sequence[int]) -> Spots:
        """Return the value that the `fields` hold."""
        cells = []
        for k, field in enumerate(fields):
            bits = field & (1 << WORD) - 1  # a packed word is signed, so a field may be negative
            while bits:
                lowest = bits & -bits
                cells.append(WORD * k + lowest.bit_length() - 1)
                bits ^= lowest
        return Spots(cells)

    def text(self, value: Spots) -> str:
        """Return the text of a value: its cells joined by ``+``, or ``-`` if it is empty."""
        return "+".join(map(self.show, sorted(value))) or "-"

    def parse(self, text: str) -> Spots:
        """Parse the text of a value; raise ``ValueError`` if the text is not valid."""
        return Spots(() if text in ("", "-") else map(self.read, text.split("+")))


class Tuple(_Domain):
    """A variable whose value is a sequence of `length` values of ``0..n-1``.

    `nouns` are names for sentences of all values, by number.

    >>> Tuple(6, 0, "_", "o", nouns=("floor", "hole")).nouns[1]
    'hole'
    """

    def __init__(self, length: int, n: int | HasCells, *extra: str, nouns: Sequence[str] = ()):
        super().__init__(n, *extra)
        self.length, self.nouns = length, tuple(nouns)
        self.bits = bits(self.n)
        self.per_word = WORD // self.bits

    @property
    def fields(self) -> list[int]:
        """The width in bits of each field of the variable."""
        return [self.bits * (last - first) for first, last in self._chunks()]

    def _chunks(self) -> list[tuple[int, int]]:
        starts = range(0, self.length, self.per_word)
        return [(first, min(first + self.per_word, self.length)) for first in starts]

    def plainly(self, name: str) -> str:
        """Return a Python expression that is true if `plain` would return the value unchanged."""
        return (
            f"type({name}) is Row and len({name}) == {self.length}"
            f" and (not {name} or min({name}) >= 0 and max({name}) < {self.n})"
        )

    def columns(self, values: Sequence[Row]) -> list[np.ndarray]:
        """Pack many values: return one uint64 array per field; see `pack`."""
        import numpy as np

        table = np.array(values, np.uint64).reshape(len(values), self.length)
        shifts = np.arange(self.per_word, dtype=np.uint64) * np.uint64(self.bits)
        return [
            (table[:, first:last] << shifts[: last - first]).sum(axis=1, dtype=np.uint64)
            for first, last in self._chunks()
        ]

    def plain(self, value: Iterable[int]) -> Row:
        """Convert `value` to the type that states hold; raise ``ValueError`` if it is not valid."""
        row = value if type(value) is Row else _row(_several(value))
        if len(row) != self.length:
            raise ValueError(f"{len(row)} values instead of {self.length}")
        if row and not (min(row) >= 0 and max(row) < self.n):
            raise ValueError(f"{tuple(row)} holds a value outside 0..{self.n - 1}")
        return row

    def pack(self, value: Row) -> list[int]:
        """Pack a value: return the content of each field of the variable."""
        return [
            sum(element << self.bits * k for k, element in enumerate(value[first:last]))
            for first, last in self._chunks()
        ]

    def unpack(self, fields: Sequence[int]) -> Row:
        """Return the value that the `fields` hold."""
        mask = (1 << self.bits) - 1
        return Row(
            field >> self.bits * k & mask
            for field, (first, last) in zip(fields, self._chunks(), strict=True)
            for k in range(last - first)
        )

    def text(self, value: Row) -> str:
        """Return the text of a value: its items joined by ``+``."""
        return "+".join(map(self.show, value))

    def parse(self, text: str) -> Row:
        """Parse the text of a value; raise ``ValueError`` if the text is not valid."""
        return self.plain(map(self.read, text.split("+")) if text else ())


Variable = One | Set | Tuple
