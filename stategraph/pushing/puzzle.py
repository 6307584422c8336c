"""The description of a puzzle in which a player pushes single blocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from stategraph.rules.board import Grid


@dataclass(frozen=True, eq=False)
class PushPuzzle:
    """A player walks on a board, and pushes one block at a time onto a free cell.

    A step onto a block pushes it one cell further, unless another block or no cell is behind it.
    Labels are the ways of the board. A search believes this only until its solution is played by
    the rules.

    Attributes
    ----------
    board : Grid
    walker, blocks : str
        the variables that say where the player and the blocks are
    exits : collection of cells
        whoever stands on one wins; none where blocks are to be put away
    homes : sequence of int or None, by cell
        the pushes of a block there to its nearest goal, None where it gets to none; all blocks on
        goals win. Empty where the player is to get to an exit
    """

    board: Grid
    walker: str
    blocks: str
    exits: Collection[int] = ()
    homes: Sequence[int | None] = ()

    @property
    def to_an_exit(self) -> bool:
        """Whether the player is to get somewhere, wherever the blocks then are."""
        return not self.homes
