"""Where an expansion keeps its arrays: in memory, or wherever a `Keeper` has them grow.

::

    compiled rules ──fill──► states, degrees, targets, labels ──grow in──► memory
                                                                    └────► files: stategraph.store

The rules see arrays and nothing else, so that one engine serves both. Whoever keeps them is told
each time that a level is whole.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from stategraph.native.growing import Growing
from stategraph.native.labels import Labels


@dataclass(frozen=True)
class Reached:
    """How far an expansion has come.

    Attributes
    ----------
    expanded, states, moves : int
        states below `expanded` have all their moves
    goal : int
        the node of all goal states, -1 where none was met
    level_end : int
        the first state beyond the level that is being expanded
    """

    expanded: int = 0
    states: int = 1
    moves: int = 0
    goal: int = -1
    level_end: int = 1


class Taken(Exception):
    """Ends an engine's run: whoever keeps the arrays fills them with the next level in another way.

    Its arguments are what `Keeper.level` was told.
    """


class Grows(Protocol):
    """An array that grows in place; see `stategraph.native.growing.Growing`."""

    array: np.ndarray

    def __len__(self) -> int: ...

    def resize(self, size: int) -> None:
        """Give it so many items; those that stay are what they were."""

    def ample(self, least: int) -> int:
        """Return how many items it is best given where it needs at least so many."""


class Keeper(Protocol):
    """Who keeps the arrays of an expansion.

    Attributes
    ----------
    by_levels : bool
        whether it wants to be told of each whole level
    in_place : bool
        whether an array may be rewritten in place; else a new one is made of it, so that whenever
        the expansion is killed, one of them is whole
    """

    by_levels: bool
    in_place: bool

    def begin(self, labels: Labels) -> Reached | None:
        """Return how far the arrays are filled already; None: there is nothing yet.

        `labels` are the rules' own.
        """

    def array(self, name: str, size: int, dtype: Any, *row: int) -> Grows:
        """Return the array (size, \\*row) of that name, new items of which are 0."""

    def at(self, expanded: int) -> None:
        """Hear how far the rules have come; often."""

    def level(self, reached: Reached, met: np.ndarray) -> None:
        """Hear that a level is whole, and which of the rules' labels were met so far.

        It may raise `Taken`.
        """


class InMemory:
    """Keeps arrays in memory."""

    by_levels, in_place = False, True

    def begin(self, labels: Labels) -> None:
        """There is nothing yet."""

    def array(self, name: str, size: int, dtype: Any, *row: int) -> Growing:
        """Return a new array."""
        return Growing(size, dtype, *row)

    def at(self, expanded: int) -> None:
        """Nobody asks for it."""

    def level(self, reached: Reached, met: np.ndarray) -> None:
        """Nothing is to be done with a level."""
