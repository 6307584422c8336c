"""The interface between the general searches and a solver for puzzles of pushed blocks.

`Family.pushing` returns a `PushSolver`; `stategraph.pushing.Pushing` is the bundled implementation.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from stategraph.engines.limits import Budget, Stop
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds


class PushProof(Protocol):
    """A search for a shortest solution that can pause and continue."""

    @property
    def states(self) -> int:
        """Return the number of stored states."""

    def search(self, bounds: Bounds, patience: int) -> tuple[object, Stop | None]:
        """Return the pushes of a shortest solution, or None, and the reason for an early stop."""

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first solution that is as short as `labels`; None if that takes too long."""

    def labels(self, pushes: object) -> list[str]:
        """Return the labels of a sequence of pushes: the walks, the pushes, and the final walk."""


class SatSearch(Protocol):
    """A search for a shortest solution with a SAT solver.

    Attributes
    ----------
    conflicts : int
        number of conflicts of the solver
    """

    conflicts: int

    def search(self, bounds: Bounds) -> Stop | None:
        """Improve the bounds until they meet; return the reason why the search stopped."""


class BackgroundSearch(Protocol):
    """A search in a separate thread that updates the bounds."""

    def start(self) -> None:
        """Start the thread."""

    def stop(self) -> None:
        """Stop the thread and wait for its end."""


class SolutionFinder(BackgroundSearch, Protocol):
    """A search for any solution, and then for shorter ones."""

    def first(self, rounds: int) -> None:
        """Search for any solution in the calling thread, for at most `rounds` rounds."""


class PushSolver(Protocol):
    """A solver of one puzzle."""

    @property
    def to_an_exit(self) -> bool:
        """True if the player must reach a cell; False if all blocks must be on goals."""

    def proof(self, puzzle: Puzzle, budget: Budget, plainly: bool) -> PushProof:
        """Return the search for a shortest solution; `plainly`: without compiled kernels."""

    def sat_search(
        self, puzzle: Puzzle, budget: Budget, on_solution: Callable[[list[str]], None]
    ) -> SatSearch:
        """Return the search with a SAT solver; only for puzzles `to_an_exit`."""

    def finder(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int) -> SolutionFinder:
        """Return the search for any solution, limited to `room` bytes."""

    def refuter(
        self, puzzle: Puzzle, family: Family, budget: Budget, bounds: Bounds
    ) -> BackgroundSearch:
        """Return the parallel search that raises the lower bound; only for `to_an_exit`."""
