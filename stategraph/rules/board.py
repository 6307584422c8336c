"""Constants in which rules look up values: tables, sets of cells, lists and boards.

With values of a state, a rule indexes only these constants, never a plain list or dict. An index
out of range is an error. In particular ``row[-1]``, which in Python is the last item, is a mistake
in a rule.

::

    %%%%%                      a Grid numbers the cells except walls,
    %P Q%      . 0 1 2 .       row by row: board.step["R"][0] == 1
    %%%%%                      and board.step["L"][0] == -1, a wall
"""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from stategraph.rules.tracing import TRACER, Symbol, tracer
from stategraph.variables import WORD, Spots, signed


class Table:
    """A constant table of integers with one or two indices: ``table[i]``, ``table[i, j]``.

    An index outside the table, including a negative one, raises ``IndexError``.

    Parameters
    ----------
    within : (int, int), optional
        bounds of the items on any level; levels that differ only in the items can then share
        compiled rules. An item out of bounds raises ``ValueError``.

    >>> Table([[1, 2], [3, 4]])[1, 0]
    3
    """

    def __init__(self, rows: Iterable[Any], within: tuple[int, int] | None = None):
        items = list(rows)
        self.columns = len(items[0]) if items and isinstance(items[0], Sequence) else 0
        if self.columns and any(len(row) != self.columns for row in items):
            raise ValueError("the rows of a table must be equally long")
        flat = (x for row in items for x in row) if self.columns else items
        self.flat = [*map(int, flat)]
        self.low, self.high = min(self.flat, default=0), max(self.flat, default=0)
        if within is not None:
            if self.flat and not within[0] <= self.low <= self.high <= within[1]:
                raise ValueError(f"a table holds {self.low} to {self.high}, not {within}")
            self.low, self.high = within

    @property
    def size(self) -> int:
        """Number of items."""
        return len(self.flat)

    def __getitem__(self, index: object) -> int:
        if type(index) is int:  # by far the most frequent case
            if index >= 0 and not self.columns:
                return self.flat[index]
        elif type(index) is tuple:
            row, column = index
            if type(row) is type(column) is int and 0 <= column < self.columns and row >= 0:
                return self.flat[row * self.columns + column]
        return self._careful(index)

    def _careful(self, index: Any) -> int:
        """Return the item at a symbolic or possibly invalid index."""
        if self.columns:
            row, column = index
            if isinstance(column, Symbol):
                tracer().require(column, 0, self.columns - 1)
            elif not 0 <= column < self.columns:
                raise IndexError(f"column {column} is not in 0..{self.columns - 1}")
            index = row * self.columns + column
        if isinstance(index, Symbol):
            return tracer().look_up(self, index)
        if index < 0:
            raise IndexError(f"index {index} is negative")
        return self.flat[index]

    def __len__(self) -> int:
        return len(self.flat) // (self.columns or 1)


class Cells(Spots):
    """A constant set of cells, tested with ``in`` for any value: ``s.player in exits``."""

    def __contains__(self, cell: object) -> bool:
        if type(cell) is not int and isinstance(cell, Symbol):
            number: Any = cell
            return tracer().member(self._table, number - self._least)
        return frozenset.__contains__(self, cell)

    def others(self, n: int) -> list[int]:
        """Return the cells below `n` that are not in this set, as bits of 64-bit words."""
        bits = (1 << n) - 1
        for cell in self & frozenset(range(n)):
            bits &= ~(1 << cell)
        return [signed(bits >> first) for first in range(0, n, WORD)]

    @functools.cached_property
    def _table(self) -> Table:
        cells = range(self._least, max(self, default=0) + 1)
        return Table([frozenset.__contains__(self, cell) for cell in cells])

    @functools.cached_property
    def _least(self) -> int:
        return min(self, default=0)


class Lists:
    """A constant list of integers for each pair (row, column), to loop over: ``lists[i, j]``.

    ``Lists(rows, columns, {(i, j): [...]})``; missing pairs have empty lists.

    Attributes
    ----------
    starts : list of int
        offset in `flat` of the list of pair ``i * columns + j``; one entry more than pairs
    flat : tuple of int
    """

    def __init__(
        self,
        rows: int,
        columns: int = 0,
        lists: Mapping[tuple[int, int], Iterable[int]] | None = None,
    ):
        if lists is None:
            raise TypeError("write Lists(rows, columns, {(row, column): [...], ...})")
        self.rows, self.columns = rows, max(1, columns)
        for row, column in lists:
            if not (0 <= row < rows and 0 <= column < columns):
                raise IndexError(f"({row}, {column}) is outside {rows} rows and {columns} columns")
        flat: list[int] = []
        self.starts = [0]
        for pair in ((i, j) for i in range(rows) for j in range(self.columns)):
            flat.extend(lists.get(pair, ()))
            self.starts.append(len(flat))
        self.flat = tuple(flat)
        self.low, self.high = min(self.flat, default=0), max(self.flat, default=0)

    def __getitem__(self, pair: tuple[int, int]) -> Iterable[int]:
        row, column = pair
        if type(row) is type(column) is int:  # by far the most frequent case
            if not (0 <= row < self.rows and 0 <= column < self.columns):
                raise IndexError(
                    f"({row}, {column}) is outside {self.rows} rows and {self.columns} columns"
                )
            at = row * self.columns + column
            return self.flat[self.starts[at] : self.starts[at + 1]]
        if isinstance(row, Symbol) or isinstance(column, Symbol):
            tracer().require(column, 0, self.columns - 1)
            return tracer().loop(self, row * self.columns + column)
        return self[operator.index(row), operator.index(column)]


