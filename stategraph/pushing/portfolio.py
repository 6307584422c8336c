"""Rounds of search over pushes for a path to an exit, each with another order of states."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from typing import NamedTuple

import numpy as np

from stategraph.pushing import push_kernel
from stategraph.pushing.push_board import NEVER, Ground, Push, pushes_to
from stategraph.pushing.push_kernel import Progress, Rounds
from stategraph.pushing.subgoal_order import NO_SUBGOALS, subgoals
from stategraph.pushing.time_slices import Patience

# Number of slots in the table of fact pairs and in the table of single facts; number of bytes per
# state, without the words for its blocks.
FACTS, COUNTS, STATE_BYTES = 1 << 25, 1 << 20, 160


class How(NamedTuple):
    """The order of states in a round.

    Attributes
    ----------
    aimed : int
        1 if the heuristic is the number of remaining pushes of a pattern, 0 if it is a lower bound
        on the number of moves
    last : int
        1 if the newest of equal states is expanded first, 0 if the oldest is
    seed : int
        the number of the push that is tried first in each state
    """

    aimed: int
    last: int
    seed: int = 0


# The rounds before the first solution. The number of states of each is a multiple of
# `stategraph.pushing.finder.FIRST_STATES`. The heuristic of the first two rounds is a lower bound
# on the number of moves. In the others, it is the number of remaining pushes of the blocks nearest
# the exits.
ROUNDS = (
    (How(0, 0), 12),
    (How(0, 1), 8),
    (How(1, 1), 12),
    (How(1, 1, 3), 12),
)


def dive(rng: random.Random) -> How:
    """Draw a random order for a deep round, which soon finds a solution or uses up its room."""
    return How(0, 1, rng.randrange(1 << 16))


class Round:
    """A search over pushes, with limited room, for solutions of less than `less` moves.

    Attributes
    ----------
    whole : bool
        whether all states that may lead to such a solution were expanded
    """

    whole = False

    def __init__(self, ground: Ground, room: int, how: How, less: int = NEVER):
        self._ground, self._how, self._room = ground, how, room
        self._states = np.zeros((room, ground.words), np.uint32)
        self._states[0] = ground.packed(ground.begins)
        self._turns, self._steps, self._parents, self._parts = _ints(*[room] * 4)
        self._turns[0], self._parents[0] = ground.player * 4, -1
        self._less, self._progress = less, Progress(*np.array([[1], [1], [-1]], np.int64))

    @property
    def kept(self) -> int:
        """The number of stored states."""
        return int(self._progress.count[0])

    def plans(self, stopped: Callable[[], bool]) -> Iterator[list[Push]]:
        """Yield each solution that is found, until the room is used up or no state is left."""
        patience, search = Patience(), self._search(stopped)
        while not stopped():
            status = push_kernel.search.compiled(search, patience.next(), work=1 << 30)
            if status > 0:
                yield pushes_to(int(self._progress.winner[0]), self._parents, self._turns)
            elif status < 0:
                self.whole = not self._progress.queued[0]
                return

    def _search(self, stopped: Callable[[], bool]) -> Rounds:
        """Return the arrays of the kernel."""
        ground, room, n = self._ground, self._room, self._ground.size
        aim = subgoals(ground, stopped) if self._how.aimed else NO_SUBGOALS
        return Rounds._make((
            ground.step, ground.wins, ground.moves_left, ground.begins, ground.codes,
            self._states, self._turns, self._steps, self._parents, self._parts,
            np.zeros(1 << (4 * room).bit_length(), np.int64), np.zeros(room, np.int64),
            *_ints(room), np.zeros(FACTS, np.uint8), np.zeros(COUNTS, np.int32),
            np.zeros(n, np.uint8), *_ints(*[n + 1] * 5),
            ground.arrivals.terrain, ground.arrivals.work, aim,
            self._how.last, self._how.seed, self._less, self._progress,
        ))  # fmt: skip


def _ints(*sizes: int) -> list[np.ndarray]:
    return [np.zeros(size, np.int32) for size in sizes]
