"""The loops of a search from goals back to the start, on a board that is arrays.

All blocks are on goals at first, and are pulled: somebody beside a block steps back, and it
follows. What is pulled out of a crowd of goals stands in nobody's way, where pushes into it must be
in order.

Glossary, besides that of `stategraph.pushing.push_kernel`::

    far (b, n)             the pulls from a cell to where each of b blocks is at the start
    players, made          where the player is in each state kept, and the pulls to it
    blocks (b,)            the cells of the blocks
    rows, columns, match, before, least, done
                           of the Hungarian method, with an entry 0 for none
"""

from __future__ import annotations

from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.pushing.push_kernel import KEEPING, enter, flood, keep, keyed

# What a search goes on with: states kept, those that wait in the queue, and the state that wins.
COUNT, QUEUED, WINNER = 0, 1, 2

# What never changes: what a guess counts more where the player cannot walk to the start, and for
# each pull made; 1 where what is met last goes first among equals, else 0; what is added to a guess
# at random at most (a power of 2 less 1), and the seed of that.
APART, MADE, LAST, NOISE, SEED = 0, 1, 2, 3, 4

# What a pull left counts in a guess; more pulls than any plan has; the number of a state is less.
PULL, FAR, NUMBERS = 10, 1 << 20, 1 << 31


def assigned(far, blocks, rows, columns, match, before, least, done):
    """Return the fewest pulls that bring each block to a cell of its own: the Hungarian method."""
    count = blocks.size
    for j in range(count + 1):
        rows[j] = 0
        columns[j] = 0
        match[j] = 0
    for i in range(1, count + 1):
        match[0] = i
        j = 0
        for k in range(count + 1):
            least[k] = FAR * FAR
            done[k] = 0
        while match[j] != 0:
            done[j] = 1
            row = match[j]
            delta = FAR * FAR
            nearest = 0
            for k in range(1, count + 1):
                if done[k]:
                    continue
                cost = int(far[k - 1, blocks[row - 1]]) - rows[row] - columns[k]
                if cost < least[k]:
                    least[k] = cost
                    before[k] = j
                if least[k] < delta:
                    delta = least[k]
                    nearest = k
            for k in range(count + 1):
                if done[k]:
                    rows[match[k]] += delta
                    columns[k] -= delta
                else:
                    least[k] -= delta
            j = nearest
        while j != 0:
            match[j] = match[before[j]]
            j = before[j]
    return -columns[0]


def pull(
    step, wins, far, codes, states, players, turns, parents, made, seen, heap, waiting,
    block, blocks, dist, queue, rows, columns, match, before, least, done, now, how,
    node, key, cell, to, back, way, player,
):  # fmt: skip
    """Keep what comes of a pull from `cell` to `to`, if it is new; return whether it is the start.

    The block is there already.
    """
    n = wins.size
    size, walk_out, lowest = flood(block, step, wins, n, back, dist, queue)
    if not enter(seen, key ^ codes[cell] ^ codes[to] ^ codes[n + lowest]):
        return 0
    count = 0
    for other in range(n):
        if block[other]:
            blocks[count] = other
            count += 1
    pulls = assigned(far, blocks, rows, columns, match, before, least, done)
    if pulls >= FAR:
        return 0
    new = now[COUNT]
    now[COUNT] += 1
    keep(states, turns, node, new, to, cell, way ^ 2)  # as the push that takes it back
    players[new] = back
    parents[new] = node
    made[new] = made[node] + 1
    apart = dist[player] < 0
    if pulls == 0 and not apart:
        now[WINNER] = new
        return 1
    guess = PULL * pulls + how[MADE] * made[new]
    guess += (codes[(new + how[SEED]) % codes.size] >> 7) & how[NOISE]
    if apart:
        guess += how[APART]
    met = NUMBERS - 1 - new if how[LAST] else new
    put(heap, waiting, now[QUEUED], guess * NUMBERS + met, new)
    now[QUEUED] += 1
    return 0


def go(
    step, wins, far, codes, states, players, turns, parents, made, seen, heap, waiting,
    block, blocks, reach, dist, queue, rows, columns, match, before, least, done, now, how,
    player, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return 1: found, 0: not yet, -1: no room or states left.

    States of the least guess go first.
    """
    n = wins.size
    for _ in range(patience):
        if now[QUEUED] == 0 or now[COUNT] + 4 * n > turns.size:
            return -1
        node = waiting[0]
        take(heap, waiting, now[QUEUED])
        now[QUEUED] -= 1
        key = keyed(states, node, codes, block)
        flood(block, step, wins, n, players[node], reach, queue)
        for turn in range(4 * n):
            cell = turn >> 2
            way = turn & 3
            to = step[way * n + cell]
            if not block[cell] or to < 0 or reach[to] < 0:
                continue
            back = step[way * n + to]
            if back < 0 or block[back]:
                continue
            block[cell] = 0
            block[to] = 1
            found = pull(
                step, wins, far, codes, states, players, turns, parents, made, seen, heap, waiting,
                block, blocks, dist, queue, rows, columns, match, before, least, done, now, how,
                node, key, cell, to, back, way, player,
            )  # fmt: skip
            block[cell] = 1
            block[to] = 0
            if found:
                return 1
    return 0


search = Kernel(go, [flood, *KEEPING, enter, put, take, assigned, pull])
