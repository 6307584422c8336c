"""Some solution of a puzzle in which blocks are pushed, soon, and then shorter ones.

::

    search over pushes, by novelty ──► a solution ──► shorter ones: `stategraph.pushing.shortening`
          ▲                                                      │
          └──── again, otherwise, with more room ────────────────┘

As long as there is no solution, excursions and, later, a formula of few legs look for it, too.
"""

from __future__ import annotations

import random
from collections.abc import Iterator

from stategraph.pushing import excursions
from stategraph.pushing.macro_sat import Journey
from stategraph.pushing.portfolio import ROUNDS, STATE_BYTES, UNSOLVED, How, dive, varied
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.shortening import ROOMS, Best, Shortening
from stategraph.pushing.two_sided import ends
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.beside import Beside
from stategraph.search.bounds import Bounds

# States kept by each of the rounds (then come as many that are drawn at random, then all again with
# more room), and so many times as many each time; and at most.
FIRST, MORE, MOST = 1 << 15, 4, 1 << 22

# Excursions before each round, as long as there is no solution.
EXCURSIONS = 1 << 13

# The round before which a solution in few legs is first looked for, and since which before each.
ONCE, EACH = 5, len(UNSOLVED)

# Seconds after which it begins.
LATE = 0.3


class Finder(Beside):
    """Looks for solutions beside a search for the shortest, and tells them `bounds`.

    Parameters
    ----------
    room : int
        bytes that it may take
    """

    def __init__(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int):
        super().__init__(LATE)
        self._puzzle, self._family, self._bounds = puzzle, family, bounds
        self._room, self._rng = room, random.Random(0)

    def search(self) -> None:
        """Look for solutions until it is to stop."""
        for best, shortening in self.rounds():
            if best.plan is not None:
                shortening.improve()

    def first(self, rounds: int) -> None:
        """Look for some solution, in this thread and in so many rounds at most."""
        for best, _ in self.rounds(rounds):
            if best.plan is not None:
                return

    def rounds(self, rounds: int = 1 << 30) -> Iterator[tuple[Best, Shortening]]:
        """Look for a shorter solution in one round after the other."""
        puzzle = Puzzle.of(self._family.prune(self._puzzle))
        pushing = self._family.pushing(puzzle)
        if pushing is None:
            return
        ground = Ground(puzzle, pushing)
        most = min(MOST, max(FIRST, self._room // (2 * ground.words * 4 + STATE_BYTES)))
        best = Best(self._puzzle, ground, self._bounds)
        both = ends(ground, most, self._rng, self._over.is_set)
        shortening = Shortening(ground, best, most, self._rng, self._over.is_set, both)
        journey = Journey(ground, self._over.is_set)
        for k in range(rounds):
            for plan in both.plans(best.length) if both else ():
                best.meet(plan)
                yield best, shortening
            if best.plan is None and not ground.homes.size:
                for plan in self._otherwise(ground, journey, k):
                    if best.meet(plan):
                        yield best, shortening
                        break
            again, which = divmod(k, 2 * len(ROUNDS))
            how, times = self._next(which, best.plan is None)
            largest = most if best.plan is None else ROOMS[-1]
            room = min(FIRST * times * MORE ** min(again, 20), largest)
            found = best.search(room, how, self._over.is_set)
            if self._over.is_set() or (found.whole and best.plan is None):
                return
            yield best, shortening

    def _otherwise(self, ground: Ground, journey: Journey, k: int) -> Iterator[list[Push]]:
        """Look for a first solution by excursions, and in few legs."""
        plan = excursions.found(ground, FIRST, EXCURSIONS, k, self._over.is_set)
        if plan is not None:
            yield plan
        if k == ONCE or k >= EACH:
            legs = journey.found()
            if legs is not None:
                yield legs

    def _next(self, which: int, none: bool) -> tuple[How, int]:
        """Return how a round searches, and how many times as many states as the first it keeps.

        `none`: as long as there is no solution.
        """
        rounds = UNSOLVED if none else ROUNDS
        if which < len(rounds):
            return rounds[which]
        return (dive(self._rng), 4) if none else (varied(self._rng), 1)
