"""PNG from SVG: every PNG shows the same picture as its SVG.

resvg [1]_ draws the PNG quickly, and identically on every machine. The font is DejaVu Sans, which
matplotlib contains. Fonts of the machine are used only for scripts that DejaVu Sans lacks.

.. [1] https://github.com/linebender/resvg, used through resvg-py, which has wheels for all systems.
"""

from __future__ import annotations

import functools
import io
import re
from pathlib import Path

# dots per point (1/72 inch), and the maximum length of a side in dots
DOTS_PER_POINT, MAX_SIDE_DOTS = 2.0, 8_000

_FONT = "DejaVu Sans"

# letters of scripts that DejaVu Sans lacks completely or in part
_ELSEWHERE = re.compile("[\u0530-\u1dff\u2e80-\ud7ff\uf900-\uffef\U00010000-\U0010ffff]")


# the size in the head of an SVG
_SIZE = re.compile(rb'<svg[^>]*?\swidth="([\d.]+)(?:pt)?"\s+height="([\d.]+)(?:pt)?"')


def png(svg: bytes, dots: float = DOTS_PER_POINT) -> bytes:
    """Convert an SVG to PNG, with `dots` dots per point of its width and height.

    The picture is shrunk if a side would have more than `MAX_SIDE_DOTS` dots. O(number of dots).
    """
    import resvg_py

    width, height = _dots(svg, dots)
    text = _stretched(svg, width, height).decode()
    image = resvg_py.svg_to_bytes(
        svg_string=text,
        dpi=72,  # one point per unit
        width=width,
        height=height,
        skip_system_fonts=not _ELSEWHERE.search(text),
        font_files=list(_fonts()),
        font_family=_FONT,
        sans_serif_family=_FONT,
    )
    return bytes(image)


def blank(svg: bytes, dots: float = DOTS_PER_POINT) -> bytes:
    """Return an empty PNG of the size that `png` returns, for programs that only need the size."""
    from PIL import Image

    file = io.BytesIO()
    Image.new("1", _dots(svg, dots)).save(file, "png")
    return file.getvalue()


def _dots(svg: bytes, dots: float) -> tuple[int, int]:
    """Return the width and height of an SVG in dots, at most `MAX_SIDE_DOTS`."""
    match = _SIZE.search(svg)
    assert match is not None, "the size of an SVG is in its first tag"
    width, height = map(float, match.groups())
    share = min(1.0, MAX_SIDE_DOTS / (dots * max(width, height)))
    return max(1, round(width * dots * share)), max(1, round(height * dots * share))


def _stretched(svg: bytes, width: int, height: int) -> bytes:
    """Return an SVG resized by less than a dot, so that its edges fall onto whole dots."""
    match = _SIZE.search(svg)
    assert match is not None
    sides = ((match.span(1), width), (match.span(2), height))
    for (first, last), side in reversed(sides):
        last += 2 * (svg[last : last + 2] == b"pt")
        svg = svg[:first] + str(side).encode() + svg[last:]
    return svg.replace(b"<svg ", b'<svg preserveAspectRatio="none" ', 1)


@functools.cache
def _fonts() -> tuple[str, ...]:
    """Return the font files."""
    import matplotlib

    folder = Path(matplotlib.get_data_path(), "fonts", "ttf")
    return tuple(str(folder / name) for name in ("DejaVuSans.ttf", "DejaVuSans-Bold.ttf"))
