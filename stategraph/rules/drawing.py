"""Drawings for all families: a few shapes, measured in cells, and some colours.

A family's ``draw(puzzle, state)`` appends shapes to a `Drawing`; later shapes are on top. The
caller decides on size and format. Coordinates are (x to the right, y downwards)::

    drawing = Drawing(10, 8)                      10 cells wide, 8 high
    drawing.rect(0, 0, 1, 1, WALL)
    drawing.disc(2.5, 1.5, 0.35, ORANGE, "P")     a disc with a letter

The colours are those of Okabe and Ito [1]_, which most colour-blind people can distinguish. Pieces
must also differ by shape or letter, since pictures may be printed in grey.

.. [1] M. Okabe, K. Ito, Color Universal Design (2008).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from typing import Protocol

from stategraph.readable import count
from stategraph.rules.shapes import BoardShape, Disc, Line, Pen, Point, Polygon, Words

WALL, FLOOR, LINE = "#4a4f57", "#f4f1ea", "#c9c4b8"
WHITE, BLACK = "#ffffff", "#1b1b1b"
ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, RED, PINK = "#0072b2", "#d55e00", "#cc79a7"

# the font of texts, with the widths of `stategraph.pictures.font`
FONT = "DejaVu Sans, Verdana, sans-serif"

# width of the outlines of polygons and of discs
OUTLINE, RING = 0.04, 0.05

# number of cached results of functions that draw shapes on a cell
MAX_CACHED_SHAPES = 4_096

# width of the rim with the numbers of rows and columns
EDGE = 0.7

# maximum number of groups of shapes that may move at once, except for a row of tiles; distance
# between the tip of an arrow and the middle of the moved thing
MAX_MOVING_GROUPS, SHORT = 2, 0.36


class _Board(Protocol):
    """The attributes of a board that a drawing uses; every `Grid` has them."""

    width: int
    height: int

    @property
    def places(self) -> Sequence[tuple[int, int]]: ...

    def __hash__(self) -> int: ...


class Drawing:
    """Shapes on a sheet of `width` by `height` cells."""

    def __init__(self, width: float, height: float):
        self.width, self.height = width, height
        self.shapes: list[BoardShape] = []

    def __repr__(self) -> str:
        shapes = count(len(self.shapes), "shape")
        return f"<Drawing: {self.width:g} by {self.height:g} cells, {shapes}>"

    @classmethod
    def of(cls, board: _Board) -> Drawing:
        """Return the floor and the walls of a board."""
        drawing = cls(board.width, board.height)
        drawing.shapes += _floor_of(board)
        return drawing

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, stroke: str = ""
    ) -> None:
        """Add a rectangle with its top left corner at (x, y)."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self.polygon(corners, fill, stroke)

    def polygon(self, corners: Sequence[Point], fill: str, stroke: str = "") -> None:
        """Add a polygon; its outline, if any, is 0.04 cells thick."""
        pen = Pen(stroke, OUTLINE) if stroke else None
        self.shapes.append(Polygon(tuple(corners), fill, pen))

    def line(
        self, points: Sequence[Point], stroke: str, width: float = 0.06, dashed: bool = False
    ) -> None:
        """Add a line through `points`, `width` cells thick."""
        pen = Pen(stroke, width, "dashed" if dashed else "solid")
        self.shapes.append(Line(tuple(points), pen))

    def disc(
        self, x: float, y: float, radius: float, fill: str, text: str = "", stroke: str = BLACK
    ) -> None:
        """Add a disc, with a letter on it."""
        self.shapes.append(Disc((x, y), radius, fill, Pen(stroke, RING) if stroke else None))
        if text:
            self.text(x, y, text, radius * 1.3, BLACK)

    def text(self, x: float, y: float, text: str, height: float = 0.5, fill: str = BLACK) -> None:
        """Add a text whose middle is at (x, y)."""
        self.shapes.append(Words(text, (x, y), height, fill, font=FONT))

    def arrow(
        self, start: Point, end: Point, stroke: str, width: float = 0.06, head: float = 0.2
    ) -> None:
        """Add a line with an arrow head at its end."""
        (x0, y0), (x1, y1) = start, end
        length = ((x1 - x0) ** 2 + (y1 - y0) ** 2) ** 0.5
        if not length:
            return
        ux, uy = (x1 - x0) / length, (y1 - y0) / length
        neck = x1 - ux * head, y1 - uy * head
        self.line([start, neck], stroke, width)
        wings = [
            (neck[0] - uy * side * head / 2, neck[1] + ux * side * head / 2) for side in (1, -1)
        ]
        self.polygon([(x1, y1), *wings], stroke)

    def place(self, other: Drawing, x: float, y: float, scale: float = 1.0) -> None:
        """Add all shapes of another drawing, with its top left corner at (x, y)."""
        for shape in other.shapes:
            points = tuple((x + px * scale, y + py * scale) for px, py in shape.points)
            self.shapes.append(shape.at(points, scale))

    def svg(self, pixels: float | None = None) -> str:
        """Return SVG text; `pixels` is the length of the longer side (default: 32 per cell)."""
        from stategraph.rules.svg import coordinate

        scale = 32.0 if pixels is None else pixels / max(self.width, self.height)
        size = (
            f'width="{coordinate(self.width * scale)}" height="{coordinate(self.height * scale)}"'
        )
        box = f'viewBox="0 0 {coordinate(self.width)} {coordinate(self.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'
        return f"{head}\n{self.svg_shapes()}\n</svg>\n" if self.shapes else f"{head}\n</svg>\n"

    def svg_shapes(self) -> str:
        """Return the shapes as SVG elements, one per line, in units of a cell."""
        from stategraph.rules.svg import elements

        return elements(self.shapes)


