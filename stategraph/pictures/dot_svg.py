"""Improvements of the SVG that ``dot`` writes: labels above all lines, and a portable bold font.

::

    ──╱S──►   dot draws a label with its edge, below       ──╱ S ─►   here it is on paper,
     ╱        later edges; titles of frames likewise        ╱         above all lines
"""

from __future__ import annotations

import re
from html import unescape

from stategraph.pictures.font import text_width

# patterns of: a move's label with its tooltip; a frame's title, the last text in its group; a frame
_LABEL = re.compile(rb'<g id="a_edge\d+(?:&#45;|-)label">.*?</g>\n', re.DOTALL)
_TITLE = re.compile(rb"(?<=/>\n)<text [^>]*>[^<]*</text>\n(?=</g>)")
_FRAME = re.compile(rb'<g id="clust\d+" class="cluster">.*?</g>\n', re.DOTALL)

# one line of a label or title, anchored at its middle
_LINE = re.compile(
    rb'(<text text-anchor="middle" x=")([-\d.]+)(" y=")([-\d.]+)'
    rb'([^>]* font-size=")([\d.]+)("[^>]*>)([^<]*)(?=</text>)'
)
_END = b"</g>\n</svg>"


def improved(svg: bytes, paper: str) -> bytes:
    """Return dot's SVG with all labels and titles on top, and with portable bold text.

    Each label gets a background of the colour `paper`. Labels that dot writes at the same position
    are moved to the right, one after the other.
    """
    labels = _LABEL.findall(svg)
    svg = _LABEL.sub(b"", svg)
    titles = [title for frame in _FRAME.findall(svg) for title in _TITLE.findall(frame)]
    svg = _FRAME.sub(lambda frame: _TITLE.sub(b"", frame[0]), svg)
    below: list[bytes] = []
    right: dict[tuple[bytes, bytes], float] = {}

    def placed(match: re.Match[bytes]) -> bytes:
        x, y, size = float(match[2]), float(match[4]), float(match[6])
        wide = text_width(unescape(match[8].decode()), size)
        label_end = right.get((match[2], match[4]))
        x = x if label_end is None else label_end + 2 + wide / 2
        right[match[2], match[4]] = x + wide / 2
        place = f'x="{x - wide / 2 - 0.5:.2f}" y="{y - 0.8 * size:.2f}"'
        room = f'width="{wide + 1:.2f}" height="{0.9 * size:.2f}"'
        below.append(f'<rect {place} {room} fill="{paper}" fill-opacity="0.75"/>\n'.encode())
        return match[1] + f"{x:.2f}".encode() + b"".join(match.groups()[2:])

    above = _LINE.sub(placed, b"".join(titles + labels))
    return _emboldened(svg.replace(_END, b"".join(below) + above + _END))


def _emboldened(svg: bytes) -> bytes:
    """Return an SVG whose bold text has a font name and weight that all programs know."""
    name, words = b"DejaVu Sans Bold", b'DejaVu Sans" font-weight="bold'
    return svg.replace(b'font-family="' + name + b'"', b'font-family="' + words + b'"')
