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
def group(rows, without, owners, ends, order, keys):
    """Group packed states (k, w) int64 by owner; those of one stay in order.

    Fills `ends` (owners + 1,) int64, those of owner o are from ``ends[o]`` on; `order` (k,) int32,
    where each was; and `keys` (k, w), what it is. Row `without` goes to nobody (-1: all go).
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


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def _number(rows, first, owner, owners, keys, numbers, index, count, met):
    """Number the states of an owner among those from number `first` on; return how many it has.

    Those that were met before it knew their numbers come in the order in which it met them. Where
    they do not, -1.
    """
    mask = index.size - 1
    width = rows.shape[1]
    for i in range(rows.shape[0]):
        if owner_of(rows, i, owners) == owner:
            if count < met:
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
            numbers[count] = first + i
            count += 1
    return count


@functools.partial(Kernel, helpers=[hash_row])
def _forget(keys, index, count, met):
    """Take the states from place `count` on out of the index, the last one first."""
    mask = index.size - 1
    for place in range(met, count, -1):
        slot = hash_row(keys, place - 1, keys.shape[1]) & mask
        while index[slot] != place:
            slot = (slot + 1) & mask
        index[slot] = 0


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _sift(rows, keys, numbers, index, count, met, answers):
    """Answer of each state its number, or of a new one -1, -2, ...; return how many are met."""
    n = rows.shape[0]
    width = rows.shape[1]
    mask = index.size - 1
    last = 0
    while last < n:
        first = last
        last = min(n, first + BATCH)
        for i in range(first, last):
            prefetch(index, hash_row(rows, i, width) & mask)
        for i in range(first, last):
            place = index[hash_row(rows, i, width) & mask] - 1
            prefetch(keys, place)
            prefetch(numbers, place)
        for i in range(first, last):
            slot = slot_of(rows, i, keys, index, False)
            place = index[slot]
            if place == 0:
                for k in range(width):
                    keys[met, k] = rows[i, k]
                met += 1
                index[slot] = met
                place = met
            answers[i] = numbers[place - 1] if place <= count else count - place
    return met


def _slots(states: int) -> int:
    """Return how many slots an index of so many states has: a power of two, half of them free.

    Most states that are looked up are not there, and each is held against all up to a free slot.
    """
    size = SLOTS
    while states > size // 2:
        size *= 2
    return size


class Owned:
    """The states of one of so many owners: those of a store as far as it was read, and new ones.

    New ones have no numbers yet. They are given them in the order in which they were met, so that
    whoever reads on in the store meets them again in this order.
    """

    def __init__(self, owner: int, owners: int, width: int):
        self._owner, self._owners = owner, owners
        self._keys, self._numbers = Growing(0, np.int64, width), Growing(0, np.int32)
        self._index = Growing(SLOTS, np.int32)
        self.read = self._count = self._met = 0

    @property
    def size(self) -> int:
        """The bytes that it takes."""
        return self._keys.array.nbytes + self._numbers.array.nbytes + self._index.array.nbytes

    def learn(self, pieces: Iterable[np.ndarray]) -> bool:
        """Read on in the states of the store, piece by piece; new ones that are not there go.

        Return whether those that are there are the ones that it met: else it is of no use.
        """
        for rows in pieces:
            self._grow(max(self._met, self._count + len(rows)))
            given = self.read, self._owner, self._owners
            self._count = int(_number(rows, *given, *self._arrays(), self._count, self._met))
            if self._count < 0:
                return False
            self._met = max(self._met, self._count)
            self.read += len(rows)
        keys, _, index = self._arrays()
        _forget(keys, index, self._count, self._met)
        self._met = self._count
        return True

    def _arrays(self) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        return self._keys.array, self._numbers.array, self._index.array

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

        Yields the answers (k,) int32 and how many new states the piece brought. A state that has a
        number is answered with it; the j-th of the new ones, wherever it is met, with -j, from 1.
        """
        for rows in pieces:
            self._grow(self._met + len(rows))
            answers, before = np.empty(len(rows), np.int32), self._met
            self._met = int(_sift(rows, *self._arrays(), self._count, before, answers))
            yield answers, self._met - before
