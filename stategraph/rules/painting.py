"""Palettes of level editors: the signs of a family, and its texts as rows of signs.

A family whose levels are boards lists its `Sign`\\ s. It also splits a text into cells and joins
cells to a text; every edit of a board uses these (`stategraph.design.board_edits`)::

    8 5                                        X X X X X X X X
    7           ── family.grid(text) ──►       X _ _ X _ _ _ X
    XXXXXXXX                                   ...
    X__X___X    ◄── family.regrid(text, rows) ──
    ...
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

# a board as rows, with a sign's text for every cell
Rows = list[list[str]]


@dataclass(frozen=True)
class Sign:
    """The content of a board's cell.

    Attributes
    ----------
    text : str
        its spelling in the family's format
    name : str
        its name for designers
    parts : tuple of str
        the things in the cell, the upper one first; empty for bare ground
    alone : bool
        whether a board has at most one of its upper part
    line : bool
        whether all cells with this sign are one piece: a line of two or more cells

    >>> Sign("+", "player on a goal", ("player", "goal"), alone=True).under
    ('goal',)
    """

    text: str
    name: str
    parts: tuple[str, ...] = ()
    alone: bool = False
    line: bool = False

    @property
    def under(self) -> tuple[str, ...]:
        """The parts below the topmost part."""
        return self.parts[1:]


def is_line(cells: Collection[tuple[int, int]]) -> bool:
    """Return whether cells form a line of two or more cells without a gap.

    >>> is_line([(0, 1), (0, 2)]), is_line([(0, 1), (0, 3)]), is_line([(0, 1)])
    (True, False, False)
    """
    ordered = sorted(set(cells))
    if len(ordered) < 2:
        return False
    (row, column), n = ordered[0], len(ordered)
    across = [(row, column + k) for k in range(n)]
    return ordered in (across, [(row + k, column) for k in range(n)])
