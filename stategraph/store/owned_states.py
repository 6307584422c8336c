"""The states of one owner: an index of their numbers, and the lookup of states that may be new.

A hash of a packed state, the same on every machine, selects its owner. The data of an owner depends
only on the states of the store, so a worker that has lost the data can restore them from the store.

Workers of one machine compare states with the store's mapped file, which they share. Other workers
keep copies of their states. If states have few bits, the index becomes dense, as in
`stategraph.native.state_table`, and no states are compared.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

import numpy as np

from stategraph.kernels import hash_row, owner_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import prefetch
from stategraph.native.growing import Growing
from stategraph.native.state_table import (
    FIRST_SLOTS,
    MAX_BITS,
    has_few_slots,
    hashed_slots,
    slot_bits,
)
from stategraph.native.templates.owners import New
from stategraph.native.templates.state_tables import Table
from stategraph.store.arrays import HEADER, opened, path_of, read_rows
from stategraph.variables import Variables

# Number of states that are read at a time, and of owned states that are indexed at a time.
STATES_PER_READ, BATCH_STATES = 1 << 18, 128

# Number of neighbouring slots of a dense index that belong to one owner: the items of four pages.
MAX_NEAR_BITS = 12

# Workers share at least 2 ** `RANGE_BITS` such groups of slots, so that each owns about as many.
RANGE_BITS = 16


def near_bits(variables: Variables) -> int:
    """Return the argument `near` of `owner_of`: neighbours in a dense index have one owner."""
    bits = slot_bits(variables)
    return 0 if bits > MAX_BITS else max(0, min(MAX_NEAR_BITS, bits - RANGE_BITS))


class Owner(NamedTuple):
    """The number of an owner, and the arguments `owners` and `near` of `owner_of`."""

    number: int
    owners: int
    near: int


def _choose(states, first, last, owner, chosen):
    """Write to `chosen` the numbers of the states that belong to an owner, until it is full.

    Looks at the states from `first` to `last` - 1. Returns the first state that it has not looked
    at, and the number of states that it has chosen.
    """
    width = states.shape[1]
    count = 0
    while first < last and count < chosen.size:
        chosen[count] = first
        if owner_of(states, first, width, owner.owners, owner.near) == owner.number:
            count += 1
        first += 1
    return first, count


@functools.partial(Kernel, helpers=[hash_row, owner_of, _choose])
def _numbers_of_owned(states, first, last, owner: Owner, chosen):
    """Run `_choose`."""
    return _choose(states, first, last, owner, chosen)


@functools.partial(Kernel, helpers=[hash_row, owner_of, _choose])
def _index_owned(table: Table, first, last, owner: Owner, chosen, slots):
    """Insert an owner's states from `first` to `last` - 1 into an index without them.

    `chosen` and `slots` are buffers. Returns the number of states of the owner.
    """
    states, index = table.states, table.index
    width = states.shape[1]
    mask = index.size - 1
    total = 0
    while first < last:
        first, count = _choose(states, first, last, owner, chosen)
        for i in range(count):
            row = chosen[i]
            slots[i] = states[row, 0] if table.dense else hash_row(states, row, width) & mask
            prefetch(index, slots[i])
        for i in range(count):
            slot = slots[i]
            while not table.dense and index[slot] > 0:
                slot = (slot + 1) & mask
            index[slot] = chosen[i] + 1
        total += count
    return total


def _no_states(variables: Variables) -> np.ndarray:
    return np.empty((0, variables.width), np.int64)


class OwnedStates:
    """The states of one owner, whose packed words are in the mapped file of the store.

    Memory: at most ``64 / 3`` bytes of the index per state.

    Attributes
    ----------
    read : int
        number of states of the store of which the owner's are known
    new : int
        number of new states, which have no numbers yet
    """

    def __init__(self, variables: Variables, owner: int, owners: int):
        self._variables = variables
        self._owner = Owner(owner, owners, near_bits(variables))
        self._states = _no_states(variables)
        self._index = Growing(FIRST_SLOTS, np.int32)
        self._new = New(self._states, np.empty(0, np.int64))
        self._dense = False
        self.read = self.new = self._count = 0

    def table(self) -> tuple[Table, New]:
        """Return the arrays for the compiled loops; not to be used after `grow`."""
        return Table(self._states, self._index.array, self._dense), self._new

    # ----------------------------------------------------------------------- states of the store

    def learn(self, folder: Path, states: int, spare_memory: int) -> None:
        """Read further states of the store, which has `states` states.

        An index that becomes dense fits `spare_memory`. A hashed index gets room for all states
        first, so that it is not rebuilt after each doubling.
        """
        self._see(folder, states)
        bits = slot_bits(self._variables)
        fits = (4 << bits) // self._owner.owners <= spare_memory
        if fits and not self._dense and has_few_slots(bits, states):
            self._make_dense(1 << bits)
        if self.read < states:
            self._make_room(states // self._owner.owners - self._count)
        while self.read < states:
            last = min(states, self.read + STATES_PER_READ)
            self._make_room(last - self.read)
            self._count += self._add(folder, last)
            self.read = last

    def _see(self, folder: Path, states: int) -> None:
        """Map the file of states, which grows, so that at least `states` states are visible."""
        if len(self._states) < states:
            path, row = path_of(folder, "states"), 8 * self._variables.width
            rows = (path.stat().st_size - HEADER) // row
            shape = rows, self._variables.width
            self._states = opened(path, np.dtype(np.int64), shape, growing=True)

    def _add(self, folder: Path, last: int) -> int:
        """Index this owner's states from `read` to `last` - 1; return their number."""
        return self._insert(self.read, last)

    def _insert(self, first: int, last: int) -> int:
        """Index this owner's states from `first` to `last` - 1; return their number."""
        table, _ = self.table()
        chosen, slots = np.empty((2, BATCH_STATES), np.int64)
        return int(_index_owned(table, first, last, self._owner, chosen, slots, work=last - first))

    def _make_dense(self, slots: int) -> None:
        try:
            self._index = Growing(slots, np.int32, sparse=True)
        except MemoryError:  # no room among the addresses
            return
        self._dense = True
        self._index_all()

    def _index_all(self) -> None:
        """Index all states that are known again."""
        self._insert(0, self.read)

    def _make_room(self, states: int) -> None:
        """Make room for further states in a hashed index."""
        slots = hashed_slots(self._count + states, len(self._index))
        if not self._dense and slots > len(self._index):
            self._index = Growing(0, np.int32)  # free the old index before the new one is made
            self._index = Growing(slots, np.int32)
            self._index_all()

    # -------------------------------------------------------------------------------- new states

    def grow(self, new: int) -> None:
        """Make room for at most `new` new states in a block."""
        self._make_room(new)
        if new > len(self._new.slots):
            states = np.empty((new, self._variables.width), np.int64)
            self._new = New(states, np.empty(new, np.int64))

    def numbers_of(self, answers: np.ndarray) -> np.ndarray:
        """Replace the rows of known states in `answers` by their numbers; return `answers`."""
        return answers

    def settle(self, numbers: np.ndarray, states: int) -> None:
        """Set the numbers of the new states; the store has now `states` states."""
        assert len(numbers) == self.new
        self._index.array[self._new.slots[: self.new]] = numbers + 1
        self._count += self.new
        self.new, self.read = 0, states


