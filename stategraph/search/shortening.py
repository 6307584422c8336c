"""A solution in which blocks are pushed is made shorter.

::

    solutions met ──► one of them ──► near a window of it, by some pushes: a shorter one?
          ▲                                        ▲                      │
          │                                        └─ windows drawn anew ─┤
          └── another one, by few blocks, or by noise ────────────────────┘
"""

from __future__ import annotations

import random
from collections.abc import Callable

import numpy as np

from stategraph.errors import RuleError
from stategraph.rules.puzzle import Puzzle
from stategraph.search import pushes
from stategraph.search.bounds import Bounds
from stategraph.search.ground import NEVER, Ground, Push
from stategraph.search.neighbourhood import Window, shortened
from stategraph.search.regression import Rest
from stategraph.search.rounds import How, Round
from stategraph.search.way import play

# How many pushes a window of a plan has (the last: all), with which chance a push is tried in it
# that the plan does not make, and how many states are kept near it: few more often than many.
LENGTHS, STRANGE = (16, 32, 64, 1 << 30), (0.0, 0.05, 0.2, 0.5, 1.0)
NEAR = (1 << 10,) * 8 + (1 << 12,) * 10 + (1 << 14,) * 10 + (1 << 16,) * 3

# States kept in vain near windows of a plan before another plan is taken, and such plans taken in
# vain before all blocks are tried again.
ENOUGH, VAIN = 1 << 19, 8

# How often another plan is one that was met before, and is one met by arrivals; else some blocks
# alone can be pushed.
AGAIN, BY_NOISE = 0.6, 0.15

# States kept by a round by arrivals, and by one among some blocks; and with which chance a block
# can be pushed there that the best solution does not push, and one that it does.
MANY, SOME = 1 << 18, (1 << 13, 1 << 15, 1 << 17)
OTHERS, PUSHED = (0.0, 0.05, 0.1, 0.2, 0.5), (1.0, 1.0, 0.8)

# Another solution may be so many times as long as the best one before it is shortened.
LONGER = 2


class Best:
    """The shortest solution met so far.

    Attributes
    ----------
    plan : list of pushes, or None
    length : int
        its moves, `NEVER` as long as there is none
    met : list of list of pushes
        the solutions of the searches, as they were met
    """

    def __init__(self, puzzle: Puzzle, ground: Ground, bounds: Bounds):
        self._puzzle, self._ground, self._bounds = puzzle, ground, bounds
        self.plan: list[Push] | None = None
        self.length = NEVER
        self.met: list[list[Push]] = []

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

    def meet(self, plan: list[Push]) -> bool:
        """Take what a search met, if it is a solution; return whether it is one."""
        if not self.offer(plan):
            return False
        self.met.append(plan)
        return True

    def search(self, ground: Ground, room: int, how: How, stopped: Callable[[], bool]) -> Round:
        """Search a round for a solution that may become shorter, and take it; return the round."""
        found = Round(ground, room, how, min(NEVER, LONGER * self.length))
        for plan in found.plans(stopped):
            if self.meet(plan):
                break
        return found


class Shortening:
    """Makes solutions shorter than the best one.

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
        self._tried = 0

    def improve(self) -> None:
        """Shorten the solutions met since, and then, as long as that helps, others.

        Each ends where no window of it makes it shorter: which one that is, chance decides, so
        each may be taken again (an iterated local search).
        """
        best, vain = self._best, 0
        while vain < VAIN and not self._stopped():
            length = best.length
            if self._tried == len(best.met):
                self._another()
                vain += 1
            plans = best.met[self._tried :]
            self._tried = len(best.met)
            for plan in plans:
                self._shorten(plan)
            if best.length < length:
                vain = 0

    def _another(self) -> None:
        """Meet another solution, or take one again that was met."""
        best, rng = self._best, self._rng
        ground, room, how = self._ground, rng.choice(SOME), varied(rng)
        drawn = rng.random()
        if drawn < AGAIN:
            self._shorten(rng.choice(best.met))
            return
        if drawn < AGAIN + BY_NOISE and not ground.homes.size:
            room, how = MANY, how._replace(first=pushes.BY_ARRIVAL, noise=rng.choice((1, 3, 7)))
        else:
            ground = ground.among(self._some())
        best.search(ground, min(room, self._most), how, self._stopped)

    def _shorten(self, plan: list[Push]) -> None:
        """Shorten a plan, from window to window as long as that helps."""
        rest, vain = Rest(self._ground, plan), 0
        while vain < ENOUGH and not self._stopped():
            window = self._window(plan)
            vain += window.near
            other = shortened(self._ground, plan, rest, window, self._stopped)
            needs = Rest(self._ground, other)
            if 0 <= needs.moves <= rest.moves:
                if needs.moves < rest.moves:
                    vain = 0
                plan, rest = other, needs
        if rest.moves < self._best.length:
            self._best.offer(plan)

    def _window(self, plan: list[Push]) -> Window:
        """Draw a window of a plan at random; what the plan pushes may be pushed in it."""
        rng, n = self._rng, len(plan)
        length = rng.choice(LENGTHS)
        begin = 0 if length >= n else rng.randrange(n - length // 2)
        strange = rng.choice(STRANGE)
        turns = range(4 * self._ground.size)
        allowed = np.array([rng.random() < strange for _ in turns], np.uint8)
        allowed[[cell * 4 + way for cell, way in plan]] = 1
        return Window(begin, min(n, begin + length), allowed, min(rng.choice(NEAR), self._most))

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
