"""Shapes as SVG."""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING, Any

from stategraph.rules.shapes import (
    Curve,
    Disc,
    Dots,
    Inset,
    Line,
    Pen,
    Pixels,
    Polygon,
    Segments,
    Shape,
    Together,
    Words,
)

if TYPE_CHECKING:
    import numpy as np

# distance of a text's baseline below its middle, relative to its size
BASELINE = 0.35

_TURNING = re.compile("[\u202a-\u202e\u2066-\u2069]")
_FORBIDDEN = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def elements(shapes: Iterable[Shape]) -> str:
    """Return shapes as SVG elements, one per line."""
    return "\n".join(map(element, shapes))


def element(shape: Shape) -> str:
    """Return a shape as an SVG element."""
    return _WRITERS[type(shape)](shape)


@lru_cache(1 << 16)
def coordinate(value: float) -> str:
    """Return a coordinate as text, identical on every machine.

    >>> coordinate(1.25), coordinate(3), coordinate(-0.0)
    ('1.25', '3', '0')
    """
    zero = 0.0  # -0.0 + 0.0 is 0.0
    return f"{round(value, 3) + zero:.3f}".rstrip("0").rstrip(".")


def printable(text: str) -> str:
    """Return a text with unsafe characters made visible.

    A character that XML forbids becomes a replacement character. A control character that changes
    the direction of writing could mislead readers, so its code is written instead.

    >>> printable("a\\x01b"), printable("safe\\u202egpj.exe")
    ('a\ufffdb', 'safe[U+202E]gpj.exe')
    """
    return _TURNING.sub(lambda match: f"[U+{ord(match[0]):04X}]", _FORBIDDEN.sub("\ufffd", text))


def _stroke(pen: Pen | None) -> str:
    """Return the attributes of a line."""
    if pen is None:
        return ""
    attributes = _solid(pen)
    if pen.style != "solid":
        attributes += f' stroke-dasharray="{" ".join(map(coordinate, pen.dashes))}"'
    return attributes


def _solid(pen: Pen) -> str:
    width = f' stroke-width="{coordinate(pen.width)}"' if pen.width != 1 else ""
    return f' stroke="{pen.colour}"{width}'


def _polygon(shape: Polygon) -> str:
    points = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in shape.points)
    faint = f' opacity="{coordinate(shape.opacity)}"' if shape.opacity != 1 else ""
    fill = shape.fill or "none"
    return f'<polygon points="{points}" fill="{fill}"{_stroke(shape.pen)}{faint}/>'


def _line(shape: Line) -> str:
    points = " ".join(f"{coordinate(x)},{coordinate(y)}" for x, y in shape.points)
    pen = shape.pen
    # wide gaps, since round ends make dashes longer
    dash = f' stroke-dasharray="{coordinate(3 * pen.width)}"' if pen.style == "dashed" else ""
    ends = 'stroke-linejoin="round" stroke-linecap="round"'
    return f'<polyline points="{points}" fill="none"{_solid(pen)}{dash} {ends}/>'


def _disc(shape: Disc) -> str:
    x, y = shape.middle
    place = f'cx="{coordinate(x)}" cy="{coordinate(y)}" r="{coordinate(shape.radius)}"'
    return f'<circle {place} fill="{shape.fill or "none"}"{_stroke(shape.pen)}/>'


def _curve(shape: Curve) -> str:
    (ax, ay), (kx, ky), (bx, by) = shape.start, shape.knee, shape.end
    n = coordinate
    path = f"M{n(ax)},{n(ay)}Q{n(kx)},{n(ky)} {n(bx)},{n(by)}"
    return f'<path d="{path}" fill="none"{_stroke(shape.pen)}/>'


def _segments(shape: Segments) -> str:
    n = coordinate
    path = "".join(f"M{n(ax)},{n(ay)}L{n(bx)},{n(by)}" for (ax, ay), (bx, by) in
                  shape.ends.tolist())  # fmt: skip
    return f'<path d="{path}" fill="none"{_stroke(shape.pen)}/>' if path else ""


def _dots(shape: Dots) -> str:
    """Return marks as one path: discs are strokes of length 0 with round ends."""
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
    titles = [f"<g><title>{escape(printable(tip), quote=False)}</title>" for tip in shape.tips]
    inner = [f'{tip}<path d="{mark}"/></g>' for tip, mark in zip(titles, marks, strict=True)]
    return "\n".join([f"<g {pen}>", *inner, "</g>"])


def _words(shape: Words) -> str:
    x, y = shape.place[0], shape.place[1] + BASELINE * shape.size
    place = f'x="{coordinate(x)}" y="{coordinate(y)}" font-size="{coordinate(shape.size)}"'
    anchor = f' text-anchor="{shape.anchor}"' if shape.anchor != "start" else ""
    weight = ' font-weight="bold"' if shape.bold else ""
    fill = f' fill="{shape.colour}"'
    look = f' font-family="{shape.font}"{anchor}{fill}' if shape.font else fill + anchor
    words = escape(printable(shape.text), quote=False)
    return f"<text {place}{look}{weight}>{words}</text>"


def _pixels(shape: Pixels) -> str:
    (x, y), n = shape.corner, coordinate
    place = f'x="{n(x)}" y="{n(y)}" width="{n(shape.width)}" height="{n(shape.height)}"'
    data = base64.b64encode(_png(shape.colours)).decode()
    return (
        f'<image {place} preserveAspectRatio="none" '
        f'xlink:href="data:image/png;base64,{data}"/>'
    )  # fmt: skip


def _png(colours: np.ndarray) -> bytes:
    """Convert colours (rows, columns, 3) to a PNG; up to 256 colours use a palette, for speed.

    Cells are enlarged, since some viewers would blur a small picture when they stretch it.
    """
    import numpy as np
    from PIL import Image

    rows, columns, _ = colours.shape
    palette, number = np.unique(colours.reshape(-1, 3), axis=0, return_inverse=True)
    few = len(palette) <= 256
    cells = number.reshape(rows, columns).astype(np.uint8) if few else colours
    large = cells.repeat(max(1, 800 // rows), axis=0).repeat(max(1, 800 // columns), axis=1)
    image = Image.fromarray(large)
    if few:
        image.putpalette(palette.tobytes())
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _inset(shape: Inset) -> str:
    (x, y), n = shape.corner, coordinate
    return (
        f'<g transform="translate({n(x)} {n(y)}) scale({n(shape.scale)})">\n'
        f"{elements(shape.shapes)}\n</g>"
    )


def _together(shape: Together) -> str:
    tip = escape(printable(shape.tooltip), quote=False)
    return "\n".join([f"<g><title>{tip}</title>", *map(element, shape.shapes), "</g>"])


_WRITERS: dict[type, Callable[[Any], str]] = {
    Polygon: _polygon,
    Line: _line,
    Disc: _disc,
    Curve: _curve,
    Segments: _segments,
    Dots: _dots,
    Words: _words,
    Pixels: _pixels,
    Inset: _inset,
    Together: _together,
}
