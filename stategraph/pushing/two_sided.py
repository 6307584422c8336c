"""Some solution where blocks are put away: searches from the start, and from the goals back.

::

    start ──pushes──► beams ──► solutions ◄── beams ◄──pulls── goals
                                    ▲                           │
                                    └── best first, as long ◄───┘
                                        as there is none
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

import numpy as np

from stategraph.pushing.beam_search import Beams
from stategraph.pushing.pull_search import Backwards
from stategraph.pushing.push_board import NEVER, Ground, Push

# Beams before another search.
BEAMS = 2


class Ends:
    """Searches from either end, each of which differs from the one before.

    Parameters
    ----------
    most : int
        states kept at once at most
    """

    def __init__(
        self, ground: Ground, most: int, rng: random.Random, stopped: Callable[[], bool]
    ):  # fmt: skip
        self._back, self._beams = Backwards(ground), Beams(ground, rng)
        self._most, self._stopped = most, stopped

    def plans(self, length: int) -> Iterator[list[Push]]:
        """Yield plans, none or some, when the best has so many moves; `NEVER`: none is known."""
        plan = self._back.plan(self._most, self._stopped) if length == NEVER else None
        if plan is not None:
            yield plan
        for _ in range(BEAMS):
            plan = self.beam(length)
            if plan is not None:
                yield plan

    def beam(self, length: int) -> list[Push] | None:
        """Return what one beam meets; None: nothing that may come to less than so many moves.

        It may be longer by a quarter, and be shortened.
        """
        less = min(NEVER, length + length // 4)
        return self._beams.plan(less, self._most, self._stopped)


def ends(
    ground: Ground, most: int, rng: random.Random, stopped: Callable[[], bool]
) -> Ends | None:  # fmt: skip
    """Return the searches from either end; None where there is an exit, or nobody can win."""
    if ground.homes.size == 0 or (ground.homes[np.flatnonzero(ground.begins)] < 0).any():
        return None
    return Ends(ground, most, rng, stopped)
