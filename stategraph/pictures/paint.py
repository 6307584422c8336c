"""A scene as bytes: SVG as text, PNG painted from it, PDF by matplotlib from the same shapes."""

from __future__ import annotations

from typing import Any

from stategraph.pictures.figures import save, without_formulas
from stategraph.pictures.raster import png
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
)
from stategraph.pictures.svg import svg_text


def paint(scene: Scene, form: str) -> bytes:
    """Return a scene as "svg", "png" or "pdf"."""
    if form in ("svg", "png"):
        text = svg_text(scene).encode()
        return text if form == "svg" else png(text)
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    left, top, width, height, scale = scene.frame()
    made = Figure(figsize=(width * scale / 72, height * scale / 72), facecolor=scene.paper)
    FigureCanvasAgg(made)
    axes = made.add_axes((0, 0, 1, 1))
    axes.axis("off")
    for order, shape in enumerate(scene.shapes):
        _paint(axes, shape, scale, order)
    axes.set(xlim=(left, left + width), ylim=(top + height, top))
    return save(made, form)


def _paint(axes: Any, shape: Shape, scale: float, order: float) -> None:
    """Draw one shape; `scale` is what a length is worth in points on paper."""
    if isinstance(shape, Together):
        for k, inner in enumerate(shape.shapes):
            _paint(axes, inner, scale, order + k / len(shape.shapes))
    else:
        _PAINTERS[type(shape)](axes, shape, scale, order)


def _stroke(pen: Pen | None, scale: float) -> dict[str, Any]:
    """Return matplotlib's words for a line."""
    if pen is None:
        return dict(ec="none", lw=0)
    style = "-" if pen.style == "solid" else (0, tuple(d / pen.width for d in pen.dashes))
    return dict(ec=pen.colour, lw=pen.width * scale, ls=style)


def _polygon(axes: Any, shape: Polygon, scale: float, order: float) -> None:
    from matplotlib import patches

    look: dict[str, Any] = dict(fc=shape.fill or "none", alpha=shape.opacity, zorder=order)
    axes.add_artist(patches.Polygon(shape.points, **look, **_stroke(shape.pen, scale)))


def _disc(axes: Any, shape: Disc, scale: float, order: float) -> None:
    from matplotlib import patches

    look = dict(fc=shape.fill or "none", zorder=order)
    axes.add_artist(patches.Circle(shape.middle, shape.radius, **look, **_stroke(shape.pen, scale)))


def _curve(axes: Any, shape: Curve, scale: float, order: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    way = Path([shape.start, shape.knee, shape.end], [Path.MOVETO, Path.CURVE3, Path.CURVE3])
    look = dict(fc="none", zorder=order, capstyle="butt")
    axes.add_artist(PathPatch(way, **look, **_stroke(shape.pen, scale)))


def _segments(axes: Any, shape: Segments, scale: float, order: float) -> None:
    from matplotlib.collections import LineCollection

    look = _stroke(shape.pen, scale)
    axes.add_collection(
        LineCollection(list(shape.ends), colors=look["ec"], lw=look["lw"], ls=[look["ls"]],
                       zorder=order),
        autolim=False,
    )  # fmt: skip


def _dots(axes: Any, shape: Dots, scale: float, order: float) -> None:
    disc = shape.kind == "disc"
    wide = 2 * shape.radius * scale
    axes.scatter(
        *shape.places.T, s=(wide if disc else 0.75 * wide) ** 2, c=shape.colour, zorder=order,
        marker="o" if disc else "x", linewidths=0 if disc else max(0.4, 0.22 * wide),
    )  # fmt: skip


def _words(axes: Any, shape: Words, scale: float, order: float) -> None:
    axes.text(
        shape.place[0], shape.place[1] + BASELINE * shape.size, without_formulas(shape.text),
        fontsize=shape.size * scale, color=shape.colour, va="baseline", zorder=order,
        ha={"start": "left", "middle": "center", "end": "right"}[shape.anchor],
        fontweight="bold" if shape.bold else "normal",
    )  # fmt: skip


def _pixels(axes: Any, shape: Pixels, scale: float, order: float) -> None:
    x, y = shape.corner
    axes.imshow(
        shape.colours, extent=(x, x + shape.width, y + shape.height, y), aspect="auto",
        interpolation="nearest", zorder=order,
    )  # fmt: skip


def _inset(axes: Any, shape: Inset, scale: float, order: float) -> None:
    from stategraph.pictures.boards import add_board

    add_board(axes, shape.drawing, shape.corner, shape.scale, scale, order)


_PAINTERS: dict[type, Any] = {
    Polygon: _polygon,
    Disc: _disc,
    Curve: _curve,
    Segments: _segments,
    Dots: _dots,
    Words: _words,
    Pixels: _pixels,
    Inset: _inset,
}
