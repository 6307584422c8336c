"""Kernels that compute when a player who pushes blocks can first stand on each cell.

`stategraph.pushing.arrival_bounds` explains the algorithm and why it gives lower bounds. Nodes are
settled in the order of their times, as in Dijkstra's algorithm. A push may be possible only after
another block has left its cell. It is considered again when the player first stands on that cell.

Glossary::

    n                      the number of cells of the board
    cells (n,)             FREE, BLOCK or WALL, for each cell
    slack                  the number of moves that a solution may still have
    node                   8 * cell + mode: the first arrival of the player at a cell, either by
                           walking (mode `WALKED`) or by a push (the mode is its direction)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.buckets import lay, pick
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s
from stategraph.rules.combined_heuristics import DEAD

# Contents of a cell.
FREE, BLOCK, WALL = 0, 1, 2

# The mode of an arrival without a push; the modes 0 to 3 are the directions of pushes.
WALKED = 4

# Further entries of a cell in `Timetable.times`, after the entries of its 5 modes.
CAME, AGAIN = 5, 6

# The time of an arrival that is impossible, or too late for a solution within the slack.
NEVER = DEAD

# The entry of `Terrain.around` for a direction in which a block cannot be pushed before it was
# pushed in another direction.
BARRED = -1

# Number of queue entries for each cell: each of its 5 nodes, and the departure of its block, can
# queue arrivals in 4 directions.
ENTRIES = 24


class Terrain(NamedTuple):
    """A board without its blocks.

    Attributes
    ----------
    step : (4n,) int32
        ``step[way * n + cell]`` is the neighbour of a cell in direction `way`, or -1; ``way ^ 2``
        is the opposite direction
    around : (4n,) int32
        by the direction in which the block on a cell is pushed: the number of moves from the cell
        to which the block is pushed, round the block, to the cell from which it is pushed; `NEVER`
        if no path leads round it, `BARRED` if the player cannot reach the second cell
    moves_left : (n,) int32
        a lower bound on the number of moves from each cell to a win; 0 on a cell that wins
    """

    step: Int32s
    around: Int32s
    moves_left: Int32s


class Timetable(NamedTuple):
    """The least times of nodes and cells, and the waiting nodes.

    Attributes
    ----------
    times : (8n,) int32
        the least time of each node; its complement ``-1 - time`` once the node is settled. At
        `CAME`: the mode of the first arrival on the cell (-1: none yet). At `AGAIN`: the least time
        of an arrival on the cell in another mode
    first : (n,) int32
        the least time of each cell
    heads, links, nodes : int32
        the waiting nodes: linked lists by time
    waited, waiting : (1,) int64
        the number of entries added to the lists, and the number not yet taken out
    beyond : (1,) int64
        a lower bound on the length of all solutions that the slack excluded
    """

    times: Int32s
    first: Int32s
    heads: Int32s
    links: Int32s
    nodes: Int32s
    waited: Int64s
    waiting: Int64s
    beyond: Int64s


def forget(work):
    """Clear the entries of the last call."""
    times, nodes = work.times, work.nodes
    for entry in range(work.waited[0]):
        cell = nodes[entry] >> 3
        times[nodes[entry]] = NEVER
        times[8 * cell + CAME] = -1
        times[8 * cell + AGAIN] = NEVER
        work.first[cell] = NEVER
    work.waited[0] = 0
    work.waiting[0] = 0


def wait(node, cell, time, moves_left, slack, work):
    """Queue an arrival at a node, if a solution within the slack may follow; return 1 if queued."""
    if time >= work.times[node] or opens(node, work.times) == 0:
        return 0
    if time + moves_left[cell] > slack:
        work.beyond[0] = min(work.beyond[0], time + moves_left[cell])
        return 0
    work.times[node] = time
    entry = work.waited[0]
    work.waited[0] += 1
    work.waiting[0] += 1
    work.nodes[entry] = node
    lay(work.heads, work.links, time, entry)
    return 1


def opens(node, times):
    """Return, as bits, the directions of the moves that an arrival at a cell makes possible.

    The first arrival opens all directions. If it was a push, the pushed block is straight ahead.
    Then the first arrival in another mode opens that direction. Later arrivals open none.
    """
    cell = node >> 3 << 3
    came = times[cell + CAME]
    if came < 0:
        return 15
    if came == WALKED or times[cell + AGAIN] < NEVER or node == cell + came:
        return 0
    return 1 << came


def go_on(cell, mode, directions, time, cells, terrain, slack, work):
    """Queue the walks and pushes from a cell to its neighbours, in the given directions."""
    step, around, moves_left = terrain.step, terrain.around, terrain.moves_left
    times, first, n = work.times, work.first, moves_left.size
    for direction in range(4):
        to = step[direction * n + cell] if directions >> direction & 1 else -1
        if to < 0 or cells[to] == WALL:
            continue
        if cells[to] == FREE and mode != direction:
            if time + 1 < times[8 * to + WALKED]:  # saves most calls, which would do nothing
                wait(8 * to + WALKED, to, time + 1, moves_left, slack, work)
        elif (cells[to] == FREE or mode != direction) and around[direction * n + to] != BARRED:
            behind = step[direction * n + to]
            if behind < 0 or cells[behind] == WALL:
                continue
            ready = time
            if cells[behind] == BLOCK:
                if first[behind] == NEVER or around[direction * n + to] == NEVER:
                    continue
                ready = max(time, first[behind] + around[direction * n + to])
            if ready + 1 < times[8 * to + direction]:
                wait(8 * to + direction, to, ready + 1, moves_left, slack, work)


def let_go(cell, time, cells, terrain, slack, work):
    """Queue the pushes that were impossible until the block on this cell was gone."""
    step, around, moves_left = terrain.step, terrain.around, terrain.moves_left
    times, first, n = work.times, work.first, moves_left.size
    for direction in range(4):
        to = step[(direction ^ 2) * n + cell]
        if to < 0 or cells[to] == WALL:
            continue
        if around[direction * n + to] == BARRED or around[direction * n + to] == NEVER:
            continue
        stands = step[(direction ^ 2) * n + to]
        ready = first[stands]
        if cells[to] == FREE and times[8 * stands + CAME] != direction:
            continue
        if ready < NEVER:
            ready = max(ready, time + around[direction * n + to])
            wait(8 * to + direction, to, ready + 1, moves_left, slack, work)


def arrive(cells, terrain: Terrain, slack, player, work: Timetable):
    """Write when the player can first stand on each cell; return the first time on a winning cell.

    If a win after an arrival would exceed the slack, its time is `NEVER` and `beyond` may become
    smaller. The `heads` are -1 before and after the call; all other results of the last call are
    cleared.
    """
    times, first, moves_left = work.times, work.first, terrain.moves_left
    forget(work)
    goal = NEVER
    wait(8 * player + WALKED, player, 0, moves_left, slack, work)
    time = -1
    # loop invariant: all nodes up to `time` are settled
    while work.waiting[0] > 0:
        time += 1
        while work.heads[time] >= 0:
            node = work.nodes[pick(work.heads, work.links, time)]
            work.waiting[0] -= 1
            mode = node & 7
            cell = node >> 3
            directions = opens(node, times)
            if times[node] != time or directions == 0:
                continue
            times[node] = -1 - time
            is_first = first[cell] == NEVER
            if is_first:
                first[cell] = time
                times[8 * cell + CAME] = mode
                goal = min(goal, time) if moves_left[cell] == 0 else goal
            else:
                times[8 * cell + AGAIN] = time
            go_on(cell, mode, directions, time, cells, terrain, slack, work)
            if is_first and cells[cell] == BLOCK:
                let_go(cell, time, cells, terrain, slack, work)
    return goal


TIMES: list[Callable[..., object]] = [lay, pick, forget, opens, wait, go_on, let_go]

arriving = Kernel(arrive, TIMES)
