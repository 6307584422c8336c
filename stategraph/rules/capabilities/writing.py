"""Levels written in the native format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from stategraph.errors import LevelError
from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class WritesLevels:
    """A family that writes levels, the inverse of `read`.

    Examples
    --------
    ::

        def write(self, puzzle, state):
            return self.text(puzzle, state)  # a state's text is a level that starts there
    """

    name: str

    def settings(self, puzzle: Puzzle) -> Mapping[str, Any]:
        """Return the options that `read` needs besides the text of `write`, such as a goal."""
        return {}

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native format of the level that starts in `state`.

        The puzzle ``read(write(puzzle, state), settings(puzzle))`` has the same moves from its
        start as `puzzle` has from `state`.

        Raises
        ------
        LevelError
            if the format cannot express that state, with the reason
        """
        raise LevelError(f"levels of {self.name} can only be read, not written")

    def native_file(self, puzzle: Puzzle, state: State) -> str:
        """Return the text of a native file with the level that starts in `state` only.

        By default, that is the text of `write`. A family whose files hold more than boards, such as
        the rules of a game, returns these too.
        """
        return self.write(puzzle, state)

    def puzzlescript(self, puzzle: Puzzle, state: State, title: str) -> str:
        """Return the level that starts in `state` as an equivalent PuzzleScript game.

        Raises
        ------
        LevelError
            if PuzzleScript cannot express its rules, with the reason
        """
        raise LevelError(f"{self.name} cannot be written as a PuzzleScript game")
