"""A search for some solution from the goals back to the start, where blocks are put away."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph.pushing import pull_kernel
from stategraph.pushing.pull_kernel import COUNT, FAR, QUEUED, WINNER
from stategraph.pushing.push_board import Ground, Push, pushes_to
from stategraph.pushing.time_slices import Patience

# Changes of the guesses by each round, see `stategraph.pushing.pull_kernel`: if the player is cut
# off, for each pull made, whether the last goes first, and at random. Then they come again.
ROUNDS = ((0, 0, 1, 0), (30, 0, 1, 0), (0, 2, 0, 0), (150, 0, 1, 7), (0, 0, 0, 0), (0, 2, 1, 7))

# States kept by each round at first, and so many times as many each time that they come again.
FIRST, MORE = 1 << 19, 4


class Backwards:
    """Searches from the goals, each of which differs from the one before."""

    def __init__(self, ground: Ground):
        self._ground, self._made = ground, 0
        self._far, self._from = pulls_from(ground)

    def plan(self, most: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Return a plan that wins; None where `most` states do not tell, or fewer at first."""
        ground, patience = self._ground, Patience()
        room = min(FIRST * MORE ** min(self._made // len(ROUNDS), 20), most)
        made = _Kept(ground, self._from, room)
        how = np.array([*ROUNDS[self._made % len(ROUNDS)], 31 * self._made], np.int64)
        self._made += 1
        arrays = [
            ground.step, ground.wins, self._far, ground.codes, *made.arrays,
            *_work(ground.size, len(self._from)), made.now, how,
        ]  # fmt: skip
        while not stopped():
            found = pull_kernel.search.compiled(
                *arrays, ground.player, patience.next(), work=1 << 30
            )
            if found:
                return made.plan() if found > 0 else None
        return None


class _Kept:
    """The states that a search keeps, at first those with all blocks on goals."""

    def __init__(self, ground: Ground, goals: np.ndarray, room: int):
        n = ground.size
        blocks = np.zeros(n, np.uint8)
        blocks[goals] = 1
        free = np.flatnonzero(blocks == 0)
        room += 4 * n + len(free)
        states = np.zeros((room, ground.words), np.uint32)
        columns = [np.zeros(room, np.int32) for _ in range(5)]
        players, self._turns, self._parents, made, waiting = columns
        seen = np.zeros(1 << (4 * room).bit_length(), np.int64)
        heap = np.zeros(room, np.int64)
        states[: len(free)] = ground.packed(blocks)
        players[: len(free)], self._parents[: len(free)] = free, -1
        heap[: len(free)] = np.arange(len(free))  # where the player may be at last
        waiting[: len(free)] = np.arange(len(free))
        self.arrays = [states, players, self._turns, self._parents, made, seen, heap, waiting]
        self.now = np.zeros(3, np.int64)
        self.now[[COUNT, QUEUED]] = len(free)

    def plan(self) -> list[Push]:
        """Return the pushes of the solution found: the pulls, from the last one on."""
        return pushes_to(int(self.now[WINNER]), self._parents, self._turns)[::-1]


def _work(n: int, count: int) -> list[np.ndarray]:
    """Return the arrays in which the loops work."""
    cells = [np.zeros(n, np.int32) for _ in range(3)]
    matching = [np.zeros(count + 1, np.int64) for _ in range(6)]
    return [np.zeros(n, np.uint8), np.zeros(count, np.int64), *cells, *matching]


def _pulls_to(ground: Ground, start: int) -> list[int]:
    """Return the pulls from each cell to one, among no other blocks; `FAR`: it is not reached."""
    step = ground.step.reshape(4, -1).tolist()
    far = [FAR] * ground.size
    far[start] = 0
    for cell in (queue := [start]):
        for way in range(4):
            before = step[way ^ 2][cell]
            if before >= 0 and step[way][cell] >= 0 and far[before] == FAR:
                far[before] = far[cell] + 1
                queue.append(before)
    return far


def pulls_from(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Return the pulls from each cell to where each block is at first, and the goals to begin with.

    All blocks get from these goals to the start by the fewest pulls.
    """
    from scipy.optimize import linear_sum_assignment

    starts, goals = np.flatnonzero(ground.begins).tolist(), np.flatnonzero(ground.homes == 0)
    far = np.array([_pulls_to(ground, cell) for cell in starts], np.int32)
    _, chosen = linear_sum_assignment(far[:, goals])
    return far, goals[np.sort(chosen)]
