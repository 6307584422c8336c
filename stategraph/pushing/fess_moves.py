"""The macro moves of FESS: one block goes from one cell to another by pushes of that block alone.

A node of a macro move consists of the block's cell and the region of free cells in which the player
is. A region is named by its smallest cell. If the free neighbours of a block's cell are connected
through the cells around it, the block divides no region. So only few nodes need a search over the
board.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, UInt8s
from stategraph.pushing.pi_corrals import PI_CORRALS, restrict
from stategraph.pushing.push_board import Ground

# Special values for the region on one side of a block: not yet computed, or no region.
UNKNOWN, NONE = -2, -1


class MacroMoves(NamedTuple):
    """The macro moves of a state, and the features of the state after each; row 0: of the state.

    All arrays have the shape (m,). `stategraph.pushing.fess_features` writes those from `packed`
    on, which depend on a plan.

    Attributes
    ----------
    boxes, targets : int32
        the block's cell before and after the macro move
    directions, before : int32
        the direction of the last push, and the row of the macro move without this push; -1: none
    players : int32
        the player's region after the macro move
    regions, reached, mobile : int32
        the numbers of regions, of cells that the player can reach, and of other blocks that the
        player can push
    packed, gates, astray : int32
        the numbers of goals filled in the order of the plan, of blocks in passages between rooms,
        and of blocks that a matching with the goals of the plan leaves over
    pushes_left, off : int32
        the numbers of pushes left to such goals, and of blocks that are not on a goal
    """

    boxes: Int32s
    targets: Int32s
    directions: Int32s
    before: Int32s
    players: Int32s
    regions: Int32s
    reached: Int32s
    mobile: Int32s
    packed: Int32s
    gates: Int32s
    astray: Int32s
    pushes_left: Int32s
    off: Int32s


class Scene(NamedTuple):
    """A state, and its macro moves.

    Attributes
    ----------
    step : (4n,)
        ``step[way * n + cell]`` is the neighbour of a cell in direction `way`, or -1; ``way ^ 2``
        is the opposite direction
    homes : (n,)
        the number of pushes that bring a block from each cell to its nearest goal; -1: it reaches
        no goal
    block : (n,)
        1 where a block is
    boxes, loose : (b,)
        the cells of the blocks; 1 for each block that the player can push at once, and that
        `prunes` does not leave out
    region, least, size : (n,)
        the number of the region of each cell; the smallest cell and the size of each region
    mark, queue : (n,)
        the regions found by a second search, and the queue of the search
    side, reached, mobile : (4n,)
        for a block put on a cell, by ``cell * 4 + way``: the region on each side of the block, the
        size of that region, and the number of other blocks that a player in it can push
    visited : (4n,)
        1 for each node, as ``cell * 4 + way``, that the macro moves of a block have reached
    regions : (n,)
        the number of regions if a block is put on a cell
    turn : int
        2 if blocks are pushed, 0 if they are pulled
    prunes : int
        1 if blocks are pushed, and only those around a PI-corral are considered if one exists
    moves : MacroMoves
        the macro moves of the state
    """

    step: Int32s
    homes: Int32s
    block: UInt8s
    boxes: Int32s
    loose: Int32s
    region: Int32s
    least: Int32s
    size: Int32s
    mark: Int32s
    queue: Int32s
    side: Int32s
    reached: Int32s
    mobile: Int32s
    visited: Int32s
    regions: Int32s
    turn: int
    prunes: int
    moves: MacroMoves


def label(scene, labels, start, number):
    """Label all cells of a region with its number; return its smallest cell and its size."""
    n = scene.block.size
    labels[start] = number
    scene.queue[0] = start
    least = start
    head = 0
    tail = 1
    while head < tail:
        cell = scene.queue[head]
        head += 1
        least = min(least, cell)
        for direction in range(4):
            to = scene.step[direction * n + cell]
            if to >= 0 and labels[to] < 0 and not scene.block[to]:
                labels[to] = number
                scene.queue[tail] = to
                tail += 1
    return least, tail


def divide(scene):
    """Number the regions of free cells; return how many regions exist."""
    n = scene.block.size
    for cell in range(n):
        scene.region[cell] = -1
    count = 0
    for cell in range(n):
        if scene.region[cell] < 0 and not scene.block[cell]:
            least, size = label(scene, scene.region, cell, count)
            scene.least[count] = least
            scene.size[count] = size
            count += 1
    return count


def may_divide(scene, to):
    """Return whether a block on a cell may divide a region.

    It cannot if its free neighbours are connected through the cells around it.
    """
    n = scene.block.size
    free = 0
    links = 0
    for direction in range(4):
        a = scene.step[direction * n + to]
        b = scene.step[((direction + 1) & 3) * n + to]
        if a < 0 or scene.block[a]:
            continue
        free += 1
        if b < 0 or scene.block[b]:
            continue
        corner = scene.step[((direction + 1) & 3) * n + a]
        if corner >= 0 and not scene.block[corner] and scene.step[direction * n + b] == corner:
            links += 1
    return free - links > 1


def is_loose(scene, labels, number, cell):
    """Return whether a player in a region can push the block on a cell."""
    n = scene.block.size
    for direction in range(4):
        to = scene.step[direction * n + cell]
        stands = scene.step[(direction ^ 2) * n + cell]
        if to < 0 or stands < 0 or scene.block[to] or scene.homes[to] < 0:
            continue
        if labels[stands] == number and not scene.block[stands]:
            return True
    return False


def pushable(scene, labels, number, lifted):
    """Return how many blocks a player in a region can push, not counting the block on `lifted`."""
    count = 0
    for k in range(scene.boxes.size):
        cell = scene.boxes[k]
        if cell != lifted and is_loose(scene, labels, number, cell):
            count += 1
    return count


def beside_undivided(scene, to, lifted):
    """Write the data on each side of a block that does not divide its region.

    Return the number of parts of the region: 1, or 0 if the block fills it.
    """
    n = scene.block.size
    number = scene.region[to]
    mobile = pushable(scene, scene.region, number, lifted)
    parts = 0
    for direction in range(4):
        at = scene.step[direction * n + to]
        scene.side[4 * to + direction] = NONE
        if at >= 0 and not scene.block[at]:
            parts = 1
            scene.side[4 * to + direction] = scene.least[number]
            scene.reached[4 * to + direction] = scene.size[number] - 1
            scene.mobile[4 * to + direction] = mobile
    return parts


def beside_divided(scene, to, lifted):
    """Write the data on each side of a block, by a search from each free neighbour.

    Return the number of parts into which the block divides its region.
    """
    n = scene.block.size
    parts = 0
    for cell in range(n):
        scene.mark[cell] = -1
    for direction in range(4):
        at = scene.step[direction * n + to]
        scene.side[4 * to + direction] = NONE
        if at < 0 or scene.block[at]:
            continue
        if scene.mark[at] >= 0:
            other = 4 * to + scene.mark[at]
            scene.side[4 * to + direction] = scene.side[other]
            scene.reached[4 * to + direction] = scene.reached[other]
            scene.mobile[4 * to + direction] = scene.mobile[other]
            continue
        least, size = label(scene, scene.mark, at, direction)
        parts += 1
        scene.side[4 * to + direction] = least
        scene.reached[4 * to + direction] = size
        scene.mobile[4 * to + direction] = pushable(scene, scene.mark, direction, lifted)
    return parts


def put(scene, to, lifted, count):
    """Write how a block on a free cell would divide one of the `count` regions."""
    divides = may_divide(scene, to) != 0 or to == scene.least[scene.region[to]]
    scene.block[to] = 1
    if divides:
        parts = beside_divided(scene, to, lifted)
    else:
        parts = beside_undivided(scene, to, lifted)
    scene.block[to] = 0
    scene.regions[to] = count - 1 + parts


def meet(scene, to, least):
    """Mark as visited the node with the block on `to` and the player in the region `least`."""
    for direction in range(4):
        if scene.side[4 * to + direction] == least:
            scene.visited[4 * to + direction] = 1


def pushes(scene, box, at, least, before, count, tail):
    """Write the macro moves that continue one macro move by a push or pull; return the next row."""
    n = scene.block.size
    for direction in range(4):
        to = scene.step[direction * n + at]
        if scene.side[4 * at + (direction ^ scene.turn)] != least or to < 0:
            continue
        if scene.block[to] or scene.homes[to] < 0:
            continue
        if scene.side[4 * to] == UNKNOWN:
            put(scene, to, box, count)
        side = 4 * to + (direction ^ scene.turn)
        if scene.side[side] == NONE or scene.visited[side]:
            continue
        meet(scene, to, scene.side[side])
        scene.moves.boxes[tail] = box
        scene.moves.targets[tail] = to
        scene.moves.directions[tail] = direction
        scene.moves.before[tail] = before
        scene.moves.players[tail] = scene.side[side]
        scene.moves.regions[tail] = scene.regions[to]
        scene.moves.reached[tail] = scene.reached[side]
        scene.moves.mobile[tail] = scene.mobile[side]
        tail += 1
    return tail


def routes(scene, box, player, tail):
    """Append the macro moves of one block to those of other blocks; return the next row."""
    for side in range(4 * scene.block.size):
        scene.side[side] = UNKNOWN
        scene.visited[side] = 0
    scene.block[box] = 0
    count = divide(scene)
    put(scene, box, box, count)
    meet(scene, box, player)
    head = tail
    tail = pushes(scene, box, box, player, -1, count, tail)
    while head < tail:
        to = scene.moves.targets[head]
        tail = pushes(scene, box, to, scene.moves.players[head], head, count, tail)
        head += 1
    scene.block[box] = 1
    return tail


def look(scene, player):
    """Write the features of the state itself, its blocks, and which blocks are loose."""
    count = 0
    for cell in range(scene.block.size):
        if scene.block[cell]:
            scene.boxes[count] = cell
            count += 1
    scene.moves.regions[0] = divide(scene)
    scene.moves.reached[0] = scene.size[scene.region[player]]
    scene.moves.mobile[0] = pushable(scene, scene.region, scene.region[player], -1)
    scene.moves.players[0] = player
    for k in range(count):
        scene.loose[k] = is_loose(scene, scene.region, scene.region[player], scene.boxes[k])
    if scene.prunes:
        restrict(scene, player)


def macro_moves(scene: Scene, player):
    """Write all macro moves of a state from row 1 on; return the number of rows."""
    look(scene, player)
    tail = 1
    for k in range(scene.boxes.size):
        if scene.loose[k] or scene.turn == 0:  # a block that is not loose cannot be pushed
            tail = routes(scene, scene.boxes[k], player, tail)
    return tail


MOVES: list[Callable[..., Any]] = [
    label, divide, may_divide, is_loose, pushable, beside_undivided, beside_divided, put, meet,
    pushes, routes, *PI_CORRALS, look, macro_moves,
]  # fmt: skip

moving = Kernel(macro_moves, MOVES)


def scene_of(ground: Ground, block: np.ndarray, turn: int = 2) -> Scene:
    """Return the arrays for states with as many blocks as `block`, (n,) uint8, and its moves."""
    n, boxes = ground.size, int(block.sum())
    return Scene._make((
        ground.step, ground.homes, block.copy(), *ints(2, boxes), *ints(5, n),
        *ints(4, 4 * n), *ints(1, n), turn, 0, MacroMoves(*ints(13, 4 * n * boxes + 1)),
    ))  # fmt: skip


def ints(count: int, size: int) -> list[np.ndarray]:
    """Return arrays of zeros, each of the same size."""
    return [np.zeros(size, np.int32) for _ in range(count)]
