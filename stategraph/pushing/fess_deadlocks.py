"""Deadlock tests of FESS: dead triples, frozen blocks, goal matching, and corrals.

A *corral* is a region that the player cannot reach. A search on a board with only the blocks around
the corral tries all their pushes. The state is dead if no pushes bring all these blocks to goals or
let the player reach the whole corral. If some do, another search includes the blocks beside these
blocks, and so on. This is correct because the moves of a solution also win on a board with only
some of the blocks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from stategraph.machine.language import Int32Rows, Int32s, Int64s, UInt8s
from stategraph.pushing.dead_triples import lost, placed
from stategraph.pushing.fess_moves import Scene, divide, label
from stategraph.pushing.frozen_blocks import frozen, held
from stategraph.pushing.goal_matching import FROZEN_SETS, FrozenSets, set_of, unmatched
from stategraph.pushing.pi_corrals import beside
from stategraph.pushing.push_kernel import enter

# Results of a corral search, as stored in its cache.
OPEN, DEAD, TOO_LARGE = 1, 2, 3

# The largest number of blocks in the search of one corral.
MAX_CORRAL_BLOCKS = 10


class Deadlocks(NamedTuple):
    """The tables and the workspace of the deadlock tests.

    Attributes
    ----------
    solvable
        the table of live triples: `stategraph.pushing.dead_triples`
    sets
        the goals that each block can reach: `stategraph.pushing.goal_matching`
    fast : (n,)
        workspace of `stategraph.pushing.frozen_blocks.frozen`; all 0 between two calls
    codes : (2n,)
        random numbers of 62 bits: one for a block on each cell, then one for each region
    alone : Scene
        the board with only some of the blocks around a corral
    inside : (n,)
        1 on the cells of the corral
    states : (s, b + 1)
        the states of the corral search: the cells of its blocks, and the player's cell
    table : (k,)
        hash table of the keys of those states; 0 for an empty slot
    known, results : (m,)
        the keys of corrals searched earlier, and the results of their searches
    """

    solvable: UInt8s
    sets: FrozenSets
    fast: UInt8s
    codes: Int64s
    alone: Scene
    inside: UInt8s
    states: Int32Rows
    table: Int64s
    known: Int64s
    results: Int32s


def fixed(block, step, homes, fast):
    """Mark the frozen blocks; return whether a frozen block is not on a goal.

    All blocks are marked at first. Then marks of blocks that can be pushed are removed, until no
    marked block can be pushed.
    """
    n = block.size
    for cell in range(n):
        fast[cell] = block[cell]
    changes = True
    while changes:
        changes = False
        for cell in range(n):
            if fast[cell] and not held(block, step, homes, fast, cell):
                fast[cell] = 0
                changes = True
    astray = 0
    for cell in range(n):
        if fast[cell] and homes[cell] != 0:
            astray += 1
    return astray > 0


def stuck(scene, locks, to, player):
    """Return whether the block just pushed to `to` is frozen off a goal or in a dead triple."""
    if frozen(scene.block, scene.step, scene.homes, locks.fast, scene.queue, to):
        return True
    return lost(scene.block, locks.solvable, scene.block.size, to, player)


def crowded(block, locks):
    """Return whether the blocks that are not frozen cannot all reach different goals.

    No solution pushes a frozen block, so frozen blocks act as walls. They are marked in `fast`.
    """
    count = 0
    for cell in range(block.size):
        if block[cell] and not locks.fast[cell]:
            locks.alone.boxes[count] = cell
            count += 1
    case = set_of(locks.sets, locks.fast, locks.codes)
    return unmatched(locks.sets.matching, locks.alone.boxes, count, case) > 0


def misses_goal(scene, locks, box, to):
    """Return whether the blocks cannot all reach different goals after a block moves to `to`."""
    if locks.sets.kinds[box] == locks.sets.kinds[to]:
        return False
    for k in range(scene.boxes.size):
        if scene.boxes[k] == box:
            scene.boxes[k] = to
    missed = unmatched(locks.sets.matching, scene.boxes, scene.boxes.size, 0) > 0
    for k in range(scene.boxes.size):
        if scene.boxes[k] == to:
            scene.boxes[k] = box
    return missed


def dead(scene, locks, row):
    """Return whether the macro move in a row leads to a deadlock that `stuck` detects."""
    box = scene.moves.boxes[row]
    to = scene.moves.targets[row]
    if misses_goal(scene, locks, box, to):
        return True
    scene.block[box] = 0
    scene.block[to] = 1
    at = scene.step[(scene.moves.directions[row] ^ 2) * scene.block.size + to]
    deadlock = stuck(scene, locks, to, at)
    scene.block[to] = 0
    scene.block[box] = 1
    return deadlock


def reach(locks, labels, count, player):
    """Label the cells that the player reaches with 0, others with -1; return the state's key."""
    for cell in range(locks.inside.size):
        labels[cell] = -1
    least, _ = label(locks.alone, labels, player, 0)
    key = locks.codes[locks.inside.size + least]
    for k in range(count):
        key ^= locks.codes[locks.alone.boxes[k]]
    return key


