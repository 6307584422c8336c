"""How soon can the player stand on each cell? A solver of formulas is asked, cell by cell.

::

    after 1 move    2           3              u p _
            . 1 .   2 . .       . . 3          # _ _
            # . .   # 1 .       # . 2          the cell below: after 2 moves, if one pushes first

A move after the other, the formula grows by a layer, and the solver is asked of each cell in which
nobody can stand yet, as far as is known. Whoever can, passes others on the way, and can wait: so
these are never asked about again. Where nobody can, nobody goes on from; and what the solver has
learned prunes all that it is asked from then on.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stategraph.pushing.sat_encoding import Formula


class Reaching:
    """The questions about the layers of a formula, and their answers.

    Parameters
    ----------
    formula : Formula
        whose clauses are the solver's
    asked : pysat.solvers.Solver

    Attributes
    ----------
    line : list of int
        the cells that somebody passes, as the last yes has it
    """

    def __init__(self, formula: Formula, asked: Any):
        self.formula, self._asked, self._questions = formula, asked, 0
        self._known: set[tuple[int, int]] = set()  # cells, and whether at odd times or at even ones
        self.line: list[int] = []

    @property
    def at(self) -> int:
        """The time of the last layer."""
        return len(self.formula.layers) - 1

    @property
    def conflicts(self) -> int:
        """How many the solver has met, and 1 for each layer and question."""
        return int(self._asked.accum_stats()["conflicts"]) + self._questions + self.at

    def open(self) -> Iterator[int]:
        """Yield the cells of the last layer of which it is not known yet whether one can be there.

        What is answered meanwhile tells of those that follow.
        """
        for cell in list(self.formula.layers[-1].stands):
            if (cell, self.at % 2) not in self._known:
                yield cell

    def ask(self, cell: int, conflicts: int) -> bool | None:
        """Return whether the player can stand on a cell of the last layer.

        None where the solver has met so many conflicts, and does not know yet.
        """
        self._asked.append_formula(self.formula.taken())
        self._questions += 1
        self._asked.conf_budget(conflicts)
        here = self.formula.layers[-1].stands[cell]
        can: bool | None = self._asked.solve_limited([here], expect_interrupt=True)  # as others run
        if can:
            self.line = self.formula.line(self._asked.get_model())
            self._known |= {(passed, at % 2) for at, passed in enumerate(self.line)}
        elif can is not None:
            self.formula.refute(cell)
        return can
