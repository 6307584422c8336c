"""A picture as shapes: one description for two painters.

::

    diagram ─┐                  ┌─► svg.svg_text      text, quick and small, and PNG from that
             ├─► Scene: shapes ─┤
    profile ─┘                  └─► paint.paint       PDF, by matplotlib

Lengths are points (1/72 inch), y grows downwards, and the origin may lie anywhere: a scene is as
large as what stands in it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np

from stategraph.pictures.font import text_width
from stategraph.rules.drawing import Drawing, Point

# The room round a picture.
MARGIN = 10.0

# No side of a picture is longer; it is shrunk to that.
LARGEST = 40 * 72.0

# A text's baseline lies so far below its middle, in parts of its size.
BASELINE = 0.35


@dataclass(frozen=True)
class Pen:
    """How a line is drawn: its colour, its width, and whether "solid", "dashed" or "dotted"."""

    colour: str
    width: float = 1.0
    style: str = "solid"

    @property
    def dashes(self) -> tuple[float, float]:
        """The lengths of a dash and of the gap after it."""
        return (3.7 * self.width, 1.6 * self.width) if self.style == "dashed" else (
            self.width, 1.65 * self.width
        )  # fmt: skip


@dataclass(frozen=True)
class Polygon:
    """A closed outline through `points`."""

    points: Sequence[Point]
    fill: str = ""
    pen: Pen | None = None
    opacity: float = 1.0


@dataclass(frozen=True)
class Disc:
    """A circle."""

    middle: Point
    radius: float
    fill: str
    pen: Pen | None = None


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
    """Many marks of one kind round `places` (k, 2): a "disc", or a "cross" of slanted strokes.

    `tips`, where they are given, are the tooltips of each.
    """

    places: np.ndarray
    radius: float
    colour: str
    kind: str = "disc"
    tips: Sequence[str] = ()


@dataclass(frozen=True)
class Words:
    """A line of text; its height is round `place`, which is its "start", "middle" or "end"."""

    text: str
    place: Point
    size: float
    colour: str
    anchor: str = "middle"
    bold: bool = False


@dataclass(frozen=True)
class Pixels:
    """A field of colours (rows, columns, 3) uint8, stretched over a rectangle from its `corner`."""

    colours: np.ndarray
    corner: Point
    width: float
    height: float


@dataclass(frozen=True)
class Inset:
    """A family's drawing; a cell is `scale` long."""

    drawing: Drawing
    corner: Point
    scale: float


@dataclass(frozen=True)
class Together:
    """Shapes that share a tooltip."""

    tooltip: str
    shapes: Sequence[Shape]


Shape = Polygon | Disc | Curve | Segments | Dots | Words | Pixels | Inset | Together


@dataclass
class Scene:
    """Shapes on paper of a colour, later ones on top."""

    paper: str
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Add shapes on top."""
        self.shapes += shapes

    def box(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of all that stands in it."""
        points = [point for shape in self.shapes for point in _corners(shape)] or [(0.0, 0.0)]
        low, high = np.min(points, axis=0), np.max(points, axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def frame(self) -> tuple[float, float, float, float, float]:
        """Return left, top, width and height of the picture, and by how much it is shrunk."""
        left, top, right, bottom = self.box()
        width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
        return left - MARGIN, top - MARGIN, width, height, min(1.0, LARGEST / max(width, height))


def rectangle(
    left: float, top: float, right: float, bottom: float, fill: str = "", pen: Pen | None = None
) -> Polygon:
    """Return a rectangle."""
    return Polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, pen)


def lines(
    text: str, place: Point, size: float, colour: str, anchor: str = "middle", bold: bool = False
) -> list[Words]:
    """Return a text of several lines, its height round `place`."""
    parts, step = text.split("\n"), 1.25 * size
    x, y = place[0], place[1] - step * (len(parts) - 1) / 2
    return [Words(part, (x, y + k * step), size, colour, anchor, bold) for k, part in
            enumerate(parts)]  # fmt: skip


def _corners(shape: Shape) -> Iterable[Point]:
    """Return points between which a shape lies."""
    if isinstance(shape, Polygon):
        return shape.points
    if isinstance(shape, Disc):
        (x, y), r = shape.middle, shape.radius
        return (x - r, y - r), (x + r, y + r)
    if isinstance(shape, Curve):
        crest = (np.array(shape.start) + 2 * np.array(shape.knee) + np.array(shape.end)) / 4
        return shape.start, (float(crest[0]), float(crest[1])), shape.end
    if isinstance(shape, Segments):
        return [] if not len(shape.ends) else [*map(tuple, _span(shape.ends.reshape(-1, 2)))]
    if isinstance(shape, Dots):
        low, high = _span(shape.places) if len(shape.places) else np.empty((2, 0))
        return [tuple(low - shape.radius), tuple(high + shape.radius)] if len(shape.places) else []
    if isinstance(shape, Words):
        (x, y), width = shape.place, text_width(shape.text, shape.size, shape.bold)
        left = x - width * {"start": 0.0, "middle": 0.5, "end": 1.0}[shape.anchor]
        return (left, y - 0.6 * shape.size), (left + width, y + 0.6 * shape.size)
    if isinstance(shape, Together):
        return [point for inner in shape.shapes for point in _corners(inner)]
    (x, y), drawing = shape.corner, getattr(shape, "drawing", None)
    if isinstance(shape, Pixels):
        return (x, y), (x + shape.width, y + shape.height)
    assert drawing is not None
    return (x, y), (x + drawing.width * shape.scale, y + drawing.height * shape.scale)


def _span(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return points.min(axis=0), points.max(axis=0)
