"""Pictures of a state graph in a report, with captions.

A picture is written into the page as SVG, whose tooltips describe the states; a large one as PNG.
The profile has no tooltips, and is an ``<img>``.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.report.inline import inlined, size
from stategraph.rules.svg import printable
from stategraph.tell.patterns import reasons

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# length in bytes above which an SVG is replaced by a PNG
MAX_SVG_BYTES = 1_000_000

# width in pixels up to which a picture shrinks to fit the page; a wider one scrolls
FITS = 1_400

# Height in pixels up to which a picture is shown whole; a higher one scrolls. The limit of a wide
# one is half of that, so that its scroll bar stays visible.
HIGH = 1_100

# width of a small screen, in pixels
SMALL_SCREEN_PIXELS = 300


@dataclass(frozen=True)
class PagePicture:
    """A picture as a page shows it.

    Attributes
    ----------
    markup : Markup
        an ``<svg>`` or ``<img>``
    label : str
        a description for people who cannot see it
    wide : bool
        whether it is too wide to shrink
    high : bool
        whether it is too high to be shown whole
    scrolls : bool
        whether it is wider than a small screen
    notes : tuple of str
        messages of the drawing: omissions, and the layout
    """

    markup: Markup
    label: str
    wide: bool
    high: bool = False
    scrolls: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DrawnView:
    """A drawn view, and the messages of the drawing."""

    data: bytes
    notes: tuple[str, ...]


def drawn(level: Level, graph: ArrayGraph, view: str) -> DrawnView:
    """Return a view of the state graph as SVG; it is drawn once and cached."""
    from stategraph import pictures
    from stategraph.pictures.options import Options

    def draw() -> DrawnView:
        notes: list[str] = []
        title = level.title or level.name
        data = pictures.render(
            graph, "svg", Options(
            view=view, describe=level.describe, title=title, tell=notes.append,
            boards=level.draw if level.has_boards else None, boards_asked=False,
            reasons=reasons(level, graph) if view == "dead-ends" else None,
        ))  # fmt: skip
        return DrawnView(data, tuple(notes))

    return graph.remember(("drawn", level.describe, view), draw)


def picture(level: Level, graph: ArrayGraph, view: str, label: str) -> PagePicture:
    """Return a view of the state graph."""
    from markupsafe import Markup

    from stategraph.pictures.raster import png

    label = printable(label)
    view_picture = drawn(level, graph, view)
    data = view_picture.data
    width, height = size(data)
    if len(data) > MAX_SVG_BYTES and view != "map":  # a map always has few shapes
        markup = _img(png(data), "png", label, width, height)
    elif view == "profile":
        markup = _img(data, "svg+xml", label, width, height)
    else:
        markup = Markup(inlined(data, view, label))
    wide = width > FITS
    high = height > (HIGH / 2 if wide else HIGH)
    return PagePicture(markup, label, wide, high, width > SMALL_SCREEN_PIXELS, view_picture.notes)


def _img(data: bytes, kind: str, label: str, width: int, height: int) -> Markup:
    from markupsafe import Markup

    source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    text = '<img src="{}" alt="{}" width="{}" height="{}">'
    return Markup(text).format(source, label, width, height)
