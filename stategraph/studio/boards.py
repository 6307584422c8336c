"""Boards as a table: the pieces that all boards of a level show, and which of them each shows.

The drawings of many states have most of their shapes in common. What all of them begin with is the
floor; the rest is cut into pieces, the shapes that follow each other on one cell::

    floor    walls, exits            once
    pieces   a crate at 3:4, ...     once each: 133 for the 16,768 boards of a push-block level
    boards   [12, 57, 3], ...        the pieces of each board, the last on top
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile
from math import floor
from typing import Any

import numpy as np

from stategraph.rules.drawing import Drawing, Shape

Piece = tuple[Shape, ...]

# So many shapes are known by their ids, which takes less time than to compare them.
KEPT = 1 << 15


@dataclass(frozen=True)
class BoardTable:
    """The boards of a level.

    Attributes
    ----------
    width, height : float
        of the largest board, in cells
    floor : tuple of Shape
        what every board begins with
    pieces : list of tuple of Shape
    counts : (boards,) int64
        how many pieces each board shows
    shown : (sum of counts,) int64
        the pieces of one board after the other, an index into `pieces`, the last of each on top
    """

    width: float
    height: float
    floor: Piece
    pieces: list[Piece]
    counts: np.ndarray
    shown: np.ndarray

    @property
    def offsets(self) -> np.ndarray:
        """Where the pieces of each board begin (boards + 1,) int64."""
        return np.concatenate(([0], np.cumsum(self.counts)))

    def of(self, board: int) -> list[int]:
        """Return the pieces of a board."""
        first, last = self.offsets[board : board + 2]
        return self.shown[first:last].tolist()


class Cutter:
    """Cuts drawings that begin with a floor into pieces, and numbers those as they are met."""

    def __init__(self, floor: Sequence[Shape]):
        self.floor = list(floor)
        self._cells: list[tuple[int, int]] = []  # of each shape
        self._shapes = _Shapes(self._cells)
        self._met: dict[int, int] = {}  # their numbers by ids, of those that are kept
        self._kept: list[Shape] = []
        self._numbers: dict[tuple[int, ...], int] = {}  # of pieces, which are shapes by numbers
        self.width = self.height = 0.0

    def cut(self, drawing: Drawing) -> list[int] | None:
        """Return the pieces of a drawing; None where it does not begin with the floor."""
        known = len(self.floor)
        if drawing.shapes[:known] != self.floor:
            return None
        self.width, self.height = max(self.width, drawing.width), max(self.height, drawing.height)
        shapes = self._numbered(drawing.shapes[known:])
        runs = [tuple(run) for _, run in groupby(shapes, self._cells.__getitem__)]
        return [self._numbers.setdefault(run, len(self._numbers)) for run in runs]

    def _numbered(self, shapes: Sequence[Shape]) -> list[int]:
        """Return the numbers of shapes; those that many boards share are told by their ids."""
        numbers = list(map(self._met.get, map(id, shapes)))
        if None not in numbers:
            return numbers  # type: ignore[return-value]
        for shape in shapes:
            if len(self._kept) < KEPT and id(shape) not in self._met:
                self._kept.append(shape)  # so that nothing else gets its id
                self._met[id(shape)] = self._shapes[shape]
        return [self._shapes[shape] for shape in shapes]

    def whole(self, drawing: Drawing) -> int:
        """Return the piece that is all of a drawing, for one that lacks the floor."""
        run = tuple(self._numbered(drawing.shapes))
        return self._numbers.setdefault(run, len(self._numbers))

    @property
    def pieces(self) -> list[Piece]:
        """The shapes of each piece that was met."""
        shapes = list(self._shapes)
        return [tuple(shapes[k] for k in run) for run in self._numbers]


class _Shapes(dict[Shape, int]):
    """The numbers of shapes, in the order in which they were met; `cells` gets the cell of each."""

    def __init__(self, cells: list[tuple[int, int]]):
        self._cells = cells

    def __missing__(self, shape: Shape) -> int:
        self._cells.append(cell_of(shape))
        self[shape] = len(self)
        return len(self) - 1


def cell_of(shape: Shape) -> tuple[int, int]:
    """Return the cell that the middle of a shape lies in.

    >>> cell_of(Shape("disc", ((2.5, 0.5),)))
    (2, 0)
    """
    if len(shape.points) == 1:
        x, y = shape.points[0]
        return floor(x), floor(y)
    xs, ys = zip(*shape.points, strict=True)
    return floor((min(xs) + max(xs)) / 2), floor((min(ys) + max(ys)) / 2)


def common_floor(drawings: Sequence[Drawing]) -> list[Shape]:
    """Return the shapes that all of some drawings begin with."""
    rows = zip(*(drawing.shapes for drawing in drawings), strict=False)
    return [row[0] for row in takewhile(lambda row: all(one == row[0] for one in row), rows)]


def board_table(draw: Callable[[Any], Drawing], states: Sequence[Any]) -> BoardTable:
    """Return the table of the boards that ``draw(state)`` draws of some states.

    The floor is what the first board and a few others begin with; where another one does not, it
    is begun anew with what that one has in common with them. O(shapes of all boards).
    """
    boards = len(states)
    sample = [draw(states[k]) for k in sorted({0, boards // 3, boards // 2, boards - 1})]
    while True:
        cutter, counts, shown = Cutter(common_floor(sample)), [], []
        for drawing in map(draw, states):
            pieces = cutter.cut(drawing)
            if pieces is None:
                sample.append(drawing)
                break
            counts.append(len(pieces))
            shown += pieces
        else:
            found = np.array(counts, np.int64), np.array(shown, np.int64)
            size = cutter.width, cutter.height
            return BoardTable(*size, tuple(cutter.floor), cutter.pieces, *found)
