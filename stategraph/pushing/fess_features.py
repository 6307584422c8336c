"""The features of FESS for boxes on goals, computed with a plan of the order of filling goals.

The plan is made backwards, from a board with a block on each goal. In each step, the block that
needs the fewest pulls to the starting cell of any block is pulled there, past the other blocks, and
removed. The goal of the block that is removed last is filled first.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import networkx as nx
import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32Rows, Int32s, UInt8s
from stategraph.pushing.push_board import Ground, pushes_of_one
from stategraph.pushing.push_kernel import flood


class Plan(NamedTuple):
    """The order in which goals are filled.

    Attributes
    ----------
    order : (g,)
        the goals, in the order in which they are filled
    gates : (n,)
        1 on passages: single cells that connect parts of the board
    pushes_left : (g + 1, n)
        for each number of filled goals: the number of pushes that bring a block from each cell to
        the nearest unfilled goal; -1: it reaches none
    """

    order: Int32s
    gates: Int32s
    pushes_left: Int32Rows


def packed(scene, plan, to):
    """Return how many goals are filled in the order of the plan, with another block on `to`."""
    count = 0
    while count < plan.order.size:
        goal = plan.order[count]
        if goal != to and not scene.block[goal]:
            break
        count += 1
    return count


def rate(scene, plan, row):
    """Write the features that depend on the plan, for the state after the macro move in a row."""
    to = -1
    box = -1
    if row > 0:
        box = scene.moves.boxes[row]
        to = scene.moves.targets[row]
        scene.block[box] = 0
    count = packed(scene, plan, to)
    gates = 0
    astray = 0
    pushes_left = 0
    off = 0
    for k in range(scene.boxes.size):
        cell = scene.boxes[k]
        if cell == box:
            cell = to
        gates += plan.gates[cell]
        astray += plan.pushes_left[count, cell] < 0
        pushes_left += max(0, plan.pushes_left[count, cell])
        off += scene.homes[cell] != 0
    if row > 0:
        scene.block[box] = 1
    scene.moves.packed[row] = count
    scene.moves.gates[row] = gates
    scene.moves.astray[row] = astray
    scene.moves.pushes_left[row] = pushes_left
    scene.moves.off[row] = off


RATING: list[Callable[..., object]] = [packed, rate]


class PullBoard(NamedTuple):
    """A board on which blocks are pulled away, and the workspace of `taken`.

    Attributes
    ----------
    step : (4n,)
        see `stategraph.pushing.push_kernel`
    block, sources : (n,)
        1 where a block is, and where a block starts
    nowhere : (n,)
        all 0: no cell ends a walk
    sides, queue : (4n,)
        the number of pulls to each side of each cell, as ``cell * 4 + direction``; a queue of sides
    dist, reach : (n,)
        the number of moves to each cell, and a queue of cells
    """

    step: Int32s
    block: UInt8s
    sources: UInt8s
    nowhere: UInt8s
    sides: Int32s
    queue: Int32s
    dist: Int32s
    reach: Int32s


def taken(board: PullBoard, box, player):
    """Return the fewest pulls that bring a block to one of `sources`, and the player's cell then.

    The number of pulls is -1 if the block reaches none of them. If `player` is -1, the player may
    begin on any cell.
    """
    step, block, nowhere = board.step, board.block, board.nowhere
    sides, queue, dist, reach, n = board.sides, board.queue, board.dist, board.reach, block.size
    for side in range(4 * n):
        sides[side] = -1
    tail = 0
    if player >= 0:
        flood(block, step, nowhere, n, player, dist, reach)
    for direction in range(4):
        stands = step[direction * n + box]
        if stands >= 0 and not block[stands] and (player < 0 or dist[stands] >= 0):
            sides[4 * box + direction] = 0
            queue[tail] = 4 * box + direction
            tail += 1
    block[box] = 0
    head = 0
    while head < tail:
        side = queue[head]
        head += 1
        at = side >> 2
        stands = step[(side & 3) * n + at]
        if board.sources[at]:
            block[box] = 1
            return sides[side], stands
        block[at] = 1
        flood(block, step, nowhere, n, stands, dist, reach)
        block[at] = 0
        for direction in range(4):
            to = step[direction * n + at]
            if to < 0 or dist[to] < 0:
                continue
            ahead = step[direction * n + to]
            if ahead >= 0 and not block[ahead] and sides[4 * to + direction] < 0:
                sides[4 * to + direction] = sides[side] + 1
                queue[tail] = 4 * to + direction
                tail += 1
    block[box] = 1
    return -1, player


_taking = Kernel(taken, [flood])


def packing_order(ground: Ground, rng: random.Random, noise: int) -> list[int]:
    """Return the goals in the order in which they are filled; goals outside the plan come last.

    A random number from 0 to `noise` is added to the number of pulls of each block.
    """
    n = ground.size
    goals = np.flatnonzero(ground.homes == 0).tolist()
    block = (ground.homes == 0).astype(np.uint8)
    sources = ((ground.begins != 0) & (ground.homes != 0)).astype(np.uint8)
    sides, queue = np.zeros((2, 4 * n), np.int32)
    dist, reach = np.zeros((2, n), np.int32)
    nowhere = np.zeros_like(block)
    board = PullBoard(ground.step, block, sources, nowhere, sides, queue, dist, reach)
    order: list[int] = []
    player = -1
    while goals:
        candidates = []
        for goal in goals:
            pulls, stands = _taking.compiled(board, goal, player, work=1 << 30)
            if pulls >= 0:
                candidates.append((pulls + rng.randint(0, noise), goal, stands))
        if not candidates:
            break
        _, goal, player = min(candidates)
        goals.remove(goal)
        block[goal] = 0
        order.append(goal)
    return [*order[::-1], *goals]


def planned(ground: Ground, rng: random.Random, noise: int) -> Plan:
    """Return a packing plan for a board; for the parameters see `packing_order`."""
    order, step = packing_order(ground, rng, noise), ground.step.reshape(4, -1)
    gates = np.zeros(ground.size, np.int32)
    edges = [(cell, int(to)) for row in step for cell, to in enumerate(row) if to >= 0]
    gates[sorted(nx.articulation_points(nx.Graph(edges)))] = 1
    pushes_left = np.full((len(order) + 1, ground.size), -1, np.int32)
    for k, row in enumerate(pushes_left):
        pushes = pushes_of_one(step, order[k:], set(order[:k]))
        row[list(pushes)] = list(pushes.values())
        row[order[:k]] = 0
    return Plan(np.array(order, np.int32), gates, pushes_left)