def stamp(draw: Callable[..., None]) -> Callable[..., None]:
    """Return a function that adds the shapes of ``draw(drawing, ...)`` from a cache.

    Use the function for shapes that many boards share, such as a crate on a cell. All arguments
    must be hashable.

    >>> @stamp
    ... def coin(drawing, x, y):
    ...     drawing.disc(x + 0.5, y + 0.5, 0.3, YELLOW)
    >>> drawing = Drawing(2, 1)
    >>> coin(drawing, 0, 0), coin(drawing, 1, 0)
    (None, None)
    >>> drawing
    <Drawing: 2 by 1 cells, 2 shapes>
    """

    @lru_cache(MAX_CACHED_SHAPES)
    def shapes(*args: object) -> tuple[BoardShape, ...]:
        drawing = Drawing(0, 0)
        draw(drawing, *args)
        return tuple(drawing.shapes)

    @wraps(draw)
    def stamped(drawing: Drawing, *args: object) -> None:
        drawing.shapes += shapes(*args)

    return stamped


@lru_cache(8)
def _floor_of(board: _Board) -> tuple[BoardShape, ...]:
    """Return the shapes of a board's floor and walls, shared by all states of a level."""
    drawing = Drawing(board.width, board.height)
    drawing.rect(0, 0, board.width, board.height, WALL)
    for y, x in board.places:
        drawing.rect(x, y, 1, 1, FLOOR, LINE)
    return tuple(drawing.shapes)


def text_drawing(text: str) -> Drawing:
    """Return a text as a drawing, for puzzles without a better one."""
    rows = text.split("\n")
    drawing = Drawing(max(4.0, 0.55 * max(map(len, rows)) + 1), len(rows) + 1.0)
    drawing.rect(0, 0, drawing.width, drawing.height, FLOOR)
    for k, row in enumerate(rows):
        drawing.text(drawing.width / 2, k + 1.0, row, 0.8)
    return drawing


def with_rim(drawing: Drawing, board: _Board, corner: Point) -> Drawing:
    """Return a drawing with column numbers above it and row numbers at its left.

    `corner` is the position of the top left cell. Texts name cells as ROW:COLUMN.
    """
    framed = Drawing(drawing.width + EDGE, drawing.height + EDGE)
    framed.rect(0, 0, framed.width, framed.height, WHITE)
    for column in range(board.width):
        framed.text(EDGE + corner[0] + column + 0.5, EDGE / 2, str(column), 0.42)
    for row in range(board.height):
        framed.text(EDGE / 2, EDGE + corner[1] + row + 0.5, str(row), 0.42)
    framed.place(drawing, EDGE, EDGE)
    return framed


def with_arrows(before: Drawing, after: Drawing) -> Drawing:
    """Return the second drawing with an arrow for each thing that moved since the first.

    A shape has moved if it is at another position in the second drawing. Shapes with equal offsets
    have moved together. If a whole row moved, only round shapes get an arrow, such as a player whom
    the row carries.
    """
    old_shapes, new_shapes = set(before.shapes), set(after.shapes)
    vanished = [shape for shape in before.shapes if shape not in new_shapes]
    moved: dict[Point, list[tuple[BoardShape, BoardShape]]] = {}
    for shape in (shape for shape in after.shapes if shape not in old_shapes):
        same = [old for old in vanished if _form(old) == _form(shape)]
        if not same:
            continue
        old = min(same, key=lambda old: (math.dist(old.points[0], shape.points[0]), old.points))
        vanished.remove(old)
        (x0, y0), (x1, y1) = old.points[0], shape.points[0]
        moved.setdefault((round(x1 - x0, 3), round(y1 - y0, 3)), []).append((old, shape))
    drawing = Drawing(after.width, after.height)
    drawing.shapes = list(after.shapes)
    for pairs in moved.values():
        if len(moved) <= MAX_MOVING_GROUPS or any(isinstance(shape, Disc) for _, shape in pairs):
            old_places, new_places = map(_middle, zip(*pairs, strict=True))
            add_arrow(drawing, old_places, new_places)
    return drawing


def add_arrow(drawing: Drawing, start: Point, end: Point) -> None:
    """Add an arrow between two spots; it ends before the second one, which stays visible."""
    share = max(0.5, 1 - SHORT / (math.dist(start, end) or 1.0))
    tip = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    if tip != start:
        drawing.line([start, tip], WHITE, 0.16)
        drawing.arrow(start, tip, BLACK, 0.08, 0.26)


def _form(shape: BoardShape) -> tuple[object, ...]:
    """Return the form of a shape, independent of its position."""
    (x, y), *_ = shape.points
    corners = tuple((round(px - x, 3), round(py - y, 3)) for px, py in shape.points)
    return type(shape), shape.at(corners)


def _middle(shapes: Sequence[BoardShape]) -> Point:
    """Return the middle of the bounding box of some shapes."""
    xs, ys = zip(*(point for shape in shapes for point in shape.points), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
