"""A scene as SVG."""

from __future__ import annotations

import base64
import io
from collections.abc import Callable
from html import escape
from typing import Any

import numpy as np

from stategraph.pictures.font import FAMILY
from stategraph.pictures.scene import (
    BASELINE,
    Curve,
    Disc,
    Dots,
    Inset,
    Pen,
    Pixels,
    Polygon,
    Scene,
    Segments,
    Shape,
    Together,
    Words,
    rectangle,
)
from stategraph.rules.drawing import coordinate, printable


def svg_text(scene: Scene) -> str:
    """Return a scene as SVG."""
    n = coordinate
    left, top, width, height, scale = scene.frame()
    size = f'width="{n(width * scale)}pt" height="{n(height * scale)}pt"'
    box = f'viewBox="{n(left)} {n(top)} {n(width)} {n(height)}"'
    head = (
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" '
        f'{size} {box} font-family="{FAMILY}">'
    )
    paper = _svg(rectangle(left, top, left + width, top + height, scene.paper))
    parts = ['<?xml version="1.0" encoding="utf-8"?>', head, paper, *map(_svg, scene.shapes)]
    return "\n".join([*parts, "</svg>", ""])


def _svg(shape: Shape) -> str:
    return _WRITERS[type(shape)](shape)


def _stroke(pen: Pen | None) -> str:
    """Return the attributes of a line."""
    if pen is None:
        return ""
    made = f' stroke="{pen.colour}"'
    if pen.width != 1:
        made += f' stroke-width="{coordinate(pen.width)}"'
    if pen.style != "solid":
        made += f' stroke-dasharray="{" ".join(map(coordinate, pen.dashes))}"'
    return made


def _polygon(shape: Polygon) -> str:
    points = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in shape.points)
    faint = f' opacity="{coordinate(shape.opacity)}"' if shape.opacity != 1 else ""
    fill = shape.fill or "none"
    return f'<polygon points="{points}" fill="{fill}"{_stroke(shape.pen)}{faint}/>'


def _disc(shape: Disc) -> str:
    x, y = shape.middle
    place = f'cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(shape.radius)}"'
    return f'<circle {place} fill="{shape.fill or "none"}"{_stroke(shape.pen)}/>'


def _curve(shape: Curve) -> str:
    (ax, ay), (kx, ky), (bx, by) = shape.start, shape.knee, shape.end
    n = coordinate
    way = f"M{n(ax)},{n(ay)}Q{n(kx)},{n(ky)} {n(bx)},{n(by)}"
    return f'<path d="{way}" fill="none"{_stroke(shape.pen)}/>'


def _segments(shape: Segments) -> str:
    n = coordinate
    way = "".join(f"M{n(ax)},{n(ay)}L{n(bx)},{n(by)}" for (ax, ay), (bx, by) in
                  shape.ends.tolist())  # fmt: skip
    return f'<path d="{way}" fill="none"{_stroke(shape.pen)}/>' if way else ""


def _dots(shape: Dots) -> str:
    """Return marks as one path of strokes of no length, whose ends are round, or of crosses."""
    n, r = coordinate, shape.radius
    if shape.kind == "cross":
        arm, width = 0.75 * r, max(0.4, 0.45 * r)
        marks = [f"M{n(x - arm)},{n(y - arm)}l{n(2 * arm)},{n(2 * arm)}m{n(-2 * arm)},0"
                 f"l{n(2 * arm)},{n(-2 * arm)}" for x, y in shape.places.tolist()]  # fmt: skip
    else:
        width = 2 * r
        marks = [f"M{n(x)},{n(y)}h0" for x, y in shape.places.tolist()]
    pen = f'fill="none" stroke="{shape.colour}" stroke-width="{n(width)}" stroke-linecap="round"'
    if not shape.tips:
        return f'<path d="{"".join(marks)}" {pen}/>' if marks else ""
    told = [f"<g><title>{escape(printable(tip), quote=False)}</title>" for tip in shape.tips]
    inner = [f'{tip}<path d="{mark}"/></g>' for tip, mark in zip(told, marks, strict=True)]
    return "\n".join([f"<g {pen}>", *inner, "</g>"])


def _words(shape: Words) -> str:
    x, y = shape.place[0], shape.place[1] + BASELINE * shape.size
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" font-size="{coordinate(shape.size)}"'
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    weight = ' font-weight="bold"' if shape.bold else ""
    words = escape(printable(shape.text), quote=False)
    return f'<text {place} fill="{shape.colour}"{anchor}{weight}>{words}</text>'


def _pixels(shape: Pixels) -> str:
    (x, y), n = shape.corner, coordinate
    place = f'x="{n(x)}" y="{n(y)}" width="{n(shape.width)}" height="{n(shape.height)}"'
    data = base64.b64encode(_png(shape.colours)).decode()
    return (
        f'<image {place} preserveAspectRatio="none" '
        f'xlink:href="data:image/png;base64,{data}"/>'
    )  # fmt: skip


def _png(colours: np.ndarray) -> bytes:
    """Return cells (rows, columns, 3) as PNG; of up to 256 colours by their numbers, which is fast.

    Cells are drawn large, since some viewers would blur a small picture when they stretch it.
    """
    from PIL import Image

    rows, columns, _ = colours.shape
    met, number = np.unique(colours.reshape(-1, 3), axis=0, return_inverse=True)
    few = len(met) <= 256
    cells = number.reshape(rows, columns).astype(np.uint8) if few else colours
    large = cells.repeat(max(1, 800 // rows), axis=0).repeat(max(1, 800 // columns), axis=1)
    made = Image.fromarray(large)
    if few:
        made.putpalette(met.tobytes())
    out = io.BytesIO()
    made.save(out, "PNG", optimize=True)
    return out.getvalue()


def _inset(shape: Inset) -> str:
    (x, y), n = shape.corner, coordinate
    return (
        f'<g transform="translate({n(x)} {n(y)}) scale({n(shape.scale)})">\n'
        f"{shape.drawing.svg_shapes()}\n</g>"
    )


def _together(shape: Together) -> str:
    tip = escape(printable(shape.tooltip), quote=False)
    return "\n".join([f"<g><title>{tip}</title>", *map(_svg, shape.shapes), "</g>"])


_WRITERS: dict[type, Callable[[Any], str]] = {
    Polygon: _polygon,
    Disc: _disc,
    Curve: _curve,
    Segments: _segments,
    Dots: _dots,
    Words: _words,
    Pixels: _pixels,
    Inset: _inset,
    Together: _together,
}
