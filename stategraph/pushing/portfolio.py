"""A search over pushes for some solution, one of several that differ in what they look at first."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from stategraph.pushing import push_kernel
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.push_board import NEVER, Ground, Push, pushes_to
from stategraph.pushing.subgoal_order import NO_AIM, aims
from stategraph.pushing.time_slices import Patience

# Slots of the tables of pairs of facts and of single ones; bytes a state besides its words.
FACTS, COUNTS, STATE_BYTES = 1 << 25, 1 << 20, 160

# What takes the place of arrivals where they make no guess.
NO_ARRIVALS = Arrivals(np.full(4, -1, np.int32), np.zeros(1, np.int32))


class How(NamedTuple):
    """How a round searches: what goes first, and what makes a guess.

    Attributes
    ----------
    first : int
        which states are expanded first, of those that `stategraph.pushing.push_kernel` names
    cost : int
        what a push costs
    strict : int
        1 where whoever goes straight on pushes the block on, else 0
    shut : int
        what is added to a guess for each cell to which the player cannot walk
    walked : int
        what a cell costs that is walked to
    last : int
        1 where what is met last goes first among equals, else 0
    weight : int
        what a guess counts more than moves made
    noise : int
        what is added to a guess at most, a power of 2 less 1
    seed : int
        what the noise is made of, and which push out of a state is tried first
    """

    first: int
    cost: int
    strict: int
    shut: int = 0
    walked: int = 1
    last: int = 0
    weight: int = 2
    noise: int = 0
    seed: int = 0


# The rounds, one after the other, and how many times as many states each keeps as the first.
ROUNDS = (
    (How(push_kernel.BY_MOVES, 3, 1), 1),
    (How(push_kernel.BY_PUSHES, 10, 0), 1),
    (How(push_kernel.BY_PUSHES, 3, 1), 1),
    (How(push_kernel.BY_PUSHES, 10, 0, shut=2, walked=0, last=1), 4),
    (How(push_kernel.BY_ARRIVAL, 1, 0), 12),
    (How(push_kernel.BY_ARRIVAL, 1, 0, last=1), 8),
    (How(push_kernel.BY_CELLS, 1, 0, last=1), 12),
)


# Rounds as long as there is no solution: pushes of the blocks nearest the exits go first, in an
# order that wins among them. They have met more first solutions than the last two of those above.
AIMED = tuple((How(push_kernel.BY_PATTERN, 1, 0, last=1, seed=seed), 12) for seed in (0, 3))

UNSOLVED = (*ROUNDS[:-2], *AIMED, *ROUNDS[-2:])


def dive(rng: random.Random) -> How:
    """Draw at random how a round goes deep, soon to a solution or to where no room is left."""
    seed = rng.randrange(1 << 16)
    first = rng.choice(
        (
            push_kernel.BY_PUSHES,
            push_kernel.BY_ARRIVAL,
            push_kernel.BY_ARRIVAL,
            push_kernel.BY_CELLS,
        )
    )
    if first != push_kernel.BY_PUSHES:
        return How(first, 1, 0, last=1, seed=seed)
    return How(
        first,
        10,
        rng.choice((0, 0, 1)),
        shut=rng.choice((1, 2, 2, 4)),
        walked=0,
        last=1,
        noise=rng.choice((0, 1, 3, 7)),
        seed=seed,
    )


def varied(rng: random.Random) -> How:
    """Draw at random how a round searches more widely."""
    return How(
        rng.choice(
            (
                push_kernel.BY_MOVES,
                push_kernel.BY_MOVES,
                push_kernel.BY_PUSHES,
                push_kernel.BY_GUESS,
            )
        ),
        rng.choice((1, 3, 10)),
        rng.choice((0, 1)),
        weight=rng.choice((1, 1, 2)),
        noise=rng.choice((0, 1, 3, 7)),
        seed=rng.randrange(1 << 16),
    )


class Round:
    """One search over pushes, of a given room, for solutions of less than so many moves.

    Attributes
    ----------
    whole : bool
        whether all states were expanded that there are
    """

    whole = False

    def __init__(self, ground: Ground, room: int, how: How, less: int = NEVER):
        self._ground, self._how = ground, np.array(how, np.int64)
        n = ground.size
        halves = (
            2 if how.first == push_kernel.BY_CELLS else 1
        )  # blocks, and where the player could walk
        self._states = np.zeros((room, halves * ground.words), np.uint32)
        self._states[0, : ground.words] = ground.packed(ground.begins)
        self._turns, self._steps, self._parents, waiting = _ints(*[room] * 4)
        self._turns[0], self._parents[0] = ground.player * 4, -1
        seen = np.zeros(1 << (4 * room).bit_length(), np.int64)
        facts, counts = np.zeros(FACTS, np.uint8), np.zeros(COUNTS, np.int32)
        self._tables = [seen, np.zeros(room, np.int64), waiting, facts, counts]
        self._work = [np.zeros(n, np.uint8) for _ in range(4)] + _ints(*[n + 1] * 9)
        timed = how.first >= push_kernel.BY_ARRIVAL and ground.homes.size == 0
        board = ground.arrivals if timed else NO_ARRIVALS
        self._arrivals = [board.around, *board.work]
        self._parts = np.zeros(room, np.int32)
        self._now = np.zeros(push_kernel.QUEUED + 1, np.int64)
        self._now[push_kernel.COUNT], self._now[push_kernel.WINNER] = 1, -1
        self._now[push_kernel.LESS], self._now[push_kernel.QUEUED] = less, 1

    @property
    def kept(self) -> int:
        """How many states it has met."""
        return int(self._now[push_kernel.COUNT])

    def plans(self, stopped: Callable[[], bool]) -> Iterator[list[Push]]:
        """Yield a plan for each solution met, until no room or no state is left."""
        ground, patience, aim = self._ground, Patience(), NO_AIM
        if self._how[push_kernel.FIRST] == push_kernel.BY_PATTERN:
            aim = aims(ground, stopped)
        while not stopped():
            found = push_kernel.search.compiled(
                ground.step, ground.wins, ground.left, ground.homes, ground.begins, ground.codes,
                self._states, self._turns, self._steps, self._parents, *self._tables, *self._work,
                self._now, self._how, *self._arrivals, self._parts, aim.offsets, aim.edges,
                aim.needs, patience.next(), work=1 << 30,
            )  # fmt: skip
            if found > 0:
                yield pushes_to(int(self._now[push_kernel.WINNER]), self._parents, self._turns)
            elif found < 0:
                self.whole = not self._now[push_kernel.QUEUED]
                return


def _ints(*sizes: int) -> list[np.ndarray]:
    return [np.zeros(size, np.int32) for size in sizes]
