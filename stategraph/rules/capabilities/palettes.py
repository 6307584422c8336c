"""Palettes of level editors: signs, and their pictures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from stategraph.rules.drawing import FLOOR, LINE, Drawing
from stategraph.rules.signs import Rows, Sign


class OffersSigns:
    """A family whose levels are boards of signs, which an editor offers and draws.

    Attributes
    ----------
    signs : tuple of `Sign`
        the palette of its boards, bare ground first; empty if levels are not boards

    Examples
    --------
    ::

        signs = (Sign(" ", "floor"), Sign("#", "wall"), Sign("@", "player", 1))

        def draw_signs(self, rows):
            drawing = Drawing.of(Grid([*map("".join, rows)], "#"))
            ...
            return drawing
    """

    signs: tuple[Sign, ...] = ()

    def offered(self, rows: Rows) -> tuple[Sign, ...]:
        """Return the signs that an editor offers for a board, by default all `signs`."""
        return self.signs

    def editing(self, options: Mapping[str, str]) -> Any:
        """Return the family, with the palette for editing a level with these options.

        If an option defines the palette, the returned family has the `signs` of that palette. The
        option texts may be invalid.
        """
        return self

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
