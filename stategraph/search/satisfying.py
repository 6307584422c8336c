"""Proofs by satisfiability: is there a solution of so many moves? A solver of formulas is asked.

::

    at least 48 ─► 50: no ─► 56: no ─► ... ─► 74: no        95: yes, here it is
                                                └──► 88: no ◄── 90: yes
                                                     so 90 is proven

What such a solver learns from each conflict prunes all that meets it again: so it proves lengths,
and finds solutions, where too many states differ in what hardly matters. The formulas of more
moves are larger and harder, whatever the bound.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from stategraph.engines.limits import INTERRUPTED, MET, Budget, Stop
from stategraph.engines.plain import never
from stategraph.machine.deadline import undisturbed
from stategraph.rules.arrivals import Arrivals, Within
from stategraph.rules.family import Family
from stategraph.rules.first_times import NEVER
from stategraph.rules.puzzle import Puzzle
from stategraph.search.beside import Beside
from stategraph.search.bounds import Bounds
from stategraph.search.clauses import solver
from stategraph.search.formula import Formula
from stategraph.search.ground import Ground
from stategraph.search.landmarks import landmarks
from stategraph.search.way import play

# Literals that the solver makes true between two looks at the budget: a tenth of a second's work.
AT_ONCE = 1_000_000

# A number of moves that was refuted is followed by one larger by a part of it.
PART = 8

# Bytes taken for each cell and time, in Python and in the solver.
PLACE = 2_400

# As many times as long as it has worked it rests, where others refute faster.
REST = 4

# Seconds of rest between two looks whether it is to stop.
PAUSE = 0.05

# Seconds after which it begins, beside another search.
LATE = 1.0

Meet: TypeAlias = Callable[[list[str]], None]


class Satisfying:
    """The search for a shortest solution, from one formula to the next.

    Parameters
    ----------
    meet : callable
        is given the moves of each solution; it plays them by the rules, and offers them to the
        bounds
    over : callable
        says whether the search is to stop

    Attributes
    ----------
    conflicts : int
        that the solver met so far, and 1 for each formula
    """

    def __init__(
        self,
        ground: Ground,
        budget: Budget,
        meet: Meet,
        over: Callable[[], bool] = never,
    ):
        self.ground, self.conflicts = ground, 0
        self._budget, self._meet, self._over = budget, meet, over
        self._board = Arrivals(ground.step, ground.left)
        self._least = least_moves(ground)
        self._moves = 0

    def search(self, bounds: Bounds) -> Stop | None:
        """Tell `bounds` what is refuted and met; return why the search stopped.

        As `MET` when a solution is proven to be a shortest one; None when there is none.
        """
        while True:
            if min(self._least) >= NEVER:
                bounds.unsolvable = True
                return None
            self._share(bounds)
            if bounds.met:
                return MET
            self._moves = self._next(bounds)
            within = self._board.within(self.ground.begins, self.ground.player, self._moves)
            if within.beyond is not None:  # so the solutions that there may be are longer
                self._raise(within.beyond)
            elif stopped := self._ask(bounds, within):
                return stopped

    def _share(self, bounds: Bounds) -> None:
        """Tell what is refuted, and take over what others have refuted."""
        bounds.rise(min(self._least))
        self._raise(bounds.at_least)

    def _raise(self, at_least: int) -> None:
        """Note, for either parity, that every solution needs so many moves."""
        known = of_parities(at_least)
        self._least = [max(mine, others) for mine, others in zip(self._least, known, strict=True)]

    def _next(self, bounds: Bounds) -> int:
        """Return of how many moves a solution is looked for.

        Of the least that may be, and some more; of 1 or 2 fewer than are known, where that is near.
        (Of no more than a few, the least itself: what has one move cannot be made longer.)
        """
        least = min(self._least)
        more = least // PART // 2 * 2
        if bounds.found is not None:
            shorter = bounds.found - 1 - (bounds.found - 1 - least) % 2
            if shorter <= least + more:
                return max(least, shorter)
        return least + more

    def _ask(self, bounds: Bounds, within: Within) -> Stop | None:
        """Ask for a solution of so many moves; return why that stopped."""
        if why := self._budget.lacks(self._moves * self.ground.size * PLACE):
            return why
        needs = landmarks(self.ground, self._board, within, self._over)
        formula = Formula(self.ground, within, needs, self._over)
        with undisturbed():  # what is raised in the midst of a solver's end, Python only prints
            model, stopped = self._answer(formula, bounds)
        if model:
            self._meet(formula.labels(model))
        elif model is not None:
            self._least[self._moves % 2] = self._moves + 2
        return stopped

    def _answer(self, formula: Formula, bounds: Bounds) -> tuple[list[int] | None, Stop | None]:
        """Return what satisfies a formula, [] where nothing does, and why it is not known."""
        with solver(formula) as asked:
            satisfied, stopped = self._solve(asked, bounds)
            if satisfied is None:
                return None, stopped
            return (asked.get_model() if satisfied else []), None

    def _solve(self, asked: Any, bounds: Bounds) -> tuple[bool | None, Stop | None]:
        """Return whether a formula can be satisfied, and why it is not known.

        Neither where its answer does not matter any more, as others were faster.
        """
        self.conflicts += 1
        before, least = self.conflicts, bounds.at_least
        while (bounds.found is None or bounds.found > self._moves) and (
            bounds.at_least <= self._moves
        ):
            if self._over():
                return None, INTERRUPTED
            made = self.conflicts
            if why := self._budget.refuses(made) or self._budget.exhausted(made, 0):
                return None, why
            began = time.perf_counter()
            asked.prop_budget(AT_ONCE)
            satisfied = asked.solve_limited(expect_interrupt=True)  # other threads run meanwhile
            if 2 * bounds.at_least > least + self._moves:  # others have come half the way here
                self._rest(REST * (time.perf_counter() - began))
            self.conflicts = before + asked.accum_stats()["conflicts"]
            if satisfied is not None:
                return satisfied, None
        return None, None

    def _rest(self, seconds: float) -> None:
        """Leave the processor to others, unless the search is to stop."""
        until = time.perf_counter() + seconds
        while (left := until - time.perf_counter()) > 0 and not self._over():
            time.sleep(min(PAUSE, left))


class Refuter(Beside):
    """Searches by satisfiability beside another search, and tells `bounds`."""

    def __init__(self, puzzle: Puzzle, family: Family, budget: Budget, bounds: Bounds):
        super().__init__(LATE)
        self._puzzle, self._family, self._budget, self._bounds = puzzle, family, budget, bounds

    def search(self) -> None:
        """Search until the bounds meet, or it is to stop."""
        less = Puzzle.of(self._family.prune(self._puzzle))
        pushing = self._family.pushing(less)
        if pushing is not None:
            ground, meet = Ground(less, pushing), partial(met, self._puzzle, self._bounds)
            self._bounds.refuting = True
            try:
                Satisfying(ground, self._budget, meet, self._over.is_set).search(self._bounds)
            finally:
                self._bounds.refuting = False


def met(puzzle: Puzzle, bounds: Bounds, labels: list[str]) -> None:
    """Play a solution by the rules of a puzzle, and offer it to the bounds."""
    play(puzzle, labels)
    bounds.offer(labels)


def of_parities(moves: int) -> list[int]:
    """Return the least even, and the least odd number that is not smaller."""
    return [moves + moves % 2, moves + 1 - moves % 2]


def least_moves(ground: Ground) -> list[int]:
    """Return the moves that a solution has at least, if they are even, and if they are odd.

    As if there were no blocks; `NEVER` where all solutions are of the other kind.
    """
    beside = ground.step.reshape(4, -1).T.tolist()
    times = {(ground.player, 0): 0}
    for cell, parity in (queue := list(times)):
        for to in beside[cell]:
            if to >= 0 and (to, 1 - parity) not in times and not ground.wins[cell]:
                times[to, 1 - parity] = times[cell, parity] + 1
                queue.append((to, 1 - parity))
    return [
        min(
            (at for (cell, odd), at in times.items() if odd == k and ground.wins[cell]),
            default=NEVER,
        )
        for k in range(2)
    ]
