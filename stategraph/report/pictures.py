"""Pictures of a state graph in a report, with captions.

A picture is written into the page as SVG, so that its tooltips describe the states. A large picture
is a PNG instead. The profile has no tooltips, and is an ``<img>``.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph.report.inline import inlined, size
from stategraph.rules.svg import printable
from stategraph.tell.dead_regions import reasons

if TYPE_CHECKING:
    from markupsafe import Markup

    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# maximum length of an SVG in bytes; a longer one is replaced by a PNG
MAX_SVG_BYTES = 1_000_000

# maximum width in pixels of a picture that shrinks to fit the page; a wider picture scrolls
MAX_FITTING_PIXELS = 1_400

# Maximum height in pixels of a picture that is shown without vertical scrolling. For a wide picture
# it is half as much, so that the picture's horizontal scroll bar stays visible.
MAX_HEIGHT_PIXELS = 1_100

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
        a description for people who cannot see the picture
    wide : bool
        whether it scrolls horizontally instead of shrinking to fit the page
    high : bool
        whether it scrolls vertically
    scrolls : bool
        whether it is wider than a small screen
    notes : tuple of str
        messages about the drawing, such as omissions and the layout
    """

    markup: Markup
    label: str
    wide: bool
    high: bool = False
    scrolls: bool = False
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class DrawnView:
    """A view as SVG, and the messages about its drawing."""

    data: bytes
    notes: tuple[str, ...]


def drawn(level: Level, graph: ArrayGraph, view: str) -> DrawnView:
    """Return a view of the state graph as SVG, cached in the graph."""
    from stategraph import pictures
    from stategraph.pictures.options import Options

    def draw() -> DrawnView:
        notes: list[str] = []
        title = level.heading
        data = pictures.render(
            graph, "svg", Options(
            view=view, describe=level.describe, title=title, tell=notes.append,
            boards=level.draw if level.has_boards else None, boards_asked=False,
            reasons=reasons(level, graph) if view == "dead-ends" else None,
        ))  # fmt: skip
        return DrawnView(data, tuple(notes))

    return graph.remember(("drawn", level.describe, view), draw)


def picture(level: Level, graph: ArrayGraph, view: str, label: str) -> PagePicture:
    """Return a view of the state graph as a picture in the page."""
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
    wide = width > MAX_FITTING_PIXELS
    high = height > (MAX_HEIGHT_PIXELS / 2 if wide else MAX_HEIGHT_PIXELS)
    return PagePicture(markup, label, wide, high, width > SMALL_SCREEN_PIXELS, view_picture.notes)


def _img(data: bytes, kind: str, label: str, width: int, height: int) -> Markup:
    from markupsafe import Markup

    source = f"data:image/{kind};base64,{base64.b64encode(data).decode()}"
    text = '<img src="{}" alt="{}" width="{}" height="{}">'
    return Markup(text).format(source, label, width, height)
