"""What a player can do in so many moves: a formula that is satisfied just where they can.

Planning as satisfiability (H. Kautz, B. Selman, ECAI 1992). A variable says of each cell and each
time whether the player stands there, another one whether a block does::

    u p _ e     3 moves: the player is on cell 0 at first, then on 1, 2 and 3;
                the block on 1 at first, then on 2, 3 and beyond the board: not satisfied

It grows by a *layer* for each move. Whoever stands on a cell came there from one beside it, where
they stood a move before: so what satisfies it leads to a cell of the last layer, if it has to.

The player stands nowhere before the least time at which they can get there, nor later than they can
still win from there (`stategraph.pushing.arrival_bounds`): such variables are left out. They stand
nowhere before what they need for that (`stategraph.pushing.landmarks`).

A block comes to where it is pushed, and stays as long as nobody comes to its cell. That no block
comes by itself is not demanded: it would only stand in the way. Whoever wins among more blocks wins
by the same moves where some of them are not there; so the formula is as true without, and smaller
by half.

A way of 2 moves or more can be made longer by 2, 4, and so on: after its first move the player goes
back, and on again, as often as they like. So where nobody can stand after so many moves, nobody can
after fewer by an even number of moves, either.

What it is to end in may be any states, of which some cells are known: a part of a solution. Where
blocks are to be somewhere then, it matters that none comes by itself, and that is demanded.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from stategraph.pushing.arrival_bounds import Within
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.clauses import ALWAYS, Clauses
from stategraph.pushing.landmarks import Landmark
from stategraph.pushing.push_board import WAYS, Ground

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


class Layer(NamedTuple):
    """What is said of one time, by the variables of cells.

    Attributes
    ----------
    stands : dict
        whether the player stands there; of cells in question alone
    blocks : dict
        whether a block does
    been : dict
        of the cell of each landmark, whether the player has stood there by then
    """

    stands: Literals
    blocks: Literals
    been: Literals


class Formula(Clauses):
    """The formula, of no move at first.

    Parameters
    ----------
    ground : Ground
    within : Within
        what holds of the solutions looked for
    landmarks : list of Landmark
        which blocks must have been pushed before the player stands elsewhere
    goal : Goal, optional
        what it is to end in

    Attributes
    ----------
    layers : list of Layer
    most : int
        of how many moves a solution is looked for at most; at first, the slack
    clauses : list of list of int
        see `stategraph.pushing.clauses`: a block that nobody can have moved yet is `ALWAYS` there
    """

    def __init__(
        self,
        ground: Ground,
        within: Within,
        landmarks: Sequence[Landmark] = (),
        goal: Goal | None = None,
    ):
        super().__init__()
        self._ground, self._within, self._goal = ground, within, goal
        self.most = within.slack
        self._exactly = goal is not None and bool(goal.held.any())
        self._beside = ground.step.reshape(4, -1).T.tolist()
        begins = set(np.flatnonzero(ground.begins).tolist())
        blocks = {cell: ALWAYS if cell in begins else -ALWAYS for cell in range(ground.size)}
        been = {mark.block: -ALWAYS for mark in landmarks}
        self.layers = [Layer({ground.player: ALWAYS}, blocks, been)]
        self._movable = self._all_movable(begins)
        self._landmarks = [
            (mark, np.flatnonzero(mark.first < mark.without).tolist()) for mark in landmarks
        ]

    def _all_movable(self, begins: set[int]) -> list[int]:
        """Return all cells on which there may ever be a block that was, or can be, pushed."""
        stood = set(np.flatnonzero(self._within.first < NEVER).tolist())
        for cell in (queue := sorted(begins)):
            for way in range(4):
                to, stands = self._beside[cell][way], self._beside[cell][way ^ 2]
                if to >= 0 and to not in begins and cell in stood and stands in stood:
                    begins.add(to)
                    queue.append(to)
        return queue

    def grow(self) -> Literals:
        """Add a layer; return whether the player stands on each cell then.

        Who goes on has not won yet.
        """
        before = self.layers[-1]
        for cell in [cell for cell in before.stands if self._ground.wins[cell]]:
            self.refute(cell)
        stands = self._places(before)
        blocks = self._covered(before, stands)
        layer = Layer(stands, blocks, self._been(before, stands, blocks))
        self.layers.append(layer)
        self._one_at_most(list(stands.values()))
        self._stand(before, layer)
        self._push(before, layer)
        self._heed(len(self.layers) - 1)
        return stands

    def _places(self, before: Layer) -> Literals:
        """Return the cells on which the player may stand next, and a variable of each."""
        first, left = self._within.first, self._within.left
        at, most = len(self.layers), self.most
        there = {to for cell in before.stands for to in self._beside[cell]}
        return {
            cell: next(self._new)
            for cell in sorted(there)
            if cell >= 0 and first[cell] <= at <= most - left[cell]
        }

    def _covered(self, before: Layer, stands: Literals) -> Literals:
        """Return whether a block is on each cell: as before, where none can move."""
        now = dict(before.blocks)
        for cell in self._movable:
            leaves = cell in stands and now[cell] != -ALWAYS
            if leaves or self._pushed_to(cell, before.stands, stands):
                now[cell] = next(self._new)
        return now

    def _pushed_to(self, cell: int, before: Literals, after: Literals) -> bool:
        """Return whether the player may push something onto a cell."""
        return any(
            block in after and self._beside[block][way] in before
            for way, block in enumerate(self._beside[cell])
        )

    def _stand(self, before: Layer, now: Layer) -> None:
        """Demand that the player is on no block, and came from a cell beside theirs."""
        for cell, here in now.stands.items():
            self._add(-here, -now.blocks[cell])
            self._near(here, cell, before.stands)
        if self._goal is not None:
            for cell, here in before.stands.items():
                self._near(here, cell, now.stands)

    def _near(self, here: int, cell: int, then: Literals) -> None:
        """Demand that whoever is on a cell is on one beside it a move before, or after.

        That they go on follows from where others came from; it is said besides where they are to
        get to a goal. As long as it is asked how far they get, it would only be in the way.
        """
        self._add(-here, *(then[to] for to in self._beside[cell] if to in then))

    def _push(self, before: Layer, now: Layer) -> None:
        """Demand that what is pushed comes to the next cell, and what is not stays."""
        pushed: dict[int, list[int]] = {}
        for cell, goes in now.stands.items():
            for way in range(len(WAYS)):
                stands, block = before.stands.get(self._beside[cell][way ^ 2]), before.blocks[cell]
                if stands is not None and block != -ALWAYS:
                    to, pushes = self._beside[cell][way], (stands, goes, block)
                    self._push_on(before, now, [-literal for literal in pushes], to)
                    if self._exactly and to >= 0 and before.blocks[to] != now.blocks[to]:
                        pushed.setdefault(to, []).append(self._all(pushes))
        for cell, block in before.blocks.items():
            if block != now.blocks[cell]:
                self._add(-block, now.blocks[cell], now.stands.get(cell, -ALWAYS))
                if self._exactly:
                    self._add(block, -now.blocks[cell], *pushed.get(cell, ()))

    def _push_on(self, before: Layer, now: Layer, unless: list[int], to: int) -> None:
        """Demand that a block comes to a free cell, unless it is not pushed there."""
        if to < 0 or before.blocks[to] == now.blocks[to]:  # nothing is pushed there
            self._add(*unless)
        else:
            self._add(*unless, -before.blocks[to])
            self._add(*unless, now.blocks[to])

    def _been(self, before: Layer, stands: Literals, blocks: Literals) -> Literals:
        """Return whether the player has stood on the cell of each landmark by now."""
        been = dict(before.been)
        for cell, so_far in before.been.items():
            if cell in stands:
                here, been[cell] = stands[cell], next(self._new)
                self._add(-been[cell], here, so_far)
                self._add(-here, been[cell])
                self._add(-so_far, been[cell])
            self._add(been[cell], blocks[cell])
        return been

    def _heed(self, at: int) -> None:
        """Demand that landmarks are stood on before what needs them."""
        stands, _, been = self.layers[at]
        for mark, cells in self._landmarks:
            for cell in cells:
                if mark.first[cell] <= at < mark.without[cell]:
                    since = at - int(mark.after[cell])
                    then = self.layers[since].been[mark.block] if since >= 0 else -ALWAYS
                    self._add(-stands.get(cell, -ALWAYS), then)
                    self._add(-been.get(cell, -ALWAYS), then)

    def refute(self, cell: int) -> None:
        """Note that nobody can stand on a cell of the last layer."""
        self._add(-self.layers[-1].stands.pop(cell))

    def end(self) -> None:
        """Demand that the last layer is one of the goal's states."""
        goal, (stands, blocks, _) = self._goal, self.layers[-1]
        if goal is None:
            raise ValueError("a formula without a goal")
        self._add(*(here for cell, here in stands.items() if goal.stands[cell]))
        for cell, block in blocks.items():
            if goal.free[cell]:
                self._add(-block)
            if goal.held[cell]:
                self._add(block)

    def line(self, model: Sequence[int]) -> list[int]:
        """Return the cells on which the player stands, one after another, in what satisfies it."""
        return [
            next(cell for cell, here in layer.stands.items() if model[here - 1] > 0)
            for layer in self.layers
        ]

    def labels(self, line: Iterable[int]) -> list[str]:
        """Return the moves of a line of cells."""
        return [WAYS[self._beside[cell].index(to)] for cell, to in pairwise(line)]
