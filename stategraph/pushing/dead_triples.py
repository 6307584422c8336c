"""Dead triples: three blocks that cannot all reach goals, even without the other blocks.

::

    # # # # # #      none of the three blocks ($) is frozen, and any two of them can reach goals;
    # @ $ _ . #      but before the player can push one, they must push another to a cell that
    # $ _ $ _ #      it can never leave

If some blocks are taken off the board, the moves of a solution still win, because a push of a
removed block becomes a step. So a state is dead if three of its blocks cannot reach goals on a
board without the other blocks. The table of all triples is a pattern database (J. Culberson,
J. Schaeffer, Computational Intelligence 1998).
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.pushing.push_board import pushes_of_one

# Largest size of a table of states of three blocks and the player; no larger table is computed.
MAX_TABLE_STATES = 1 << 25


def placed(a, b, c, n, player):
    """Return the number of a state of three blocks and the player; the order of blocks is free."""
    low = min(a, min(b, c))
    high = max(a, max(b, c))
    mid = a + b + c - low - high
    return (high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low) * n + player


def meet(solvable, queue, n, a, b, c, player, tail):
    """Queue a state of three blocks and the player if it is new; return the end of the queue."""
    place = placed(a, b, c, n, player)
    if solvable[place]:
        return tail
    solvable[place] = 1
    queue[tail] = ((a * n + b) * n + c) * n + player
    return tail + 1


def taken_apart(place, n):
    """Decode a queue entry of `meet` to the cells of the three blocks and the player."""
    return place // (n * n * n), place // (n * n) % n, place // n % n, place % n


def pulled(step, solvable, queue, n, place, direction, to, tail):
    """Queue the states after a player's move to `to`, with and without a pull of a block."""
    a, b, c, player = taken_apart(place, n)
    tail = meet(solvable, queue, n, a, b, c, to, tail)
    cell = step[(direction ^ 2) * n + player]
    if cell == a:
        tail = meet(solvable, queue, n, player, b, c, to, tail)
    if cell == b:
        tail = meet(solvable, queue, n, a, player, c, to, tail)
    if cell == c:
        tail = meet(solvable, queue, n, a, b, player, to, tail)
    return tail


def spread(step, n, solvable, queue, tail):
    """Queue all states reachable from the queued ones by steps and pulls."""
    head = 0
    while head < tail:
        place = int(queue[head])
        head += 1
        a, b, c, player = taken_apart(place, n)
        for direction in range(4):
            to = step[direction * n + player]
            if to >= 0 and to != a and to != b and to != c:
                tail = pulled(step, solvable, queue, n, place, direction, to, tail)


def lost(block, solvable, n, moved, player):
    """Return whether a block that just moved is in a dead triple."""
    if solvable.size == 0:
        return False
    for b in range(n):
        if not block[b] or b == moved:
            continue
        for a in range(b):
            if not block[a] or a == moved:
                continue
            place = placed(a, b, moved, n, player)
            if place >= solvable.size or not solvable[place]:
                return True
    return False


_spreading = Kernel(spread, [placed, meet, taken_apart, pulled])


def triples(step: np.ndarray, goals: np.ndarray) -> np.ndarray:
    """Return a table with 1 for each state of three blocks and the player that is not dead.

    The index of a state is the number that `placed` returns. The table ends at the last cell from
    which a single block can reach a goal. The search begins with three blocks on any three goals
    and the player on any other cell, and goes backwards, by pulls. The table is empty if it would
    have more than `MAX_TABLE_STATES` entries.

    >>> row = np.array([-1] * 6 + [1, 2, 3, 4, 5, -1] + [-1] * 6 + [-1, 0, 1, 2, 3, 4])
    >>> solvable = triples(row, np.array([1, 2, 3]))
    >>> [p for p in range(6) if solvable[placed(1, 3, 2, 6, p)]], int(solvable.sum())
    ([0, 4, 5], 4)
    """
    n = step.size // 4
    top = 1 + max(pushes_of_one(step.reshape(4, -1), goals.tolist()), default=0)
    size = top * (top - 1) * (top - 2) // 6 * n
    if size > MAX_TABLE_STATES or n**4 >= 1 << 31:
        return np.zeros(0, np.uint8)
    solvable, queue, tail = np.zeros(size, np.uint8), np.zeros(size, np.int32), 0
    for a, b, c in combinations(goals.tolist(), 3):
        for player in range(n):
            if player not in (a, b, c):
                tail = meet(solvable, queue, n, a, b, c, player, tail)
    _spreading(step, n, solvable, queue, tail, work=size)
    return solvable
