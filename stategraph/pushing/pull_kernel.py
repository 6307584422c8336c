"""Kernels of a search from the goals back to the start, on a board stored as arrays.

All blocks are on goals at first and are pulled: a player beside a block steps back, and the block
follows. Pulls out of a crowd of goals are easy, but pushes into the crowd must be made in the right
order.
"""

from __future__ import annotations

from typing import NamedTuple

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32Rows, Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.push_kernel import (
    KEEPING,
    QUEUEING,
    Progress,
    enqueue,
    enter,
    flood,
    keep,
    keyed,
    next_state,
    won,
)

# Weight of a remaining pull in the heuristic, and the number of pulls to an unreachable cell. No
# plan has that many pulls.
PULL, FAR = 10, 1 << 20


class Order(NamedTuple):
    """The order of states in a round.

    Attributes
    ----------
    apart, each : int
        the penalty if the player cannot walk to their starting cell, and the penalty for each pull
        made so far
    last : int
        1 if the newest of equal states is expanded first, 0 if the oldest is
    noise : int
        the largest random number added to a heuristic value (a power of 2 minus 1)
    seed : int
        the random seed
    """

    apart: int
    each: int
    last: int
    noise: int
    seed: int


class Matching(NamedTuple):
    """Workspace of the Hungarian method for b blocks.

    Each array has the shape (b + 1,). Rows and columns are numbered from 1; 0 means none.
    """

    rows: Int64s
    columns: Int64s
    match: Int64s
    before: Int64s
    least: Int64s
    in_tree: Int64s


class Pulls(NamedTuple):
    """A search by pulls: its board, its states and its workspace.

    Attributes
    ----------
    step, wins, codes
        the board: see `stategraph.pushing.push_kernel`
    far : (b, n)
        the number of pulls from each cell to the starting cell of each of b blocks
    player : int
        the player's cell at the start
    states, turns, parents
        see `stategraph.pushing.push_kernel`
    players, pulls_made : (s,)
        the player's cell in each stored state, and the number of pulls up to that state
    table, heap, waiting
        the keys of stored states; the keys and the states of the priority queue
    block, blocks : (n,), (b,)
        the blocks of a state: 1 on each of their cells, and their cells
    reach, dist, queue : (n,)
        the number of moves to each cell before a pull, and after it; a queue
    matching : Matching
    order : Order
    progress
        the progress of the search
    """

    step: Int32s
    wins: UInt8s
    codes: Int64s
    far: Int32Rows
    player: int
    states: Rows
    players: Int32s
    turns: Int32s
    parents: Int32s
    pulls_made: Int32s
    table: Int64s
    heap: Int64s
    waiting: Int32s
    block: UInt8s
    blocks: Int64s
    reach: Int32s
    dist: Int32s
    queue: Int32s
    matching: Matching
    order: Order
    progress: Progress


def assigned(far, blocks, matching: Matching):
    """Return the fewest pulls that bring the blocks to the starting cells, one block to each.

    This ignores the other blocks and uses the Hungarian method.
    """
    rows, columns, match = matching.rows, matching.columns, matching.match
    before, least, in_tree = matching.before, matching.least, matching.in_tree
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
            in_tree[k] = 0
        while match[j] != 0:
            in_tree[j] = 1
            row = match[j]
            delta = FAR * FAR
            nearest = 0
            for k in range(1, count + 1):
                if in_tree[k]:
                    continue
                cost = int(far[k - 1, blocks[row - 1]]) - rows[row] - columns[k]
                if cost < least[k]:
                    least[k] = cost
                    before[k] = j
                if least[k] < delta:
                    delta = least[k]
                    nearest = k
            for k in range(count + 1):
                if in_tree[k]:
                    rows[match[k]] += delta
                    columns[k] -= delta
                else:
                    least[k] -= delta
            j = nearest
        while j != 0:
            match[j] = match[before[j]]
            j = before[j]
    return -columns[0]


def pull(s, node, key, cell, to, back, direction):
    """Store the state after a pull from `cell` to `to` if it is new.

    In `block`, the block is already on `to`. Return 1 if the state is the start of the puzzle.
    """
    n = s.wins.size
    codes, order = s.codes, s.order
    _, _, lowest = flood(s.block, s.step, s.wins, n, back, s.dist, s.queue)
    if not enter(s.table, key ^ codes[cell] ^ codes[to] ^ codes[n + lowest]):
        return 0
    count = 0
    for other in range(n):
        if s.block[other]:
            s.blocks[count] = other
            count += 1
    pulls = assigned(s.far, s.blocks, s.matching)
    if pulls >= FAR:
        return 0
    new = s.progress.count[0]
    s.progress.count[0] += 1
    keep(s.states, s.turns, node, new, to, cell, direction ^ 2)  # stored as the opposite push
    s.players[new] = back
    s.parents[new] = node
    s.pulls_made[new] = s.pulls_made[node] + 1
    apart = s.dist[s.player] < 0
    if pulls == 0 and not apart:
        return won(s, new)
    guess = PULL * pulls + order.each * s.pulls_made[new]
    guess += (codes[(new + order.seed) % codes.size] >> 7) & order.noise
    if apart:
        guess += order.apart
    enqueue(s, guess, new, order.last)
    return 0


def pulled(s, node):
    """Make each pull in a state; store and queue the results; return 1 if one is the start."""
    n = s.wins.size
    key = keyed(s.states, node, s.codes, s.block)
    flood(s.block, s.step, s.wins, n, s.players[node], s.reach, s.queue)
    for turn in range(4 * n):
        cell = turn >> 2
        direction = turn & 3
        to = s.step[direction * n + cell]
        if not s.block[cell] or to < 0 or s.reach[to] < 0:
            continue
        back = s.step[direction * n + to]
        if back < 0 or s.block[back]:
            continue
        s.block[cell] = 0
        s.block[to] = 1
        is_start = pull(s, node, key, cell, to, back, direction)
        s.block[cell] = 1
        s.block[to] = 0
        if is_start:
            return 1
    return 0


def go(s: Pulls, patience):
    """Expand at most `patience` states; those with the smallest heuristic value come first.

    Return 1 if the start was reached, 0 if the search can continue, and -1 if no room or no states
    are left.
    """
    for _ in range(patience):
        node = next_state(s)
        if node < 0:
            return -1
        if pulled(s, node):
            return 1
    return 0


search = Kernel(go, [flood, *KEEPING, enter, *QUEUEING, won, assigned, pull, pulled])
