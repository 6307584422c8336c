"""The interface between a search and its states, for Python and compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

import numpy as np

from stategraph.rules.combined_heuristics import DEAD
from stategraph.rules.puzzle import Heuristic, Puzzle
from stategraph.variables import State

# A length that no solution reaches: the length of an unknown solution, and the heuristic value of a
# dead state.
NEVER = DEAD


class Expanded(NamedTuple):
    """The result of expanding some states up to a bound.

    Attributes
    ----------
    changed : (c,) int32
        states that are new, or that were reached in fewer moves than before
    least : (c,) int
        for each changed state, the least bound at which it must be expanded
    expanded : (k,) int
        expanded states
    next_bounds : (k,) int64
        for each expanded state, the least bound at which it must be expanded again; `NEVER` if none
    full : bool
        True if the limit on stored states is exceeded; the last expansion is then invalid
    """

    changed: np.ndarray
    least: np.ndarray
    expanded: np.ndarray
    next_bounds: np.ndarray
    full: bool


class Space(Protocol):
    """The stored states of a search; see `stategraph.native.templates.search`.

    Attributes
    ----------
    first : int
        the heuristic value of the start
    best, last : int
        the length of the best known solution, and the last stored state on its path
    looked : int
        number of states expanded in plain Python, including states on walks
    """

    first: int
    best: int
    last: int
    looked: int

    def __len__(self) -> int:
        """Return the number of stored states."""

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Expanded]:
        """Expand `nodes` in batches, as far as solutions of at most `bound` moves need it.

        At most `limit` states are stored.
        """

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return the packed states of some nodes, as items that can be compared and sorted."""

    def line(self, node: int) -> list[State]:
        """Return the stored states on the path to a node, beginning with the start."""


class Dive(NamedTuple):
    """The progress of a depth-first search within a bound.

    Attributes
    ----------
    over : bool
        True if the search has ended; until then, the other fields are preliminary
    line : list of state, or None
        the states on the path to the goal; None if no path was found
    further : int
        the next larger bound that may reach new states; `NEVER` if none
    """

    over: bool
    line: list[State] | None
    further: int


class Dives(Protocol):
    """Depth-first searches with a table of visited states of fixed size.

    Attributes
    ----------
    first : int
        the heuristic value of the start
    looked : int
        number of visited states
    """

    first: int
    looked: int

    @property
    def orders(self) -> tuple[str, ...]:
        """The orders, of "moves" and "text", in which the solution found is the first one.

        This holds if no shorter solution exists. For the orders, see `stategraph.search.solve`.
        """

    def dive(self, bound: int) -> Iterator[Dive]:
        """Search for a solution of at most `bound` moves; yield the progress regularly."""


class SearchEngine(Protocol):
    """Factory of the spaces and depth-first searches, over Python rules or compiled ones."""

    def space(
        self,
        puzzle: Puzzle,
        guess: Heuristic,
        walker: str | None = None,
        starts: Iterable[State] = (),
    ) -> Space:
        """Return the space of a search from the start, or from several `starts`."""

    def dives(self, puzzle: Puzzle, guess: Heuristic, slots: int) -> Dives:
        """Return depth-first searches with a table of `slots` states, a power of two."""