def opened(locks, count):
    """Return whether all blocks are on goals, or the player reaches the whole corral."""
    off = 0
    for k in range(count):
        off += locks.alone.homes[locks.alone.boxes[k]] != 0
    if off == 0:
        return True
    for cell in range(locks.inside.size):
        if locks.inside[cell] and locks.alone.region[cell] < 0 and not locks.alone.block[cell]:
            return False
    return True


def load(locks, count, state):
    """Put the blocks of a state on the corral's board; return the player's cell."""
    for k in range(count):
        locks.alone.block[locks.alone.boxes[k]] = 0
    for k in range(count):
        locks.alone.boxes[k] = locks.states[state, k]
        locks.alone.block[locks.alone.boxes[k]] = 1
    return locks.states[state, count]


def store(locks, count, tail, player):
    """Store the blocks on the board as a state, if it is new; return the number of states."""
    if not enter(locks.table, reach(locks, locks.alone.mark, count, player)):
        return tail
    for k in range(count):
        locks.states[tail, k] = locks.alone.boxes[k]
    locks.states[tail, count] = player
    return tail + 1


def spread(locks, count, tail):
    """Make each push in the state on the board, whose cells in reach are labelled in `region`.

    Store the new states; return the number of states.
    """
    n = locks.inside.size
    for turn in range(4 * count):
        k = turn >> 2
        direction = turn & 3
        cell = locks.alone.boxes[k]
        to = locks.alone.step[direction * n + cell]
        stands = locks.alone.step[(direction ^ 2) * n + cell]
        if to < 0 or stands < 0 or locks.alone.block[to] or locks.alone.homes[to] < 0:
            continue
        if locks.alone.region[stands] < 0:
            continue
        locks.alone.block[cell] = 0
        locks.alone.block[to] = 1
        locks.alone.boxes[k] = to
        if not stuck(locks.alone, locks, to, cell):
            tail = store(locks, count, tail, cell)
        locks.alone.block[to] = 0
        locks.alone.block[cell] = 1
        locks.alone.boxes[k] = cell
    return tail


def search_corral(locks, count, player):
    """Return `OPEN` if pushes of the blocks on the board open the corral, `DEAD` if none do.

    Return `TOO_LARGE` if the search has too many states.
    """
    for k in range(locks.table.size):
        locks.table[k] = 0
    tail = store(locks, count, 0, player)
    head = 0
    while head < tail:
        reach(locks, locks.alone.region, count, load(locks, count, head))
        if opened(locks, count):
            return OPEN
        if tail + 4 * count > locks.states.shape[0]:
            return TOO_LARGE
        tail = spread(locks, count, tail)
        head += 1
    return DEAD


def surround(scene, locks, number):
    """Put only the blocks around a region on the board `alone`; return their number.

    The region is marked in `inside`.
    """
    n = scene.block.size
    count = 0
    for cell in range(n):
        locks.inside[cell] = scene.region[cell] == number
        locks.alone.block[cell] = 0
        if scene.block[cell] and beside(scene, cell, number):
            locks.alone.boxes[count] = cell
            locks.alone.block[cell] = 1
            count += 1
    return count


def extend(scene, locks, count):
    """Add the blocks beside those on the board `alone`; return the number of blocks."""
    n = scene.block.size
    tail = count
    for k in range(count):
        for direction in range(4):
            to = scene.step[direction * n + locks.alone.boxes[k]]
            if to >= 0 and scene.block[to] and not locks.alone.block[to]:
                locks.alone.boxes[tail] = to
                locks.alone.block[to] = 1
                tail += 1
    return tail


def searched(scene, locks, number, count, player):
    """Return the result of the search with the blocks on the board `alone`."""
    key = reach(locks, locks.alone.mark, count, player)
    key ^= locks.codes[scene.least[number]] >> 1
    at = key & (locks.known.size - 1)
    if locks.known[at] != key:
        locks.known[at] = key
        locks.results[at] = search_corral(locks, count, player)
        load(locks, count, 0)
    return locks.results[at]


def dead_corral(scene, locks, number, player):
    """Return whether the blocks around a region can never be pushed to goals."""
    count = surround(scene, locks, number)
    before = 0
    result = OPEN
    while result == OPEN and before < count and count <= MAX_CORRAL_BLOCKS:
        result = searched(scene, locks, number, count, player)
        before = count
        count = extend(scene, locks, count)
    return result == DEAD


def hopeless(scene, locks, player):
    """Return whether a state is dead."""
    shut = fixed(scene.block, scene.step, scene.homes, locks.fast)
    if not shut:
        shut = crowded(scene.block, locks)
    for cell in range(scene.block.size):
        locks.fast[cell] = 0
    if shut:
        return True
    count = divide(scene)
    for number in range(count):
        if number != scene.region[player] and dead_corral(scene, locks, number, player):
            return True
    return False


LOCKS: list[Callable[..., object]] = [
    placed, lost, held, frozen, *FROZEN_SETS, fixed, stuck, crowded, misses_goal, dead, enter,
    reach, opened, load, store, spread, search_corral, surround, extend, searched, dead_corral,
    hopeless,
]  # fmt: skip
