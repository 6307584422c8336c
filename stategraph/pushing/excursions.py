"""Some solution by excursions: pushes at random, from states that tell of a new order.

What blocks the way most often is that one thing was done before another. So an archive keeps the
states in which the player got somewhere *before* they ever got somewhere else, for each such pair
of cells the first state that shows it. An excursion goes back to a state that is kept, one of
those from which few began, and pushes at random from there, blocks where the player never stood
most of all: each such push opens a cell. That is Go-Explore (A. Ecoffet, J. Huizinga, J. Lehman,
K. O. Stanley, J. Clune, Nature 2021), with what is novel of width two.

Glossary, besides that of `stategraph.pushing.push_kernel`::

    rows (s, 2 words)      of each state kept, where blocks are, and where the player could walk
    players, visits (s,)   where the player is; how many excursions began there
    parents, ends (s,)     the state from which it was met; where its pushes from there end
    trail                  the pushes from state to state, as cell * 4 + way, one after the other
    before (n * n,)        1 where ``before[a * n + b]``: a was reached before b, in a state kept
    been (n,)              1 where the player could walk on the way
    made, size             the pushes of an excursion since a state that is kept
    options                the pushes that are drawn from
    now                    the numbers that the loops go on with, see below
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.pushing.annealing import drawn, shift
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.time_slices import Patience

# What the loops go on with, besides what is drawn from: the states kept, the excursions left.
KEPT, LEFT = 1, 2

# An excursion has so many pushes at most; of a thousand, so many may push any block.
PUSHES, ANY = 30, 20

# Of a hundred excursions, so many begin at one of the last states kept; the least visited of so
# many drawn.
LATE, NEWEST, DRAWN = 30, 50, 4


def unpacked(rows, node, first, cells):
    """Write some bits of a state that is kept, one for each cell."""
    for cell in range(cells.size):
        cells[cell] = rows[node, first + (cell >> 5)] >> (cell & 31) & 1


def packed(rows, node, first, cells):
    """Write one bit for each cell into the row of a state."""
    for cell in range(cells.size):
        if cells[cell]:
            rows[node, first + (cell >> 5)] |= 1 << (int(cell) & 31)


def begun(visits, now):
    """Return the state at which an excursion begins."""
    kept = int(now[KEPT])
    since = kept - NEWEST if kept > NEWEST and drawn(now, 100) < LATE else 0
    node = since + drawn(now, kept - since)
    for _ in range(DRAWN - 1):
        other = since + drawn(now, kept - since)
        if visits[other] < visits[node]:
            node = other
    visits[node] += 1
    return node


def choices(block, step, n, been, queue, size, everywhere, options):
    """Write the pushes of blocks where the player never stood, or of all; return how many."""
    count = 0
    for k in range(size):
        for way in range(4):
            cell = step[way * n + queue[k]]
            if cell >= 0 and block[cell] and (everywhere or not been[cell]):
                behind = step[way * n + cell]
                if behind >= 0 and not block[behind]:
                    options[count] = cell * 4 + way
                    count += 1
    return count


def ordered(before, been, queue, size, n, fresh):
    """Note the cells that are walked to; return whether one was never before some other."""
    count = 0
    for k in range(size):
        if not been[queue[k]]:
            been[queue[k]] = 1
            fresh[count] = queue[k]
            count += 1
    novel = 0
    for k in range(count):
        row = fresh[k] * n
        for cell in range(n):
            if not been[cell] and not before[row + cell]:
                before[row + cell] = 1
                novel = 1
    return novel


def kept(rows, players, parents, ends, trail, block, been, made, size, node, player, now):
    """Keep a state met by some pushes from another; return its number."""
    new = int(now[KEPT])
    packed(rows, new, 0, block)
    packed(rows, new, rows.shape[1] // 2, been)
    players[new] = player
    parents[new] = node
    for k in range(size):
        trail[ends[new - 1] + k] = made[k]
    ends[new] = ends[new - 1] + size
    now[KEPT] += 1
    return new


def drawn_push(block, step, n, been, queue, size, stuck, options, now):
    """Return a push drawn at random, -1: none; and how often no block opened a new cell."""
    count = choices(block, step, n, been, queue, size, drawn(now, 1000) < ANY, options)
    if count == 0:
        stuck += 1
        count = choices(block, step, n, been, queue, size, stuck == 1, options)
    return (options[drawn(now, count)] if count > 0 else -1), stuck


def excursion(
    step, wins, rows, players, visits, parents, ends, trail, before, block, been, dist, queue,
    fresh, made, options, now,
):  # fmt: skip
    """Go on an excursion; return whether it wins: then its last state is kept."""
    n = wins.size
    node = begun(visits, now)
    unpacked(rows, node, 0, block)
    unpacked(rows, node, rows.shape[1] // 2, been)
    size, walk_out, _ = flood(block, step, wins, n, players[node], dist, queue)
    since = 0
    stuck = 0
    for _ in range(1 + drawn(now, PUSHES)):
        turn, stuck = drawn_push(block, step, n, been, queue, size, stuck, options, now)
        if turn < 0:
            return 0
        made[since] = turn
        since += 1
        player = shift(block, step, n, turn)
        size, walk_out, _ = flood(block, step, wins, n, player, dist, queue)
        if walk_out >= 0 or ordered(before, been, queue, size, n, fresh):
            node = kept(
                rows, players, parents, ends, trail, block, been, made, since, node, player, now
            )
            since = 0
        if walk_out >= 0 or now[KEPT] + 1 >= players.size:
            return walk_out >= 0
    return 0


def go(
    step, wins, rows, players, visits, parents, ends, trail, before, block, been, dist, queue,
    fresh, made, options, now, patience,
):  # fmt: skip
    """Go on so many excursions; return 1: won by the last state kept, 0: not yet, -1: over."""
    for _ in range(patience):
        if now[LEFT] == 0 or now[KEPT] + 1 >= players.size:
            return -1
        now[LEFT] -= 1
        if excursion(
            step, wins, rows, players, visits, parents, ends, trail, before, block, been, dist,
            queue, fresh, made, options, now,
        ):  # fmt: skip
            return 1
    return 0


exploring = Kernel(
    go,
    [drawn, flood, unpacked, packed, begun, choices, drawn_push, shift, ordered, kept, excursion],
)


def found(
    ground: Ground, room: int, excursions: int, seed: int, stopped: Callable[[], bool]
) -> list[Push] | None:
    """Return the pushes of a solution that excursions meet, or None.

    Parameters
    ----------
    room : int
        states kept at most
    excursions : int
        how many there are at most
    seed : int
        what is drawn at random, from 0 to 2**40 - 1
    """
    n, patience = ground.size, Patience()
    rows = np.zeros((room, 2 * ground.words), np.uint32)
    players, visits, parents, ends = (np.zeros(room, np.int32) for _ in range(4))
    trail, before = np.zeros(room * PUSHES, np.int32), np.zeros(n * n, np.uint8)
    block, been = ground.begins.copy(), np.zeros(n, np.uint8)
    dist, queue, fresh = (np.zeros(n + 1, np.int32) for _ in range(3))
    made, options = np.zeros(PUSHES, np.int32), np.zeros(4 * n, np.int32)
    now = np.array([seed, 1, excursions], np.int64)
    size, walk_out, _ = flood(block, ground.step, ground.wins, n, ground.player, dist, queue)
    if walk_out >= 0:
        return []
    been[queue[:size]] = 1
    rows[0] = [*ground.packed(block), *ground.packed(been)]
    players[0], parents[0] = ground.player, -1
    while not stopped():
        told = exploring.compiled(
            ground.step, ground.wins, rows, players, visits, parents, ends, trail, before, block,
            been, dist, queue, fresh, made, options, now, patience.next(), work=1 << 30,
        )  # fmt: skip
        if told > 0:
            return _pushes(int(now[KEPT]) - 1, parents, ends, trail)
        if told < 0:
            break
    return None


def _pushes(node: int, parents: np.ndarray, ends: np.ndarray, trail: np.ndarray) -> list[Push]:
    """Return the pushes that lead to a state that is kept."""
    turns: list[int] = []
    while parents[node] >= 0:
        turns = [*trail[ends[node - 1] : ends[node]].tolist(), *turns]
        node = int(parents[node])
    return [(turn >> 2, turn & 3) for turn in turns]
