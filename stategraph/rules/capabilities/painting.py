"""Boards that a level editor paints, sign by sign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph.errors import LevelError
from stategraph.rules.drawing import FLOOR, LINE, Drawing
from stategraph.rules.painting import Rows, Sign


class PaintsBoards:
    """A family whose levels are boards of signs.

    Attributes
    ----------
    signs : tuple of `Sign`
        the palette of its boards, bare ground first; empty if levels are not boards

    Examples
    --------
    ::

        signs = (Sign(" ", "floor"), Sign("#", "wall"), Sign("@", "player", 1))

        def grid(self, text):
            return tuple(tuple(row) for row in text.split())

        def regrid(self, text, rows):
            return "\\n".join("".join(row) for row in rows)
    """

    name: str
    signs: tuple[Sign, ...] = ()

    def editing(self, options: Mapping[str, str]) -> Any:
        """Return the family, with the palette for editing a level with these options.

        If an option defines the palette, the result has other `signs`. The option texts may be
        invalid.
        """
        return self

    def grid(self, text: str) -> Rows:
        """Return the board of a text as rows of `signs`; the text need not be a valid level.

        Raises
        ------
        LevelError
            if the board has other characters, with the line
        """
        raise LevelError(f"levels of {self.name} are no boards of signs")

    def regrid(self, text: str, rows: Rows) -> str:
        """Return a text with another board; the rest stays the same."""
        raise LevelError(f"levels of {self.name} are no boards of signs")

    def draw_signs(self, rows: Rows) -> Drawing:
        """Return a picture of a board of signs, which need not be a valid level.

        It has no margins, and all signs are squares of one size. By default each sign shows its
        text.
        """
        drawing = Drawing(len(rows[0]), len(rows))
        for y, row in enumerate(rows):
            for x, sign in enumerate(row):
                drawing.rect(x, y, 1, 1, FLOOR, LINE)
                drawing.text(x + 0.5, y + 0.5, sign, 0.6)
        return drawing

    def mirrored(self, sign: str) -> str:
        """Return the mirror image of `sign`, with left and right exchanged."""
        return sign

    def turned(self, sign: str) -> str:
        """Return `sign` after a quarter turn, clockwise."""
        return sign
