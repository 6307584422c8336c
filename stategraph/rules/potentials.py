"""What each block and the player's place are worth, where blocks are to be put away: a bound below.

::

    # @ $ _ _ . #      a push moves the player too, who must get behind the next block: from where
    # _ $ _ _ . #      a push ends to where another begins somebody walks, whatever the order is

A *potential heuristic* adds up a number for the cell of each block and one for the player's [1]_.
It never guesses too many moves if no move lowers it by more than 1, and it is 0 at most when all
blocks are on goals. Of all such numbers a linear program finds those that guess the most at the
start. Its dual moves blocks along pushes and the player along pushes and steps, as flows: so walks
that cannot be shared by several pushes are counted, and no other ones.

The program's own numbers are not relied upon: whatever it says of the player and of goals, exact
integers are made of it that keep what is demanded.

.. [1] F. Pommerening, M. Helmert, G. Röger, J. Seipp, From non-negative to general operator cost
   partitioning, AAAI 2015.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from stategraph.rules.guesses import DEAD

# No number of the linear program is larger: it has none where blocks do not get to goals together.
LARGEST = 10_000

# What all cells together count besides the start, and by how much the program's numbers may err.
ELSEWHERE, ROUNDING = 1 / 64, 1e-6


class Potentials(NamedTuple):
    """Numbers that add up to a guess of the moves left, which is never too much.

    Attributes
    ----------
    block : (n,) int64
        of a block on each cell; `DEAD`: it gets to no goal
    player : (n,) int64
        of the player on each cell
    """

    block: np.ndarray
    player: np.ndarray

    def moves(self, blocks: list[int], player: int) -> int:
        """Return how many moves are left at least; `DEAD` where a block gets to no goal."""
        if (values := self.block[blocks]).max(initial=0) == DEAD:
            return DEAD
        return max(0, int(values.sum() + self.player[player]))


def potentials(step: np.ndarray, goals: np.ndarray, blocks: list[int], player: int) -> Potentials:
    """Return potentials that guess as many moves as any do where the puzzle starts.

    Parameters
    ----------
    step : (4n,) int
        ``step[way * n + cell]`` is the cell beside it, -1 where there is none, ``way ^ 2`` the way
        back
    goals : (n,) bool

    Where no way leads to goals for all blocks, or the linear program is not solved, they guess what
    they can.

    >>> row = np.array([-1] * 5 + [1, 2, 3, 4, -1] + [-1] * 5 + [-1, 0, 1, 2, 3])
    >>> made = potentials(row, np.arange(5) == 4, [2], 0)
    >>> made.moves([2], 0), made.moves([4], 3), made.moves([0], 1) == DEAD
    (3, 0, True)
    """
    table, n = step.reshape(4, -1), goals.size
    worth, rooms = np.zeros(n, np.int64), np.zeros(np.count_nonzero(goals), np.int64)
    alive = _to_goals(table, goals, worth, rooms) < DEAD
    if blocks and alive[blocks].all():
        worth, rooms = _solved(table, goals, alive, blocks, player)
        _settle(table, worth)
        if rooms.size == len(blocks):  # then only differences count
            rooms -= rooms.min()
    block = _to_goals(table, goals, worth, rooms)
    return Potentials(block, worth - int(worth.max() + rooms.sum()))


def _pushes(table: np.ndarray) -> Iterator[tuple[int, int, int]]:
    """Yield all pushes: the pusher's cell, that of the block, and where it gets to."""
    for way in range(4):
        for block, to in enumerate(table[way].tolist()):
            stands = int(table[way ^ 2, block])
            if to >= 0 and stands >= 0:
                yield stands, block, to


