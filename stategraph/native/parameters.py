"""The parameters of compiled rules: numbers and tables that differ between levels.

::

    constants and tables of the module        c0, c1, ...          t0[x1]
    of a part, which runs several times       K[r + 0], K[r + 1]   P[K[r + 2] + x1]

A *part* is a generated function that is called with several sets of numbers. The numbers of one
call are in table K, from index `r` on. The tables of a part are slices of the pool P; one of the
numbers in K gives the index at which each slice begins.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.native.level_proxies import Content, Marks, Source, TableProxy
from stategraph.variables import signed

# Numbers that the text contains as literals; all other numbers are parameters.
LITERALS = range(-1, 4)


class Parameters:
    """The constants and tables that a generated module takes as arguments.

    Attributes
    ----------
    constants : list of int
    tables : list of (m,) int64, or of the tables of `OwnMoves`
    shares : bool
        whether equal products may be computed once
    sources : list of (int, int, source)
        for each `Content` of a level: the number of its table, the index of its first item in this
        table, and its source
    """

    shares = True

    def __init__(self) -> None:
        self.constants: list[int] = []
        self.tables: list[Any] = []
        self.sources: list[tuple[int, int, Source]] = []
        self._named: dict[object, str] = {}

    def parameter(self, kind: str, meaning: object, value: int) -> str:
        """Return the code of a number; calls with the same kind and meaning share one parameter."""
        key = kind, meaning
        if key not in self._named:
            self._named[key] = self._new(value)
        return self._named[key]

    def constant(self, value: int) -> str:
        """Return the code of a number: a literal, or a new parameter."""
        return str(value) if value in LITERALS else self._new(value)

    def level(self, value: int) -> str:
        """Return the code of a number that depends on the level: always a parameter."""
        return self._new(value)

    def _new(self, value: int) -> str:
        self.constants.append(signed(value))
        return f"c{len(self.constants) - 1}"

    def item(self, table: Any, at: str, items: str = "flat") -> str:
        """Return the code of an item of a constant table."""
        proxy = isinstance(table, (TableProxy, Marks))
        numbers = table.content() if proxy else getattr(table, items)
        return self.array_item((id(table), items), numbers, at)

    def size(self, table: Any) -> str:
        """Return the code of the length of a constant table."""
        return self.parameter("size", id(table), table.size)

    def array_item(self, key: object, numbers: object, at: str) -> str:
        """Return the code of item `at` of an array of numbers; `key` identifies the array."""
        return f"{self._array(key, numbers)}[{at}]"

    def note(self, key: object, begin: int, numbers: object) -> None:
        """Record where the tables contain an array, if the array is a `Content`."""
        if isinstance(numbers, Content) and ("array", key) in self._named:
            table = int(self._named["array", key][1:])
            self.sources.append((table, begin, numbers.source))

    def replace(self, key: object, numbers: list[int]) -> None:
        """Change the contents of an existing array."""
        if ("array", key) in self._named:
            self.tables[int(self._named["array", key][1:])] = np.array(numbers or [0], np.int64)

    def _array(self, key: object, numbers: object) -> str:
        if ("array", key) not in self._named:
            self._named["array", key] = self.table(np.array(numbers or [0], np.int64))
            self.note(key, 0, numbers)
        return self._named["array", key]

    def table(self, table: Any) -> str:
        """Return the code of a new table."""
        self.tables.append(table)
        return f"t{len(self.tables) - 1}"


class PooledParameters:
    """The common storage of the numbers and tables of all parts.

    Attributes
    ----------
    numbers, items : list of int
        the contents of K and of P
    """

    def __init__(self, parameters: Parameters):
        self.numbers: list[int] = []
        self.items: list[int] = []
        self._given = parameters
        self._begins: dict[object, int] = {}
        self._pieces: list[tuple[int, Any]] = []

    def begin(self, key: object, numbers: Any) -> int:
        """Return the offset of an array in P; append the array if it is new."""
        if key not in self._begins:
            self._begins[key] = len(self.items)
            self.items.extend(numbers)
            self._pieces.append((self._begins[key], numbers))
        return self._begins[key]

    def number(self, at: str) -> str:
        """Return the code of an item of K, a table that `fill` fills at the end."""
        return self._given.array_item("K", [], at)

    def item(self, at: str) -> str:
        """Return the code of an item of P."""
        return self._given.array_item("P", [], at)

    def fill(self) -> None:
        """Fill the tables K and P with the numbers collected so far."""
        for key, numbers in (("K", self.numbers), ("P", self.items)):
            self._given.replace(key, numbers)
        for begin, numbers in self._pieces:
            self._given.note("P", begin, numbers)


class PartParameters(Parameters):
    """The numbers and tables of one call of a part, whose text contains no numbers."""

    shares = False

    def __init__(self, pool: PooledParameters):
        super().__init__()
        self._pool = pool

    def constant(self, value: int) -> str:
        """Return the code of a number, which always becomes a parameter."""
        return self._new(value)

    def _new(self, value: int) -> str:
        self.constants.append(signed(value))
        return self._pool.number(f"r + {len(self.constants) - 1}")

    def array_item(self, key: object, numbers: object, at: str) -> str:
        """Return the code of item `at` of an array of numbers; `key` identifies the array."""
        begin = self.parameter("begin", key, self._pool.begin(key, numbers))
        return self._pool.item(f"{begin} + {at}")
