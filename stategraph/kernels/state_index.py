"""Hash index of packed states: it finds the row of an array that holds a given state.

The index is a hash table with open addressing. A slot holds the number of a row plus 1, or 0 if the
slot is free. The hash of a row determines the slot where the search starts. A row has `width`
words.
"""

from __future__ import annotations

import functools
from typing import Any, NamedTuple

import numpy as np

from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows, prefetch

# Estimated work of one lookup in the table, in array items, used to estimate the running time of a
# kernel.
ITEMS_PER_LOOKUP = 8


def hash_row(rows: Rows, i: int, width: int) -> Any:
    """Return the hash of row i; it is not negative, and its low bits are well mixed.

    A row has `width` words. Each word takes one multiplication and one shift, as in Fibonacci
    hashing [1]_.

    .. [1] D. Knuth, The Art of Computer Programming 3, section 6.4.
    """
    h = np.uint64(0)
    for k in range(width):
        h = (h ^ np.uint64(rows[i, k])) * np.uint64(0x9E3779B97F4A7C15)
        h ^= h >> np.uint64(32)
    return np.int64(h >> np.uint64(7))


def owner_of(rows: Rows, i: int, width: int, owners: int, near: int) -> Any:
    """Return the owner of row i, one of `owners` workers; each owns a range of hashes.

    States of one word that differ only in the lowest `near` bits have the same owner.
    """
    if near > 0:
        h = np.int64(
            (np.uint64(rows[i, 0]) >> np.uint64(near)) * np.uint64(0x9E3779B97F4A7C15)
            >> np.uint64(7)
        )
    else:
        h = hash_row(rows, i, width)
    return ((h >> 25) * owners) >> 32


# The slot of a state is prefetched PREFETCH_DISTANCE states in advance if the index has more than
# MAX_CACHED_SLOTS slots, since larger indexes do not stay in the processor's cache.
PREFETCH_DISTANCE, MAX_CACHED_SLOTS = 16, 1 << 18


@functools.partial(Kernel, helpers=[hash_row])
def insert_rows(rows, width, first, last, goal, index):
    """Insert the rows from `first` to `last` - 1, except row `goal`, into an index without them.

    A state has `width` words; further words of a row are ignored. The size of `index`, int32, is a
    power of two. A slot holds the number of a row plus 1, or 0 if it is free. O(last - first).
    """
    mask = index.size - 1
    fetched = last - PREFETCH_DISTANCE if index.size > MAX_CACHED_SLOTS else 0
    for i in range(first, last):
        if i < fetched:
            prefetch(index, hash_row(rows, i + PREFETCH_DISTANCE, width) & mask)
        if i == goal:
            continue
        slot = hash_row(rows, i, width) & mask
        while index[slot] > 0:
            slot = (slot + 1) & mask
        index[slot] = i + 1


def slots(rows: int) -> int:
    """Return a power of two as the size of an index, so that `rows` rows fill at most half."""
    return 1 << (2 * rows).bit_length()


class RowIndex:
    """An index of the packed states (n, w) int64 of a graph, without the state of its `goal`.

    Building the index takes O(n), a query O(1) per state. Memory: 8 to 16 bytes per state.
    """

    def __init__(self, states: np.ndarray, goal: int | None):
        self._table = Table(states, np.zeros(slots(len(states)), np.int32), False)
        count, width = states.shape
        insert_rows(states, width, 0, count, -1 if goal is None else goal, self._table.index)

    def find(self, rows: np.ndarray) -> np.ndarray:
        """Return the number (k,) int32 of each state (k, w) int64; -1: not in the index."""
        numbers = np.full(len(rows), -1, np.int32)
        _find_rows(rows, self._table, numbers)
        return numbers


class Table(NamedTuple):
    """An array of packed states (n, w) with its index; see `insert_rows`.

    In a `dense` index, states have one word, and this word is the number of the slot.
    """

    states: Rows
    index: Items
    dense: int


def slot_of(rows: Rows, i: int, table: Table) -> int:
    """Return the slot of an index that holds row i, or the free slot where row i belongs."""
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
