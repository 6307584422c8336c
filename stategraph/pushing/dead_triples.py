"""Which three blocks can be put away, wherever they and the player are, as if there were no others.

::

    # # # # # #      none of them is held fast as it lies, and any two of them can be put away;
    # @ $ _ . #      but who pushes one must first push another to where it stays for ever
    # $ _ $ _ #

Whoever takes blocks off a solution's board and makes its moves still wins: a push of a block that
is gone is a step. So where three blocks cannot be put away alone, nobody wins, whatever else
lies there. It is a pattern database (J. Culberson, J. Schaeffer, Computational Intelligence 1998)
of every three blocks that tells one thing only. The same is told of the way back: where three
blocks never get to from the start, whatever else is there, no solution leads through.
"""

from __future__ import annotations

from itertools import combinations

import numpy as np

from stategraph.machine.kernel import Kernel

# More places of three blocks and the player are not told apart: then nothing is known.
MOST = 1 << 24


def placed(a, b, c, n, player):
    """Return the number of three blocks, in whatever order, and the player."""
    low = min(a, min(b, c))
    high = max(a, max(b, c))
    mid = a + b + c - low - high
    return (high * (high - 1) * (high - 2) // 6 + mid * (mid - 1) // 2 + low) * n + player


def meet(told, queue, n, a, b, c, player, tail):
    """Queue three blocks and the player, if they are new; return how many were queued."""
    place = placed(a, b, c, n, player)
    if told[place]:
        return tail
    told[place] = 1
    queue[tail] = ((a * n + b) * n + c) * n + player
    return tail + 1


def pulled(step, told, queue, n, a, b, c, player, way, to, tail):
    """Queue what comes of a step back by one who may pull the block behind them."""
    tail = meet(told, queue, n, a, b, c, to, tail)
    cell = step[(way ^ 2) * n + player]
    if cell == a:
        tail = meet(told, queue, n, player, b, c, to, tail)
    if cell == b:
        tail = meet(told, queue, n, a, player, c, to, tail)
    if cell == c:
        tail = meet(told, queue, n, a, b, player, to, tail)
    return tail


def pushed(step, told, queue, n, a, b, c, way, to, tail):
    """Queue what comes of a push of the block that lies on a cell."""
    behind = step[way * n + to]
    free = behind >= 0 and behind != a and behind != b and behind != c
    if free and to == a:
        tail = meet(told, queue, n, behind, b, c, to, tail)
    elif free and to == b:
        tail = meet(told, queue, n, a, behind, c, to, tail)
    elif free:
        tail = meet(told, queue, n, a, b, behind, to, tail)
    return tail


def spread(step, n, told, queue, tail, pulls):
    """Queue all that those queued lead to, by steps and pulls, or by steps and pushes."""
    head = 0
    while head < tail:
        place = int(queue[head])
        head += 1
        player = place % n
        c = place // n % n
        b = place // (n * n) % n
        a = place // (n * n * n)
        for way in range(4):
            to = step[way * n + player]
            if to < 0:
                continue
            if to != a and to != b and to != c:
                if pulls:
                    tail = pulled(step, told, queue, n, a, b, c, player, way, to, tail)
                else:
                    tail = meet(told, queue, n, a, b, c, to, tail)
            elif not pulls:
                tail = pushed(step, told, queue, n, a, b, c, way, to, tail)


def lost(block, told, n, moved, player):
    """Return whether a block just moved cannot be put away together with two others."""
    if told.size == 0:
        return False
    for b in range(n):
        if not block[b] or b == moved:
            continue
        for a in range(b):
            if block[a] and a != moved and not told[placed(a, b, moved, n, player)]:
                return True
    return False


_spreading = Kernel(spread, [placed, meet, pulled, pushed])


def triples(step: np.ndarray, ends: np.ndarray, players: list[int], pulls: bool) -> np.ndarray:
    """Return 1 for each place of three blocks and the player that leads to `ends`, 0 for others.

    Places have the numbers of `placed`. Three blocks end on any three of the cells `ends`, and the
    player on one of `players`; with `pulls` places lead there by pushes, else by pulls. Empty where
    there are more than `MOST`.

    >>> from itertools import permutations
    >>> row = np.array([-1] * 6 + [1, 2, 3, 4, 5, -1] + [-1] * 6 + [-1, 0, 1, 2, 3, 4])
    >>> told = triples(row, np.array([1, 2, 3]), [0], True)
    >>> [p for p in range(6) if told[placed(1, 3, 2, 6, p)]], int(told.sum())
    ([0], 1)
    """
    n = step.size // 4
    size = n * (n - 1) * (n - 2) // 6 * n
    if size > MOST or n**4 >= 1 << 31:
        return np.zeros(0, np.uint8)
    told, queue, tail = np.zeros(size, np.uint8), np.zeros(size, np.int32), 0
    for a, b, c in combinations(ends.tolist(), 3):
        for player in players:
            if player not in (a, b, c):
                tail = meet(told, queue, n, a, b, c, player, tail)
    _spreading(step, n, told, queue, tail, int(pulls), work=size)
    return told
