"""Clauses over variables that are numbers, and a solver that is asked what satisfies them.

A literal is a variable (from 1), or its complement; of a clause one literal at least is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from stategraph.errors import InputError

# The solver, as `pysat.solvers` calls it: of those tried the fastest to refute by far.
SOLVER = "glucose4"

# What is true whatever else is.
ALWAYS = 1

# Of so few variables at most one is true by a clause for each two of them.
FEW = 5

# Units of work of a solver between two looks whether it is to stop: a literal that it makes true is
# one.
AT_ONCE = 1 << 20


class Clauses:
    """Clauses that grow.

    Attributes
    ----------
    clauses : list of list of int
        a literal is a variable (from 1), or its complement
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = [[ALWAYS]]
        self._new = count(ALWAYS + 1)

    def _add(self, *literals: int) -> None:
        """Demand that some literal is true; what never is, is left out."""
        if ALWAYS not in literals:
            left = [literal for literal in literals if literal != -ALWAYS]
            self.clauses.append(left or [-ALWAYS])

    def taken(self) -> list[list[int]]:
        """Take out the clauses, and return them."""
        taken, self.clauses = self.clauses, []
        return taken

    def _one(self, variables: list[int]) -> None:
        """Demand that just one of them is true."""
        self._add(*variables)
        self._one_at_most(variables)

    def _one_at_most(self, variables: list[int]) -> None:
        """Demand that no two of them are true."""
        if len(variables) <= FEW:
            for k, variable in enumerate(variables):
                for other in variables[:k]:
                    self._add(-variable, -other)
            return
        so_far = -ALWAYS  # whether one of those before is true
        for variable in variables:
            self._add(-so_far, -variable)
            before, so_far = so_far, next(self._new)
            self._add(-variable, so_far)
            self._add(-before, so_far)

    def _all(self, literals: Iterable[int]) -> int:
        """Return a variable that is true only if all literals are."""
        every = next(self._new)
        for literal in literals:
            self._add(-every, literal)
        return every


def solver(formula: Clauses) -> Any:
    """Return a solver of a formula, whose clauses it takes, to be used in a ``with`` statement.

    It is one of python-sat.
    """
    try:
        from pysat.solvers import Solver
    except ModuleNotFoundError:
        raise InputError("search sat needs python-sat: pip install python-sat") from None
    return Solver(name=SOLVER, bootstrap_with=formula.taken())


def work_of(asked: Any) -> int:
    """Return how many units of work a solver has done."""
    return int(asked.accum_stats()["propagations"])


def model_of(asked: Any, work: int, stopped: Callable[[], bool]) -> list[int] | None:
    """Return what satisfies the clauses of a solver, [] where nothing does; None: too much work."""
    for _ in range(0, work, AT_ONCE):
        if stopped():
            break
        asked.prop_budget(AT_ONCE)
        satisfied = asked.solve_limited(expect_interrupt=True)
        if satisfied is not None:
            return asked.get_model() if satisfied else []
    return None
