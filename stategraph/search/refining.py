"""Proofs among few blocks: those that make a solution long, and none that are pushed in vain.

Where there are fewer blocks, no solution is longer: whoever plays the moves of one among all blocks
walks where they would push a block that is not there, and every block that is there stands where
it would. So what no solution among some blocks can do, none among all can; and a shortest one among
some that meets none of the others is a shortest one among all. Only few need be *heeded*::

    bound 12    none heeded          12 moves, which meet a and b
                a b                  no solution in 12 moves; nor without a, among fewer states
                b                    so a is left out again
    bound 14    b                    14 moves, which meet c
                b c                  14 moves, which meet nothing: proven

This is counterexample-guided abstraction refinement, as in `stategraph.search.lazy`. What is new is
that blocks are left out again. A block in everybody's way may be pushed here and there in each of
thousands of states, and yet hold up nobody: then what holds them up farther on is enough for the
proof. So the blocks heeded are a core of what cannot be solved, as small as may be had: as few
states as may be, rather, for a single block can make all the difference.
"""

from __future__ import annotations

import copy
from collections.abc import Generator

import numpy as np

from stategraph.engines.limits import MET, MOST, TIRED, Budget, Stop
from stategraph.rules.arrivals import NEVER, Arrivals
from stategraph.search.bounded import Iteration, Proof
from stategraph.search.bounds import Bounds
from stategraph.search.ground import WAYS, Ground, Push
from stategraph.search.narrowing import FOUND, NO_ROOM, REFUTED

# States of the whole board before few blocks are tried; the two take turns, each time longer.
TURN, LONGER = 1 << 14, 4

# Each block that a solution meets is tried alone where it takes so few states; else all at once,
# unless it takes so many times as many as before.
FEW, TIMES = 3_000, 4

# Blocks are left out again where refuting takes so many states, and twice as many as the last time;
# until so many times as many states were kept in vain.
MUCH, TRIED = 1_000, 12

# A block that is pushed in a smaller share of the states is left where it is.
SELDOM = 0.002

# They are tried again where leaving some out brought states below so large a share.
LESS = 0.7

Steps = Generator["Stop | None", None, "list[Push] | None"]
Attempts = Generator["Stop | None", None, "tuple[int, Iteration]"]
Turns = Generator["Stop | None", None, None]


