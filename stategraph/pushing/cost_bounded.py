"""Cost-bounded search for shortest solutions to an exit.

A bound on the number of moves rises until a solution has at most that many moves, as in IDA*. A
state keeps only the part of the board that a solution within the bound can still use. All other
cells, free or with blocks, become walls. States that differ only in such cells are equal::

    bound 12, 9 moves made          the part that counts    a state equal to the first one
    u _ _ e                         u _ _ e                 u _ _ e
    _ p _ _                         # # # #                 p _ _ _
    p _ _ p                         # # # #                 _ p p _

The lower bounds are those of `stategraph.pushing.arrival_bounds`. States are compared bit by bit
and expanded in the order of moves made plus lower bound, as in A*. So the first solution is a
shortest one even if the bound rises by many moves at once. A high bound removes little of the
board, but if the bound rises in many small steps, the same states are expanded repeatedly.
"""

from __future__ import annotations

import copy
import time
from math import log
from typing import cast

import numpy as np

from stategraph.engines.limits import MET, TIRED, Budget, Stop
from stategraph.kernels import slots
from stategraph.pushing import cost_bounded_kernel
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import BLOCK, FREE, NEVER
from stategraph.pushing.cost_bounded_kernel import (
    FOUND,
    NO_ROOM,
    REFUTED,
    Progress,
    Search,
    StoredStates,
)
from stategraph.pushing.detours import room_for
from stategraph.pushing.push_board import DIRECTIONS, Ground, Push, pushes_to
from stategraph.pushing.state_rows import doubled, reindexing
from stategraph.search.bounds import Bounds

# Number of states expanded between two checks of the budget; it is the same in compiled code and in
# Python, so that both stop at the same state. And the number of states for which there is room at
# first.
STATES_PER_CHECK, FIRST_STATES = 1 << 8, 1 << 12

# The next bound is chosen so that `MORE` times as many states are expected, but it rises by at most
# `AHEAD` moves. The expectation is not used after an iteration of less than `FEW` states.
MORE, AHEAD, FEW = 4, 64, 500

# When a parallel search is far ahead, this search pauses `REST` times as long as it has worked, but
# at most `PAUSE` seconds at once. It never stops completely: only this search may be able to prove
# that a board has no solution.
REST, PAUSE = 4, 0.5


