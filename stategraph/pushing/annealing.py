"""Shortening of a plan by simulated annealing over the order of its pushes.

A plan is edited at random and replayed: some pushes are moved to another position, deleted, copied
from another plan, or inserted. If the edited plan still wins and is not too much longer, it becomes
the current plan. The accepted extra length is random and falls with the temperature. A detour may
be accepted that pays only when all pushes of a long walk have moved to another walk::

    a b c d e f        in order; the player walks there and back for b
    a c b d e f        b is made later, on another walk: longer at first
    a c d e b f        no push is left that needs the first walk: shorter

The part of a plan behind an edit is not replayed if it is as before. Most edits therefore cost only
a few walks. S. Kirkpatrick, C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing,
Science 220, 1983.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, UInt8s
from stategraph.pushing.plan_regression import Rest
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import astray, flood

# Out of 16 edits, the numbers that move pushes, delete some, and insert new ones; the others copy
# some from another plan.
ELSEWHERE, WITHOUT, NEW = 10, 2, 2

# The most pushes that are moved or deleted, inserted, and copied at once.
PIECE, FURTHER, TAKEN = 16, 6, 24

# One in `LOOSELY` edits is replayed without the pushes that have become impossible.
LOOSELY = 8

# Edits at one temperature, between two checks whether to stop; and the final temperature.
AT_ONCE, COLD = 1 << 8, 256


class Progress(NamedTuple):
    """The numbers (1,) with which an annealing continues.

    Attributes
    ----------
    seed
        the random state
    size, moves, best_size, best_moves
        the pushes and moves of the current plan, and of the shortest plan
    heat
        the temperature: about how much longer a plan may get, in 256ths of a move
    """

    seed: Int64s
    size: Int64s
    moves: Int64s
    best_size: Int64s
    best_moves: Int64s
    heat: Int64s


class Annealing(NamedTuple):
    """An annealing: its board, its plans and its workspace.

    Attributes
    ----------
    step, wins, left, homes, begins
        the board: see `stategraph.pushing.push_kernel`
    player : int
        the player's cell at the start
    turns, made : (m,)
        the pushes of the current plan, as cell * 4 + direction; the moves up to each
    tried : (m,)
        the pushes of the edited plan
    kept, moved : (m,)
        those of them that are possible; the moves up to each
    best : (m,)
        the pushes of the shortest plan
    others, spans
        the pushes of other plans, and the offsets of each plan
    nowhere : (n,)
        all 0: no cell ends a walk
    block, been, there : (n,)
        1 on cells of blocks; on cells that the player reached before; on the ends of walks
    dist, queue : (n + 1,)
        the moves to each cell; a queue
    now
        its progress
    """

    step: Int32s
    wins: UInt8s
    left: Int32s
    homes: Int32s
    begins: UInt8s
    player: int
    turns: Int32s
    made: Int32s
    tried: Int32s
    kept: Int32s
    moved: Int32s
    best: Int32s
    others: Int32s
    spans: Int32s
    nowhere: UInt8s
    block: UInt8s
    been: UInt8s
    there: UInt8s
    dist: Int32s
    queue: Int32s
    now: Progress


def drawn(now, most):
    """Return a random number below `most`."""
    now.seed[0] = (int(now.seed[0]) * 25214903917 + 11) & 0xFFFFFFFFFFFF
    return (int(now.seed[0]) >> 16) % int(most)


def slack(now):
    """Return how many moves longer a plan may be: seldom much more than the temperature."""
    more = drawn(now, now.heat[0])
    while drawn(now, 2):
        more += now.heat[0]
    return more >> 8


def piece(now, most):
    """Return a length up to `most`, each half as likely as the one before."""
    length = 1
    while length < most and drawn(now, 2):
        length += 1
    return length


def shift(block, step, n, turn):
    """Move the block of a push; return the player's cell after it."""
    cell = turn >> 2
    block[cell] = 0
    block[step[(turn & 3) * n + cell]] = 1
    return cell


def replayed(s, turns, count):
    """Write the blocks after the first `count` pushes; return the player's cell."""
    n = s.begins.size
    player = s.player
    for cell in range(n):
        s.block[cell] = s.begins[cell]
    for k in range(count):
        player = shift(s.block, s.step, n, turns[k])
    return player


