"""Potential heuristic for boxes on goals: a lower bound that counts walks between pushes.

::

    # @ $ _ _ . #      a push also moves the player, who must then walk to the next push; the bound
    # _ $ _ _ . #      counts such a walk after each push, and leaves the order of pushes open

A *potential heuristic* [1]_ is a sum: one number for the cell of each block, one for the player's
cell, and one for each block near the player, which depends on the cells of both. The sum is a lower
bound if no move lowers it by more than 1 and it is at most 0 with all blocks on goals. A linear
program chooses the numbers that give the highest bound at the start:
`stategraph.pushing.potential_program`. The dual of this program consists of flows: blocks flow
along pushes, and the player flows along pushes and steps. Each block also flows together with the
player near it, who must walk round the block to push it in another direction. A walk that several
pushes can share is counted once.

The numbers that the solver returns may have rounding errors. They are rounded to integers, and the
largest decrease of the sum by any move is computed again. The sum is then divided by this decrease.

.. [1] F. Pommerening, M. Helmert, G. Röger, J. Seipp, From non-negative to general operator cost
   partitioning, AAAI 2015.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stategraph.pushing.potential_program import BoxBoard, Program
from stategraph.pushing.push_board import pushes_of_one
from stategraph.rules.combined_heuristics import DEAD

# The integer to which a decrease of 1 is scaled before rounding; with this scale, the largest
# integer stays below `DEAD`.
SCALE_OF_MOVE = 1 << 16


# A proof and the finder beside it need the same linear program. The second thread waits for the
# result of the first.
_SOLVING = threading.Lock()


class Potentials(NamedTuple):
    """Numbers whose sum is a lower bound on the remaining moves.

    Attributes
    ----------
    block : (n,) int64
        the number for a block on each cell; `DEAD`: the block cannot reach a goal
    player : (n,) int64
        the number for the player on each cell
    pair : (n, n) int64
        the additional number for the player on one cell (row) and a block on another (column)
    move : int
        the largest decrease of the sum by one move
    """

    block: np.ndarray
    player: np.ndarray
    pair: np.ndarray
    move: int

    def moves(self, blocks: list[int], player: int) -> int:
        """Return a lower bound on the number of remaining moves.

        Return `DEAD` if a block cannot reach a goal.
        """
        if DEAD in self.block[blocks]:
            return DEAD
        return max(0, -(-self.value(blocks, player) // self.move))

    def value(self, blocks: list[int] | np.ndarray, player: int) -> int:
        """Return the sum; every block must be able to reach a goal."""
        pair = self.pair[player, blocks]
        return int(self.block[blocks].sum() + self.player[player] + pair.sum())

    def of_loops(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
        """Return the arrays for kernels, with `pair` flattened: ``player * n + block``."""
        return self.block, self.player, self.pair.ravel(), self.move


def potentials(step: np.ndarray, goals: np.ndarray, blocks: list[int], player: int) -> Potentials:
    """Return the potentials with the highest lower bound at the start.

    Parameters
    ----------
    step : (4n,) int
        ``step[direction * n + cell]`` is the neighbour of a cell, or -1; ``direction ^ 2`` is the
        opposite direction
    goals : (n,) bool
    blocks : list of int
        the cells of the blocks at the start
    player : int
        the cell of the player at the start

    Notes
    -----
    If the blocks cannot all reach goals, or the solver fails, the potentials are the numbers of
    pushes to the nearest goals.

    Examples
    --------
    >>> row = np.array([-1] * 5 + [1, 2, 3, 4, -1] + [-1] * 5 + [-1, 0, 1, 2, 3])
    >>> bounds = potentials(row, np.arange(5) == 4, [2], 0)
    >>> bounds.moves([2], 0), bounds.moves([4], 3), bounds.moves([0], 1) == DEAD
    (3, 0, True)
    """
    with _SOLVING:
        return _potentials(step.astype(np.int32).tobytes(), goals.tobytes(), tuple(blocks), player)


@lru_cache(maxsize=1)
def _potentials(step: bytes, among: bytes, places: tuple[int, ...], player: int) -> Potentials:
    """Return potentials; `step` and `among` are the bytes of the arrays of steps and of goals."""
    goals, blocks = np.frombuffer(among, bool), list(places)
    table, n = np.frombuffer(step, np.int32).reshape(4, -1), goals.size
    pushes = _pushes(table, goals)
    yard = BoxBoard(table, goals, pushes < DEAD, blocks, player)
    numbers = Program(yard).solved() if blocks and yard.alive[blocks].all() else None
    if numbers is None:
        return Potentials(pushes, np.zeros(n, np.int64), np.zeros((n, n), np.int64), 1)
    block, stood, pair = (np.round(SCALE_OF_MOVE * values).astype(np.int64) for values in numbers)
    block[~yard.alive] = DEAD
    result = Potentials(block, stood, pair, 1)
    result.player[:] -= _max_at_goals(yard, result)
    decrease = max(_max_decrease(yard, result, move) for move in yard.moves())
    return result._replace(move=max(1, decrease))


def _pushes(table: np.ndarray, goals: np.ndarray) -> np.ndarray:
    """Return the number of pushes of a single block from each cell to a goal, or `DEAD`."""
    steps = pushes_of_one(table, np.flatnonzero(goals).tolist())
    pushes = np.full(goals.size, DEAD, np.int64)
    pushes[list(steps)] = list(steps.values())
    return pushes


def _max_at_goals(yard: BoxBoard, potentials: Potentials) -> int:
    """Return the largest sum when all blocks have just reached goals."""
    sums, count = [], len(yard.blocks)
    for player in yard.ends():
        on = yard.goals.copy()
        on[player] = False
        values = np.sort((potentials.block + potentials.pair[player])[on])[::-1]
        if values.size >= count:
            sums.append(int(potentials.player[player] + values[:count].sum()))
    return max(sums, default=0)


def _max_decrease(yard: BoxBoard, potentials: Potentials, move: tuple[int, int, int]) -> int:
    """Return the largest decrease of the sum by a move, for any cells of the other blocks."""
    stands, to, behind = move
    decrease = int(potentials.player[stands] - potentials.player[to])
    other_cells = yard.alive.copy()
    other_cells[[stands, to]] = False
    count = len(yard.blocks)
    if behind >= 0:
        other_cells[behind], count = False, count - 1
        decrease += int(potentials.block[to] + potentials.pair[stands, to])
        decrease -= int(potentials.block[behind] + potentials.pair[to, behind])
    changes = np.sort((potentials.pair[stands] - potentials.pair[to])[other_cells])[::-1][:count]
    return decrease + int(changes.clip(0).sum())
