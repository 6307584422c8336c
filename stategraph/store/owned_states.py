"""The states of one owner, and the lookup of states that may be new.

A hash of a packed state, the same on every machine, selects its owner. The data of an owner depends
only on the states of the store, so a worker that has lost the data can restore them from the store.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator
from typing import NamedTuple

import numpy as np

from stategraph.kernels import Table, hash_row, slot_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Int32s, Int64Rows, prefetch
from stategraph.native.growing import Growing

# Number of states that are looked up together, so that their memory accesses overlap.
BATCH_STATES = 16

# Initial number of slots of the index, and number of states that are read at a time.
FIRST_SLOTS, STATES_PER_READ = 1 << 6, 1 << 18


def owner_of(rows, i, owners):
    """Return the owner of row i, computed from bits of its hash that do not select its slot."""
    return (hash_row(rows, i, rows.shape[1]) >> 36) % owners


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def group(rows, without, owners, ends, order, keys):
    """Group packed states (k, w) int64 by owner, keeping their order within each group.

    Fills `ends` (owners + 1,) int64: the group of owner o begins at ``ends[o]``. Fills `keys` (k,
    w) with the grouped states, and `order` (k,) int32 with the row of each of them. The row with
    number `without` is left out, unless it is -1.
    """
    for o in range(owners + 1):
        ends[o] = 0
    for i in range(rows.shape[0]):
        if i != without:
            ends[owner_of(rows, i, owners) + 1] += 1
    for o in range(owners):
        ends[o + 1] += ends[o]
    for i in range(rows.shape[0]):
        if i != without:
            o = owner_of(rows, i, owners)
            order[ends[o]] = i
            for k in range(rows.shape[1]):
                keys[ends[o], k] = rows[i, k]
            ends[o] += 1
    for o in range(owners, 0, -1):
        ends[o] = ends[o - 1]
    ends[0] = 0


class _Table(NamedTuple):
    """The states of an owner, their numbers in the store, and an index of them."""

    keys: Int64Rows
    numbers: Int32s
    index: Int32s


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def _number(rows, first, owner, owners, table: _Table, count, indexed):
    """Number those states in `rows` that belong to an owner; return the owner's number of states.

    Row i has number `first` + i. States that were added before their numbers were known must come
    in the order in which they were added; otherwise return -1.
    """
    keys, index = table.keys, table.index
    mask = index.size - 1
    width = rows.shape[1]
    for i in range(rows.shape[0]):
        if owner_of(rows, i, owners) == owner:
            if count < indexed:
                for k in range(width):
                    if keys[count, k] != rows[i, k]:
                        return -1
            else:
                slot = hash_row(rows, i, width) & mask
                while index[slot] > 0:
                    slot = (slot + 1) & mask
                for k in range(width):
                    keys[count, k] = rows[i, k]
                index[slot] = count + 1
            table.numbers[count] = first + i
            count += 1
    return count


@functools.partial(Kernel, helpers=[hash_row])
def _forget(keys, index, count, indexed):
    """Remove all states after the first `count` from the index, the last state first."""
    mask = index.size - 1
    for place in range(indexed, count, -1):
        slot = hash_row(keys, place - 1, keys.shape[1]) & mask
        while index[slot] != place:
            slot = (slot + 1) & mask
        index[slot] = 0


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _sift(rows, table: Table, numbers, count, indexed, answers):
    """Write the number of each known state to `answers`, and -1, -2, ... for new states.

    Returns the number of all states, known and new.
    """
    keys, index = table.states, table.index
    n = rows.shape[0]
    width = rows.shape[1]
    mask = index.size - 1
    last = 0
    while last < n:
        first = last
        last = min(n, first + BATCH_STATES)
        for i in range(first, last):
            prefetch(index, hash_row(rows, i, width) & mask)
        for i in range(first, last):
            place = index[hash_row(rows, i, width) & mask] - 1
            prefetch(keys, place)
            prefetch(numbers, place)
        for i in range(first, last):
            slot = slot_of(rows, i, table)
            place = index[slot]
            if place == 0:
                for k in range(width):
                    keys[indexed, k] = rows[i, k]
                indexed += 1
                index[slot] = indexed
                place = indexed
            answers[i] = numbers[place - 1] if place <= count else count - place
    return indexed


def _slots(states: int) -> int:
    """Return the number of slots of an index: a power of two, at least twice `states`.

    Most lookups are for new states, which must be compared with others until a free slot is found.
    So the index has many free slots.
    """
    size = FIRST_SLOTS
    while states > size // 2:
        size *= 2
    return size


class Owned:
    """The states of one owner: states read from the store, and new states without numbers.

    New states get their numbers in the order in which they were added, so they are later read from
    the store in the same order.
    """

    def __init__(self, owner: int, owners: int, width: int):
        self._owner, self._owners = owner, owners
        self._keys, self._numbers = Growing(0, np.int64, width), Growing(0, np.int32)
        self._index = Growing(FIRST_SLOTS, np.int32)
        self.read = self._count = self._met = 0

    @property
    def size(self) -> int:
        """The bytes of memory in use."""
        return self._keys.array.nbytes + self._numbers.array.nbytes + self._index.array.nbytes

    def learn(self, pieces: Iterable[np.ndarray]) -> bool:
        """Read further states of the store, piece by piece; drop new states not among them.

        Returns False if the new states come in another order; the object is then unusable.
        """
        for rows in pieces:
            self._grow(max(self._met, self._count + len(rows)))
            owner_of_rows = self.read, self._owner, self._owners
            self._count = int(_number(rows, *owner_of_rows, self._arrays(), self._count, self._met))
            if self._count < 0:
                return False
            self._met = max(self._met, self._count)
            self.read += len(rows)
        keys, _, index = self._arrays()
        _forget(keys, index, self._count, self._met)
        self._met = self._count
        return True

    def _arrays(self) -> _Table:
        return _Table(self._keys.array, self._numbers.array, self._index.array)

    def _grow(self, most: int) -> None:
        if most > len(self._keys):
            size = self._keys.ample(most)
            self._keys.resize(size)
            self._numbers.resize(size)
        if _slots(most) > len(self._index):
            from stategraph import kernels

            self._index = Growing(_slots(most), np.int32)
            kernels.reindex(self._keys.array, self._met, -1, self._index.array, work=self._met)

    def sift(self, pieces: Iterable[np.ndarray]) -> Iterator[tuple[np.ndarray, int]]:
        """Look up the states of each piece, one piece after the other.

        For each piece, yields the answers (k,) int32 and the number of new states. The answer for a
        known state is its number; for the j-th new state, counted from 1, it is -j.
        """
        for rows in pieces:
            self._grow(self._met + len(rows))
            answers, before = np.empty(len(rows), np.int32), self._met
            keys, numbers, index = self._arrays()
            table = Table(keys, index, False)
            self._met = int(_sift(rows, table, numbers, self._count, before, answers))
            yield answers, self._met - before
