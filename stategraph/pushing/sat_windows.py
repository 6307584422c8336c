"""Shortening of windows of a plan with a SAT solver.

::

    a b c [d e f g] h i j      is there a path of any pushes, 2 moves shorter than d e f g, from
          └───────┘            the state before d to a state in which h i j win?

The answer is exact. If no such path exists, the window is *refuted* and never tried again. Small
windows take some hundredths of a second each; windows of twice the size take ten times as long. So
all small windows are tried first, then larger ones. `stategraph.pushing.plan_regression` computes
the conditions under which the remaining pushes of a plan win.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph.errors import InputError
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.sat_encoding import Formula, Goal
from stategraph.pushing.sat_solver import model_of, solver, work_of

# The sizes of windows in moves, each about 5/4 of the size before; and the largest product of cells
# and moves for which a formula is built.
SIZES, PLACES = (24, 30, 37, 46, 57, 71, 88, 110, 137), 1 << 16

# Limits on the solver's work for one window. All windows are tried with the first limit, then with
# the next one.
WORK_PER_ROUND = (1 << 22, 1 << 24, 1 << 26)

# One literal that the solver sets is one unit of work; a new clause is `WORK_PER_CLAUSE` units.
WORK_PER_CLAUSE = 8


class Windows:
    """A search that shortens plans on one board, window by window.

    It remembers refuted windows, and how much work it has spent on others.

    Parameters
    ----------
    stopped : callable
        returns whether to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._work_spent: dict[tuple[object, ...], int] = {}  # the work spent on each window
        self._work = 0

    def shortened(self, conditions: PlanConditions, work: int) -> PlanConditions:
        """Shorten a plan, given by its conditions, with about `work` units of work; return it."""
        self._work = work
        for patience in WORK_PER_ROUND:
            for size in SIZES:
                conditions = self._along(conditions, size, patience)
        return conditions

    def _along(self, conditions: PlanConditions, size: int, patience: int) -> PlanConditions:
        """Try to shorten windows of one size along a plan; neighbours overlap by half a window."""
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
        """Return the pushes from `begin` on of a plan that is 2 moves shorter, or None.

        The new plan makes any pushes instead of those from `begin` to `end`, and then those of the
        given plan.
        """
        moves = conditions.after(begin) - int(conditions.moves_left[end]) - 2
        goal = self._goal(conditions, end)
        window = moves, int(conditions.passed.keys[begin]), *(cells.tobytes() for cells in goal)
        if (
            self._work_spent.get(window, 0) >= patience
            or not 0 < moves <= PLACES // self._ground.size
        ):
            return None
        there = self._ground.since(
            self._ground.unpacked(conditions.passed.blocks[begin]),
            int(conditions.passed.players[begin]),
        )
        labels = self._answer(there, moves, goal, patience)
        if labels:
            return there.still([*there.pushes(labels), *conditions.plan[end:]])
        self._work_spent[window] = patience if labels is None else WORK_PER_ROUND[-1]
        return None

    def _goal(self, conditions: PlanConditions, end: int) -> Goal:
        """Return the states in which the pushes of a plan from `end` on win.

        The player must stand on the cell from which the next push is made, and some cells must be
        free. If boxes must reach goals, blocks must also be on some cells. If the player must reach
        an exit, no blocks are needed: where a block is missing, the player walks instead.
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
        self._work -= WORK_PER_CLAUSE * len(formula.clauses)
        try:
            with solver(formula) as sat_solver:
                model = model_of(sat_solver, patience, self._stopped)
                self._work -= work_of(sat_solver)
        except InputError:  # without python-sat
            return None
        if not model:
            return None if model is None else []
        return formula.labels(formula.line(model))
