"""Dead triples: three blocks that cannot all reach goals, even without the other blocks.

::

    # # # # # #      none of the three blocks ($) is frozen, and any two of them can reach goals;
    # @ $ _ . #      but before the player can push one, they must push another to a cell that
    # $ _ $ _ #      it can never leave

If some blocks are taken off the board, the moves of a solution still win, because a push of a
removed block becomes a step. So a state is dead if three of its blocks cannot reach goals on a
board without the other blocks. The table of all triples is a pattern database (J. Culberson,
J. Schaeffer, Computational Intelligence 1998). The argument also holds from the start: if three
blocks cannot reach three cells from the start, no solution has blocks on these cells together.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.rules.steps import steps_to

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


def pushed(step, solvable, queue, n, place, direction, to, tail):
    """Queue the state after the block on the cell `to` is pushed, if the push is possible."""
    a, b, c, _ = taken_apart(place, n)
    behind = step[direction * n + to]
    free = behind >= 0 and behind != a and behind != b and behind != c
    if free and to == a:
        tail = meet(solvable, queue, n, behind, b, c, to, tail)
    elif free and to == b:
        tail = meet(solvable, queue, n, a, behind, c, to, tail)
    elif free:
        tail = meet(solvable, queue, n, a, b, behind, to, tail)
    return tail


def spread(step, n, solvable, queue, tail, pulls):
    """Queue all states reachable from the queued ones by steps, and by either pulls or pushes."""
    head = 0
    while head < tail:
        place = int(queue[head])
        head += 1
        a, b, c, player = taken_apart(place, n)
        for direction in range(4):
            to = step[direction * n + player]
            if to < 0:
                continue
            if to != a and to != b and to != c:
                if pulls:
                    tail = pulled(step, solvable, queue, n, place, direction, to, tail)
                else:
                    tail = meet(solvable, queue, n, a, b, c, to, tail)
            elif not pulls:
                tail = pushed(step, solvable, queue, n, place, direction, to, tail)


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


_spreading = Kernel(spread, [placed, meet, taken_apart, pulled, pushed])


def triples(step: np.ndarray, ends: np.ndarray, players: list[int], pulls: bool) -> np.ndarray:
    """Return a table with 1 for each state of three blocks and the player that is not dead.

    The index of a state is the number that `placed` returns. The table ends at the last cell that a
    single block can reach. An end state has the three blocks on any three of the cells `ends`, and
    the player on one of the cells `players`. With `pulls`, the table marks the states from which
    pushes lead to an end state (the search goes backwards, by pulls). Without `pulls`, it marks the
    states that pushes reach from an end state. The table is empty if it would have more than
    `MAX_TABLE_STATES` entries.

    >>> from itertools import permutations
    >>> row = np.array([-1] * 6 + [1, 2, 3, 4, 5, -1] + [-1] * 6 + [-1, 0, 1, 2, 3, 4])
    >>> solvable = triples(row, np.array([1, 2, 3]), [0], True)
    >>> [p for p in range(6) if solvable[placed(1, 3, 2, 6, p)]], int(solvable.sum())
    ([0], 1)
    """
    n = step.size // 4
    top = 1 + max(_cells(step, ends.tolist(), pulls), default=0)
    size = top * (top - 1) * (top - 2) // 6 * n
    if size > MAX_TABLE_STATES or n**4 >= 1 << 31:
        return np.zeros(0, np.uint8)
    solvable, queue, tail = np.zeros(size, np.uint8), np.zeros(size, np.int32), 0
    for a, b, c in combinations(ends.tolist(), 3):
        for player in players:
            if player not in (a, b, c):
                tail = meet(solvable, queue, n, a, b, c, player, tail)
    _spreading(step, n, solvable, queue, tail, int(pulls), work=size)
    return solvable


def _cells(step: np.ndarray, ends: list[int], pulls: bool) -> list[int]:
    """Return the cells that a block can reach from `ends`, by pulls or by pushes."""
    beside = step.reshape(4, -1).tolist()

    def near(cell: int) -> Iterator[int]:
        for direction in range(4):
            to, stands = beside[direction][cell], beside[direction ^ 2][cell]
            if pulls:
                stands = beside[direction][to] if to >= 0 else -1
            if to >= 0 and stands >= 0:
                yield to

    return list(steps_to(ends, near))
