"""Plan regression: the conditions under which the remaining pushes of a plan win.

Regression [1]_ goes through a plan from its end. Before each push, some cells must be free, for
walks and for pushed blocks, and some must have the blocks that are pushed later. All other cells do
not matter. Every state that meets these conditions wins by the same pushes::

    u _ p _ e      before the push to the right: a block must be on p, the cells left and right of
    _ _ _ P _      it free, and the player on the left one; the block P does not matter

.. [1] R. Waldinger, Achieving several goals simultaneously, Machine Intelligence 8, 1977. For
   windows of a plan: F. H. Siddiqui, P. Haslum, Continuing plan quality optimisation, JAIR 2015.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Rows, UInt8s
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import flood


class Regression(NamedTuple):
    """A plan, the conditions before each of its pushes, and the workspace.

    Attributes
    ----------
    step, wins, homes, begins
        the board: see `stategraph.pushing.push_kernel`
    player : int
        the player's cell at the start
    turns : (m,)
        the pushes, each as cell * 4 + direction
    free, occupied : (m + 1, words)
        the cells, as bits, that must be free, and those that must have blocks, before each push;
        the last row is for the end of the plan
    stands : (m,)
        the cell on which the player must stand before each push
    moves_left : (m + 1,)
        the number of remaining moves before each push, with the player on that cell, and at the end
    nowhere : (n,)
        all 0: no cell ends a walk
    block, dist, queue
        the blocks; the number of moves to each cell; a queue
    """

    step: Int32s
    wins: UInt8s
    homes: Int32s
    begins: UInt8s
    player: int
    turns: Int32s
    free: Rows
    occupied: Rows
    stands: Int32s
    moves_left: Int32s
    nowhere: UInt8s
    block: UInt8s
    dist: Int32s
    queue: Int32s


def moved(block, step, n, turn):
    """Push a block; return whether the push is possible if the player can get to the block."""
    cell = turn >> 2
    behind = step[(turn & 3) * n + cell]
    if behind < 0 or not block[cell] or block[behind]:
        return 0
    block[cell] = 0
    block[behind] = 1
    return 1


def demand(bits, row, cell):
    """Add a cell to a row: set its bit."""
    bits[row, cell >> 5] |= 1 << (int(cell) & 31)


def excuse(bits, row, cell):
    """Remove a cell from a row: clear its bit."""
    bits[row, cell >> 5] &= 0xFFFFFFFF ^ 1 << (int(cell) & 31)


def walked(free, row, step, dist, n, cell):
    """Set the bits of the cells on a shortest walk that ends in a cell."""
    demand(free, row, cell)
    while dist[cell] > 0:
        for direction in range(4):
            to = step[direction * n + cell]
            if to >= 0 and dist[to] == dist[cell] - 1:
                cell = to
                break
        demand(free, row, cell)


def exit_of(wins, dist, n):
    """Return the nearest winning cell that is reachable, or -1."""
    nearest = -1
    for cell in range(n):
        if wins[cell] and dist[cell] >= 0 and (nearest < 0 or dist[cell] < dist[nearest]):
            nearest = cell
    return nearest


def replayed(s):
    """Make all pushes and write the conditions at the end.

    Return False if a push is impossible or a block is not on a goal at the end.
    """
    n = s.wins.size
    for cell in range(n):
        s.block[cell] = s.begins[cell]
    for k in range(s.turns.size):
        if not moved(s.block, s.step, n, s.turns[k]):
            return False
    for cell in range(n):
        if s.homes.size > 0 and s.homes[cell] != 0:
            if s.block[cell]:
                return False
            demand(s.free, s.turns.size, cell)
    return True


def walk_behind(s, k, start):
    """Write the number of moves from `start` to each cell after k pushes; return the walk's end.

    The walk ends beside the next block or, at the end of the plan, on an exit (-1: none is
    reachable). If boxes must be on goals, the player stays at the end of the plan.
    """
    n = s.wins.size
    if k < s.turns.size:
        flood(s.block, s.step, s.nowhere, n, start, s.dist, s.queue)
        return s.stands[k]
    if s.homes.size == 0:
        flood(s.block, s.step, s.wins, n, start, s.dist, s.queue)
        return exit_of(s.wins, s.dist, n)
    s.dist[start] = 0
    return start


def regress(s: Regression):
    """Write the conditions before each push of a plan.

    Return the number of moves of the plan, or -1 if the plan does not win.
    """
    if not replayed(s):
        return -1
    last = s.turns.size
    s.moves_left[last] = 0
    for k in range(last, -1, -1):
        to = walk_behind(s, k, s.turns[k - 1] >> 2 if k > 0 else s.player)
        if to < 0 or s.dist[to] < 0:
            return -1
        if k == 0:
            return s.moves_left[0] + s.dist[to]
        before(s, k, to)
    return -1


def before(s, k, to):
    """Derive the conditions before push k - 1 from those before push k, and undo push k - 1.

    Between the two pushes, the player walks to the cell `to`.
    """
    n = s.wins.size
    free, occupied, turn = s.free, s.occupied, s.turns[k - 1]
    cell = turn >> 2
    behind = s.step[(turn & 3) * n + cell]
    for w in range(free.shape[1]):
        free[k - 1, w] = free[k, w]
        occupied[k - 1, w] = occupied[k, w]
    walked(free, k - 1, s.step, s.dist, n, to)
    excuse(free, k - 1, cell)
    excuse(occupied, k - 1, behind)
    demand(occupied, k - 1, cell)
    demand(free, k - 1, behind)
    s.stands[k - 1] = s.step[((turn & 3) ^ 2) * n + cell]
    if s.stands[k - 1] >= 0:
        demand(free, k - 1, s.stands[k - 1])
    s.moves_left[k - 1] = s.moves_left[k] + s.dist[to] + 1
    s.block[cell] = 1
    s.block[behind] = 0


_regression = Kernel(
    regress, [flood, moved, demand, excuse, walked, exit_of, replayed, walk_behind, before]
)


class PlanConditions:
    """A plan, and the conditions under which the pushes from each push on win.

    Attributes
    ----------
    moves : int
        the number of moves of the plan, -1 if it does not win
    free, occupied : (m + 1, words) uint32
        the cells that must be free, and those that must have blocks, before each of the m pushes
        and at the end
    stands, moves_left : (m,), (m + 1,) int32
        the player's cell before each push; the number of remaining moves from there
    plan, turns, passed
        the pushes of the plan; the same pushes as cell * 4 + direction, (m,) int32; the states
        before and after each push
    """

    def __init__(self, ground: Ground, plan: list[Push]):
        n, m = ground.size, len(plan)
        self.plan = plan
        self.passed = passed(ground, plan)
        self.turns = np.array([cell * 4 + direction for cell, direction in plan], np.int32)
        self.free, self.occupied = (np.zeros((m + 1, ground.words), np.uint32) for _ in range(2))
        self.stands, self.moves_left = np.zeros(m, np.int32), np.zeros(m + 1, np.int32)
        nowhere, block = np.zeros((2, n), np.uint8)
        dist, queue = np.zeros((2, n + 1), np.int32)
        regression = Regression(
            ground.step, ground.wins, ground.homes, ground.begins, ground.player, self.turns,
            self.free, self.occupied, self.stands, self.moves_left, nowhere, block, dist, queue,
        )  # fmt: skip
        self.moves = int(_regression.compiled(regression, work=1 << 30))

    def after(self, pushes: int) -> int:
        """Return the number of remaining moves after a number of pushes."""
        return int(self.moves_left[pushes - 1]) - 1 if pushes else self.moves


class PassedStates(NamedTuple):
    """The states before and after each of m pushes.

    Attributes
    ----------
    blocks : (m + 1, words) uint32
        the cells with blocks, as bits
    players : (m + 1,) int64
        the cell of the player after the push
    keys : (m + 1,) int64
        the key of each state; see `Ground.key`
    """

    blocks: np.ndarray
    players: np.ndarray
    keys: np.ndarray


def passed(ground: Ground, plan: list[Push]) -> PassedStates:
    """Return the states that a plan passes."""
    n, m = ground.size, len(plan)
    cells, directions = np.array(plan, np.int64).reshape(-1, 2).T
    rows = np.arange(1, m + 1)
    blocks, keys = np.zeros((m + 1, ground.words), np.uint32), np.zeros(m + 1, np.int64)
    blocks[0] = ground.packed(ground.begins)
    keys[0] = ground.key(ground.begins, 0) ^ ground.codes[n]
    for at in (cells, ground.step[directions * n + cells]):
        blocks[rows, at >> 5] ^= (1 << (at & 31)).astype(np.uint32)
        keys[1:] ^= ground.codes[at]
    players = np.concatenate([[ground.player], cells])
    keys = np.bitwise_xor.accumulate(keys) ^ ground.codes[n + players]
    return PassedStates(np.bitwise_xor.accumulate(blocks), players, keys)