class CopiedStates(OwnedStates):
    """The states of one owner, of which it keeps copies unless the index is dense.

    Memory: ``8 w + 4`` bytes per state of w words, besides the index.
    """

    def __init__(self, variables: Variables, owner: int, owners: int):
        super().__init__(variables, owner, owners)
        self._rows, self._numbers = Growing(0, np.int64, variables.width), Growing(0, np.int32)

    def _see(self, folder: Path, states: int) -> None:
        """Do nothing: `_add` reads the states."""

    def _add(self, folder: Path, last: int) -> int:
        dtype = np.int64, self._variables.width
        states = read_rows(folder, "states", self.read, last - self.read, dtype)
        chosen = np.empty(len(states) + 1, np.int64)
        _, count = _numbers_of_owned(states, 0, len(states), self._owner, chosen)
        chosen = chosen[:count]
        states, numbers = states[chosen], (chosen + self.read).astype(np.int32)
        if self._dense:
            self._index.array[states[:, 0]] = numbers + 1
            return len(states)
        self._keep(states, numbers)
        return self._insert(self._count, self._count + len(states))

    def _keep(self, states: np.ndarray, numbers: np.ndarray) -> None:
        """Append states and their numbers to the copies."""
        end = self._count + len(states)
        if end > len(self._rows):
            self._states = _no_states(self._variables)  # arrays that grow must not be referenced
            size = self._rows.ample(end)
            self._rows.resize(size)
            self._numbers.resize(size)
            self._states = self._rows.array
        self._rows.array[self._count : end] = states
        self._numbers.array[self._count : end] = numbers

    def _index_all(self) -> None:
        """Index all states that are known again; a dense index replaces the copies."""
        if not self._dense:
            self._insert(0, self._count)
            return
        states, numbers = self._rows.array[: self._count], self._numbers.array[: self._count]
        self._index.array[states[:, 0]] = numbers + 1
        self._states = _no_states(self._variables)
        self._rows = Growing(0, np.int64, self._variables.width)
        self._numbers = Growing(0, np.int32)

    def numbers_of(self, answers: np.ndarray) -> np.ndarray:
        """See `OwnedStates`."""
        if not self._dense:
            known = answers >= 0
            answers[known] = self._numbers.array[answers[known]]
        return answers

    def settle(self, numbers: np.ndarray, states: int) -> None:
        """See `OwnedStates`."""
        rows = numbers
        if not self._dense:
            self._keep(self._new.states[: self.new], numbers)
            rows = np.arange(self._count, self._count + self.new, dtype=np.int32)
        super().settle(rows, states)
