"""Pattern database of the blocks nearest the exits.

A pattern [1]_ is a part of the puzzle that is small enough to be expanded completely. Here it
consists of the blocks within a number of steps of an exit. A block that is pushed farther away
is removed. No solution needs a block to be present. So the moves of every solution of the board
also solve the pattern, and a shortest solution of the pattern is never longer::

    _ p _ | X p _            a pattern of the blocks within two steps, to the right of the line;
    u p _ | p _ e            a block that is pushed over the line is removed
    _ _ p | X X _

Two states of the pattern are the same if the player can walk from one to the other.

.. [1] J. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 1998.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.kernels import slots
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES
from stategraph.pushing.plan_regression import exit_of
from stategraph.pushing.push_board import Ground
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, flip, place_of, unpack

# The largest number of states of a pattern, the mean number of edges per state for which there is
# room, and the number of states expanded between two checks whether to stop.
MAX_STATES, EDGES_PER_STATE, STATES_PER_CHECK = 1 << 16, 16, 1 << 10


class Pattern(NamedTuple):
    """A pattern of s states and m edges.

    Attributes
    ----------
    offsets : (s + 1,) int64
        the edges of state k are those from ``offsets[k]`` up to ``offsets[k + 1]``
    pushes, targets : (m,) int32
        the push of each edge, as the node of its arrival in `stategraph.pushing.arrival_kernel`,
        or `LEAVES`; and the next state. State s is a win
    """

    offsets: Int64s
    pushes: Int32s
    targets: Int32s


class Gathered(NamedTuple):
    """The states of a pattern, and the workspace for expanding them.

    Attributes
    ----------
    wins, nowhere, inside : (n,) uint8
        1 on cells where the player wins; all 0; 1 on the cells near an exit, which the blocks of
        the pattern cannot leave without being removed
    rows : (s, words) uint32
        the blocks of each state, as bits
    players, index : int32
        the cell of the player after a push, and the hash table of states
    pattern : Pattern
        the edges gathered so far
    block, dist, queue, far, ahead
        workspace of walks
    """

    step: Int32s
    wins: UInt8s
    nowhere: UInt8s
    inside: UInt8s
    rows: Rows
    players: Int32s
    index: Int32s
    pattern: Pattern
    block: UInt8s
    dist: Int32s
    queue: Int32s
    far: Int32s
    ahead: Int32s


def add(gathered, head, new, cell, behind):
    """Write the state after a push to row `new`; a block pushed out of the pattern is removed."""
    carry(gathered.rows, head, new, cell, behind)
    if not gathered.inside[behind]:
        flip(gathered.rows, new, behind)
    gathered.players[new] = cell


def anywhere(gathered, cell, behind):
    """Return the smallest cell to which the player can walk after a push."""
    block, nowhere = gathered.block, gathered.nowhere
    block[cell] = 0
    block[behind] = gathered.inside[behind]
    _, _, least = flood(
        block, gathered.step, nowhere, nowhere.size, cell, gathered.far, gathered.ahead
    )
    block[behind] = 0
    block[cell] = 1
    return least


def expand(gathered, head, count):
    """Write the edges of a state; return the new number of states."""
    wins, step, players, index = gathered.wins, gathered.step, gathered.players, gathered.index
    offsets, pushes = gathered.pattern.offsets, gathered.pattern.pushes
    targets, rows = gathered.pattern.targets, gathered.rows
    block, dist, queue, n = gathered.block, gathered.dist, gathered.queue, gathered.wins.size
    unpack(rows, head, block)
    size, _, _ = flood(block, step, gathered.nowhere, n, players[head], dist, queue)
    edge = offsets[head]
    if exit_of(wins, dist, n) >= 0:
        pushes[edge] = LEAVES
        edge += 1
    for turn in range(4 * size):
        direction = turn & 3
        stands = queue[turn >> 2]
        cell = step[direction * n + stands]
        behind = step[direction * n + cell] if cell >= 0 and block[cell] else -1
        if behind < 0 or block[behind]:
            continue
        add(gathered, head, count, cell, behind)
        players[count] = anywhere(gathered, cell, behind)
        at = place_of(rows, players, count, index, rows.shape[1])
        if index[at] == 0:
            count += 1
            index[at] = count
        pushes[edge] = 8 * cell + direction
        targets[edge] = index[at] - 1
        edge += 1
    offsets[head + 1] = edge
    return count


def gather(gathered: Gathered, head, count, patience):
    """Expand states of the pattern, in order; return the numbers of expanded and stored states.

    Stop after `patience` states, or when there may be no room for the edges of the next state.
    """
    most, last = 4 * gathered.wins.size, head + patience
    room = gathered.players.size - most
    while head < min(count, last):
        pattern = gathered.pattern
        if count > room or pattern.offsets[head] + most + 1 > pattern.pushes.size:
            break
        count = expand(gathered, head, count)
        head += 1
    return head, count


_gathered = Kernel(gather, [flood, exit_of, *FINDING, *CARRYING, unpack, add, anywhere, expand])


def expanded(ground: Ground, near: int, stops: Callable[[], bool]) -> Pattern | None:
    """Return the pattern of the blocks within `near` steps of an exit.

    Return None if the pattern has too many states, or if `stops` returns True.
    """
    n = ground.size
    inside = (ground.moves_left <= near).astype(np.uint8)
    rows = np.zeros((MAX_STATES + 4 * n, ground.words), np.uint32)
    rows[0] = ground.packed(ground.begins & inside)
    players = np.full(len(rows), ground.player, np.int32)
    index = np.zeros(slots(len(rows)), np.int32)
    index[place_of(rows, players, 0, index, ground.words)] = 1
    offsets = np.zeros(len(rows) + 1, np.int64)
    pushes, targets = np.zeros((2, EDGES_PER_STATE * MAX_STATES + 4 * n + 1), np.int32)
    dist, queue, far, ahead = np.zeros((4, n + 1), np.int32)
    gathered = Gathered(
        ground.step, ground.wins, np.zeros_like(ground.wins), inside, rows, players, index,
        Pattern(offsets, pushes, targets), np.zeros(n, np.uint8), dist, queue, far, ahead,
    )  # fmt: skip
    before, head, count = -1, 0, 1
    while before < head < count:
        if stops():
            return None
        before = head
        head, count = _gathered.compiled(gathered, head, count, STATES_PER_CHECK, work=1 << 20)
    if head < count:
        return None
    size = offsets[count]
    pattern = Pattern(offsets[: count + 1].copy(), pushes[:size].copy(), targets[:size].copy())
    pattern.targets[pattern.pushes == LEAVES] = count
    return pattern


def largest(ground: Ground, stops: Callable[[], bool]) -> Pattern | None:
    """Return the pattern within the largest number of steps that can be expanded, or None."""
    best = None
    most = int(ground.moves_left[ground.moves_left < NEVER].max(initial=-1))
    for near in range(int(ground.moves_left[ground.begins != 0].min(initial=NEVER)), most + 1):
        pattern = expanded(ground, near, stops)
        if pattern is None:
            break
        best = pattern
    return best
