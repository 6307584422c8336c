"""When can a player who pushes blocks first stand on each cell? A bound below.

::

    u _ p P _ e      the first block cannot be pushed on before the second one is gone. Whoever
    _ _ _ _ _ _      pushes that away stands where it was (P); only then they walk back round the
                     first block, and push it

A bound below for each cell, from a puzzle in which more is allowed: a cell that was free stays
free, but for the block that the player pushes before them.

- They walk onto a cell that was free.
- They push a block away from a cell when the cell behind it was free, or when they have stood there
  before: then they have walked back from there to the other side, round the cell itself.
- Whoever has pushed a block from a cell, and goes straight on, must push it on.

- Whoever pushes a block for the first time since some state has been nowhere from then on but where
  one gets without pushing it, and in time: so `around` may lead over those cells alone.

All four hold of the *first* time that they stand on a cell: until then nobody has moved its block.
So no solution stands there sooner, and none is shorter than the first time on an exit.

The loops are those of `stategraph.pushing.arrival_kernel`, which says what the names mean, and of
`stategraph.pushing.detours`.
"""

from __future__ import annotations

import copy
from typing import NamedTuple

import numpy as np

from stategraph.pushing.arrival_kernel import (
    BEYOND,
    CAME,
    ENTRIES,
    FREE,
    NEVER,
    WALL,
    arriving,
)
from stategraph.pushing.detours import spared, tightened, ways_around
from stategraph.rules.guesses import DEAD


class Within(NamedTuple):
    """What holds of all solutions within a slack.

    Attributes
    ----------
    first, left, around : see `stategraph.pushing.arrival_kernel`
    beyond : int or None
        how many moves every solution has at least, where there are none within the slack
    """

    slack: int
    first: np.ndarray
    left: np.ndarray
    around: np.ndarray
    beyond: int | None


class Arrivals:
    """A board, when the player can first stand on each of its cells, and the guess made of that.

    Attributes
    ----------
    around, left : see `stategraph.pushing.arrival_kernel`
    work : list of arrays
        `times`, `first`, `heads`, `links`, `whose` and `now`
    """

    def __init__(self, step: np.ndarray, left: np.ndarray):
        n, self.step, self.left = left.size, step, left
        self.around = ways_around(self.step)
        # no time is later: each of the nodes waits for one before it, and some way round
        finite = self.around[self.around < NEVER]
        self.latest = int((n + 2) * (2 + finite.max(initial=0)))
        self.now = np.zeros(3, np.int64)
        heads = np.full(self.latest + 1, -1, np.int32)
        times, first, links, whose = (
            np.zeros(size, np.int32) for size in (8 * n, n, ENTRIES * n + 1, ENTRIES * n + 1)
        )
        times[:] = first[:] = NEVER
        times[CAME::8] = -1
        self.work: list[np.ndarray] = [times, first, heads, links, whose, self.now]

    def towards(self, left: np.ndarray) -> Arrivals:
        """Return the same for another goal, from which cells are so many moves away."""
        other = copy.copy(self)
        other.left = left
        return other

    def moves(self, cells: np.ndarray, player: int) -> int:
        """Return how many moves win at least from there; `DEAD` where none do."""
        found = arriving(cells, self.step, self.around, self.left, self.latest, player, *self.work)
        return min(int(found), DEAD)

    def within(self, cells: np.ndarray, player: int, slack: int) -> Within:
        """Return what holds of all solutions within a slack."""
        n = self.left.size
        if slack >= self.work[2].size:  # ways round may be longer than `around`, and times later
            self.work[2] = np.full(slack + 1, -1, np.int32)
        ways, nearer, dist, queue = (np.zeros(size, np.int32) for size in (4 * n, n, n, n))
        cells, stood = cells.copy(), np.zeros(n, np.uint8)
        self.now[BEYOND] = NEVER
        goal = tightened(
            cells, self.step, self.around, self.left, slack, player, ways, nearer, stood, dist,
            queue, *self.work,
        )  # fmt: skip
        beyond = int(self.now[BEYOND]) if goal > slack else None
        return Within(slack, np.array(self.work[1]), nearer, ways, beyond)

    def before(self, block: int, cells: np.ndarray, player: int, within: Within) -> np.ndarray:
        """Return the least time of each cell as long as a block is not pushed."""
        n = self.left.size
        ways, dist, queue = (np.zeros(size, np.int32) for size in (4 * n, n, n))
        cells, stood = cells.copy(), np.zeros(n, np.uint8)
        cells[block] = WALL
        spared(
            cells, self.step, within.around, within.left, within.slack, player, ways, stood, dist,
            queue, *self.work,
        )  # fmt: skip
        return np.array(self.work[1])

    def after(self, block: int, cells: np.ndarray, open_: np.ndarray, within: Within) -> np.ndarray:
        """Return the moves to each cell, at least, since a block was pushed for the first time.

        As if all `open_ (n,)` cells were free by then.
        """
        cells = np.where(open_, FREE, cells).astype(np.uint8)
        cells[block] = FREE
        arriving(
            cells, self.step, within.around, within.left, within.slack, block, *self.work
        )  # fmt: skip
        return np.array(self.work[1])
