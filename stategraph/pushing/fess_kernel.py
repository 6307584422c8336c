"""The kernel of FESS, which makes one macro move from each feature cell in turn.

Y. Shoham, J. Schaeffer, The FESS Algorithm, IEEE Conference on Games 2020. States with equal
features share a feature cell. A macro move that an advisor recommends leads to a state of the same
weight; any other macro move adds 1 to the weight. Each step takes the next feature cell and makes
the queued move of least weight in that cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64s, Rows
from stategraph.pushing.fess_deadlocks import LOCKS, Deadlocks, dead, hopeless
from stategraph.pushing.fess_features import RATING, Plan, rate_moves
from stategraph.pushing.fess_moves import MOVES, Scene, look, macro_moves, routes
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, place_of, unpack

# The largest number of different weights, and of different values of a feature; larger weights and
# values count as the largest one.
MAX_WEIGHTS, MAX_FEATURE_VALUES = 64, 32

# A number larger than the number of macro moves of one block.
MAX_ROWS = 1 << 16

# The features. Each of them has an advisor, and may define feature cells.
PACKED, REGIONS, GATES, ASTRAY, REACHED, MOBILE, PUSHES_LEFT = 0, 1, 2, 3, 4, 5, 6
ADVISORS = 7

# Status of a call.
CONTINUES, EXHAUSTED, FULL, FOUND = 0, 1, 2, 3


class Progress(NamedTuple):
    """The state of a search between two calls of the kernel; each field has shape (1,).

    Attributes
    ----------
    count, queued, cells
        the numbers of states, queued moves and feature cells
    turn
        the feature cell that makes the next move
    room
        the number of states at which the search pauses
    winner, last
        the winning state and macro move
    """

    count: Int64s
    queued: Int64s
    cells: Int64s
    turn: Int64s
    room: Int64s
    winner: Int64s
    last: Int64s


class States(NamedTuple):
    """The stored states.

    Attributes
    ----------
    rows : (s, words)
        the blocks of each state, as bits
    players : (s,)
        the player's region, named by its smallest cell
    parents, boxes, targets : (s,)
        the parent, and the block's cell before and after the move from the parent
    weights, cells : (s,)
        the weight, and the feature cell
    nexts : (s,)
        the next macro move to try without a recommendation: the number of its block, times
        `MAX_ROWS`, plus its row in the list of macro moves of this block
    index : (k,)
        hash table of states: the number of a state plus 1; 0 for an empty slot
    """

    rows: Rows
    players: Int32s
    parents: Int32s
    boxes: Int32s
    targets: Int32s
    weights: Int32s
    cells: Int32s
    nexts: Int32s
    index: Int32s


class QueuedMoves(NamedTuple):
    """The queued moves; row 0 is unused. All arrays have the shape (q,).

    Attributes
    ----------
    states : int32
        the state, or -1 - state for any move of that state
    boxes, targets, players : int32
        the block's cell before and after the move, and the player's region after it
    nexts : int32
        the next move in the same queue; 0: none
    """

    states: Int32s
    boxes: Int32s
    targets: Int32s
    players: Int32s
    nexts: Int32s


class Search(NamedTuple):
    """The data of a search.

    Attributes
    ----------
    locks : Deadlocks
    states : States
    queued : QueuedMoves
    heads, tails : (cells * WEIGHTS,)
        the first and last row of `queued` in the queue of each feature cell and weight; 0: empty
    lows : (cells,)
        for each feature cell, a lower bound on the weights of its queued moves
    cells : (codes,)
        the number of each feature cell plus 1, by its code; 0: the cell has no state
    features, widths : (k,)
        the features that define feature cells, by the number of their advisor, and the width of the
        value ranges of each
    best, best_rows : (ADVISORS,)
        the value and the row of the macro move that each advisor prefers
    seed, noise : int
        the seed of the random numbers that are added to the values of equal macro moves, and the
        largest of these numbers (a power of 2 minus 1)
    progress : Progress
    """

    locks: Deadlocks
    states: States
    queued: QueuedMoves
    heads: Int32s
    tails: Int32s
    lows: Int32s
    cells: Int32s
    features: Int32s
    widths: Int32s
    best: Int32s
    best_rows: Int32s
    seed: int
    noise: int
    progress: Progress


def code_of(search, moves, row):
    """Return the code of a state's feature cell; the state's features are in a row of `moves`."""
    code = 0
    for k in range(search.features.size):
        value = value_of(moves, row, search.features[k])
        part = max(value, -value) // search.widths[k]  # advisors negate some features
        code = code * MAX_FEATURE_VALUES + min(part, MAX_FEATURE_VALUES - 1)
    return code


def cell_of(search, code):
    """Return the number of the feature cell with a code; give it a new number if it has none."""
    if search.cells[code] == 0 and search.progress.cells[0] < search.lows.size:
        search.progress.cells[0] += 1
        search.cells[code] = search.progress.cells[0]
    return max(0, search.cells[code] - 1)


def enqueue(search, cell, weight, entry):
    """Append a move, already written to row `entry` of `queued`, to the queue of its weight."""
    weight = min(weight, MAX_WEIGHTS - 1)
    queue = cell * MAX_WEIGHTS + weight
    search.queued.nexts[entry] = 0
    if search.heads[queue] == 0:
        search.heads[queue] = entry
    else:
        search.queued.nexts[search.tails[queue]] = entry
    search.tails[queue] = entry
    search.lows[cell] = min(search.lows[cell], weight)


def note(search, state, box, to, player):
    """Write a move to a new row of `queued`; return the row."""
    search.progress.queued[0] += 1
    entry = search.progress.queued[0]
    search.queued.states[entry] = state
    search.queued.boxes[entry] = box
    search.queued.targets[entry] = to
    search.queued.players[entry] = player
    return entry


def next_move(search):
    """Take a move of least weight from the queues of the next feature cell that has moves.

    Return its row, or 0 if no moves are queued.
    """
    count = search.progress.cells[0]
    for _ in range(count):
        cell = search.progress.turn[0] % count
        search.progress.turn[0] = (cell + 1) % count
        while search.lows[cell] < MAX_WEIGHTS:
            queue = cell * MAX_WEIGHTS + search.lows[cell]
            entry = search.heads[queue]
            if entry != 0:
                search.heads[queue] = search.queued.nexts[entry]
                return entry
            search.lows[cell] += 1
    return 0


def value_of(moves, row, advisor):
    """Return the value that an advisor gives to the state in a row; higher values are better."""
    if advisor == PACKED:
        return moves.packed[row]
    if advisor == REGIONS:
        return -moves.regions[row]
    if advisor == GATES:
        return -moves.gates[row]
    if advisor == ASTRAY:
        return -moves.astray[row]
    if advisor == REACHED:
        return moves.reached[row]
    if advisor == MOBILE:
        return moves.mobile[row]
    return -moves.pushes_left[row]


def noise(search, row):
    """Return the random number that is added to the value of a macro move."""
    at = (17 * row + 31 * search.progress.count[0] + search.seed) % search.locks.codes.size
    return (search.locks.codes[at] >> 7) & search.noise


def advise(scene, search, size):
    """Write the macro move that each advisor recommends; 0: no macro move improves its value."""
    for advisor in range(ADVISORS):
        search.best[advisor] = value_of(scene.moves, 0, advisor) * 4096 + 4095
        search.best_rows[advisor] = 0
    for row in range(1, size):
        rank = (
            16 * scene.moves.packed[row]
            - 8 * scene.moves.astray[row]
            - 4 * scene.moves.regions[row]
        )
        rank += scene.moves.mobile[row] + noise(search, row)
        rank = max(0, min(4094, 2048 + rank))
        tested = False
        for advisor in range(ADVISORS):
            value = value_of(scene.moves, row, advisor) * 4096 + rank
            if value <= search.best[advisor]:
                continue
            if not tested and dead(scene, search.locks, row):
                break
            tested = True
            search.best[advisor] = value
            search.best_rows[advisor] = row


def won(moves, size):
    """Return the row of a macro move that wins, or 0 if none does."""
    for row in range(1, size):
        if moves.off[row] == 0:
            return row
    return 0


def keep(search, state, box, to, player, weight):
    """Store the state after a move; return its number, or -1 if the state is already stored."""
    new = search.progress.count[0]
    states = search.states
    carry(states.rows, state, new, box, to)
    states.players[new] = player
    at = place_of(states.rows, states.players, new, states.index, states.rows.shape[1])
    if states.index[at] != 0:
        return -1
    states.index[at] = new + 1
    states.parents[new] = state
    states.boxes[new] = box
    states.targets[new] = to
    states.weights[new] = weight
    states.nexts[new] = 0
    search.progress.count[0] += 1
    return new


def expand(scene, plan, search, state):
    """Queue the moves of a state, recommended moves first; return whether a move wins."""
    states, moves = search.states, scene.moves
    unpack(states.rows, state, scene.block)
    player = states.players[state]
    if state > 0 and hopeless(scene, search.locks, player):
        return False
    size = macro_moves(scene, player)
    rate_moves(scene, plan, size)
    last = won(moves, size)
    if last > 0:
        search.progress.winner[0] = state
        search.progress.last[0] = last
        return True
    weight = states.weights[state]
    cell = cell_of(search, code_of(search, moves, 0))
    states.cells[state] = cell
    advise(scene, search, size)
    for advisor in range(ADVISORS):
        row = search.best_rows[advisor]
        if row > 0:
            entry = note(search, state, moves.boxes[row], moves.targets[row], moves.players[row])
            enqueue(search, cell, weight, entry)
    enqueue(search, cell, weight + 1, note(search, -1 - state, 0, 0, 0))
    return False


def any_move(scene, search, entry):
    """Try further moves of a state until one leads to a new state; return its number, or -1."""
    states, moves = search.states, scene.moves
    state = -1 - search.queued.states[entry]
    unpack(states.rows, state, scene.block)
    look(scene, states.players[state])
    weight = states.weights[state] + 1
    new = -1
    k = states.nexts[state] // MAX_ROWS
    row = states.nexts[state] % MAX_ROWS
    while new < 0 and k < scene.boxes.size:
        size = routes(scene, scene.boxes[k], states.players[state], 0) if scene.loose[k] else 0
        while new < 0 and row < size:
            if not dead(scene, search.locks, row):
                box, to, player = moves.boxes[row], moves.targets[row], moves.players[row]
                new = keep(search, state, box, to, player, weight)
            row += 1
        if row >= size:
            k += 1
            row = 0
    states.nexts[state] = k * MAX_ROWS + row
    if k < scene.boxes.size:
        enqueue(search, states.cells[state], weight, entry)
    return new


def advised(search, entry):
    """Make a recommended move; return the number of the new state, or -1 if it is not new."""
    queued, state = search.queued, search.queued.states[entry]
    box, to, player = queued.boxes[entry], queued.targets[entry], queued.players[entry]
    return keep(search, state, box, to, player, search.states.weights[state])


def go(scene: Scene, plan: Plan, search: Search, patience):
    """Make `patience` steps; return the status."""
    for _ in range(patience):
        if search.progress.count[0] + 1 >= search.progress.room[0]:
            return FULL
        new = 0
        if search.progress.cells[0] > 0:
            entry = next_move(search)
            if entry == 0:
                return EXHAUSTED
            if search.queued.states[entry] < 0:
                new = any_move(scene, search, entry)
            else:
                new = advised(search, entry)
        if new >= 0 and expand(scene, plan, search, new):
            return FOUND
    return CONTINUES


_LOOPS: list[Callable[..., object]] = [
    *MOVES, *RATING, *LOCKS, *CARRYING, *FINDING, unpack, code_of, cell_of, enqueue, note,
    next_move, value_of, noise, advise, won, keep, expand, any_move, advised,
]  # fmt: skip

search = Kernel(go, _LOOPS)
