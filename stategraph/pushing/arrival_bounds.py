"""Lower bounds on the time at which a player who pushes blocks can first stand on each cell.

::

    u _ p P _ e      the first block cannot be pushed before the second one is gone. After
    _ _ _ _ _ _      pushing that one, the player is on its cell (P), and must walk back round
                     the first block to push it

The bound comes from a relaxed puzzle: a cell that was free stays free, apart from the block that
the player is pushing. The rules are:

- The player walks onto a cell that was free at the start.
- The player pushes a block off a cell if the cell behind the block was free at the start, or if the
  player has stood on that cell before. In the second case, the player has since walked round the
  block to its other side.
- After pushing a block off a cell, a player who moves straight on must push it again.

- Before the first push of a block, the player visits only cells that they can reach in time without
  pushing it. So the detours in `around` use only those cells.

All four rules hold for the *first* time that the player stands on a cell: until then, the block on
that cell has not moved. So no solution reaches the cell sooner, and every solution has at least as
many moves as the first time on an exit.

The kernels are those of `stategraph.pushing.arrival_kernel`, which defines the names, and of
`stategraph.pushing.detours`.
"""

from __future__ import annotations

import copy
from typing import NamedTuple

import numpy as np

from stategraph.pushing.arrival_kernel import (
    CAME,
    ENTRIES,
    FREE,
    NEVER,
    WALL,
    Terrain,
    Timetable,
    arriving,
)
from stategraph.pushing.detours import all_detours, room_for, spared, tightened
from stategraph.rules.combined_heuristics import DEAD


class Within(NamedTuple):
    """Bounds that hold for all solutions of at most `slack` moves.

    Attributes
    ----------
    first, moves_left, around : see `stategraph.pushing.arrival_kernel`
    beyond : int or None
        if no solution is within the slack, a lower bound on the length of all solutions
    """

    slack: int
    first: np.ndarray
    moves_left: np.ndarray
    around: np.ndarray
    beyond: int | None


class Arrivals:
    """A board, the first arrival times at its cells, and the heuristic based on them.

    Attributes
    ----------
    terrain, work : see `stategraph.pushing.arrival_kernel`
    latest : int
        an upper bound on all times
    """

    def __init__(self, step: np.ndarray, moves_left: np.ndarray):
        n, self.terrain = moves_left.size, Terrain(step, all_detours(step), moves_left)
        # an arrival waits at most for one earlier arrival and for one detour
        finite = self.terrain.around[self.terrain.around < NEVER]
        self.latest = int((n + 2) * (2 + finite.max(initial=0)))
        times, first = np.full(8 * n, NEVER, np.int32), np.full(n, NEVER, np.int32)
        times[CAME::8] = -1
        heads = np.full(self.latest + 1, -1, np.int32)
        links, nodes = (np.zeros(ENTRIES * n + 1, np.int32) for _ in range(2))
        self.work = Timetable(times, first, heads, links, nodes, *np.zeros((3, 1), np.int64))

    def towards(self, moves_left: np.ndarray) -> Arrivals:
        """Return the same board with another goal.

        `moves_left` is a lower bound on the number of moves from each cell to that goal.
        """
        other = copy.copy(self)
        other.terrain = self.terrain._replace(moves_left=moves_left)
        return other

    def moves(self, cells: np.ndarray, player: int) -> int:
        """Return a lower bound on the number of moves to win; `DEAD` if winning is impossible."""
        return min(int(arriving(cells, self.terrain, self.latest, player, self.work)), DEAD)

    def within(self, cells: np.ndarray, player: int, slack: int) -> Within:
        """Return bounds that hold for all solutions of at most `slack` moves."""
        terrain, n = self.terrain, self.terrain.moves_left.size
        if slack >= self.work.heads.size:  # longer detours can make times exceed `latest`
            self.work = self.work._replace(heads=np.full(slack + 1, -1, np.int32))
        needed = Terrain(terrain.step, np.zeros(4 * n, np.int32), np.zeros(n, np.int32))
        self.work.beyond[0] = NEVER
        goal = tightened(cells.copy(), terrain, slack, player, needed, room_for(n), self.work)
        beyond = int(self.work.beyond[0]) if goal > slack else None
        return Within(slack, np.array(self.work.first), needed.moves_left, needed.around, beyond)

    def before(self, block: int, cells: np.ndarray, player: int, within: Within) -> np.ndarray:
        """Return the least time of each cell for a player who has not pushed this block yet."""
        cells = cells.copy()
        cells[block] = WALL
        terrain = Terrain(self.terrain.step, within.around, within.moves_left)
        needed = terrain._replace(around=np.zeros_like(within.around))
        spared(cells, terrain, within.slack, player, needed, room_for(cells.size), self.work)
        return np.array(self.work.first)

    def after(self, block: int, cells: np.ndarray, open_: np.ndarray, within: Within) -> np.ndarray:
        """Return a lower bound on the number of moves from the first push of a block to each cell.

        All cells in the mask `open_`, shape (n,), count as free during these moves.
        """
        cells = np.where(open_, FREE, cells).astype(np.uint8)
        cells[block] = FREE
        terrain = Terrain(self.terrain.step, within.around, within.moves_left)
        arriving(cells, terrain, within.slack, block, self.work)
        return np.array(self.work.first)
