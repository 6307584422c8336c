"""A SAT solver, and clauses over numbered variables for it.

A literal is a variable (from 1) or its negation (a negative number). A clause demands that at least
one of its literals is true.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import count
from typing import Any

from stategraph.errors import InputError, install_command

# The name of the solver in `pysat.solvers`. Of the solvers tried, this one was by far the fastest
# to prove clauses unsatisfiable.
SOLVER = "glucose4"

# A variable that is always true.
ALWAYS = 1

# Up to this number of variables, "at most one" is encoded by a clause for each pair.
MAX_PAIRWISE_VARIABLES = 5

# Number of literals that a solver sets between two checks whether to stop.
LITERALS_PER_CHECK = 1 << 20


class Clauses:
    """A growing list of clauses.

    Attributes
    ----------
    clauses : list of list of int
        a literal is a variable (from 1) or its negation
    """

    def __init__(self) -> None:
        self.clauses: list[list[int]] = [[ALWAYS]]
        self._new = count(ALWAYS + 1)

    def _add(self, *literals: int) -> None:
        """Add a clause of literals, without those that are constant and false."""
        if ALWAYS not in literals:
            remaining = [literal for literal in literals if literal != -ALWAYS]
            self.clauses.append(remaining or [-ALWAYS])

    def pop_clauses(self) -> list[list[int]]:
        """Return all clauses, and remove them from the list."""
        clauses, self.clauses = self.clauses, []
        return clauses

    def _exactly_one(self, variables: list[int]) -> None:
        """Add clauses that make exactly one of the variables true."""
        self._add(*variables)
        self._at_most_one(variables)

    def _at_most_one(self, variables: list[int]) -> None:
        """Add clauses that make at most one of the variables true."""
        if len(variables) <= MAX_PAIRWISE_VARIABLES:
            for k, variable in enumerate(variables):
                for other in variables[:k]:
                    self._add(-variable, -other)
            return
        so_far = -ALWAYS  # the literal that is true if an earlier variable is true
        for variable in variables:
            self._add(-so_far, -variable)
            before, so_far = so_far, next(self._new)
            self._add(-variable, so_far)
            self._add(-before, so_far)

    def _all(self, literals: Iterable[int]) -> int:
        """Return a new variable that can be true only if all of the literals are true."""
        every = next(self._new)
        for literal in literals:
            self._add(-every, literal)
        return every


def solver(formula: Clauses) -> Any:
    """Create a solver of `python-sat` and move the clauses of a formula to it.

    The solver must be used in a ``with`` statement.

    Raises
    ------
    InputError
        if `python-sat` is not installed
    """
    try:
        from pysat.solvers import Solver
    except ModuleNotFoundError:
        advice = install_command("python-sat")
        raise InputError(f"search sat needs python-sat: {advice}") from None
    return Solver(name=SOLVER, bootstrap_with=formula.pop_clauses())


def work_of(sat_solver: Any) -> int:
    """Return how many literals a solver has set so far."""
    return int(sat_solver.accum_stats()["propagations"])


def model_of(sat_solver: Any, work: int, stopped: Callable[[], bool]) -> list[int] | None:
    """Return a model of the solver's clauses, or [] if none exists.

    Return None if the solver has set about `work` literals, or `stopped` returns True, before that
    is known.
    """
    for _ in range(0, work, LITERALS_PER_CHECK):
        if stopped():
            break
        sat_solver.prop_budget(LITERALS_PER_CHECK)
        satisfied = sat_solver.solve_limited(expect_interrupt=True)
        if satisfied is not None:
            return sat_solver.get_model() if satisfied else []
    return None
