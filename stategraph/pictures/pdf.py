"""PDF from SVG: every PDF shows the same picture as its SVG.

This module draws an SVG with matplotlib, which writes the PDF; text stays text. The module reads
only the SVG elements that this package and Graphviz write: groups, polygons, lines, circles,
ellipses, rectangles, paths, texts and images.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import numpy as np

from stategraph.pictures.matplotlib_figures import save

if TYPE_CHECKING:
    from matplotlib.artist import Artist
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D, Transform

# length of each unit in points (1/72 inch); a length without a unit is in pixels (1/96 inch)
UNITS = {"pt": 1.0, "px": 0.75, "": 0.75}

# attributes that the elements of a group inherit
INHERITED = ("fill", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap",
             "stroke-linejoin", "fill-opacity", "font-weight", "text-anchor")  # fmt: skip

Look = dict[str, str]
Colour = str | tuple[float, float, float, float]

_HREF = "{http://www.w3.org/1999/xlink}href"
_TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.?\d*|\.\d+)(?:e-?\d+)?")
_TRANSFORM = re.compile(r"(translate|scale|rotate)\(([^)]*)\)")


def pdf(svg: bytes) -> bytes:
    """Return an SVG as PDF of the same size. O(elements)."""
    return save(figure_of(svg), "pdf")


def figure_of(svg: bytes) -> Figure:
    """Return an SVG as a matplotlib figure of the same size."""
    from matplotlib.figure import Figure
    from matplotlib.transforms import Affine2D

    root = ElementTree.fromstring(svg)
    width, height = (_points(root.get(side, "")) for side in ("width", "height"))
    fig = Figure(figsize=(width / 72, height / 72), facecolor="none")
    axes = fig.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, width), ylim=(height, 0))
    _Painter(axes).paint(root, Affine2D().scale(width, height), {})
    return fig


class _Painter:
    """Draws elements on axes with a unit of one point and y downwards, later elements on top."""

    def __init__(self, axes: Axes):
        self._axes = axes
        self._order = 0

    def paint(self, element: ElementTree.Element, place: Transform, look: Look) -> None:
        """Draw an element.

        `place` is the transform from the element's units to points. `look` holds the inherited
        attributes.
        """
        kind = element.tag.rpartition("}")[2]
        look = {**look, **{name: value for name, value in element.items() if name in INHERITED}}
        if kind == "svg":
            self._each(element, _fitted(element.get("viewBox", "")) + place, look)
        elif kind in ("g", "a"):
            self._each(element, _transform(element.get("transform", "")) + place, look)
        elif kind == "text":
            self._text(element, place, look)
        elif kind == "image":
            self._image(element, place)
        elif kind in _PATHS:
            vertices, codes = _PATHS[kind](element)
            self._path(vertices, codes, place, look, float(element.get("opacity", "1")))

    def _each(self, group: ElementTree.Element, place: Transform, look: Look) -> None:
        for element in group:
            self.paint(element, place, look)

    def _add(self, artist: Artist) -> None:
        self._order += 1
        artist.set_zorder(self._order)
        self._axes.add_artist(artist)

    def _path(
        self,
        vertices: np.ndarray,
        codes: Sequence[int] | np.ndarray,
        place: Transform,
        look: Look,
        opacity: float,
    ) -> None:
        from matplotlib.patches import PathPatch
        from matplotlib.path import Path

        if not len(vertices):
            return
        width = float(look.get("stroke-width", "1"))
        dashes = [float(part) / width for part in _TOKEN.findall(look.get("stroke-dasharray", ""))]
        path = Path(vertices, codes)
        path.should_simplify = False  # keeps strokes of length 0, which are dots
        self._add(PathPatch(
            path, transform=place + self._axes.transData,
            fc=_colour(look.get("fill", "black"), opacity * float(look.get("fill-opacity", "1"))),
            ec=_colour(look.get("stroke", "none"), opacity), lw=width * _scale(place),
            ls=(0, dashes * (1 + len(dashes) % 2)) if dashes else "-",
            capstyle=look.get("stroke-linecap", "butt"),
            joinstyle=look.get("stroke-linejoin", "miter"),
        ))  # fmt: skip

    def _text(self, element: ElementTree.Element, place: Transform, look: Look) -> None:
        from matplotlib.text import Text

        x, y = (float(element.get(name, "0")) for name in "xy")
        anchors = {"start": "left", "middle": "center", "end": "right"}
        x, y = place.transform((x, y))
        self._add(Text(
            x, y, (element.text or "").strip(), parse_math=False,
            fontsize=float(element.get("font-size", "")) * _scale(place), va="baseline",
            color=look.get("fill", "black"), ha=anchors[look.get("text-anchor", "start")],
            fontweight=look.get("font-weight", "normal"), transform=self._axes.transData,
        ))  # fmt: skip

    def _image(self, element: ElementTree.Element, place: Transform) -> None:
        """Draw an embedded image, which is an SVG or a bitmap."""
        from matplotlib.transforms import Affine2D
        from PIL import Image

        x, y, width, height = (
            float(element.get(name, "").removesuffix("px"))
            for name in ("x", "y", "width", "height")
        )
        kind, _, data = element.get(_HREF, "").partition(";base64,")
        content = base64.b64decode(data)
        if kind == "data:image/svg+xml":
            box = Affine2D().scale(width, height).translate(x, y)
            self.paint(ElementTree.fromstring(content), box + place, {})
            return
        (left, top), (right, bottom) = place.transform([(x, y), (x + width, y + height)])
        self._order += 1
        self._axes.imshow(
            np.asarray(Image.open(io.BytesIO(content)).convert("RGB")), aspect="auto",
            extent=(left, right, bottom, top), interpolation="none", zorder=self._order,
        )  # fmt: skip


def _points(length: str) -> float:
    """Convert a length with an optional unit to points."""
    number = length.rstrip("ptx")
    return float(number) * UNITS[length[len(number) :]]


def _colour(name: str, opacity: float) -> Colour:
    from matplotlib.colors import to_rgba

    if name in ("none", "transparent"):
        return "none"
    return to_rgba(name, None if opacity == 1 else opacity)


def _scale(place: Transform) -> float:
    """Return the factor by which a transform enlarges lengths; it must be uniform."""
    return float(abs(np.linalg.det(place.get_matrix()[:2, :2])) ** 0.5)


def _fitted(box: str) -> Affine2D:
    """Return the transform from a ``viewBox`` to the unit square."""
    from matplotlib.transforms import Affine2D

    left, top, width, height = _numbers(box)
    return Affine2D().translate(-left, -top).scale(1 / width, 1 / height)


def _transform(text: str) -> Affine2D:
    """Return the transform of a group."""
    from matplotlib.transforms import Affine2D

    transform = Affine2D()
    for name, numbers in reversed(_TRANSFORM.findall(text)):  # the last transform is applied first
        values = _numbers(numbers)
        getattr(transform, {"rotate": "rotate_deg"}.get(name, name))(*values)
    return transform


def _numbers(text: str) -> list[float]:
    return [float(number) for number in _TOKEN.findall(text)]


# ------------------------------------------------------------------------------- elements as paths

# the vertices (n, 2) and the codes (n,) of a matplotlib path
Outline = tuple[np.ndarray, Sequence[int] | np.ndarray]

MOVE, LINE, QUADRATIC, CUBIC, CLOSE = 1, 2, 3, 4, 79


def _polyline(element: ElementTree.Element, closed: bool = False) -> Outline:
    points = np.array(_numbers(element.get("points", ""))).reshape(-1, 2)
    codes = [MOVE, *[LINE] * (len(points) - 1)]
    return (np.append(points, points[:1], axis=0), [*codes, CLOSE]) if closed else (points, codes)


def _ellipse(element: ElementTree.Element) -> Outline:
    from matplotlib.path import Path

    x, y = (float(element.get(name, "0")) for name in ("cx", "cy"))
    radius = element.get("r", "0")
    radii = [float(element.get(name, radius)) for name in ("rx", "ry")]
    circle = Path.unit_circle()
    return np.asarray(circle.vertices) * radii + (x, y), np.asarray(circle.codes)


def _rect(element: ElementTree.Element) -> Outline:
    x, y, width, height = (float(element.get(name, "0")) for name in ("x", "y", "width", "height"))
    corners = [(x, y), (x + width, y), (x + width, y + height), (x, y + height), (x, y)]
    return np.array(corners), [MOVE, LINE, LINE, LINE, CLOSE]


def _path(element: ElementTree.Element) -> Outline:
    """Return the outline of a ``path``."""
    steps = [*_steps(_TOKEN.findall(element.get("d", "")))]
    return np.array([point for point, _ in steps]), [code for _, code in steps]


def _steps(tokens: Iterable[str]) -> Iterator[tuple[tuple[float, float], int]]:
    """Yield the (vertex, code) pairs of a path with the commands M, L, H, V, C, Q, Z, m, l, ...."""
    remaining = [*tokens][::-1]
    command, (x, y) = "M", (0.0, 0.0)
    start = x, y
    while remaining:
        command = (
            remaining.pop()
            if remaining[-1].isalpha()
            else {"M": "L", "m": "l"}.get(command, command)
        )
        kind, (x0, y0) = command.upper(), ((x, y) if command.islower() else (0.0, 0.0))
        if kind == "Z":
            x, y = start
            yield start, CLOSE
        elif kind in "HV":
            moved = float(remaining.pop())
            x, y = (x0 + moved, y) if kind == "H" else (x, y0 + moved)
            yield (x, y), LINE
        else:
            code, count = {"M": (MOVE, 1), "L": (LINE, 1), "Q": (QUADRATIC, 2), "C": (CUBIC, 3)}[
                kind
            ]
            for _ in range(count):
                x, y = x0 + float(remaining.pop()), y0 + float(remaining.pop())
                yield (x, y), code
            start = (x, y) if kind == "M" else start


_PATHS: dict[str, Callable[[ElementTree.Element], Outline]] = {
    "polygon": lambda element: _polyline(element, closed=True),
    "polyline": _polyline,
    "circle": _ellipse,
    "ellipse": _ellipse,
    "rect": _rect,
    "path": _path,
}
