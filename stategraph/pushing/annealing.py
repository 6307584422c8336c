"""Shortening of a plan by simulated annealing over the order of its pushes.

A plan is edited at random and replayed: some pushes are moved to another position, deleted, copied
from another plan, or inserted. If the edited plan still wins and is not too much longer, it becomes
the current plan. The accepted extra length is random and falls with the temperature. So a plan may
become longer for a while, until all pushes that need a long walk have moved to another walk::

    a b c d e f        in order; the player walks there and back for b
    a c b d e f        b is made later, on another walk: longer at first
    a c d e b f        no push is left that needs the first walk: shorter

If the blocks and the player are the same after an edit as in the current plan, the pushes after the
edit are copied and not replayed. Most edits therefore cost only a few walks. S. Kirkpatrick,
C. D. Gelatt, M. P. Vecchi, Optimization by simulated annealing, Science 220, 1983.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, UInt8s
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.push_board import Ground, Push
from stategraph.pushing.push_kernel import astray, flood

# The average numbers of edits, of 16, that move, delete, and insert pushes. The other edits copy
# pushes from another plan.
ELSEWHERE, WITHOUT, NEW = 10, 2, 2

# The largest number of pushes that one edit moves or deletes, inserts, and copies.
PIECE, FURTHER, TAKEN = 16, 6, 24

# One in `LOOSELY` edited plans is replayed without the pushes that have become impossible. The
# others are rejected if a push is impossible.
LOOSELY = 8

# Number of edits at one temperature, after which the search checks whether to stop; and the final
# temperature, in 256ths of a move.
EDITS_PER_CHECK, FINAL_TEMPERATURE = 1 << 8, 256


class Progress(NamedTuple):
    """The state of an annealing between two calls of the kernel; each field has shape (1,).

    Attributes
    ----------
    seed
        the random state
    size, moves, best_size, best_moves
        the number of pushes and of moves in the current plan, and in the shortest plan
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
    step, wins, moves_left, homes, begins
        the board: see `stategraph.pushing.push_kernel`
    player : int
        the player's cell at the start
    turns, times : (m,)
        the pushes of the current plan, as cell * 4 + direction; the number of moves up to and
        including each push
    edited : (m,)
        the pushes of the edited plan
    new_turns, new_times : (m,)
        the possible pushes of the edited plan; the number of moves up to and including each push
    best : (m,)
        the pushes of the shortest plan
    others, spans
        the pushes of all other plans, and the offset of each plan in them
    nowhere : (n,)
        all 0: no cell ends a walk
    block, visited, there : (n,)
        1 on cells of blocks; on cells that the player could reach earlier; on the cell where a walk
        must end
    dist, queue : (n + 1,)
        the number of moves to each cell; a queue
    progress
        the progress of the annealing
    """

    step: Int32s
    wins: UInt8s
    moves_left: Int32s
    homes: Int32s
    begins: UInt8s
    player: int
    turns: Int32s
    times: Int32s
    edited: Int32s
    new_turns: Int32s
    new_times: Int32s
    best: Int32s
    others: Int32s
    spans: Int32s
    nowhere: UInt8s
    block: UInt8s
    visited: UInt8s
    there: UInt8s
    dist: Int32s
    queue: Int32s
    progress: Progress


def random_below(progress, most):
    """Return a random number below `most`."""
    progress.seed[0] = (int(progress.seed[0]) * 25214903917 + 11) & 0xFFFFFFFFFFFF
    return (int(progress.seed[0]) >> 16) % int(most)


def slack(progress):
    """Draw how many moves longer an edited plan may be: seldom much more than the temperature."""
    more = random_below(progress, progress.heat[0])
    while random_below(progress, 2):
        more += progress.heat[0]
    return more >> 8


def random_length(progress, most):
    """Draw a length from 1 to `most`; each length is half as likely as the next smaller one."""
    length = 1
    while length < most and random_below(progress, 2):
        length += 1
    return length


def shift(block, step, n, turn):
    """Move the pushed block of a push; return the player's cell after the push."""
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
# Each edit returns three numbers: the size of the edited plan, the number `since` of unchanged
# pushes at its beginning, and the index `same` from which on all pushes are unchanged. If no such
# pushes exist, `same` is the size.


def relocate_piece(turns, edited, progress):
    """Move some consecutive pushes to a random position, or to one nearby."""
    size = int(progress.size[0])
    begin = random_below(progress, size)
    length = random_length(progress, min(PIECE, size - begin))
    remaining = size - length
    to = random_below(progress, remaining + 1)
    if random_below(progress, 2):
        to = max(0, min(remaining, begin + random_below(progress, 13) - 6))
    for k in range(begin, to):
        edited[k] = turns[k + length]
    for k in range(to, begin):
        edited[k + length] = turns[k]
    for k in range(length):
        edited[to + k] = turns[begin + k]
    return size, min(begin, to), max(begin, to) + length


