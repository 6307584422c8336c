"""The interface between a search and its states, for Python and compiled rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple, Protocol

import numpy as np

from stategraph.rules.combined_heuristics import DEAD

# More moves than any solution has: the value for unknown solutions and dead states.
NEVER = DEAD


class Expanded(NamedTuple):
    """The result of expanding some states up to a bound.

    Attributes
    ----------
    changed : (c,) int32
        states that are new or reached in fewer moves
    least : (c,) int
        for each of them, the least bound for expanding it
    expanded : (k,) int
        expanded states
    next_bounds : (k,) int64
        for each of them, the least bound for expanding it again; `NEVER` if none
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
        states expanded in plain Python, including states on walks
    """

    first: int
    best: int
    last: int
    looked: int

    def __len__(self) -> int:
        """Return the number of stored states."""

    def expand(self, nodes: np.ndarray, bound: int, limit: int) -> Iterator[Expanded]:
        """Expand `nodes` in batches, up to a bound on the length of a solution.

        At most `limit` states are stored.
        """

    def rows(self, nodes: np.ndarray) -> np.ndarray:
        """Return the packed states of some nodes, as comparable items."""

    def line(self, node: int) -> list[Any]:
        """Return the stored states on the path to a node, the start first."""


class Dive(NamedTuple):
    """The progress of a depth-first search within a bound.

    Attributes
    ----------
    over : bool
        True if the search has ended; before that the other fields are preliminary
    line : list of state, or None
        the states on the path to the goal; None if not found
    further : int
        the next larger bound that may reach new states; `NEVER` if none
    """

    over: bool
    line: list[Any] | None
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
        """The orders, of "moves" and "text", whose first solution of a length is found first."""

    def dive(self, bound: int) -> Iterator[Dive]:
        """Search for a solution of at most `bound` moves; yield the progress regularly."""


class Engine(Protocol):
    """Factory of the spaces and depth-first searches: Python or compiled rules."""

    def space(
        self, puzzle: Any, guess: Any, walker: str | None = None, starts: Iterable[Any] = ()
    ) -> Space:
        """Return the space of a search from the start, or from several `starts`."""

    def dives(self, puzzle: Any, guess: Any, slots: int) -> Dives:
        """Return depth-first searches with a table of `slots` states, a power of two."""
