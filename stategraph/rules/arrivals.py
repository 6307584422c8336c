"""When can a player who pushes blocks first stand on each cell? A bound below.

::

    u _ p P _ e      the first block cannot be pushed on before the second one is gone. Whoever
    _ _ _ _ _ _      pushes that away stands where it was (P); only then they walk back round the
                     first block, and push it

A bound below for each cell, from a puzzle in which more is allowed: a cell that was free stays
free, but for the block that the player pushes before them.

- They walk onto a cell that was free.
- They push a block away from a cell when the cell behind it was free, or when they have stood there
  before: then they have walked back from there to the other side, round the cell itself.
- Whoever has pushed a block from a cell, and goes straight on, must push it on.

- Whoever pushes a block for the first time since some state has been nowhere from then on but where
  one gets without pushing it, and in time: so `around` may lead over those cells alone.

All four hold of the *first* time that they stand on a cell: until then nobody has moved its block.
So no solution stands there sooner, and none is shorter than the first time on an exit.

Glossary::

    n                      the cells of the board
    step (4n,)             ``step[way * n + cell]`` is the cell beside it, -1 where there is none,
                           and ``way ^ 2`` the way back
    cells (n,)             FREE, BLOCK or WALL, for each cell
    left (n,)              the moves from each cell to win at least; 0 where the player wins
    slack                  the moves that a solution may still have
    around (4n,)           the moves from behind the block on a cell to before it, not over that
                           cell; by the way in which it is pushed. `BARRED`: nobody gets before it
    node                   8 * cell + mode: somebody stands there for the first time, and came by
                           walking (mode `WALKED`), or by pushing a block that way (a way as mode)
    times (8n,)            the least time of each node, once settled the complement ``-1 - time``;
                           at `CAME` the mode in which somebody comes to that cell first (-1:
                           nobody yet), at `AGAIN` the least time in any other mode
    first (n,)             the least time of each cell
    heads, links, whose    the nodes that wait, by time: lists that are linked
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.rules.guesses import DEAD

# What is on a cell.
FREE, BLOCK, WALL = 0, 1, 2

# How somebody comes to a cell, besides the four ways in which a block is pushed.
WALKED = 4

# What is noted of a cell beside its modes.
CAME, AGAIN = 5, 6

# Later than anything happens.
NEVER = DEAD

# The way round a block which nobody pushes that way before it was pushed another way.
BARRED = -1

# Numbers that the loops go on with: entries made into lists, and those not taken out yet; and the
# least moves of a solution that goes where the slack did not reach.
WAITED, WAITING, BEYOND = 0, 1, 2

# Entries made for each cell: 5 nodes of it let those in 4 ways wait, and so does its block.
ENTRIES = 24


def wait(node, cell, time, left, slack, times, heads, links, whose, now):
    """Note that somebody may come to a node at a time, if a solution may still follow."""
    if time >= times[node] or opens(node, times) == 0:
        return 0
    if time + left[cell] > slack:
        now[BEYOND] = min(now[BEYOND], time + left[cell])
        return 0
    times[node] = time
    entry = now[WAITED]
    now[WAITED] += 1
    now[WAITING] += 1
    whose[entry] = node
    links[entry] = heads[time]
    heads[time] = entry
    return 1


def opens(node, times):
    """Return by bits in which ways somebody may go on from a cell as before they could not.

    All, who comes to it first. If that was by pushing, they cannot walk on straight, so whoever
    comes otherwise opens that way; nobody else opens any.
    """
    cell = node >> 3 << 3
    came = times[cell + CAME]
    if came < 0:
        return 15
    if came == WALKED or times[cell + AGAIN] < NEVER or node == cell + came:
        return 0
    return 1 << came


def go_on(
    cell, mode, ways, time, cells, step, around, left, slack, times, first, heads, links, whose, now
):
    """Walk and push on from a cell to those beside it, in some ways."""
    n = left.size
    for way in range(4):
        to = step[way * n + cell] if ways >> way & 1 else -1
        if to < 0 or cells[to] == WALL:
            continue
        if cells[to] == FREE and mode != way:
            if time + 1 < times[8 * to + WALKED]:  # else the call, of so many, would be in vain
                wait(8 * to + WALKED, to, time + 1, left, slack, times, heads, links, whose, now)
        elif (cells[to] == FREE or mode != way) and around[way * n + to] != BARRED:
            behind = step[way * n + to]
            if behind < 0 or cells[behind] == WALL:
                continue
            ready = time
            if cells[behind] == BLOCK:
                if first[behind] == NEVER or around[way * n + to] == NEVER:
                    continue
                ready = max(time, first[behind] + around[way * n + to])
            if ready + 1 < times[8 * to + way]:
                wait(8 * to + way, to, ready + 1, left, slack, times, heads, links, whose, now)


def let_go(cell, time, cells, step, around, left, slack, times, first, heads, links, whose, now):
    """Push the blocks that waited for the one on this cell to be gone."""
    n = left.size
    for way in range(4):
        to = step[(way ^ 2) * n + cell]
        if to < 0 or cells[to] == WALL:
            continue
        if around[way * n + to] == BARRED or around[way * n + to] == NEVER:
            continue
        stands = step[(way ^ 2) * n + to]
        ready = first[stands]
        if cells[to] == FREE and times[8 * stands + CAME] != way:
            continue
        if cells[to] != FREE and times[8 * stands + CAME] == way:
            ready = times[8 * stands + AGAIN]
        if ready < NEVER:
            ready = max(ready, time + around[way * n + to])
            wait(8 * to + way, to, ready + 1, left, slack, times, heads, links, whose, now)


def arrive(cells, step, around, left, slack, player, times, first, heads, links, whose, now):
    """Write when the player can first stand on each cell; return when on a winning one.

    What takes too long for the slack is `NEVER`; it lowers ``now[BEYOND]``. The `heads` are -1
    before, and afterwards; what else was written the last time is cleared.
    """
    for entry in range(now[WAITED]):
        cell = whose[entry] >> 3
        times[whose[entry]] = NEVER
        times[8 * cell + CAME] = -1
        times[8 * cell + AGAIN] = NEVER
        first[cell] = NEVER
    now[WAITED] = 0
    now[WAITING] = 0
    goal = NEVER
    wait(8 * player + WALKED, player, 0, left, slack, times, heads, links, whose, now)
    time = -1
    # before each turn: all nodes up to that time are settled
    while now[WAITING] > 0:
        time += 1
        while heads[time] >= 0:
            node = whose[heads[time]]
            heads[time] = links[heads[time]]
            now[WAITING] -= 1
            mode = node & 7
            cell = node >> 3
            ways = opens(node, times)
            if times[node] != time or ways == 0:
                continue
            times[node] = -1 - time
            is_first = first[cell] == NEVER
            if is_first:
                first[cell] = time
                times[8 * cell + CAME] = mode
                goal = min(goal, time) if left[cell] == 0 else goal
            else:
                times[8 * cell + AGAIN] = time
            go_on(
                cell, mode, ways, time, cells, step, around, left, slack,
                times, first, heads, links, whose, now,
            )  # fmt: skip
            if is_first and cells[cell] == BLOCK:
                let_go(
                    cell, time, cells, step, around, left, slack,
                    times, first, heads, links, whose, now,
                )  # fmt: skip
    return goal


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


TIMES: list[Callable[..., Any]] = [opens, wait, go_on, let_go]

ROUND: list[Callable[..., Any]] = [walk_round, go_round, go_round_each]

TIGHTENING: list[Callable[..., Any]] = [leave, *ROUND, tighten]

tightened = Kernel(tighten, [*TIMES, arrive, leave, *ROUND])

spared = Kernel(spare, [*TIMES, arrive, *ROUND])

arrivals = Kernel(arrive, TIMES)


def ways_around(step: np.ndarray) -> np.ndarray:
    """Return `around`, see above, by the cells and ways of ``step (4n,)``; `NEVER`: no way leads.

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


