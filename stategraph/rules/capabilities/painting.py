"""Boards that a level editor paints, sign by sign."""

from __future__ import annotations

from stategraph.errors import LevelError
from stategraph.rules.signs import Rows


class PaintsBoards:
    """A family whose levels an editor paints, as boards of its `signs`.

    Examples
    --------
    ::

        def grid(self, text):
            return tuple(tuple(row) for row in text.split())

        def regrid(self, text, rows):
            return "\\n".join("".join(row) for row in rows)
    """

    name: str

    def grid(self, text: str) -> Rows:
        """Return the board of a text as rows of `signs`; the text need not be a valid level.

        Raises
        ------
        LevelError
            if the board has other characters, with the line
        """
        raise LevelError(f"levels of {self.name} are not boards of signs")

    def regrid(self, text: str, rows: Rows) -> str:
        """Return `text` with the board replaced by `rows`; the rest of the text stays the same."""
        raise LevelError(f"levels of {self.name} are not boards of signs")

    def mirrored(self, sign: str) -> str:
        """Return the mirror image of `sign`, with left and right exchanged."""
        return sign

    def turned(self, sign: str) -> str:
        """Return `sign` after a quarter turn, clockwise."""
        return sign
