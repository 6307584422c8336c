"""The base of every family's drawing: a few shapes in units of one cell, and some colours.

A family's ``draw(puzzle, state)`` appends shapes to a `Drawing`, last on top; whoever shows it
decides on size and format. Coordinates are (x to the right, y downwards)::

    drawing = Drawing(10, 8)                      10 cells wide, 8 high
    drawing.rect(0, 0, 1, 1, WALL)
    drawing.disc(2.5, 1.5, 0.35, ORANGE, "P")     a disc with a letter

Colours are Okabe and Ito's [1]_, which most colour-blind people can tell apart; all the same every
thing has a shape or a letter of its own, since pictures are printed in grey too.

.. [1] M. Okabe, K. Ito, Color Universal Design (2008).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from functools import lru_cache, wraps
from html import escape
from typing import Any, NamedTuple, Protocol

WALL, FLOOR, LINE = "#4a4f57", "#f4f1ea", "#c9c4b8"
WHITE, BLACK = "#ffffff", "#1b1b1b"
ORANGE, SKY, GREEN, YELLOW = "#e69f00", "#56b4e9", "#009e73", "#f0e442"
BLUE, RED, PINK = "#0072b2", "#d55e00", "#cc79a7"

Point = tuple[float, float]

# So many things on cells are kept as shapes.
STAMPS = 4_096

# How wide a rim is.
EDGE = 0.7

# More groups of things than this do not move at once, but a row of tiles does; how far an arrow
# ends before the middle of what has moved.
THINGS, SHORT = 2, 0.36

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


class _Board(Protocol):
    """What a drawing needs to know of a board; `Grid` is one."""

    width: int
    height: int

    @property
    def places(self) -> Sequence[tuple[int, int]]: ...

    def __hash__(self) -> int: ...


class Shape(NamedTuple):
    """A polygon, a line, a disc or a text.

    Attributes
    ----------
    kind : {"polygon", "line", "disc", "text"}
    points : tuple of (x, y)
        corners; of a disc or text its middle
    fill, stroke : str
        colours, empty for none
    width : float
        of the stroke; of a disc its radius, of a text its height
    text : str
    dashed : bool
    """

    kind: str
    points: tuple[Point, ...]
    fill: str = ""
    stroke: str = ""
    width: float = 0.0
    text: str = ""
    dashed: bool = False


class Drawing:
    """Shapes on a sheet of `width` by `height` cells."""

    def __init__(self, width: float, height: float):
        self.width, self.height = width, height
        self.shapes: list[Shape] = []

    def __repr__(self) -> str:
        return f"<Drawing: {self.width:g} by {self.height:g} cells, {len(self.shapes)} shapes>"

    @classmethod
    def of(cls, board: _Board) -> Drawing:
        """Return the floor and the walls of a board."""
        made = cls(board.width, board.height)
        made.shapes += _floor_of(board)
        return made

    def rect(
        self, x: float, y: float, width: float, height: float, fill: str, stroke: str = ""
    ) -> None:
        """Add a rectangle with its top left corner at (x, y)."""
        corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
        self.polygon(corners, fill, stroke)

    def polygon(self, corners: Sequence[Point], fill: str, stroke: str = "") -> None:
        """Add a polygon; its outline, if any, is 0.04 cells thick."""
        self.shapes.append(Shape("polygon", tuple(corners), fill, stroke, 0.04))

    def line(
        self, points: Sequence[Point], stroke: str, width: float = 0.06, dashed: bool = False
    ) -> None:
        """Add a line through `points`, `width` cells thick."""
        self.shapes.append(Shape("line", tuple(points), "", stroke, width, dashed=dashed))

    def disc(
        self, x: float, y: float, radius: float, fill: str, text: str = "", stroke: str = BLACK
    ) -> None:
        """Add a disc, with a letter on it."""
        self.shapes.append(Shape("disc", ((x, y),), fill, stroke, radius))
        if text:
            self.text(x, y, text, radius * 1.3, BLACK)

    def text(self, x: float, y: float, text: str, height: float = 0.5, fill: str = BLACK) -> None:
        """Add a text whose middle is at (x, y)."""
        self.shapes.append(Shape("text", ((x, y),), fill, width=height, text=text))

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
        """Add all of another drawing, its top left corner at (x, y)."""
        for shape in other.shapes:
            points = tuple((x + px * scale, y + py * scale) for px, py in shape.points)
            self.shapes.append(
                Shape(
                    shape.kind,
                    points,
                    shape.fill,
                    shape.stroke,
                    shape.width * scale,
                    shape.text,
                    shape.dashed,
                )
            )

    def svg(self, pixels: float | None = None) -> str:
        """Return the drawing as SVG text; `pixels` is the length of its longer side (32 a cell)."""
        scale = 32.0 if pixels is None else pixels / max(self.width, self.height)
        size = (
            f'width="{coordinate(self.width * scale)}" height="{coordinate(self.height * scale)}"'
        )
        box = f'viewBox="0 0 {coordinate(self.width)} {coordinate(self.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'
        return f"{head}\n{self.svg_shapes()}\n</svg>\n" if self.shapes else f"{head}\n</svg>\n"

    def svg_shapes(self) -> str:
        """Return the shapes as SVG elements, one a line, in units of a cell."""
        return "\n".join(map(_svg, self.shapes))


def stamp(draw: Callable[..., None]) -> Callable[..., None]:
    """Return a function that adds what ``draw(drawing, ...)`` adds, but makes its shapes once.

    For what many boards show: a crate on a cell. All arguments are hashable.

    >>> @stamp
    ... def coin(drawing, x, y):
    ...     drawing.disc(x + 0.5, y + 0.5, 0.3, YELLOW)
    >>> drawing = Drawing(2, 1)
    >>> coin(drawing, 0, 0), coin(drawing, 1, 0)
    (None, None)
    >>> drawing
    <Drawing: 2 by 1 cells, 2 shapes>
    """

    @lru_cache(STAMPS)
    def shapes(*args: Any) -> tuple[Shape, ...]:
        made = Drawing(0, 0)
        draw(made, *args)
        return tuple(made.shapes)

    @wraps(draw)
    def stamped(drawing: Drawing, *args: Any) -> None:
        drawing.shapes += shapes(*args)

    return stamped


@lru_cache(8)
def _floor_of(board: _Board) -> tuple[Shape, ...]:
    """Return the shapes of a board's floor and walls, which every state of a level shows."""
    made = Drawing(board.width, board.height)
    made.rect(0, 0, board.width, board.height, WALL)
    for y, x in board.places:
        made.rect(x, y, 1, 1, FLOOR, LINE)
    return tuple(made.shapes)


