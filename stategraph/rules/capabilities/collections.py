"""Files in the native format: files with several levels, and recognition of the format."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from stategraph.rules.text_reader import lines, replaced_lines


@dataclass(frozen=True)
class LevelText:
    """One level of a text that holds several levels: its title, first line (from 1) and text.

    `number` is the format's own number of the level, unless levels are counted from 1.
    """

    title: str
    line: int
    text: str
    number: int | None = None


class SplitsFiles:
    """A family whose files may hold several levels.

    Attributes
    ----------
    packs : tuple of str
        endings of files in the native format that may hold several levels, such as ``.xsb``
    beside : tuple of str
        the options whose value is a text, or the name of a text file beside the level file
    numbered : str
        the option whose text holds numbered levels, so that a level file may say ``level: 3``;
        `read` gets the number as an option. Empty if a level file holds its level

    Examples
    --------
    ::

        packs = (".xsb",)

        def boards(self, text):
            return drawn_boards(text, "#@+$*. -_")
    """

    packs: tuple[str, ...] = ()
    beside: tuple[str, ...] = ()
    numbered: str = ""

    def boards(self, text: str) -> list[LevelText]:
        """Return the levels of a text in the native format; by default the text is one level.

        `drawn_boards` splits a text with drawn levels.
        """
        return [LevelText("", 1, text)]

    def with_board(self, text: str, board: LevelText, native: str) -> str:
        """Return a text of several levels after the text `native` replaces one of its boards.

        By default, the lines of the board are replaced. Every other byte stays.
        """
        return replaced_lines(text, board.line, len(lines(board.text)), native)

    def recognises(self, text: str) -> bool:
        """Return whether a text is certainly in the native format; by default False.

        The text is then read even if neither the file's ending nor ``--puzzle`` names the family.
        """
        return False


def drawn_boards(text: str, is_row: Callable[[str], bool]) -> list[LevelText]:
    """Return the levels that a text draws: each is a series of lines that are board rows.

    The title of a board is the line above it, with or without a comment mark, or the text after
    ``Title:`` below it. If a ``Title:`` line precedes the first board, all ``Title:`` lines belong
    to the boards after them.

    >>> boards = drawn_boards("; one\\n##\\n\\nTwo\\n#\\n#", lambda row: set(row) == {"#"})
    >>> [(board.title, board.line, board.text) for board in boards]
    [('one', 2, '##\\n'), ('Two', 5, '#\\n#\\n')]
    """
    rows = re.split(r"\r\n|\r|\n", text)
    spans: list[tuple[int, int]] = []
    for k, row in enumerate(rows):
        if is_row(row):
            goes_on = spans and spans[-1][1] == k
            spans[-1:] = [(spans[-1][0], k + 1)] if goes_on else [*spans[-1:], (k, k + 1)]
    ends = [0, *(end for _, end in spans), len(rows)]
    between = [rows[a:b] for a, b in zip(ends, [*(s for s, _ in spans), len(rows)], strict=False)]
    above = any(map(_named, between[0]))
    boards = []
    for k, (first, last) in enumerate(spans):
        titles = [_named(row) for row in between[k if above else k + 1]]
        title = next(filter(None, titles), None) or _heading(between[k])
        boards.append(LevelText(title, first + 1, "".join(f"{row}\n" for row in rows[first:last])))
    return boards


def _named(row: str) -> str:
    """Return the text after ``Title:``, or an empty text."""
    key, colon, value = row.strip("; \t").partition(":")
    return value.strip() if colon and key.strip().lower() == "title" else ""


def _heading(rows: list[str]) -> str:
    """Return the line above a board without its comment mark; empty for a ``key:`` line."""
    text = next((row.strip(";' \t") for row in reversed(rows) if row.strip(";' \t")), "")
    return "" if re.match(r"[\w -]+:", text) else text