def delete_piece(turns, edited, progress):
    """Delete some consecutive pushes."""
    size = int(progress.size[0])
    begin = random_below(progress, size)
    length = random_length(progress, min(PIECE, size - begin))
    for k in range(begin, size - length):
        edited[k] = turns[k + length]
    return size - length, begin, size - length


def insert_piece(turns, edited, begin, length, progress):
    """Append the pushes from `begin` on, after `length` new pushes that were written there."""
    size = int(progress.size[0])
    for k in range(begin, size):
        edited[k + length] = turns[k]
    return size + length, begin, size + length


def insert_foreign_piece(turns, edited, pieces, spans, progress):
    """Insert some pushes of another plan."""
    other = random_below(progress, spans.size - 1)
    size = spans[other + 1] - spans[other]
    begin = random_below(progress, size)
    length = 1 + random_below(progress, min(TAKEN, size - begin))
    to = random_below(progress, progress.size[0] + 1)
    for k in range(length):
        edited[to + k] = pieces[spans[other] + begin + k]
    return insert_piece(turns, edited, to, length, progress)


def further(s):
    """Insert pushes; each after the first needs a cell that the previous one made reachable."""
    n = s.begins.size
    begin = random_below(s.progress, s.progress.size[0] + 1)
    player = replayed(s, s.turns, begin)
    for cell in range(n):
        s.visited[cell] = 0
    length = 0
    most = FURTHER if random_below(s.progress, 2) else 1
    while length < most:
        flood(s.block, s.step, s.nowhere, n, player, s.dist, s.queue)
        turn = new_push(s)
        if turn < 0:
            break
        player = shift(s.block, s.step, n, turn)
        s.edited[begin + length] = turn
        length += 1
        if random_below(s.progress, 4) == 0:
            break
    return insert_piece(s.turns, s.edited, begin, length, s.progress)


def new_push(s):
    """Return a push from a cell not in `visited`, or -1; add the reachable cells to `visited`."""
    n = s.begins.size
    begin = random_below(s.progress, n)
    first_direction = random_below(s.progress, 4)
    push = -1
    for k in range(4 * n):
        cell = (begin + (k >> 2)) % n
        direction = (first_direction + k) & 3
        stands = s.step[(direction ^ 2) * n + cell]
        behind = s.step[direction * n + cell]
        if not s.block[cell] or stands < 0 or s.dist[stands] < 0 or s.visited[stands]:
            continue
        if behind >= 0 and not s.block[behind]:
            push = cell * 4 + direction
            break
    for cell in range(n):
        if s.dist[cell] >= 0:
            s.visited[cell] = 1
    return push


def changed(s):
    """Write an edited copy of the current plan to `edited`; return its size, `since` and `same`."""
    size = int(s.progress.size[0])
    for k in range(size):
        s.edited[k] = s.turns[k]
    kind = random_below(s.progress, 16)
    if size + max(FURTHER, TAKEN) > s.edited.size:
        kind = min(kind, ELSEWHERE + WITHOUT - 1)
    if size > 0 and kind < ELSEWHERE:
        return relocate_piece(s.turns, s.edited, s.progress)
    if size > 0 and kind < ELSEWHERE + WITHOUT:
        return delete_piece(s.turns, s.edited, s.progress)
    if kind < ELSEWHERE + WITHOUT + NEW or s.others.size == 0:
        return further(s)
    return insert_foreign_piece(s.turns, s.edited, s.others, s.spans, s.progress)


# ------------------------------------------------------------------------- replay of edited plans


def walk(s, player, turn):
    """Return the number of moves to the cell from which a push is made, -1: it is impossible."""
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
    """Return the number of moves still needed to win without another push, or -1 if impossible."""
    n = s.wins.size
    if s.homes.size > 0:
        _, away = astray(s.block, s.homes, n)  # -1 if a block cannot reach a goal
        return 0 if away == 0 else -1
    _, far, _ = flood(s.block, s.step, s.wins, n, player, s.dist, s.queue)
    return far


def copy_plan(turns, times, new_turns, new_times, begin, end, more):
    """Copy pushes `begin` to `end` of one plan to another, in which they are `more` moves later."""
    for k in range(begin, end):
        new_turns[k] = turns[k]
        new_times[k] = times[k] + more


