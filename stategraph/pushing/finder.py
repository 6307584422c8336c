"""The finder: a first solution of a push puzzle, and then shorter ones.

::

    a search ──► a solution ──► shorter ones: `stategraph.pushing.shortening`
       ▲                                          │
       └── another search, with more room ────────┘

If boxes must reach goals, the searches are FESS and pulls from the goals. If the player must reach
an exit, they are rounds of a search over pushes, and SAT encodings of few macro moves.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator

import numpy as np

from stategraph.pushing.fess import Fess
from stategraph.pushing.macro_sat import Journey
from stategraph.pushing.portfolio import ROUNDS, STATE_BYTES, dive
from stategraph.pushing.pull_search import Backwards
from stategraph.pushing.push_board import Ground
from stategraph.pushing.shortening import ROOMS, Best, Shortening
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.search.background_search import BackgroundSearch
from stategraph.search.bounds import Bounds

# The unit of the number of states that a round stores, the factor by which it grows for each
# repetition of the rounds, and the largest number of states. Before each repetition, an equal
# number of random rounds follows.
FIRST_STATES, GROWTH, MAX_STATES = 1 << 15, 4, 1 << 22

# Unit of the number of states that a FESS search stores. Until a solution is known, each round
# begins a search with 1, 2, 1, 4, 1, 2, 1, 8, ... units (M. Luby, A. Sinclair, D. Zuckerman,
# Information Processing Letters 47, 1993), and continues each search without random
# choices by four times as many.
FESS_ROOM = 1 << 12

# The round before which a solution of few macro moves is first sought, and the round from which on
# it is sought before each (counted from 0). Each search takes several times as long as the last.
FIRST_MACRO_ROUND, NEXT_MACRO_ROUND = 2, len(ROUNDS)

# Seconds after which the finder starts.
START_SECONDS = 0.3


class Finder(BackgroundSearch):
    """A search for solutions that runs beside a proof and reports solutions to `bounds`.

    Parameters
    ----------
    room : int
        the number of bytes that the search may use
    """

    def __init__(self, puzzle: Puzzle, family: Family, bounds: Bounds, room: int):
        super().__init__(START_SECONDS)
        self._puzzle, self._family, self._bounds = puzzle, family, bounds
        self._room, self._rng = room, random.Random(0)

    def search(self) -> None:
        """Search for solutions until stopped."""
        for best, shortening in self.rounds():
            if best.plan is not None:
                shortening.improve()

    def first(self, rounds: int) -> None:
        """Search for a first solution in the calling thread, in at most `rounds` rounds."""
        for best, _ in self.rounds(rounds):
            if best.plan is not None:
                return

    def rounds(self, rounds: int = 1 << 30) -> Iterator[tuple[Best, Shortening]]:
        """Run rounds of the search; yield the best solution so far after each round."""
        puzzle = Puzzle.of(self._family.prune(self._puzzle))
        pushing = self._family.pushing(puzzle)
        if pushing is None:
            return
        ground = Ground(puzzle, pushing)
        most = min(
            MAX_STATES, max(FIRST_STATES, self._room // (2 * ground.words * 4 + STATE_BYTES))
        )
        best = Best(self._puzzle, ground, self._bounds)
        other = (self._put_away if ground.homes.size else self._exit_search)(ground, best, most)
        shortening = Shortening(ground, best, self._rng, self._over.is_set, other)
        for _ in range(rounds):
            whole = other()
            if self._over.is_set() or (whole and best.plan is None):
                return
            yield best, shortening

    def _put_away(self, ground: Ground, best: Best, most: int) -> Callable[[], bool]:
        """Return a function that runs a new search for a solution with boxes on goals.

        The function returns whether the puzzle is proven to have no solution.
        """
        if (ground.homes[np.flatnonzero(ground.begins)] < 0).any():
            return lambda: True
        fess = Fess(ground, self._rng, most)
        back, counter, stopped = Backwards(ground), itertools.count(1), self._over.is_set

        def search() -> bool:
            if best.plan is not None:
                plan = fess.plan(FESS_ROOM, stopped)
            else:
                count = next(counter)
                room = min(FESS_ROOM * (count & -count), most)
                plan = fess.resume(4 * room, stopped)
                if plan is None and not fess.whole:
                    plan = fess.resume(4 * room, stopped, prunes=1)
                if plan is None and not fess.whole:
                    plan = fess.plan(room, stopped)
                if plan is None and not fess.whole:
                    plan = back.plan(most, stopped)
            if plan is not None:
                best.meet(plan)
            return fess.whole

        return search

    def _exit_search(self, ground: Ground, best: Best, most: int) -> Callable[[], bool]:
        """Return a function that runs the next round of the search for a path to an exit.

        The function returns whether the round expanded all states, so that no solution exists that
        is shorter than the best one.
        """
        journey, counter = Journey(ground, self._over.is_set), itertools.count()

        def search() -> bool:
            if best.plan is not None:
                room = min(self._rng.choice(ROOMS), most)
                return best.search(room, dive(self._rng), self._over.is_set).whole
            count = next(counter)
            repeats, index = divmod(count, 2 * len(ROUNDS))
            macro = count == FIRST_MACRO_ROUND or count >= NEXT_MACRO_ROUND
            labels = journey.found() if macro else None
            if labels is not None and best.meet(labels):
                return False
            how, times = ROUNDS[index] if index < len(ROUNDS) else (dive(self._rng), 4)
            room = min(FIRST_STATES * times * GROWTH ** min(repeats, 20), most)
            return best.search(room, how, self._over.is_set).whole

        return search