class Iteration:
    """A search from one state of a board for solutions of at most `bound` moves.

    No solution has fewer than `least` moves.
    """

    def __init__(
        self,
        board: Arrivals,
        cells: np.ndarray,
        player: int,
        least: int,
        bound: int,
    ):
        self.bound, n = bound, cells.size
        self._words = -(-n // 32)
        around, moves_left = np.zeros(4 * n, np.int32), np.zeros(n, np.int32)
        needed = board.terrain._replace(around=around, moves_left=moves_left)
        stored = _room(FIRST_STATES + 4 * n, self._words, (bound - least + 1) * (bound + 1))
        for at, content in ((0, FREE), (1, BLOCK), (3, BLOCK)):
            bits = np.zeros(32 * self._words, np.uint8)
            bits[:n] = cells == content
            packed = np.packbits(bits, bitorder="little").view("<u4")
            stored.rows[0, at * self._words : (at + 1) * self._words] = packed
        stored.players[0], stored.parents[0], stored.nexts[0] = player, -1, -1
        stored.queues[0] = 0
        self._search = Search(
            bound=bound,
            least=least,
            terrain=board.terrain,
            needed=needed,
            current=needed._replace(around=np.zeros_like(around)),
            wins=(board.terrain.moves_left == 0).astype(np.uint8),
            cells=np.zeros(n, np.uint8),
            moved=np.zeros(n, np.uint8),
            room=room_for(n),
            times=board.work,
            stored=stored,
            progress=Progress(*np.array([[1], [0], [NEVER], [-1]], np.int64)),
        )

    @property
    def state_count(self) -> int:
        """The number of stored states."""
        return int(self._search.progress.count[0])

    @property
    def at_least(self) -> int:
        """A lower bound on the length of all solutions."""
        return int(self._search.least + self._search.progress.level[0] // (self.bound + 1))

    @property
    def further(self) -> int:
        """The next bound that may allow a solution, if this one does not; `NEVER` if none does."""
        return int(self._search.progress.further[0])

    def expand(self, plainly: bool) -> int:
        """Expand some states, in plain Python if requested; return the status."""
        run = cost_bounded_kernel.search
        if plainly:
            return int(run.plain(self._search, STATES_PER_CHECK))
        return int(run.compiled(self._search, STATES_PER_CHECK, work=1 << 30))

    def growth(self) -> int:
        """Return how many bytes are needed while the room is doubled."""
        stored = self._search.stored
        return 3 * (sum(array.nbytes for array in stored) - stored.queues.nbytes)

    def grow(self) -> None:
        """Double the room."""
        old, n = self._search.stored, len(self._search.stored.rows)
        index = np.zeros(slots(2 * n), np.int32)
        table = np.zeros((index.size, self._words + 2), np.uint32)
        stored = StoredStates._make((*map(doubled, old[:6]), old.queues, index, table))
        cost_bounded_kernel.renoting.compiled(old.table, table, work=100 * n)
        reindexing.compiled(
            stored.rows,
            stored.players,
            stored.steps,
            index,
            self.state_count,
            2 * self._words,
            work=100 * n,
        )
        self._search = self._search._replace(stored=stored)

    def plan(self) -> list[Push]:
        """Return the pushes of the solution."""
        stored, winner = self._search.stored, int(self._search.progress.winner[0])
        return pushes_to(winner, stored.parents, stored.turns)


def _room(states: int, words: int, queues: int) -> StoredStates:
    """Return arrays with room for a number of states, whose blocks take `words` words each."""
    rows, index = np.zeros((states, 4 * words), np.uint32), np.zeros(slots(states), np.int32)
    table = np.zeros((index.size, words + 2), np.uint32)
    columns = np.zeros((5, states), np.int32)
    return StoredStates._make((rows, *columns, np.full(queues, -1, np.int32), index, table))


class Proof:
    """A resumable search for a shortest solution of a board.

    Attributes
    ----------
    states : int
        number of states stored, over all iterations
    """

    def __init__(self, ground: Ground, budget: Budget, plainly: bool):
        self.ground, self.states = ground, 1
        self._budget, self._plainly = budget, plainly
        moves_left = (
            ground.moves_left if ground.wins.any() else np.full(ground.size, NEVER, np.int32)
        )
        self._board = Arrivals(ground.step, moves_left)
        self._bound = self._board.moves(ground.begins, ground.player)
        self._iteration: Iteration | None = None
        self._last, self._ahead = (0, 0), 0

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Return the pushes of a shortest solution, or None, and the reason why the search stopped.

        The reason is `TIRED` when a total of `patience` states is stored; then the search may be
        resumed. Each lower bound is reported to `bounds`. The reason is `MET` when another search
        knows a solution as short as the lower bound. Both results are None if this search or
        another one that reports to `bounds` has proven that no solution exists.
        """
        while self._bound < NEVER and not bounds.unsolvable:
            bounds.rise(self._bound)
            if self._iteration is None:
                self._iteration = self._next(bounds)
            plan, stopped = self._run(self._iteration, bounds, patience)
            if plan is not None or stopped is not None:
                return plan, stopped
            self._rise(self._iteration)
        return None, None

    def _next(self, bounds: Bounds) -> Iteration:
        """Return the next iteration.

        Its bound gives about the desired number of states. If a known solution is not much longer,
        the bound is one move below its length.
        """
        least = max(self._bound, bounds.at_least)
        most = least + self._ahead
        if bounds.found is not None and bounds.found <= most + self._ahead:
            most = max(least, bounds.found - 1)  # refuting it proves the known solution shortest
        ground = self.ground
        return Iteration(self._board, ground.begins, ground.player, least, most)

    def _rise(self, over: Iteration) -> None:
        """Record that an iteration found no solution, and choose how far the next bound rises."""
        bound, state_count = self._last
        self._bound, self._iteration, self._ahead = over.further, None, 0
        if over.state_count > state_count >= FEW:
            rise = (over.bound - bound) * log(MORE, over.state_count / state_count)
            self._ahead = int(min(rise, AHEAD))
        self._last = over.bound, over.state_count

    def labels(self, pushes: list[Push]) -> list[str]:
        """Return the moves of a list of pushes: the walks, the pushes, and the final walk."""
        return self.ground.labels(pushes)

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first shortest solution in text order, given any shortest solution `labels`.

        Return None if `most` more states do not suffice. At each move, all labels that come before
        the known one are tried. The first of them after which the remaining moves suffice for a
        solution replaces it.
        """
        last, ground, solution = self.states + most, self.ground, list(labels)
        for k in range(len(solution)):
            remaining = len(solution) - k - 1
            for label in sorted(DIRECTIONS):
                there = None if label >= solution[k] else _moved(ground, label)
                if there is None or self._board.moves(there.begins, there.player) > remaining:
                    continue
                iteration = Iteration(self._board, there.begins, there.player, remaining, remaining)
                plan, stopped = self._run(iteration, None, last)
                if stopped is not None:
                    return None
                if plan is not None:
                    solution[k:] = [label, *there.labels(plan)]
                    break
            ground = cast(Ground, _moved(ground, solution[k]))
        return solution

    def _run(
        self, searched: Iteration, bounds: Bounds | None, patience: int
    ) -> tuple[list[Push] | None, Stop | None]:
        """Run an iteration until it ends or must stop; return its solution, or the stop reason."""
        while True:
            if bounds is not None and bounds.met:
                return None, MET
            if bounds is not None and bounds.unsolvable:
                return None, None
            before, began = searched.state_count, time.perf_counter()
            status = searched.expand(self._plainly)
            if bounds is not None and bounds.refuting and bounds.at_least > searched.bound:
                time.sleep(min(REST * (time.perf_counter() - began), PAUSE))
            self.states += searched.state_count - before
            if bounds is not None:
                bounds.rise(searched.at_least)
            if status == FOUND:
                return searched.plan(), None
            if status == REFUTED:
                return None, None
            if why := self._budget.refuses(self.states) or self._budget.exhausted(self.states, 0):
                return None, why
            if status == NO_ROOM:
                if why := self._budget.lacks(searched.growth()):
                    return None, why
                searched.grow()
            elif self.states >= patience:
                return None, TIRED


def _moved(ground: Ground, label: str) -> Ground | None:
    """Return the board with the state after a move as its start, or None for an impossible move."""
    direction, n = DIRECTIONS.index(label), ground.size
    to = int(ground.step[direction * n + ground.player])
    if to < 0:
        return None
    moved = copy.copy(ground)
    moved.player = to
    if ground.begins[to]:
        behind = int(ground.step[direction * n + to])
        if behind < 0 or ground.begins[behind]:
            return None
        moved.begins = ground.begins.copy()
        moved.begins[[to, behind]] = 0, 1
    return moved
