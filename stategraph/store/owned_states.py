"""The states of one owner, with their numbers, and the lookup of states that may be new.

A hash of a packed state, the same on every machine, selects its owner. The data of an owner depends
only on the states of the store, so a worker that has lost the data can restore them from the store.

Memory: a hashed state of w words takes ``8 w + 8`` bytes and at most ``64 / 3`` bytes of the index.
If states have few bits, the index becomes dense, as in `stategraph.native.state_table`.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable

import numpy as np

from stategraph.kernels import hash_row, insert_rows, owner_of
from stategraph.machine.kernel import Kernel
from stategraph.native.growing import Growing
from stategraph.native.state_table import (
    FIRST_SLOTS,
    MAX_BITS,
    has_few_slots,
    hashed_slots,
    slot_bits,
)
from stategraph.native.templates.state_tables import Table
from stategraph.variables import Variables

# Number of states that are read at a time.
STATES_PER_READ = 1 << 18

# Number of neighbouring slots of a dense index that belong to one owner: the items of four pages.
MAX_NEAR_BITS = 12

# Workers share at least 2 ** `RANGE_BITS` such groups of slots, so that each owns about as many.
RANGE_BITS = 16


def near_bits(variables: Variables) -> int:
    """Return the argument `near` of `owner_of`: neighbours in a dense index have one owner."""
    bits = slot_bits(variables)
    return 0 if bits > MAX_BITS else max(0, min(MAX_NEAR_BITS, bits - RANGE_BITS))


@functools.partial(Kernel, helpers=[hash_row, owner_of])
def _choose(states, first, owner, owners, near, rows, count):
    """Append to `rows` those `states` that belong to an owner, and their numbers from `first` on.

    Returns the number of rows.
    """
    width = states.shape[1]
    for i in range(states.shape[0]):
        if owner_of(states, i, width, owners, near) == owner:
            for k in range(width):
                rows[count, k] = states[i, k]
            rows[count, width] = first + i
            count += 1
    return count


class OwnedStates:
    """The states of one owner: states with numbers, followed by new states.

    Attributes
    ----------
    read : int
        number of states of the store of which the owner's are known
    known, count : int
        numbers of rows whose state has a number, and of all rows; a dense index has rows only for
        new states
    """

    def __init__(self, variables: Variables, owner: int, owners: int):
        self._variables, self._owner, self._owners = variables, owner, owners
        self._rows = Growing(0, np.int64, variables.width + 1)
        self._index = Growing(FIRST_SLOTS, np.int32)
        self._dense = False
        self.read = self.known = self.count = 0

    @property
    def table(self) -> Table:
        """The arrays for the compiled loops; not to be used after `grow`."""
        return Table(self._rows.array, self._index.array, self._dense)

    @property
    def size(self) -> int:
        """The bytes of memory in use. Of a dense index, only the pages of this owner count."""
        index = self._index.array.nbytes
        return self._rows.array.nbytes + (index // self._owners if self._dense else index)

    def learn(self, pieces: Iterable[np.ndarray], states: int, spare_memory: int) -> None:
        """Read further states of the store, which has `states` states.

        An index that becomes dense fits `spare_memory`. A hashed index gets room for all states
        first, so that it is not rebuilt after each doubling.
        """
        bits = slot_bits(self._variables)
        fits = (4 << bits) // self._owners <= spare_memory
        if fits and not self._dense and has_few_slots(bits, states):
            self._make_dense(1 << bits)
        if not self._dense and self.read < states:
            self.grow(states // self._owners - self.count)
        for piece in pieces:
            self.grow(len(piece))
            count = _choose(
                piece, self.read, self._owner, self._owners, near_bits(self._variables),
                self._rows.array, self.count,
            )  # fmt: skip
            self.read += len(piece)
            self._add(int(count))

    def _add(self, count: int) -> None:
        """Add rows with numbers, which were appended, to the index."""
        new = self._rows.array[self.known : count]
        if self._dense:
            self._index.array[new[:, 0]] = new[:, -1] + 1
        else:
            self._insert(self.known, count)
            self.known = self.count = count

    def _insert(self, first: int, last: int) -> None:
        """Insert rows into a hashed index."""
        rows, width = self._rows.array, self._variables.width
        insert_rows(rows, width, first, last, -1, self._index.array, work=last - first)

    def _make_dense(self, slots: int) -> None:
        try:
            self._index = Growing(slots, np.int32, sparse=True)
        except MemoryError:  # no room among the addresses
            return
        self._dense = True
        count, self.known, self.count = self.count, 0, 0
        self._add(count)
        self._rows = Growing(0, np.int64, 2)

    def grow(self, new: int) -> None:
        """Make room for new states."""
        most = self.count + new
        if most > len(self._rows):
            self._rows.resize(self._rows.ample(most))
        if not self._dense and hashed_slots(most, len(self._index)) > len(self._index):
            size = hashed_slots(most, len(self._index))
            self._index = Growing(0, np.int32)  # free the old index before the new one is made
            self._index = Growing(size, np.int32)
            self._insert(0, self.count)

    def settle(self, numbers: np.ndarray, states: int) -> None:
        """Set the numbers of the new states; the store has now `states` states."""
        assert len(numbers) == self.count - self.known
        self._rows.array[self.known : self.count, -1] = numbers
        if self._dense:
            self._index.array[self._rows.array[: self.count, 0]] = numbers + 1
            self.count = 0
        self.known, self.read = self.count, states
