"""The interface between the general searches and a solver for puzzles of pushed blocks.

`Family.pushing` returns a `PushSolver`; `stategraph.pushing.Pushing` is the one that is bundled.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from stategraph.engines.limits import Budget, Stop
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds


class PushProof(Protocol):
    """A search for a shortest solution, which pauses and continues."""

    @property
    def states(self) -> int:
        """Return the number of states kept so far."""

    def search(self, bounds: Bounds, patience: int) -> tuple[Any, Stop | None]:
        """Return the pushes of a shortest solution or None, and why the search stopped."""

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first of the solutions as short as `labels`; None if that takes too long."""

    def labels(self, pushes: Any) -> list[str]:
        """Return the moves of pushes: walks, pushes, and the walk that wins."""


class SatSearch(Protocol):
    """A search for a shortest solution with a SAT solver.

    Attributes
    ----------
    conflicts : int
        conflicts of the solver so far
    """

    conflicts: int

    def search(self, bounds: Bounds) -> Stop | None:
        """Raise the bounds until they meet; return why the search stopped."""


class BackgroundSearch(Protocol):
    """A search in a thread of its own, which reports to the bounds."""

    def start(self) -> None:
        """Start the thread."""

    def stop(self) -> None:
        """Stop it, and wait for its end."""


class SolutionFinder(BackgroundSearch, Protocol):
    """A search for some solution, and then for shorter ones."""

    def first(self, rounds: int) -> None:
        """Look for some solution in this thread, for a number of rounds at most."""


class PushSolver(Protocol):
    """A solver of one puzzle."""

    @property
    def to_an_exit(self) -> bool:
        """Whether the player must reach a cell; otherwise all blocks must stand on goals."""

    def proof(self, puzzle: Puzzle, budget: Budget, plainly: bool) -> PushProof:
        """Return the search for a shortest solution; `plainly`: without compiled loops."""

    def sat_search(
        self, puzzle: Puzzle, budget: Budget, on_solution: Callable[[list[str]], None]
    ) -> SatSearch:
        """Return the search with a SAT solver; only for puzzles `to_an_exit`."""

    def finder(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int) -> SolutionFinder:
        """Return what looks for solutions, within `room` bytes."""

    def refuter(
        self, puzzle: Puzzle, family: Family, budget: Budget, bounds: Bounds
    ) -> BackgroundSearch:
        """Return what raises the lower bound beside another search; only `to_an_exit`."""
