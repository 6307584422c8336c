"""What the rest of a plan needs: from which other states it wins just as well.

Regression [1]_ goes through a plan from its end: before each push some cells must be free, for
walks and for blocks pushed there, and some must hold the blocks that are pushed from then on. What
is on all other cells does not matter. Whoever gets there otherwise goes on by the same pushes::

    u _ p _ e      before the push to the right: a block on p, the cell on either side of it free,
    _ _ _ P _      and the player left of it; wherever P is

.. [1] R. Waldinger, Achieving several goals simultaneously, Machine Intelligence 8, 1977. For
   windows of a plan: F. H. Siddiqui, P. Haslum, Continuing plan quality optimisation, JAIR 2015.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import flood


def moved(block, step, n, turn):
    """Push a block; return whether that can be done, whoever does it."""
    cell = turn >> 2
    behind = step[(turn & 3) * n + cell]
    if behind < 0 or not block[cell] or block[behind]:
        return 0
    block[cell] = 0
    block[behind] = 1
    return 1


def demand(bits, row, cell):
    """Note a cell in a row of bits."""
    bits[row, cell >> 5] |= 1 << (int(cell) & 31)


def excuse(bits, row, cell):
    """Forget a cell in a row of bits."""
    bits[row, cell >> 5] &= 0xFFFFFFFF ^ 1 << (int(cell) & 31)


def walked(free, row, step, dist, n, cell):
    """Note the cells of a shortest walk that ends in a cell."""
    demand(free, row, cell)
    while dist[cell] > 0:
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and dist[to] == dist[cell] - 1:
                cell = to
                break
        demand(free, row, cell)


def exit_of(wins, dist, n):
    """Return the nearest winning cell that is reached, -1: none is."""
    found = -1
    for cell in range(n):
        if wins[cell] and dist[cell] >= 0 and (found < 0 or dist[cell] < dist[found]):
            found = cell
    return found


def regress(
    step, wins, homes, begins, player, turns, free, held, stands, left, nowhere, block, dist, queue
):  # fmt: skip
    """Write what is needed before each push of a plan; return its moves, -1: it does not win.

    `turns` are the pushes, each its cell * 4 + its way. Row k of `free` and `held` are the cells
    that must be free and hold blocks before push k, as bits, and the player must stand on
    ``stands[k]`` then; ``left[k]`` moves are left. The last row is for the end. No cell of
    `nowhere` wins.
    """
    n = wins.size
    last = turns.size
    for cell in range(n):
        block[cell] = begins[cell]
    for k in range(last):
        if not moved(block, step, n, turns[k]):
            return -1
    for cell in range(n):
        if homes.size > 0 and homes[cell] != 0:
            if block[cell]:
                return -1
            demand(free, last, cell)
    left[last] = 0
    for k in range(last, -1, -1):
        start = turns[k - 1] >> 2 if k > 0 else player
        to = start
        if k < last:
            to = stands[k]
            flood(block, step, nowhere, n, start, dist, queue)
        elif homes.size == 0:
            flood(block, step, wins, n, start, dist, queue)
            to = exit_of(wins, dist, n)
        else:
            dist[to] = 0
        if to < 0 or dist[to] < 0:
            return -1
        if k == 0:
            return left[0] + dist[to]
        before(step, turns[k - 1], free, held, stands, left, block, dist, n, k, to)
    return -1


def before(step, turn, free, held, stands, left, block, dist, n, k, to):
    """Write what is needed before a push from what is needed before the next one, and take it back.

    The player walks to `to` between the two.
    """
    cell = turn >> 2
    behind = step[(turn & 3) * n + cell]
    for w in range(free.shape[1]):
        free[k - 1, w] = free[k, w]
        held[k - 1, w] = held[k, w]
    walked(free, k - 1, step, dist, n, to)
    excuse(free, k - 1, cell)
    excuse(held, k - 1, behind)
    demand(held, k - 1, cell)
    demand(free, k - 1, behind)
    stands[k - 1] = step[((turn & 3) ^ 2) * n + cell]
    if stands[k - 1] >= 0:
        demand(free, k - 1, stands[k - 1])
    left[k - 1] = left[k] + dist[to] + 1
    block[cell] = 1
    block[behind] = 0


def suits(states, node, free, held, row):
    """Return whether the blocks of a state are as a row needs them."""
    for w in range(free.shape[1]):
        if states[node, w] & free[row, w] or (states[node, w] & held[row, w]) != held[row, w]:
            return 0
    return 1


def joined(states, node, dist, free, held, stands, left, since):
    """Return the moves by the rest of a plan from a state, and at which push it is joined; -1.

    No push before `since` is looked at. `dist` are the moves to each cell in this state, -1: none.
    """
    moves = -1
    push = -1
    for k in range(stands.size - 1, since - 1, -1):
        if moves >= 0 and left[k] >= moves:
            break
        there = dist[stands[k]]
        if there < 0 or (moves >= 0 and there + left[k] >= moves):
            continue
        if suits(states, node, free, held, k):
            moves = there + left[k]
            push = k
    return moves, push


JOINING: list[Any] = [suits, joined]

_regression = Kernel(regress, [flood, moved, demand, excuse, walked, exit_of, before])


class Rest:
    """What each push of a plan, and all after it, need.

    Attributes
    ----------
    moves : int
        those of the plan, -1: it does not win
    free, held : (m + 1, words) uint32
        the cells that must be free, and hold blocks, before each of m pushes and at the end
    stands, left : (m,), (m + 1,) int32
        where the player must stand then; and the moves that are left
    plan, turns, passed
        its pushes; the same as cell * 4 + way, (m,) int32; and the states before and after each
    """

    def __init__(self, ground: Ground, plan: list[Push]):
        n, m = ground.size, len(plan)
        self.plan = plan
        self.passed = passed(ground, plan)
        self.turns = np.array([cell * 4 + way for cell, way in plan], np.int32)
        self.free, self.held = (np.zeros((m + 1, ground.words), np.uint32) for _ in range(2))
        self.stands, self.left = np.zeros(m, np.int32), np.zeros(m + 1, np.int32)
        nowhere, block = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        dist, queue = np.zeros(n + 1, np.int32), np.zeros(n + 1, np.int32)
        self.moves = int(
            _regression.compiled(
                ground.step, ground.wins, ground.homes, ground.begins, ground.player, self.turns,
                self.free, self.held, self.stands, self.left, nowhere, block, dist, queue,
                work=1 << 30,
            )
        )  # fmt: skip

    def after(self, pushes: int) -> int:
        """Return the moves that are left after so many pushes."""
        return int(self.left[pushes - 1]) - 1 if pushes else self.moves


def passed(ground: Ground, plan: list[Push]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Return the states before and after each of m pushes, as a search over pushes keeps them.

    Those are their blocks (m + 1, words) uint32, turns (m + 1,) int32 and keys (m + 1,) int64.
    """
    n, m = ground.size, len(plan)
    cells, ways = np.array(plan, np.int64).reshape(-1, 2).T
    rows = np.arange(1, m + 1)
    states, keys = np.zeros((m + 1, ground.words), np.uint32), np.zeros(m + 1, np.int64)
    states[0] = ground.packed(ground.begins)
    keys[0] = ground.key(ground.begins, 0) ^ ground.codes[n]
    for at in (cells, ground.step[ways * n + cells]):
        states[rows, at >> 5] ^= (1 << (at & 31)).astype(np.uint32)
        keys[1:] ^= ground.codes[at]
    players = np.concatenate([[ground.player], cells])
    keys = np.bitwise_xor.accumulate(keys) ^ ground.codes[n + players]
    return np.bitwise_xor.accumulate(states), (players * 4).astype(np.int32), keys


class Rests:
    """The rests of several plans, of which any may be joined.

    Attributes
    ----------
    free, held, stands, left
        as of one plan; a row for each push of any, those first that leave the most moves
    """

    def __init__(self, rests: list[Rest]):
        left = np.concatenate([rest.left[:-1] for rest in rests])
        order = np.argsort(-left, kind="stable")
        self._rests = rests
        self._whose = np.repeat(np.arange(len(rests)), [len(rest.plan) for rest in rests])[order]
        self._push = np.concatenate([np.arange(len(rest.plan)) for rest in rests])[order]
        self.left = left[order]
        self.stands = np.concatenate([rest.stands for rest in rests])[order]
        self.free = np.concatenate([rest.free[:-1] for rest in rests])[order]
        self.held = np.concatenate([rest.held[:-1] for rest in rests])[order]

    def since(self, moves: int) -> int:
        """Return the first row from which no more moves are left."""
        return int(np.searchsorted(-self.left, -moves))

    def pushes(self, row: int) -> list[Push]:
        """Return the pushes of the rest that is joined at a row; none at the end."""
        if row == len(self.left):
            return []
        return self._rests[self._whose[row]].plan[self._push[row] :]
