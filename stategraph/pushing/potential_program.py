"""The linear program that chooses the potentials for boxes on goals.

::

    value =   potential of the player's cell    no step and no push lowers the value by more than
            + potential of each block's cell    1, for any cells of the other blocks
            + potential of each pair of the
              player's cell and the cell of     with all blocks on goals, the value is at most 0
              a block near it

The decrease of the value by a move depends on which nearby cells have blocks. So a constraint
limits the decrease for the ``count`` blocks that contribute most. The sum of the ``count`` largest
of some numbers is the minimum of ``count * limit + sum(over)``, where each number is at most
``limit`` plus its own ``over``, and no ``over`` is negative. All these constraints are linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

from stategraph.rules.nearest_distances import steps_to

# Limit on the size of all variables; without it, the program is unbounded if the blocks cannot all
# reach goals.
MAX_POTENTIAL = 10_000

# The largest number of pairs of a player's cell and a block's cell; a program of this size takes
# some seconds.
MAX_PAIRS = 1 << 10

# Weight in the objective of the potentials of all cells together; the start state has the weight 1.
WEIGHT_ELSEWHERE = 1 / 64

# Kinds of variables: the potentials of a block on a cell, of the player on a cell, and of a pair of
# both; and the variables `limit` and `over` of a sum of the largest numbers.
BLOCK, PLAYER, BOTH, LIMIT, OVER = range(5)

Terms = list[tuple[int, int]]  # variables and their coefficients


class BoxBoard(NamedTuple):
    """A board with boxes on goals.

    Attributes
    ----------
    table : (4, n) int
        the neighbours of each cell by direction; -1: none. The opposite direction is 2 rows away
    goals : (n,) bool
    alive : (n,) bool
        whether a block on a cell can reach a goal
    blocks : list of int
        the cells of the blocks at the start
    player : int
        the cell of the player at the start
    """

    table: np.ndarray
    goals: np.ndarray
    alive: np.ndarray
    blocks: list[int]
    player: int

    def moves(self) -> list[tuple[int, int, int]]:
        """Return all steps and pushes: the player's cells before and after, the block's new cell.

        The block's new cell is -1 for a step. Pushes to cells from which a block cannot reach a
        goal are left out.
        """
        result = []
        for cells in self.table.tolist():
            for stands, to in enumerate(cells):
                if to >= 0:
                    result.append((stands, to, -1))
                    behind = cells[to]
                    if behind >= 0 and self.alive[to] and self.alive[behind]:
                        result.append((stands, to, behind))
        return result

    def ends(self) -> list[int]:
        """Return the player's possible cells at the end of a solution, and at the start."""
        beside = self.table[:, np.flatnonzero(self.goals)]
        return sorted({self.player, *beside[beside >= 0].tolist()})

    def near(self) -> list[list[int]]:
        """Return, for each cell of the player, the cells of blocks that form a pair with it.

        In a pair, the player is beside the block, or on a shortest path round the block from one
        side to another. If this gives more than `MAX_PAIRS` pairs, only cells beside the block
        count. If these are also too many, pairs are omitted.
        """
        beside = self._by_cell(self._sides)
        if _pairs(beside) > MAX_PAIRS:
            return [[] for _ in beside]
        on_detours = self._by_cell(self._on_detours)
        return on_detours if _pairs(on_detours) <= MAX_PAIRS else beside

    def _by_cell(self, places: Callable[[int], Iterable[int]]) -> list[list[int]]:
        """Return, for each cell, the block cells from which `places` leads to it."""
        by_cell: list[list[int]] = [[] for _ in range(self.goals.size)]
        for block in np.flatnonzero(self.alive).tolist():
            for cell in places(block):
                by_cell[cell].append(block)
        return by_cell

    def _sides(self, block: int) -> list[int]:
        """Return the cells beside a block."""
        return [side for side in self.table[:, block].tolist() if side >= 0]

    def _on_detours(self, block: int) -> set[int]:
        """Return the cells beside a block, and on shortest paths round it from side to side."""
        cells = set(sides := self._sides(block))
        for there, back in combinations([self._walk(side, block) for side in sides], 2):
            least = min((there[cell] + back[cell] for cell in there if cell in back), default=0)
            cells |= {c for c in there if c in back and there[c] + back[c] == least}
        return cells

    def _walk(self, start: int, block: int) -> dict[int, int]:
        """Return the number of steps from a cell to each other cell, round a single block."""
        beside = self.table.T
        return steps_to(
            [start], lambda cell: (to for to in beside[cell].tolist() if to >= 0 and to != block)
        )


