"""Windows of a plan made shorter by a solver of formulas: by any pushes that there are, or by none.

::

    a b c [d e f g] h i j      from the state before d to what h and all after it need: is there a
          └───────┘            way that is 2 moves shorter? Whatever it pushes, and in which order

It is exact where `stategraph.pushing.neighbourhood` looks at some pushes alone: a window that was
refuted is never asked about again. Small windows take some hundredths of a second each, and twice
as large ones ten times as long: so all are asked about that are small, then larger ones. What the
rest of a plan needs tells `stategraph.pushing.plan_regression`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.errors import InputError
from stategraph.pushing.clauses import model_of, solver, work_of
from stategraph.pushing.plan_regression import Rest
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.sat_encoding import Formula, Goal

# The moves of a window: each 5/4 of the one before. Cells and times of the largest formula.
SIZES, PLACES = (24, 30, 37, 46, 57, 71, 88, 110, 137), 1 << 16

# Work done for a window before it is left: for all windows little, then more for those.
PATIENCE = (1 << 22, 1 << 24, 1 << 26)

# A literal that the solver makes true is one unit of work, and a clause made so many.
CLAUSE = 8


class Windows:
    """Makes plans on one board shorter, window by window, and remembers what cannot be.

    Parameters
    ----------
    stopped : callable
        says whether it is to stop
    """

    def __init__(self, ground: Ground, stopped: Callable[[], bool]):
        self._ground, self._stopped = ground, stopped
        self._asked: dict[tuple[Any, ...], int] = {}  # with how much patience
        self._work = 0

    def shortened(self, rest: Rest, work: int) -> Rest:
        """Return a plan, given by its rest, made shorter by so much work, more or less."""
        self._work = work
        for patience in PATIENCE:
            for size in SIZES:
                rest = self._along(rest, size, patience)
        return rest

    def _along(self, rest: Rest, size: int, patience: int) -> Rest:
        """Ask about windows of a size along a plan, each half of the last one further on."""
        begin = 0
        while begin < len(rest.plan) and self._work > 0 and not self._stopped():
            after = rest.after(begin)
            end = max(begin + 1, int(np.searchsorted(-rest.left, size - after)))
            end = min(end, len(rest.plan))
            pushes = self.shorter(rest, begin, end, patience)
            if pushes is not None:
                rest = Rest(self._ground, [*rest.plan[:begin], *pushes])
            else:
                further = int(np.searchsorted(-rest.left, size // 2 - after, side="right"))
                begin = max(begin + 1, further)
        return rest

    def shorter(self, rest: Rest, begin: int, end: int, patience: int) -> list[Push] | None:
        """Return pushes of 2 moves less, in place of all from `begin` on; None: none were found.

        From `end` on they are those of the plan.
        """
        moves = rest.after(begin) - int(rest.left[end]) - 2
        goal = self._goal(rest, end)
        window = moves, int(rest.passed[2][begin]), *(cells.tobytes() for cells in goal)
        if self._asked.get(window, 0) >= patience or not 0 < moves <= PLACES // self._ground.size:
            return None
        there = self._ground.since(
            self._ground.unpacked(rest.passed[0][begin]), int(rest.passed[1][begin]) >> 2
        )
        labels = self._answer(there, moves, goal, patience)
        if labels:
            return there.still([*there.pushes(labels), *rest.plan[end:]])
        self._asked[window] = patience if labels is None else PATIENCE[-1]
        return None

    def _goal(self, rest: Rest, end: int) -> Goal:
        """Return what a plan needs from its push `end` on.

        The player in its place and cells free; blocks in their places, where they are to be put
        away. To get to an exit nobody needs any: without a block, the way that pushes it is free.
        """
        ground = self._ground
        nowhere, free = np.zeros_like(ground.wins), ground.unpacked(rest.free[end])
        there = ground.wins if ground.wins.any() else np.ones_like(ground.wins)
        if end < len(rest.plan):
            there = nowhere.copy()
            there[rest.stands[end]] = 1
        return Goal(there, free, ground.unpacked(rest.held[end]) if ground.homes.size else nowhere)

    def _answer(self, there: Ground, moves: int, goal: Goal, patience: int) -> list[str] | None:
        """Return so many moves that lead to a goal, [] where none do; None: it took too long."""
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
            with solver(formula) as asked:
                model = model_of(asked, patience, self._stopped)
                self._work -= work_of(asked)
        except InputError:  # without python-sat
            return None
        if not model:
            return None if model is None else []
        return formula.labels(formula.line(model))
