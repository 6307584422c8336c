"""Text below a picture: its caption, the legend of its roles, the scale of its colours."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from stategraph.pictures.font import text_width, wrapped
from stategraph.pictures.scene import Scene, rectangle
from stategraph.pictures.themes import Theme, shades
from stategraph.rules.shapes import Disc, Pen, Pixels, Polygon, Segments, Shape, Words

# minimum width of the caption; minimum text size; maximum ratio of a picture's width to its text
# size. The ratio keeps the text of a wide picture readable when the picture is fitted to a screen.
PAGE, LEAST, WIDEST = 504.0, 9.0, 130.0


def add_words(scene: Scene, text: str, theme: Theme) -> None:
    """Write a text below the picture, wrapped to its width; larger pictures have larger text."""
    left, _, right, bottom = scene.box()
    width = max(PAGE, right - left)
    size = _size_of_words(width)
    for k, line in enumerate(wrapped(text, size, width)):
        place = left, bottom + (1.6 + 1.25 * k) * size
        scene.add(Words(line, place, size, theme.ink, "start"))


def _size_of_words(width: float) -> float:
    return max(LEAST, 7.5 + width / 360, width / WIDEST)


def _size_of_legend(width: float) -> float:
    return max(LEAST, 0.85 * _size_of_words(width))


def add_legend(
    scene: Scene, nodes: Mapping[str, str], edges: Mapping[str, str], theme: Theme
) -> None:
    """Add the legend of the roles of nodes and arrows below the picture."""
    left, _, right, bottom = scene.box()
    width = max(PAGE, right - left)
    size = _size_of_legend(width)
    x, y = left, bottom + 1.6 * size
    for role, words in (*nodes.items(), *edges.items()):
        across = 2.6 * size + text_width(words, size)
        if x > left and x + across > left + width:
            x, y = left, y + 1.6 * size
        if role in nodes:
            scene.add(*_sample(role, theme, x + size, y, 0.6 * size))
        else:
            line = theme.edges[role]
            ends = np.array([[(x, y), (x + 2 * size, y)]])
            scene.add(Segments(ends, Pen(line.colour, line.width, line.style)))
        scene.add(Words(words, (x + 2.5 * size, y), size, theme.ink, "start"))
        x += across + 1.4 * size


def _sample(role: str, theme: Theme, x: float, y: float, r: float) -> list[Shape]:
    """Return a small sample node around (x, y), in the shape of its role."""
    look = theme.nodes["alive" if role == "other" else role]
    pen = Pen(look.rim, 1.0, "dotted" if role in ("open", "unreached") else "solid")
    if role == "start":
        roof = [(x + r, y - 0.3 * r), (x, y - r), (x - r, y - 0.3 * r)]
        return [Polygon([(x - r, y + r), (x + r, y + r), *roof], look.fill, pen)]
    if role == "stuck":
        return [rectangle(x - r, y - r, x + r, y + r, look.fill, pen)]
    rings = (1.0, 0.6) if role == "goal" else (1.0,)
    return [Disc((x, y), part * r, look.fill, pen) for part in rings]


def add_scale(scene: Scene, scale: tuple[float, float], theme: Theme) -> None:
    """Draw the colour scale, with its smallest and largest number, below the picture."""
    left, _, right, bottom = scene.box()
    size = _size_of_legend(max(PAGE, right - left))
    low, high = (f"{number:g}" for number in scale)
    x, y = left + text_width(low, size) + 0.5 * size, bottom + 1.6 * size
    scene.add(Words(low, (left, y), size, theme.ink, "start"))
    colours = shades(theme.ramp, np.linspace(0, 1, 64))[None]
    scene.add(Pixels(colours, (x, y - 0.4 * size), 10 * size, 0.8 * size))
    scene.add(Words(high, (x + 10.5 * size, y), size, theme.ink, "start"))
