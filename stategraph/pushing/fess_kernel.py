"""The kernel of FESS: one macro move from a state of each feature cell in turn.

Y. Shoham, J. Schaeffer, The FESS Algorithm, IEEE Conference on Games 2020. States with equal
features share a feature cell. A macro move that an advisor recommends adds nothing to the weight
of a state; any other one adds 1. A step makes a move of least weight in its feature cell.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

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

# Columns of queued moves: the state (-1 - state: any move of it), the block before and after, the
# player's region, and the next one in the queue.
STATE, BOX, GOES, PLAYER, AFTER, COLUMNS = 0, 1, 2, 3, 4, 5

# Columns of states: the state before, the block's cell before and after the move that led here, the
# weight, the next move that no advisor recommended, and the feature cell.
PARENT, SOURCE, TARGET, WEIGHT, NEXT, CELL, FACTS = 0, 1, 2, 3, 4, 5, 6

# The most different weights, and the most different values of a feature.
WEIGHTS, VALUES = 64, 32

ADVISORS = 7

# Status of a call.
CONTINUES, EXHAUSTED, FULL, FOUND = 0, 1, 2, 3


class Progress(NamedTuple):
    """The numbers (1,) with which a search continues.

    Attributes
    ----------
    count, queued, cells
        the numbers of states, queued moves and feature cells
    turn
        the current feature cell
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
        the player's region
    facts : (s, FACTS)
    index : (k,)
        hash table of states: their number plus 1, or 0 for none
    queued : (q, COLUMNS)
        queued moves; row 0 is unused
    heads, tails : (cells * WEIGHTS,)
        the first and last row of `queued` in each queue; 0: empty
    lows : (cells,)
        the least weight that may be queued in each feature cell
    cells : (codes,)
        the number of each feature cell plus 1, by its code; 0: no state is in it
    features : (k, 2)
        the features that make feature cells: their columns of macro moves, and the least difference
        that counts
    best : (ADVISORS, 2)
        the value of the best macro move of each advisor, and its row
    seed, noise : int
        the values of equal macro moves get a random addition up to `noise` (a power of 2 less 1)
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
    """Return the code of the feature cell of a state, given by its features."""
    code = 0
    for k in range(search.features.shape[0]):
        value = moves[row, search.features[k, 0]] // search.features[k, 1]
        code = code * VALUES + min(value, VALUES - 1)
    return code


def cell_of(search, code):
    """Return the number of a feature cell."""
    if search.cells[code] == 0 and search.progress.cells[0] < search.lows.size:
        search.progress.cells[0] += 1
        search.cells[code] = search.progress.cells[0]
    return max(0, search.cells[code] - 1)


def enqueue(search, cell, weight, entry):
    """Put a move that is written in `queued` at the end of its queue."""
    weight = min(weight, WEIGHTS - 1)
    queue = cell * WEIGHTS + weight
    search.queued[entry, AFTER] = 0
    if search.heads[queue] == 0:
        search.heads[queue] = entry
    else:
        search.queued[search.tails[queue], AFTER] = entry
    search.tails[queue] = entry
    search.lows[cell] = min(search.lows[cell], weight)


def note(search, state, box, to, player):
    """Write a move to be made; return its row."""
    search.progress.queued[0] += 1
    entry = search.progress.queued[0]
    search.queued[entry, STATE] = state
    search.queued[entry, BOX] = box
    search.queued[entry, GOES] = to
    search.queued[entry, PLAYER] = player
    return entry


def next_move(search):
    """Take a move of least weight of the next feature cell with one; return its row; 0: none."""
    count = search.progress.cells[0]
    for _ in range(count):
        cell = search.progress.turn[0] % count
        search.progress.turn[0] = (cell + 1) % count
        while search.lows[cell] < WEIGHTS:
            queue = cell * WEIGHTS + search.lows[cell]
            entry = search.heads[queue]
            if entry != 0:
                search.heads[queue] = search.queued[entry, AFTER]
                return entry
            search.lows[cell] += 1
    return 0


def value_of(moves, row, advisor):
    """Return the value of a state to an advisor; the highest is best."""
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
    """Return the random addition to the value of a macro move."""
    at = (17 * row + 31 * search.progress.count[0] + search.seed) % search.locks.codes.size
    return (search.locks.codes[at] >> 7) & search.noise


def advise(scene, search, size):
    """Write the macro move that each advisor recommends; 0: none is better than staying."""
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
    """Return a macro move that wins; 0: none."""
    for row in range(1, size):
        if moves[row, OFF] == 0:
            return row
    return 0


def keep(search, state, box, to, player, weight):
    """Keep the state after a move, if it is new; return its number, or -1."""
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
    """Have the advisors look at a state, and queue its moves; return whether one of them wins."""
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
    """Make the next move of a state that leads to a new one; return that, or -1."""
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
    """Make a move that was recommended; return the new state, or -1."""
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


_LOOPS: list[Callable[..., Any]] = [
    *MOVES, *RATING, *LOCKS, *CARRYING, *FINDING, unpack, code_of, cell_of, enqueue, note,
    next_move, value_of, noise, advise, won, keep, expand, any_move, advised,
]  # fmt: skip

search = Kernel(go, _LOOPS)
moving = Kernel(macro_moves, MOVES)
