"""A search from the goals back to the start, for boxes on goals."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from stategraph.pushing import pull_kernel
from stategraph.pushing.pull_kernel import FAR, Matching, Order, Pulls
from stategraph.pushing.push_board import Ground, Push, pushes_to
from stategraph.pushing.push_kernel import Progress
from stategraph.pushing.time_slices import Patience
from stategraph.rules.nearest_distances import steps_to

# The fields of `Order`, without the seed, in each round. After the last round, the rounds repeat.
ROUNDS = ((0, 0, 1, 0), (30, 0, 1, 0), (0, 2, 0, 0), (150, 0, 1, 7), (0, 0, 0, 0), (0, 2, 1, 7))

# Number of states that each round stores at first, and the factor by which this number grows for
# each repetition of the rounds.
FIRST_STATES, GROWTH = 1 << 19, 4


class Backwards:
    """A series of searches from the goals back to the start, each with another order of states."""

    def __init__(self, ground: Ground):
        self._ground, self._made = ground, 0
        self._far, self._from = pulls_from(ground)

    def plan(self, most: int, stopped: Callable[[], bool]) -> list[Push] | None:
        """Run the next round; return a plan that wins, or None.

        The round stores at most `most` states; the first rounds store less.
        """
        patience, rounds = Patience(), len(ROUNDS)
        room = min(FIRST_STATES * GROWTH ** min(self._made // rounds, 20), most)
        order = Order(*ROUNDS[self._made % rounds], 31 * self._made)
        pulls = _pulls(self._ground, self._far, self._from, room, order)
        self._made += 1
        while not stopped():
            status = pull_kernel.search.compiled(pulls, patience.next(), work=1 << 30)
            if status:
                return _plan(pulls) if status > 0 else None
        return None


def _pulls(ground: Ground, far: np.ndarray, goals: np.ndarray, room: int, order: Order) -> Pulls:
    """Return a search that has room for `room` states and begins with all blocks on `goals`."""
    n, count = ground.size, len(goals)
    blocks = np.zeros(n, np.uint8)
    blocks[goals] = 1
    free = np.flatnonzero(blocks == 0)
    room += 4 * n + len(free)
    players, turns, parents, pulls_made, waiting = _ints(*[room] * 5)
    reach, dist, queue = _ints(*[n] * 3)
    pulls = Pulls(
        ground.step, ground.wins, ground.codes, far, ground.player,
        np.zeros((room, ground.words), np.uint32), players, turns, parents, pulls_made,
        np.zeros(1 << (4 * room).bit_length(), np.int64), np.zeros(room, np.int64), waiting,
        np.zeros(n, np.uint8), np.zeros(count, np.int64), reach, dist, queue,
        matching_of(count), order, Progress(*np.zeros((3, 1), np.int64)),
    )  # fmt: skip
    first = slice(len(free))
    pulls.states[first] = ground.packed(blocks)
    players[first], parents[first] = free, -1
    pulls.heap[first] = waiting[first] = np.arange(len(free))  # the player may end anywhere
    pulls.progress.count[0] = pulls.progress.queued[0] = len(free)
    return pulls


def _plan(pulls: Pulls) -> list[Push]:
    """Return the pushes of the solution: the pulls in reverse order."""
    return pushes_to(int(pulls.progress.winner[0]), pulls.parents, pulls.turns)[::-1]


def matching_of(count: int) -> Matching:
    """Return the workspace of the Hungarian method for `count` blocks."""
    return Matching(*np.zeros((6, count + 1), np.int64))


def _ints(*sizes: int) -> list[np.ndarray]:
    return [np.zeros(size, np.int32) for size in sizes]


def _pulls_to(ground: Ground, start: int) -> list[int]:
    """Return the number of pulls of a single block from each cell to `start`, or `FAR`."""
    step = ground.step.reshape(4, -1).tolist()

    def before(cell: int) -> Iterator[int]:
        for direction in range(4):
            if step[direction][cell] >= 0 and step[direction ^ 2][cell] >= 0:
                yield step[direction ^ 2][cell]

    pulls = steps_to([start], before)
    return [pulls.get(cell, FAR) for cell in range(ground.size)]


def pulls_from(ground: Ground) -> tuple[np.ndarray, np.ndarray]:
    """Return the number of pulls from each cell to each block's starting cell, and one goal each.

    These are the goals from which the blocks need the fewest pulls in total to reach their starting
    cells.
    """
    from scipy.optimize import linear_sum_assignment

    starts, goals = np.flatnonzero(ground.begins).tolist(), np.flatnonzero(ground.homes == 0)
    far = np.array([_pulls_to(ground, cell) for cell in starts], np.int32)
    _, chosen = linear_sum_assignment(far[:, goals])
    return far, goals[np.sort(chosen)]
