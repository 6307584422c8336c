"""The loops of A* over pushes, where all blocks are to be put away.

Glossary::

    step (4n,)             ``step[way * n + cell]`` is the cell beside it, -1 where there is none,
                           and ``way ^ 2`` the way back
    wins (n,)              1 where the player wins: nowhere
    told                   which three blocks can be put away: `stategraph.pushing.dead_triples`
    homes (n,)             the pushes of a block to its nearest goal; -1: it gets to none
    worth (n,), stood (n,), both (n * n,), unit
                           the potentials of a block and of the player on each cell, and of both, by
                           ``player * n + block``, which add up to a guess of the moves left; and
                           how much of that is one move: `stategraph.pushing.potentials`
    rows (s, words)        of each state kept the blocks, as bits
    players, steps, parents, turns
                           of each: where the player is, the moves to it (-1: known with fewer since
                           then), the state before, and the push that led to it (cell * 4 + way)
    queues, nexts          a state of so many moves, made and guessed, to be expanded; the one after
                           a state
    index                  where states stand by their hash, 1 more than their number; 0: none
    block (n,)             1 where a block is now
    now                    the numbers that the loops go on with, see below
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.machine.buckets import from_on, lay, pick
from stategraph.machine.kernel import Kernel
from stategraph.pushing.dead_triples import lost, placed
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, place_of, unpack

# States kept; the moves, made and guessed, of those to be expanded next; the state that wins; and
# how many moves more a push may promise than the state before it, at most.
COUNT, LEVEL, WINNER, MOST = 0, 1, 2, 3

# What came of a call.
GOES_ON, NONE_LEFT, NO_ROOM, FOUND = 0, 1, 2, 3


def rated(block, homes, worth):
    """Return the potentials of blocks, and how many are astray."""
    value = 0
    astray = 0
    for cell in range(block.size):
        if block[cell]:
            value += worth[cell]
            if homes[cell] != 0:
                astray += 1
    return value, astray


def moves_left(block, value, stood, both, player, unit):
    """Return the moves that are left at least, of blocks of so much value."""
    n = block.size
    value += stood[player]
    for cell in range(n):
        if block[cell]:
            value += both[player * n + cell]
    return max(0, (value + unit - 1) // unit)


def held(block, step, homes, held_fast, cell):
    """Return whether a block cannot be pushed, as long as others that are held fast do not move.

    Along either line a wall or such a block is beside it, or on both sides a cell from where
    it gets to no goal.
    """
    n = block.size
    for way in range(2):
        a = step[way * n + cell]
        b = step[(way + 2) * n + cell]
        if a < 0 or b < 0:
            continue
        if (block[a] and held_fast[a]) or (block[b] and held_fast[b]):
            continue
        if homes[a] >= 0 or homes[b] >= 0:
            return False
    return True


def frozen(block, step, homes, held_fast, queue, pushed):
    """Return whether blocks, among them the one just pushed, hold each other fast off a goal.

    At first all blocks that touch it are held fast, and those that touch them; then those are let
    go that can be pushed, until no more can.
    """
    n = block.size
    if not held(block, step, homes, block, pushed):  # even if no other moves
        return False
    held_fast[pushed] = 1
    queue[0] = pushed
    head = 0
    tail = 1
    while head < tail:
        for way in range(4):
            to = step[way * n + queue[head]]
            if to >= 0 and block[to] and not held_fast[to]:
                held_fast[to] = 1
                queue[tail] = to
                tail += 1
        head += 1
    changes = True
    while changes and held_fast[pushed]:
        changes = False
        for k in range(tail):
            if held_fast[queue[k]] and not held(block, step, homes, held_fast, queue[k]):
                held_fast[queue[k]] = 0
                changes = True
    fast = False
    for k in range(tail):
        if held_fast[pushed] and held_fast[queue[k]] and homes[queue[k]] != 0:
            fast = True
    for k in range(tail):
        held_fast[queue[k]] = 0
    return fast


def unwinnable(told, step, homes, block, held_fast, queue, pushed, player):
    """Return whether it is seen after a push that nobody can win."""
    if frozen(block, step, homes, held_fast, queue, pushed):
        return True
    return lost(block, told, block.size, pushed, player)


def note(rows, players, node, cell, behind, new):
    """Write the state after a block of `node` was pushed from `cell` to `behind`."""
    carry(rows, node, new, cell, behind)
    players[new] = cell


def push(
    told, step, homes, worth, stood, both, unit, rows, players, steps, parents, turns, nexts,
    queues, index, now, block, held_fast, queue, node, cell, behind, way, moves, value,
):  # fmt: skip
    """Keep the state after a push, unless it is known with as few moves, or nobody can win it.

    The blocks are of so much value before.
    """
    new = now[COUNT]
    note(rows, players, node, cell, behind, new)
    at = place_of(rows, players, new, index, rows.shape[1])
    known = index[at] - 1
    if known >= 0 and steps[known] <= moves:
        return 0
    block[cell] = 0
    block[behind] = 1
    given_up = False
    if known < 0:
        given_up = unwinnable(told, step, homes, block, held_fast, queue, behind, cell)
    value += worth[behind] - worth[cell]
    total = moves + moves_left(block, value, stood, both, cell, unit)
    block[cell] = 1
    block[behind] = 0
    if given_up:
        return 0
    if known >= 0:
        steps[known] = -1  # so its entry in the queue counts for nothing
    index[at] = new + 1
    steps[new] = moves
    parents[new] = node
    turns[new] = cell * 4 + way
    lay(queues, nexts, total, new)
    now[COUNT] += 1
    return 1


def astar(
    told, step, wins, homes, worth, stood, both, unit, rows, players, steps, parents, turns, nexts,
    queues, index, now, block, held_fast, dist, reach, queue, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return what came of it.

    Potentials fall by 1 at most with a move: so no state is expanded twice, and the first that is
    expanded and wins is the nearest.
    """
    n = homes.size
    for _ in range(patience):
        now[LEVEL] = from_on(queues, now[LEVEL])
        if now[LEVEL] == queues.size:
            return NONE_LEFT
        if now[COUNT] + 4 * n >= players.size or now[LEVEL] + now[MOST] >= queues.size:
            return NO_ROOM
        node = pick(queues, nexts, now[LEVEL])
        if steps[node] < 0:
            continue
        unpack(rows, node, block)
        value, astray = rated(block, homes, worth)
        if astray == 0:
            now[WINNER] = node
            return FOUND
        size, _, _ = flood(block, step, wins, n, players[node], dist, reach)
        for turn in range(4 * size):
            way = turn & 3
            stands = reach[turn >> 2]
            cell = step[way * n + stands]
            if cell < 0 or not block[cell]:
                continue
            behind = step[way * n + cell]
            if behind < 0 or block[behind] or homes[behind] < 0:
                continue
            push(
                told, step, homes, worth, stood, both, unit, rows, players, steps, parents, turns,
                nexts, queues, index, now, block, held_fast, queue, node, cell, behind, way,
                steps[node] + dist[stands] + 1, value,
            )  # fmt: skip
    return GOES_ON


_LOST: list[Callable[..., Any]] = [held, frozen, placed, lost, unwinnable]

_QUEUE: list[Callable[..., Any]] = [lay, pick, from_on]

search = Kernel(
    astar, [*_QUEUE, *FINDING, *CARRYING, unpack, flood, rated, moves_left, *_LOST, note, push]
)  # fmt: skip
