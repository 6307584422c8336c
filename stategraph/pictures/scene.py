"""Pictures of state graphs as shapes on a coloured background.

Lengths are points (1/72 inch), and y grows downwards. The origin may lie anywhere, since the
bounding box of the shapes determines which part is shown.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from stategraph.pictures.font import text_width
from stategraph.rules.drawing import FONT
from stategraph.rules.shapes import (
    Curve,
    Disc,
    Dots,
    Line,
    Pen,
    Pixels,
    Point,
    Polygon,
    Segments,
    Shape,
    Together,
    Words,
)
from stategraph.rules.svg import coordinate, elements

# margin around a picture
MARGIN = 10.0

# maximum length of a side; larger pictures are shrunk
MAX_SIDE = 40 * 72.0


@dataclass
class Scene:
    """Shapes on a coloured background; later shapes are on top."""

    paper: str
    shapes: list[Shape] = field(default_factory=list)

    def add(self, *shapes: Shape) -> None:
        """Add shapes on top."""
        self.shapes += shapes

    def box(self) -> tuple[float, float, float, float]:
        """Return (left, top, right, bottom) of the bounding box."""
        points = [point for shape in self.shapes for point in _corners(shape)] or [(0.0, 0.0)]
        low, high = np.min(points, axis=0), np.max(points, axis=0)
        return float(low[0]), float(low[1]), float(high[0]), float(high[1])

    def frame(self) -> tuple[float, float, float, float, float]:
        """Return left, top, width and height of the picture, and its scale factor."""
        left, top, right, bottom = self.box()
        width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
        return left - MARGIN, top - MARGIN, width, height, min(1.0, MAX_SIDE / max(width, height))

    def svg(self) -> str:
        """Return the scene as SVG text."""
        n = coordinate
        left, top, width, height, scale = self.frame()
        size = f'width="{n(width * scale)}pt" height="{n(height * scale)}pt"'
        box = f'viewBox="{n(left)} {n(top)} {n(width)} {n(height)}"'
        head = (
            '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
            f'{size} {box} font-family="{FONT}">'
        )
        paper = rectangle(left, top, left + width, top + height, self.paper)
        inner = elements([paper, *self.shapes])
        return f'<?xml version="1.0" encoding="utf-8"?>\n{head}\n{inner}\n</svg>\n'


def rectangle(
    left: float, top: float, right: float, bottom: float, fill: str = "", pen: Pen | None = None
) -> Polygon:
    """Return a rectangle."""
    return Polygon([(left, top), (right, top), (right, bottom), (left, bottom)], fill, pen)


def lines(
    text: str, place: Point, size: float, colour: str, anchor: str = "middle", bold: bool = False
) -> list[Words]:
    """Return the lines of a text, vertically centred at `place`."""
    parts, step = text.split("\n"), 1.25 * size
    x, y = place[0], place[1] - step * (len(parts) - 1) / 2
    return [Words(part, (x, y + k * step), size, colour, anchor, bold) for k, part in
            enumerate(parts)]  # fmt: skip


def _corners(shape: Shape) -> Iterable[Point]:
    """Return points whose bounding box contains a shape."""
    if isinstance(shape, (Polygon, Line)):
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
    (x, y), scale = shape.corner, 1.0 if isinstance(shape, Pixels) else shape.scale
    return (x, y), (x + shape.width * scale, y + shape.height * scale)


def _span(points: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    return points.min(axis=0), points.max(axis=0)
