"""The shapes of which all pictures consist, those of boards and those of state graphs.

::

    family.draw ──► Drawing ─┐
                             ├─► shapes ──svg──► SVG ──► PNG, PDF
    view, map ────► Scene ───┘

Coordinates are (x to the right, y downwards), in cells on a board and in points elsewhere. Boards
compare and cache their shapes, so these are tuples: `Polygon`, `Line`, `Disc` and `Words`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import numpy as np

Point = tuple[float, float]
Points = Sequence[Point]


class Pen(NamedTuple):
    """The style of a line: its colour, its width, and "solid", "dashed" or "dotted"."""

    colour: str
    width: float = 1.0
    style: str = "solid"

    @property
    def dashes(self) -> tuple[float, float]:
        """The lengths of a dash and of the gap after it."""
        return (3.7 * self.width, 1.6 * self.width) if self.style == "dashed" else (
            self.width, 1.65 * self.width
        )  # fmt: skip

    def scaled(self, scale: float) -> Pen:
        """Return it with another width."""
        return Pen(self.colour, self.width * scale, self.style)


class Polygon(NamedTuple):
    """A closed outline through `points`."""

    points: Points
    fill: str = ""
    pen: Pen | None = None
    opacity: float = 1.0

    def at(self, points: Points, scale: float = 1.0) -> Polygon:
        """Return the shape at other points, with scaled widths."""
        pen = None if self.pen is None else self.pen.scaled(scale)
        return Polygon(points, self.fill, pen, self.opacity)


class Line(NamedTuple):
    """A line through `points`, with round corners and ends."""

    points: Points
    pen: Pen

    def at(self, points: Points, scale: float = 1.0) -> Line:
        """Return the shape at other points, with a scaled width."""
        return Line(points, self.pen.scaled(scale))


class Disc(NamedTuple):
    """A circle."""

    middle: Point
    radius: float
    fill: str
    pen: Pen | None = None

    @property
    def points(self) -> Points:
        """Its middle."""
        return (self.middle,)

    def at(self, points: Points, scale: float = 1.0) -> Disc:
        """Return the disc at another point with a scaled radius; the outline keeps its width."""
        return Disc(points[0], self.radius * scale, self.fill, self.pen)


class Words(NamedTuple):
    """A line of text, centred vertically; `place` is its "start", "middle" or "end".

    `font` names the font, if the text may be shown outside a picture that sets the font.
    """

    text: str
    place: Point
    size: float
    colour: str
    anchor: str = "middle"
    bold: bool = False
    font: str = ""

    @property
    def points(self) -> Points:
        """Its place."""
        return (self.place,)

    def at(self, points: Points, scale: float = 1.0) -> Words:
        """Return the text at another point, with a scaled size."""
        return Words(self.text, points[0], self.size * scale, *self[3:])


@dataclass(frozen=True)
class Curve:
    """A line from `start` to `end` that bends towards the point `knee`."""

    start: Point
    knee: Point
    end: Point
    pen: Pen


@dataclass(frozen=True)
class Segments:
    """Many straight lines (k, 2, 2): from a point to a point."""

    ends: np.ndarray
    pen: Pen


@dataclass(frozen=True)
class Dots:
    """Many marks of one kind around `places` (k, 2): a "disc", or a "cross" of slanted strokes.

    `tips` are the tooltips of the marks, if any.
    """

    places: np.ndarray
    radius: float
    colour: str
    kind: str = "disc"
    tips: Sequence[str] = ()


@dataclass(frozen=True)
class Pixels:
    """A field of colours (rows, columns, 3) uint8, stretched over a rectangle from its `corner`."""

    colours: np.ndarray
    corner: Point
    width: float
    height: float


@dataclass(frozen=True)
class Inset:
    """The shapes of a board of `width` by `height` cells, with `scale` as the length of a cell."""

    shapes: Sequence[Shape]
    width: float
    height: float
    corner: Point
    scale: float


@dataclass(frozen=True)
class Together:
    """Shapes that share a tooltip."""

    tooltip: str
    shapes: Sequence[Shape]


# the shapes of boards, and all shapes
BoardShape = Polygon | Line | Disc | Words
Shape = BoardShape | Curve | Segments | Dots | Pixels | Inset | Together
