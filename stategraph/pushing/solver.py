"""The searches for a puzzle in which a player pushes single blocks."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from stategraph.pushing.puzzle import PushPuzzle

if TYPE_CHECKING:
    from stategraph.engines.limits import Budget
    from stategraph.pushing.box_search import PutAway
    from stategraph.pushing.cost_bounded import Proof
    from stategraph.pushing.finder import Finder
    from stategraph.pushing.sat_search import Refuter, Satisfying
    from stategraph.rules.family import Family
    from stategraph.rules.puzzle import Puzzle
    from stategraph.search.bounds import Bounds


class Pushing(PushPuzzle):
    """The `stategraph.search.push_solver.PushSolver` for a puzzle with a given description."""

    def proof(self, puzzle: Puzzle, budget: Budget, plainly: bool) -> Proof | PutAway:
        """Return the search over pushes for a shortest solution."""
        from stategraph.pushing.box_search import PutAway
        from stategraph.pushing.cost_bounded import Proof
        from stategraph.pushing.push_board import Ground

        search = Proof if self.to_an_exit else PutAway
        return search(Ground(puzzle, self), budget, plainly)

    def sat_search(
        self, puzzle: Puzzle, budget: Budget, on_solution: Callable[[list[str]], None]
    ) -> Satisfying:
        """Return the search for a shortest solution with a SAT solver."""
        from stategraph.pushing.push_board import Ground
        from stategraph.pushing.sat_search import Satisfying

        return Satisfying(Ground(puzzle, self), budget, on_solution)

    def finder(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int) -> Finder:
        """Return the search for any solution, and then for shorter ones."""
        from stategraph.pushing.finder import Finder

        return Finder(puzzle, family, bounds, room)

    def refuter(self, puzzle: Puzzle, family: Family, budget: Budget, bounds: Bounds) -> Refuter:
        """Return the search with a SAT solver that runs beside another search."""
        from stategraph.pushing.sat_search import Refuter

        return Refuter(puzzle, family, budget, bounds)
