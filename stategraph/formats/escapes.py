r"""Characters that a format cannot hold, written as others and read back.

A character that is forbidden becomes ``\u{HEX}``. A backslash stays as it is, but where ``u{``
follows it: there it is written ``\u{5c}``. So every text comes back, and a text from elsewhere in
which ``\u{HEX}`` does not occur means itself.
"""

from __future__ import annotations

import re

# A cell of text that begins with one of these is run by a spreadsheet, or taken for what it is not.
RUN = ("=", "+", "-", "@", "'", "\t", "\r")

# Halves of characters, which no UTF-8 text can hold.
HALVES = "\ud800-\udfff"
# What no XML document can hold [XML 1.0, production 2].
UNLIKE_XML = "\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff" + HALVES
# What ends a line somewhere, or cannot be seen.
CONTROL = "\x00-\x1f\x7f-\x9f\u2028\u2029" + HALVES

_ESCAPED = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def escape(text: str, forbidden: str) -> str:
    r"""Return `text` without the characters of the class `forbidden`, as in ``[...]`` of `re`.

    >>> escape("a\x00b\\c\\u{}", "\x00")
    'a\\u{0}b\\c\\u{5c}u{}'
    """
    return re.sub(rf"[{forbidden}]|\\(?=u\{{)", lambda found: spelled(found[0]), text)


def spelled(character: str) -> str:
    r"""Return the escape of a character.

    >>> spelled("g")
    '\\u{67}'
    """
    return f"\\u{{{ord(character):x}}}"


def unescape(text: str) -> str:
    r"""Return the text that `escape` was given.

    >>> unescape("a\\u{0}b\\c\\u{5c}u{}")
    'a\x00b\\c\\u{}'
    """
    return _ESCAPED.sub(_character, text) if "\\u{" in text else text


def guarded(text: str) -> str:
    """Return the text of a cell that no spreadsheet runs: an apostrophe stands before it.

    >>> guarded("=1+1"), guarded("plain")
    ("'=1+1", 'plain')
    """
    return "'" + text if text.startswith(RUN) else text


def _character(found: re.Match[str]) -> str:
    code = int(found[1], 16)
    return chr(code) if code <= 0x10FFFF else found[0]
