"""An index of packed states: it finds the row of an array that holds a state.

A hash table with open addressing: a slot holds the number of a row + 1, or 0 if it is free. The
hash of a row is the slot where the search starts. A row has `width` words.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows, prefetch


def hash_row(rows: Rows, i: int, width: int) -> Any:
    """Return the hash of row i, `width` words: not negative, low bits well mixed.

    One multiplication and shift per word, as in Fibonacci hashing [1]_.

    .. [1] D. Knuth, The Art of Computer Programming 3, section 6.4.
    """
    h = np.uint64(0)
    for k in range(width):
        h = (h ^ np.uint64(rows[i, k])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(7))


# The slot of a state is prefetched this many states ahead, if the index has more slots than stay in
# the cache.
AHEAD, CACHED = 16, 1 << 18


@functools.partial(Kernel, helpers=[hash_row])
def reindex(states, count, goal, index):
    """Insert the first `count` states (n, w), except `goal`, into an empty index.

    Open addressing: `index` (a power of two,) int32 holds number + 1, and 0 in free slots.
    O(count).
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
    """Return the size of an index of `rows` rows: a power of two, at most half full."""
    return 1 << (2 * rows).bit_length()


class RowIndex:
    """Finds packed states among the states (n, w) int64 of a graph, except its `goal`.

    Open addressing, as in `reindex`. O(n) to build, O(1) per state to query; 8 to 16 bytes per
    state.
    """

    def __init__(self, states: np.ndarray, goal: int | None):
        self._table = Table(states, np.zeros(slots(len(states)), np.int32), False)
        reindex(states, len(states), -1 if goal is None else goal, self._table.index)

    def find(self, rows: np.ndarray) -> np.ndarray:
        """Return the number (k,) int32 of each state (k, w) int64, -1 if it is unknown."""
        numbers = np.full(len(rows), -1, np.int32)
        _find_rows(rows, self._table, numbers)
        return numbers


class Table(NamedTuple):
    """Packed states (n, w), and an index of them; see `reindex`.

    In a `dense` index, a state of one word is its own slot.
    """

    states: Rows
    index: Items
    dense: int


def slot_of(rows: Rows, i: int, table: Table) -> int:
    """Return the slot of row i: the one with its number + 1, or the free one for it."""
    if table.dense:
        return rows[i, 0]
    states, index = table.states, table.index
    width = rows.shape[1]
    slot = hash_row(rows, i, width) & (index.size - 1)
    while index[slot] > 0:
        equal = True
        for k in range(width):
            if rows[i, k] != states[index[slot] - 1, k]:
                equal = False
        if equal:
            break
        slot = (slot + 1) & (index.size - 1)
    return slot


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _find_rows(rows, table: Table, numbers):
    for i in range(rows.shape[0]):
        numbers[i] = table.index[slot_of(rows, i, table)] - 1
