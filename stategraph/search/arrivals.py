"""The loops of a proof over pushes: when can the player first stand on each cell?

::

    u _ p P _ e      the first block cannot be pushed on before the second one is gone. Whoever
    _ _ _ _ _ _      pushes that away stands where it was (P), at the earliest after 5 moves:
                     down, along, and up if something lets it go; only then he walks back round the
                     first block, and pushes it

A bound below for each cell, from a puzzle in which more is allowed: a cell that was free stays free,
but for the block that the player pushes before himself.

- He walks onto a cell that was free.
- He pushes a block away from a cell when the cell behind it was free, or when he has stood there
  before: then he has walked back from there to the other side, round the cell itself.
- Whoever has pushed a block from a cell, and goes straight on, must push it on.

All three hold of the *first* time that he stands on a cell: until then nobody has moved its block. So
no solution stands there sooner, and none is shorter than the first time on an exit.

Glossary, besides that of `stategraph.search.pushes`::

    cells (n,)             FREE, BLOCK or WALL, for each cell
    left (n,)              the moves from each cell to win at least; 0 where the player wins
    slack                  the moves that a solution may still have
    around (4n,)           the moves from behind the block on a cell to before it, not over that
                           cell; by the way in which it is pushed
    node                   mode * n + cell: somebody stands there for the first time, and came by
                           walking (mode `WALKED`), or by pushing a block that way (a way as mode)
    times (5n,)            the least time of each node, once settled the complement ``-1 - time``
    first (n,)             the least time of each cell
    heads, links, whose    the nodes that wait, by time: lists that are linked
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.rules.guesses import DEAD

if TYPE_CHECKING:
    from stategraph.search.finder import Ground

# What is on a cell.
FREE, BLOCK, WALL = 0, 1, 2

# How somebody comes to a cell, besides the four ways in which a block is pushed.
WALKED = 4

# Later than anything happens.
NEVER = DEAD

# Numbers that the loops go on with: entries made into lists, and those not taken out yet; and the
# least moves of a solution that goes where the slack did not reach.
WAITED, WAITING, BEYOND = 0, 1, 2

# Entries made for each cell: 5 nodes of it let those in 4 ways wait, and so does its block.
ENTRIES = 24

# What a search within a bound goes on with: states kept, the moves of those to be expanded next,
# the least bound beyond this one that may bring more, the state whose walk wins, and states looked
# at; and what came of a call.
COUNT, LEVEL, FURTHER, WINNER, LOOKED = 0, 1, 2, 3, 4
GOES_ON, REFUTED, NO_ROOM, FOUND = 0, 1, 2, 3


# ------------------------------------------------------------------------------------- the times


def wait(node, cell, time, left, slack, times, heads, links, whose, now):
    """Note that somebody may come to a node at a time, if a solution may still follow."""
    if time >= times[node]:
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


def go_on(
    cell, mode, time, cells, step, around, left, slack, times, first, heads, links, whose, now
):
    """Walk and push on from a cell to those beside it."""
    n = left.size
    for way in range(4):
        to = step[way * n + cell]
        if to < 0 or cells[to] == WALL:
            continue
        if mode != way and cells[to] == FREE:
            wait(WALKED * n + to, to, time + 1, left, slack, times, heads, links, whose, now)
        elif mode != way or cells[to] == FREE:
            behind = step[way * n + to]
            if behind < 0 or cells[behind] == WALL:
                continue
            ready = time
            if cells[behind] == BLOCK:
                if first[behind] == NEVER or around[way * n + to] == NEVER:
                    continue
                ready = max(time, first[behind] + around[way * n + to])
            node = way * n + to
            wait(node, to, ready + 1, left, slack, times, heads, links, whose, now)


def let_go(cell, time, cells, step, around, left, slack, times, first, heads, links, whose, now):
    """Push the blocks that waited for the one on this cell to be gone."""
    n = left.size
    for way in range(4):
        to = step[(way ^ 2) * n + cell]
        if to < 0 or cells[to] == WALL or around[way * n + to] >= NEVER:
            continue
        stands = step[(way ^ 2) * n + to]
        ready = NEVER
        for mode in range(5):
            then = times[mode * n + stands]
            if then < 0 and (mode == way) == (cells[to] == FREE):
                ready = min(ready, -1 - then)
        if ready < NEVER:
            ready = max(ready, time + around[way * n + to])
            wait(way * n + to, to, ready + 1, left, slack, times, heads, links, whose, now)


def arrive(cells, step, around, left, slack, player, times, first, heads, links, whose, now):
    """Write when the player can first stand on each cell; return when on a winning one.

    What takes too long for the slack is `NEVER`. The `heads` are -1 before, and afterwards.
    """
    n = left.size
    for node in range(5 * n):
        times[node] = NEVER
    for cell in range(n):
        first[cell] = NEVER
    now[WAITED] = 0
    now[WAITING] = 0
    now[BEYOND] = NEVER
    goal = NEVER
    wait(WALKED * n + player, player, 0, left, slack, times, heads, links, whose, now)
    time = -1
    # before each turn: all nodes up to that time are settled
    while now[WAITING] > 0:
        time += 1
        while heads[time] >= 0:
            node = whose[heads[time]]
            heads[time] = links[heads[time]]
            now[WAITING] -= 1
            if times[node] != time:
                continue
            times[node] = -1 - time
            mode = node // n
            cell = node - mode * n
            if left[cell] == 0:
                goal = min(goal, time)
            is_first = first[cell] == NEVER
            if is_first:
                first[cell] = time
            go_on(
                cell, mode, time, cells, step, around, left, slack,
                times, first, heads, links, whose, now,
            )  # fmt: skip
            if is_first and cells[cell] == BLOCK:
                let_go(
                    cell, time, cells, step, around, left, slack,
                    times, first, heads, links, whose, now,
                )  # fmt: skip
    return goal


# ------------------------------------------------------------------------------------ the states


def matters(cell, cells, step, first):
    """Return what is on a cell, `WALL` where no solution within the slack can tell.

    Nobody stands where the least time is `NEVER`; but a block may be pushed there.
    """
    if first[cell] < NEVER:
        return cells[cell]
    if cells[cell] == FREE:
        n = first.size
        for way in range(4):
            block = step[way * n + cell]
            if block >= 0 and first[block] < NEVER:
                stands = step[way * n + block]
                if stands >= 0 and first[stands] < NEVER:
                    return FREE
    return WALL


def note(cells, step, first, player, rows, players, new):
    """Write a state as bits, the free cells first and then the blocks."""
    words = rows.shape[1] // 2
    for k in range(2 * words):
        rows[new, k] = 0
    for cell in range(first.size):
        what = matters(cell, cells, step, first)
        if what != WALL:
            rows[new, what * words + (cell >> 5)] |= 1 << (cell & 31)
    players[new] = player


def place_of(rows, players, new, index):
    """Return where in the index a state stands that is the same, or should stand."""
    key = int(players[new]) + 1
    for k in range(rows.shape[1]):
        key = ((key ^ int(rows[new, k])) * 2654435761) & 0x3FFFFFFFFFFFFF
        key ^= key >> 23
    at = key & (index.size - 1)
    while index[at] != 0 and not same(rows, players, index[at] - 1, new):
        at = (at + 1) & (index.size - 1)
    return at


def same(rows, players, a, b):
    """Return whether two states are the same."""
    if players[a] != players[b]:
        return False
    for k in range(rows.shape[1]):
        if rows[a, k] != rows[b, k]:
            return False
    return True


def read(rows, node, cells):
    """Write what is on each cell of a state kept."""
    words = rows.shape[1] // 2
    for cell in range(cells.size):
        bit = cell & 31
        cells[cell] = WALL
        if rows[node, cell >> 5] >> bit & 1:
            cells[cell] = FREE
        elif rows[node, words + (cell >> 5)] >> bit & 1:
            cells[cell] = BLOCK


def walk(cells, step, left, player, dist, queue):
    """Walk everywhere; return how many cells, and the moves to a winning one (`NEVER`: to none)."""
    n = left.size
    for cell in range(n):
        dist[cell] = -1
    dist[player] = 0
    queue[0] = player
    head = 0
    tail = 1
    while head < tail:
        cell = queue[head]
        head += 1
        if left[cell] == 0:
            return tail, dist[cell]
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and cells[to] == FREE and dist[to] < 0:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return tail, NEVER


def enter(rows, players, steps, parents, turns, nexts, queues, index, now, moves, parent, turn):
    """Keep the state that was noted last, unless it is known with as few moves."""
    new = now[COUNT]
    at = place_of(rows, players, new, index)
    if index[at] != 0:
        if steps[index[at] - 1] <= moves:
            return 0
        steps[index[at] - 1] = -1  # so its entry in the queue counts for nothing
    index[at] = new + 1
    steps[new] = moves
    parents[new] = parent
    turns[new] = turn
    nexts[new] = queues[moves]
    queues[moves] = new
    now[COUNT] += 1
    return 1


def within(
    step, around, left, bound, rows, players, steps, parents, turns, nexts, queues, index, now,
    cells, dist, queue, times, first, heads, links, whose, events, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return what came of it.

    ``queues[moves]`` is the state of so many moves that is expanded next, and ``nexts[state]`` the
    one after it.
    """
    n = left.size
    for _ in range(patience):
        while now[LEVEL] <= bound and queues[now[LEVEL]] < 0:
            now[LEVEL] += 1
        if now[LEVEL] > bound:
            return REFUTED
        if now[COUNT] + 4 * n >= players.size:
            return NO_ROOM
        made = now[LEVEL]
        node = queues[made]
        queues[made] = nexts[node]
        if steps[node] != made:
            continue
        read(rows, node, cells)
        size, walk_out = walk(cells, step, left, players[node], dist, queue)
        if made + walk_out <= bound:
            now[WINNER] = node
            return FOUND
        for turn in range(4 * size):
            way = turn & 3
            stands = queue[turn >> 2]
            cell = step[way * n + stands]
            if cell < 0 or cells[cell] != BLOCK:
                continue
            behind = step[way * n + cell]
            if behind < 0 or cells[behind] != FREE:
                continue
            moves = made + dist[stands] + 1
            if moves + left[cell] > bound:
                now[FURTHER] = min(now[FURTHER], moves + left[cell])
                continue
            now[LOOKED] += 1
            cells[cell] = FREE
            cells[behind] = BLOCK
            goal = arrive(
                cells, step, around, left, bound - moves, cell,
                times, first, heads, links, whose, events,
            )  # fmt: skip
            now[FURTHER] = min(now[FURTHER], moves + events[BEYOND])
            if goal < NEVER:
                note(cells, step, first, cell, rows, players, now[COUNT])
                enter(
                    rows, players, steps, parents, turns, nexts, queues, index, now,
                    moves, node, cell * 4 + way,
                )  # fmt: skip
            cells[cell] = BLOCK
            cells[behind] = FREE
    return GOES_ON


