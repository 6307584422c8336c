"""Heuristics and reductions for searches of levels too large to expand."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from stategraph.rules.puzzle import Heuristic
from stategraph.variables import State

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PlainPuzzle, Puzzle


def admissible_heuristic(family: Any, puzzle: PlainPuzzle) -> Heuristic | None:
    """Return the first admissible heuristic that a family declares, or None without one."""
    return family.heuristics[family.admissible[0]](puzzle) if family.admissible else None


class GuidesSearches:
    """A family that guides searches.

    Attributes
    ----------
    heuristics : mapping of str to callable
        ``heuristics[name](puzzle)`` returns a function of a state that estimates the remaining
        moves: an int of at least 0, and 0 in a won state. The first one is the default. A
        heuristic written like a rule can be compiled (use `Largest` for a maximum)
    admissible : tuple of str
        the names of the admissible heuristics, the best first: searches for shortest solutions
        use no others
    ignoring : str
        the relaxation of the first admissible heuristic and of the obvious plan, as in "even
        {ignoring}": "if no block were there"

    Examples
    --------
    ::

        heuristics = {"distance": lambda puzzle: lambda s: steps_to_exit[s.player]}
        admissible = ("distance",)
    """

    heuristics: Mapping[str, Callable[[Any], Heuristic]] = {}
    admissible: tuple[str, ...] = ()
    ignoring: str = "if nothing stood in the way"

    def prune(self, puzzle: Puzzle) -> Puzzle:
        """Return a puzzle without parts that no solution needs; its solutions are the same.

        The result declares its obstacles if `puzzle` does.
        """
        return puzzle

    def backward(self, puzzle: Puzzle) -> tuple[list[State], Puzzle] | None:
        """Return all goal states, and a puzzle whose moves reverse moves; None if unknown.

        The returned puzzle has the same variables as `puzzle`. States of the returned puzzle may be
        unreachable in `puzzle`. Its labels are ignored.
        """
        return None

    def pushing(self, puzzle: Puzzle) -> Any:
        """Return the solver of a puzzle in which a player pushes single blocks, else None.

        It is a `stategraph.pushing.Pushing`, or another `stategraph.search.push_solver.PushSolver`.
        """
        return None
