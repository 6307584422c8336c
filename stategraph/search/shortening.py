"""A solution in which blocks are pushed is made shorter, as long as that is soon done."""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from stategraph.errors import RuleError
from stategraph.rules.puzzle import Puzzle
from stategraph.search import pushes
from stategraph.search.bounds import Bounds
from stategraph.search.ground import NEVER, Ground, Push
from stategraph.search.neighbourhood import shortened
from stategraph.search.rounds import How, Round
from stategraph.search.way import play

# States kept in vain among some blocks before all are tried again; kept by each such round at most,
# and counted at least; and with which chance a block can be pushed that the best solution does not
# push, and one that it does.
VAIN, SOME, LEAST = 1 << 18, (1 << 13, 1 << 15, 1 << 17), 1 << 12
OTHERS, PUSHED = (0.0, 0.05, 0.1, 0.2, 0.5), (1.0, 1.0, 0.8)

# States near a solution among which a shorter one is looked for, at first and at most, and how many
# times as many when none is shorter.
NEAR, NEAREST, FARTHER = 1 << 14, 1 << 19, 4


class Best:
    """The shortest solution met so far.

    Attributes
    ----------
    plan : list of pushes, or None
    length : int
        its moves, `NEVER` as long as there is none
    """

    def __init__(self, puzzle: Puzzle, ground: Ground, bounds: Bounds):
        self._puzzle, self._ground, self._bounds = puzzle, ground, bounds
        self.plan: list[Push] | None = None
        self.length = NEVER

    def offer(self, plan: list[Push]) -> bool:
        """Tell of a solution, and keep it if it is the best; return whether it is one."""
        labels = self._ground.labels(plan)
        try:
            play(self._puzzle, labels)
        except RuleError:  # two states had the same hash
            return False
        self._bounds.offer(labels)
        if len(labels) < self.length:
            self.plan, self.length = plan, len(labels)
        return True

    def search(self, ground: Ground, room: int, how: How, stopped: Callable[[], bool]) -> Round:
        """Search a round for a solution that is shorter, and take it; return the round."""
        found = Round(ground, room, how, self.length)
        for plan in found.plans(stopped):
            if self.offer(plan):
                break
        return found


class Shortening:
    """Makes the best solution shorter.

    Parameters
    ----------
    most : int
        states kept at once at most
    """

    def __init__(
        self,
        ground: Ground,
        best: Best,
        most: int,
        rng: random.Random,
        stopped: Callable[[], bool],
    ):
        self._ground, self._best, self._most = ground, best, most
        self._rng, self._stopped = rng, stopped
        self._near = NEAR

    def improve(self) -> None:
        """Shorten the best solution: among states near it, and among some of the blocks.

        The second is a large neighbourhood search [1]_.

        .. [1] P. Shaw, Using constraint programming and local search methods to solve vehicle
           routing problems, CP 1998.
        """
        vain, best = 0, self._best
        while vain < VAIN and not self._stopped():
            length = best.length
            if vain == 0:
                self._nearby(NEAR)
            room, how = min(self._rng.choice(SOME), self._most), varied(self._rng)
            found = best.search(self._ground.among(self._some()), room, how, self._stopped)
            vain = 0 if best.length < length else vain + max(LEAST, found.kept)
        self._near = min(self._near * FARTHER, NEAREST, self._most)
        self._nearby(self._near)

    def _nearby(self, near: int) -> None:
        """Look for the shortest solution near the best one, as long as that is shorter."""
        length, best = NEVER, self._best
        while best.plan is not None and best.length < length and not self._stopped():
            length = best.length
            if plan := shortened(self._ground, best.plan, near, self._stopped):
                best.offer(plan)

    def _some(self) -> set[int]:
        """Return some blocks: most of those that the best solution pushes, and of the others few.

        A block that must be put away is always among them.
        """
        ground, rng = self._ground, self._rng
        pushed = ground.pushed(self._best.plan or [])
        others, mine = rng.choice(OTHERS), rng.choice(PUSHED)
        return {
            int(cell)
            for cell in np.flatnonzero(ground.begins)
            if rng.random() < (mine if cell in pushed else others)
            or (ground.homes.size > 0 and ground.homes[cell] != 0)
        }


def varied(rng: random.Random, noises: tuple[int, ...] = (0,)) -> How:
    """Draw at random how a round searches for a shorter solution."""
    return How(
        rng.choice((pushes.BY_MOVES, pushes.BY_MOVES, pushes.BY_PUSHES, pushes.BY_GUESS)),
        rng.choice((1, 3, 10)),
        rng.choice((0, 1)),
        weight=rng.choice((1, 1, 2)),
        noise=rng.choice(noises),
        seed=rng.randrange(1 << 16),
    )