def printable(text: str) -> str:
    """Return a text that can be shown, and shows what it is.

    A character that XML forbids is replaced by one that shows a gap; one that turns the direction
    of writing, with which a text could make others read wrongly, is spelled.

    >>> printable("a\\x01b"), printable("safe\\u202egpj.exe")
    ('a\ufffdb', 'safe[U+202E]gpj.exe')
    """
    return _TURNING.sub(lambda found: f"[U+{ord(found[0]):04X}]", _FORBIDDEN.sub("\ufffd", text))


def text_drawing(text: str) -> Drawing:
    """Return a text as a drawing, for puzzles that have no better one."""
    rows = text.split("\n")
    made = Drawing(max(4.0, 0.55 * max(map(len, rows)) + 1), len(rows) + 1.0)
    made.rect(0, 0, made.width, made.height, FLOOR)
    for k, row in enumerate(rows):
        made.text(made.width / 2, k + 1.0, row, 0.8)
    return made


def with_rim(drawing: Drawing, board: _Board, corner: Point) -> Drawing:
    """Return a drawing with the numbers of the columns above it and of the rows at its left.

    `corner` is where its top left cell is. A cell is ROW:COLUMN in all that is said of it.
    """
    made = Drawing(drawing.width + EDGE, drawing.height + EDGE)
    made.rect(0, 0, made.width, made.height, WHITE)
    for column in range(board.width):
        made.text(EDGE + corner[0] + column + 0.5, EDGE / 2, str(column), 0.42)
    for row in range(board.height):
        made.text(EDGE / 2, EDGE + corner[1] + row + 0.5, str(row), 0.42)
    made.place(drawing, EDGE, EDGE)
    return made


