"""What a search sees of a puzzle: states by number, expanded by whichever engine."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from stategraph.rules.guesses import DEAD

# More moves than any solution has: of what was not found yet, or is dead.
NEVER = DEAD


class Expanded(NamedTuple):
    """What came of expanding some states up to a bound.

    Attributes
    ----------
    changed : (c,) int32
        the states that are new or reached in fewer moves
    least : (c,) int
        of each of them the least bound with which to expand it
    done : (k,) int
        the states that were expanded
    again : (k,) int64
        of each of them the least bound with which to expand it again; `NEVER`: with none
    full : bool
        there are more states than may be kept; what was expanded last counts for nothing
    """

    changed: np.ndarray
    least: np.ndarray
    done: np.ndarray
    again: np.ndarray
    full: bool


class Space(Protocol):
    """The states that a search keeps; see `stategraph.native.templates.search`.

    Attributes
    ----------
    first : int
        what is guessed at the start
    best, last : int
        the moves of the best solution found, and the state kept last on its way
    looked : int
        states whose moves were made in plain Python, those walked through included
    """

    first: int
    best: int
    last: int
    looked: int

    def __len__(self) -> int:
        """Return the number of states kept."""

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Expanded]:
        """Expand `nodes`, some at a time, up to a bound on the moves of a whole solution.

        At most `limit` states are kept.
        """

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return some states that are kept, packed, as items that can be compared."""

    def line(self, node: int) -> list[Any]:
        """Return the states kept on the way to one of them, the start first."""


class Dive(NamedTuple):
    """How far a depth-first search within a bound is.

    Attributes
    ----------
    over : bool
        whether it has ended; before that nothing is known
    line : list of state, or None
        the states on the way to the goal; None: not found
    further : int
        the least bound beyond this one that may bring more; `NEVER`: none does
    """

    over: bool
    line: list[Any] | None
    further: int


class Dives(Protocol):
    """Depth-first searches that keep what they met in a table of fixed size.

    Attributes
    ----------
    first : int
        what is guessed at the start
    looked : int
        states looked at so far
    in_text_order : bool
        whether of two solutions of equal length that is found whose text is the lesser
    """

    first: int
    looked: int
    in_text_order: bool

    def dive(self, bound: int) -> Iterator[Dive]:
        """Search for a solution of at most `bound` moves; tell now and then how far that is."""


class Engine(Protocol):
    """What makes the spaces and the dives of searches: rules in plain Python, or compiled."""

    def space(
        self, puzzle: Any, guess: Any, walker: str | None = None, starts: Iterable[Any] = ()
    ) -> Space:
        """Return the space of a search from the start, or from several `starts`."""

    def dives(self, puzzle: Any, guess: Any, slots: int) -> Dives:
        """Return depth-first searches with a table of `slots` states, a power of two."""
