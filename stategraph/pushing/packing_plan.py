"""The order in which blocks fill the goals, planned backwards.

The plan begins with a block on each goal. Each step takes the block that needs the fewest pulls to
the starting cell of some block, pulls it there, past the other blocks, and takes it off the board.
If no block can be pulled to a starting cell, a best-first search pulls blocks to other cells until
one can. The goal that a block leaves last is filled first.
"""

from __future__ import annotations

import heapq
import itertools
import random
from typing import NamedTuple

import numpy as np

from stategraph.pushing.fess_moves import MacroMoves, moving, scene_of
from stategraph.pushing.push_board import Ground
from stategraph.rules.nearest_distances import steps_to

# The largest number of states from which the search pulls blocks to other cells.
MAX_STATES = 1000


class Left(NamedTuple):
    """The blocks left on the board while a plan is made.

    Attributes
    ----------
    block : (n,) uint8
        1 where a block is
    sources : (n,) bool
        whether a cell is a starting cell to which no block was pulled
    player : int
        the player's region: its smallest cell
    emptied : tuple of int
        the goals that a block has left, in order
    """

    block: np.ndarray
    sources: np.ndarray
    player: int
    emptied: tuple[int, ...]

    @property
    def waiting(self) -> np.ndarray:
        """1 for each block that is not on a free starting cell, (n,) bool."""
        return (self.block != 0) & ~self.sources


class Packing:
    """A search for an order of goals; for the parameters see `packing_order`."""

    def __init__(self, ground: Ground, rng: random.Random, noise: int):
        self._full = (ground.homes == 0).astype(np.uint8)
        self._starts = ground.begins != 0
        self._scene = scene_of(ground, self._full, turn=0)
        self._beside = ground.step.reshape(4, -1).T.tolist()
        self._rng, self._noise = rng, noise

    def order(self) -> list[int]:
        """Return the goals in the order in which they are filled."""
        best = self.best(again=False)
        if best.waiting.any():
            best = min(best, self.best(again=True), key=lambda left: left.waiting.sum())
        goals = np.flatnonzero(self._full).tolist()
        return [*(goal for goal in goals if goal not in best.emptied), *best.emptied[::-1]]

    def best(self, again: bool) -> Left:
        """Return the state with the fewest blocks to which the search leads.

        If `again` is true, several blocks may be pulled to the same starting cell.
        """
        full, ticket = self._full, itertools.count()
        players = {self._region(full, cell) for cell in np.flatnonzero(full == 0).tolist()}
        starts = [Left(full, self._starts, player, ()) for player in sorted(players)]
        queue = [((0, 0, 0), next(ticket), left) for left in starts]
        seen, best = {(left.block.tobytes(), left.player) for left in starts}, starts[0]
        for _ in range(MAX_STATES):
            if not queue or not best.waiting.any():
                break
            (_, depth, _), _, left = heapq.heappop(queue)
            left, moves = self._removed(left, again)
            count = int(left.waiting.sum())
            if count < best.waiting.sum():
                best = left
            for row in range(len(moves.boxes)):
                after = self._pulled(left, moves, row)
                key = after.block.tobytes(), after.player
                if key not in seen:
                    seen.add(key)
                    value = count, depth + 1, -int(moves.reached[row])
                    heapq.heappush(queue, (value, next(ticket), after))
        return best

    def _region(self, block: np.ndarray, player: int) -> int:
        """Return the name of the player's region: its smallest cell."""
        return min(steps_to(
            [player], lambda cell: (to for to in self._beside[cell] if to >= 0 and not block[to])
        ))  # fmt: skip

    def _moves(self, left: Left) -> MacroMoves:
        """Return the macro moves that pull a block."""
        count = int(left.block.sum())
        self._scene.block[:] = left.block
        boxes, loose = self._scene.boxes[:count], self._scene.loose[:count]
        scene = self._scene._replace(boxes=boxes, loose=loose)
        size = int(moving.compiled(scene, left.player, work=1 << 30))
        return MacroMoves(*(column[1:size].copy() for column in scene.moves))

    def _removed(self, left: Left, again: bool) -> tuple[Left, MacroMoves]:
        """Take blocks off the board, each at the nearest starting cell, until none reaches one.

        Return the state after that, and its macro moves.
        """
        moves = self._moves(left)
        while left.waiting.any():
            rows = np.flatnonzero(left.sources[moves.targets] & left.waiting[moves.boxes])
            if not len(rows):
                if not again or (left.sources == self._starts).all():
                    break
                left = left._replace(sources=self._starts)
                continue
            boxes, first = np.unique(moves.boxes[rows], return_index=True)
            nearest = rows[first].tolist()
            costs = [self._pulls(moves, row) + self._rng.randint(0, self._noise) for row in nearest]
            _, _, row = min(zip(costs, boxes.tolist(), nearest, strict=True))
            left = self._pulled(left, moves, row)
            source, sources, block = int(moves.targets[row]), left.sources.copy(), left.block
            sources[source] = block[source] = False
            left = Left(block, sources, self._region(block, left.player), left.emptied)
            moves = self._moves(left)
        return left, moves

    def _pulled(self, left: Left, moves: MacroMoves, row: int) -> Left:
        """Return the state after the macro move in a row."""
        box, to, block = int(moves.boxes[row]), int(moves.targets[row]), left.block.copy()
        block[box], block[to] = 0, 1
        new = self._full[box] and box not in left.emptied
        emptied = (*left.emptied, box) if new else left.emptied
        return Left(block, left.sources, int(moves.players[row]), emptied)

    @staticmethod
    def _pulls(moves: MacroMoves, row: int) -> int:
        """Return the number of pulls of a macro move."""
        pulls = 0
        while row >= 0:
            row, pulls = int(moves.before[row]) - 1, pulls + 1
        return pulls


def packing_order(ground: Ground, rng: random.Random, noise: int) -> list[int]:
    """Return the goals in the order in which they are filled.

    Goals that the plan does not empty come first. A random number from 0 to `noise` is added to the
    number of pulls of each block.
    """
    return Packing(ground, rng, noise).order()
