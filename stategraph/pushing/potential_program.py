"""The linear program that potentials solve, where blocks are to be put away.

::

    value =   of the player's cell              no step and no push lowers it by more than 1,
            + of each block's cell              wherever all other blocks are
            + of each block near the player,
              and where the player is           all blocks on goals: 0 at most

What a move costs depends on which of the cells near it have blocks. So a demand on a move holds
for those ``count`` blocks that are the worst. The sum of the largest ``count`` of some numbers is
the least of ``count * limit + sum(over)``, where each number is at most ``limit + over`` and no
``over`` is negative; which is linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np

# No number of the linear program is larger: it has none where blocks do not get to goals together.
LARGEST = 10_000

# Players and blocks that count together where they are, at most: some seconds of the program.
PAIRS = 1 << 10

# What all cells together count besides the start.
ELSEWHERE = 1 / 64

# What a variable may be of: a block or the player on a cell, both where they are; and what sums of
# the largest are made of.
BLOCK, PLAYER, BOTH, LIMIT, OVER = range(5)

Terms = list[tuple[int, int]]  # variables, and how often each counts


class Yard(NamedTuple):
    """A board on which blocks are to be put away.

    Attributes
    ----------
    table : (4, n) int
        the cell beside each, by the way there; -1: none. Two ways on is the way back
    goals : (n,) bool
    alive : (n,) bool
        whether a block on a cell gets to a goal
    blocks : list of int
        where they are at first
    player : int
        where the player is at first
    """

    table: np.ndarray
    goals: np.ndarray
    alive: np.ndarray
    blocks: list[int]
    player: int

    def moves(self) -> list[tuple[int, int, int]]:
        """Return all steps and pushes: from where, to where, and where a block there gets to.

        -1: it is a step. Pushes to where a block gets to no goal are left out.
        """
        found = []
        for cells in self.table.tolist():
            for stands, to in enumerate(cells):
                if to >= 0:
                    found.append((stands, to, -1))
                    behind = cells[to]
                    if behind >= 0 and self.alive[to] and self.alive[behind]:
                        found.append((stands, to, behind))
        return found

    def ends(self) -> list[int]:
        """Return where the player may be when all blocks have just come home, or at first."""
        beside = self.table[:, np.flatnonzero(self.goals)]
        return sorted({self.player, *beside[beside >= 0].tolist()})

    def near(self) -> list[list[int]]:
        """Return, by cell, where a block counts with a player there.

        Who pushes it goes there: beside it, or on a shortest way round it from side to side. Where
        those are more than `PAIRS`, beside it alone; where that is so of these, too, nowhere.
        """
        beside = self._by_cell(self._sides)
        if _pairs(beside) > PAIRS:
            return [[] for _ in beside]
        found = self._by_cell(self._on_ways_round)
        return found if _pairs(found) <= PAIRS else beside

    def _by_cell(self, places: Callable[[int], Iterable[int]]) -> list[list[int]]:
        """Return, by cell, the blocks that have it among their `places`."""
        found: list[list[int]] = [[] for _ in range(self.goals.size)]
        for block in np.flatnonzero(self.alive).tolist():
            for cell in places(block):
                found[cell].append(block)
        return found

    def _sides(self, block: int) -> list[int]:
        """Return the cells beside a block."""
        return [side for side in self.table[:, block].tolist() if side >= 0]

    def _on_ways_round(self, block: int) -> set[int]:
        """Return the cells beside a block, and on shortest ways round it from side to side."""
        cells = set(sides := self._sides(block))
        for there, back in combinations([self._walk(side, block) for side in sides], 2):
            way = min((there[cell] + back[cell] for cell in there if cell in back), default=0)
            cells |= {c for c in there if c in back and there[c] + back[c] == way}
        return cells

    def _walk(self, start: int, block: int) -> dict[int, int]:
        """Return the steps from a cell to each, among no blocks but one."""
        steps = {start: 0}
        for cell in (queue := [start]):
            for to in self.table[:, cell].tolist():
                if to >= 0 and to != block and to not in steps:
                    steps[to] = steps[cell] + 1
                    queue.append(to)
        return steps


class Program:
    """The linear program of a board: its variables, by what they are of, and its demands."""

    def __init__(self, yard: Yard):
        self.yard, self._near = yard, yard.near()
        self._numbers: dict[tuple[Any, ...], int] = {}
        self._least: list[int] = []  # of each variable
        self._rows: list[tuple[Terms, int]] = []
        for move in yard.moves():
            self._rows.append((self._loss(*move), 1))
        for player in yard.ends():
            self._demand_nothing_left(player)

    def solved(self) -> tuple[np.ndarray, np.ndarray, np.ndarray] | None:
        """Return the numbers of blocks (n,), of the player (n,), and of both (n, n).

        None where the program is not solved. They may err a little.
        """
        from scipy.optimize import linprog
        from scipy.sparse import coo_array

        gain = self._gain()
        at, columns, counts = np.array(
            [(k, *term) for k, (terms, _) in enumerate(self._rows) for term in terms]
        ).T
        demands = coo_array((counts, (at, columns)), shape=(len(self._rows), gain.size)).tocsr()
        most = [most for _, most in self._rows]
        bounds = [(least, LARGEST) for least in self._least]
        found = linprog(-gain, demands, most, bounds=bounds, method="highs-ds")
        return None if found.x is None else self._told(found.x)

    def _told(self, values: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        """Return the variables as arrays."""
        n = self.yard.goals.size
        block, player, both = np.zeros(n), np.zeros(n), np.zeros((n, n))
        arrays = {BLOCK: block, PLAYER: player, BOTH: both}
        for (kind, *cells), k in self._numbers.items():
            if kind in arrays:
                arrays[kind][tuple(cells)] = values[k]
        return block, player, both

    def _gain(self) -> np.ndarray:
        """Return how much each variable counts: at the start, and a little everywhere."""
        yard, n = self.yard, self.yard.goals.size
        first = self._player(yard.player) + self._blocks(yard.player, yard.blocks)
        often = len(yard.blocks) / int(yard.alive.sum())
        shares = {BLOCK: often, PLAYER: 1 / n, BOTH: often / n}
        gain = np.array([ELSEWHERE * shares.get(name[0], 0) for name in self._numbers])
        for k, count in first:
            gain[k] += count
        return gain

    def _loss(self, stands: int, to: int, behind: int) -> Terms:
        """Return by how much a move lowers the value, whatever the blocks are that it leaves."""
        terms = self._player(stands) + _less(self._player(to))
        if behind >= 0:
            terms += self._blocks(stands, [to]) + _less(self._blocks(to, [behind]))
        beside = sorted({*self._near[stands], *self._near[to]} - {stands, to, behind})
        parts = [self._both(stands, [b]) + _less(self._both(to, [b])) for b in beside]
        return terms + self._largest(parts, len(self.yard.blocks) - (behind >= 0), 0)

    def _demand_nothing_left(self, player: int) -> None:
        """Demand that the value is 0 at most when all blocks are on goals."""
        count = len(self.yard.blocks)
        goals = [goal for goal in np.flatnonzero(self.yard.goals).tolist() if goal != player]
        parts = [self._blocks(player, [goal]) for goal in goals]
        if len(goals) == count:
            self._rows.append((sum(parts, self._player(player)), 0))
        elif len(goals) > count:
            terms = self._player(player) + self._largest(parts, count, -LARGEST)
            self._rows.append((terms, 0))

    def _largest(self, parts: list[Terms], count: int, least: int) -> Terms:
        """Return the sum of the largest `count` parts, none of which counts less than `least`."""
        number = len(self._rows)
        limit = [(self._variable(LIMIT, number, least=least), 1)]
        over = [(self._variable(OVER, number, k, least=0), 1) for k in range(len(parts))]
        for part, more in zip(parts, over, strict=True):
            self._rows.append((part + _less([*limit, more]), 0))
        return [(k, count) for k, _ in limit] + over

    def _player(self, cell: int) -> Terms:
        return [(self._variable(PLAYER, cell), 1)]

    def _blocks(self, player: int, blocks: list[int]) -> Terms:
        """Return what blocks are worth, with the player there."""
        return [(self._variable(BLOCK, b), 1) for b in blocks] + self._both(player, blocks)

    def _both(self, player: int, blocks: list[int]) -> Terms:
        near = self._near[player]
        return [(self._variable(BOTH, player, b), 1) for b in blocks if b in near]

    def _variable(self, *name: Any, least: int = -LARGEST) -> int:
        """Return the number of a variable, which is new or has been met before."""
        if name not in self._numbers:
            self._numbers[name] = len(self._numbers)
            self._least.append(least)
        return self._numbers[name]


def _less(terms: Terms) -> Terms:
    """Return terms with their signs changed."""
    return [(k, -count) for k, count in terms]


def _pairs(near: list[list[int]]) -> int:
    """Return how many blocks count with the player, over all cells."""
    return sum(map(len, near))
