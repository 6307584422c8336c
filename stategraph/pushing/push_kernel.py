"""The loops of a search over pushes, on a board that is arrays.

A cell is a number; ``step[way * n + cell]`` is the cell beside it, -1 where there is none, and
``way ^ 2`` the way back. A block is pushed by one who walks onto it; two in a row are too heavy.
A state is kept after a push, with the player where the block was, and found again by a hash alone:
what comes of it is played by the rules before anybody believes it.

Glossary::

    n                      the cells; a path of cells is never longer
    states (s, words)      the blocks of each state kept, as bits; where `BY_CELLS` counts them, as
                           many words more: the cells that the player could walk to on the way
    turns, steps, parents  of each state kept: the block pushed, as its cell * 4 + the way, so that
                           the player is at ``turn >> 2``; the moves to it; the state before
    wins (n,), homes (n,)  1 where the player wins; the pushes of a block to its goal, -1: to none
    left (n,)              the moves of the player to win at least, as among no blocks
    codes (2n,)            random numbers of 62 bits, of blocks on cells, then of players
    block (n,)             1 where a block is now
    now, how               the numbers that a search goes on with, and those that never change
    around, times, first, heads, links, whose, events
                           of `stategraph.pushing.arrival_kernel`, where it makes the guess
    parts                  of each state kept: the state of the pattern that it is one of
    offsets, edges, needs  of `stategraph.pushing.subgoal_order`, where that takes part in the guess
"""

from __future__ import annotations

from typing import Any

from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import NEVER, TIMES, arrive
from stategraph.pushing.novelty import fresh, novelty
from stategraph.pushing.pattern_costs import HANDING_OVER, TO, edge_of, handed_over, lacks
from stategraph.pushing.relaxed_plan import astray, onward, plan, pusher, relaxed
from stategraph.pushing.state_rows import CARRYING, carry, unpack

# What a search goes on with: states kept, the state whose walk wins (-1: none yet), the moves of
# that solution, states expanded, one more than the moves that a solution may have, and states that
# wait in the queue.
COUNT, WINNER, MOVES, EXPANDED, LESS, QUEUED = 0, 1, 2, 3, 4, 5

# What never changes: see `stategraph.pushing.portfolio.How`.
FIRST, COST, STRICT, SHUT, WALK, LAST, WEIGHT, NOISE, SEED = 0, 1, 2, 3, 4, 5, 6, 7, 8

# Which states go first: those novel among states of equal guess; among states of equal pushes left;
# those of the fewest moves made and guessed, as weighted A*;
# those novel among states of equal moves left at least, which are their guess; of those that such
# a guess leaves, those novel among states on whose way as many cells could be walked to;
# those novel among states of equal pushes of a pattern left and equal moves to the next of them.
BY_GUESS, BY_PUSHES, BY_MOVES, BY_ARRIVAL, BY_CELLS, BY_PATTERN = 0, 1, 2, 3, 4, 5

# So many pushes more are guessed where nobody gets through by going straight on.
FAR = 4

# A guess is less than that, and so is the number of a state.
RANGE, NUMBERS = 1 << 16, 1 << 31

# ---------------------------------------------------------------------------------- states kept


def flood(block, step, wins, n, player, dist, queue):
    """Walk everywhere; return how many cells, the moves to a winning one (-1), the least cell."""
    for cell in range(n):
        dist[cell] = -1
    dist[player] = 0
    queue[0] = player
    head = 0
    tail = 1
    least = player
    while head < tail:
        cell = queue[head]
        head += 1
        if wins[cell]:
            return tail, dist[cell], least
        least = min(least, cell)
        for way in range(4):
            to = step[way * n + cell]
            if to >= 0 and dist[to] < 0 and not block[to]:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return tail, -1, least


def keyed(states, node, codes, block):
    """Write where the blocks of a state kept are; return their part of its key."""
    unpack(states, node, block)
    key = 0
    for cell in range(block.size):
        if block[cell]:
            key ^= codes[cell]
    return key


def keep(states, turns, node, new, cell, behind, way):
    """Keep the state after a block of `node` was pushed from `cell` to `behind`."""
    turns[new] = cell * 4 + way
    carry(states, node, new, cell, behind)


