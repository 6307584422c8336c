"""Elements of a level, which design tools remove and add."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from stategraph.errors import LevelError
from stategraph.rules.element import Element
from stategraph.rules.puzzle import PlainPuzzle

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle


class HasElements:
    """A family whose levels consist of removable elements.

    Attributes
    ----------
    ways : tuple of str
        the kinds of `elements` that only enable moves: without one, each state has the same moves
        or fewer, and the same states are won
    objectives : tuple of str
        the kinds of `elements` that the goal is about, such as boxes. A level that becomes solvable
        without them has lost a part of its task
    players : tuple of str
        the parts of signs that the player controls and of which a board may have several. Mutations
        keep their numbers

    Examples
    --------
    ::

        def elements(self, puzzle):
            return [Element("box", at(cell)) for cell in sorted(puzzle.start.boxes)]

        def without(self, puzzle, elements):
            gone = {element.place for element in elements}
            return room(puzzle.board, [c for c in puzzle.start.boxes if at(c) not in gone])
    """

    name: str
    ways: tuple[str, ...] = ()
    objectives: tuple[str, ...] = ()
    players: tuple[str, ...] = ()

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the removable elements of the puzzle, in a fixed order."""
        return []

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> PlainPuzzle:
        """Return the puzzle without some of its `elements`, all removed at once.

        Raises
        ------
        LevelError
            if the rest is not a valid level, with the reason
        """
        raise LevelError(f"{self.name} has no elements")

    def including(
        self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle
    ) -> PlainPuzzle:
        """Return the puzzle with some `elements` of the puzzle `other` added at the same places.

        The method puts back elements that `without` removed.

        Raises
        ------
        LevelError
            if one of them has no room, or the result is not a valid level
        """
        raise LevelError(f"elements of {self.name} can only be taken out, not put in")

    def missing(self, puzzle: Puzzle) -> list[Element]:
        """Return promising elements that the puzzle lacks and `including` could add."""
        return []

    def replacements(self, puzzle: Puzzle) -> list[Element]:
        """Return promising elements that `including` would put in the places of others."""
        return []
