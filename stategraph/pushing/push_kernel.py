"""Kernels of a search over pushes, on a board stored as arrays.

A cell is a number; ``step[way * n + cell]`` is its neighbour in direction `way`, or -1, and
``way ^ 2`` is the opposite direction. A player pushes a block by walking onto it; two blocks in a
row cannot be pushed. A state is stored after each push, with the player on the cell where the block
was. States with equal hashes count as equal, so a solution is played by the rules before it is
reported.

Novel states are expanded first (`stategraph.pushing.novelty`). Among equally novel states, those
with the lowest heuristic value come first. The heuristic is a lower bound on the number of
remaining moves, or the number of remaining pushes of a pattern.

Glossary::

    n                      the number of cells; a path without repeated cells is never longer
    states (s, words)      the blocks of each stored state, as bits
    turns, steps, parents  for each stored state: the last push, as cell * 4 + direction, so that
                           the player is at ``turn >> 2``; the number of moves made; its parent
    parts                  for each stored state: the state of the pattern that it contains
    wins (n,)              1 where the player wins
    moves_left (n,)        the number of moves from each cell to a win on a board without blocks
    begins, block (n,)     1 where a block is at the start, and in the current state
    codes (2n,)            random numbers of 62 bits: one for a block on each cell, then one for the
                           player on each cell
"""

from __future__ import annotations

from typing import Any, NamedTuple

from stategraph.machine.heap import put, take
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.arrival_kernel import NEVER, TIMES, Terrain, Timetable, arrive
from stategraph.pushing.novelty import fresh, novelty
from stategraph.pushing.pattern_costs import HANDING_OVER, Subgoals, edge_of, handed_over, lacks
from stategraph.pushing.state_rows import CARRYING, carry, unpack

# Upper limits of heuristic values and of state numbers.
RANGE, NUMBERS = 1 << 16, 1 << 31

# ------------------------------------------------------------------------------- stored states


def flood(block, step, wins, n, player, dist, queue):
    """Find all cells that the player can walk to, until one of them wins.

    Return the number of cells, the number of moves to the winning cell (or -1), and the smallest
    cell. Write the number of moves to each cell to `dist`, and the cells to `queue`.
    """
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
        for direction in range(4):
            to = step[direction * n + cell]
            if to >= 0 and dist[to] < 0 and not block[to]:
                dist[to] = dist[cell] + 1
                queue[tail] = to
                tail += 1
    return tail, -1, least


def keyed(states, node, codes, block):
    """Write the blocks of a stored state to `block`; return their part of the state's key."""
    unpack(states, node, block)
    key = 0
    for cell in range(block.size):
        if block[cell]:
            key ^= codes[cell]
    return key


def keep(states, turns, node, new, cell, behind, direction):
    """Store in row `new` the state after a block of `node` was pushed from `cell` to `behind`."""
    turns[new] = cell * 4 + direction
    carry(states, node, new, cell, behind)


def astray(block, homes, n):
    """Return the number of blocks off goals, and the sum of their pushes to the nearest goals.

    The sum is -1 if a block cannot be pushed to any goal.
    """
    away = 0
    pushes = 0
    for cell in range(n):
        if block[cell] and homes[cell] != 0:
            if homes[cell] < 0:
                return away, -1
            away += 1
            pushes += int(homes[cell])
    return away, pushes


KEEPING: list[Any] = [*CARRYING, unpack, keyed, keep]


def enter(table, key):
    """Insert a key into the table; return whether it is new."""
    at = key & (table.size - 1)
    while table[at] != 0:
        if table[at] == key:
            return 0
        at = (at + 1) & (table.size - 1)
    table[at] = key
    return 1


# ------------------------------------------------------------------------------------ the search


class Progress(NamedTuple):
    """The state of a search between two calls of the kernel; each field has shape (1,).

    Attributes
    ----------
    count, queued
        the number of stored states; the length of the queue
    winner
        the state that completes a solution; -1: none yet
    """

    count: Int64s
    queued: Int64s
    winner: Int64s


class Rounds(NamedTuple):
    """A search over pushes to an exit: its board, its states and its workspace.

    Attributes
    ----------
    step, wins, moves_left, begins, codes
        the board: see above
    states, turns, steps, parents, parts
        for each stored state, see above
    table, heap, waiting
        the keys of stored states; the keys and the states of the priority queue
    facts, counts
        tables of `stategraph.pushing.novelty`
    block, floor, dist, reach, queue, moved : (n,)
        the blocks of a state; the number of moves to each cell before a push, and after it; the
        queues of these two searches; the cells of blocks that are not on a starting cell of a block
    terrain, arrivals
        of `stategraph.pushing.arrival_kernel`
    subgoals
        of `stategraph.pushing.subgoal_order`
    last, seed, less : int
        1 if the newest of equal states is expanded first, 0 if the oldest is; the number of the
        push that is tried first; a solution must have less moves than `less`
    progress
        the progress of the search
    """

    step: Int32s
    wins: UInt8s
    moves_left: Int32s
    begins: UInt8s
    codes: Int64s
    states: Rows
    turns: Int32s
    steps: Int32s
    parents: Int32s
    parts: Int32s
    table: Int64s
    heap: Int64s
    waiting: Int32s
    facts: UInt8s
    counts: Int32s
    block: UInt8s
    floor: Int32s
    dist: Int32s
    reach: Int32s
    queue: Int32s
    moved: Int32s
    terrain: Terrain
    arrivals: Timetable
    subgoals: Subgoals
    last: int
    seed: int
    less: int
    progress: Progress


