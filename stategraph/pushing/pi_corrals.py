"""PI-corrals: regions whose blocks must be pushed before all others.

A region that the player cannot reach is a *PI-corral* if the blocks around it can at first only be
pushed into it, and the player can make all these pushes at once. The first push of such a block in
a solution can also be made at once: no push of another block enters the region, and the player
reaches all cells from which those pushes are made. So if a solution pushes one of these blocks,
moves of the other blocks need not be considered. Solvers of Sokoban gave it this name::

    #######
    # $ $.#     at first, the two blocks at the right can only be pushed to the right:
    #@  $.#     the block at the left can wait
    #######
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def beside(scene, cell, number):
    """Return whether a cell is beside a region."""
    for direction in range(4):
        to = scene.step[direction * scene.block.size + cell]
        if to >= 0 and scene.region[to] == number:
            return True
    return False


def only_inwards(scene, number, own, cell):
    """Return whether a block beside a corral can at first only be pushed into it, and at once.

    A push that another block of the corral's boundary prevents is not a first push.
    """
    n = scene.block.size
    for direction in range(4):
        to = scene.step[direction * n + cell]
        stands = scene.step[(direction ^ 2) * n + cell]
        if to < 0 or stands < 0 or scene.homes[to] < 0 or scene.region[stands] == number:
            continue
        if scene.block[to] and beside(scene, to, number):
            continue
        if scene.block[stands] and beside(scene, stands, number):
            continue
        if scene.region[to] != number or scene.region[stands] != own:
            return False
    return True


def comes_first(scene, number, own):
    """Return the number of blocks around a region if one of them must be pushed next, else 0.

    This holds if the region is a PI-corral: at first, these blocks can only be pushed into it, the
    player can make all these pushes at once, and one of them must be made. One must be made if such
    a block is not on a goal, or if every goal needs a block and one inside has none.
    """
    goals = 0
    empty = 0
    for cell in range(scene.block.size):
        if scene.homes[cell] == 0:
            goals += 1
            empty += scene.region[cell] == number
    missing = empty > 0 and goals == scene.boxes.size
    count = 0
    for k in range(scene.boxes.size):
        cell = scene.boxes[k]
        if beside(scene, cell, number):
            if not only_inwards(scene, number, own, cell):
                return 0
            count += 1
            if scene.homes[cell] != 0:
                missing = True
    return count if missing else 0


def restrict(scene, player):
    """Keep only the blocks around the smallest PI-corral as loose blocks, if one exists."""
    own = scene.region[player]
    least = 0
    corral = -1
    for number in range(scene.moves.regions[0]):
        if number != own:
            count = comes_first(scene, number, own)
            if count > 0 and (corral < 0 or count < least):
                least = count
                corral = number
    for k in range(scene.boxes.size):
        if corral >= 0 and not beside(scene, scene.boxes[k], corral):
            scene.loose[k] = 0


PI_CORRALS: list[Callable[..., Any]] = [beside, only_inwards, comes_first, restrict]
