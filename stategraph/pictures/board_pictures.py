"""The picture of a board."""

from __future__ import annotations

from stategraph.pictures.picture import converted
from stategraph.rules.drawing import Drawing

# longer side of a board in pixels
PIXELS = 640


def board_picture(drawing: Drawing, form: str, pixels: int = PIXELS) -> bytes:
    """Return a drawing as "svg", "png" or "pdf"; its longer side is `pixels` long."""
    return saved(drawing, form, pixels / max(drawing.width, drawing.height))


def saved(drawing: Drawing, form: str, scale: float) -> bytes:
    """Return a drawing as "svg", "png" or "pdf", with `scale` pixels per cell."""
    svg = drawing.svg(scale * max(drawing.width, drawing.height)).encode()
    return converted(svg, form, dots=1)
