"""SVG as PNG: every PNG is the SVG of the same picture, painted dot by dot.

resvg [1]_ paints it, quickly and the same on every machine: with the letters of DejaVu Sans, which
matplotlib brings along, and with those of the machine only for scripts that this font lacks.

.. [1] https://github.com/linebender/resvg, by way of resvg-py, which has wheels for all systems.
"""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path

# Dots for each point (1/72 inch), and the longest side of a picture in dots.
DOTS, MOST = 2.0, 8_000

_FONT = "DejaVu Sans"

# Letters of scripts that DejaVu Sans has not, or not in full.
_ELSEWHERE = re.compile("[\u0530-\u1dff\u2e80-\ud7ff\uf900-\uffef\U00010000-\U0010ffff]")


# What the head of an SVG says of its size.
_SIZE = re.compile(rb'<svg[^>]*?\swidth="([\d.]+)(?:pt)?"\s+height="([\d.]+)(?:pt)?"')


def png(svg: bytes, dots: float = DOTS) -> bytes:
    """Return an SVG as PNG, `dots` dots for each unit (a point, or none) of its width and height.

    O(its dots). A larger one than `MOST` is shrunk.
    """
    import resvg_py

    width, height = _dots(svg, dots)
    text = _stretched(svg, width, height).decode()
    made = resvg_py.svg_to_bytes(
        svg_string=text,
        dpi=72,  # a point is a unit
        width=width,
        height=height,
        skip_system_fonts=not _ELSEWHERE.search(text),
        font_files=list(_fonts()),
        font_family=_FONT,
        sans_serif_family=_FONT,
    )
    return bytes(made)


def blank(svg: bytes, dots: float = DOTS) -> bytes:
    """Return an empty PNG as large as `png` would make it, for whoever only measures it."""
    from PIL import Image

    file = io.BytesIO()
    Image.new("1", _dots(svg, dots)).save(file, "png")
    return file.getvalue()


def _dots(svg: bytes, dots: float) -> tuple[int, int]:
    """Return the width and height of an SVG in dots, at most `MOST`."""
    found = _SIZE.search(svg)
    assert found is not None, "the size of an SVG stands in its head"
    width, height = map(float, found.groups())
    share = min(1.0, MOST / (dots * max(width, height)))
    return max(1, round(width * dots * share)), max(1, round(height * dots * share))


def _stretched(svg: bytes, width: int, height: int) -> bytes:
    """Return an SVG of that size: by less than a dot, so that no rim of it is painted in part."""
    found = _SIZE.search(svg)
    assert found is not None
    sides = ((found.span(1), width), (found.span(2), height))
    for (first, last), side in reversed(sides):
        last += 2 * (svg[last : last + 2] == b"pt")
        svg = svg[:first] + str(side).encode() + svg[last:]
    return svg.replace(b"<svg ", b'<svg preserveAspectRatio="none" ', 1)


@functools.cache
def _fonts() -> tuple[str, ...]:
    """Return the files of the font."""
    import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return tuple(str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