class Program:
    """The linear program of a board: its variables, by their meaning, and its constraints."""

    def __init__(self, yard: BoxBoard):
        self.yard, self._near = yard, yard.near()
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._least: list[int] = []  # lower bounds of the variables
        self._rows: list[tuple[Terms, int]] = []
        for move in yard.moves():
            self._rows.append((self._loss(*move), 1))
        for player in yard.ends():
            self._demand_nothing_left(player)

    def solved(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Return the potentials of blocks (n,), of the player (n,), and of pairs (n, n).

        Return None if the program is not solved. The numbers may have rounding errors.
        """
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        gain = self._gain()
        at, columns, counts = np.array(
            [(k, *term) for k, (terms, _) in enumerate(self._rows) for term in terms]
        ).T
        demands = coo_array((counts, (at, columns)), shape=(len(self._rows), gain.size)).tocsr()
        most = [most for _, most in self._rows]
        bounds = [(least, MAX_POTENTIAL) for least in self._least]
        result = linprog(-gain, demands, most, bounds=bounds, method="highs-ds")
        return None if result.x is None else self._as_arrays(result.x)

    def _as_arrays(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the values of the variables as arrays: of blocks, of the player, and of pairs."""
        n = self.yard.goals.size
        block, player, pair = np.zeros(n), np.zeros(n), np.zeros((n, n))
        arrays = {BLOCK: block, PLAYER: player, BOTH: pair}
        for (kind, *cells), k in self._numbers.items():
            if kind in arrays:
                arrays[kind][tuple(cells)] = values[k]
        return block, player, pair

    def _gain(self) -> np.ndarray:
        """Return the coefficients of the objective: the value of the start state, and a small term.

        The small term counts the potentials of all cells.
        """
        yard, n = self.yard, self.yard.goals.size
        first = self._player(yard.player) + self._blocks(yard.player, yard.blocks)
        often = len(yard.blocks) / int(yard.alive.sum())
        shares = {BLOCK: often, PLAYER: 1 / n, BOTH: often / n}
        gain = np.array([WEIGHT_ELSEWHERE * shares.get(name[0], 0) for name in self._numbers])
        for k, count in first:
            gain[k] += count
        return gain

    def _loss(self, stands: int, to: int, behind: int) -> Terms:
        """Return the largest decrease of the value by a move, for any cells of the other blocks."""
        terms = self._player(stands) + _less(self._player(to))
        if behind >= 0:
            terms += self._blocks(stands, [to]) + _less(self._blocks(to, [behind]))
        beside = sorted({*self._near[stands], *self._near[to]} - {stands, to, behind})
        parts = [self._both(stands, [b]) + _less(self._both(to, [b])) for b in beside]
        return terms + self._largest(parts, len(self.yard.blocks) - (behind >= 0), 0)

    def _demand_nothing_left(self, player: int) -> None:
        """Add the constraint that the value is at most 0 when all blocks are on goals."""
        count = len(self.yard.blocks)
        goals = [goal for goal in np.flatnonzero(self.yard.goals).tolist() if goal != player]
        parts = [self._blocks(player, [goal]) for goal in goals]
        if len(goals) == count:
            self._rows.append((sum(parts, self._player(player)), 0))
        elif len(goals) > count:
            terms = self._player(player) + self._largest(parts, count, -MAX_POTENTIAL)
            self._rows.append((terms, 0))

    def _largest(self, parts: list[Terms], count: int, least: int) -> Terms:
        """Return terms for the sum of the `count` largest parts, each at least `least`."""
        number = len(self._rows)
        limit = [(self._variable(LIMIT, number, least=least), 1)]
        over = [(self._variable(OVER, number, k, least=0), 1) for k in range(len(parts))]
        for part, more in zip(parts, over, strict=True):
            self._rows.append((part + _less([*limit, more]), 0))
        return [(k, count) for k, _ in limit] + over

    def _player(self, cell: int) -> Terms:
        return [(self._variable(PLAYER, cell), 1)]

    def _blocks(self, player: int, blocks: list[int]) -> Terms:
        """Return the terms of blocks, with the player on a cell."""
        return [(self._variable(BLOCK, b), 1) for b in blocks] + self._both(player, blocks)

    def _both(self, player: int, blocks: list[int]) -> Terms:
        near = self._near[player]
        return [(self._variable(BOTH, player, b), 1) for b in blocks if b in near]

    def _variable(self, *name: object, least: int = -MAX_POTENTIAL) -> int:
        """Return the number of a variable; add the variable if it is new."""
        if name not in self._numbers:
            self._numbers[name] = len(self._numbers)
            self._least.append(least)
        return self._numbers[name]


def _less(terms: Terms) -> Terms:
    """Return the terms with opposite signs."""
    return [(k, -count) for k, count in terms]


def _pairs(near: list[list[int]]) -> int:
    """Return the number of pairs of a player's cell and a block's cell."""
    return sum(map(len, near))
