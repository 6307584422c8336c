"""The ways round blocks that are to be pushed on: as they are, and as solutions in time need them.

::

    u p P _ e        who has pushed the second block away stands where it was (P), and walks back
    _ _ _ _ _        round the first one, to push it on: 4 moves

Where few moves are left, only few cells can still be stood on: the ways round lead over these
alone, and get longer; and so fewer cells can be stood on. The names are those of
`stategraph.pushing.arrival_kernel`, besides::

    stood (n,)             1 where somebody can stand in time
    ways (4n,), nearer (n,)
                           `around` and `left`, over the cells where somebody can stand
    dist (n,), queue (n,)  room for a walk
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import BARRED, BLOCK, NEVER, TIMES, WALL, arrive


def ways_around(step: np.ndarray) -> np.ndarray:
    """Return `around` by the cells and ways of ``step (4n,)``; `NEVER`: no way leads.

    O(cells²).
    """
    table = step.reshape(4, -1)
    found = np.full(table.shape, NEVER, np.int32)
    for cell in range(table.shape[1]):
        for way in (0, 1):
            ends = int(table[way, cell]), int(table[way + 2, cell])
            if min(ends) >= 0:
                found[[way, way + 2], cell] = _moves_between(table, *ends, cell)
    return found.ravel()


def _moves_between(table: np.ndarray, start: int, end: int, without: int) -> int:
    """Return the moves of the shortest walk between two cells among no blocks."""
    far = {start: 0}
    for cell in (queue := [start]):
        if cell == end:
            return far[cell]
        for to in table[:, cell].tolist():
            if to >= 0 and to != without and to not in far:
                far[to] = far[cell] + 1
                queue.append(to)
    return NEVER


def leave(step, left, stood, nearer, queue):
    """Write the moves that win at least over the cells on which somebody can stand."""
    n = left.size
    tail = 0
    for cell in range(n):
        nearer[cell] = NEVER
        if left[cell] == 0 and stood[cell] != 0:
            nearer[cell] = 0
            queue[tail] = cell
            tail += 1
    head = 0
    while head < tail:
        cell = queue[head]
        head += 1
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and stood[to] != 0 and nearer[to] == NEVER:
                nearer[to] = nearer[cell] + 1
                queue[tail] = to
                tail += 1


def walk_round(step, first, start, end, block, dist, queue):
    """Return the moves between two cells that are reached, over such cells, but for a block's."""
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
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and to != block and first[to] < NEVER and dist[to] == NEVER:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return dist[end]


def go_round(block, step, first, ways, dist, queue):
    """Write the ways round a block over cells that are reached while it is there."""
    n = first.size
    for way in range(4):
        behind = step[way * n + block]
        stands = step[(way ^ 2) * n + block]
        if behind < 0 or stands < 0 or ways[way * n + block] == BARRED:
            continue
        if first[stands] == NEVER:
            ways[way * n + block] = BARRED
        elif first[behind] == NEVER:
            ways[way * n + block] = NEVER
        else:
            far = walk_round(step, first, behind, stands, block, dist, queue)
            ways[way * n + block] = max(far, ways[way * n + block])


def go_round_each(
    cells, step, ways, left, slack, player, stood, dist, queue,
    times, first, heads, links, whose, now,
):  # fmt: skip
    """Write the ways round each block over cells that are reached while it is there."""
    for block in range(left.size):
        if cells[block] == BLOCK and stood[block] != 0:
            cells[block] = WALL
            arrive(cells, step, ways, left, slack, player, times, first, heads, links, whose, now)
            cells[block] = BLOCK
            go_round(block, step, first, ways, dist, queue)


def tighten(
    cells, step, around, left, slack, player, ways, nearer, stood, dist, queue,
    times, first, heads, links, whose, now,
):  # fmt: skip
    """Write `around` and `left` as solutions within the slack need them, to `ways` and `nearer`.

    The ways round a block hold until it is moved. Return when a winning cell is reached at least.
    """
    n = left.size
    for k in range(4 * n):
        ways[k] = around[k]
    for cell in range(n):
        nearer[cell] = left[cell]
    before = n + 1
    while True:
        goal = arrive(
            cells, step, ways, nearer, slack, player, times, first, heads, links, whose, now
        )
        count = 0
        for cell in range(n):
            stood[cell] = first[cell] < NEVER
            count += stood[cell]
        if goal == NEVER or count == before:
            return goal
        before = count
        leave(step, left, stood, nearer, queue)
        go_round_each(
            cells, step, ways, nearer, slack, player, stood, dist, queue,
            times, first, heads, links, whose, now,
        )  # fmt: skip


def spare(
    cells, step, around, left, slack, player, ways, stood, dist, queue,
    times, first, heads, links, whose, now,
):  # fmt: skip
    """Write when the player can first stand on each cell; its ways round as these `cells` need.

    For a solution up to some time, which may go on otherwise: so `left` holds as it is.
    """
    n = left.size
    for k in range(4 * n):
        ways[k] = around[k]
    arrive(cells, step, ways, left, slack, player, times, first, heads, links, whose, now)
    for cell in range(n):
        stood[cell] = first[cell] < NEVER
    go_round_each(
        cells, step, ways, left, slack, player, stood, dist, queue,
        times, first, heads, links, whose, now,
    )  # fmt: skip
    arrive(cells, step, ways, left, slack, player, times, first, heads, links, whose, now)


ROUND: list[Callable[..., Any]] = [walk_round, go_round, go_round_each]

TIGHTENING: list[Callable[..., Any]] = [leave, *ROUND, tighten]

tightened = Kernel(tighten, [*TIMES, arrive, leave, *ROUND])

spared = Kernel(spare, [*TIMES, arrive, *ROUND])
