"""Kernels of A* over pushes for boxes on goals."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.buckets import from_on, lay, pick
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.dead_triples import lost, placed
from stategraph.pushing.frozen_blocks import frozen, held
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, place_of, unpack

# Status of a call.
GOES_ON, NONE_LEFT, NO_ROOM, FOUND = 0, 1, 2, 3


class BoardTables(NamedTuple):
    """A board and its tables, which no search changes.

    Attributes
    ----------
    step : (4n,)
        ``step[direction * n + cell]`` is the neighbour of a cell, or -1; ``direction ^ 2`` is the
        opposite direction
    wins : (n,)
        all 0: the player wins on no cell
    homes : (n,)
        the number of pushes that bring a block from each cell to its nearest goal; -1: it reaches
        no goal
    triples
        the table of live triples: `stategraph.pushing.dead_triples`
    worth, stood, pair, unit
        the potentials of a block and of the player on each cell, (n,), and those of pairs, at
        ``player * n + block``. The sum of the potentials of a state, divided by `unit`, is a lower
        bound on the number of remaining moves: see `stategraph.pushing.potentials`
    """

    step: Int32s
    wins: UInt8s
    homes: Int32s
    triples: UInt8s
    worth: Int64s
    stood: Int64s
    pair: Int64s
    unit: int


class States(NamedTuple):
    """The stored states, and the queue.

    Attributes
    ----------
    rows : (s, words)
        the blocks of each state, as bits
    players, steps, parents, turns : (s,)
        for each state: the cell of the player, the number of moves made (-1: a shorter path to the
        state is known), its parent, and the last push, as ``cell * 4 + direction``
    nexts, queues
        linked lists of open states, one for each sum of moves made and moves left: the next state
        of each state, and the first state of each list
    index
        hash table of states: the number of a state plus 1; 0 for an empty slot
    """

    rows: Rows
    players: Int32s
    steps: Int32s
    parents: Int32s
    turns: Int32s
    nexts: Int32s
    queues: Int32s
    index: Int32s


class Progress(NamedTuple):
    """The state of a search between two calls of the kernel; each field has shape (1,).

    Attributes
    ----------
    count, winner
        the number of stored states; the winning state
    level, rise
        the sum of moves made and moves left of the states to expand next; the largest increase of
        this sum by one push
    """

    count: Int64s
    level: Int64s
    winner: Int64s
    rise: Int64s


class Search(NamedTuple):
    """A search: the board, the states, the workspace, and the progress.

    Attributes
    ----------
    block, fast : (n,)
        1 on cells with a block, and on cells with a block that cannot be pushed
    dist, reach : (n,)
        the number of moves to each cell that the player reaches, and a list of these cells
    queue : (n,)
        a queue of cells
    """

    board: BoardTables
    states: States
    block: UInt8s
    fast: UInt8s
    dist: Int32s
    reach: Int32s
    queue: Int32s
    progress: Progress


def rated(block, homes, worth):
    """Return the sum of the blocks' potentials, and the number of blocks off goals."""
    value = 0
    astray = 0
    for cell in range(block.size):
        if block[cell]:
            value += worth[cell]
            if homes[cell] != 0:
                astray += 1
    return value, astray


def moves_left(board, block, value, player):
    """Return a lower bound on the remaining moves; the blocks' potentials have the sum `value`."""
    n = block.size
    value += board.stood[player]
    for cell in range(n):
        if block[cell]:
            value += board.pair[player * n + cell]
    return max(0, (value + board.unit - 1) // board.unit)


def unwinnable(s, pushed, player):
    """Return whether the deadlock tests find the state after a push to be dead."""
    if frozen(s.block, s.board.step, s.board.homes, s.fast, s.queue, pushed):
        return True
    return lost(s.block, s.board.triples, s.block.size, pushed, player)


def note(rows, players, node, cell, behind, new):
    """Write the state that follows `node` by pushing a block from `cell` to `behind` as `new`."""
    carry(rows, node, new, cell, behind)
    players[new] = cell


def known(states, new):
    """Return the index slot of the state in row `new`, and the number of an equal state, or -1."""
    at = place_of(states.rows, states.players, new, states.index, states.rows.shape[1])
    return at, states.index[at] - 1


def push(s, node, cell, behind, direction, moves, value):
    """Store the state after a push, unless it is dead or already reached in as few moves.

    `value` is the sum of the blocks' potentials before the push.
    """
    board, states = s.board, s.states
    new = s.progress.count[0]
    note(states.rows, states.players, node, cell, behind, new)
    at, old = known(states, new)
    if old >= 0 and states.steps[old] <= moves:
        return 0
    s.block[cell] = 0
    s.block[behind] = 1
    given_up = False
    if old < 0:
        given_up = unwinnable(s, behind, cell)
    value += board.worth[behind] - board.worth[cell]
    total = moves + moves_left(board, s.block, value, cell)
    s.block[cell] = 1
    s.block[behind] = 0
    if given_up:
        return 0
    if old >= 0:
        states.steps[old] = -1  # invalidates the queue entry of the old state
    states.index[at] = new + 1
    states.steps[new] = moves
    states.parents[new] = node
    states.turns[new] = cell * 4 + direction
    lay(states.queues, states.nexts, total, new)
    s.progress.count[0] += 1
    return 1


def expand(s, node, value):
    """Make each push in a state and store the results; its blocks' potentials add up to `value`."""
    step, homes, states, n = s.board.step, s.board.homes, s.states, s.block.size
    size, _, _ = flood(s.block, step, s.board.wins, n, states.players[node], s.dist, s.reach)
    for turn in range(4 * size):
        direction = turn & 3
        stands = s.reach[turn >> 2]
        cell = step[direction * n + stands]
        if cell < 0 or not s.block[cell]:
            continue
        behind = step[direction * n + cell]
        if behind < 0 or s.block[behind] or homes[behind] < 0:
            continue
        push(s, node, cell, behind, direction, states.steps[node] + s.dist[stands] + 1, value)


def astar(s: Search, patience):
    """Expand up to `patience` states; return the status.

    A move lowers the potentials by at most 1 (the heuristic is consistent). So no state is expanded
    twice, and the first winning state to be expanded is the one with the fewest moves.
    """
    board, states, progress = s.board, s.states, s.progress
    for _ in range(patience):
        progress.level[0] = from_on(states.queues, progress.level[0])
        if progress.level[0] == states.queues.size:
            return NONE_LEFT
        full = progress.count[0] + 4 * s.block.size >= states.players.size
        if full or progress.level[0] + progress.rise[0] >= states.queues.size:
            return NO_ROOM
        node = pick(states.queues, states.nexts, progress.level[0])
        if states.steps[node] < 0:
            continue
        unpack(states.rows, node, s.block)
        value, astray = rated(s.block, board.homes, board.worth)
        if astray == 0:
            progress.winner[0] = node
            return FOUND
        expand(s, node, value)
    return GOES_ON


_LOST: list[Callable[..., object]] = [held, frozen, placed, lost, unwinnable]

_QUEUE: list[Callable[..., object]] = [lay, pick, from_on]

_PUSHES: list[Callable[..., object]] = [unpack, flood, rated, moves_left, note, known, push, expand]

search = Kernel(astar, [*_QUEUE, *FINDING, *CARRYING, *_LOST, *_PUSHES])
