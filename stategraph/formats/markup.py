"""What GraphML and GEXF share: XML written and read as a stream, with the standard library.

networkx writes both, but from a document held whole: a million states take 13 GB and minutes. Here
a row is written when its turn comes, and read without keeping it. A document type is refused: no
graph needs one, and it can blow a small file up or name other files.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import IO
from xml.parsers import expat
from xml.sax import saxutils

from stategraph.errors import LevelError
from stategraph.formats.columns import FLAGS, INTEGERS
from stategraph.formats.escapes import UNLIKE_XML, escape

__all__ = ["attribute", "content", "kind_of", "parse"]


def content(text: str) -> str:
    r"""Return `text` as it stands between tags; what XML forbids is escaped by ``\u{HEX}``.

    >>> content("a<b\r\x01")
    'a&lt;b&#13;\\u{1}'
    """
    # a bare return would be read as a newline
    return saxutils.escape(escape(text, UNLIKE_XML), {"\r": "&#13;"})


def attribute(text: str) -> str:
    r"""Return `text` as an attribute's value, with its quotes.

    >>> print(attribute('say "a"\n'))
    'say "a"&#10;'
    """
    return saxutils.quoteattr(escape(text, UNLIKE_XML))


def kind_of(column: str) -> str:
    """Return how GraphML and GEXF call the type of a column of nodes."""
    return "long" if column in INTEGERS else "boolean" if column in FLAGS else "string"


def parse(
    file: IO[bytes],
    begin: Callable[[str, dict[str, str], int], None],
    end: Callable[[str, str, int], None],
) -> None:
    """Read an XML document: ``begin(name, attributes, line)`` and ``end(name, text, line)``.

    Names come without their namespaces; `text` is what an element itself holds. Raises
    ``LevelError`` with the line where it is no XML, or has a document type.
    """
    parser = expat.ParserCreate()
    parser.buffer_text = True
    texts: list[list[str]] = [[]]  # of the elements that are open

    def start(name: str, attributes: dict[str, str]) -> None:
        texts.append([])
        begin(name.rpartition(":")[2], attributes, parser.CurrentLineNumber)

    def finish(name: str) -> None:
        end(name.rpartition(":")[2], "".join(texts.pop()), parser.CurrentLineNumber)

    def doctype(*_: object) -> None:
        raise LevelError(
            "has a document type (<!DOCTYPE), which is not read", parser.CurrentLineNumber
        )

    parser.StartElementHandler, parser.EndElementHandler = start, finish
    parser.CharacterDataHandler = lambda text: texts[-1].append(text)
    parser.StartDoctypeDeclHandler = doctype
    try:
        parser.ParseFile(file)
    except expat.ExpatError as error:
        raise LevelError(f"is not XML: {expat.ErrorString(error.code)}", error.lineno) from None
    except (LookupError, ValueError) as error:  # an encoding that Python does not know
        if isinstance(error, LevelError):
            raise
        raise LevelError(f"is not XML that can be read: {error}") from None
