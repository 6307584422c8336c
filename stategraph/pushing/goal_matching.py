"""Bipartite matching of blocks and goals: each block needs a different goal.

::

    # # # # # # #    each block ($) can reach the right goal, and neither can reach the left one,
    # . # $ $ . #    so only one of the two can be brought to a goal
    # # # @ _ _ #

A block can reach a goal if it can be pushed there while frozen blocks are the only obstacles. An
*augmenting path* (C. Berge, PNAS 43, 1957) gives a block a goal by taking it from another block
that can reach a third goal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32Rows, Int32s, Int64s, UInt8s
from stategraph.pushing.push_board import Ground


class Lone(NamedTuple):
    """A board on which one block is pushed, and the workspace of `pushes_to`.

    Attributes
    ----------
    step : (4n,)
        see `stategraph.pushing.push_kernel`
    walls : (n,)
        1 on cells that are never free
    side : (4n,)
        for a block on a cell, by ``cell * 4 + direction``: the first direction whose neighbour is
        in the same region as the neighbour in this direction; -1: no free neighbour
    pushes : (4n,)
        the fewest pushes to the goal from each cell and region beside it, as ``cell * 4 + side``;
        -1: none reach it
    mark, queue : (4n,)
    """

    step: Int32s
    walls: UInt8s
    side: Int32s
    pushes: Int32s
    mark: Int32s
    queue: Int32s


def fill(lone, block, start, number):
    """Mark the cells of a region with a number; `block` is a further obstacle."""
    n = lone.walls.size
    lone.mark[start] = number
    lone.queue[0] = start
    head = 0
    tail = 1
    while head < tail:
        cell = lone.queue[head]
        head += 1
        for direction in range(4):
            to = lone.step[direction * n + cell]
            if to >= 0 and to != block and lone.mark[to] < 0 and not lone.walls[to]:
                lone.mark[to] = number
                lone.queue[tail] = to
                tail += 1


def divide_sides(lone):
    """Write which neighbours of each cell are in the same region if a block is on the cell."""
    n = lone.walls.size
    for cell in range(n):
        for other in range(n):
            lone.mark[other] = -1
        for direction in range(4):
            at = lone.step[direction * n + cell]
            lone.side[4 * cell + direction] = -1
            if lone.walls[cell] or at < 0 or lone.walls[at]:
                continue
            if lone.mark[at] < 0:
                fill(lone, cell, at, direction)
            lone.side[4 * cell + direction] = lone.mark[at]


def pushes_to(lone, goal):
    """Write the fewest pushes to a goal, by a search with pulls; see `Lone`."""
    n = lone.walls.size
    for node in range(4 * n):
        lone.pushes[node] = -1
    head = 0
    tail = 0
    for direction in range(4):
        if lone.side[4 * goal + direction] == direction:
            lone.pushes[4 * goal + direction] = 0
            lone.queue[tail] = 4 * goal + direction
            tail += 1
    while head < tail:
        node = lone.queue[head]
        head += 1
        for direction in range(4):
            if lone.side[(node & -4) + direction] != (node & 3):
                continue
            to = lone.step[direction * n + (node >> 2)]
            side = lone.side[4 * to + direction]
            if side >= 0 and lone.pushes[4 * to + side] < 0:
                lone.pushes[4 * to + side] = lone.pushes[node] + 1
                lone.queue[tail] = 4 * to + side
                tail += 1


def pushes_from(lone, cell):
    """Return the fewest pushes to the goal of the last search, for the best cell of the player."""
    best = -1
    for node in range(4 * cell, 4 * cell + 4):
        if lone.pushes[node] >= 0 and (best < 0 or lone.pushes[node] < best):
            best = lone.pushes[node]
    return best


def pushes_to_goals(lone: Lone, goals: Int32s, pushes: Int32Rows, first):
    """Write the fewest pushes from each cell to each goal, to rows of `pushes` from `first` on."""
    divide_sides(lone)
    for k in range(goals.size):
        pushes_to(lone, goals[k])
        for cell in range(lone.walls.size):
            pushes[first + k, cell] = pushes_from(lone, cell)
        pushes[first + k, goals[k]] = 0


LONE: list[Callable[..., object]] = [fill, divide_sides, pushes_to, pushes_from, pushes_to_goals]
_pushing = Kernel(pushes_to_goals, LONE)


def lone(ground: Ground) -> Lone:
    """Return a board without blocks."""
    walls = np.zeros(ground.size, np.uint8)
    return Lone(ground.step, walls, *np.zeros((4, 4 * ground.size), np.int32))


def goal_pushes(board: Lone, goals: np.ndarray) -> np.ndarray:
    """Return the fewest pushes of a single block from each cell to each goal, (g, n) int32.

    The player walks between the pushes, and may begin on any cell. The number is -1 if no pushes
    lead there.
    """
    pushes = np.zeros((len(goals), board.walls.size), np.int32)
    _pushing.compiled(board, goals.astype(np.int32), pushes, 0, work=1 << 30)
    return pushes


class Matching(NamedTuple):
    """The goals that each block can have, and the workspace of `unmatched`.

    Attributes
    ----------
    pushes : (m * g, n)
        in each of m cases, for each goal and each cell of a block: at least 0 if the block can have
        the goal
    owners, givers : (g,)
        the block that has each goal, and the block that could take each goal; -1: none
    chosen, queue : (b,)
        the goal of each block, -1 for none; the blocks that need another goal
    """

    pushes: Int32Rows
    owners: Int32s
    givers: Int32s
    chosen: Int32s
    queue: Int32s


def take(matching, goal):
    """Give a free goal to its giver, the goal of that block to its giver, and so on."""
    while goal >= 0:
        k = matching.givers[goal]
        before = matching.chosen[k]
        matching.owners[goal] = k
        matching.chosen[k] = goal
        goal = before


def augment(matching, boxes, first, case):
    """Give the block number `first` a goal; return whether this is possible."""
    goals = matching.owners.size
    for goal in range(goals):
        matching.givers[goal] = -1
    matching.queue[0] = first
    head = 0
    tail = 1
    while head < tail:
        k = matching.queue[head]
        head += 1
        for goal in range(goals):
            if matching.givers[goal] >= 0 or matching.pushes[case * goals + goal, boxes[k]] < 0:
                continue
            matching.givers[goal] = k
            if matching.owners[goal] < 0:
                take(matching, goal)
                return True
            matching.queue[tail] = matching.owners[goal]
            tail += 1
    return False


def unmatched(matching, boxes, count, case):
    """Return how many of the first `count` blocks have no goal in a largest matching."""
    for goal in range(matching.owners.size):
        matching.owners[goal] = -1
    for k in range(count):
        matching.chosen[k] = -1
    missing = 0
    for k in range(count):
        missing += not augment(matching, boxes, k, case)
    return missing


class FrozenSets(NamedTuple):
    """Sets of frozen blocks, and the goals that other blocks can then reach.

    Attributes
    ----------
    lone : Lone
    goals : (g,)
        the cells of the goals
    kinds : (n,)
        equal numbers for cells from which a block reaches the same goals if no block is frozen
    known : (m,)
        the keys of the sets
    matching : Matching
        the fewest pushes from each cell to each goal, with each set of frozen blocks; -1: not
        reached. Set 0 is empty.
    """

    lone: Lone
    goals: Int32s
    kinds: Int32s
    known: Int64s
    matching: Matching


def set_of(sets, frozen, codes):
    """Return the number of a set of frozen blocks, and compute its numbers of pushes if needed."""
    key = 0
    for cell in range(frozen.size):
        if frozen[cell]:
            key ^= codes[cell]
    if key == 0:
        return 0
    place = 1 + key % (sets.known.size - 1)
    if sets.known[place] == key:
        return place
    sets.known[place] = key
    for cell in range(frozen.size):
        sets.lone.walls[cell] = frozen[cell]
    pushes_to_goals(sets.lone, sets.goals, sets.matching.pushes, place * sets.goals.size)
    return place


MATCHING: list[Callable[..., object]] = [take, augment, unmatched]
FROZEN_SETS: list[Callable[..., object]] = [*LONE, *MATCHING, set_of]


def matching_of(pushes: np.ndarray, goals: int, boxes: int) -> Matching:
    """Return the arrays for a matching; for `pushes` see `Matching`."""
    return Matching(pushes, *np.zeros((2, goals), np.int32), *np.zeros((2, boxes), np.int32))


def kinds_of(pushes: np.ndarray) -> np.ndarray:
    """Number the cells from which a block can have the same goals, (n,) int32."""
    return np.unique(pushes < 0, axis=1, return_inverse=True)[1].reshape(-1).astype(np.int32)


def frozen_sets(ground: Ground, count: int) -> FrozenSets:
    """Return arrays with room for `count` sets of frozen blocks."""
    goals = np.flatnonzero(ground.homes == 0).astype(np.int32)
    pushes = np.zeros((count * len(goals), ground.size), np.int32)
    board = lone(ground)
    pushes[: len(goals)] = goal_pushes(board, goals)
    matching = matching_of(pushes, len(goals), int(ground.begins.sum()))
    kinds = kinds_of(pushes[: len(goals)])
    return FrozenSets(board, goals, kinds, np.zeros(count, np.int64), matching)
