"""A plan is made shorter by simulated annealing over the order of its pushes.

A plan is changed at random, and followed as far as it goes: some pushes are moved to another
place, left out, taken over from another plan, or made where nothing called for them. If it still
wins, and is not too much longer, it is gone on from. How much that is, is drawn at random, and
falls: so a detour may be kept that pays only when all pushes of a long way are made on another::

    a b c d e f        one after the other, while the player walks there and back
    a c b d e f        b is made later, on the way back: longer at first
    a c d e b f        nothing is left to walk there for: shorter

What comes after a change is not followed again where it is as before: most changes are tried in a
few walks. S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing,
Science 220, 1983.

Glossary, besides that of `stategraph.pushing.push_kernel`::

    turns, made (m,)       the pushes of the plan at hand, as cell * 4 + way; the moves up to each
    tried                  the pushes of the plan as changed
    kept, moved            those of them that can be made; the moves up to each
    best                   the pushes of the shortest plan so far
    others, spans          the pushes of other plans, and where each begins and ends
    been (n,)              1 where the player could stand before
    since                  so many pushes at the beginning are not changed
    same                   from that push on, nothing is; as many as there are: something is
    now                    the numbers that the loops go on with, see below
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.pushing.plan_regression import Rest
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.relaxed_plan import astray

# What the loops go on with: what is drawn from, the pushes and moves of the plan at hand, those of
# the shortest one, and how much longer a plan may get, more or less, in 256ths of a move.
SEED, SIZE, MOVES, BEST_SIZE, BEST_MOVES, HEAT = 0, 1, 2, 3, 4, 5

# Of 16 changes, so many move pushes elsewhere, leave some out, and make new ones; the others take
# some over from another plan.
ELSEWHERE, WITHOUT, NEW = 10, 2, 2

# So many pushes are moved or left out, made anew, and taken over at most.
PIECE, FURTHER, TAKEN = 16, 6, 24

# One of so many changes is followed past pushes that cannot be made any more.
LOOSELY = 8

# Changes tried between two looks, at one heat; and the heat in the end.
AT_ONCE, COLD = 1 << 8, 256


def drawn(now, most):
    """Return a random number below `most`."""
    now[SEED] = (int(now[SEED]) * 25214903917 + 11) & 0xFFFFFFFFFFFF
    return (int(now[SEED]) >> 16) % int(most)


def slack(now):
    """Return how many moves longer a plan may be: seldom many more than the heat."""
    more = drawn(now, now[HEAT])
    while drawn(now, 2):
        more += now[HEAT]
    return more >> 8


def piece(now, most):
    """Return a length up to `most`, each half as likely as the one before."""
    length = 1
    while length < most and drawn(now, 2):
        length += 1
    return length


def shift(block, step, n, turn):
    """Move the block that a push moves; return where the player is then."""
    cell = turn >> 2
    block[cell] = 0
    block[step[(turn & 3) * n + cell]] = 1
    return cell


def replayed(step, begins, player, turns, count, block):
    """Write where blocks are after some pushes; return where the player is."""
    n = begins.size
    for cell in range(n):
        block[cell] = begins[cell]
    for k in range(count):
        player = shift(block, step, n, turns[k])
    return player


# ------------------------------------------------------------- changes: (pushes then, since, same)


def elsewhere(turns, tried, now):
    """Move some pushes that follow each other, anywhere or near."""
    size = int(now[SIZE])
    begin = drawn(now, size)
    length = piece(now, min(PIECE, size - begin))
    rest = size - length
    to = drawn(now, rest + 1)
    if drawn(now, 2):
        to = max(0, min(rest, begin + drawn(now, 13) - 6))
    for k in range(begin, to):
        tried[k] = turns[k + length]
    for k in range(to, begin):
        tried[k + length] = turns[k]
    for k in range(length):
        tried[to + k] = turns[begin + k]
    return size, min(begin, to), max(begin, to) + length


def without(turns, tried, now):
    """Leave out some pushes that follow each other."""
    size = int(now[SIZE])
    begin = drawn(now, size)
    length = piece(now, min(PIECE, size - begin))
    for k in range(begin, size - length):
        tried[k] = turns[k + length]
    return size - length, begin, size - length


def put_in(turns, tried, begin, length, now):
    """Move what comes from a push on behind some new ones."""
    size = int(now[SIZE])
    for k in range(begin, size):
        tried[k + length] = turns[k]
    return size + length, begin, size + length


def taken_over(turns, tried, others, spans, now):
    """Put in some pushes of another plan."""
    other = drawn(now, spans.size - 1)
    size = spans[other + 1] - spans[other]
    begin = drawn(now, size)
    length = 1 + drawn(now, min(TAKEN, size - begin))
    to = drawn(now, now[SIZE] + 1)
    for k in range(length):
        tried[to + k] = others[spans[other] + begin + k]
    return put_in(turns, tried, to, length, now)


def further(step, nowhere, begins, player, turns, tried, block, been, dist, queue, now):
    """Put in new pushes, each from where nobody could stand before the last one."""
    n = begins.size
    begin = drawn(now, now[SIZE] + 1)
    player = replayed(step, begins, player, turns, begin, block)
    for cell in range(n):
        been[cell] = 0
    length = 0
    most = FURTHER if drawn(now, 2) else 1
    while length < most:
        flood(block, step, nowhere, n, player, dist, queue)
        turn = new_push(step, n, block, been, dist, now)
        if turn < 0:
            break
        player = shift(block, step, n, turn)
        tried[begin + length] = turn
        length += 1
        if drawn(now, 4) == 0:
            break
    return put_in(turns, tried, begin, length, now)


def new_push(step, n, block, been, dist, now):
    """Return some push from where nobody had been, -1: there is none; note who gets where."""
    begin = drawn(now, n)
    ways = drawn(now, 4)
    found = -1
    for k in range(4 * n):
        cell = (begin + (k >> 2)) % n
        way = (ways + k) & 3
        stands = step[(way ^ 2) * n + cell]
        behind = step[way * n + cell]
        if not block[cell] or stands < 0 or dist[stands] < 0 or been[stands]:
            continue
        if behind >= 0 and not block[behind]:
            found = cell * 4 + way
            break
    for cell in range(n):
        if dist[cell] >= 0:
            been[cell] = 1
    return found


def changed(
    step, nowhere, begins, player, turns, tried, others, spans, block, been, dist, queue, now
):  # fmt: skip
    """Write a plan that differs from the one at hand to `tried`, and how."""
    size = int(now[SIZE])
    for k in range(size):
        tried[k] = turns[k]
    kind = drawn(now, 16)
    if size + max(FURTHER, TAKEN) > tried.size:
        kind = min(kind, ELSEWHERE + WITHOUT - 1)
    if size > 0 and kind < ELSEWHERE:
        return elsewhere(turns, tried, now)
    if size > 0 and kind < ELSEWHERE + WITHOUT:
        return without(turns, tried, now)
    if kind < ELSEWHERE + WITHOUT + NEW or others.size == 0:
        return further(step, nowhere, begins, player, turns, tried, block, been, dist, queue, now)
    return taken_over(turns, tried, others, spans, now)


# --------------------------------------------------------------------------- plans that are tried


def walk(block, step, n, player, turn, there, dist, queue):
    """Return the moves to where somebody pushes, -1: they cannot."""
    cell = turn >> 2
    stands = step[((turn & 3) ^ 2) * n + cell]
    behind = step[(turn & 3) * n + cell]
    if not block[cell] or behind < 0 or block[behind] or stands < 0 or block[stands]:
        return -1
    there[stands] = 1
    _, far, _ = flood(block, step, there, n, player, dist, queue)
    there[stands] = 0
    return far


def walk_out(block, step, wins, homes, n, player, dist, queue):
    """Return the moves to win without a push, -1: nobody does."""
    if homes.size > 0:
        _, away = astray(block, homes, n)  # -1 where a block gets to no goal
        return 0 if away == 0 else -1
    _, far, _ = flood(block, step, wins, n, player, dist, queue)
    return far


def copied(turns, made, kept, moved, begin, end, more):
    """Copy pushes of one plan to another, made so many moves later."""
    for k in range(begin, end):
        kept[k] = turns[k]
        moved[k] = made[k] + more


def follow(
    step, wins, left, homes, begins, player, tried, size, since, same, longer, turns, made,
    kept, moved, block, there, dist, queue, now,
):  # fmt: skip
    """Follow a plan as changed; return how many pushes of it are made, and the moves, -1: in vain.

    It may be so much longer than the one at hand.
    """
    n = wins.size
    player = replayed(step, begins, player, tried, since, block)
    moves = made[since - 1] if since > 0 else 0
    strict = drawn(now, LOOSELY)
    count = since
    for k in range(since, size):
        far = walk(block, step, n, player, tried[k], there, dist, queue)
        if far < 0:
            if strict:
                return count, -1
            continue
        moves += far + 1
        if moves + left[tried[k] >> 2] > now[MOVES] + longer:
            return count, -1
        if count == k and k <= same and same < size and moves > made[same] + longer:
            return count, -1
        player = shift(block, step, n, tried[k])
        kept[count] = tried[k]
        moved[count] = moves
        count += 1
        if k == same and count == k + 1:  # all blocks are where they were, and so is the player
            copied(turns, made, kept, moved, count, size, moves - made[k])
            return size, now[MOVES] + moves - made[k]
    far = walk_out(block, step, wins, homes, n, player, dist, queue)
    if far < 0 or moves + far > now[MOVES] + longer:
        return count, -1
    return count, moves + far


def anneal(
    step, wins, left, homes, begins, player, nowhere, turns, made, tried, kept, moved, best, others,
    spans, block, been, there, dist, queue, now, some,
):  # fmt: skip
    """Try `some` changes of the plan at hand, and go on from those that are short enough."""
    for _ in range(some):
        size, since, same = changed(
            step, nowhere, begins, player, turns, tried, others, spans, block, been, dist, queue,
            now,
        )  # fmt: skip
        count, moves = follow(
            step, wins, left, homes, begins, player, tried, size, since, same, slack(now), turns,
            made, kept, moved, block, there, dist, queue, now,
        )  # fmt: skip
        if moves < 0:
            continue
        copied(kept, moved, turns, made, since, count, 0)
        now[SIZE] = count
        now[MOVES] = moves
        if moves < now[BEST_MOVES]:
            now[BEST_MOVES] = moves
            now[BEST_SIZE] = count
            for k in range(count):
                best[k] = turns[k]


_CHANGES: list[Callable[..., Any]] = [
    drawn,
    piece,
    shift,
    replayed,
    elsewhere,
    without,
    put_in,
    taken_over,
    new_push,
]

_annealing = Kernel(
    anneal, [flood, astray, slack, *_CHANGES, further, changed, walk, walk_out, copied, follow]
)


def annealed(
    ground: Ground,
    rest: Rest,
    others: list[Rest],
    heat: int,
    changes: int,
    seed: int,
    stopped: Callable[[], bool],
) -> list[Push]:
    """Return the shortest plan met among so many changes of a plan, given by its `rest`.

    Others are plans from which pushes are taken over; `heat` is about how many moves more a changed
    plan may have at first. Where it is stopped sooner, the shortest one so far.
    """
    n, m = ground.size, len(rest.plan)
    room = 2 * m + 4 * max(FURTHER, TAKEN)
    turns, made, tried, kept, moved, best = np.zeros((6, room), np.int32)
    turns[:m] = best[:m] = rest.turns
    made[:m] = [rest.moves - rest.after(k + 1) for k in range(m)]
    taken = [other.turns for other in others if other.plan]
    spans = np.cumsum([0, *map(len, taken)]).astype(np.int32)
    pieces = np.concatenate(taken) if taken else np.zeros(0, np.int32)
    nowhere, block, been, there = np.zeros((4, n), np.uint8)
    dist, queue = np.zeros((2, n + 1), np.int32)
    now = np.array([seed, m, rest.moves, m, rest.moves, 0], np.int64)
    begin, last = 256 * heat, -(-changes // AT_ONCE)
    for k in range(last):
        if stopped():
            break
        now[HEAT] = COLD + (begin - COLD) * (last - k) ** 2 // last**2
        _annealing.compiled(
            ground.step, ground.wins, ground.left, ground.homes, ground.begins, ground.player,
            nowhere, turns, made, tried, kept, moved, best, pieces, spans, block, been, there,
            dist, queue, now, AT_ONCE, work=1 << 30,
        )  # fmt: skip
    return [(int(turn) >> 2, int(turn) & 3) for turn in best[: now[BEST_SIZE]]]
