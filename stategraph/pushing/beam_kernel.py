"""The loops of a beam search over pushes, or pulls, where all blocks are to be put away.

All states of a layer are so many pushes from where it begins. Of what comes of a layer, those of
the least rank are kept. What nobody can win is not.

Glossary, besides that of `stategraph.pushing.box_kernel`::

    homes (n,)             0 where a block is to be at last: on goals; or where blocks are at first
    codes (2n,)            random numbers of 62 bits, of blocks on cells, then of players
    told                   which three blocks can be put away: `stategraph.pushing.dead_triples`
    seen                   the keys of states looked at: where the blocks are, and the player can be
    firsts, nexts          the first push of each rank, and the one after each; -1: none
    sources, edges, costs  of each push the state before it, where somebody stands, as
                           ``cell * 4 + way`` that they go, and the moves that are made then
    fast (n,), mark (n,)   1 where a block is held fast; 1 where a block gets to a goal
    now, how               the numbers that a search goes on with, and those that never change
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.machine.buckets import lay
from stategraph.machine.kernel import Kernel
from stategraph.pushing.box_kernel import held, moves_left, rated
from stategraph.pushing.dead_triples import lost, placed
from stategraph.pushing.push_kernel import enter, flood
from stategraph.pushing.state_rows import CARRYING, carry, unpack
from stategraph.rules.guesses import DEAD

# What a search goes on with: states kept; the next one to be expanded, and the end of its layer;
# pushes queued; what is less than this wins; the state before the last push of the best solution,
# and that push; and keys entered.
COUNT, HEAD, END, LINE, LESS, WON, TURN, ENTERED = 0, 1, 2, 3, 4, 5, 6, 7

# What never changes: 1 where blocks are pulled, 0 where they are pushed; states kept of a layer;
# what a guess counts more than moves made; what is added to a rank at random at most (a power of 2
# less 1), and the seed of that; and where the player is at first.
PULLS, WIDTH, WEIGHT, NOISE, SEED, PLAYER = 0, 1, 2, 3, 4, 5


def shifted(step, n, pulls, stands, way):
    """Return from where to where a block is moved, where the player gets, and what must be free.

    They stand on a cell, and go some way; -1 instead of a cell: nobody can.
    """
    ahead = step[way * n + stands]
    if pulls:
        return step[(way ^ 2) * n + stands], stands, ahead, ahead
    behind = -1
    if ahead >= 0:
        behind = step[way * n + ahead]
    return ahead, behind, ahead, behind


def push_of(cell, to, way, pulls):
    """Return the push of a block from `cell` to `to`, or that which undoes the pull."""
    return to * 4 + (way ^ 2) if pulls else cell * 4 + way


# ------------------------------------------------------------------------------- what nobody wins


def fixed(block, step, homes, fast):
    """Mark the blocks that hold each other fast; return whether one of them is off its goal.

    At first all are; then those are let go that can be pushed, until no more can.
    """
    n = block.size
    for cell in range(n):
        fast[cell] = block[cell]
    changes = True
    while changes:
        changes = False
        for cell in range(n):
            if fast[cell] and not held(block, step, homes, fast, cell):
                fast[cell] = 0
                changes = True
    astray = 0
    for cell in range(n):
        if fast[cell] and homes[cell] != 0:
            astray += 1
    return astray > 0


def coming(block, step, fast, mark, queue, tail, most):
    """Return how many blocks get to one of so many cells queued, or `most` of them.

    Nothing but what is held fast is in their way, or in that of those who push them.
    """
    n = block.size
    for cell in range(n):
        mark[cell] = 0
    met = 0
    for k in range(tail):
        mark[queue[k]] = 1
        met += block[queue[k]]
    head = 0
    while head < tail and met < most:
        cell = queue[head]
        head += 1
        for way in range(4):
            before = step[way * n + cell]
            if before < 0 or mark[before] or fast[before]:
                continue
            stands = step[way * n + before]
            if stands >= 0 and not fast[stands]:
                mark[before] = 1
                queue[tail] = before
                tail += 1
                met += block[before]
    return met


def hopeless(block, step, homes, fast, mark, queue):
    """Return whether nobody can win, as what is held fast is wall from now on.

    Whoever pushes a block that is held fast can no longer win; so on any way to win all of them
    stay, on goals. Each other block must get to a goal where none of them is; and such a goal must
    be got to by a block, if there are no more goals than blocks.
    """
    if fixed(block, step, homes, fast):
        return True
    stuck = 0
    loose = 0
    goals = 0
    for cell in range(block.size):
        if fast[cell]:
            stuck += 1
        elif block[cell]:
            loose += 1
        if homes[cell] == 0 and not fast[cell]:
            queue[goals] = cell
            goals += 1
    if stuck == 0:
        return False
    if coming(block, step, fast, mark, queue, goals, loose) < loose:
        return True
    if goals > loose:
        return False
    for cell in range(block.size):
        queue[0] = cell
        missed = homes[cell] == 0 and not block[cell]
        if missed and coming(block, step, fast, mark, queue, 1, 1) == 0:
            return True
    return False


# ------------------------------------------------------------------------------------- the search


def rank_of(codes, node, cell, to, moves, guess, ranks, how):
    """Return the rank of a push; least is first."""
    at = (17 * cell + 31 * to + 7 * node + how[SEED]) % codes.size
    noise = (codes[at] >> how[SEED] % 50) & how[NOISE]
    return max(0, min(ranks - 1, moves + how[WEIGHT] * guess + noise))


def wins_by(step, wins, block, there, queue, now, how, node, cell, to, at, way, moves):
    """Note a push that brings the last block home; return 1 if it makes the best solution.

    -1 where the player cannot walk to where they are at first.
    """
    if how[PULLS]:
        block[cell] = 0
        block[to] = 1
        flood(block, step, wins, wins.size, at, there, queue)
        block[cell] = 1
        block[to] = 0
        if there[how[PLAYER]] < 0:
            return -1
        moves += there[how[PLAYER]]
    if moves >= now[LESS]:
        return 0
    now[LESS] = moves
    now[WON] = node
    now[TURN] = push_of(cell, to, way, how[PULLS])
    return 1


def expand(
    step, wins, homes, worth, stood, both, unit, codes, rows, players, steps, firsts, nexts,
    sources, edges, costs, block, dist, reach, there, queue, now, how, node,
):  # fmt: skip
    """Queue each push in a state by its rank; return whether one makes the best solution."""
    n = wins.size
    found = 0
    unpack(rows, node, block)
    value, astray = rated(block, homes, worth)
    size, _, _ = flood(block, step, wins, n, players[node], dist, reach)
    for turn in range(4 * size):
        way = turn & 3
        stands = reach[turn >> 2]
        cell, to, at, free = shifted(step, n, how[PULLS], stands, way)
        if cell < 0 or free < 0 or not block[cell] or block[free] or worth[to] == DEAD:
            continue
        moves = steps[node] + dist[stands] + 1
        block[cell] = 0
        block[to] = 1
        worthy = value - worth[cell] + worth[to]
        guess = moves_left(block, worthy, stood, both, at, unit)
        block[cell] = 1
        block[to] = 0
        if moves + guess >= now[LESS]:
            continue
        away = astray - (1 if homes[cell] != 0 else 0) + (1 if homes[to] != 0 else 0)
        if away == 0:
            won = wins_by(step, wins, block, there, queue, now, how, node, cell, to, at, way, moves)
            found = max(found, won)
            if won >= 0:
                continue
        line = now[LINE]
        if line < nexts.size:
            now[LINE] += 1
            rank = rank_of(codes, node, cell, to, moves, guess, firsts.size, how)
            lay(firsts, nexts, rank, line)
            sources[line] = node
            edges[line] = stands * 4 + way
            costs[line] = moves
    return found


def settle(
    told, step, wins, homes, codes, rows, players, steps, parents, turns, seen, source, edge, cost,
    block, fast, mark, dist, queue, now, how,
):  # fmt: skip
    """Keep the state after a push, if it is new and may be won; return whether it is kept."""
    n = wins.size
    way = edge & 3
    cell, to, at, _ = shifted(step, n, how[PULLS], edge >> 2, way)
    unpack(rows, source, block)
    block[cell] = 0
    block[to] = 1
    if lost(block, told, n, to, at):
        return 0
    _, _, least = flood(block, step, wins, n, at, dist, queue)
    key = codes[n + least]
    for k in range(n):
        if block[k]:
            key ^= codes[k]
    if 2 * now[ENTERED] >= seen.size or not enter(seen, key):
        return 0
    now[ENTERED] += 1
    if not how[PULLS] and hopeless(block, step, homes, fast, mark, queue):
        return 0
    new = now[COUNT]
    now[COUNT] += 1
    carry(rows, source, new, cell, to)
    players[new] = at
    steps[new] = cost
    parents[new] = source
    turns[new] = push_of(cell, to, way, how[PULLS])
    return 1


def layer(
    told, step, wins, homes, codes, rows, players, steps, parents, turns, seen, firsts, nexts,
    sources, edges, costs, block, fast, mark, dist, queue, now, how,
):  # fmt: skip
    """Keep the states of the next layer, those of the least rank; return how many they are."""
    kept = 0
    for rank in range(firsts.size):
        line = firsts[rank]
        firsts[rank] = -1
        while line >= 0 and kept < how[WIDTH]:
            kept += settle(
                told, step, wins, homes, codes, rows, players, steps, parents, turns, seen,
                sources[line], edges[line], costs[line], block, fast, mark, dist, queue, now, how,
            )  # fmt: skip
            line = nexts[line]
    now[LINE] = 0
    now[END] = now[COUNT]
    return kept


def go(
    told, step, wins, homes, worth, stood, both, unit, codes, rows, players, steps, parents, turns,
    seen, firsts, nexts, sources, edges, costs, block, fast, mark, dist, reach, there, queue, now,
    how, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return 1: found, 0: not yet, -1: no room or states left.

    What is found is better than what was known, and not the best that there is.
    """
    for _ in range(patience):
        if now[HEAD] == now[END]:
            if now[COUNT] + how[WIDTH] > players.size:
                return -1
            if not layer(
                told, step, wins, homes, codes, rows, players, steps, parents, turns, seen, firsts,
                nexts, sources, edges, costs, block, fast, mark, dist, queue, now, how,
            ):  # fmt: skip
                return -1
        node = now[HEAD]
        now[HEAD] += 1
        if expand(
            step, wins, homes, worth, stood, both, unit, codes, rows, players, steps, firsts,
            nexts, sources, edges, costs, block, dist, reach, there, queue, now, how, node,
        ):  # fmt: skip
            return 1
    return 0


_LOST: list[Callable[..., Any]] = [placed, lost, held, fixed, coming, hopeless]
_STATES: list[Callable[..., Any]] = [
    flood,
    unpack,
    *CARRYING,
    enter,
    shifted,
    push_of,
    settle,
    layer,
]

search = Kernel(go, [*_STATES, *_LOST, rated, moves_left, rank_of, wins_by, lay, expand])
