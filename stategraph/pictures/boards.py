"""Boards as pictures: one state, or a whole solution as a film."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

from stategraph.pictures.figures import save, without_formulas
from stategraph.pictures.raster import png
from stategraph.rules.drawing import BLACK, WHITE, Drawing, Shape

# A strip shows at most so many steps, chosen evenly; more would be too small to see.
STEPS = 48

# The longer side of a single board and of one in a film, in pixels.
PIXELS, FRAME = 640, 240

# The milliseconds that a film shows each step, and its end.
STEP_MS, END_MS = 600, 2000


def board_picture(drawing: Drawing, form: str, pixels: int = PIXELS) -> bytes:
    """Return a drawing as "svg", "png" or "pdf", its longer side `pixels` long."""
    return _saved(drawing, form, pixels / max(drawing.width, drawing.height))


def film_picture(drawings: Sequence[Drawing], captions: Sequence[str], form: str) -> bytes:
    """Return the steps of a solution: "gif" as a film, "svg", "png" or "pdf" as a strip."""
    if form == "gif":
        return _gif(drawings, captions)
    made = strip(drawings, captions)
    side = max(max(drawing.width, drawing.height) for drawing in drawings)
    scale = min(FRAME / side, 4000 / max(made.width, made.height))
    return _saved(made, form, scale)


def _saved(drawing: Drawing, form: str, scale: float) -> bytes:
    """Return a drawing as "svg", "png" or "pdf", `scale` pixels a cell."""
    if form == "pdf":
        return save(_figure(drawing, scale), form)
    made = drawing.svg(scale * max(drawing.width, drawing.height)).encode()
    return made if form == "svg" else png(made, dots=1)


def choose(steps: int, most: int = STEPS) -> list[int]:
    """Return which of ``0..steps-1`` a strip shows: all, or `most`, first and last included.

    >>> choose(5, most=3)
    [0, 2, 4]
    """
    if steps <= most:
        return list(range(steps))
    return [k * (steps - 1) // (most - 1) for k in range(most)]


def strip(drawings: Sequence[Drawing], captions: Sequence[str]) -> Drawing:
    """Return several drawings side by side in rows, each with its caption below."""
    wide, tall = max(d.width for d in drawings), max(d.height for d in drawings)
    line = max(wide, tall) / 8  # height of a caption
    per_row = min(
        len(drawings), max(1, round((len(drawings) * 2.0 * (tall + 2 * line) / wide) ** 0.5))
    )
    rows = -(-len(drawings) // per_row)
    gap = wide / 12
    made = Drawing(per_row * (wide + gap) + gap, rows * (tall + 2 * line) + gap)
    made.rect(0, 0, made.width, made.height, WHITE)
    for k, (drawing, caption) in enumerate(zip(drawings, captions, strict=True)):
        x, y = gap + k % per_row * (wide + gap), gap + k // per_row * (tall + 2 * line)
        made.place(drawing, x, y)
        made.text(
            x + drawing.width / 2, y + drawing.height + 0.8 * line, caption, 0.9 * line, BLACK
        )
    return made


def _gif(drawings: Sequence[Drawing], captions: Sequence[str]) -> bytes:
    from PIL import Image

    frames = []
    for drawing, caption in zip(drawings, captions, strict=True):
        framed = strip([drawing], [caption])
        painted = _saved(framed, "png", 1.5 * FRAME / max(framed.width, framed.height))
        frames.append(
            Image.open(io.BytesIO(painted))
            .convert("RGB")
            .convert("P", palette=Image.Palette.ADAPTIVE, colors=64)
        )
    out = io.BytesIO()
    times = [STEP_MS] * (len(frames) - 1) + [END_MS]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=times, loop=0)
    return out.getvalue()


def _figure(drawing: Drawing, scale: float) -> Any:
    """Return a matplotlib figure of the drawing, `scale` pixels a cell at 120 dots an inch."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg
    from matplotlib.figure import Figure

    points = scale * 72 / 120  # a cell in points
    made = Figure(figsize=(drawing.width * scale / 120, drawing.height * scale / 120), dpi=120)
    FigureCanvasAgg(made)
    axes = made.add_axes((0, 0, 1, 1))
    axes.axis("off")
    axes.set(xlim=(0, drawing.width), ylim=(drawing.height, 0))
    for order, shape in enumerate(drawing.shapes):  # later ones on top
        _add(axes, shape, points, order)
    return made


def add_board(
    axes: Any,
    drawing: Drawing,
    corner: tuple[float, float],
    cell: float,
    scale: float,
    order: float,
) -> None:
    """Draw a board on axes whose unit is `scale` points, y downwards; a cell is `cell` long."""
    from matplotlib.transforms import Affine2D

    turn = Affine2D().scale(cell, cell).translate(*corner) + axes.transData
    for k, shape in enumerate(drawing.shapes):
        for artist in _add(axes, shape, cell * scale, order + k / len(drawing.shapes)):
            artist.set_transform(turn)


def _add(axes: Any, shape: Shape, points: float, order: float) -> list[Any]:
    """Draw one shape; a cell is `points` points. Return what was drawn."""
    from matplotlib.patches import Circle, Polygon

    fill, stroke, (x, y) = shape.fill or "none", shape.stroke or "none", shape.points[0]
    if shape.kind == "disc":
        edge: dict[str, Any] = dict(ec=stroke, lw=0.05 * points, zorder=order)
        return [axes.add_patch(Circle((x, y), shape.width, fc=fill, **edge))]
    if shape.kind == "polygon":
        edge = dict(ec=stroke, lw=shape.width * points if shape.stroke else 0, zorder=order)
        return [axes.add_patch(Polygon(shape.points, fc=fill, **edge))]
    if shape.kind == "line":
        style = dict(ls=(0, (3, 3)) if shape.dashed else "-", solid_capstyle="round")
        xs, ys = zip(*shape.points, strict=True)
        return axes.plot(xs, ys, color=stroke, lw=shape.width * points, zorder=order, **style)
    place = dict(ha="center", va="baseline", zorder=order, color=fill)
    text, size = without_formulas(shape.text), shape.width * points
    return [axes.text(x, y + 0.35 * shape.width, text, fontsize=size, **place)]
