"""What an editor paints a board with: the signs of a family, and its texts as rows of them.

A family whose levels are boards lists its `Sign`\\ s and says how a text is cut into cells and put
together again; every editing of boards follows from that (`stategraph.design.edits`)::

    8 5                                        X X X X X X X X
    7           ── family.grid(text) ──►       X _ _ X _ _ _ X
    XXXXXXXX                                   ...
    X__X___X    ◄── family.regrid(text, rows) ──
    ...
"""

from __future__ import annotations

from dataclasses import dataclass

# A board: its rows, each of which has a sign's text for every cell.
Rows = list[list[str]]


@dataclass(frozen=True)
class Sign:
    """What a cell of a board may show.

    Attributes
    ----------
    text : str
        as the family's format spells it
    name : str
        as its designer calls it
    parts : tuple of str
        what stands in the cell, the upper first; nothing on bare ground
    alone : bool
        whether a board has no more than one of its upper part

    >>> Sign("+", "player on a goal", ("player", "goal"), alone=True).under
    ('goal',)
    """

    text: str
    name: str
    parts: tuple[str, ...] = ()
    alone: bool = False

    @property
    def under(self) -> tuple[str, ...]:
        """What is left of its parts when the upper one is taken away."""
        return self.parts[1:]
