"""Some solution of a puzzle in which blocks are pushed, soon, and then shorter ones.

::

    search over pushes, by novelty ──► a solution ──► the shortest among the states near it, ─┐
          ▲                                               ▲    and with few blocks free       │
          │                                               │                  │ shorter        │
          └──── again, otherwise, with more room ─────────┼──────────────────┘                │
                                                          └───────────────────────────────────┘
"""

from __future__ import annotations

import contextlib
import random
import threading
from collections.abc import Iterator

import numpy as np

from stategraph.errors import RuleError, StategraphError
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search import pushes
from stategraph.search.bounds import Bounds
from stategraph.search.ground import NEVER, Ground, Push
from stategraph.search.neighbourhood import shortened
from stategraph.search.rounds import ROUNDS, STATE_BYTES, How, Round
from stategraph.search.way import play

# States kept by each of the rounds (then come as many that are drawn at random, then all again with
# more room), and so many times as many each time; and at most.
FIRST, MORE, MOST = 1 << 15, 4, 1 << 22

# States kept in vain among some blocks before all are tried again; kept by each such round at most,
# and counted at least; and with which chance a block can be pushed that the best solution does not
# push, and one that it does.
VAIN, SOME, LEAST = 1 << 18, (1 << 13, 1 << 15, 1 << 17), 1 << 12
OTHERS, PUSHED = (0.0, 0.05, 0.1, 0.2, 0.5), (1.0, 1.0, 0.8)

# Seconds after which it begins.
LATE = 0.3

# States near a solution among which a shorter one is looked for, at first and at most, and how many
# times as many when none is shorter.
NEAR, NEAREST, FARTHER = 1 << 14, 1 << 19, 4


class Finder(threading.Thread):
    """Looks for solutions beside a search for the shortest, and tells them `bounds`.

    It begins late, so that what is proven at once is not disturbed.

    Parameters
    ----------
    room : int
        bytes that it may take
    """

    def __init__(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int):
        super().__init__(daemon=True)
        self._puzzle, self._family, self._bounds = puzzle, family, bounds
        self._room = room
        self._over = threading.Event()
        self._rng = random.Random(0)
        self._best: list[Push] | None = None
        self._length, self._near = NEVER, NEAR

    def stop(self) -> None:
        """Look no further, and wait until the loop that runs is over."""
        self._over.set()
        if self.ident is not None:
            self.join()

    def run(self) -> None:
        """Look for solutions until it is to stop."""
        if self._over.wait(LATE):
            return
        with contextlib.suppress(MemoryError, StategraphError):  # whoever proves tells of errors
            for _ in self._rounds():
                if self._best is not None:
                    self._improve()

    def first(self, rounds: int) -> None:
        """Look for some solution, in this thread and in so many rounds at most."""
        for _ in self._rounds(rounds):
            if self._best is not None:
                return

    def _rounds(self, rounds: int = 1 << 30) -> Iterator[None]:
        """Look for a shorter solution in one round after the other."""
        puzzle = Puzzle.of(self._family.prune(self._puzzle))
        pushing = self._family.pushing(puzzle)
        if pushing is None:
            return
        self._ground = Ground(puzzle, pushing)
        self._most = min(MOST, max(NEAR, self._room // (self._ground.words * 4 + STATE_BYTES)))
        for k in range(rounds):
            again, which = divmod(k, 2 * len(ROUNDS))
            how, times = self._next(which)
            room = FIRST * times
            if which < len(ROUNDS):
                most = self._most if self._best is None else SOME[-1]
                room = min(room * MORE ** min(again, 20), most)
            found = self._search(self._ground, room, how)
            if self._over.is_set() or (found.whole and self._best is None):
                return
            yield

    def _next(self, which: int) -> tuple[How, int]:
        """Return how a round searches, and how many times as many states as the first it keeps."""
        if which < len(ROUNDS):
            return ROUNDS[which]
        if self._best is None and which % 2:
            return self._dive(), 4
        return self._draw((0, 1, 3, 7)), 1

    def _dive(self) -> How:
        """Draw at random how a round goes deep for a first solution, where doors shut behind."""
        rng = self._rng
        return How(
            pushes.BY_PUSHES,
            10,
            rng.choice((0, 0, 1)),
            shut=rng.choice((1, 2, 2, 4)),
            walked=0,
            last=1,
            noise=rng.choice((0, 1, 3, 7)),
            seed=rng.randrange(1 << 16),
        )

    def _draw(self, noises: tuple[int, ...]) -> How:
        """Draw at random how a round searches for a shorter solution."""
        rng = self._rng
        return How(
            rng.choice((pushes.BY_MOVES, pushes.BY_MOVES, pushes.BY_PUSHES, pushes.BY_GUESS)),
            rng.choice((1, 3, 10)),
            rng.choice((0, 1)),
            weight=rng.choice((1, 1, 2)),
            noise=rng.choice(noises),
            seed=rng.randrange(1 << 16),
        )

    def _search(self, ground: Ground, room: int, how: How) -> Round:
        """Search a round for a solution that is shorter than the best, and note it."""
        less = NEVER if self._best is None else self._length
        found = Round(ground, room, how, less)
        for plan in found.plans(self._over.is_set):
            if self._offer(plan):
                break
        return found

    def _improve(self) -> None:
        """Shorten the best solution: among states near it, and among some of the blocks.

        The second is a large neighbourhood search [1]_.

        .. [1] P. Shaw, Using constraint programming and local search methods to solve vehicle
           routing problems, CP 1998.
        """
        vain = 0
        while vain < VAIN and not self._over.is_set():
            length = self._length
            if vain == 0:
                self._shorten(NEAR)
            room = min(self._rng.choice(SOME), self._most)
            found = self._search(self._ground.among(self._some()), room, self._draw((0,)))
            vain = 0 if self._length < length else vain + max(LEAST, found.kept)
        self._near = min(self._near * FARTHER, NEAREST, self._most)
        self._shorten(self._near)

    def _shorten(self, near: int) -> None:
        """Look for the shortest solution near the best one, as long as that is shorter."""
        length = NEVER
        while self._best is not None and self._length < length and not self._over.is_set():
            length = self._length
            if plan := shortened(self._ground, self._best, near, self._over.is_set):
                self._offer(plan)

    def _some(self) -> set[int]:
        """Return some blocks: most of those that the best solution pushes, and of the others few.

        A block that must be put away is always among them.
        """
        ground, rng = self._ground, self._rng
        pushed = ground.pushed(self._best or [])
        others, mine = rng.choice(OTHERS), rng.choice(PUSHED)
        return {
            int(cell)
            for cell in np.flatnonzero(ground.begins)
            if rng.random() < (mine if cell in pushed else others)
            or (ground.homes.size > 0 and ground.homes[cell] != 0)
        }

    def _offer(self, plan: list[Push]) -> bool:
        """Tell of a solution, and keep it if it is the best; return whether it is one."""
        labels = self._ground.labels(plan)
        try:
            play(self._puzzle, labels)
        except RuleError:  # two states had the same hash
            return False
        self._bounds.offer(labels)
        if len(labels) < self._length:
            self._best, self._length = plan, len(labels)
        return True
