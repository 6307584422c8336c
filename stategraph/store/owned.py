"""The states that one owner has among all of a store's, and where new ones of a level go.

Every packed state has one owner, by a hash that is the same on every machine. What an owner holds
follows from the states of the store and nothing else: whoever has lost it reads them again.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator

import numpy as np

from stategraph.kernels import hash_row, slot_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import prefetch
from stategraph.native.growing import Growing

# States that are looked up together: what they wait for comes meanwhile.
BATCH = 16

# Slots that there are at first, and how many states are read at a time.
SLOTS, PIECE = 1 << 6, 1 << 18


def owner_of(rows, i, owners):
    """Return the owner of row i: from bits of its hash that do not choose its slot."""
    return (hash_row(rows, i, rows.shape[1]) >> 36) % owners


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def owners_of(rows, owners, found):
    """Fill `found` (k,) uint16 with the owner of each packed state (k, w) int64."""
    for i in range(rows.shape[0]):
        found[i] = owner_of(rows, i, owners)


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def _enter(rows, first, owner, owners, keys, numbers, index, count):
    """Add the states of an owner, which are numbered from `first` on; return how many it has."""
    mask = index.size - 1
    width = rows.shape[1]
    for i in range(rows.shape[0]):
        if owner_of(rows, i, owners) == owner:
            slot = hash_row(rows, i, width) & mask
            while index[slot] > 0:
                slot = (slot + 1) & mask
            for k in range(width):
                keys[count, k] = rows[i, k]
            numbers[count] = first + i
            count += 1
            index[slot] = count
    return count


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _sift(rows, keys, numbers, index, new, new_index, count, answers):
    """Answer of each state its number, or of a new one -1, -2, ...; return how many are new."""
    n = rows.shape[0]
    width = rows.shape[1]
    mask = index.size - 1
    last = 0
    while last < n:
        first = last
        last = min(n, first + BATCH)
        for i in range(first, last):
            prefetch(index, hash_row(rows, i, width) & mask)
            prefetch(new_index, hash_row(rows, i, width) & (new_index.size - 1))
        for i in range(first, last):
            h = hash_row(rows, i, width)
            prefetch(keys, index[h & mask] - 1)
            prefetch(new, new_index[h & (new_index.size - 1)] - 1)
        for i in range(first, last):
            place = index[slot_of(rows, i, keys, index, False)]
            if place > 0:
                answers[i] = numbers[place - 1]
                continue
            slot = slot_of(rows, i, new, new_index, False)
            if new_index[slot] == 0:
                for k in range(width):
                    new[count, k] = rows[i, k]
                count += 1
                new_index[slot] = count
            answers[i] = -new_index[slot]
    return count


def _slots(states: int) -> int:
    """Return how many slots an index of so many states has: a power of two, half of them free.

    Most states that are looked up are not there, and each is held against all up to a free slot.
    """
    size = SLOTS
    while states > size // 2:
        size *= 2
    return size


class Owned:
    """The states of one of so many owners, as far as a store was read."""

    def __init__(self, owner: int, owners: int, width: int):
        self._owner, self._owners = owner, owners
        self._keys, self._numbers = Growing(0, np.int64, width), Growing(0, np.int32)
        self._index = Growing(SLOTS, np.int32)
        self.read = self._count = 0

    @property
    def size(self) -> int:
        """The bytes that it takes."""
        return self._keys.array.nbytes + self._numbers.array.nbytes + self._index.array.nbytes

    def learn(self, pieces: Iterable[np.ndarray]) -> None:
        """Read on in the states of the store, piece by piece, of which it keeps its own."""
        for rows in pieces:
            self._grow(self._count + len(rows))
            arrays = self._keys.array, self._numbers.array, self._index.array
            given = self.read, self._owner, self._owners
            self._count = int(_enter(rows, *given, *arrays, self._count))
            self.read += len(rows)

    def _grow(self, most: int) -> None:
        if most > len(self._keys):
            size = self._keys.ample(most)
            self._keys.resize(size)
            self._numbers.resize(size)
        if _slots(most) > len(self._index):
            from stategraph import kernels

            self._index = Growing(_slots(most), np.int32)
            kernels.reindex(self._keys.array, self._count, -1, self._index.array, work=self._count)

    def sift(self, pieces: Iterable[np.ndarray], most: int) -> Iterator[tuple[np.ndarray, int]]:
        """Look up the states of each piece, `most` in all, one piece after the other.

        Yields the answers (k,) int32 and how many new states the piece brought. A state that is
        held has its number; the j-th of the new ones, wherever it is met, is answered -j, from 1.
        """
        count = 0
        new = np.empty((most, self._keys.array.shape[1]), np.int64)
        index = np.zeros(_slots(most), np.int32)
        held = self._keys.array, self._numbers.array, self._index.array
        for rows in pieces:
            answers, before = np.empty(len(rows), np.int32), count
            count = int(_sift(rows, *held, new, index, count, answers))
            yield answers, count - before
