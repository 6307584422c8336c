"""Text widths, computed from a table of one font, so that they are the same on every machine.

Pictures request DejaVu Sans, and Verdana as a replacement with the same widths (``FONT`` in
`stategraph.rules.drawing`).
"""

from __future__ import annotations

import unicodedata

# widths of the characters from " " to "~" in DejaVu Sans, in hundredths of the size
_WIDTHS = (
    32, 40, 46, 84, 64, 95, 78, 27, 39, 39, 50, 84, 32, 36, 32, 34, 64, 64, 64, 64, 64, 64, 64, 64,
    64, 64, 34, 34, 84, 84, 84, 53, 100, 68, 69, 70, 77, 63, 58, 77, 75, 29, 29, 66, 56, 86, 75, 79,
    60, 79, 69, 63, 61, 73, 68, 99, 69, 61, 69, 39, 34, 39, 84, 50, 50, 61, 63, 55, 63, 62, 35, 63,
    63, 28, 28, 58, 28, 97, 63, 61, 63, 63, 41, 52, 39, 63, 59, 82, 59, 59, 52, 64, 34, 64, 84,
)  # fmt: skip

# widths of other letters, and of square East Asian letters
_OTHER, _SQUARE = 65, 100

# factor for bold letters
BOLD = 1.12


def text_width(text: str, size: float, bold: bool = False) -> float:
    """Return the width of one line of text, in the same unit as `size`.

    >>> text_width("Rio", 10), text_width("日本", 10)
    (15.8, 20.0)
    """
    return sum(map(_width, text)) * size * (BOLD if bold else 1.0) / 100


def _width(letter: str) -> int:
    place = ord(letter) - 32
    if 0 <= place < len(_WIDTHS):
        return _WIDTHS[place]
    return _SQUARE if unicodedata.east_asian_width(letter) in "WF" else _OTHER


def wrapped(text: str, size: float, width: float) -> list[str]:
    """Return a text split into lines of at most `width`, between words if possible.

    >>> wrapped("one two three", 10, 45)
    ['one two', 'three']
    """
    lines = []
    for line in text.split("\n"):
        current = ""
        for word in line.split():
            joined = f"{current} {word}" if current else word
            if current and text_width(joined, size) > width:
                lines.append(current)
                joined = word
            while text_width(joined, size) > width and len(joined) > 1:
                most = max(1, _fitting(joined, size, width))
                lines.append(joined[:most])
                joined = joined[most:]
            current = joined
        lines.append(current)
    return lines


def _fitting(text: str, size: float, width: float) -> int:
    """Return the number of leading letters that fit into `width`."""
    used_width = 0.0
    for k, letter in enumerate(text):
        used_width += _width(letter) * size / 100
        if used_width > width:
            return k
    return len(text)
