"""Shortening of solutions by annealing and SAT.

::

    solutions ──► one solution ──► simulated annealing, which may copy pushes from the last
        ▲                          shortened solutions
        │                                   │
        │                                   ▼
        │                          SAT solver on windows of this solution
        │                                   │
        │                                   ▼
        └── another solution, ◄─── SAT solver on windows of the best solution
            or a known one
"""

from __future__ import annotations

import random
from collections.abc import Callable

from stategraph.errors import RuleError
from stategraph.pushing.annealing import annealed
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.portfolio import How, Round
from stategraph.pushing.push_board import NEVER, Ground, Push
from stategraph.pushing.sat_windows import Windows
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.path_reconstruction import play

# Initial temperatures and numbers of edits from which each annealing draws, and the probability
# that the annealing is skipped.
HEATS, CHANGES, COLDLY = (3, 4, 6), (1 << 18, 1 << 19), 0.2

# Units of work of the SAT solver on the windows of each annealed plan, and on those of the best
# plan.
USUAL_WORK, MAX_WORK = 1 << 20, 1 << 22

# The number of other solutions tried without success before the finder starts another round.
MAX_TRIES_IN_VAIN = 8

# The probability that the next plan is a known one, and the numbers of states from which a search
# for a new plan draws its room.
AGAIN, ROOMS = 0.5, (1 << 15, 1 << 15, 1 << 17)

# The number of shortened solutions from which annealing may copy pushes.
MAX_SOLUTIONS = 6

# A solution longer than `MAX_LENGTH_RATIO` times the best one is not shortened.
MAX_LENGTH_RATIO = 4


class Best:
    """The shortest known solution.

    Attributes
    ----------
    plan : list of pushes, or None
    length : int
        the number of its moves, `NEVER` before the first solution
    plans : list of list of pushes
        the solutions that searches have found, in this order
    """

    def __init__(self, puzzle: Puzzle, ground: Ground, bounds: Bounds):
        self._puzzle, self._ground, self._bounds = puzzle, ground, bounds
        self.plan: list[Push] | None = None
        self.length = NEVER
        self.plans: list[list[Push]] = []

    def offer(self, plan: list[Push]) -> bool:
        """Report a plan if it wins, and store it if it is the best; return whether it wins."""
        labels = self._ground.labels(plan)
        try:
            play(self._puzzle, labels)
        except RuleError:  # two states had the same hash
            return False
        self._bounds.offer(labels)
        if len(labels) < self.length:
            self.plan, self.length = plan, len(labels)
        return True

    def meet(self, plan: list[Push]) -> bool:
        """Add the plan that a search has found if it is a solution; return whether it is one."""
        if not self.offer(plan):
            return False
        self.plans.append(plan)
        return True

    def search(self, room: int, how: How, stopped: Callable[[], bool]) -> Round:
        """Search for a solution worth shortening in one round, and add it; return the round."""
        round = Round(self._ground, room, how, min(NEVER, MAX_LENGTH_RATIO * self.length))
        for plan in round.plans(stopped):
            if self.meet(plan):
                break
        return round


class Shortening:
    """A search for solutions shorter than the best one.

    Parameters
    ----------
    search : callable
        searches for another solution
    """

    def __init__(
        self,
        ground: Ground,
        best: Best,
        rng: random.Random,
        stopped: Callable[[], bool],
        search: Callable[[], object],
    ):
        self._search = search
        self._ground, self._best = ground, best
        self._rng, self._stopped = rng, stopped
        self._tried = 0
        self._ends: list[PlanConditions] = []
        self._windows = Windows(ground, stopped)

    def improve(self) -> None:
        """Shorten the new solutions, and then others, while that makes the best one shorter.

        Shortening a solution ends in a local minimum, which depends on random choices. So a
        solution may be shortened repeatedly (an iterated local search).
        """
        best, vain = self._best, 0
        while vain < MAX_TRIES_IN_VAIN and not self._stopped():
            length = best.length
            if self._tried == len(best.plans):
                self._another()
                vain += 1
            plans = best.plans[self._tried :]
            self._tried = len(best.plans)
            for plan in plans:
                self._shorten(plan)
            if best.length < length:
                vain = 0

    def _another(self) -> None:
        """Search for another solution, or shorten a known one again."""
        best, rng = self._best, self._rng
        if rng.random() < AGAIN:
            ends = [conditions.plan for conditions in self._ends if conditions.plan]
            self._shorten(rng.choice(rng.choice((best.plans, ends or best.plans))))
        else:
            self._search()

    def _shorten(self, plan: list[Push]) -> None:
        """Shorten a plan, and then the best plan."""
        conditions = self._windows.shortened(self._annealed(plan), USUAL_WORK)
        self._offer(conditions)
        self._ends = [*self._ends, conditions][-MAX_SOLUTIONS:]
        if self._best.plan is not None:
            best = PlanConditions(self._ground, self._best.plan)
            self._offer(self._windows.shortened(best, MAX_WORK))

    def _annealed(self, plan: list[Push]) -> PlanConditions:
        """Shorten a plan by annealing, which may copy pushes from the last shortened plans."""
        rng, conditions = self._rng, PlanConditions(self._ground, plan)
        if self._ends and rng.random() < COLDLY:
            return conditions
        how = rng.choice(HEATS), rng.choice(CHANGES), rng.getrandbits(40)
        return PlanConditions(
            self._ground, annealed(self._ground, conditions, self._ends, *how, self._stopped)
        )

    def _offer(self, conditions: PlanConditions) -> None:
        """Report a solution, given by its conditions, if it is shorter than the best one."""
        if conditions.moves < self._best.length:
            self._best.offer(conditions.plan)
