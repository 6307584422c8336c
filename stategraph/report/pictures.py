"""The pictures of a state graph in a report, and what is to be said of each.

A picture is written into the page as SVG, whose tooltips tell the states; a large one as PNG.
The profile has no tooltips and stands in an ``<img>`` of its own.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.report.inline import inlined, size
from stategraph.rules.drawing import printable
from stategraph.tell.patterns import reasons

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level

# Longer than this, an SVG is drawn as PNG.
MOST_BYTES = 1_000_000

# Up to this wide (in pixels), a picture shrinks to fit the page; else it is scrolled in.
FITS = 1_400

# Up to this high, a picture stands in the page whole; a higher one is scrolled in. A wide one only
# up to half of that, so that the bar which moves it is in sight.
HIGH = 1_100

# On a small screen there is room for so many.
SMALL = 300


@dataclass(frozen=True)
class PagePicture:
    """A picture as a page shows it.

    Attributes
    ----------
    markup : Markup
        an ``<svg>`` or ``<img>``
    label : str
        what it shows, for those who cannot see it
    wide : bool
        whether it is too wide to shrink
    high : bool
        whether it is too high to be shown whole
    scrolls : bool
        whether it is wider than a small screen
    notes : tuple of str
        what the drawing remarked: what is left out, and who laid it out
    """

    markup: Markup
    label: str
    wide: bool
    high: bool = False
    scrolls: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class Drawn:
    """A view as drawn, and what the drawing remarked."""

    data: bytes
    notes: tuple[str, ...]


def drawn(level: Level, graph: ArrayGraph, view: str) -> Drawn:
    """Return a view of the state graph as SVG, drawn the first time it is asked for."""
    from stategraph import pictures

    def draw() -> Drawn:
        notes: list[str] = []
        title = level.title or level.name
        data = pictures.render(
            graph, "svg", view=view, describe=level.describe, title=title, tell=notes.append,
            boards=level.draw if level.has_boards else None, boards_asked=False,
            reasons=reasons(level, graph) if view == "dead-ends" else None,
        )  # fmt: skip
        return Drawn(data, tuple(notes))

    return graph.remember(("drawn", level.describe, view), draw)


def picture(level: Level, graph: ArrayGraph, view: str, label: str) -> PagePicture:
    """Return a view of the state graph."""
    from markupsafe import Markup

    from stategraph.pictures.raster import png

    label = printable(label)
    made = drawn(level, graph, view)
    data = made.data
    width, height = size(data)
    if len(data) > MOST_BYTES and view != "map":  # a map is a few shapes, however large
        markup = _img(png(data), "png", label, width, height)
    elif view == "profile":
        markup = _img(data, "svg+xml", label, width, height)
    else:
        markup = Markup(inlined(data, view, label))
    wide = width > FITS
    high = height > (HIGH / 2 if wide else HIGH)
    return PagePicture(markup, label, wide, high, width > SMALL, made.notes)


def _img(data: bytes, kind: str, label: str, width: int, height: int) -> Markup:
    from markupsafe import Markup

    source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    text = '<img src="{}" alt="{}" width="{}" height="{}">'
    return Markup(text).format(source, label, width, height)