# -------------------------------------------------------------------------------------------- edits
#
# Each edit returns the size of the edited plan, the number `since` of pushes at its beginning that
# are as before, and the first push `same` from which on they are as before (the size: none are).


def elsewhere(turns, tried, now):
    """Move some consecutive pushes to another position, anywhere or near."""
    size = int(now.size[0])
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
    """Delete some consecutive pushes."""
    size = int(now.size[0])
    begin = drawn(now, size)
    length = piece(now, min(PIECE, size - begin))
    for k in range(begin, size - length):
        tried[k] = turns[k + length]
    return size - length, begin, size - length


def put_in(turns, tried, begin, length, now):
    """Move the pushes from `begin` on behind some new ones."""
    size = int(now.size[0])
    for k in range(begin, size):
        tried[k + length] = turns[k]
    return size + length, begin, size + length


def taken_over(turns, tried, others, spans, now):
    """Insert some pushes of another plan."""
    other = drawn(now, spans.size - 1)
    size = spans[other + 1] - spans[other]
    begin = drawn(now, size)
    length = 1 + drawn(now, min(TAKEN, size - begin))
    to = drawn(now, now.size[0] + 1)
    for k in range(length):
        tried[to + k] = others[spans[other] + begin + k]
    return put_in(turns, tried, to, length, now)


def further(s):
    """Insert new pushes, each from a cell that the player could not reach before the last one."""
    n = s.begins.size
    begin = drawn(s.now, s.now.size[0] + 1)
    player = replayed(s, s.turns, begin)
    for cell in range(n):
        s.been[cell] = 0
    length = 0
    most = FURTHER if drawn(s.now, 2) else 1
    while length < most:
        flood(s.block, s.step, s.nowhere, n, player, s.dist, s.queue)
        turn = new_push(s)
        if turn < 0:
            break
        player = shift(s.block, s.step, n, turn)
        s.tried[begin + length] = turn
        length += 1
        if drawn(s.now, 4) == 0:
            break
    return put_in(s.turns, s.tried, begin, length, s.now)


def new_push(s):
    """Return a push from a cell that was not reachable, or -1; mark the cells reachable now."""
    n = s.begins.size
    begin = drawn(s.now, n)
    ways = drawn(s.now, 4)
    found = -1
    for k in range(4 * n):
        cell = (begin + (k >> 2)) % n
        way = (ways + k) & 3
        stands = s.step[(way ^ 2) * n + cell]
        behind = s.step[way * n + cell]
        if not s.block[cell] or stands < 0 or s.dist[stands] < 0 or s.been[stands]:
            continue
        if behind >= 0 and not s.block[behind]:
            found = cell * 4 + way
            break
    for cell in range(n):
        if s.dist[cell] >= 0:
            s.been[cell] = 1
    return found


def changed(s):
    """Write an edited copy of the current plan to `tried`; return its size, `since` and `same`."""
    size = int(s.now.size[0])
    for k in range(size):
        s.tried[k] = s.turns[k]
    kind = drawn(s.now, 16)
    if size + max(FURTHER, TAKEN) > s.tried.size:
        kind = min(kind, ELSEWHERE + WITHOUT - 1)
    if size > 0 and kind < ELSEWHERE:
        return elsewhere(s.turns, s.tried, s.now)
    if size > 0 and kind < ELSEWHERE + WITHOUT:
        return without(s.turns, s.tried, s.now)
    if kind < ELSEWHERE + WITHOUT + NEW or s.others.size == 0:
        return further(s)
    return taken_over(s.turns, s.tried, s.others, s.spans, s.now)


# --------------------------------------------------------------------------- plans that are tried


def walk(s, player, turn):
    """Return the moves to the cell from which a push is made, or -1 if it is impossible."""
    n = s.wins.size
    block, step, there = s.block, s.step, s.there
    cell = turn >> 2
    stands = step[((turn & 3) ^ 2) * n + cell]
    behind = step[(turn & 3) * n + cell]
    if not block[cell] or behind < 0 or block[behind] or stands < 0 or block[stands]:
        return -1
    there[stands] = 1
    _, far, _ = flood(block, step, there, n, player, s.dist, s.queue)
    there[stands] = 0
    return far


