"""Proofs over pushes where all blocks are to be put away: A*, guided by potentials.

A state is kept after each push, with the player where the block was. The guess is that of
`stategraph.pushing.potentials`, which counts walks between pushes, too. What nobody can win is not
kept: a block where it gets to no goal, and blocks off their goals that hold each other fast.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.engines.limits import MET, TIRED, Budget, Stop
from stategraph.kernels import slots
from stategraph.machine.kernel import Kernel
from stategraph.pushing import box_kernel, first_solution
from stategraph.pushing.box_kernel import (
    COUNT,
    FOUND,
    LEVEL,
    MOST,
    NO_ROOM,
    NONE_LEFT,
    WINNER,
)
from stategraph.pushing.dead_triples import triples
from stategraph.pushing.first_solution import LOOKED_AT, MARKED
from stategraph.pushing.potentials import potentials
from stategraph.pushing.push_board import WAYS, Ground, Push, pushes_to
from stategraph.pushing.state_rows import doubled, reindexing
from stategraph.search.bounds import Bounds

# States expanded between two looks at the budget, on any engine, so that all stop alike; and kept
# at first.
AT_ONCE, ROOM = 1 << 8, 1 << 12


class PutAway:
    """The search for a shortest solution of a board, which can be left and gone on with.

    Attributes
    ----------
    states : int
        kept so far
    """

    def __init__(self, ground: Ground, budget: Budget, plainly: bool):
        self.ground, self._budget, self._plainly = ground, budget, plainly
        n = ground.size
        blocks = np.flatnonzero(ground.begins).tolist()
        guess = potentials(ground.step, ground.homes == 0, blocks, ground.player)
        self._lost = bool((ground.homes[blocks] < 0).any())
        self._guess = guess.of_loops()
        goals = np.flatnonzero(ground.homes == 0)
        self._told = triples(ground.step, goals, list(range(n)), True)
        alive = guess.block[ground.homes >= 0]
        most = len(blocks) * int(alive.max(initial=0) + guess.both.max())
        top = (most + int(guess.player.max(initial=0))) // guess.move + 1
        self._now = np.array([1, 0, 0, n + 2 + max(0, top)], np.int64)
        room = ROOM + 4 * n
        self._rows = np.zeros((room, ground.words), np.uint32)
        self._rows[0] = ground.packed(ground.begins)
        self._columns = [np.zeros(room, np.int32) for _ in range(5)]
        self._index = np.zeros(slots(room), np.int32)
        self._queues = np.full(2 * int(self._now[MOST]), -1, np.int32)
        self._work = [np.zeros(n, np.uint8) for _ in range(2)]
        self._work += [np.zeros(n, np.int32) for _ in range(3)]
        players, steps, parents, _, nexts = self._columns
        players[0], parents[0], nexts[0] = ground.player, -1, -1
        reindexing.plain(self._rows, players, steps, self._index, 1, ground.words)
        self._queues[0 if self._lost else guess.moves(blocks, ground.player)] = 0

    @property
    def states(self) -> int:
        """How many states are kept so far."""
        return int(self._now[COUNT])

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Return the pushes of a shortest solution, or None, and why the search stopped.

        As `TIRED` when it has kept `patience` states in all; then it may be called again. What is
        proven is told to `bounds`, and as `MET` it stops when a solution of so many moves is known.
        """
        if self._lost:
            return None, None
        while not bounds.met:
            status = self._expand()
            if status == NONE_LEFT:
                return None, None
            bounds.rise(int(self._now[LEVEL]))
            if status == FOUND:
                return self._plan(), None
            if why := self._hindered(status):
                return None, why
            if self.states >= patience:
                return None, TIRED
        return None, MET

    def labels(self, pushes: list[Push]) -> list[str]:
        """Return the moves of pushes: walks, pushes, and the walk that wins."""
        return self.ground.labels(pushes)

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first in text order of the shortest solutions, of which one is given.

        None where a limit stops that; `most`, which bounds such a search elsewhere, is none. All
        states that may lie on one are expanded before: so it does not matter which is given, and
        the search need not have met it.
        """
        length = len(labels)
        while self._now[LEVEL] <= length and (status := self._expand()) != NONE_LEFT:
            if self._hindered(status):
                return None
        marks = self._marked(length)
        if marks is None:
            return None
        told = np.zeros(length, np.int32)
        order = np.array([WAYS.index(label) for label in sorted(WAYS)], np.int32)
        self._run(first_solution.telling, *self._kept(), marks, order, told, *self._rooms())
        return [WAYS[way] for way in told.tolist()]

    def _marked(self, length: int) -> np.ndarray | None:
        """Return 1 for each state kept that lies on a solution of so many moves, 0 for others.

        None where a limit stops that.
        """
        states = self.states
        if self._budget.lacks(5 * states):
            return None
        marks, line = np.zeros(states, np.uint8), np.zeros(states, np.int32)
        goals = self._won(length)
        marks[goals], line[: len(goals)] = 1, goals
        ends = np.array([0, len(goals)], np.int64)
        while ends[LOOKED_AT] < ends[MARKED]:
            if self._budget.exhausted(states, 0):
                return None
            self._run(
                first_solution.marking, *self._kept(), marks, line, ends, *self._rooms(), AT_ONCE
            )
        return marks

    def _won(self, length: int) -> np.ndarray:
        """Return the states kept after so many moves in which all blocks are on goals."""
        after = np.flatnonzero(self._columns[1][: self.states] == length)
        astray = self._rows[after] & ~self.ground.packed(self.ground.homes == 0)
        return after[~astray.any(axis=1)]

    def _kept(self) -> tuple[np.ndarray, ...]:
        """Return the board, and the arrays in which states kept are found again."""
        ground, (players, steps) = self.ground, self._columns[:2]
        return ground.step, ground.wins, self._rows, players, steps, self._index, self._now

    def _rooms(self) -> tuple[np.ndarray, ...]:
        """Return arrays for the blocks, and for a walk among them."""
        block, _, dist, reach, _ = self._work
        return block, dist, reach

    def _expand(self) -> int:
        """Expand some states; return what came of it."""
        ground = self.ground
        return int(
            self._run(
                box_kernel.search, self._told, ground.step, ground.wins, ground.homes, *self._guess,
                self._rows, *self._columns, self._queues, self._index, self._now, *self._work,
                AT_ONCE,
            )
        )  # fmt: skip

    def _run(self, loops: Kernel, *args: Any, work: int = 1 << 30) -> Any:
        """Run loops, as plain Python where that is asked for; `work` as for `Kernel`."""
        return loops.plain(*args) if self._plainly else loops.compiled(*args, work=work)

    def _hindered(self, status: int) -> Stop | None:
        """Return why the search must stop after what came of a call; make room if none was left."""
        states = self.states
        if why := self._budget.refuses(states) or self._budget.exhausted(states, 0):
            return why
        if status == NO_ROOM:
            if why := self._budget.lacks(self._growth()):
                return why
            self._grow()
        return None

    def _growth(self) -> int:
        """Return how many bytes more the room takes when it is doubled."""
        if not self._crowded:
            return self._queues.nbytes
        return sum(a.nbytes for a in (self._rows, self._index, *self._columns))

    @property
    def _crowded(self) -> bool:
        """Whether there is no room for another state's pushes."""
        return self.states + 4 * self.ground.size >= len(self._rows)

    def _grow(self) -> None:
        """Double the room for states, or for queues."""
        if not self._crowded:
            self._queues = np.concatenate([self._queues, np.full_like(self._queues, -1)])
            return
        self._rows = doubled(self._rows)
        for k, column in enumerate(self._columns):
            self._columns[k] = doubled(column)
        self._index = np.zeros(slots(len(self._rows)), np.int32)
        kept = self._rows, *self._columns[:2], self._index, self.states, self._rows.shape[1]
        self._run(reindexing, *kept, work=100 * self.states)

    def _plan(self) -> list[Push]:
        """Return the pushes of the solution found."""
        _, _, parents, turns, _ = self._columns
        return pushes_to(int(self._now[WINNER]), parents, turns)
