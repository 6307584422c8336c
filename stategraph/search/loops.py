"""The text of the compiled loops of a search; they know no puzzle.

A search keeps states, not moves. Where a puzzle has a *walker* (the player of push-block), states
that differ only in where he stands are not kept either: from a state he walks on the spot, and what
is kept is the states after something else has changed::

    kept ──walk──walk──push──► kept ──walk──push──► kept ──walk──walk──► goal

so that one state kept stands for all the places he can walk to.

`reach` expands some states up to a bound: nothing is kept, or walked on from, that cannot win
within so many moves. It tells of each expanded state the least bound with which it is worth being
expanded again.

`dive` goes depth first within a bound, moves in the order of their labels, and keeps the states it
has met in a table of fixed size, where a newer one takes the place of an older. A state met earlier
with as few moves leads to no solution within the bound, or it would have been found; one that still
waits to be looked at was met with fewer. So with the least bound that has a solution, the first
solution found is the first in the order of labels.
"""

from __future__ import annotations

from stategraph.native.loops import Loops
from stategraph.rules.guesses import DEAD

# More moves than any solution has: of what was not found yet, or is dead.
NEVER = DEAD

_RULES = '''\
"""Written by stategraph from the rules of a puzzle; do not edit."""
import numpy as np
from numba import njit

MOST, WIDTH, NEVER = {most}, {width}, 1 << 30

{find}

@njit
def moves(states, head, new, label, won, C{tables}):
{constants}
{words}
    q = 0
{rules}
    return q


@njit
def guess(states, head, C{tables}):
{constants}
{words}
    q = 0
{bounds}
    return q


@njit(cache=True)
def look(states, new, label, won, C{tables}):
    return moves(states, 0, new, label, won, C{tables}), guess(states, 0, C{tables})

'''

_REACH = """
@njit(cache=True, nogil=True)
def reach(
    states, index, far, parents, least, done, order, at, bound, changed, c, again, n, best, last,
    room, limit, ring, steps, floor, seen, stamp, still, place, same_guess, new, label, won,
    C{tables}
):
    cells = ring.shape[0] - 1
    most = cells * MOST
    while at < order.size and n + most <= room and c + most <= changed.size:
        u = order[at]
        again[at] = NEVER
        before = done[u]
        if before >= bound:
            at += 1
            continue
        was = n
        further = NEVER
        for k in range(WIDTH):
            ring[0, k] = states[u, k]
        here = guess(ring, 0, C{tables}) if same_guess else 0
        steps[0] = far[u]
        floor[0] = least[u]
        stamp += 1
        seen[(ring[0, place[0]] >> place[1]) & place[2]] = stamp
        head = 0
        tail = 1
        while head < tail:
            q = moves(ring, head, new, label, won, C{tables})
            if q < 0:
                return at, c, n, best, last, stamp, 1
            d = steps[head] + 1
            low = floor[head]
            head += 1
            for i in range(q):
                if won[i]:
                    if d < best:
                        best = d
                        last = u
                    continue
                walks = True
                for k in range(WIDTH):
                    if (new[i, k] ^ ring[0, k]) & still[k] != 0:
                        walks = False
                        break
                cell = (new[i, place[0]] >> place[1]) & place[2]
                if walks and seen[cell] == stamp:
                    continue
                h = here if same_guess and walks else guess(new, i, C{tables})
                if h < 0:
                    return at, c, n, best, last, stamp, 1
                f = max(low, d + h)
                if f >= best or h >= NEVER:
                    continue
                if f > bound:
                    further = min(further, f)
                    continue
                if walks:
                    seen[cell] = stamp
                    for k in range(WIDTH):
                        ring[tail, k] = new[i, k]
                    steps[tail] = d
                    floor[tail] = f
                    tail += 1
                elif f > before:
                    v, after = find({keys}, states, n, index)
                    if after > n or d < far[v]:
                        far[v] = d
                        parents[v] = u
                        least[v] = f
                        done[v] = -1
                        changed[c] = v
                        c += 1
                    n = after
        if n > limit:
            return at, c, was, best, last, stamp, 2
        done[u] = bound
        again[at] = further
        at += 1
    return at, c, n, best, last, stamp, 0
"""


_DIVE = """
@njit(cache=True, nogil=True)
def dive(
    path, kids, left, table, marks, rank, by, depth, bound, number, further, patience,
    new, label, won, C{tables}
):
    mask = marks.shape[0] - 1
    while depth >= 0:
        if left[depth] < 0:
            patience -= 1
            if patience < 0:
                return depth, further, patience, 3
            q = moves(path, depth, new, label, won, C{tables})
            if q < 0:
                return depth, further, patience, 1
            left[depth] = 0
            for i in range(q):
                if won[i] and depth < bound:
                    return depth, further, patience, 0
                k = i  # the last label first, for the kid kept last is looked at first
                while k > 0 and rank[label[by[k - 1]]] < rank[label[i]]:
                    by[k] = by[k - 1]
                    k -= 1
                by[k] = i
            for turn in range(q):
                i = by[turn]
                h = 0 if won[i] else guess(new, i, C{tables})
                if h < 0:
                    return depth, further, patience, 1
                if h >= NEVER:
                    continue
                if depth + 1 + h > bound:
                    further = min(further, depth + 1 + h)
                    continue
                key = np.uint64(0)
                for k in range(WIDTH):
                    key = (key ^ np.uint64(new[i, k])) * np.uint64(0x9E3779B97F4A7C15)
                    key ^= key >> np.uint64(32)
                slot = np.int64(key >> np.uint64(7)) & mask
                known = marks[slot, 0] == number and marks[slot, 1] <= depth + 1
                for k in range(WIDTH):
                    known = known and table[slot, k] == new[i, k]
                if known:
                    continue
                marks[slot, 0] = number
                marks[slot, 1] = depth + 1
                for k in range(WIDTH):
                    table[slot, k] = new[i, k]
                    kids[depth * MOST + left[depth], k] = new[i, k]
                left[depth] += 1
        if left[depth] == 0:
            depth -= 1
            continue
        left[depth] -= 1
        for k in range(WIDTH):
            path[depth + 1, k] = kids[depth * MOST + left[depth], k]
        depth += 1
        left[depth] = -1
    return depth, further, patience, 2
"""

SEARCH = Loops(_RULES + _REACH + _DIVE, depth=1, failed="return -1")
