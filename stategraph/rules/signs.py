"""The signs of a family's boards, and texts cut into rows of signs.

A family whose levels are boards lists its `Sign`\\ s. It also splits a text into cells and joins
cells to a text; every edit of a board uses these (`stategraph.design.board_edits`)::

    8 5                                        X X X X X X X X
    7           ── family.grid(text) ──►       X _ _ X _ _ _ X
    XXXXXXXX                                   ...
    X__X___X    ◄── family.regrid(text, rows) ──
    ...
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from stategraph.errors import LevelError

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


def cut(rows: Sequence[str], signs: Sequence[Sign], spelled: dict[str, str], first: int) -> Rows:
    """Convert rows of text to rows of signs, one per character; `first` is the first row's line.

    `spelled` maps other spellings to signs. Short rows are filled with bare ground.

    Raises ``LevelError`` at an unknown character.

    >>> cut(["# -", "#"], [Sign(" ", "floor"), Sign("#", "wall", ("wall",))], {"-": " "}, 1)
    [['#', ' ', ' '], ['#', ' ', ' ']]
    """
    width, known_signs = max(map(len, rows), default=0), {sign.text for sign in signs}
    board = [[spelled.get(mark, mark) for mark in row.ljust(width, signs[0].text)] for row in rows]
    for line, cells in enumerate(board, first):
        for mark in cells:
            if mark not in known_signs:
                raise LevelError(f"{mark!r} is not a sign of a board", line)
    return board


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
