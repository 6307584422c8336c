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
from stategraph.machine.language import Int32Rows, Int32s, Int64s, Rows
from stategraph.pushing.fess_deadlocks import LOCKS, Deadlocks, dead, hopeless
from stategraph.pushing.fess_features import ASTRAY, GATES, LEFT, OFF, PACKED, RATING, Plan, rate
from stategraph.pushing.fess_moves import (
    FROM,
    LEAST,
    MOBILE,
    MOVES,
    REACHED,
    REGIONS,
    TO,
    Scene,
    macro_moves,
)
from stategraph.pushing.state_rows import CARRYING, FINDING, carry, place_of, unpack

# Columns of queued moves: the state (or -1 - state, for any move of that state), the block's cell
# before and after the move, the player's region after it, and the next move in the queue.
STATE, BOX, GOES, PLAYER, AFTER, COLUMNS = 0, 1, 2, 3, 4, 5

# Columns of states: the parent, the block's cell before and after the move from the parent, the
# weight, the next macro move to try without a recommendation, and the feature cell.
PARENT, SOURCE, TARGET, WEIGHT, NEXT, CELL, FACTS = 0, 1, 2, 3, 4, 5, 6

# The largest number of different weights, and of different values of a feature; larger weights and
# values count as the largest one.
MAX_WEIGHTS, MAX_FEATURE_VALUES = 64, 32

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
    winner, last
        the winning state and macro move
    """

    count: Int64s
    queued: Int64s
    cells: Int64s
    turn: Int64s
    winner: Int64s
    last: Int64s


class Search(NamedTuple):
    """The data of a search.

    Attributes
    ----------
    locks : Deadlocks
    rows : (s, words)
        the blocks of each state, as bits
    players : (s,)
        the player's region, named by its smallest cell
    facts : (s, FACTS)
    index : (k,)
        hash table of states: the number of a state plus 1; 0 for an empty slot
    queued : (q, COLUMNS)
        queued moves; row 0 is unused
    heads, tails : (cells * WEIGHTS,)
        the first and last row of `queued` in the queue of each feature cell and weight; 0: empty
    lows : (cells,)
        for each feature cell, a lower bound on the weights of its queued moves
    cells : (codes,)
        the number of each feature cell plus 1, by its code; 0: the cell has no state
    features : (k, 2)
        the features that define feature cells: the column of each in the table of macro moves, and
        the width of its value ranges
    best : (ADVISORS, 2)
        the value and the row of the macro move that each advisor prefers
    seed, noise : int
        the seed of the random numbers that are added to the values of equal macro moves, and the
        largest of these numbers (a power of 2 minus 1)
    progress : Progress
    """

    locks: Deadlocks
    rows: Rows
    players: Int32s
    facts: Int32Rows
    index: Int32s
    queued: Int32Rows
    heads: Int32s
    tails: Int32s
    lows: Int32s
    cells: Int32s
    features: Int32Rows
    best: Int32Rows
    seed: int
    noise: int
    progress: Progress


def code_of(search, moves, row):
    """Return the code of a state's feature cell; the state's features are in a row of `moves`."""
    code = 0
    for k in range(search.features.shape[0]):
        value = moves[row, search.features[k, 0]] // search.features[k, 1]
        code = code * MAX_FEATURE_VALUES + min(value, MAX_FEATURE_VALUES - 1)
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
    search.queued[entry, AFTER] = 0
    if search.heads[queue] == 0:
        search.heads[queue] = entry
    else:
        search.queued[search.tails[queue], AFTER] = entry
    search.tails[queue] = entry
    search.lows[cell] = min(search.lows[cell], weight)


def note(search, state, box, to, player):
    """Write a move to a new row of `queued`; return the row."""
    search.progress.queued[0] += 1
    entry = search.progress.queued[0]
    search.queued[entry, STATE] = state
    search.queued[entry, BOX] = box
    search.queued[entry, GOES] = to
    search.queued[entry, PLAYER] = player
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
                search.heads[queue] = search.queued[entry, AFTER]
                return entry
            search.lows[cell] += 1
    return 0


def value_of(moves, row, advisor):
    """Return the value that an advisor gives to the state in a row; higher values are better."""
    if advisor == 0:
        return moves[row, PACKED]
    if advisor == 1:
        return -moves[row, REGIONS]
    if advisor == 2:
        return -moves[row, GATES]
    if advisor == 3:
        return -moves[row, ASTRAY]
    if advisor == 4:
        return moves[row, REACHED]
    if advisor == 5:
        return moves[row, MOBILE]
    return -moves[row, LEFT]


def noise(search, row):
    """Return the random number that is added to the value of a macro move."""
    at = (17 * row + 31 * search.progress.count[0] + search.seed) % search.locks.codes.size
    return (search.locks.codes[at] >> 7) & search.noise


def advise(scene, search, size):
    """Write the macro move that each advisor recommends; 0: no macro move improves its value."""
    for advisor in range(ADVISORS):
        search.best[advisor, 0] = value_of(scene.moves, 0, advisor) * 4096 + 4095
        search.best[advisor, 1] = 0
    for row in range(1, size):
        rank = (
            16 * scene.moves[row, PACKED]
            - 8 * scene.moves[row, ASTRAY]
            - 4 * scene.moves[row, REGIONS]
        )
        rank += scene.moves[row, MOBILE] + noise(search, row)
        rank = max(0, min(4094, 2048 + rank))
        tested = False
        for advisor in range(ADVISORS):
            value = value_of(scene.moves, row, advisor) * 4096 + rank
            if value <= search.best[advisor, 0]:
                continue
            if not tested and dead(scene, search.locks, row):
                break
            tested = True
            search.best[advisor, 0] = value
            search.best[advisor, 1] = row


def won(moves, size):
    """Return the row of a macro move that wins, or 0 if none does."""
    for row in range(1, size):
        if moves[row, OFF] == 0:
            return row
    return 0


def keep(search, state, box, to, player, weight):
    """Store the state after a move; return its number, or -1 if the state is already stored."""
    new = search.progress.count[0]
    carry(search.rows, state, new, box, to)
    search.players[new] = player
    at = place_of(search.rows, search.players, new, search.index, search.rows.shape[1])
    if search.index[at] != 0:
        return -1
    search.index[at] = new + 1
    search.facts[new, PARENT] = state
    search.facts[new, SOURCE] = box
    search.facts[new, TARGET] = to
    search.facts[new, WEIGHT] = weight
    search.facts[new, NEXT] = 1
    search.progress.count[0] += 1
    return new


def expand(scene, plan, search, state):
    """Queue the moves of a state, recommended moves first; return whether a move wins."""
    unpack(search.rows, state, scene.block)
    player = search.players[state]
    if state > 0 and hopeless(scene, search.locks, search.facts[state, TARGET], player):
        return False
    size = macro_moves(scene, player)
    for row in range(size):
        rate(scene, plan, row)
    last = won(scene.moves, size)
    if last > 0:
        search.progress.winner[0] = state
        search.progress.last[0] = last
        return True
    weight = search.facts[state, WEIGHT]
    cell = cell_of(search, code_of(search, scene.moves, 0))
    search.facts[state, CELL] = cell
    advise(scene, search, size)
    for advisor in range(ADVISORS):
        row = search.best[advisor, 1]
        if row > 0:
            entry = note(
                search, state, scene.moves[row, FROM], scene.moves[row, TO], scene.moves[row, LEAST]
            )
            enqueue(search, cell, weight, entry)
    enqueue(search, cell, weight + 1, note(search, -1 - state, 0, 0, 0))
    return False


def any_move(scene, search, entry):
    """Try further moves of a state until one leads to a new state; return its number, or -1."""
    state = -1 - search.queued[entry, STATE]
    unpack(search.rows, state, scene.block)
    size = macro_moves(scene, search.players[state])
    weight = search.facts[state, WEIGHT] + 1
    new = -1
    row = search.facts[state, NEXT]
    while new < 0 and row < size:
        if not dead(scene, search.locks, row):
            box = scene.moves[row, FROM]
            new = keep(search, state, box, scene.moves[row, TO], scene.moves[row, LEAST], weight)
        row += 1
    search.facts[state, NEXT] = row
    if row < size:
        enqueue(search, search.facts[state, CELL], weight, entry)
    return new


def advised(search, entry):
    """Make a recommended move; return the number of the new state, or -1 if it is not new."""
    state, box = search.queued[entry, STATE], search.queued[entry, BOX]
    to, player = search.queued[entry, GOES], search.queued[entry, PLAYER]
    return keep(search, state, box, to, player, search.facts[state, WEIGHT])


def go(scene: Scene, plan: Plan, search: Search, patience):
    """Make `patience` steps; return the status."""
    for _ in range(patience):
        if search.progress.count[0] + 1 >= search.players.size:
            return FULL
        new = 0
        if search.progress.cells[0] > 0:
            entry = next_move(search)
            if entry == 0:
                return EXHAUSTED
            if search.queued[entry, STATE] < 0:
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
moving = Kernel(macro_moves, MOVES)