class each:
    """Independent alternatives: ``for d in each("DLRU")``.

    In Python it is an ordinary loop. The author promises that no pass through the loop depends on
    an earlier pass. The tracer needs this promise, because it runs the rule once for all states. A
    set of the state, ``for box in each(s.boxes)``, is iterated in order.
    """

    def __init__(self, items: Iterable[object]):
        self.items: Any = items
        if type(items) is not str and not isinstance(items, Symbol):
            self.items = tuple(sorted(items) if isinstance(items, Spots) else items)

    def __iter__(self) -> Iterator[Any]:
        at_work = TRACER.get()
        return iter(self.items) if at_work is None else at_work.alternatives(self.items)


class Grid:
    """The numbered cells of a map drawn in text, without walls.

    Cells are numbered row by row. Short lines are filled up with walls, and everything outside the
    map is wall.

    Attributes
    ----------
    size, height, width : int
    step : dict of str to Table
        ``step["U"][cell]`` is the cell above, -1 for a wall
    """

    WAYS = {"D": (1, 0), "L": (0, -1), "R": (0, 1), "U": (-1, 0)}

    def __init__(self, lines: Sequence[str], walls: str = ""):
        self.lines = tuple(lines)
        self.height, self.width = len(lines), max(map(len, lines), default=0)
        self.places = [
            (r, c)
            for r, line in enumerate(lines)
            for c, mark in enumerate(line)
            if mark not in walls
        ]
        self._number = {place: cell for cell, place in enumerate(self.places)}
        self.size = len(self.places)
        number, within = self._number.get, (-1, max(0, self.size - 1))
        self.step = {
            direction: Table([number((r + down, c + right), -1) for r, c in self.places], within)
            for direction, (down, right) in self.WAYS.items()
        }

    def find(self, marks: str) -> Cells:
        """Return the cells drawn with one of the `marks`."""
        return Cells(cell for cell, (r, c) in enumerate(self.places) if self.lines[r][c] in marks)

    def cell(self, row: int, column: int) -> int:
        """Return the number of a cell; raise ``ValueError`` at a wall."""
        if (row, column) not in self._number:
            raise ValueError(f"there is no cell at {row}:{column}")
        return self._number[row, column]

    def place(self, cell: int) -> tuple[int, int]:
        """Return the (row, column) of a cell, both from 0 at the top left."""
        return self.places[cell]

    def inner_walls(self) -> list[tuple[int, int]]:
        """Return the (row, column) of the walls outside the border.

        A side of the board that consists of walls belongs to the border.

        >>> Grid(["%%%%", "% %%", "%  %", "%%%%"], "%").inner_walls()
        [(1, 2)]
        """
        rows, columns = ({place[axis] for place in self.places} for axis in (0, 1))

        def inner(r: int, c: int) -> bool:
            top_or_bottom, side = r in (0, self.height - 1), c in (0, self.width - 1)
            return not (top_or_bottom and r not in rows or side and c not in columns)

        return [
            (r, c)
            for r in range(self.height)
            for c in range(self.width)
            if (r, c) not in self._number and inner(r, c)
        ]

    def around(self, cell: int) -> Iterable[tuple[str, int]]:
        """Return (direction, neighbour) for each free neighbour, in the order D L R U."""
        at_work = TRACER.get()
        if at_work is not None:
            return at_work.passes(self._looked_up(cell))
        if type(cell) is int and 0 <= cell < self.size:
            return iter(self._neighbours[cell])
        return self._looked_up(cell)

    @functools.cached_property
    def _neighbours(self) -> list[list[tuple[str, int]]]:
        return [list(self._looked_up(cell)) for cell in range(self.size)]

    def _looked_up(self, cell: int) -> Iterator[tuple[str, int]]:
        for direction in each(self.WAYS):
            to = self.step[direction][cell]
            if to >= 0:
                yield direction, to
