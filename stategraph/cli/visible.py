"""Text that goes out to a terminal: what a terminal would obey is shown instead.

Titles, labels and names of files come from strangers. A control character among them could hide a
line, move the cursor, or make a terminal answer; some others turn the direction of what follows.
"""

from __future__ import annotations

import re

# All control characters but tab and newline; line ends that are none of ours; what turns text.
_OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]")


def visible(text: str) -> str:
    r"""Return `text` with escapes for the characters that a terminal would obey.

    >>> print(visible("red\x1b[31m \u202eder"))
    red\x1b[31m \u202eder
    """
    return _OBEYED.sub(lambda found: _spelled(ord(found[0])), text)


def visible_line(text: str) -> str:
    r"""Return the same in one line.

    >>> print(visible_line("a\nb"))
    a\nb
    """
    return visible(text).replace("\n", r"\n")


def visible_json(text: str) -> str:
    r"""Return a JSON text of the same values: JSON has its own escapes.

    >>> print(visible_json('"\u202e"'))
    "\u202e"
    """
    return _OBEYED.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def _spelled(code: int) -> str:
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"