def guessed(s, player, part):
    """Return the heuristic value of a state, or -1 if the state is dead."""
    moves = arrive(s.block, s.terrain, s.arrivals.heads.size - 1, player, s.arrivals)
    if lacks(part, s.arrivals.first, s.subgoals.needs):
        moves = NEVER
    if moves < NEVER:
        moves = handed_over(part, moves, s.arrivals.times, s.subgoals)
    return moves if moves < NEVER else -1


def place(s, count, old, cell, least, guess):
    """Return the priority of a state with a heuristic value; the smallest is expanded first."""
    rank = novelty(s, guess, count, old, cell, least)
    return rank * RANGE + min(int(guess), RANGE - 1)


def displaced(block, begins, moved, n):
    """Write the cells of blocks that are not on starting cells to `moved`; return their number."""
    count = 0
    for cell in range(n):
        if block[cell] and not begins[cell]:
            moved[count] = cell
            count += 1
    return count


def enqueue(s, value, new, last):
    """Queue a state; of states with equal values, take the newest first if `last` is 1."""
    rank = NUMBERS - 1 - new if last else new
    put(s.heap, s.waiting, s.progress.queued[0], value * NUMBERS + rank, new)
    s.progress.queued[0] += 1


def next_state(s):
    """Take the first state out of the queue; return -1 if no room or no states are left."""
    if s.progress.queued[0] == 0 or s.progress.count[0] + 4 * s.wins.size > s.turns.size:
        return -1
    node = s.waiting[0]
    take(s.heap, s.waiting, s.progress.queued[0])
    s.progress.queued[0] -= 1
    return node


def won(s, node):
    """Record the state that completes a solution; return 1."""
    s.progress.winner[0] = node
    return 1


def go(s: Rounds, patience):
    """Expand at most `patience` states.

    Return 1 if a solution was found, 0 if the search can continue, and -1 if no room or no states
    are left.
    """
    for _ in range(patience):
        node = next_state(s)
        if node < 0:
            return -1
        if expand(s, node):
            return 1
    return 0


def expand(s, node):
    """Make each push in a state; store and queue the results; return whether one of them wins."""
    n = s.wins.size
    key = keyed(s.states, node, s.codes, s.block)
    count = displaced(s.block, s.begins, s.moved, n)
    size, walk_out, _ = flood(s.block, s.step, s.wins, n, s.turns[node] >> 2, s.floor, s.reach)
    if walk_out >= 0:  # only at the start; all other states that win are found when stored
        return won(s, node)
    for k in range(4 * size):
        turn = (k + s.seed) % (4 * size)
        stands = s.reach[turn >> 2]
        direction = turn & 3
        cell = s.step[direction * n + stands]
        if cell < 0 or not s.block[cell]:
            continue
        behind = s.step[direction * n + cell]
        moves = int(s.steps[node]) + int(s.floor[stands]) + 1
        if behind < 0 or s.block[behind] or moves + s.moves_left[cell] >= s.less:
            continue
        if push(s, node, key, count, 4 * cell + direction, behind, moves):
            return 1
    return 0


def push(s, node, key, count, turn, behind, moves):
    """Store the state after a push, if it is new; return whether the state wins."""
    n = s.wins.size
    cell = turn >> 2
    direction = turn & 3
    edge = edge_of(s.parts[node], 8 * cell + direction, s.subgoals)
    part = s.parts[node] if edge < 0 else s.subgoals.targets[edge]
    s.block[cell] = 0
    s.block[behind] = 1
    _, walk_out, least = flood(s.block, s.step, s.wins, n, cell, s.dist, s.queue)
    guess = 0 if walk_out >= 0 else -1
    key ^= s.codes[cell] ^ s.codes[behind] ^ s.codes[n + least]
    if guess < 0 and enter(s.table, key):
        guess = guessed(s, cell, part)
    s.block[cell] = 1
    s.block[behind] = 0
    if guess < 0:
        return 0
    new = s.progress.count[0]
    s.progress.count[0] += 1
    keep(s.states, s.turns, node, new, cell, behind, direction)
    s.steps[new] = moves
    s.parents[new] = node
    s.parts[new] = part
    if walk_out >= 0:
        return won(s, new)
    enqueue(s, place(s, count, cell, behind, least, guess), new, s.last)
    return 0


_GUESSES: list[Any] = [*TIMES, *HANDING_OVER, arrive, guessed, place, fresh, novelty]
QUEUEING: list[Any] = [put, take, enqueue, next_state]

_STATES: list[Any] = [flood, *KEEPING, *QUEUEING, enter, displaced, won]

search = Kernel(go, [*_STATES, *_GUESSES, expand, push])