def reenter(rows, players, steps, index, count):
    """Enter all states kept into an empty index."""
    for node in range(count):
        if steps[node] >= 0:
            index[place_of(rows, players, node, index)] = node + 1


_TIMES: list[Callable[..., Any]] = [wait, go_on, let_go]
_STATES: list[Callable[..., Any]] = [same, place_of]

arrivals = Kernel(arrive, _TIMES)
search = Kernel(within, [*_TIMES, arrive, *_STATES, matters, note, read, walk, enter])
reindexing = Kernel(reenter, _STATES)


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


class Arrivals:
    """What the loops above need for a board, and the guess that they make.

    Attributes
    ----------
    around, left : see above
    work : list of arrays
        `times`, `first`, `heads`, `links`, `whose` and `now`
    """

    def __init__(self, ground: Ground):
        n, self.step = ground.size, ground.step
        self.left = ground.left if ground.wins.any() else np.full(n, NEVER, np.int32)
        self.around = ways_around(self.step)
        # no time is later: each of the nodes waits for one before it, and some way round
        finite = self.around[self.around < NEVER]
        self.latest = int((n + 2) * (2 + finite.max(initial=0)))
        self.now = np.zeros(3, np.int64)
        heads = np.full(self.latest + 1, -1, np.int32)
        times, first, links, whose = (
            np.zeros(size, np.int32) for size in (5 * n, n, ENTRIES * n + 1, ENTRIES * n + 1)
        )
        self.work = [times, first, heads, links, whose, self.now]

    def moves(self, cells: np.ndarray, player: int) -> int:
        """Return how many moves win at least from there; `DEAD` where none do."""
        found = arrivals(cells, self.step, self.around, self.left, self.latest, player, *self.work)
        return min(int(found), DEAD)
