"""Random edits for level search, besides those of a board's signs."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING

from stategraph.rules.puzzle import PlainPuzzle

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class InventsLevels:
    """A family whose levels have parts that no sign of a board shows.

    Examples
    --------
    ::

        def changes(self, puzzle, random):
            start = random.randrange(len(puzzle.board))
            return room(puzzle.board, start)  # the same rooms, and another start
    """

    def changes(self, puzzle: Puzzle, random: Random) -> PlainPuzzle | None:
        """Return the puzzle after one random edit; None if only its board can be edited.

        `stategraph.invent.board_mutations` edits boards by their `signs`. This method edits other
        parts, such as a start that the format gives outside the board.

        Raises
        ------
        LevelError
            if the result is not a valid level, with the reason
        """
        return None

    def fresh(self, puzzle: Puzzle, size: int, random: Random) -> PlainPuzzle | None:
        """Return a random puzzle of `size` places; None if a board of random signs suffices.

        The result has the properties of `puzzle` that similar levels share, such as colours.
        """
        return None

    def tidied(self, puzzle: Puzzle) -> PlainPuzzle | None:
        """Return a puzzle that plays the same with fewer parts; None if unchanged.

        Rooms without corridors may be left out, and walls may replace boxes that never move. The
        remaining parts may be renamed, for example by renumbering rooms.
        """
        return None
