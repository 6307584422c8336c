"""Detours round blocks that must be pushed again.

::

    u p P _ e        after pushing the second block away, the player is on its cell (P), and walks
    _ _ _ _ _        back round the first one to push it again: 4 moves

If few moves remain, the player can reach only few cells in time. Detours that use only these cells
are longer, so even fewer cells can be reached. The terms are those of
`stategraph.pushing.arrival_kernel`, and this one::

    needed                 the terrain whose `around` and `moves_left` use only cells that the
                           player can reach in time
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, UInt8s
from stategraph.pushing.arrival_kernel import (
    BARRED,
    BLOCK,
    NEVER,
    TIMES,
    WALL,
    Terrain,
    Timetable,
    arrive,
)


class Room(NamedTuple):
    """A mask of the cells that the player can reach in time, and buffers for a walk; shape (n,)."""

    stood: UInt8s
    dist: Int32s
    queue: Int32s


def room_for(n: int) -> Room:
    """Return the buffers for a board of n cells."""
    return Room(np.zeros(n, np.uint8), np.zeros(n, np.int32), np.zeros(n, np.int32))


def all_detours(step: np.ndarray) -> np.ndarray:
    """Return `around`, the length of the detour round each cell, on a board without other blocks.

    The items (4n,) have the same order as those of `step`; `NEVER` if no detour exists. This takes
    O(cells²) time.
    """
    n = step.size // 4
    table, anywhere, dist, queue = step.tolist(), np.zeros(n), [0] * n, [0] * n
    detours = np.full(4 * n, NEVER, np.int32)
    for cell in range(n):
        for shift in (0, n):
            start, end = table[shift + cell], table[shift + 2 * n + cell]
            if min(start, end) >= 0:
                moves = walk_round(table, anywhere, start, end, cell, dist, queue)
                detours[[shift + cell, shift + 2 * n + cell]] = moves
    return detours


def leave(step, moves_left, stood, bounds, queue):
    """Write the number of moves from each cell to a win, using only cells that can be reached."""
    n = moves_left.size
    tail = 0
    for cell in range(n):
        bounds[cell] = NEVER
        if moves_left[cell] == 0 and stood[cell] != 0:
            bounds[cell] = 0
            queue[tail] = cell
            tail += 1
    head = 0
    while head < tail:
        cell = queue[head]
        head += 1
        for direction in range(4):
            to = step[direction * n + cell]
            if to >= 0 and stood[to] != 0 and bounds[to] == NEVER:
                bounds[to] = bounds[cell] + 1
                queue[tail] = to
                tail += 1


def walk_round(step, first, start, end, block, dist, queue):
    """Return the number of moves from `start` to `end` over reachable cells, avoiding a block."""
    n = first.size
    for cell in range(n):
        dist[cell] = NEVER
    dist[start] = 0
    queue[0] = start
    head = 0
    tail = 1
    while head < tail and dist[end] == NEVER:
        cell = queue[head]
        head += 1
        for direction in range(4):
            to = step[direction * n + cell]
            if to >= 0 and to != block and first[to] < NEVER and dist[to] == NEVER:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return dist[end]


def go_round(block, step, first, around, dist, queue):
    """Write the detours round one block over cells that are reachable before it is pushed."""
    n = first.size
    for direction in range(4):
        behind = step[direction * n + block]
        stands = step[(direction ^ 2) * n + block]
        if behind < 0 or stands < 0 or around[direction * n + block] == BARRED:
            continue
        if first[stands] == NEVER:
            around[direction * n + block] = BARRED
        elif first[behind] == NEVER:
            around[direction * n + block] = NEVER
        else:
            far = walk_round(step, first, behind, stands, block, dist, queue)
            around[direction * n + block] = max(far, around[direction * n + block])


def go_round_each(cells, needed, slack, player, room, work):
    """Write the detours round each block over cells that are reachable before it is pushed."""
    for block in range(needed.moves_left.size):
        if cells[block] == BLOCK and room.stood[block] != 0:
            cells[block] = WALL
            arrive(cells, needed, slack, player, work)
            cells[block] = BLOCK
            go_round(block, needed.step, work.first, needed.around, room.dist, room.queue)


def tighten(cells, terrain: Terrain, slack, player, needed: Terrain, room: Room, work: Timetable):
    """Write `around` and `moves_left` of `needed`; return the first time on an exit.

    Both use only cells that the player can reach within the slack. The detours round a block are
    valid until that block is moved.
    """
    moves_left, stood, n = needed.moves_left, room.stood, terrain.moves_left.size
    for k in range(4 * n):
        needed.around[k] = terrain.around[k]
    for cell in range(n):
        moves_left[cell] = terrain.moves_left[cell]
    before = n + 1
    while True:
        goal = arrive(cells, needed, slack, player, work)
        count = 0
        for cell in range(n):
            stood[cell] = work.first[cell] < NEVER
            count += stood[cell]
        if goal == NEVER or count == before:
            return goal
        before = count
        leave(terrain.step, terrain.moves_left, stood, moves_left, room.queue)
        go_round_each(cells, needed, slack, player, room, work)


def spare(cells, terrain: Terrain, slack, player, needed: Terrain, room: Room, work: Timetable):
    """Write the first arrival time of each cell, with detours that fit the blocks in `cells`.

    The detours limit only the moves up to these arrivals; a solution may use other cells
    afterwards. So both terrains have the same `moves_left`.
    """
    for k in range(needed.around.size):
        needed.around[k] = terrain.around[k]
    arrive(cells, needed, slack, player, work)
    for cell in range(needed.moves_left.size):
        room.stood[cell] = work.first[cell] < NEVER
    go_round_each(cells, needed, slack, player, room, work)
    arrive(cells, needed, slack, player, work)


ROUND: list[Callable[..., object]] = [walk_round, go_round, go_round_each]

TIGHTENING: list[Callable[..., object]] = [leave, *ROUND, tighten]

tightened = Kernel(tighten, [*TIMES, arrive, leave, *ROUND])

spared = Kernel(spare, [*TIMES, arrive, *ROUND])
