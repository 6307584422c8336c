"""First arrival times of the player at each cell, computed by a SAT solver.

::

    after 1 move    2           3              u p _
            . 1 .   2 . .       . . 3          # _ _
            # . .   # 1 .       # . 2          u pushes p first, and then reaches the cell below p
                                               after 2 moves

The encoding grows by one layer per move. The solver is queried about each cell of the new layer
that the player is not known to reach. A model that reaches one cell also shows that the cells on
its path are reachable. The player can return to them after 2, 4, ... further moves, so they are not
queried again at these times. If a cell is refuted, all moves that depend on it are removed. The
clauses that the solver has learned prune all later queries.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stategraph.pushing.sat_encoding import Formula


class Reaching:
    """Queries about the layers of an encoding, and their answers.

    Parameters
    ----------
    formula : Formula
        the encoding whose clauses the solver has
    sat_solver : pysat.solvers.Solver

    Attributes
    ----------
    line : list of int
        the cells of the player in the last model, by time
    """

    def __init__(self, formula: Formula, sat_solver: Any):
        self.formula, self._solver, self._questions = formula, sat_solver, 0
        self._reached: set[tuple[int, int]] = set()  # cells, each with the parity of the time
        self.line: list[int] = []

    @property
    def at(self) -> int:
        """The time of the last layer."""
        return len(self.formula.layers) - 1

    @property
    def conflicts(self) -> int:
        """The number of conflicts of the solver so far, plus 1 for each layer and each query."""
        return int(self._solver.accum_stats()["conflicts"]) + self._questions + self.at

    def open(self) -> Iterator[int]:
        """Yield the cells of the last layer that the player may or may not be able to reach.

        A query during the iteration may also show that later cells are reachable; the iteration
        skips them.
        """
        for cell in list(self.formula.layers[-1].stands):
            if (cell, self.at % 2) not in self._reached:
                yield cell

    def ask(self, cell: int, conflicts: int) -> bool | None:
        """Return whether the player can stand on a cell of the last layer.

        Return None if the solver has no answer after `conflicts` conflicts.
        """
        self._solver.append_formula(self.formula.pop_clauses())
        self._questions += 1
        self._solver.conf_budget(conflicts)
        literal = self.formula.layers[-1].stands[cell]
        can: bool | None = self._solver.solve_limited(
            [literal], expect_interrupt=True
        )  # from outside
        if can:
            self.line = self.formula.line(self._solver.get_model())
            self._reached |= {(passed, at % 2) for at, passed in enumerate(self.line)}
        elif can is not None:
            self.formula.refute(cell)
        return can
