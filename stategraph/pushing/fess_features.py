"""The features of FESS for boxes on goals, computed with a plan of the order of filling goals.

The plan is made backwards: see `stategraph.pushing.packing_plan`.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import NamedTuple

import networkx as nx
import numpy as np

from stategraph.machine.language import Int32Rows, Int32s
from stategraph.pushing.goal_matching import (
    MATCHING,
    Matching,
    goal_pushes,
    kinds_of,
    lone,
    matching_of,
    unmatched,
)
from stategraph.pushing.packing_plan import packing_order
from stategraph.pushing.push_board import NEVER, Ground


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
    matching : Matching
        for each goal, in the order of the plan: the number of pushes that bring a block there from
        each cell while the goals before it are filled; -1: it does not reach the goal
    kinds : (n,)
        equal numbers for cells from which a block reaches the same goals in `matching`
    matched : (b,)
        the position in the plan of the goal of each block in the state, -1: none
    left : (kinds,)
        workspace of `astray`: the number for each kind of cell, -1: not yet computed
    """

    order: Int32s
    gates: Int32s
    pushes_left: Int32Rows
    matching: Matching
    kinds: Int32s
    matched: Int32s
    left: Int32s


def packed(scene, plan):
    """Return how many goals are filled in the order of the plan."""
    count = 0
    while count < plan.order.size and scene.block[plan.order[count]]:
        count += 1
    return count


def match(scene, plan):
    """Match the blocks of the state to goals of the plan, and write how many are left."""
    boxes = scene.boxes
    scene.moves.astray[0] = unmatched(plan.matching, boxes, boxes.size, 0)
    for k in range(boxes.size):
        plan.matched[k] = plan.matching.chosen[k]


def forget(plan):
    """Forget the numbers of unmatched blocks after moves of another block."""
    for kind in range(plan.left.size):
        plan.left[kind] = -1


def astray(scene, plan, k, to):
    """Return how many blocks get no goal of the plan, with block `k` on `to`."""
    box = scene.boxes[k]
    kind = plan.kinds[to]
    if plan.kinds[box] == kind:
        return scene.moves.astray[0]
    if scene.moves.astray[0] == 0 and plan.matching.pushes[plan.matched[k], to] >= 0:
        return 0
    if plan.left[kind] < 0:
        scene.boxes[k] = to
        plan.left[kind] = unmatched(plan.matching, scene.boxes, scene.boxes.size, 0)
        scene.boxes[k] = box
    return plan.left[kind]


def rate(scene, plan, row):
    """Write the other features that depend on the plan, for the blocks on the board, to a row."""
    count = packed(scene, plan)
    gates = 0
    pushes_left = 0
    off = 0
    for k in range(scene.boxes.size):
        cell = scene.boxes[k]
        gates += plan.gates[cell]
        pushes_left += max(0, plan.pushes_left[count, cell])
        off += scene.homes[cell] != 0
    scene.moves.packed[row] = count
    scene.moves.gates[row] = gates
    scene.moves.pushes_left[row] = pushes_left
    scene.moves.off[row] = off


def move(scene, k, to):
    """Move a block to a free cell."""
    scene.block[scene.boxes[k]] = 0
    scene.block[to] = 1
    scene.boxes[k] = to


def rate_moves(scene, plan, size):
    """Write the features that depend on the plan for a state and its macro moves, `size` rows."""
    match(scene, plan)
    rate(scene, plan, 0)
    k = -1
    for row in range(1, size):
        box = scene.moves.boxes[row]
        if k < 0 or scene.boxes[k] != box:
            forget(plan)
            k += 1
            while scene.boxes[k] != box:
                k += 1
        scene.moves.astray[row] = astray(scene, plan, k, scene.moves.targets[row])
        move(scene, k, scene.moves.targets[row])
        rate(scene, plan, row)
        move(scene, k, box)


RATING: list[Callable[..., object]] = [
    *MATCHING, packed, match, forget, astray, rate, move, rate_moves,
]  # fmt: skip


def planned(ground: Ground, rng: random.Random, noise: int) -> Plan:
    """Return a packing plan for a board; for the parameters see `packing_order`."""
    order, step = packing_order(ground, rng, noise), ground.step.reshape(4, -1)
    gates = np.zeros(ground.size, np.int32)
    edges = [(cell, int(to)) for row in step for cell, to in enumerate(row) if to >= 0]
    gates[sorted(nx.articulation_points(nx.Graph(edges)))] = 1
    pushes_left = np.full((len(order) + 1, ground.size), -1, np.int32)
    board = lone(ground)
    alone = np.full((len(order), ground.size), -1, np.int32)
    for k, row in enumerate(pushes_left):
        board.walls[order[:k]] = 1
        pushes = goal_pushes(board, np.array(order[k:], np.int32))
        alone[k : k + 1] = pushes[:1]
        fewest = np.where(pushes < 0, NEVER, pushes).min(0, initial=NEVER)
        row[:] = np.where(fewest == NEVER, -1, fewest)
        row[order[:k]] = 0
    boxes = int(ground.begins.sum())
    kinds = kinds_of(alone)
    return Plan(
        np.array(order, np.int32), gates, pushes_left, matching_of(alone, len(order), boxes),
        kinds, np.zeros(boxes, np.int32), np.zeros(1 + int(kinds.max()), np.int32),
    )  # fmt: skip
