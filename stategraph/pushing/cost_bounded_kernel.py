"""Kernels of cost-bounded search: cells that no solution within the bound can use become walls.

`stategraph.pushing.arrival_kernel` defines the terms. All kernels work on one `Search`.
"""

from __future__ import annotations

from typing import NamedTuple

from stategraph.machine.buckets import from_on, lay, pick
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows, UInt8s
from stategraph.pushing.arrival_kernel import (
    BLOCK,
    FREE,
    NEVER,
    TIMES,
    WALL,
    Terrain,
    Timetable,
    arrive,
)
from stategraph.pushing.detours import TIGHTENING, Room, tighten
from stategraph.pushing.push_kernel import flood
from stategraph.pushing.state_rows import FINDING, place_of, slot_of

# The outcome of a call.
GOES_ON, REFUTED, NO_ROOM, FOUND = 0, 1, 2, 3


class StoredStates(NamedTuple):
    """The stored states, and a table of all states considered recently.

    Attributes
    ----------
    rows : (s, 4 words) uint32
        four sets of cells, as bits: the free cells and the blocks that a solution can still use,
        the cells to which some block was pushed, and all blocks
    players, steps, parents, turns : (s,) int32
        for each state: the player's cell, the number of moves made, the parent, and the push that
        led to the state, as cell * 4 + direction
    nexts : (s,) int32
        the next state in the same queue
    queues : int32
        the first state of each queue. A queue holds the states with the same number of moves made
        and the same lower bound on the length of a solution; the bounds begin at `Search.least`
    index : int32
        hash table of states: the number of a state plus 1; 0 for an empty slot
    table : (slots, words + 2) uint32
        states that were considered: all blocks, the player's cell plus 1, and the number of moves
        made; a later state replaces another one in its slot
    """

    rows: Rows
    players: Int32s
    steps: Int32s
    parents: Int32s
    turns: Int32s
    nexts: Int32s
    queues: Int32s
    index: Int32s
    table: Rows


class Progress(NamedTuple):
    """The state of a search between two calls of the kernel; each field has shape (1,).

    Attributes
    ----------
    count, level : int64
        the number of stored states; the queue that holds the state to expand next
    further : int64
        the smallest bound above this one that may allow a solution
    winner : int64
        the state from which the player wins by walking
    """

    count: Int64s
    level: Int64s
    further: Int64s
    winner: Int64s


class Search(NamedTuple):
    """A search for solutions of at most `bound` moves; no solution has fewer than `least` moves.

    Attributes
    ----------
    terrain : Terrain
        the board
    needed : Terrain
        the board with the detours that solutions within the bound need, round blocks that were not
        pushed yet
    current : Terrain
        the board with the detours round the blocks of the current state
    wins : (n,) uint8
        1 where the player wins
    cells, moved : (n,) uint8
        the contents of each cell in the current state; 1 for cells to which some block was pushed
    """

    bound: int
    least: int
    terrain: Terrain
    needed: Terrain
    current: Terrain
    wins: UInt8s
    cells: UInt8s
    moved: UInt8s
    room: Room
    times: Timetable
    stored: StoredStates
    progress: Progress


# ------------------------------------------------------------------------------------ the states


def matters(cell, cells, step, first):
    """Return the contents of a cell, or `WALL` if no solution within the slack can use the cell.

    The player cannot stand on a cell whose least time is `NEVER`, but may push a block there.
    """
    if first[cell] < NEVER:
        return cells[cell]
    if cells[cell] == FREE:
        n = first.size
        for direction in range(4):
            block = step[direction * n + cell]
            if block >= 0 and first[block] < NEVER:
                stands = step[direction * n + block]
                if stands >= 0 and first[stands] < NEVER:
                    return FREE
    return WALL


def note(search, player, new):
    """Write a state as bits: free cells, blocks, and the cells to which blocks were pushed."""
    cells, step, first = search.cells, search.terrain.step, search.times.first
    rows = search.stored.rows
    words = rows.shape[1] // 4
    for k in range(3 * words):
        rows[new, k] = 0
    for cell in range(first.size):
        content = matters(cell, cells, step, first)
        if content != WALL:
            rows[new, content * words + (cell >> 5)] |= 1 << (cell & 31)
        if search.moved[cell] != 0:
            rows[new, 2 * words + (cell >> 5)] |= 1 << (cell & 31)
    search.stored.players[new] = player


def known(rows, node, cell, behind, moves, table, new):
    """Return whether `table` has the state after a push with as few moves; if not, add the state.

    All blocks are compared, including those that no solution can still use. This test is cheap, but
    it misses states that are equal without those blocks. It also writes all blocks of the state to
    row `new`.
    """
    words = rows.shape[1] // 4
    all_blocks = 3 * words
    for k in range(words):
        rows[new, all_blocks + k] = rows[node, all_blocks + k]
    rows[new, all_blocks + (cell >> 5)] ^= 1 << (int(cell) & 31)
    rows[new, all_blocks + (behind >> 5)] ^= 1 << (int(behind) & 31)
    at = slot_of(rows, new, all_blocks, words, cell, table.shape[0])
    as_few = table[at, words] == cell + 1 and table[at, words + 1] <= moves
    for k in range(words):
        if table[at, k] != rows[new, all_blocks + k]:
            as_few = False
            table[at, k] = rows[new, all_blocks + k]
    if not as_few:
        table[at, words] = cell + 1
        table[at, words + 1] = moves
    return as_few


def read(rows, node, cells, moved):
    """Write the contents of all cells in a stored state; mark the cells with pushed blocks."""
    words = rows.shape[1] // 4
    for cell in range(cells.size):
        bit = cell & 31
        cells[cell] = WALL
        if rows[node, cell >> 5] >> bit & 1:
            cells[cell] = FREE
        elif rows[node, words + (cell >> 5)] >> bit & 1:
            cells[cell] = BLOCK
        moved[cell] = rows[node, 2 * words + (cell >> 5)] >> bit & 1