def walk_out(s, player):
    """Return the moves to win without a push, or -1."""
    n = s.wins.size
    if s.homes.size > 0:
        _, away = astray(s.block, s.homes, n)  # -1 if a block cannot reach a goal
        return 0 if away == 0 else -1
    _, far, _ = flood(s.block, s.step, s.wins, n, player, s.dist, s.queue)
    return far


def copied(turns, made, kept, moved, begin, end, more):
    """Copy pushes of one plan to another, made `more` moves later."""
    for k in range(begin, end):
        kept[k] = turns[k]
        moved[k] = made[k] + more


def follow(s, size, since, same, longer):
    """Replay an edited plan; return its pushes and moves, with -1 moves if it is rejected.

    It may be `longer` moves longer than the current plan.
    """
    tried, made, now = s.tried, s.made, s.now
    player = replayed(s, tried, since)
    moves = made[since - 1] if since > 0 else 0
    strict = drawn(now, LOOSELY)
    count = since
    for k in range(since, size):
        far = walk(s, player, tried[k])
        if far < 0:
            if strict:
                return count, -1
            continue
        moves += far + 1
        if moves + s.left[tried[k] >> 2] > now.moves[0] + longer:
            return count, -1
        if count == k and k <= same and same < size and moves > made[same] + longer:
            return count, -1
        player = shift(s.block, s.step, s.wins.size, tried[k])
        s.kept[count] = tried[k]
        s.moved[count] = moves
        count += 1
        if k == same and count == k + 1:  # blocks and player are as in the plan
            copied(s.turns, made, s.kept, s.moved, count, size, moves - made[k])
            return size, now.moves[0] + moves - made[k]
    far = walk_out(s, player)
    if far < 0 or moves + far > now.moves[0] + longer:
        return count, -1
    return count, moves + far


def anneal(s: Annealing, some):
    """Try `some` edits of the current plan, and continue from those that are short enough."""
    now = s.now
    for _ in range(some):
        size, since, same = changed(s)
        count, moves = follow(s, size, since, same, slack(now))
        if moves < 0:
            continue
        copied(s.kept, s.moved, s.turns, s.made, since, count, 0)
        now.size[0] = count
        now.moves[0] = moves
        if moves < now.best_moves[0]:
            now.best_moves[0] = moves
            now.best_size[0] = count
            for k in range(count):
                s.best[k] = s.turns[k]


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
    """Return the shortest plan among `changes` random edits of a plan.

    Parameters
    ----------
    ground : Ground
    rest : Rest
        the plan
    others : list of Rest
        plans from which pushes are copied
    heat : int
        about how many moves longer an edited plan may be at first
    changes : int
        the number of edits
    seed : int
    stopped : callable
        returns whether to stop early, with the shortest plan up to then
    """
    s = annealing_of(ground, rest, others, seed)
    begin, last = 256 * heat, -(-changes // AT_ONCE)
    for k in range(last):
        if stopped():
            break
        s.now.heat[0] = COLD + (begin - COLD) * (last - k) ** 2 // last**2
        _annealing.compiled(s, AT_ONCE, work=1 << 30)
    return [(int(turn) >> 2, int(turn) & 3) for turn in s.best[: s.now.best_size[0]]]


def annealing_of(ground: Ground, rest: Rest, others: list[Rest], seed: int) -> Annealing:
    """Return the arrays for an annealing of a plan, see `annealed`."""
    n, m = ground.size, len(rest.plan)
    turns, made, tried, kept, moved, best = np.zeros((6, 2 * m + 4 * max(FURTHER, TAKEN)), np.int32)
    turns[:m] = best[:m] = rest.turns
    made[:m] = [rest.moves - rest.after(k + 1) for k in range(m)]
    taken = [other.turns for other in others if other.plan]
    spans = np.cumsum([0, *map(len, taken)]).astype(np.int32)
    pieces = np.concatenate(taken) if taken else np.zeros(0, np.int32)
    nowhere, block, been, there = np.zeros((4, n), np.uint8)
    dist, queue = np.zeros((2, n + 1), np.int32)
    begin = np.array([[seed], [m], [rest.moves], [m], [rest.moves], [0]], np.int64)
    return Annealing(
        ground.step, ground.wins, ground.left, ground.homes, ground.begins, ground.player,
        turns, made, tried, kept, moved, best, pieces, spans, nowhere, block, been, there,
        dist, queue, Progress(*begin),
    )  # fmt: skip
