"""Tracing proxies for the constants of a level, so that levels can share compiled rules.

The rules of a level are built from declared constants, see `stategraph.rules.level_rules`. For
tracing, the rules are built again from proxies of these constants. A proxy has the *shape* of its
constant, and a symbol can be used as an index into a proxy. The contents of the constant are an
argument of the compiled rules::

    level A ──► shape ────────────────┐ the same?
      └──► proxies ──► trace ──► machine code ◄── contents of level B
    level B ──► shape ────────────────┘                  │
      └──────────────────────────────────────────────────┘

A proxy refuses all other operations. If a rule uses a refused operation, its level does not share
rules. Plain constants, such as numbers, are part of the shape. So two levels of the same shape have
the same decision trees.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

import numpy as np

from stategraph.readable import Record
from stategraph.rules.board import Cells, Grid, Table
from stategraph.rules.level_rules import PLAIN
from stategraph.rules.tracing import Symbol, refusal, tracer

# Computes numbers from the contents of a level, as ``make(contents[number], *args)``.
Source = tuple[int, Callable[..., Sequence[int]], tuple]

# Maximum size of a table for a set of cells: sets tested for larger cells are refused.
MAX_CELLS = 1 << 16


class Content(list[int]):
    """Numbers of one level, to be stored in the tables of compiled rules, with their `source`."""

    def __init__(self, proxies: Proxies, number: int, make: Callable[..., Any], *args: Any):
        super().__init__(make(proxies.contents[number], *args))
        self.source: Source = number, make, args


def shape(constants: tuple[object, ...], contents: list[Any]) -> tuple:
    """Return the shape of constants; append their tables and sets of cells to `contents`.

    A table that occurs twice is appended once; the shape of its second occurrence refers to the
    first.
    """
    return tuple(_shape(constant, contents) for constant in constants)


def _shape(constant: Any, contents: list[Any]) -> tuple:
    kind = type(constant)
    if kind in PLAIN:
        return kind, constant
    if kind is tuple:
        return kind, *(_shape(other, contents) for other in constant)
    if kind is not Table and kind is not Cells:  # a Grid
        steps = [_shape(table, contents) for table in constant.step.values()]
        return Grid, constant.size, tuple(constant.step), *steps
    number = next((k for k, other in enumerate(contents) if other is constant), len(contents))
    if number < len(contents):
        return kind, number
    contents.append(constant)
    if kind is Cells:
        return kind, number, min(constant, default=0) < 0
    return kind, number, constant.size, constant.columns, constant.low, constant.high


class Proxies:
    """The proxies for the constants of a level.

    Attributes
    ----------
    arguments : list
        the proxies, in the order of the constants
    contents : list of Table and Cells
        the constants whose contents are arguments of the compiled rules
    refused : bool
        whether the rules needed more of a proxy than its shape
    """

    def __init__(self, constants: tuple[object, ...]):
        self.contents: list[Any] = []
        self.refused = False
        self._made: dict[int, Any] = {}
        shape(constants, self.contents)
        self.arguments = [self._proxy(constant) for constant in constants]

    def refuse(self, *_: object) -> BaseException:
        """Record that the rules need the contents of a constant; return the error to raise."""
        self.refused = True
        return refusal("the rules depend on the contents of a constant of the level")

    def _proxy(self, constant: Any) -> Any:
        kind = type(constant)
        if kind in PLAIN:
            return constant
        if kind is tuple:
            return tuple(map(self._proxy, constant))
        if isinstance(constant, Grid):
            return GridProxy(self, constant, {k: self._proxy(v) for k, v in constant.step.items()})
        number = next(k for k, other in enumerate(self.contents) if other is constant)
        if number not in self._made:
            self._made[number] = (TableProxy if kind is Table else CellsProxy)(self, number)
        return self._made[number]


def _items(table: Table) -> list[int]:
    return table.flat


def _marks(cells: Cells, size: int) -> list[int]:
    """Return a list with an item for each cell below `size`: 1 if the set has the cell, else 0."""
    marks = [0] * size
    for cell in cells:
        if 0 <= cell < size:
            marks[cell] = 1
    return marks


class TableProxy(Table):
    """The proxy for a table."""

    def __init__(self, proxies: Proxies, number: int):
        table = proxies.contents[number]
        self._proxies, self._number, self._size = proxies, number, table.size
        self.columns, self.low, self.high = table.columns, table.low, table.high

    @property
    def size(self) -> int:
        """Return the number of items, which is part of the shape."""
        return self._size

    @property
    def flat(self) -> Any:  # type: ignore[override]
        """Refuse: the items are not part of the shape."""
        raise self._proxies.refuse()

    def content(self) -> Content:
        """Return the items, for the writer."""
        return Content(self._proxies, self._number, _items)

    def __len__(self) -> int:
        return self._size // (self.columns or 1)


class Marks:
    """A set of cells as a table with an item for each cell: 1 if the set has the cell, else 0."""

    low, high, columns = 0, 1, 0

    def __init__(self, proxies: Proxies, number: int, size: int):
        self._proxies, self._number, self.size = proxies, number, size

    def content(self) -> Content:
        """Return the items, for the writer."""
        return Content(self._proxies, self._number, _marks, self.size)


class CellsProxy:
    """The proxy for a constant set of cells."""

    def __init__(self, proxies: Proxies, number: int):
        self._proxies, self._number = proxies, number
        self._marks: dict[int, Marks] = {}

    def __contains__(self, cell: object) -> bool:
        proxies = self._proxies
        if not isinstance(cell, Symbol):
            raise proxies.refuse()
        size = max(0, tracer().bounds(cell)[1]) + 1
        if size > MAX_CELLS or min(proxies.contents[self._number], default=0) < 0:
            raise proxies.refuse()
        marks = self._marks.setdefault(size, Marks(proxies, self._number, size))
        return tracer().member(marks, cell)

    def others(self, n: int) -> Content:
        """Return the result of `Cells.others`, for the writer."""
        return Content(self._proxies, self._number, Cells.others, n)

    def __getattr__(self, name: str) -> Any:
        raise self._proxies.refuse()

    def _refuse(self, *_: object) -> NoReturn:
        raise self._proxies.refuse()

    __iter__ = __len__ = __bool__ = __eq__ = __ne__ = __hash__ = __repr__ = _refuse
    __lt__ = __gt__ = __and__ = __or__ = __sub__ = __xor__ = _refuse
    __rand__ = __ror__ = __rsub__ = __rxor__ = __reduce_ex__ = __format__ = _refuse


class GridProxy(Grid):
    """The proxy for a board: the tables of its steps."""

    def __init__(self, proxies: Proxies, grid: Grid, step: Record):
        self._proxies, self.step, self.size = proxies, step, grid.size

    def __getattr__(self, name: str) -> Any:
        raise self._proxies.refuse()


def tables_of(
    tables: tuple[np.ndarray, ...], contents: list[Any], sources: Sequence[tuple[int, int, Source]]
) -> tuple[np.ndarray, ...]:
    """Return the tables of compiled rules, filled with the contents of another level.

    Parameters
    ----------
    sources : sequence of (int, int, source)
        for each entry: a table, the index of its first item, and the source of the values
    """
    new_tables = list(tables)
    for k in {k for k, _, _ in sources}:
        new_tables[k] = tables[k].copy()
    for k, begin, (number, make, args) in sources:
        numbers = make(contents[number], *args)
        new_tables[k][begin : begin + len(numbers)] = numbers
    return tuple(new_tables)
