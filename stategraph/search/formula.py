"""Can a board be won in exactly so many moves? A formula that is satisfied if and only if it can.

Planning as satisfiability (H. Kautz, B. Selman, ECAI 1992). A variable says of each cell and each
time whether the player stands there, another one whether a block does::

    u p _ e     3 moves: the player is on cell 0 at first, then on 1, 2 and 3;
                the block on 1 at first, then on 2, 3 and beyond the board: not satisfied

The player stands nowhere before the least time at which they can get there, nor later than they
can still win from there (`stategraph.rules.arrivals`): such variables are left out. They stand
nowhere before what they need for that (`stategraph.search.landmarks`).

A block comes to where it is pushed, and stays as long as nobody comes to its cell. That no block
comes by itself is not demanded: it would only stand in the way. Whoever wins among more blocks wins
by the same moves where some of them are not there; so the formula is as true without, and smaller
by half.

A solution of 2 moves or more can be made longer by 2, 4, and so on: after its first move the player
goes back, and on again, as often as they like. So a formula that cannot be satisfied refutes all
solutions that are shorter by an even number of moves, too.

What it is to end in may be any states, of which some cells are known: a part of a solution. Where
blocks are to be somewhere then, it matters that none comes by itself, and that is demanded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from stategraph.engines.plain import never
from stategraph.rules.arrivals import Within
from stategraph.search.clauses import ALWAYS, Clauses
from stategraph.search.ground import WAYS, Ground
from stategraph.search.landmarks import Landmark

Literals = dict[int, int]  # by cell


class Goal(NamedTuple):
    """States to get to.

    Attributes
    ----------
    stands, free, held : (n,) uint8
        1 for each cell on which the player may stand; on which there must be no block; and on
        which there must be one
    """

    stands: np.ndarray
    free: np.ndarray
    held: np.ndarray


class Formula(Clauses):
    """The clauses, and which variables say where the player stands.

    Parameters
    ----------
    ground : Ground
    within : Within
        what holds of the solutions looked for; its slack is how many moves they have, at least 1
    landmarks : list of Landmark
        which blocks must have been pushed before the player stands elsewhere
    over : callable
        says whether it is not asked for any more: then it is left without all its clauses
    goal : Goal, optional
        where it is to end, instead of on an exit

    Attributes
    ----------
    clauses : list of list of int
        see `stategraph.search.clauses`: a block that nobody can have moved yet is `ALWAYS` there
    stands : list of dict
        for each time the variable of each cell that is in question
    """

    def __init__(
        self,
        ground: Ground,
        within: Within,
        landmarks: Iterable[Landmark] = (),
        over: Callable[[], bool] = never,
        goal: Goal | None = None,
    ):
        super().__init__()
        self._beside = ground.step.reshape(4, -1).T.tolist()
        self._exactly = goal is not None and bool(goal.held.any())
        self.stands = self._places(ground, within, ground.wins if goal is None else goal.stands)
        self._blocks = self._covered(ground)
        for at in range(within.slack + 1):
            if over():
                return
            self._stand(at)
            if at < within.slack:
                self._push(at)
        self._heed(list(landmarks))
        if goal is not None:
            self._end(goal)

    def _places(self, ground: Ground, within: Within, stands: np.ndarray) -> list[Literals]:
        """Return for each time the cells on which the player may stand, and a variable of each."""
        there, places = {ground.player}, []
        moves, first, left = within.slack, within.first, within.left
        for at in range(moves + 1):
            may = stands != 0 if at == moves else ground.wins == 0
            in_time = (first <= at) & (left <= moves - at) & may
            there = {cell for cell in there if in_time[cell]}
            places.append({cell: next(self._new) for cell in sorted(there)})
            there = {to for cell in there for to in self._beside[cell] if to >= 0}
        return places

    def _covered(self, ground: Ground) -> list[Literals]:
        """Return for each time whether a block is on each cell: as before, where none can move."""
        begins = set(np.flatnonzero(ground.begins).tolist())
        covered = [{cell: ALWAYS if cell in begins else -ALWAYS for cell in range(ground.size)}]
        movable = self._movable(begins)
        for before, after in pairwise(self.stands):
            last, now = covered[-1], dict(covered[-1])
            for cell in movable:
                if cell in after and last[cell] != -ALWAYS or self._pushed_to(cell, before, after):
                    now[cell] = next(self._new)
            covered.append(now)
        return covered

    def _movable(self, begins: set[int]) -> list[int]:
        """Return all cells on which there may ever be a block that was, or can be, pushed."""
        stood = set().union(*self.stands)
        for cell in (queue := sorted(begins)):
            for way in range(4):
                to, stands = self._beside[cell][way], self._beside[cell][way ^ 2]
                if to >= 0 and to not in begins and cell in stood and stands in stood:
                    begins.add(to)
                    queue.append(to)
        return queue

    def _pushed_to(self, cell: int, before: Literals, after: Literals) -> bool:
        """Return whether the player may push something onto a cell."""
        return any(
            block in after and self._beside[block][way] in before
            for way, block in enumerate(self._beside[cell])
        )

    def _end(self, goal: Goal) -> None:
        """Demand that blocks are in the end where a goal needs them, and nowhere else it heeds."""
        for cell, block in self._blocks[-1].items():
            if goal.free[cell]:
                self._add(-block)
            if goal.held[cell]:
                self._add(block)

    def _stand(self, at: int) -> None:
        """Demand that the player is on one cell, without a block, and came there from beside it."""
        places, blocks = self.stands[at], self._blocks[at]
        self._one(list(places.values()))
        for cell, here in places.items():
            self._add(-here, -blocks[cell])
            for other in (at - 1, at + 1):
                if 0 <= other < len(self.stands):
                    near, beside = self.stands[other], self._beside[cell]
                    self._add(-here, *(near[to] for to in beside if to in near))

    def _push(self, at: int) -> None:
        """Demand that what is pushed comes to the next cell, and what is not stays."""
        blocks, then = self._blocks[at], self._blocks[at + 1]
        pushed: dict[int, list[int]] = {}
        for cell, goes in self.stands[at + 1].items():
            for way in range(len(WAYS)):
                stands = self.stands[at].get(self._beside[cell][way ^ 2])
                if stands is not None and blocks[cell] != -ALWAYS:
                    to, pushes = self._beside[cell][way], (stands, goes, blocks[cell])
                    self._push_on(at, [-literal for literal in pushes], to)
                    if self._exactly and to >= 0 and blocks[to] != then[to]:
                        pushed.setdefault(to, []).append(self._all(pushes))
        for cell, block in blocks.items():
            if block != then[cell]:
                self._add(-block, then[cell], self.stands[at + 1].get(cell, -ALWAYS))
                if self._exactly:
                    self._add(block, -then[cell], *pushed.get(cell, ()))

    def _push_on(self, at: int, unless: list[int], to: int) -> None:
        """Demand that a block comes to a free cell, unless it is not pushed there."""
        blocks, then = self._blocks[at], self._blocks[at + 1]
        if to < 0 or blocks[to] == then[to]:  # nothing is pushed there
            self._add(*unless)
        else:
            self._add(*unless, -blocks[to])
            self._add(*unless, then[to])

    def _heed(self, landmarks: list[Landmark]) -> None:
        """Demand that landmarks are stood on before what needs them."""
        been = {mark.block: self._been(mark.block) for mark in landmarks}
        for mark in landmarks:
            for cell in np.flatnonzero(mark.first < mark.without).tolist():
                for at in range(mark.first[cell], min(mark.without[cell], len(self.stands))):
                    before = at - int(mark.after[cell])
                    then = been[mark.block][before] if before >= 0 else -ALWAYS
                    self._add(-self.stands[at].get(cell, -ALWAYS), then)
                    if cell in been:
                        self._add(-been[cell][at], then)

    def _been(self, cell: int) -> list[int]:
        """Return for each time whether the player has stood on the cell of a block by then."""
        been = [-ALWAYS]
        for at, places in enumerate(self.stands):
            if cell in places:
                here, before, then = places[cell], been[-1], next(self._new)
                self._add(-then, here, before)
                self._add(-here, then)
                self._add(-before, then)
                been.append(then)
            else:
                been.append(been[-1])
            self._add(been[-1], self._blocks[at][cell])
        return been[1:]

    def labels(self, model: list[int]) -> list[str]:
        """Return the moves of a solution, which is what satisfies the formula."""
        true = {literal for literal in model if literal > 0}
        line = [
            next(cell for cell, variable in places.items() if variable in true)
            for places in self.stands
        ]
        return [WAYS[self._beside[cell].index(to)] for cell, to in pairwise(line)]
