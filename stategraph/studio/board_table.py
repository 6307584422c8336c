"""Boards as a table: all pieces that occur on boards of a level, and the pieces on each board.

The drawings of different states share most of their shapes. Shapes at the beginning of all drawings
are the floor. The rest is cut into pieces: consecutive shapes on the same cell::

    floor    walls, exits            once
    pieces   a crate at 3:4, ...     once each: 133 for the 16,768 boards of a push-block level
    boards   [12, 57, 3], ...        the pieces of each board, the last on top
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import chain, groupby, takewhile
from math import floor
from typing import Any

import numpy as np

from stategraph.rules.drawing import Drawing
from stategraph.rules.shapes import BoardShape

Piece = tuple[BoardShape, ...]

# Maximum number of shapes that are recognised by `id`, which is faster than comparing shapes.
MAX_SHAPES_BY_ID = 1 << 15


@dataclass(frozen=True)
class BoardTable:
    """The boards of a level.

    Attributes
    ----------
    width, height : float
        size of the largest board, in cells
    floor : tuple of BoardShape
        the first shapes of every board
    pieces : list of tuple of BoardShape
        the shapes of each piece
    counts : (boards,) int64
        number of pieces of each board
    shown : (sum of counts,) int64
        the pieces of all boards, board by board, as indices into `pieces`; on each board the
        topmost piece is last
    """

    width: float
    height: float
    floor: Piece
    pieces: list[Piece]
    counts: np.ndarray
    shown: np.ndarray

    @property
    def offsets(self) -> np.ndarray:
        """The index in `shown` where each board begins, shape (boards + 1,) int64."""
        return np.concatenate(([0], np.cumsum(self.counts)))

    def covered(self, board: int) -> float:
        """Return an upper bound on the share of a board's area that its pieces cover."""
        return sum(map(area, chain(*map(self.pieces.__getitem__, self.of(board))))) / (
            self.width * self.height
        )

    def of(self, board: int) -> list[int]:
        """Return the pieces of a board."""
        first, last = self.offsets[board : board + 2]
        return self.shown[first:last].tolist()


class Cutter:
    """Cuts drawings that begin with a floor into pieces, and numbers new pieces consecutively."""

    def __init__(self, floor: Sequence[BoardShape]):
        self.floor = list(floor)
        self._cells: list[tuple[int, int]] = []  # the cell of each shape
        self._shapes = _Shapes(self._cells)
        self._met: dict[int, int] = {}  # numbers of the kept shapes, by `id`
        self._kept: list[BoardShape] = []
        self._numbers: dict[tuple[int, ...], int] = {}  # by the numbers of the shapes of a piece
        self.width = self.height = 0.0

    def cut(self, drawing: Drawing) -> list[int] | None:
        """Return the numbers of a drawing's pieces, or None if the drawing lacks the floor."""
        floor_size = len(self.floor)
        if drawing.shapes[:floor_size] != self.floor:
            return None
        self.width, self.height = max(self.width, drawing.width), max(self.height, drawing.height)
        shapes = self._numbered(drawing.shapes[floor_size:])
        runs = [tuple(run) for _, run in groupby(shapes, self._cells.__getitem__)]
        return [self._numbers.setdefault(run, len(self._numbers)) for run in runs]

    def _numbered(self, shapes: Sequence[BoardShape]) -> list[int]:
        """Return the numbers of shapes; objects that many boards share are recognised by `id`."""
        numbers = list(map(self._met.get, map(id, shapes)))
        if None not in numbers:
            return numbers  # type: ignore[return-value]
        for shape in shapes:
            if len(self._kept) < MAX_SHAPES_BY_ID and id(shape) not in self._met:
                self._kept.append(shape)  # keeps its id from being reused
                self._met[id(shape)] = self._shapes[shape]
        return [self._shapes[shape] for shape in shapes]

    def whole(self, drawing: Drawing) -> int:
        """Return the number of a piece that is a whole drawing, for drawings without the floor."""
        run = tuple(self._numbered(drawing.shapes))
        return self._numbers.setdefault(run, len(self._numbers))

    @property
    def pieces(self) -> list[Piece]:
        """The shapes of each numbered piece."""
        shapes = list(self._shapes)
        return [tuple(shapes[k] for k in run) for run in self._numbers]


class _Shapes(dict[BoardShape, int]):
    """Numbers shapes in order of first use, and appends the cell of each new shape to `cells`."""

    def __init__(self, cells: list[tuple[int, int]]):
        self._cells = cells

    def __missing__(self, shape: BoardShape) -> int:
        self._cells.append(cell_of(shape))
        self[shape] = len(self)
        return len(self) - 1


def cell_of(shape: BoardShape) -> tuple[int, int]:
    """Return the cell that contains the centre of a shape.

    >>> from stategraph.rules.shapes import Disc
    >>> cell_of(Disc((2.5, 0.5), 0.3, "red"))
    (2, 0)
    """
    if len(shape.points) == 1:
        x, y = shape.points[0]
        return floor(x), floor(y)
    xs, ys = zip(*shape.points, strict=True)
    return floor((min(xs) + max(xs)) / 2), floor((min(ys) + max(ys)) / 2)


def area(shape: BoardShape) -> float:
    """Return the area of the bounding box of a shape's points."""
    xs, ys = zip(*shape.points, strict=True)
    return (max(xs) - min(xs)) * (max(ys) - min(ys))


def common_floor(drawings: Sequence[Drawing]) -> list[BoardShape]:
    """Return the longest list of shapes with which all the given drawings begin."""
    rows = zip(*(drawing.shapes for drawing in drawings), strict=False)
    return [row[0] for row in takewhile(lambda row: all(one == row[0] for one in row), rows)]


def board_table(draw: Callable[[Any], Drawing], states: Sequence[object]) -> BoardTable:
    """Return the table of the boards of the given states, drawn by ``draw(state)``.

    The floor is the common beginning of a sample: the first board and a few others. If another
    board begins differently, that board is added to the sample, and the table is built again.
    O(shapes of all boards).
    """
    boards = len(states)
    sample = [draw(states[k]) for k in sorted({0, boards // 3, boards // 2, boards - 1})]
    while True:
        cutter, counts, piece_numbers = Cutter(common_floor(sample)), [], []
        for drawing in map(draw, states):
            pieces = cutter.cut(drawing)
            if pieces is None:
                sample.append(drawing)
                break
            counts.append(len(pieces))
            piece_numbers += pieces
        else:
            arrays = np.array(counts, np.int64), np.array(piece_numbers, np.int64)
            size = cutter.width, cutter.height
            return BoardTable(*size, tuple(cutter.floor), cutter.pieces, *arrays)
