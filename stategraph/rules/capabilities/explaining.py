"""Explanations of solutions: the relaxed problem, the places of pieces, and obstacles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, NamedTuple

from stategraph.rules.capabilities.searching import admissible_heuristic
from stategraph.rules.puzzle import Heuristic

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle
    from stategraph.variables import State


class Relaxed(NamedTuple):
    """A relaxed problem.

    Attributes
    ----------
    left : callable
        ``left(state)`` is the number of moves to the goal of the relaxed problem
    counts : {"pushes", "moves"}
        the unit of `left`
    looks : callable, optional
        ``looks(state)`` is the number of moves that seem to be left. A mistake is tempting if this
        number is small. The default is `left`.
    """

    left: Heuristic
    counts: str = "moves"
    looks: Heuristic | None = None


class ExplainsSolutions:
    """A family whose solutions are explained in more detail.

    Examples
    --------
    ::

        def relaxed(self, puzzle):
            return Relaxed(pushes(puzzle), "pushes")

        def homes(self, puzzle):
            return puzzle.board.find(GOALS)
    """

    def relaxed(self, puzzle: Puzzle) -> Relaxed | None:
        """Return the relaxed problem; by default it is that of the first admissible heuristic.

        None without one. The solution of the relaxed problem is the obvious plan of a level.
        """
        heuristic = admissible_heuristic(self, puzzle)
        return None if heuristic is None else Relaxed(heuristic)

    def homes(self, puzzle: Puzzle) -> Collection[int]:
        """Return the cells on which pieces must end; by default none."""
        return ()

    def attempts(self, puzzle: Puzzle, state: State) -> Iterable[tuple[str, State]]:
        """Yield the moves of the relaxed problem with their targets; by default none.

        They include moves that the rules forbid. If the obvious plan fails at one of them,
        `forbids` says why.
        """
        return ()

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return the condition of a move that `state` violates, as a clause; by default ""."""
        return ""