def with_arrows(before: Drawing, after: Drawing) -> Drawing:
    """Return the second drawing with an arrow for whatever has moved since the first.

    Shapes that are the same but elsewhere have moved; those that went the same way together. Where
    a whole row does, only what is round has an arrow: the player who rides on it.
    """
    there, here = set(before.shapes), set(after.shapes)
    left = [shape for shape in before.shapes if shape not in here]
    moved: dict[Point, list[tuple[Shape, Shape]]] = {}
    for shape in (shape for shape in after.shapes if shape not in there):
        same = [old for old in left if _form(old) == _form(shape)]
        if not same:
            continue
        old = min(same, key=lambda old: (math.dist(old.points[0], shape.points[0]), old.points))
        left.remove(old)
        (x0, y0), (x1, y1) = old.points[0], shape.points[0]
        moved.setdefault((round(x1 - x0, 3), round(y1 - y0, 3)), []).append((old, shape))
    made = Drawing(after.width, after.height)
    made.shapes = list(after.shapes)
    for pairs in moved.values():
        if len(moved) <= THINGS or any(shape.kind == "disc" for _, shape in pairs):
            add_way(made, *(_middle([pair[k] for pair in pairs]) for k in (0, 1)))
    return made


def add_way(made: Drawing, start: Point, end: Point) -> None:
    """Add an arrow from a spot to another, which ends before it hides what is there."""
    share = max(0.5, 1 - SHORT / (math.dist(start, end) or 1.0))
    tip = start[0] + share * (end[0] - start[0]), start[1] + share * (end[1] - start[1])
    if tip != start:
        made.line([start, tip], WHITE, 0.16)
        made.arrow(start, tip, BLACK, 0.08, 0.26)


def _form(shape: Shape) -> tuple[object, ...]:
    """Return what a shape is, wherever it is."""
    (x, y), *_ = shape.points
    corners = tuple((round(px - x, 3), round(py - y, 3)) for px, py in shape.points)
    return shape.kind, corners, shape.fill, shape.stroke, shape.width, shape.text, shape.dashed


def _middle(shapes: Sequence[Shape]) -> Point:
    """Return the middle of what some shapes fill."""
    xs, ys = zip(*(point for shape in shapes for point in shape.points), strict=True)
    return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


def _svg(shape: Shape) -> str:
    """Return one shape as an SVG element."""
    n = coordinate
    fill, (x, y), width = shape.fill or "none", shape.points[0], shape.width
    stroke = f' stroke="{shape.stroke}"' if shape.stroke else ""
    if shape.kind == "disc":
        edge = stroke and stroke + ' stroke-width="0.05"'
        return f'<circle cx="{n(x)}" cy="{n(y)}" r="{n(width)}" fill="{fill}"{edge}/>'
    if shape.kind == "text":
        place = f'x="{n(x)}" y="{n(y + 0.35 * width)}" font-size="{n(width)}"'
        font = 'font-family="DejaVu Sans, Verdana, sans-serif" text-anchor="middle"'
        words = escape(printable(shape.text), quote=False)
        return f'<text {place} {font} fill="{fill}">{words}</text>'
    points = " ".join(f"{n(px)},{n(py)}" for px, py in shape.points)
    edge = stroke and f'{stroke} stroke-width="{n(width)}"'
    if shape.kind == "polygon":
        return f'<polygon points="{points}" fill="{fill}"{edge}/>'
    dash = f' stroke-dasharray="{n(3 * width)}"' if shape.dashed else ""
    round_ = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<polyline points="{points}" fill="none"{edge}{dash} {round_}/>'


@lru_cache(1 << 16)
def coordinate(value: float) -> str:
    """Return a coordinate, the same text on every machine.

    >>> coordinate(1.25), coordinate(3), coordinate(-0.0)
    ('1.25', '3', '0')
    """
    zero = 0.0  # added to one of either sign, it gives the positive one
    return f"{round(value, 3) + zero:.3f}".rstrip("0").rstrip(".")