def _solved(
    table: np.ndarray, goals: np.ndarray, alive: np.ndarray, blocks: list[int], player: int
) -> tuple[np.ndarray, np.ndarray]:
    """Return the player's potentials, and what room on each goal costs; all 0 if not solved.

    The variables are n potentials of blocks, n of the player, one for each goal, and the largest
    of the player's.
    """
    from scipy.optimize import linprog

    n, rooms = goals.size, np.count_nonzero(goals)
    demands, most = _demands(table, goals, alive)
    gain = np.full(2 * n + rooms + 1, -1 - ELSEWHERE)
    gain[:n] = alive * (ELSEWHERE * len(blocks) / n)
    gain[n : 2 * n] = ELSEWHERE / n
    gain[[*blocks, n + player]] += 1
    bounds = np.full((gain.size, 2), [-LARGEST, LARGEST])
    bounds[n + player] = 0
    if rooms > len(blocks):  # a goal that stays empty costs nothing
        bounds[2 * n : -1, 0] = 0
    found = linprog(-gain, demands, most, bounds=bounds, method="highs-ds")
    values = np.zeros(gain.size) if found.x is None else np.floor(found.x + ROUNDING)
    whole = np.maximum(values, bounds[:, 0]).astype(np.int64)
    return whole[n : 2 * n], whole[2 * n : -1]


def _demands(table: np.ndarray, goals: np.ndarray, alive: np.ndarray) -> tuple[Any, list[int]]:
    """Return the rows of the linear program, and the most that each may come to."""
    from scipy.sparse import coo_array

    n, places = goals.size, np.flatnonzero(goals).tolist()
    rows: list[tuple[tuple[int, ...], tuple[int, ...], int]] = []
    for cell in range(n):
        rows += [((n + cell,), (n + to,), 1) for to in table[:, cell].tolist() if to >= 0]
        rows.append(((n + cell,), (2 * n + len(places),), 0))
    for stands, block, to in _pushes(table):
        if alive[to]:
            rows.append(((block, n + stands), (to, n + block), 1))
    rows += [((goal,), (2 * n + k,), 0) for k, goal in enumerate(places)]
    entries = [
        (row, column, sign)
        for row, (plus, minus, _) in enumerate(rows)
        for columns, sign in ((plus, 1), (minus, -1))
        for column in columns
    ]
    at, columns, signs = np.array(entries).T
    shape = len(rows), 2 * n + len(places) + 1
    return coo_array((signs, (at, columns)), shape=shape).tocsr(), [most for _, _, most in rows]


def _settle(table: np.ndarray, worth: np.ndarray) -> None:
    """Lower the player's potentials until no step lowers them by more than 1."""
    queue = [(int(value), cell) for cell, value in enumerate(worth.tolist())]
    heapq.heapify(queue)
    while queue:
        value, cell = heapq.heappop(queue)
        if value > worth[cell]:
            continue
        for beside in table[:, cell].tolist():  # a step leads back, too
            if beside >= 0 and worth[beside] > value + 1:
                worth[beside] = value + 1
                heapq.heappush(queue, (value + 1, beside))


def _to_goals(
    table: np.ndarray, goals: np.ndarray, worth: np.ndarray, rooms: np.ndarray
) -> np.ndarray:
    """Return the largest potentials of blocks that no push lowers, with the player's, by over 1.

    A push is an arc that costs 1 and what the player gains by it, which is no less than 0; a goal
    costs what its room does.
    """
    n = worth.size
    before: list[list[tuple[int, int]]] = [[] for _ in range(n)]
    for stands, block, to in _pushes(table):
        before[to].append((block, int(1 + worth[block] - worth[stands])))
    left = np.full(n, DEAD, np.int64)
    left[np.flatnonzero(goals)] = rooms
    queue = [(int(left[goal]), goal) for goal in np.flatnonzero(goals).tolist()]
    heapq.heapify(queue)
    while queue:
        value, cell = heapq.heappop(queue)
        if value > left[cell]:
            continue
        for block, cost in before[cell]:
            if left[block] > value + cost:
                left[block] = value + cost
                heapq.heappush(queue, (value + cost, block))
    return left