KEEPING: list[Any] = [*CARRYING, unpack, keyed, keep]


def enter(seen, key):
    """Enter a key into the table; return whether it was not there."""
    at = key & (seen.size - 1)
    while seen[at] != 0:
        if seen[at] == key:
            return 0
        at = (at + 1) & (seen.size - 1)
    seen[at] = key
    return 1


# ------------------------------------------------------------------------------------ the search


def guessed(
    step, wins, left, homes, n, player, block, mark, opened, via, far, by, walks, pushes, how,
    around, times, first, heads, links, whose, events, offsets, edges, needs, part,
):  # fmt: skip
    """Return the pushes left as a relaxed puzzle has it, and the guess; -1: nothing is left to try.

    The guess is 0 where all blocks are put away.
    """
    if homes.size > 0:
        return astray(block, homes, n)
    if how[FIRST] >= BY_ARRIVAL:
        moves = arrive(
            block, step, around, left, heads.size - 1, player,
            times, first, heads, links, whose, events,
        )  # fmt: skip
        if lacks(part, first, needs):
            moves = NEVER
        if moves < NEVER:
            moves = handed_over(part, moves, times, offsets, edges)
        return moves, moves if moves < NEVER else -1
    goal = -1
    more = 0
    if how[STRICT]:
        goal = relaxed(
            block, step, wins, n, player, how[COST], 1, far, by, via, opened, walks, pushes
        )
        more = 0 if goal >= 0 else FAR
    if goal < 0:
        goal = relaxed(
            block, step, wins, n, player, how[COST], 0, far, by, via, opened, walks, pushes
        )
    if goal < 0:
        return 0, -1
    pushed, walked = plan(block, step, n, goal, by, via, mark, walks)
    pushed += more
    return pushed, walked * how[WALK] + pushed * how[COST]


def place(
    facts, counts, moved, count, old, cell, least, dist, n, made, pushed, guess, how
):  # fmt: skip
    """Return the place in the queue of a state to which so many moves were made: least is first."""
    rank = 0
    if how[FIRST] == BY_MOVES:
        guess = made + how[WEIGHT] * guess
    else:
        part = guess if how[FIRST] == BY_GUESS else pushed
        rank = novelty(facts, counts, part, moved, count, old, cell, least, dist, n)
    return rank * RANGE + min(guess, RANGE - 1)


def noise(codes, new, how):
    """Return what is added to the guess of a state at random."""
    return (codes[(new + how[SEED]) % codes.size] >> how[SEED] % 50) & how[NOISE]


def displaced(block, begins, moved, n):
    """Write the blocks that are where none was at first into `moved`; return how many."""
    count = 0
    for cell in range(n):
        if block[cell] and not begins[cell]:
            moved[count] = cell
            count += 1
    return count


def never_reached(states, new, dist, n):
    """Note the cells to which the player can walk; return how many they never could on the way."""
    been = states.shape[1] // 2
    count = 0
    for cell in range(n):
        if dist[cell] >= 0:
            states[new, been + (cell >> 5)] |= 1 << (int(cell) & 31)
        count += 1 - (states[new, been + (cell >> 5)] >> (cell & 31) & 1)
    return count


def won(now, node, moves):
    """Note the state whose walk wins, and the moves of the solution."""
    now[WINNER] = node
    now[MOVES] = moves
    return 1


def go(
    step, wins, left, homes, begins, codes, states, turns, steps, parents, seen, heap, waiting,
    facts, counts, block, mark, opened, via, floor, dist, reach, queue, far, by, walks, pushes,
    moved, now, how, around, times, first, heads, links, whose, events, parts, offsets, edges,
    needs, patience,
):  # fmt: skip
    """Expand as many states as `patience`; return 1: found, 0: not yet, -1: no room or states left.

    A state comes before others as `how` has it.
    """
    n = wins.size
    for _ in range(patience):
        if now[QUEUED] == 0 or now[COUNT] + 4 * n > turns.size:
            return -1
        node = waiting[0]
        take(heap, waiting, now[QUEUED])
        now[QUEUED] -= 1
        now[EXPANDED] += 1
        if expand(
            step, wins, left, homes, begins, codes, states, turns, steps, parents, seen, heap,
            waiting, facts, counts, block, mark, opened, via, floor, dist, reach, queue, far, by,
            walks, pushes, moved, now, how, around, times, first, heads, links, whose, events,
            parts, offsets, edges, needs, node,
        ):  # fmt: skip
            return 1
    return 0


