"""The loops that find when a player who pushes blocks can first stand on each cell.

`stategraph.pushing.arrival_bounds` explains them, and why they give lower bounds. Nodes are settled
in the order of their times, as Dijkstra's algorithm does; whoever waits for a block to be gone is
looked at again when somebody stands where it was.

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

from collections.abc import Callable
from typing import Any

from stategraph.machine.buckets import lay, pick
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


def forget(times, first, whose, now):
    """Clear what was written the last time."""
    for entry in range(now[WAITED]):
        cell = whose[entry] >> 3
        times[whose[entry]] = NEVER
        times[8 * cell + CAME] = -1
        times[8 * cell + AGAIN] = NEVER
        first[cell] = NEVER
    now[WAITED] = 0
    now[WAITING] = 0


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
    lay(heads, links, time, entry)
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
    forget(times, first, whose, now)
    goal = NEVER
    wait(8 * player + WALKED, player, 0, left, slack, times, heads, links, whose, now)
    time = -1
    # before each turn: all nodes up to that time are settled
    while now[WAITING] > 0:
        time += 1
        while heads[time] >= 0:
            node = whose[pick(heads, links, time)]
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


TIMES: list[Callable[..., Any]] = [lay, pick, forget, opens, wait, go_on, let_go]

arriving = Kernel(arrive, TIMES)
