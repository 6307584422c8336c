"""Shortest solutions to an exit, proven with a SAT solver.

::

    at least 48 ─► 1 move, 2, 3, ...: which cells now? ─► at least 49 ─► ... ─► 90: an exit

`stategraph.pushing.sat_arrivals` computes the first arrival time at each cell. Most queries are
answered soon; the others are left open and repeated two layers later. Queries about an exit always
run to an answer, so the first exit that the player can reach gives a shortest solution. Until then,
the number of layers, plus the distance from the nearest possible cell to an exit, is a lower bound
on the length of every solution.

The clauses learned from each conflict prune all later queries. So this search also finds and proves
shortest solutions of puzzles in which too many states differ only in irrelevant details.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TypeAlias

from stategraph.engines.direct import never
from stategraph.engines.limits import INTERRUPTED, MET, Budget, Stop
from stategraph.machine.deadline import undisturbed
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.landmarks import landmarks
from stategraph.pushing.push_board import Ground
from stategraph.pushing.sat_arrivals import Reaching
from stategraph.pushing.sat_encoding import Formula
from stategraph.pushing.sat_solver import solver
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.background_search import BackgroundSearch
from stategraph.search.bounds import Bounds
from stategraph.search.path_reconstruction import offer

# Number of conflicts after which the query about a cell is left open; for an exit, the number of
# conflicts between two checks whether to stop.
MAX_CONFLICTS, CONFLICTS_PER_CHECK = 200, 500

# Number of bytes for each cell of a layer, in Python and in the solver together.
BYTES_PER_CELL = 2_400

# After `TRIED` seconds of work, the search pauses while the lower bound of another search is at
# least `AHEAD` times as high: after each layer, it pauses `REST` times as long as it has worked on
# the layer. During a pause, it checks every `PAUSE` seconds whether to stop.
REST, AHEAD, TRIED, PAUSE = 4, 1.25, 5.0, 0.05

# Seconds after which the search starts, when it runs beside another search.
START_SECONDS = 1.0

Meet: TypeAlias = Callable[[list[str]], None]


class Satisfying:
    """A search for a shortest solution, layer by layer of an encoding.

    Parameters
    ----------
    meet : callable
        receives the moves of each solution, plays them by the rules, and reports them to the bounds
    over : callable
        returns whether the search must stop

    Attributes
    ----------
    conflicts : int
        number of conflicts of the solver so far, plus 1 for each layer and each query
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
        """Report lower bounds and solutions to `bounds`; return the reason why the search stopped.

        The reason is `MET` when a solution is proven to be a shortest one. It is None if no
        solution exists.
        """
        ground, stopped = self.ground, None
        board = Arrivals(ground.step, ground.moves_left)
        within = board.within(ground.begins, ground.player, latest(ground))
        if within.beyond is not None:
            bounds.unsolvable = True
            return None
        marks = landmarks(ground, board, within, self._over)
        formula = Formula(ground, within, marks)
        with undisturbed(), solver(formula) as sat_solver:  # the solver only prints late errors
            reaching = Reaching(formula, sat_solver)
            while not (bounds.met or bounds.unsolvable or stopped):
                began = time.perf_counter()
                stopped = self._layer(reaching, bounds)
                least = self._tell(reaching, bounds)
                self._pause(time.perf_counter() - began, least, bounds)
        return MET if bounds.met else stopped

    def _layer(self, reaching: Reaching, bounds: Bounds) -> Stop | None:
        """Query the cells of one more layer; return the reason to stop, if any."""
        if why := self._stops(reaching):
            return why
        upper = bounds.found
        reaching.formula.most = NEVER if upper is None else upper - 1
        reaching.formula.grow()
        for cell in reaching.open():
            if self.ground.wins[cell]:
                can, stopped = self._whether(reaching, cell, bounds)
            else:
                can, stopped = reaching.ask(cell, MAX_CONFLICTS), self._stops(reaching)
            if can and self.ground.wins[cell]:
                bounds.rise(reaching.at)
                self._meet(reaching.formula.labels(reaching.line))
            if bounds.met or stopped:
                return stopped
        return None

    def _whether(
        self, reaching: Reaching, cell: int, bounds: Bounds
    ) -> tuple[bool | None, Stop | None]:
        """Return whether the player can stand on an exit, and the reason to stop, if any.

        The first result is None if the search must stop before the answer is known.
        """
        while reaching.at >= bounds.at_least:
            can, stopped = reaching.ask(cell, CONFLICTS_PER_CHECK), self._stops(reaching)
            if can is not None or stopped:
                return can, stopped
        reaching.formula.refute(cell)  # another search has refuted it
        return False, None

    def _stops(self, reaching: Reaching) -> Stop | None:
        """Return the reason to stop now, if any."""
        if self._over():
            return INTERRUPTED
        conflicts = self.conflicts = reaching.conflicts
        return (
            self._budget.refuses(conflicts)
            or self._budget.exhausted(conflicts, 0)
            or self._budget.lacks(self.ground.size * BYTES_PER_CELL)
        )

    def _tell(self, reaching: Reaching, bounds: Bounds) -> int:
        """Report and return a lower bound: the time of the last layer plus the distance to an exit.

        Cells count as reachable until they are refuted. A shortest solution visits no state twice.
        So no solution exists if there are as many layers as states.
        """
        formula, moves_left = reaching.formula, self.ground.moves_left
        ends = [reaching.at + int(moves_left[cell]) for cell in formula.layers[-1].stands]
        least = min([*ends, formula.most + 1 if formula.most < NEVER else NEVER])
        if least < NEVER and reaching.at < formula.max_states:
            bounds.rise(least)
        else:
            bounds.unsolvable = True
        return least

    def _pause(self, worked: float, least: int, bounds: Bounds) -> None:
        """Sleep if another search has a much better lower bound after `TRIED` seconds of work."""
        self._worked += worked
        if self._worked < TRIED or bounds.at_least < AHEAD * least:
            return
        until = time.perf_counter() + REST * worked
        while (remaining := until - time.perf_counter()) > 0 and not self._over():
            time.sleep(min(PAUSE, remaining))


class Refuter(BackgroundSearch):
    """A SAT search that runs beside another search and reports to `bounds`."""

    def __init__(self, puzzle: Puzzle, family: Family, budget: Budget, bounds: Bounds):
        super().__init__(START_SECONDS)
        self._puzzle, self._family, self._budget, self._bounds = puzzle, family, budget, bounds

    def search(self) -> None:
        """Search until the bounds meet or the search must stop."""
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
    """Return an upper bound on the first arrival times of all cells that the player can reach.

    In `stategraph.pushing.arrival_bounds`, each arrival waits at most for one earlier arrival and
    for one detour.
    """
    return (ground.size + 2) * (ground.size + 2)
