"""Text files: uniform reading of lines, words and numbers, with exact error messages.

A line ends at ``\\n``, ``\\r\\n`` or ``\\r`` and nowhere else. ``str.splitlines`` also splits at
form feeds and at a dozen Unicode characters, which would make line numbers wrong.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from stategraph.errors import LevelError
from stategraph.rules.element import Element

_LINE_END = re.compile(r"\r\n|\r|\n")
_WORD = re.compile(r"[^ \t]+")
_NUMBER = re.compile(r"-?[0-9]{1,9}")


def lines(text: str) -> list[str]:
    r"""Return the lines of `text` without their ends; blank lines at its end are dropped.

    >>> lines("a\r\nb\x0c c\r\n\n  \n")
    ['a', 'b\x0c c']
    """
    rows = _LINE_END.split(text.removeprefix("\ufeff"))
    while rows and not rows[-1].strip(" \t"):
        rows.pop()
    return rows


def words(line: str) -> list[str]:
    """Return the words of `line`, which are separated by blanks and tabs.

    >>> words(" 1 3\\tdeep blue ")
    ['1', '3', 'deep', 'blue']
    """
    return _WORD.findall(line)


def number(word: str, what: str, line: int, least: int = 0, most: int | None = None) -> int:
    """Convert a word of at most nine ASCII digits to a number.

    Raises
    ------
    LevelError
        if `word` is not such a number, or is outside ``least..most``; `what` names it in the
        message

    >>> number("007", "room", line=3)
    7
    """
    if not _NUMBER.fullmatch(word) or (word.startswith("-") and least >= 0):
        text = repr(word if len(word) <= 40 else word[:37] + "...")
        raise LevelError(f"{what} must be a whole number of at most 9 digits, not {text}", line)
    value = int(word)
    if value < least or most is not None and value > most:
        bounds = f"at least {least}" if most is None else f"between {least} and {most}"
        raise LevelError(f"{what} must be {bounds}, not {word}", line)
    return value


def row(rows: Sequence[str], line: int, what: str) -> str:
    """Return line `line`, counted from 1; raise ``LevelError`` "missing: `what`" beyond the end."""
    if line > len(rows):
        raise LevelError(f"missing: {what}", line)
    return rows[line - 1]


def numbers(rows: Sequence[str], line: int, *fields: tuple[str, int, int | None]) -> list[int]:
    """Return the numbers of a line that holds exactly these `fields`: (name, least, most).

    Raises
    ------
    LevelError
        if the line is missing, has too many or too few numbers, or one is out of range

    >>> numbers(["8 12"], 1, ("width", 1, None), ("height", 1, None))
    [8, 12]
    """
    names = ", ".join(name for name, _, _ in fields)
    texts = words(row(rows, line, names))
    if len(texts) != len(fields):
        count = "1 number" if len(fields) == 1 else f"{len(fields)} numbers"
        raise LevelError(f"expected {count} ({names}), found {' '.join(texts)!r}", line)
    return [
        number(word, name, line, least, most)
        for word, (name, least, most) in zip(texts, fields, strict=True)
    ]


def tiles(row: str, line: int, known: str) -> str:
    """Return a row of tiles; raise ``LevelError`` for a tile that is not in `known`.

    >>> tiles("# $", 7, "# $")
    '# $'
    >>> tiles("#?$", 7, "# $")
    Traceback (most recent call last):
    stategraph.errors.LevelError: 7: unknown tile '?'; known: # blank $
    """
    for tile in row:
        if tile not in known:
            listed = " ".join("blank" if tile == " " else tile for tile in known)
            raise LevelError(f"unknown tile {tile!r}; known: {listed}", line)
    return row


def put(
    rows: list[list[str]], elements: Iterable[Element], bare_tiles: Mapping[str, Mapping[str, str]]
) -> None:
    """Draw elements on a board, each at its ``element.at``: (kind, row, column).

    ``bare_tiles[kind]`` maps each tile with an element of that kind to the tile without it.
    Raise ``LevelError`` if the board does not have the tile without the element at that place.

    >>> from stategraph.rules import Element
    >>> rows = [list("_e")]
    >>> put(rows, [Element.cell("block", 0, 1)], {"block": {"p": "_", "P": "e"}})
    >>> rows
    [['_', 'P']]
    """
    for element in elements:
        kind, row, column = element.at
        tile_with = {below: mark for mark, below in bare_tiles[kind].items()}
        try:
            rows[row][column] = tile_with[rows[row][column]]
        except (IndexError, KeyError):
            raise LevelError(f"there is no room for {element.name}") from None


def take_off(
    rows: list[list[str]], elements: Iterable[Element], bare_tiles: Mapping[str, Mapping[str, str]]
) -> None:
    """Remove elements from a board; `put` is the inverse.

    >>> from stategraph.rules import Element
    >>> rows = [list("_P")]
    >>> take_off(rows, [Element.cell("block", 0, 1)], {"block": {"p": "_", "P": "e"}})
    >>> rows
    [['_', 'e']]
    """
    for kind, row, column in (element.at for element in elements):
        rows[row][column] = bare_tiles[kind][rows[row][column]]


def exactly_one(rows: Iterable[str], marks: str, what: str, first: int = 1) -> None:
    """Raise ``LevelError`` unless exactly one tile is among `marks`; `what` names it.

    `first` is the line of the first row.

    >>> exactly_one(["#@ #", "# +#"], "@+", "player")
    Traceback (most recent call last):
    stategraph.errors.LevelError: 2: a second player
    """
    line_numbers = [line for line, row in enumerate(rows, first) for tile in row if tile in marks]
    if not line_numbers:
        raise LevelError(f"there is no {what}")
    if len(line_numbers) > 1:
        raise LevelError(f"a second {what}", line_numbers[1])


def with_rows(text: str, first: int, old: int, new: Sequence[str]) -> str:
    r"""Return a text in which `new` lines replace `old` ones, from line `first` on.

    >>> with_rows("; small\n##\n", 2, 1, ["#", "#"])
    '; small\n#\n#\n'
    """
    rows = lines(text)
    return "\n".join([*rows[: first - 1], *new, *rows[first - 1 + old :], ""])


def replaced_lines(text: str, first: int, old: int, new: str) -> str:
    r"""Return a text in which the lines of `new` replace `old` lines, from line `first` on.

    Every other byte stays. The new lines end as the first line of `text` does.

    >>> replaced_lines("a\r\nb\r\nc", 2, 1, "x\ny\n")
    'a\r\nx\r\ny\r\nc'
    """
    parts = re.split(f"({_LINE_END.pattern})", text)  # lines and their ends alternate
    end = parts[1] if len(parts) > 1 else "\n"
    below = parts[2 * (first - 1 + old) :]
    above, inserted = "".join(parts[: 2 * (first - 1)]), end.join(lines(new))
    return above + inserted + (end if any(below) or text.endswith(end) else "") + "".join(below)
