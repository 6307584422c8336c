"""Proofs by satisfiability: a solver of formulas tells how soon the player can stand on an exit.

::

    at least 48 ─► 1 move, 2, 3, ...: where can one stand now? ─► at least 49 ─► ... ─► 90: here

How soon they can stand on each cell is asked first, `stategraph.pushing.sat_arrivals`. Most of it
is told in no time; what is not, is left open, and asked again at its next turn. Of an exit it is
always told. So the first yes of an exit is a shortest solution. As long as there is none, whoever
wins has made the moves asked about so far, and is nowhere nearer to an exit than on the nearest
cell that is left.

What such a solver learns from each conflict prunes all that meets it again: so it proves lengths,
and finds solutions, where too many states differ in what hardly matters.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from stategraph.engines.limits import INTERRUPTED, MET, Budget, Stop
from stategraph.engines.plain import never
from stategraph.machine.deadline import undisturbed
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.clauses import solver
from stategraph.pushing.landmarks import landmarks
from stategraph.pushing.push_board import Ground
from stategraph.pushing.sat_arrivals import Reaching
from stategraph.pushing.sat_encoding import Formula
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.beside import Beside
from stategraph.search.bounds import Bounds
from stategraph.search.way import offer

# Conflicts that the solver meets before a cell is left open; of an exit, between two looks whether
# to stop.
ENOUGH, AT_ONCE = 200, 500

# Bytes taken for each cell of a layer, in Python and in the solver.
PLACE = 2_400

# As many times as long as it has worked it rests, where others have refuted so many times as much
# after so many seconds; and seconds between two looks whether to stop.
REST, AHEAD, TRIED, PAUSE = 4, 1.25, 5.0, 0.05

# Seconds after which it begins, beside another search.
LATE = 1.0

Meet: TypeAlias = Callable[[list[str]], None]


class Satisfying:
    """The search for a shortest solution, from one layer of a formula to the next.

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
        that the solver met so far, and 1 for each layer and question
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
        self._worked = 0.0

    def search(self, bounds: Bounds) -> Stop | None:
        """Tell `bounds` what is refuted and met; return why the search stopped.

        As `MET` when a solution is proven to be a shortest one; None when there is none.
        """
        ground, stopped = self.ground, None
        board = Arrivals(ground.step, ground.left)
        within = board.within(ground.begins, ground.player, latest(ground))
        if within.beyond is not None:
            bounds.unsolvable = True
            return None
        marks = landmarks(ground, board, within, self._over)
        formula = Formula(ground, within, marks)
        with undisturbed(), solver(formula) as asked:  # what disturbs its end, Python only prints
            reaching = Reaching(formula, asked)
            while not (bounds.met or bounds.unsolvable or stopped):
                began = time.perf_counter()
                stopped = self._layer(reaching, bounds)
                least = self._tell(reaching, bounds)
                self._rest(time.perf_counter() - began, least, bounds)
        return MET if bounds.met else stopped

    def _layer(self, reaching: Reaching, bounds: Bounds) -> Stop | None:
        """Ask about the cells of one layer more; return why that stopped."""
        if why := self._stops(reaching):
            return why
        found = bounds.found
        reaching.formula.most = NEVER if found is None else found - 1
        reaching.formula.grow()
        for cell in reaching.open():
            if self.ground.wins[cell]:
                can, stopped = self._whether(reaching, cell, bounds)
            else:
                can, stopped = reaching.ask(cell, ENOUGH), self._stops(reaching)
            if can and self.ground.wins[cell]:
                bounds.rise(reaching.at)
                self._meet(reaching.formula.labels(reaching.line))
            if bounds.met or stopped:
                return stopped
        return None

    def _whether(
        self, reaching: Reaching, cell: int, bounds: Bounds
    ) -> tuple[bool | None, Stop | None]:
        """Return whether the player can stand on an exit, or why that is not known."""
        while reaching.at >= bounds.at_least:
            can, stopped = reaching.ask(cell, AT_ONCE), self._stops(reaching)
            if can is not None or stopped:
                return can, stopped
        reaching.formula.refute(cell)  # as others know
        return False, None

    def _stops(self, reaching: Reaching) -> Stop | None:
        """Return why the search is to stop now; None: it is not."""
        if self._over():
            return INTERRUPTED
        made = self.conflicts = reaching.conflicts
        return (
            self._budget.refuses(made)
            or self._budget.exhausted(made, 0)
            or self._budget.lacks(self.ground.size * PLACE)
        )

    def _tell(self, reaching: Reaching, bounds: Bounds) -> int:
        """Tell, and return, how many moves a solution has at least: those made, and those left.

        What has not been asked about yet may be stood on.
        """
        formula, left = reaching.formula, self.ground.left
        ends = [reaching.at + int(left[cell]) for cell in formula.layers[-1].stands]
        least = min([*ends, formula.most + 1 if formula.most < NEVER else NEVER])
        if least < NEVER:
            bounds.rise(least)
        else:
            bounds.unsolvable = True
        return least

    def _rest(self, worked: float, least: int, bounds: Bounds) -> None:
        """Leave the processor to others, where they have refuted more for long."""
        self._worked += worked
        if self._worked < TRIED or bounds.at_least < AHEAD * least:
            return
        until = time.perf_counter() + REST * worked
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
            ground, meet = Ground(less, pushing), partial(offer, self._puzzle, self._bounds)
            self._bounds.refuting = True
            try:
                Satisfying(ground, self._budget, meet, self._over.is_set).search(self._bounds)
            finally:
                self._bounds.refuting = False


def latest(ground: Ground) -> int:
    """Return so many moves that no cell is stood on for the first time any later.

    As `stategraph.pushing.arrival_bounds` tells: each cell waits for one before it, and some way
    round.
    """
    return (ground.size + 2) * (ground.size + 2)
