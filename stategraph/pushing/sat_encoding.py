"""SAT encoding of a push puzzle: one layer of variables per move.

This is planning as satisfiability (H. Kautz, B. Selman, ECAI 1992). For each time and cell, one
variable says whether the player stands on the cell, and another one whether a block does::

    u p _ e     3 moves: the player is on cell 0 at first, then on 1, 2 and 3;
                the block is on cell 1 at first, then on 2, 3 and beyond the board: unsatisfiable

The encoding grows by a *layer* for each move. A player on a cell was on a neighbouring cell one
move before. So a model with the player on a cell of the last layer is a path to that cell.

The encoding omits the variables of a cell before the least time at which the player can reach it,
and after the latest time at which they can still win from it
(`stategraph.pushing.arrival_bounds`). Landmarks add blocks that must be pushed before a cell is
reached (`stategraph.pushing.landmarks`).

The clauses say that a pushed block moves to the next cell, and that a block stays while the player
does not enter its cell. The frame axiom that no block appears from nowhere is omitted. A solution
with additional blocks also wins without them, so the encoding stays correct, and it is half as
large.

A path of at least 2 moves can be extended by 2, 4, ... moves: after the first move the player goes
back and forth. So if the player cannot reach a cell in `t` moves, they cannot reach it in ``t - 2``
moves either.

The goal may be a set of states in which the contents of only some cells are given, such as the
states from which the remaining pushes of a plan win. If such a goal requires blocks on some cells,
the frame axiom matters and is added.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np

from stategraph.pushing.arrival_bounds import Within
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.landmarks import Landmark
from stategraph.pushing.push_board import DIRECTIONS, Ground
from stategraph.pushing.sat_solver import ALWAYS, Clauses
from stategraph.rules.nearest_distances import steps_to

Literals = dict[int, int]  # by cell


class Goal(NamedTuple):
    """States that the path must reach.

    Attributes
    ----------
    stands, free, occupied : (n,) uint8
        1 for each cell on which the player may stand, for each cell that must have no block, and
        for each cell that must have a block
    """

    stands: np.ndarray
    free: np.ndarray
    occupied: np.ndarray


class Layer(NamedTuple):
    """The variables of one time, by cell.

    Attributes
    ----------
    stands : dict
        whether the player stands on a cell; only for cells that may be reached at this time
    blocks : dict
        whether a block is on a cell
    visited : dict
        for the block of each landmark, whether the player has stood on its cell up to this time
    """

    stands: Literals
    blocks: Literals
    visited: Literals


class Formula(Clauses):
    """The encoding, with no move at first.

    Parameters
    ----------
    ground : Ground
    within : Within
        bounds that all solutions of interest satisfy
    landmarks : list of Landmark
        blocks that the player must push before reaching certain cells
    goal : Goal, optional
        the states in which the path must end

    Attributes
    ----------
    layers : list of Layer
    most : int
        the largest length of a solution; at first, the slack
    max_states : int
        an upper bound on the number of states; a shortest path is not longer
    clauses : list of list of int
        see `stategraph.pushing.sat_solver`; the variable of a block that cannot have moved yet is
        `ALWAYS`
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
        self._exactly = goal is not None and bool(goal.occupied.any())
        self._beside = ground.step.reshape(4, -1).T.tolist()
        begins = set(np.flatnonzero(ground.begins).tolist())
        blocks = {cell: ALWAYS if cell in begins else -ALWAYS for cell in range(ground.size)}
        visited = {mark.block: -ALWAYS for mark in landmarks}
        self.layers = [Layer({ground.player: ALWAYS}, blocks, visited)]
        self._movable = self._all_movable(begins)
        stood = int((within.first < NEVER).sum())
        blocks_at_most = range(len(begins) + 1)
        self.max_states = stood * sum(comb(len(self._movable), k) for k in blocks_at_most)
        self._landmarks = [
            (mark, np.flatnonzero(mark.first < mark.without).tolist()) for mark in landmarks
        ]

    def _all_movable(self, begins: set[int]) -> list[int]:
        """Return all cells on which a block may be at some time."""
        stood = set(np.flatnonzero(self._within.first < NEVER).tolist())

        def pushed_to(cell: int) -> Iterator[int]:
            for direction in range(4) if cell in stood else ():
                to, stands = self._beside[cell][direction], self._beside[cell][direction ^ 2]
                if to >= 0 and stands in stood:
                    yield to

        return list(steps_to(sorted(begins), pushed_to))

    def grow(self) -> Literals:
        """Add a layer; return its variables for the player, by cell.

        Also add clauses that exclude a win in earlier layers.
        """
        before = self.layers[-1]
        for cell in [cell for cell in before.stands if self._ground.wins[cell]]:
            self.refute(cell)
        stands = self._places(before)
        blocks = self._covered(before, stands)
        layer = Layer(stands, blocks, self._visited(before, stands, blocks))
        self.layers.append(layer)
        self._at_most_one(list(stands.values()))
        self._stand(before, layer)
        self._push(before, layer)
        self._require_landmarks(len(self.layers) - 1)
        return stands

    def _places(self, before: Layer) -> Literals:
        """Return the cells on which the player may stand next, with a new variable each."""
        first, moves_left = self._within.first, self._within.moves_left
        at, most = len(self.layers), self.most
        there = {to for cell in before.stands for to in self._beside[cell]}
        return {
            cell: next(self._new)
            for cell in sorted(there)
            if cell >= 0 and first[cell] <= at <= most - moves_left[cell]
        }

    def _covered(self, before: Layer, stands: Literals) -> Literals:
        """Return the literal of a block on each cell in the next layer.

        The literal of the layer before is used again if no block can leave or enter the cell.
        """
        blocks = dict(before.blocks)
        for cell in self._movable:
            leaves = cell in stands and blocks[cell] != -ALWAYS
            if leaves or self._pushed_to(cell, before.stands, stands):
                blocks[cell] = next(self._new)
        return blocks

    def _pushed_to(self, cell: int, before: Literals, after: Literals) -> bool:
        """Return whether the player may push a block onto a cell."""
        return any(
            block in after and self._beside[block][direction] in before
            for direction, block in enumerate(self._beside[cell])
        )

    def _stand(self, before: Layer, layer: Layer) -> None:
        """Add clauses: the player is not on a block, and came from a neighbouring cell."""
        for cell, literal in layer.stands.items():
            self._add(-literal, -layer.blocks[cell])
            self._near(literal, cell, before.stands)
        if self._goal is not None:
            for cell, literal in before.stands.items():
                self._near(literal, cell, layer.stands)

    def _near(self, literal: int, cell: int, then: Literals) -> None:
        """Add a clause: a player on a cell is on a neighbouring cell one move earlier, or later.

        The clause for one move later is redundant. It speeds up formulas with a goal, but slows
        down queries for arrival times.
        """
        self._add(-literal, *(then[to] for to in self._beside[cell] if to in then))

    def _push(self, before: Layer, layer: Layer) -> None:
        """Add clauses: a pushed block moves to the next cell, and all others stay."""
        pushed: dict[int, list[int]] = {}
        for cell, goes in layer.stands.items():
            for direction in range(len(DIRECTIONS)):
                stands, block = (
                    before.stands.get(self._beside[cell][direction ^ 2]),
                    before.blocks[cell],
                )
                if stands is not None and block != -ALWAYS:
                    to, pushes = self._beside[cell][direction], (stands, goes, block)
                    self._push_on(before, layer, [-literal for literal in pushes], to)
                    if self._exactly and to >= 0 and before.blocks[to] != layer.blocks[to]:
                        pushed.setdefault(to, []).append(self._all(pushes))
        for cell, block in before.blocks.items():
            if block != layer.blocks[cell]:
                self._add(-block, layer.blocks[cell], layer.stands.get(cell, -ALWAYS))
                if self._exactly:
                    self._add(block, -layer.blocks[cell], *pushed.get(cell, ()))

    def _push_on(self, before: Layer, layer: Layer, unless: list[int], to: int) -> None:
        """Add clauses: the cell `to` is free before a push and has the block after it.

        The literals `unless` are true if the push is not made.
        """
        if to < 0 or before.blocks[to] == layer.blocks[to]:  # no block can be pushed to the cell
            self._add(*unless)
        else:
            self._add(*unless, -before.blocks[to])
            self._add(*unless, layer.blocks[to])

    def _visited(self, before: Layer, stands: Literals, blocks: Literals) -> Literals:
        """Return, for each landmark, whether the player has stood on its block's cell so far."""
        visited = dict(before.visited)
        for cell, so_far in before.visited.items():
            if cell in stands:
                stand, visited[cell] = stands[cell], next(self._new)
                self._add(-visited[cell], stand, so_far)
                self._add(-stand, visited[cell])
                self._add(-so_far, visited[cell])
            self._add(visited[cell], blocks[cell])
        return visited

    def _require_landmarks(self, at: int) -> None:
        """Add clauses: before reaching certain cells, the player has stood on a landmark's cell."""
        stands, _, visited = self.layers[at]
        for mark, cells in self._landmarks:
            for cell in cells:
                if mark.first[cell] <= at < mark.without[cell]:
                    since = at - int(mark.after[cell])
                    then = self.layers[since].visited[mark.block] if since >= 0 else -ALWAYS
                    self._add(-stands.get(cell, -ALWAYS), then)
                    self._add(-visited.get(cell, -ALWAYS), then)

    def refute(self, cell: int) -> None:
        """Add a clause: the player does not stand on this cell of the last layer."""
        self._add(-self.layers[-1].stands.pop(cell))

    def end(self) -> None:
        """Add clauses: the last layer is one of the goal's states.

        Raises
        ------
        ValueError
            if the encoding was made without a goal
        """
        goal, (stands, blocks, _) = self._goal, self.layers[-1]
        if goal is None:
            raise ValueError("a formula without a goal")
        self._add(*(literal for cell, literal in stands.items() if goal.stands[cell]))
        for cell, block in blocks.items():
            if goal.free[cell]:
                self._add(-block)
            if goal.occupied[cell]:
                self._add(block)

    def line(self, model: Sequence[int]) -> list[int]:
        """Return the cells of the player in a model, by time."""
        return [
            next(cell for cell, literal in layer.stands.items() if model[literal - 1] > 0)
            for layer in self.layers
        ]

    def labels(self, line: Iterable[int]) -> list[str]:
        """Convert a sequence of neighbouring cells to the moves along it."""
        return [DIRECTIONS[self._beside[cell].index(to)] for cell, to in pairwise(line)]