class Within(NamedTuple):
    """What holds of all solutions within a slack.

    Attributes
    ----------
    first, left, around : see above
    beyond : int or None
        how many moves every solution has at least, where there are none within the slack
    """

    slack: int
    first: np.ndarray
    left: np.ndarray
    around: np.ndarray
    beyond: int | None


class Arrivals:
    """What the loops above need for a board, and the guess that they make.

    Attributes
    ----------
    around, left : see above
    work : list of arrays
        `times`, `first`, `heads`, `links`, `whose` and `now`
    """

    def __init__(self, step: np.ndarray, left: np.ndarray):
        n, self.step, self.left = left.size, step, left
        self.around = ways_around(self.step)
        # no time is later: each of the nodes waits for one before it, and some way round
        finite = self.around[self.around < NEVER]
        self.latest = int((n + 2) * (2 + finite.max(initial=0)))
        self.now = np.zeros(3, np.int64)
        heads = np.full(self.latest + 1, -1, np.int32)
        times, first, links, whose = (
            np.zeros(size, np.int32) for size in (8 * n, n, ENTRIES * n + 1, ENTRIES * n + 1)
        )
        times[:] = first[:] = NEVER
        times[CAME::8] = -1
        self.work: list[np.ndarray] = [times, first, heads, links, whose, self.now]

    def towards(self, left: np.ndarray) -> Arrivals:
        """Return the same for another goal, from which cells are so many moves away."""
        other = copy.copy(self)
        other.left = left
        return other

    def moves(self, cells: np.ndarray, player: int) -> int:
        """Return how many moves win at least from there; `DEAD` where none do."""
        found = arrivals(cells, self.step, self.around, self.left, self.latest, player, *self.work)
        return min(int(found), DEAD)

    def within(self, cells: np.ndarray, player: int, slack: int) -> Within:
        """Return what holds of all solutions within a slack."""
        n = self.left.size
        if slack >= self.work[2].size:  # ways round may be longer than `around`, and times later
            self.work[2] = np.full(slack + 1, -1, np.int32)
        ways, nearer, dist, queue = (np.zeros(size, np.int32) for size in (4 * n, n, n, n))
        cells, stood = cells.copy(), np.zeros(n, np.uint8)
        self.now[BEYOND] = NEVER
        goal = tightened(
            cells, self.step, self.around, self.left, slack, player, ways, nearer, stood, dist,
            queue, *self.work,
        )  # fmt: skip
        beyond = int(self.now[BEYOND]) if goal > slack else None
        return Within(slack, np.array(self.work[1]), nearer, ways, beyond)

    def before(self, block: int, cells: np.ndarray, player: int, within: Within) -> np.ndarray:
        """Return the least time of each cell as long as a block is not pushed."""
        n = self.left.size
        ways, dist, queue = (np.zeros(size, np.int32) for size in (4 * n, n, n))
        cells, stood = cells.copy(), np.zeros(n, np.uint8)
        cells[block] = WALL
        spared(
            cells, self.step, within.around, within.left, within.slack, player, ways, stood, dist,
            queue, *self.work,
        )  # fmt: skip
        return np.array(self.work[1])

    def after(self, block: int, cells: np.ndarray, open_: np.ndarray, within: Within) -> np.ndarray:
        """Return the moves to each cell, at least, since a block was pushed for the first time.

        As if all `open_ (n,)` cells were free by then.
        """
        cells = np.where(open_, FREE, cells).astype(np.uint8)
        cells[block] = FREE
        arrivals(
            cells, self.step, within.around, within.left, within.slack, block, *self.work
        )  # fmt: skip
        return np.array(self.work[1])
