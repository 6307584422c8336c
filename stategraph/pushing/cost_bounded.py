"""Proofs over pushes: what cannot matter within a bound is forgotten.

A bound on the moves rises until a solution lies within it, as for IDA*. Within a bound a state is
no more than the part of the board on which a solution can still stand: all else is wall from then
on, blocks and ground alike. So states are one that differ only in what was left behind::

    bound 12, 9 moves made          what matters            and of this state, too
    u _ _ e                         u _ _ e                 u _ _ e
    _ p _ _                         # # # #                 p _ _ _
    p _ _ p                         # # # #                 _ p p _

The lower bounds are those of `stategraph.pushing.arrival_bounds`. States are expanded in the order
of the least moves of a solution that goes on from them, as A* does, and compared bit by bit. So the
bound may rise by many moves at once, and the first solution met is a shortest one all the same: the
higher the bound, the less is forgotten, but many bounds look at the same states again.
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
    BASE,
    COUNT,
    FOUND,
    FURTHER,
    GOES_ON,
    LEVEL,
    NO_ROOM,
    RAISED,
    REFUTED,
    WINNER,
)
from stategraph.pushing.pattern_database import NOTHING, Pattern, largest
from stategraph.pushing.push_board import WAYS, Ground, Push, pushes_to
from stategraph.pushing.state_rows import doubled, reindexing
from stategraph.search.bounds import Bounds

# States expanded between two looks at the budget, on any engine, so that all stop alike; and kept
# at first.
AT_ONCE, ROOM = 1 << 8, 1 << 12

# A bound rises until so many times as many states are to be expected, but not by more moves; what
# fewer states say of that means nothing.
MORE, AHEAD, FEW = 4, 64, 500

# As many times as long as it has worked it rests, where a search beside it is far ahead; but no
# more seconds at once. (It never stops: on a board without a solution this one alone may end.)
REST, PAUSE = 4, 0.5

# A pattern is made once so many states were kept, where so many bytes are left for it.
LATE, SPACE = 4_000, 1 << 26


class Iteration:
    """All states on solutions of so many moves at most, from one state of a board.

    No solution is shorter than `least`. The state is one of a pattern's at `part`.
    """

    def __init__(
        self,
        board: Arrivals,
        cells: np.ndarray,
        player: int,
        least: int,
        bound: int,
        pattern: Pattern = NOTHING,
        part: int = 0,
    ):
        self._board, self.bound, self._pattern = board, bound, pattern
        n = board.left.size
        self._words = -(-n // 32)
        self._rows = np.zeros((ROOM + 4 * n, 4 * self._words), np.uint32)
        self._columns = [np.zeros(len(self._rows), np.int32) for _ in range(6)]
        self._index = np.zeros(slots(len(self._rows)), np.int32)
        self._met = np.zeros((self._index.size, self._words + 2), np.uint32)
        self._queues = np.full((bound - least + 1) * (bound + 1), -1, np.int32)
        self._now = np.array([1, 0, NEVER, -1, least, 0], np.int64)
        read, moved, stood = (np.zeros(n, np.uint8) for _ in range(3))
        turned, nearer, ways, dist, queue = (
            np.zeros(size, np.int32) for size in (4 * n, n, 4 * n, n, n)
        )
        self._work = read, dist, queue, moved, stood, turned, nearer, ways, *board.work
        for at, what in ((0, FREE), (1, BLOCK), (3, BLOCK)):
            bits = np.zeros(32 * self._words, np.uint8)
            bits[:n] = cells == what
            packed = np.packbits(bits, bitorder="little").view("<u4")
            self._rows[0, at * self._words : (at + 1) * self._words] = packed
        players, _, parents, _, nexts, parts = self._columns
        players[0], parents[0], nexts[0], parts[0], self._queues[0] = player, -1, -1, part, 0

    @property
    def kept(self) -> int:
        """How many states are kept so far."""
        return int(self._now[COUNT])

    @property
    def at_least(self) -> int:
        """No solution is shorter."""
        return int(self._now[BASE] + self._now[LEVEL] // (self.bound + 1))

    @property
    def further(self) -> int:
        """The least bound that may bring more, once it is over in vain; `NEVER`: none does."""
        return int(self._now[FURTHER])

    @property
    def raised(self) -> int:
        """How many guesses the pattern raised so far."""
        return int(self._now[RAISED])

    def expand(self, plainly: bool) -> int:
        """Expand some states, as plain Python where that is asked for; return what came of it."""
        board, pattern = self._board, self._pattern
        arrays = (
            board.step, board.around, board.left, self.bound, pattern.offsets, pattern.edges,
            self._rows, *self._columns, self._queues, self._index, self._now, self._met,
            *self._work,
        )  # fmt: skip
        run = cost_bounded_kernel.search
        if plainly:
            return int(run.plain(*arrays, AT_ONCE))
        return int(run.compiled(*arrays, AT_ONCE, work=1 << 30))

    def growth(self) -> int:
        """Return how many bytes are taken while the room is doubled."""
        return 3 * sum(a.nbytes for a in (self._rows, self._index, self._met, *self._columns))

    def grow(self) -> None:
        """Double the room."""
        n = len(self._rows)
        self._rows = doubled(self._rows)
        self._columns = [doubled(column) for column in self._columns]
        self._index = np.zeros(slots(2 * n), np.int32)
        met, self._met = self._met, np.zeros((self._index.size, self._words + 2), np.uint32)
        cost_bounded_kernel.renoting.compiled(met, self._met, work=100 * n)
        players, steps = self._columns[:2]
        reindexing.compiled(
            self._rows, players, steps, self._index, self.kept, 2 * self._words, work=100 * n
        )

    def plan(self) -> list[Push]:
        """Return the pushes of the solution found."""
        _, _, parents, turns, _, _ = self._columns
        return pushes_to(int(self._now[WINNER]), parents, turns)


class Proof:
    """The search for a shortest solution of a board, which can be left and gone on with.

    Attributes
    ----------
    states : int
        kept so far, over all iterations
    """

    def __init__(self, ground: Ground, budget: Budget, plainly: bool):
        self.ground, self.states = ground, 1
        self._budget, self._plainly = budget, plainly
        left = ground.left if ground.wins.any() else np.full(ground.size, NEVER, np.int32)
        self._board = Arrivals(ground.step, left)
        self._bound = self._board.moves(ground.begins, ground.player)
        self._iteration: Iteration | None = None
        self._last, self._ahead = (0, 0), 0
        self._pattern, self._looked = NOTHING, False

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Return the pushes of a shortest solution, or None, and why the search stopped.

        As `TIRED` when it has kept `patience` states in all; then it may be called again. Each
        bound is told to `bounds`, and as `MET` it stops when a solution of so many moves is known.
        Both are None where there is none, as this search or `bounds` have proven.
        """
        while self._bound < NEVER and not bounds.unsolvable:
            bounds.rise(self._bound)
            if self.states >= LATE and not self._looked:
                self._look()
            if self._iteration is None:
                self._iteration = self._next(bounds)
            most = patience if self._looked else min(patience, LATE)
            plan, stopped = self._run(self._iteration, bounds, most)
            if stopped is TIRED and self.states < patience:
                continue
            if plan is not None or stopped is not None:
                return plan, stopped
            self._rise(self._iteration)
        return None, None

    def _next(self, bounds: Bounds) -> Iteration:
        """Return the next iteration, as far ahead as states are to be expected, or to a proof."""
        least = max(self._bound, bounds.at_least)
        most = least + self._ahead
        if bounds.found is not None and bounds.found <= most + self._ahead:
            most = max(least, bounds.found - 1)  # which proves what was found
        ground = self.ground
        return Iteration(self._board, ground.begins, ground.player, least, most, self._pattern)

    def _look(self) -> None:
        """See what the blocks near the exits cost; begin an iteration anew with that."""
        self._looked = True
        if self._budget.spare_memory() < SPACE:
            return
        made = largest(self.ground, lambda: self._budget.exhausted(self.states, 0) is not None)
        if made is not None and self._helps(made):
            self._pattern, self._iteration, self._last = made, None, (0, 0)

    def _helps(self, pattern: Pattern) -> bool:
        """Return whether a pattern raises the guess of one of some thousand states."""
        ground, bound = self.ground, self._bound
        if self._iteration is not None:
            bound = self._iteration.bound
        tried = Iteration(self._board, ground.begins, ground.player, self._bound, bound, pattern)
        while not tried.raised and tried.expand(self._plainly) == GOES_ON:
            pass
        return tried.raised > 0

    def _rise(self, over: Iteration) -> None:
        """Note that an iteration was in vain, and how far beyond the bound the next one looks."""
        bound, kept = self._last
        self._bound, self._iteration, self._ahead = over.further, None, 0
        if over.kept > kept >= FEW:
            rise = (over.bound - bound) * log(MORE, over.kept / kept)
            self._ahead = int(min(rise, AHEAD))
        self._last = over.bound, over.kept

    def labels(self, pushes: list[Push]) -> list[str]:
        """Return the moves of pushes: walks, pushes, and the walk that wins."""
        return self.ground.labels(pushes)

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first in text order of the shortest solutions, of which one is given.

        None where `most` states do not suffice. Move by move, each that comes before the one known
        is tried: is there still a solution within the moves that are left?
        """
        last, ground, found, part = self.states + most, self.ground, list(labels), 0
        for k in range(len(found)):
            left = len(found) - k - 1
            for label in sorted(WAYS):
                there = None if label >= found[k] else _moved(ground, label)
                if there is None or self._board.moves(there.begins, there.player) > left:
                    continue
                there_part = self._pattern.after(part, there.player, WAYS.index(label))
                tried = Iteration(
                    self._board, there.begins, there.player, left, left, self._pattern, there_part
                )
                plan, stopped = self._run(tried, None, last)
                if stopped is not None:
                    return None
                if plan is not None:
                    found[k:] = [label, *there.labels(plan)]
                    break
            ground = cast(Ground, _moved(ground, found[k]))
            part = self._pattern.after(part, ground.player, WAYS.index(found[k]))
        return found

    def _run(
        self, searched: Iteration, bounds: Bounds | None, patience: int
    ) -> tuple[list[Push] | None, Stop | None]:
        """Run an iteration to its end; return the pushes of its solution, and why it stopped."""
        while True:
            if bounds is not None and bounds.met:
                return None, MET
            if bounds is not None and bounds.unsolvable:
                return None, None
            before, began = searched.kept, time.perf_counter()
            status = searched.expand(self._plainly)
            if bounds is not None and bounds.refuting and bounds.at_least > searched.bound:
                time.sleep(min(REST * (time.perf_counter() - began), PAUSE))
            self.states += searched.kept - before
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
    """Return a board after a move, as if it began there; None where that cannot be made."""
    way, n = WAYS.index(label), ground.size
    to = int(ground.step[way * n + ground.player])
    if to < 0:
        return None
    moved = copy.copy(ground)
    moved.player = to
    if ground.begins[to]:
        behind = int(ground.step[way * n + to])
        if behind < 0 or ground.begins[behind]:
            return None
        moved.begins = ground.begins.copy()
        moved.begins[[to, behind]] = 0, 1
    return moved