def expand(
    step, wins, left, homes, begins, codes, states, turns, steps, parents, seen, heap, waiting,
    facts, counts, block, mark, opened, via, floor, dist, reach, queue, far, by, walks, pushes,
    moved, now, how, around, times, first, heads, links, whose, events, parts, offsets, edges,
    needs, node,
):  # fmt: skip
    """Keep what comes of each push in a state, and queue it; return whether one of them wins."""
    n = wins.size
    key = keyed(states, node, codes, block)
    count = displaced(block, begins, moved, n)
    size, walk_out, _ = flood(block, step, wins, n, turns[node] >> 2, floor, reach)
    if walk_out >= 0:  # the start alone
        return won(now, node, walk_out)
    for k in range(4 * size):
        turn = (k + how[SEED]) % (4 * size)
        stands = reach[turn >> 2]
        way = turn & 3
        cell = step[way * n + stands]
        if cell < 0 or not block[cell]:
            continue
        behind = step[way * n + cell]
        made = int(steps[node]) + int(floor[stands]) + 1
        if behind < 0 or block[behind] or made + left[cell] >= now[LESS]:
            continue
        if push(
            step, wins, left, homes, codes, states, turns, steps, parents, seen, heap, waiting,
            facts, counts, block, mark, opened, via, dist, queue, far, by, walks, pushes, moved,
            count, now, how, around, times, first, heads, links, whose, events, parts, offsets,
            edges, needs, node, key, cell, behind, way, made,
        ):  # fmt: skip
            return 1
    return 0


def push(
    step, wins, left, homes, codes, states, turns, steps, parents, seen, heap, waiting, facts,
    counts, block, mark, opened, via, dist, queue, far, by, walks, pushes, moved, count,
    now, how, around, times, first, heads, links, whose, events, parts, offsets, edges, needs,
    node, key, cell, behind, way, made,
):  # fmt: skip
    """Keep what comes of a push from `cell` to `behind`, if it is new; return whether it wins."""
    n = wins.size
    edge = edge_of(parts[node], 8 * cell + way, offsets, edges)
    part = parts[node] if edge < 0 else edges[edge, TO]
    block[cell] = 0
    block[behind] = 1
    size, walk_out, least = flood(block, step, wins, n, cell, dist, queue)
    pushed = 0
    guess = 0 if walk_out >= 0 else -1
    if guess < 0 and enter(seen, key ^ codes[cell] ^ codes[behind] ^ codes[n + least]):
        pushed, guess = guessed(
            step, wins, left, homes, n, cell, block, mark, opened, via, far, by, walks, pushes, how,
            around, times, first, heads, links, whose, events, offsets, edges, needs, part,
        )  # fmt: skip
    block[cell] = 1
    block[behind] = 0
    if guess < 0:
        return 0
    new = now[COUNT]
    now[COUNT] += 1
    keep(states, turns, node, new, cell, behind, way)
    steps[new] = made
    parents[new] = node
    parts[new] = part
    if guess == 0:
        return won(now, new, made + max(walk_out, 0))
    if how[FIRST] == BY_CELLS and homes.size == 0:
        pushed = guess = never_reached(states, new, dist, n)
    guess += how[SHUT] * (n - size) + noise(codes, new, how)
    at = place(facts, counts, moved, count, cell, behind, least, dist, n, made, pushed, guess, how)
    met = NUMBERS - 1 - new if how[LAST] else new
    put(heap, waiting, now[QUEUED], at * NUMBERS + met, new)
    now[QUEUED] += 1
    return 0


_GUESSES: list[Any] = [
    *TIMES,
    *HANDING_OVER,
    lacks,
    arrive,
    guessed,
    relaxed,
    onward,
    pusher,
    plan,
    place,
    noise,
    fresh,
    novelty,
]
_STATES: list[Any] = [flood, astray, *KEEPING]

search = Kernel(
    go, [*_STATES, *_GUESSES, put, take, enter, displaced, never_reached, won, expand, push]
)
