"""What each block and the player's place are worth, where blocks are to be put away: a bound below.

::

    # @ $ _ _ . #      a push moves the player too, who must get behind the next block: from where
    # _ $ _ _ . #      a push ends to where another begins somebody walks, whatever the order is

A *potential heuristic* adds up a number for the cell of each block, one for the player's [1]_, and
one for each block near the player, which tells from which side it is met. It never guesses too many
moves if no move lowers it by more than 1, and it is 0 at most when all blocks are on goals. Of all
such numbers a linear program finds those that guess the most at the start:
`stategraph.pushing.potential_program`. Its dual moves blocks along pushes and the player along
pushes and steps, as flows; and each block together with the player near it, who must walk round it
to push it another way. So walks that cannot be shared by several pushes are counted, and no other
ones.

The program's own numbers are not relied upon: they are made integers, and by how much any move
lowers their sum is counted again. That much is one move.

.. [1] F. Pommerening, M. Helmert, G. Röger, J. Seipp, From non-negative to general operator cost
   partitioning, AAAI 2015.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from stategraph.pushing.potential_program import Program, Yard
from stategraph.rules.guesses import DEAD

# A move is about so much in the integers that are made of the linear program's numbers, of which
# the largest is less than `DEAD` then.
MOVE = 1 << 16


# A proof and the search beside it guess alike: who comes later waits for the same program.
_SOLVING = threading.Lock()


class Potentials(NamedTuple):
    """Numbers that add up to a guess of the moves left, which is never too much.

    Attributes
    ----------
    block : (n,) int64
        of a block on each cell; `DEAD`: it gets to no goal
    player : (n,) int64
        of the player on each cell
    both : (n, n) int64
        of the player on a cell (row) and a block on another (column), besides
    move : int
        how much of all that is one move
    """

    block: np.ndarray
    player: np.ndarray
    both: np.ndarray
    move: int

    def moves(self, blocks: list[int], player: int) -> int:
        """Return how many moves are left at least; `DEAD` where a block gets to no goal."""
        if DEAD in self.block[blocks]:
            return DEAD
        return max(0, -(-self.value(blocks, player) // self.move))

    def value(self, blocks: list[int] | np.ndarray, player: int) -> int:
        """Return what they add up to, where each block gets to a goal."""
        both = self.both[player, blocks]
        return int(self.block[blocks].sum() + self.player[player] + both.sum())

    def of_loops(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, int]:
        """Return them as loops take them: `both` as one row, by ``player * n + block``."""
        return self.block, self.player, self.both.ravel(), self.move


def potentials(step: np.ndarray, goals: np.ndarray, blocks: list[int], player: int) -> Potentials:
    """Return potentials that are chosen to guess the most moves where the puzzle starts.

    Parameters
    ----------
    step : (4n,) int
        ``step[way * n + cell]`` is the cell beside it, -1 where there is none, ``way ^ 2`` the way
        back
    goals : (n,) bool

    Where no way leads to goals for all blocks, or the linear program is not solved, they count the
    pushes to the nearest goals.

    >>> row = np.array([-1] * 5 + [1, 2, 3, 4, -1] + [-1] * 5 + [-1, 0, 1, 2, 3])
    >>> made = potentials(row, np.arange(5) == 4, [2], 0)
    >>> made.moves([2], 0), made.moves([4], 3), made.moves([0], 1) == DEAD
    (3, 0, True)
    """
    with _SOLVING:
        return _potentials(step.astype(np.int32).tobytes(), goals.tobytes(), tuple(blocks), player)


@lru_cache(maxsize=1)
def _potentials(step: bytes, among: bytes, places: tuple[int, ...], player: int) -> Potentials:
    """Return potentials by the bytes of `step`, of int32, and of goals."""
    goals, blocks = np.frombuffer(among, bool), list(places)
    table, n = np.frombuffer(step, np.int32).reshape(4, -1), goals.size
    pushes = _pushes(table, goals)
    yard = Yard(table, goals, pushes < DEAD, blocks, player)
    numbers = Program(yard).solved() if blocks and yard.alive[blocks].all() else None
    if numbers is None:
        return Potentials(pushes, np.zeros(n, np.int64), np.zeros((n, n), np.int64), 1)
    block, stood, both = (np.round(MOVE * values).astype(np.int64) for values in numbers)
    block[~yard.alive] = DEAD
    made = Potentials(block, stood, both, 1)
    made.player[:] -= _most_left(yard, made)
    lost = max(_most_lost(yard, made, move) for move in yard.moves())
    return made._replace(move=max(1, lost))


def _pushes(table: np.ndarray, goals: np.ndarray) -> np.ndarray:
    """Return the pushes of a lonely block from each cell to its nearest goal; `DEAD`: to none."""
    left = np.where(goals, 0, DEAD).astype(np.int64)
    for cell in (queue := np.flatnonzero(goals).tolist()):
        for way in range(4):
            before = int(table[way ^ 2, cell])
            if before >= 0 and table[way ^ 2, before] >= 0 and left[before] == DEAD:
                left[before] = left[cell] + 1
                queue.append(before)
    return left


def _most_left(yard: Yard, made: Potentials) -> int:
    """Return what potentials come to at most when all blocks have just come home."""
    found, count = [], len(yard.blocks)
    for player in yard.ends():
        on = yard.goals.copy()
        on[player] = False
        values = np.sort((made.block + made.both[player])[on])[::-1]
        if values.size >= count:
            found.append(int(made.player[player] + values[:count].sum()))
    return max(found, default=0)


def _most_lost(yard: Yard, made: Potentials, move: tuple[int, int, int]) -> int:
    """Return by how much a move lowers the potentials at most, wherever other blocks are."""
    stands, to, behind = move
    lost = int(made.player[stands] - made.player[to])
    others = yard.alive.copy()
    others[[stands, to]] = False
    count = len(yard.blocks)
    if behind >= 0:
        others[behind], count = False, count - 1
        lost += int(made.block[to] + made.both[stands, to])
        lost -= int(made.block[behind] + made.both[to, behind])
    changes = np.sort((made.both[stands] - made.both[to])[others])[::-1][:count]
    return lost + int(changes.clip(0).sum())