def turn_to(search):
    """Write the detours round the blocks of the current state to `current`."""
    cells, moved, n = search.cells, search.moved, search.cells.size
    for cell in range(n):
        still = cells[cell] == BLOCK and moved[cell] == 0
        for direction in range(4):
            k = direction * n + cell
            search.current.around[k] = (
                search.needed.around[k] if still else search.terrain.around[k]
            )


def enter(search, moves, queue, parent, turn):
    """Store the state that was written last, unless an equal state was reached in as few moves."""
    stored, new = search.stored, search.progress.count[0]
    index, steps = stored.index, stored.steps
    at = place_of(stored.rows, stored.players, new, index, stored.rows.shape[1] // 2)
    if index[at] != 0:
        if steps[index[at] - 1] <= moves:
            return 0
        steps[index[at] - 1] = -1  # invalidates the queue entry of the old state
    index[at] = new + 1
    steps[new] = moves
    stored.parents[new] = parent
    stored.turns[new] = turn
    lay(stored.queues, stored.nexts, queue, new)
    search.progress.count[0] += 1
    return 1


# ---------------------------------------------------------------------------------- the search


def put_off(moves, progress):
    """Record that a solution excluded by the bound may have this number of moves."""
    progress.further[0] = min(progress.further[0], moves)


def begin(search):
    """Write the detours for solutions within the bound; return a lower bound on their length."""
    player, times = search.stored.players[0], search.times
    times.beyond[0] = NEVER
    goal = tighten(
        search.cells, search.terrain, search.bound, player, search.needed, search.room, times
    )
    search.progress.further[0] = times.beyond[0]
    return goal


def keep(search, node, turn, moves, least):
    """Store the current state, which a push led to, if a solution within the bound may follow."""
    times, progress, bound = search.times, search.progress, search.bound
    player = turn >> 2
    times.beyond[0] = NEVER
    goal = arrive(search.cells, search.current, bound - moves, player, times)
    put_off(moves + times.beyond[0], progress)
    if moves + goal > bound:
        put_off(moves + goal, progress)
    else:
        note(search, player, progress.count[0])
        later = max(moves + goal, least) - search.least
        enter(search, moves, later * (bound + 1) + moves, node, turn)


def push_each(search, node, size, moves_made, least):
    """Make each push from the `size` cells that the player can reach, and store the results."""
    cells, moved, room = search.cells, search.moved, search.room
    step, moves_left, bound = search.current.step, search.current.moves_left, search.bound
    stored, progress, n = search.stored, search.progress, search.cells.size
    for turn in range(4 * size):
        direction = turn & 3
        stands = room.queue[turn >> 2]
        cell = step[direction * n + stands]
        if cell < 0 or cells[cell] != BLOCK:
            continue
        behind = step[direction * n + cell]
        if behind < 0 or cells[behind] != FREE:
            continue
        moves = moves_made + room.dist[stands] + 1
        if moves + moves_left[cell] > bound:
            put_off(moves + moves_left[cell], progress)
            continue
        if known(stored.rows, node, cell, behind, moves, stored.table, progress.count[0]):
            continue
        cells[cell] = FREE
        cells[behind] = BLOCK
        was = moved[behind]
        moved[behind] = 1
        keep(search, node, cell * 4 + direction, moves, least)
        cells[cell] = BLOCK
        cells[behind] = FREE
        moved[behind] = was


def within(search: Search, patience):
    """Expand at most `patience` states; return the status."""
    stored, progress, bound, level = (
        search.stored,
        search.progress,
        search.bound,
        search.progress.level,
    )
    for _ in range(patience):
        level[0] = from_on(stored.queues, level[0])
        if level[0] == stored.queues.size:
            return REFUTED
        if progress.count[0] + 4 * search.cells.size >= stored.players.size:
            return NO_ROOM
        node = pick(stored.queues, stored.nexts, level[0])
        moves_made = level[0] % (bound + 1)
        least = search.least + level[0] // (bound + 1)
        if stored.steps[node] != moves_made:
            continue
        read(stored.rows, node, search.cells, search.moved)
        if node == 0:
            least = max(least, begin(search))
            if least > bound:
                put_off(least, progress)
                return REFUTED
        turn_to(search)
        size, walk_out, _ = flood(
            search.cells,
            search.terrain.step,
            search.wins,
            search.cells.size,
            stored.players[node],
            search.room.dist,
            search.room.queue,
        )
        if walk_out < 0:
            walk_out = NEVER
        if moves_made + walk_out <= least:
            progress.winner[0] = node
            return FOUND
        if moves_made + walk_out <= bound:  # queued again, to be found when nothing shorter is left
            later = (moves_made + walk_out - search.least) * (bound + 1) + moves_made
            lay(stored.queues, stored.nexts, later, node)
        else:
            put_off(moves_made + walk_out, progress)
        push_each(search, node, size, moves_made, least)
    return GOES_ON


def renote(table, more):
    """Copy the entries of the table to a larger one."""
    words = table.shape[1] - 2
    for row in range(table.shape[0]):
        if table[row, words] != 0:
            at = slot_of(table, row, 0, words, table[row, words] - 1, more.shape[0])
            for k in range(words + 2):
                more[at, k] = table[row, k]


search = Kernel(
    within,
    [
        *TIMES,
        arrive,
        *TIGHTENING,
        *FINDING,
        matters,
        note,
        known,
        read,
        turn_to,
        flood,
        enter,
        put_off,
        from_on,
        begin,
        keep,
        push_each,
    ],
)
renoting = Kernel(renote, [slot_of])