def follow(s, size, since, same, longer):
    """Replay an edited plan; return its number of pushes and of moves.

    The number of moves is -1 if the plan is rejected. An accepted plan is at most `longer` moves
    longer than the current plan.
    """
    edited, times, progress = s.edited, s.times, s.progress
    player = replayed(s, edited, since)
    moves = times[since - 1] if since > 0 else 0
    strict = random_below(progress, LOOSELY)
    count = since
    for k in range(since, size):
        far = walk(s, player, edited[k])
        if far < 0:
            if strict:
                return count, -1
            continue
        moves += far + 1
        if moves + s.moves_left[edited[k] >> 2] > progress.moves[0] + longer:
            return count, -1
        if count == k and k <= same and same < size and moves > times[same] + longer:
            return count, -1
        player = shift(s.block, s.step, s.wins.size, edited[k])
        s.new_turns[count] = edited[k]
        s.new_times[count] = moves
        count += 1
        if k == same and count == k + 1:  # blocks and player are as in the current plan
            copy_plan(s.turns, times, s.new_turns, s.new_times, count, size, moves - times[k])
            return size, progress.moves[0] + moves - times[k]
    far = walk_out(s, player)
    if far < 0 or moves + far > progress.moves[0] + longer:
        return count, -1
    return count, moves + far


def anneal(s: Annealing, edits):
    """Try `edits` random edits; each plan that is short enough becomes the current plan."""
    progress = s.progress
    for _ in range(edits):
        size, since, same = changed(s)
        count, moves = follow(s, size, since, same, slack(progress))
        if moves < 0:
            continue
        copy_plan(s.new_turns, s.new_times, s.turns, s.times, since, count, 0)
        progress.size[0] = count
        progress.moves[0] = moves
        if moves < progress.best_moves[0]:
            progress.best_moves[0] = moves
            progress.best_size[0] = count
            for k in range(count):
                s.best[k] = s.turns[k]


_CHANGES: list[Callable[..., object]] = [
    random_below,
    random_length,
    shift,
    replayed,
    relocate_piece,
    delete_piece,
    insert_piece,
    insert_foreign_piece,
    new_push,
]

_annealing = Kernel(
    anneal, [flood, astray, slack, *_CHANGES, further, changed, walk, walk_out, copy_plan, follow]
)


def annealed(
    ground: Ground,
    conditions: PlanConditions,
    other_plans: list[PlanConditions],
    heat: int,
    changes: int,
    seed: int,
    stopped: Callable[[], bool],
) -> list[Push]:
    """Return the shortest plan found by `changes` random edits, each of the current plan.

    Parameters
    ----------
    ground : Ground
    conditions : PlanConditions
        the plan
    other_plans : list of PlanConditions
        plans from which pushes are copied
    heat : int
        the initial temperature: about how many moves longer an edited plan may be
    changes : int
        the number of edits
    seed : int
    stopped : callable
        returns whether to stop early; the result is then the shortest plan so far
    """
    s = annealing_of(ground, conditions, other_plans, seed)
    begin, last = 256 * heat, -(-changes // EDITS_PER_CHECK)
    for k in range(last):
        if stopped():
            break
        s.progress.heat[0] = (
            FINAL_TEMPERATURE + (begin - FINAL_TEMPERATURE) * (last - k) ** 2 // last**2
        )
        _annealing.compiled(s, EDITS_PER_CHECK, work=1 << 30)
    return [(int(turn) >> 2, int(turn) & 3) for turn in s.best[: s.progress.best_size[0]]]


def annealing_of(
    ground: Ground, conditions: PlanConditions, other_plans: list[PlanConditions], seed: int
) -> Annealing:
    """Return the arrays for the annealing of a plan; for the parameters see `annealed`."""
    n, m = ground.size, len(conditions.plan)
    turns, times, edited, new_turns, new_times, best = np.zeros(
        (6, 2 * m + 4 * max(FURTHER, TAKEN)), np.int32
    )
    turns[:m] = best[:m] = conditions.turns
    times[:m] = [conditions.moves - conditions.after(k + 1) for k in range(m)]
    other_turns = [other.turns for other in other_plans if other.plan]
    spans = np.cumsum([0, *map(len, other_turns)]).astype(np.int32)
    pieces = np.concatenate(other_turns) if other_turns else np.zeros(0, np.int32)
    nowhere, block, visited, there = np.zeros((4, n), np.uint8)
    dist, queue = np.zeros((2, n + 1), np.int32)
    begin = np.array([[seed], [m], [conditions.moves], [m], [conditions.moves], [0]], np.int64)
    return Annealing(
        ground.step, ground.wins, ground.moves_left, ground.homes, ground.begins, ground.player,
        turns, times, edited, new_turns, new_times, best, pieces, spans, nowhere, block, visited,
        there, dist, queue, Progress(*begin),
    )  # fmt: skip
