"""The numbers and tables that differ from level to level: they stand in no text.

::

    plain, of which there is one              c0, c1, ...          t0[x1]
    of a part, which is run several times     K[r + 0], K[r + 1]   P[K[r + 2] + x1]

A *part* is a function, and each run of it has numbers of its own: they stand in table K from `r`
on. Its tables are pieces of the pool P, and their beginnings are among these numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.native.watching import Content, Source
from stategraph.variables import signed

# Small numbers stand in the text; all others are parameters.
LITERALS = range(-1, 4)


class Parameters:
    """What a written module is called with.

    Attributes
    ----------
    constants : list of int
    tables : list of (m,) int64
    shares : bool
        whether equal products may be computed once
    sources : list of (int, int, source)
        which table, from which item on, holds what is a level's `Content`
    """

    shares = True

    def __init__(self) -> None:
        self.constants: list[int] = []
        self.tables: list[np.ndarray] = []
        self.sources: list[tuple[int, int, Source]] = []
        self._named: dict[Any, str] = {}

    def parameter(self, kind: str, what: Any, value: int) -> str:
        """Return the code of a number that all that ask for the same share."""
        key = kind, what
        if key not in self._named:
            self._named[key] = self._new(value)
        return self._named[key]

    def constant(self, value: int) -> str:
        """Return the code of a number; equal numbers that mean different things stay apart."""
        return str(value) if value in LITERALS else self._new(value)

    def level(self, value: int) -> str:
        """Return the code of a number that is the level's, small or not."""
        return self._new(value)

    def _new(self, value: int) -> str:
        self.constants.append(signed(value))
        return f"c{len(self.constants) - 1}"

    def item(self, table: Any, at: str, items: str = "flat") -> str:
        """Return the code of an item of a constant table."""
        return self.array_item((id(table), items), getattr(table, items), at)

    def size(self, table: Any) -> str:
        """Return the code of the length of a constant table."""
        return self.parameter("size", id(table), table.size)

    def array_item(self, key: Any, numbers: Any, at: str) -> str:
        """Return the code of an item of an array of numbers, which `key` stands for."""
        return f"{self._array(key, numbers)}[{at}]"

    def note(self, key: Any, begin: int, numbers: Any) -> None:
        """Note where numbers of a level stand in an array; of any others nothing."""
        if isinstance(numbers, Content) and ("array", key) in self._named:
            table = int(self._named["array", key][1:])
            self.sources.append((table, begin, numbers.source))

    def replace(self, key: Any, numbers: list[int]) -> None:
        """Give an array that is there already other contents."""
        if ("array", key) in self._named:
            self.tables[int(self._named["array", key][1:])] = np.array(numbers or [0], np.int64)

    def _array(self, key: Any, numbers: Any) -> str:
        if ("array", key) not in self._named:
            self._named["array", key] = self.table(np.array(numbers or [0], np.int64))
            self.note(key, 0, numbers)
        return self._named["array", key]

    def table(self, numbers: np.ndarray) -> str:
        """Return the code of an array (m,) int64 that nobody else asks for."""
        self.tables.append(numbers)
        return f"t{len(self.tables) - 1}"


class PooledParameters:
    """What the numbers and tables of all parts are put into.

    Attributes
    ----------
    numbers, items : list of int
        the contents of K and of P
    """

    def __init__(self, given: Parameters):
        self.numbers: list[int] = []
        self.items: list[int] = []
        self._given = given
        self._begins: dict[Any, int] = {}
        self._pieces: list[tuple[int, Any]] = []

    def begin(self, key: Any, numbers: Any) -> int:
        """Return where an array begins in P."""
        if key not in self._begins:
            self._begins[key] = len(self.items)
            self.items.extend(numbers)
            self._pieces.append((self._begins[key], numbers))
        return self._begins[key]

    def number(self, at: str) -> str:
        """Return the code of an item of K; its table is filled in the end."""
        return self._given.array_item("K", [], at)

    def item(self, at: str) -> str:
        """Return the code of an item of P."""
        return self._given.array_item("P", [], at)

    def fill(self) -> None:
        """Give the tables K and P their contents."""
        for key, numbers in (("K", self.numbers), ("P", self.items)):
            self._given.replace(key, numbers)
        for begin, numbers in self._pieces:
            self._given.note("P", begin, numbers)


class PartParameters(Parameters):
    """The numbers and tables of one run of a part; no number stands in its text."""

    shares = False

    def __init__(self, pool: PooledParameters):
        super().__init__()
        self._pool = pool

    def constant(self, value: int) -> str:
        """Return the code of a number."""
        return self._new(value)

    def _new(self, value: int) -> str:
        self.constants.append(signed(value))
        return self._pool.number(f"r + {len(self.constants) - 1}")

    def array_item(self, key: Any, numbers: Any, at: str) -> str:
        """Return the code of an item of an array of numbers, which `key` stands for."""
        begin = self.parameter("begin", key, self._pool.begin(key, numbers))
        return self._pool.item(f"{begin} + {at}")
