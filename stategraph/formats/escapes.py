r"""Escapes of characters that a format cannot hold.

A forbidden character becomes ``\u{HEX}``. A backslash stays the same, except before ``u{``, where
it becomes ``\u{5c}``. So every text is read back unchanged, and a text from another program without
``\u{HEX}`` keeps its meaning.
"""

from __future__ import annotations

import re

# a spreadsheet executes or misreads a text cell that begins with one of these
RUN = ("=", "+", "-", "@", "'", "\t", "\r")

# surrogates, which UTF-8 cannot hold
HALVES = "\ud800-\udfff"
# characters that XML cannot hold [XML 1.0, production 2]
UNLIKE_XML = "\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff" + HALVES
# line ends of any system, and invisible characters
CONTROL = "\x00-\x1f\x7f-\x9f\u2028\u2029" + HALVES

_ESCAPED = re.compile(r"\\u\{([0-9a-f]{1,6})\}")


def escape(text: str, forbidden: str) -> str:
    r"""Return `text` with the character class `forbidden` escaped; ``[...]`` syntax of `re`.

    >>> escape("a\x00b\\c\\u{}", "\x00")
    'a\\u{0}b\\c\\u{5c}u{}'
    """
    return re.sub(rf"[{forbidden}]|\\(?=u\{{)", lambda match: escape_of(match[0]), text)


def escape_of(character: str) -> str:
    r"""Return the escape of a character.

    >>> escape_of("g")
    '\\u{67}'
    """
    return f"\\u{{{ord(character):x}}}"


def unescape(text: str) -> str:
    r"""Return the text before `escape`.

    >>> unescape("a\\u{0}b\\c\\u{5c}u{}")
    'a\x00b\\c\\u{}'
    """
    return _ESCAPED.sub(_character, text) if "\\u{" in text else text


def guarded(text: str) -> str:
    """Return the text of a cell that no spreadsheet executes, prefixed by an apostrophe.

    >>> guarded("=1+1"), guarded("plain")
    ("'=1+1", 'plain')
    """
    return "'" + text if text.startswith(RUN) else text


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return chr(code) if code <= 0x10FFFF else match[0]
