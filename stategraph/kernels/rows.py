"""An index of packed states: which row of an array, `width` words wide, holds a state.

Open addressing: a slot holds a row's number + 1, 0 where it is free, and the row's hash says where
to begin to look.
"""

from __future__ import annotations

import functools

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import prefetch


def hash_row(rows, i, width):
    """Return the hash of row i, `width` words: at least 0, and good in its lowest bits.

    Multiplies and shifts one word after the other, as Fibonacci hashing [1]_ does.

    .. [1] D. Knuth, The Art of Computer Programming 3, section 6.4.
    """
    h = np.uint64(0)
    for k in range(width):
        h = (h ^ np.uint64(rows[i, k])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(7))


# So many states before a state's turn its slot is fetched from memory, where the index has more
# slots than stay in the cache.
AHEAD, CACHED = 16, 1 << 18


@functools.partial(Kernel, helpers=[hash_row])
def reindex(states, count, goal, index):
    """Enter the first `count` states (n, w) int64, but for `goal`, into an empty index.

    Open addressing: `index` (a power of two,) int32 holds number + 1, 0 in free slots. O(count).
    """
    mask = index.size - 1
    width = states.shape[1]
    fetched = count - AHEAD if index.size > CACHED else 0
    for s in range(count):
        if s < fetched:
            prefetch(index, hash_row(states, s + AHEAD, width) & mask)
        if s == goal:
            continue
        slot = hash_row(states, s, width) & mask
        while index[slot] > 0:
            slot = (slot + 1) & mask
        index[slot] = s + 1


def slots(rows: int) -> int:
    """Return the size of an index of so many rows: a power of two, of which half stays free."""
    return 1 << (2 * rows).bit_length()


class RowIndex:
    """Finds packed states among those (n, w) int64 of a graph; its `goal` is not found.

    Open addressing, as `reindex` enters them. O(n) to make, O(1) a state to ask; 8 to 16 bytes a
    state.
    """

    def __init__(self, states: np.ndarray, goal: int | None):
        self._states = states
        self._index = np.zeros(slots(len(states)), np.int32)
        reindex(states, len(states), -1 if goal is None else goal, self._index)

    def find(self, rows: np.ndarray) -> np.ndarray:
        """Return the number (k,) int32 of each state (k, w) int64, -1 where it is not there."""
        found = np.full(len(rows), -1, np.int32)
        _find_rows(rows, self._states, self._index, found)
        return found


def slot_of(rows, i, states, index, dense):
    """Return the slot of row i: where its number + 1 stands, or will; see `reindex`.

    Where the index is `dense`, a row of one word is its own slot.
    """
    if dense:
        return rows[i, 0]
    width = rows.shape[1]
    slot = hash_row(rows, i, width) & (index.size - 1)
    while index[slot] > 0:
        same = True
        for k in range(width):
            if rows[i, k] != states[index[slot] - 1, k]:
                same = False
        if same:
            break
        slot = (slot + 1) & (index.size - 1)
    return slot


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _find_rows(rows, states, index, found):
    for i in range(rows.shape[0]):
        found[i] = index[slot_of(rows, i, states, index, False)] - 1
