"""Pattern database of the blocks nearest the exits.

A pattern [1]_ is a part of the puzzle that is small enough to be expanded completely. Here it
consists of the blocks within a number of steps of an exit. A block that is pushed farther away
is removed. No solution needs a block to be present. So the moves of every solution of the board
also solve the pattern, and a shortest solution of the pattern is never longer::

    _ p _ | X p _            a pattern of the blocks within two steps, to the right of the line;
    u p _ | p _ e            a block that is pushed over the line is removed
    _ _ p | X X _

The pattern does not include the moves that the player needs to reach it.
`stategraph.pushing.arrival_bounds` adds them: until the first push of one of its blocks, the player
has not stood on their cells. So a solution has at least as many moves as the first arrival of some
push of the pattern, plus the moves that the pattern needs after that push.

.. [1] J. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 1998.

Glossary, besides that of `stategraph.pushing.arrival_kernel`::

    offsets (s+1,), edges (m, 3)
                           the edges of each state. The columns are a push, as the node of its
                           arrival (`LEAVES`: the player walks to an exit), the next state, and
                           the number of moves to win from the next state. While states are
                           gathered, the last column has the number of moves on the edge
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np

from stategraph.analysis.costs import cheapest
from stategraph.kernels import slots
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES, LEFT, PUSH, TO, Pattern
from stategraph.pushing.plan_regression import exit_of
from stategraph.pushing.push_board import Ground
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, flip, place_of, unpack

# The largest number of states of a pattern, the mean number of edges per state for which there is
# room, and the number of states expanded between two checks whether to stop.
MAX_STATES, EDGES_PER_STATE, STATES_PER_CHECK = 1 << 16, 16, 1 << 10


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
    block, dist, queue, far, ahead
        workspace of walks
    walks : int
        0 if states with equal blocks are the same state when the player can walk from one to the
        other, 1 if they are different states
    """

    step: Int32s
    wins: UInt8s
    nowhere: UInt8s
    inside: UInt8s
    rows: Rows
    players: Int32s
    index: Int32s
    offsets: Int64s
    edges: Rows
    block: UInt8s
    dist: Int32s
    queue: Int32s
    far: Int32s
    ahead: Int32s
    walks: int


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
    offsets, edges, rows = gathered.offsets, gathered.edges, gathered.rows
    block, dist, queue, n = gathered.block, gathered.dist, gathered.queue, gathered.wins.size
    unpack(rows, head, block)
    size, _, _ = flood(block, step, gathered.nowhere, n, players[head], dist, queue)
    edge = offsets[head]
    out = exit_of(wins, dist, n)
    if out >= 0:
        edges[edge, PUSH] = LEAVES
        edges[edge, LEFT] = dist[out]
        edge += 1
    for turn in range(4 * size):
        direction = turn & 3
        stands = queue[turn >> 2]
        cell = step[direction * n + stands]
        behind = step[direction * n + cell] if cell >= 0 and block[cell] else -1
        if behind < 0 or block[behind]:
            continue
        add(gathered, head, count, cell, behind)
        if gathered.walks == 0:
            players[count] = anywhere(gathered, cell, behind)
        at = place_of(rows, players, count, index, rows.shape[1])
        if index[at] == 0:
            count += 1
            index[at] = count
        edges[edge, PUSH] = 8 * cell + direction
        edges[edge, TO] = index[at] - 1
        edges[edge, LEFT] = dist[stands] + 1
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
        if count > room or gathered.offsets[head] + most + 1 > gathered.edges.shape[0]:
            break
        count = expand(gathered, head, count)
        head += 1
    return head, count


_gathered = Kernel(gather, [flood, exit_of, *FINDING, *CARRYING, unpack, add, anywhere, expand])


def expanded(
    ground: Ground, near: int, stops: Callable[[], bool], walks: bool = True
) -> Pattern | None:
    """Return the pattern of the blocks within `near` steps of an exit.

    Return None if the pattern has too many states, or if `stops` returns True. Without `walks`, two
    states are the same if the player can walk from one to the other. The edges are then correct,
    but the numbers of moves are not.
    """
    n = ground.size
    inside = (ground.moves_left <= near).astype(np.uint8)
    rows = np.zeros((MAX_STATES + 4 * n, ground.words), np.uint32)
    rows[0] = ground.packed(ground.begins & inside)
    players = np.full(len(rows), ground.player, np.int32)
    index = np.zeros(slots(len(rows)), np.int32)
    index[place_of(rows, players, 0, index, ground.words)] = 1
    offsets = np.zeros(len(rows) + 1, np.int64)
    edges = np.zeros((EDGES_PER_STATE * MAX_STATES + 4 * n + 1, 3), np.int32)
    dist, queue, far, ahead = np.zeros((4, n + 1), np.int32)
    gathered = Gathered(
        ground.step, ground.wins, np.zeros_like(ground.wins), inside, rows, players, index,
        offsets, edges, np.zeros(n, np.uint8), dist, queue, far, ahead, int(walks),
    )  # fmt: skip
    before, head, count = -1, 0, 1
    while before < head < count:
        if stops():
            return None
        before = head
        head, count = _gathered.compiled(gathered, head, count, STATES_PER_CHECK, work=1 << 20)
    if head < count:
        return None
    return _with_remaining_moves(offsets[: count + 1].copy(), edges[: offsets[count]].copy())


def _with_remaining_moves(offsets: np.ndarray, edges: np.ndarray) -> Pattern:
    """Replace the number of moves on each edge by the number of moves to win after it."""
    won = len(offsets) - 1
    edges[edges[:, PUSH] == LEAVES, TO] = won
    begun = np.full(won + 1, -1, np.int64)
    begun[won] = 0
    moves_left = cheapest(
        np.append(offsets, offsets[won]),
        edges[:, TO].copy(),
        edges[:, LEFT].astype(np.int64),
        begun,
    )
    edges[:, LEFT] = np.where(moves_left < 0, NEVER, moves_left)[edges[:, TO]]
    return Pattern(offsets, edges)


def largest(ground: Ground, stops: Callable[[], bool], walks: bool = True) -> Pattern | None:
    """Return the pattern within the largest number of steps that can be expanded, or None."""
    best = None
    most = int(ground.moves_left[ground.moves_left < NEVER].max(initial=-1))
    for near in range(int(ground.moves_left[ground.begins != 0].min(initial=NEVER)), most + 1):
        pattern = expanded(ground, near, stops, walks)
        if pattern is None:
            break
        best = pattern
    return best