class Refinement:
    """The search for a shortest solution among few blocks, which can be left and gone on with.

    It begins with no block, and at its own bound, however much others have proven: a core for a
    low bound is soon found, and is most of one for a higher bound.

    Attributes
    ----------
    states : int
        kept so far, over all that was tried
    heeded : array of bool, (n,)
        where those blocks are at first
    """

    def __init__(self, ground: Ground, board: Arrivals, budget: Budget, plainly: bool):
        self.states, self.heeded = 0, np.zeros(ground.size, bool)
        self._ground, self._board, self._budget = ground, board, budget
        self._plainly, self._bounds = plainly, Bounds()
        self._bound, self._least = board.moves(self._begins(self.heeded), ground.player), MUCH
        self._steps = self._refined()

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Search as `stategraph.search.bounded.Proof` does."""
        self._bounds = bounds
        while not bounds.met:
            try:
                why = next(self._steps)
            except StopIteration as over:
                return over.value, None
            why = why or self._budget.refuses(self.states)
            if why := why or self._budget.exhausted(self.states, 0):
                return None, why
            if self.states >= patience:
                return None, TIRED
        return None, MET

    def _refined(self) -> Steps:
        """Return the pushes of a shortest solution; None where there is none."""
        while self._bound < NEVER:
            self._bounds.rise(self._bound)
            status, tried = yield from self._try(self.heeded)
            if status == REFUTED:
                if tried.kept >= 2 * self._least:
                    yield from self._leave_out(tried)
                self._bound = tried.further
                continue
            plan = tried.plan()
            met = self._met(plan)
            if not met:
                return plan
            yield from self._heed(met, tried.kept)
        return None

    def _begins(self, heeded: np.ndarray) -> np.ndarray:
        """Return where blocks are at first, if only some are heeded."""
        return self._ground.begins * heeded.astype(np.uint8)

    def _try(self, heeded: np.ndarray, most: int = MOST) -> Attempts:
        """Look for a solution within the bound among some blocks; `GOES_ON`: `most` are too few."""
        begins, bound = self._begins(heeded), self._bound
        tried = Iteration(self._board, begins, self._ground.player, bound, bound)
        while True:
            before = tried.kept
            status = tried.expand(self._plainly)
            self.states += tried.kept - before
            if status in (FOUND, REFUTED) or tried.kept > most:
                return status, tried
            if status == NO_ROOM:
                while why := self._budget.lacks(tried.growth()):
                    yield why
                tried.grow()
            yield None

    # ------------------------------------------------------------------------------ more blocks

    def _met(self, plan: list[Push]) -> list[int]:
        """Return where the blocks not heeded begin that a plan meets, in order."""
        few = copy.copy(self._ground)
        few.begins = self._begins(self.heeded)
        others, player, met = self._ground.begins * ~self.heeded, few.player, []
        block = few.begins.copy()
        for label in few.labels(plan):
            to = int(few.step[WAYS.index(label) * few.size + player])
            touched = [to]
            if block[to]:
                behind = int(few.step[WAYS.index(label) * few.size + to])
                block[[to, behind]] = 0, 1
                touched.append(behind)
            met += [cell for cell in touched if others[cell] and cell not in met]
            player = to
        return met

    def _heed(self, met: list[int], kept: int) -> Turns:
        """Heed some of the blocks that a solution meets, which took so many states."""
        best, most = None, 2 * kept + FEW // 6
        for cell in met if kept < FEW else ():
            status, tried = yield from self._try(self._with([cell]), most)
            # refuted with the fewest states, or found after the most
            rank = (0, tried.kept) if status == REFUTED else (1 + (status != FOUND), -tried.kept)
            if best is None or rank < best[0]:
                best = rank, cell
            if status == REFUTED:
                most = tried.kept
        if best is not None and best[0][0] < 2:
            self.heeded = self._with([best[1]])
            return
        status, _ = yield from self._try(self._with(met), TIMES * kept)
        self.heeded = self._with(met if status in (FOUND, REFUTED) else met[:1])

    def _with(self, cells: list[int]) -> np.ndarray:
        """Return what is heeded, and some blocks more."""
        heeded = self.heeded.copy()
        heeded[cells] = True
        return heeded

    # ------------------------------------------------------------------------------ fewer blocks

    def _leave_out(self, refuted: Iteration) -> Turns:
        """Leave out blocks without which there is still no solution, and no more states are kept.

        Those first that were pushed in most states.
        """
        before = None
        while before is None or refuted.kept < LESS * before:
            before = refuted.kept
            refuted = yield from self._left_out(refuted)
        self._least = refuted.kept

    def _left_out(self, refuted: Iteration) -> Generator[Stop | None, None, Iteration]:
        """Try each block once; return what refutes the bound at last."""
        shares, vain = refuted.pushed(), 0
        for cell in np.argsort(-shares, kind="stable").tolist():
            if shares[cell] < SELDOM or vain > TRIED * refuted.kept:
                break
            heeded = self.heeded.copy()
            heeded[cell] = False
            status, tried = yield from self._try(heeded, refuted.kept)
            vain += tried.kept
            if status == REFUTED:
                self.heeded, refuted, vain = heeded, tried, 0
        return refuted


class Pushing:
    """The whole board and few blocks in turns: which of them proves it, nobody knows before.

    Attributes
    ----------
    states : int
        kept so far, by both
    """

    def __init__(self, ground: Ground, budget: Budget, plainly: bool):
        self.ground, self._whole = ground, Proof(ground, budget, plainly)
        self._few = Refinement(ground, self._whole.board, budget, plainly)
        self._turn, self._patience = 0, TURN

    @property
    def states(self) -> int:
        """How many states were kept so far."""
        return self._whole.states + self._few.states

    def search(self, bounds: Bounds, patience: int) -> tuple[list[Push] | None, Stop | None]:
        """Search as `Proof` does."""
        while True:
            search = (self._whole, self._few)[self._turn]
            most = min(self._patience, search.states + patience - self.states)
            plan, stopped = search.search(bounds, most)
            if stopped is not TIRED or self.states >= patience:
                return plan, stopped
            self._turn = 1 - self._turn
            if self._turn == 0:
                self._patience *= LONGER

    def first(self, labels: list[str], most: int) -> list[str] | None:
        """Return the first in text order of the shortest solutions, see `Proof`."""
        return self._whole.first(labels, most)
