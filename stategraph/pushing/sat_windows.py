"""Shortening of windows of a plan with a SAT solver.

::

    a b c [d e f g] h i j      from the state before d to the conditions of h and all after it:
          └───────┘            is there a path that is 2 moves shorter, by any pushes?

The answer is exact, while `stategraph.pushing.neighbourhood` tries only some pushes. A refuted
window is never tried again. Small windows take some hundredths of a second each, and windows of
twice the size ten times as long. So all small windows are tried first, then larger ones. The
conditions of the rest of a plan are those of `stategraph.pushing.plan_regression`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.errors import InputError
from stategraph.pushing.clauses import model_of, solver, work_of
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.sat_encoding import Formula, Goal

# The numbers of moves of a window, each 5/4 of the one before; and the most cells times moves of an
# encoding.
SIZES, PLACES = (24, 30, 37, 46, 57, 71, 88, 110, 137), 1 << 16

# Work of the solver on a window before it is left: little for all windows, then more.
WORK_PER_ROUND = (1 << 22, 1 << 24, 1 << 26)

# One literal that the solver sets is one unit of work; a new clause is `CLAUSE` units.
CLAUSE = 8


class Windows:
    """A search that shortens plans on one board, window by window, and remembers refuted windows.

    Parameters
    ----------
    stopped : callable
        returns whether to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._work_spent: dict[tuple[Any, ...], int] = {}  # the work spent on each
        self._work = 0

    def shortened(self, conditions: PlanConditions, work: int) -> PlanConditions:
        """Return a plan, given by its conditions, made shorter with about `work` units of work."""
        self._work = work
        for patience in WORK_PER_ROUND:
            for size in SIZES:
                conditions = self._along(conditions, size, patience)
        return conditions

    def _along(self, conditions: PlanConditions, size: int, patience: int) -> PlanConditions:
        """Try windows of one size along a plan, each half a window behind the last one."""
        begin = 0
        while begin < len(conditions.plan) and self._work > 0 and not self._stopped():
            moves_left = conditions.after(begin)
            end = max(begin + 1, int(np.searchsorted(-conditions.moves_left, size - moves_left)))
            end = min(end, len(conditions.plan))
            pushes = self.shorter(conditions, begin, end, patience)
            if pushes is not None:
                conditions = PlanConditions(self._ground, [*conditions.plan[:begin], *pushes])
            else:
                further = int(
                    np.searchsorted(-conditions.moves_left, size // 2 - moves_left, side="right")
                )
                begin = max(begin + 1, further)
        return conditions

    def shorter(
        self, conditions: PlanConditions, begin: int, end: int, patience: int
    ) -> list[Push] | None:
        """Return pushes with 2 moves less, in place of those from `begin` on, or None.

        From `end` on they are those of the plan.
        """
        moves = conditions.after(begin) - int(conditions.moves_left[end]) - 2
        goal = self._goal(conditions, end)
        window = moves, int(conditions.passed[2][begin]), *(cells.tobytes() for cells in goal)
        if (
            self._work_spent.get(window, 0) >= patience
            or not 0 < moves <= PLACES // self._ground.size
        ):
            return None
        there = self._ground.since(
            self._ground.unpacked(conditions.passed[0][begin]),
            int(conditions.passed[1][begin]) >> 2,
        )
        labels = self._answer(there, moves, goal, patience)
        if labels:
            return there.still([*there.pushes(labels), *conditions.plan[end:]])
        self._work_spent[window] = patience if labels is None else WORK_PER_ROUND[-1]
        return None

    def _goal(self, conditions: PlanConditions, end: int) -> Goal:
        """Return the conditions of a plan from its push `end` on.

        The player must stand on its cell, and some cells must be free. For boxes on goals, blocks
        must also be on some cells. An exit needs no blocks: without a block, the same walk is free.
        """
        ground = self._ground
        nowhere, free = np.zeros_like(ground.wins), ground.unpacked(conditions.free[end])
        there = ground.wins if ground.wins.any() else np.ones_like(ground.wins)
        if end < len(conditions.plan):
            there = nowhere.copy()
            there[conditions.stands[end]] = 1
        return Goal(
            there, free, ground.unpacked(conditions.occupied[end]) if ground.homes.size else nowhere
        )

    def _answer(self, there: Ground, moves: int, goal: Goal, patience: int) -> list[str] | None:
        """Return `moves` moves that lead to a goal, [] if none do, or None after too much work."""
        arrivals = self._ground.arrivals.towards(there.moves_to(goal.stands))
        within = arrivals.within(there.begins, there.player, moves)
        if within.beyond is not None:
            return []
        formula = Formula(there, within, goal=goal)
        for _ in range(moves):
            formula.grow()
        formula.end()
        self._work -= CLAUSE * len(formula.clauses)
        try:
            with solver(formula) as sat_solver:
                model = model_of(sat_solver, patience, self._stopped)
                self._work -= work_of(sat_solver)
        except InputError:  # without python-sat
            return None
        if not model:
            return None if model is None else []
        return formula.labels(formula.line(model))
