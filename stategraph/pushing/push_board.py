"""The board of a push puzzle as arrays, and conversions between pushes and moves on it."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection, Iterable, Iterator
from functools import cached_property, partial
from operator import eq
from typing import Any

import numpy as np

from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.puzzle import PushPuzzle
from stategraph.rules.nearest_distances import steps_to
from stategraph.rules.puzzle import Puzzle

# The directions on a board; opposite directions are two positions apart.
DIRECTIONS = "URDL"

# A number that is larger than the number of moves of any solution.
NEVER = 1 << 30

Push = tuple[int, int]  # the cell of a block, and the direction of the push


def pushes_to(node: int, parents: np.ndarray, turns: np.ndarray) -> list[Push]:
    """Return the pushes that lead to a state, from the parent and the last push of each state.

    The parent of the start is -1. The items of `turns` are pushes, as ``cell * 4 + direction``.
    """
    pushes = []
    while parents[node] >= 0:
        pushes.append((int(turns[node]) >> 2, int(turns[node]) & 3))
        node = int(parents[node])
    return pushes[::-1]


def pushes_of_one(
    step: np.ndarray, goals: Iterable[int], walls: Collection[int] = ()
) -> dict[int, int]:
    """Return the number of pushes of a single block to the nearest goal, from each cell.

    The player may walk to any cell. `step` has the shape (4, n), and `walls` are further walls.
    """
    beside = step.tolist()

    def before(cell: int) -> Iterator[int]:
        for row in beside:
            box = row[cell]
            stands = -1 if box < 0 else row[box]
            if stands >= 0 and box not in walls and stands not in walls:
                yield box

    return steps_to(goals, before)


class Ground:
    """The board of a puzzle as arrays, with conversions between pushes and moves."""

    def __init__(self, puzzle: Puzzle, pushing: PushPuzzle):
        self.board = board = pushing.board
        n = self.size = board.size
        self.step = np.array(
            [board.step[direction][cell] for direction in DIRECTIONS for cell in range(n)], np.int32
        )
        self.wins, self.begins = np.zeros(n, np.uint8), np.zeros(n, np.uint8)
        self.wins[list(pushing.exits)] = 1
        start: Any = puzzle.start
        self.player = int(start[pushing.walker])
        self.begins[list(start[pushing.blocks])] = 1
        self.moves_left = self.moves_to(self.wins) if self.wins.any() else np.zeros(n, np.int32)
        homes = [-1 if pushes is None else pushes for pushes in pushing.homes]
        self.homes = np.array(homes, np.int32)
        rng = random.Random(0)
        self.codes = np.array([rng.getrandbits(62) for _ in range(2 * n)], np.int64)
        self.words = -(-n // 32)

    def moves_to(self, there: np.ndarray) -> np.ndarray:
        """Return the number of moves from each cell to the nearest cell of the mask `there`.

        Blocks are ignored.
        """
        beside, ends = self.step.reshape(4, -1).T.tolist(), np.flatnonzero(there).tolist()
        steps = steps_to(ends, lambda cell: (to for to in beside[cell] if to >= 0))
        moves = np.full(self.size, NEVER, np.int32)
        moves[list(steps)] = list(steps.values())
        return moves

    def since(self, block: np.ndarray, player: int) -> Ground:
        """Return the same board with other starting cells of the blocks and the player."""
        other = copy.copy(self)
        other.begins, other.player = block, player
        return other

    def live_first(self) -> tuple[Ground, np.ndarray]:
        """Return the same board with new numbers of cells, and an array of the old number of each.

        The cells from which a block can reach a goal have the smallest new numbers.
        """
        order = np.argsort(self.homes < 0, kind="stable").astype(np.int32)
        number = np.empty(self.size + 1, np.int32)
        number[order], number[-1] = np.arange(self.size), -1
        other = copy.copy(self)
        other.step = number[self.step.reshape(4, -1)[:, order]].reshape(-1)
        other.homes, other.wins = self.homes[order], self.wins[order]
        other.begins, other.player = self.begins[order], int(number[self.player])
        return other, order

    @cached_property
    def arrivals(self) -> Arrivals:
        """The first arrival times at each cell, see `stategraph.pushing.arrival_bounds`."""
        return Arrivals(self.step, self.moves_left)

    def packed(self, block: np.ndarray) -> np.ndarray:
        """Pack the blocks of a state to a row of bits."""
        bits = np.zeros(32 * self.words, np.uint8)
        bits[: self.size] = block
        return np.packbits(bits, bitorder="little").view("<u4")

    def unpacked(self, row: np.ndarray) -> np.ndarray:
        """Unpack a row of bits to one item for each cell, (n,) uint8."""
        return np.unpackbits(row.astype("<u4").view(np.uint8), bitorder="little")[: self.size]

    def key(self, block: np.ndarray, player: int) -> int:
        """Return the key of a state with the player on a cell."""
        blocks = np.bitwise_xor.reduce(self.codes[: self.size][block != 0], initial=0)
        return int(blocks) ^ int(self.codes[self.size + player])

    def after(self, plan: list[Push]) -> Iterator[tuple[np.ndarray, int]]:
        """Yield the blocks and the player's cell at the start and after each push."""
        block, player = self.begins.copy(), self.player
        yield block.copy(), player
        for cell, direction in plan:
            block[cell], block[self.step[direction * self.size + cell]] = 0, 1
            yield block.copy(), cell

    def still(self, plan: list[Push]) -> list[Push]:
        """Return the pushes of a plan without those that find no block on their cell."""
        block, pushes = self.begins.copy(), []
        for cell, direction in plan:
            if block[cell]:
                pushes.append((cell, direction))
                block[cell], block[self.step[direction * self.size + cell]] = 0, 1
        return pushes

    def labels(self, plan: list[Push]) -> list[str]:
        """Convert the pushes of a plan to moves: the walks, the pushes, and the final walk."""
        moves: list[str] = []
        states = self.after(plan)
        for (block, player), (cell, direction) in zip(states, plan, strict=False):
            stands = int(self.step[(direction ^ 2) * self.size + cell])
            moves += self._walk(block, player, partial(eq, stands))
            moves.append(DIRECTIONS[direction])
        *_, (block, player) = self.after(plan)
        if self.homes.size == 0:
            moves += self._walk(block, player, lambda at: bool(self.wins[at]))
        return moves

    def pushes(self, labels: list[str]) -> list[Push]:
        """Convert a list of moves to its pushes."""
        block, player, plan = self.begins.copy(), self.player, []
        for direction in map(DIRECTIONS.index, labels):
            player = int(self.step[direction * self.size + player])
            if block[player]:
                plan.append((player, direction))
                block[player], block[self.step[direction * self.size + player]] = 0, 1
        return plan

    def _walk(self, block: np.ndarray, player: int, there: Callable[[int], bool]) -> list[str]:
        paths: dict[int, list[str]] = {player: []}
        for cell in (queue := [player]):
            if there(cell):
                return paths[cell]
            for direction, label in enumerate(DIRECTIONS):
                to = int(self.step[direction * self.size + cell])
                if to >= 0 and to not in paths and not block[to]:
                    paths[to] = [*paths[cell], label]
                    queue.append(to)
        raise AssertionError("no walk leads there")
