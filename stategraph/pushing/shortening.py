"""Shortening of solutions by annealing, neighbourhood search and SAT.

::

    solutions ──► one solution ──► simulated annealing ──► SAT solver on its windows
        ▲                                                        │
        │                                                        ▼
        │                           neighbourhood search near random windows
        │                                                        │
        │                                                        ▼
        │       neighbourhood search near windows of the best solution, which may also
        │       continue with the last pushes of other shortened solutions
        │                                                        │
        └── another solution, or a known one ◄── SAT solver on windows of the best solution
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from stategraph.errors import RuleError
from stategraph.pushing.annealing import annealed
from stategraph.pushing.neighbourhood import Window, shortened
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.portfolio import How, Round
from stategraph.pushing.push_board import NEVER, Ground, Push
from stategraph.pushing.sat_windows import Windows
from stategraph.pushing.time_slices import Patience
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds
from stategraph.search.path_reconstruction import play

# Initial temperatures and numbers of edits from which each annealing draws, and the probability
# that the annealing is skipped.
HEATS, CHANGES, COLDLY = (3, 4, 6), (1 << 18, 1 << 19), 0.2

# Units of work of the SAT solver on the windows of each annealed plan, and on those of the best
# plan.
USUAL_WORK, MAX_WORK = 1 << 20, 1 << 22

# From these numbers, each window draws its number of pushes (the largest number stands for all
# pushes) and the probability that a push is allowed that no current plan makes.
LENGTHS, STRANGE = (16, 32, 64, 1 << 30), (0.0, 0.05, 0.2, 0.5, 1.0)
# The numbers of stored states near a window, from which each window draws one; small numbers are
# more frequent.
NEAR = (1 << 10,) * 8 + (1 << 12,) * 10 + (1 << 14,) * 10 + (1 << 16,) * 3

# Number of states stored near windows of a plan without success before the next plan is tried; and
# the number of other solutions tried without success before the finder starts another round.
MAX_STATES_IN_VAIN, MAX_TRIES_IN_VAIN = 1 << 18, 8

# The probability that the next plan is a known one, and the numbers of states from which a search
# for a new plan draws its room.
AGAIN, ROOMS = 0.5, (1 << 15, 1 << 15, 1 << 17)

# The number of shortened solutions to keep, and how many of them the best solution may continue
# with.
MAX_SOLUTIONS, MAX_JOINED = 6, 3

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
    most : int
        the largest number of states stored at once
    search : callable
        searches for another solution
    """

    def __init__(
        self,
        ground: Ground,
        best: Best,
        most: int,
        rng: random.Random,
        stopped: Callable[[], bool],
        search: Callable[[], object],
    ):
        self._search = search
        self._ground, self._best, self._most = ground, best, most
        self._rng, self._stopped = rng, stopped
        self._tried, self._patience = 0, Patience()
        self._ends: list[PlanConditions] = []
        self._windows = Windows(ground, stopped)

    def improve(self) -> None:
        """Shorten the new solutions, and then others, while that makes the best one shorter.

        Shortening a solution ends in a local minimum: no window makes the plan shorter. The minimum
        depends on random choices, so a solution may be shortened repeatedly (an iterated local
        search).
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
        """Shorten a plan, and then the best plan with the help of the last shortened plans."""
        light = self._windows.shortened(self._annealed(plan), USUAL_WORK)
        self._offer(light)
        end = self._shortened(light, [])
        self._ends = [*self._ends, end][-MAX_SOLUTIONS:]
        if self._best.plan is not None:
            best = self._shortened(PlanConditions(self._ground, self._best.plan), self._ends)
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

    def _shortened(self, conditions: PlanConditions, ends: list[PlanConditions]) -> PlanConditions:
        """Shorten a plan, given by its conditions, window by window, and offer it; return it.

        The result may continue with the last pushes of the plans `ends`. A plan that stays much
        longer than the best one is dropped sooner.
        """
        rng, best, vain = self._rng, self._best, 0
        while not self._stopped():
            far = 10 * conditions.moves > 11 * best.length
            if vain >= (MAX_STATES_IN_VAIN // 4 if far else MAX_STATES_IN_VAIN):
                break
            other_plans = rng.sample(ends, min(MAX_JOINED, len(ends)))
            window = self._window([conditions, *other_plans[: rng.randrange(2)]])
            vain += window.near
            other = shortened(
                self._ground, conditions, other_plans, window, self._patience, self._stopped
            )
            needs = PlanConditions(self._ground, other)
            if 0 <= needs.moves <= conditions.moves:
                if needs.moves < conditions.moves:
                    vain = 0
                conditions = needs
        self._offer(conditions)
        return conditions

    def _window(self, plans: list[PlanConditions]) -> Window:
        """Draw a random window of the first plan; it allows the pushes of all the plans."""
        rng, n = self._rng, len(plans[0].plan)
        length = rng.choice(LENGTHS)
        begin = 0 if length >= n else rng.randrange(n - length // 2)
        strange = rng.choice(STRANGE)
        turns = range(4 * self._ground.size)
        allowed = np.array([rng.random() < strange for _ in turns], np.uint8)
        for conditions in plans:
            allowed[conditions.turns] = 1
        return Window(begin, min(n, begin + length), allowed, min(rng.choice(NEAR), self._most))
