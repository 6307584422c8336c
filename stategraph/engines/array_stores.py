"""Array stores, in which the arrays of an expansion grow: in memory or in files.

::

    compiled rules ──fill──► states, degrees, targets, labels ──grow in──► memory
                                                                    └────► files: stategraph.store

The compiled rules see only arrays, so one engine serves both. If a store requests it, the engine
notifies the store after each layer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np

from stategraph.native.growing import Growing
from stategraph.native.label_numbers import Labels

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


@dataclass(frozen=True)
class ExpansionProgress:
    """The progress of an expansion.

    Attributes
    ----------
    expanded, states, moves : int
        numbers of expanded states, states and moves; the states numbered below `expanded` have all
        their moves
    goal : int
        the node of all goal states, -1 if none was reached
    level_end : int
        the first state after the layer that is being expanded
    full : bool
        whether the next state would exceed the limit of states
    """

    expanded: int = 0
    states: int = 1
    moves: int = 0
    goal: int = -1
    level_end: int = 1
    full: bool = False


class Taken(Exception):
    """Raised by an array store to end an engine's run, because the store expands the next layer.

    Its argument is that of `ArrayStore.level`.
    """


class Grows(Protocol):
    """An array that grows in place; see `stategraph.native.growing.Growing`."""

    array: np.ndarray

    def __len__(self) -> int: ...

    def resize(self, size: int) -> None:
        """Change the number of items; the items that remain keep their values."""

    def ample(self, least: int) -> int:
        """Return the size to which the array should grow if at least `least` items are needed."""


class ArrayStore(Protocol):
    """An object that keeps the arrays of an expansion.

    Attributes
    ----------
    by_levels : bool
        whether the store is notified after each layer
    in_place : bool
        whether arrays may be rewritten in place; otherwise the result goes to a new array, so that
        either the old or the new array is complete if the expansion is killed
    small : bool
        whether the expansion is expected to stay small
    """

    by_levels: bool
    in_place: bool
    small: bool

    def begin(self, labels: Labels, label_marks: np.ndarray) -> ExpansionProgress | None:
        """Return the progress of an earlier run that filled the arrays; None if they are empty.

        `labels` are the labels of the rules. Those that occur in the arrays get a 1 in
        `label_marks`; the engine later marks the labels of new moves in the same array.
        """

    def array(self, name: str, size: int, dtype: DTypeLike, *row: int) -> Grows:
        """Return the array called `name`, with shape (size, \\*row); new items are 0."""

    def at(self, expanded: int) -> None:
        """Receive the number of expanded states; the engine calls this often."""

    def level(self, reached: ExpansionProgress) -> None:
        """Receive the progress after a complete layer; all labels that occur are marked.

        It may raise `Taken`.
        """


class InMemory:
    """Keeps arrays in memory."""

    by_levels, in_place = False, True

    def __init__(self, small: bool = False):
        self.small = small

    def begin(self, labels: Labels, label_marks: np.ndarray) -> None:
        """Return None: the arrays are empty."""

    def array(self, name: str, size: int, dtype: DTypeLike, *row: int) -> Growing:
        """Return a new array."""
        return Growing(size, dtype, *row, mapped=not self.small)

    def at(self, expanded: int) -> None:
        """Do nothing: progress is not reported."""

    def level(self, reached: ExpansionProgress) -> None:
        """Do nothing after a layer."""
