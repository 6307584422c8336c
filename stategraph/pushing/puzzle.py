"""The description of a puzzle in which a player pushes single blocks."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from stategraph.rules.board import Grid


@dataclass(frozen=True, eq=False)
class PushPuzzle:
    """A player who walks on a board and pushes one block at a time onto a free cell.

    A step onto a block pushes the block one cell further. The step is impossible if the next cell
    has another block or does not exist. Labels are the directions of the board. The description is
    not trusted: each solution is played by the rules of the family.

    Attributes
    ----------
    board : Grid
    walker, blocks : str
        the variables of the player's cell and of the blocks' cells
    exits : collection of cells
        the player wins on any of them; empty for boxes on goals
    homes : sequence of int or None, by cell
        the number of pushes that bring a block from each cell to its nearest goal, None if it
        reaches no goal. The player wins when all blocks are on goals. Empty if the player must
        reach an exit
    """

    board: Grid
    walker: str
    blocks: str
    exits: Collection[int] = ()
    homes: Sequence[int | None] = ()

    @property
    def to_an_exit(self) -> bool:
        """True if the player must reach an exit, with the blocks on any cells."""
        return not self.homes
