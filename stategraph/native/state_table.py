"""Packed states by number, and the index that finds a state's number.

A state of few bits is its own place in the index, which then is as large as there are such states,
on fresh pages: only those are held that have been touched. States that are met together lie
together there, and in the cache. All others are hashed.

Memory: ``8 w`` bytes a state, and at most ``32 / 3`` for its hashed place.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from copy import copy
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.native.growing import Growing, Kept
from stategraph.variables import Variables

# A state of so few bits is its own place from the beginning. One of more bits is, too, once there
# are many states, so that they share the pages they touch; one of yet more, as soon as its index
# takes no more than so many bytes for each.
SMALL_BITS, DENSE_BITS, MOST_BITS = 22, 26, 30
MANY, MOST_BYTES = 1 << 19, 64

# So many array items does plain Python read in the time in which it hashes a state.
HASHED = 32

# States that there is room for at first, and slots of a hashed index: pages that nobody touches
# cost nothing, entering anew does.
FIRST_STATES, FIRST_SLOTS = 1 << 17, 1 << 20

Room = Callable[[], int]


def _slots(states: int, least: int) -> int:
    """Return how many slots a hashed index has for so many states: `least`, doubled as needed."""
    while states > least * 3 // 4:
        least *= 2
    return least


def _in_memory(name: str, size: int, dtype: Any, *row: int) -> Growing:
    """Return a new array."""
    return Growing(size, dtype, *row)


def _free_slots(size: int, dense: bool) -> Growing:
    """Return an index on fresh pages."""
    return Growing(size, np.int32, sparse=dense and size > 1 << SMALL_BITS)


class StateTable:
    """The packed states met so far, which compiled rules read and fill.

    Parameters
    ----------
    free : callable
        tells how many bytes a large index may take
    make : callable
        ``make(name, size, dtype, *row)`` gives an array that grows
    held : (n, goal)
        so many states are in the arrays already, and their goal; None: the starts are the first
    sought : bool
        whether states will be looked up
    slots : callable
        ``slots(size, dense)`` gives an index of free slots, at first of so many as `first_slots`
        where it is hashed

    Attributes
    ----------
    dense : bool
        whether a state is its own place in the index
    n : int
        the number of states; whoever runs compiled rules sets it
    """

    def __init__(
        self,
        variables: Variables,
        starts: Sequence[Any],
        free: Room = lambda: 0,
        make: Callable[..., Any] = _in_memory,
        held: tuple[int, int] | None = None,
        sought: bool = True,
        slots: Callable[[int, bool], Any] = _free_slots,
        first_slots: int | None = None,
        **columns: Any,
    ):
        self._bits = variables.bits if variables.width == 1 else MOST_BITS + 1
        self._free, self._make_slots = free, slots
        self.n, goal = held or (len(starts), -1)
        size = max(FIRST_STATES, self.n)
        self._states = make("states", size, np.int64, variables.width)
        self._columns = {name: make(name, size, dtype) for name, dtype in columns.items()}
        if held is None:
            self.states[: self.n] = [variables.pack(start) for start in starts]
        self.dense = False
        self._slots = Growing(0, np.int32)
        if sought:
            self._reindex(_slots(self.n, first_slots or FIRST_SLOTS), goal)

    @property
    def states(self) -> np.ndarray:
        """The packed states (at least n, w) int64; not to be kept while the store grows."""
        return self._states.array

    def column(self, name: str) -> np.ndarray:
        """Return what else is kept of the states; not to be kept while the store grows."""
        return self._columns[name].array

    @property
    def index(self) -> np.ndarray:
        """The index (slots,) int32: number + 1; 0 in free slots."""
        return self._slots.array

    @property
    def room(self) -> int:
        """So many states can be held before `grow` must be called."""
        return len(self._states) if self.dense else min(len(self._states), self._hashed_room())

    def _hashed_room(self) -> int:
        return self.index.size * 3 // 4

    def grow(self, most: int, goal: int = -1) -> None:
        """Make room for `most` more states; the state numbered `goal` is not in the index."""
        if self.n + most > len(self._states):
            self._resize(self._states.ample(self.n + most))
        if not self.dense and self.n + most > self._hashed_room():
            self._reindex(_slots(self.n + most, self.index.size * 2), goal)

    def _resize(self, size: int) -> None:
        for growing in (self._states, *self._columns.values()):
            growing.resize(size)

    def drop(self, name: str) -> None:
        """Give back what else is kept of the states by that name."""
        del self._columns[name]

    def copied(self) -> StateTable:
        """Return a table of its own for the states that there are, without an index."""
        made = copy(self)
        made._states = Kept(self.states[: self.n].copy())
        made._columns = {
            name: Kept(column.array[: self.n].copy()) for name, column in self._columns.items()
        }
        made._slots = Growing(0, np.int32)
        return made

    def close(self) -> None:
        """Give back all but what is kept of the `n` states."""
        self._slots = Growing(0, np.int32)
        self._resize(self.n)

    # ------------------------------------------------------------------ the index

    def _reindex(self, size: int, goal: int) -> None:
        """Make an index anew, of `size` slots where it is hashed."""
        self._slots = Growing(0, np.int32)  # before the next one is made
        self.dense = self._pays() and self._make_dense(goal)
        if not self.dense:
            self._slots = self._make_slots(size, False)
            kernels.reindex(self.states, self.n, goal, self.index, work=self.n * HASHED)

    def _pays(self) -> bool:
        """Return whether states should be their own places."""
        if self._bits <= SMALL_BITS:
            return True
        size = 4 << self._bits
        few = self._bits <= MOST_BITS and size <= MOST_BYTES * self.n
        many = self._bits <= DENSE_BITS and self.n >= MANY
        return (few or many) and size <= self._free()

    def _make_dense(self, goal: int) -> bool:
        try:
            self._slots = self._make_slots(1 << self._bits, True)
        except MemoryError:  # no room among the addresses
            self._bits = MOST_BITS + 1
            return False
        for first in range(0, self.n, 1 << 20):
            last = min(self.n, first + (1 << 20))
            numbers = np.arange(first + 1, last + 1, dtype=np.int32)
            self.index[self.states[first:last, 0]] = numbers
        if goal >= 0:
            self.index[self.states[goal, 0]] = 0
        return True
