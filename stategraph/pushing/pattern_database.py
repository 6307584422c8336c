"""What the blocks nearest the exits cost alone: a pattern database.

A pattern [1]_ is a part of the puzzle that is small enough to be expanded whole. Here it is the
blocks within some steps of an exit, and nothing of the others; one that is pushed farther away is
gone. Nobody needs a block: so whoever wins the board makes the moves of the pattern, too, and its
shortest solutions are never longer::

    _ p _ | X p _            of two steps: the blocks right of the line are the pattern; one
    u p _ | p _ e            that is pushed over it is gone
    _ _ p | X X _

The pattern does not know how long it takes to get there; `stategraph.pushing.arrival_bounds` does:
until one of its blocks is pushed, nobody has stood where one is, so that push takes a first time.
A solution takes at least that of some push of the pattern, and what the pattern needs from then on.

.. [1] J. Culberson, J. Schaeffer, Pattern databases, Computational Intelligence 1998.

Glossary, besides that of `stategraph.pushing.arrival_kernel`::

    rows (s, words), players
                           of each state of the pattern its blocks, as bits, and where the player is
                           after a push
    inside (n,)            1 where blocks are of the pattern
    offsets (s+1,), edges (m, 3)
                           of each state what may come next: a push, as the node of its arrival
                           (`LEAVES`: the player walks to an exit), the state that comes of it, and
                           the moves that win from there; while states are gathered, the moves to it
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from stategraph.analysis.costs import cheapest
from stategraph.kernels import slots
from stategraph.machine.kernel import Kernel
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.pattern_costs import LEAVES, LEFT, PUSH, TO, edge_of
from stategraph.pushing.plan_regression import exit_of
from stategraph.pushing.push_board import Ground
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, flip, place_of, unpack

# States of a pattern at most, what may come next of each as the mean, and states between two looks
# at whether to stop.
MOST, EACH, AT_ONCE = 1 << 16, 16, 1 << 10


def add(rows, players, inside, head, new, cell, behind):
    """Write what comes of a push in a state of the pattern."""
    carry(rows, head, new, cell, behind)
    if not inside[behind]:
        flip(rows, new, behind)
    players[new] = cell


def anywhere(step, nowhere, inside, block, cell, behind, dist, queue):
    """Return the least cell to which the player can walk after a push."""
    block[cell] = 0
    block[behind] = inside[behind]
    _, _, least = flood(block, step, nowhere, nowhere.size, cell, dist, queue)
    block[behind] = 0
    block[cell] = 1
    return least


def expand(
    step, wins, nowhere, inside, rows, players, index, offsets, edges, block, dist, queue, far,
    ahead, walks, head, count,
):  # fmt: skip
    """Write the edges of a state; return how many states there are then."""
    n = wins.size
    unpack(rows, head, block)
    size, _, _ = flood(block, step, nowhere, n, players[head], dist, queue)
    edge = offsets[head]
    out = exit_of(wins, dist, n)
    if out >= 0:
        edges[edge, PUSH] = LEAVES
        edges[edge, LEFT] = dist[out]
        edge += 1
    for turn in range(4 * size):
        way = turn & 3
        stands = queue[turn >> 2]
        cell = step[way * n + stands]
        behind = step[way * n + cell] if cell >= 0 and block[cell] else -1
        if behind < 0 or block[behind]:
            continue
        add(rows, players, inside, head, count, cell, behind)
        if walks == 0:
            players[count] = anywhere(step, nowhere, inside, block, cell, behind, far, ahead)
        at = place_of(rows, players, count, index, rows.shape[1])
        if index[at] == 0:
            count += 1
            index[at] = count
        edges[edge, PUSH] = 8 * cell + way
        edges[edge, TO] = index[at] - 1
        edges[edge, LEFT] = dist[stands] + 1
        edge += 1
    offsets[head + 1] = edge
    return count


def gather(
    step, wins, nowhere, inside, rows, players, index, offsets, edges, block, dist, queue, far,
    ahead, walks, head, count, patience,
):  # fmt: skip
    """Expand states of the pattern, in order; return how many are expanded and met.

    It stops after `patience` states, and where there is no room for what comes of the next one.
    """
    n = wins.size
    last = head + patience
    while head < min(count, last):
        if count + 4 * n > players.size or offsets[head] + 4 * n + 1 > edges.shape[0]:
            break
        count = expand(
            step, wins, nowhere, inside, rows, players, index, offsets, edges, block, dist, queue,
            far, ahead, walks, head, count,
        )  # fmt: skip
        head += 1
    return head, count


_gathered = Kernel(gather, [flood, exit_of, *FINDING, *CARRYING, unpack, add, anywhere, expand])


@dataclass(frozen=True)
class Pattern:
    """What some blocks cost alone: `offsets` and `edges`, see above."""

    offsets: np.ndarray
    edges: np.ndarray

    def after(self, at: int, cell: int, way: int) -> int:
        """Return the state of the pattern after somebody went to a cell, from one of its own."""
        edge = edge_of(at, 8 * cell + way, self.offsets, self.edges)
        return at if edge < 0 else int(self.edges[edge, TO])


# The pattern of no block: whoever gets to an exit wins.
NOTHING = Pattern(np.array([0, 1], np.int64), np.array([[LEAVES, 0, 0]], np.int32))


def expanded(
    ground: Ground, near: int, stops: Callable[[], bool], walks: bool = True
) -> Pattern | None:
    """Return the pattern of the blocks within so many steps of an exit.

    None where it has too many states, or somebody stops that. Without `walks` states are the same
    whose player can walk from one to the other, and no moves are right, but which pushes follow.
    """
    n = ground.size
    inside = (ground.left <= near).astype(np.uint8)
    rows = np.zeros((MOST + 4 * n, ground.words), np.uint32)
    rows[0] = ground.packed(ground.begins & inside)
    players = np.full(len(rows), ground.player, np.int32)
    index = np.zeros(slots(len(rows)), np.int32)
    index[place_of(rows, players, 0, index, ground.words)] = 1
    offsets = np.zeros(len(rows) + 1, np.int64)
    edges = np.zeros((EACH * MOST + 4 * n + 1, 3), np.int32)
    work = [np.zeros(n, np.uint8), *np.zeros((4, n + 1), np.int32), int(walks)]
    before, head, count = -1, 0, 1
    while before < head < count:
        if stops():
            return None
        before = head
        head, count = _gathered.compiled(
            ground.step, ground.wins, np.zeros_like(ground.wins), inside, rows, players, index,
            offsets, edges, *work, head, count, AT_ONCE, work=1 << 20,
        )  # fmt: skip
    if head < count:
        return None
    return _looked_back(offsets[: count + 1].copy(), edges[: offsets[count]].copy())


def _looked_back(offsets: np.ndarray, edges: np.ndarray) -> Pattern:
    """Write the moves that win after each edge instead of those that it takes itself."""
    won = len(offsets) - 1
    edges[edges[:, PUSH] == LEAVES, TO] = won
    begun = np.full(won + 1, -1, np.int64)
    begun[won] = 0
    left = cheapest(
        np.append(offsets, offsets[won]),
        edges[:, TO].copy(),
        edges[:, LEFT].astype(np.int64),
        begun,
    )
    edges[:, LEFT] = np.where(left < 0, NEVER, left)[edges[:, TO]]
    return Pattern(offsets, edges)


def largest(ground: Ground, stops: Callable[[], bool], walks: bool = True) -> Pattern | None:
    """Return the pattern of the blocks within as many steps as can be expanded; None: of any."""
    found = None
    most = int(ground.left[ground.left < NEVER].max(initial=-1))
    for near in range(int(ground.left[ground.begins != 0].min(initial=NEVER)), most + 1):
        made = expanded(ground, near, stops, walks)
        if made is None:
            break
        found = made
    return found
