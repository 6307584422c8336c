"""Packed states by number, and the index that finds the number of a state.

If a state has few bits, its packed word is also the number of its slot in the index. Such an index
is *dense*: it has a slot for every possible state, in a mapping where only touched pages take
memory. States that are discovered together have slots close together, which suits the processor's
cache. States of more bits are hashed.

Memory: ``8 w`` bytes per state of w words, and at most ``64 / 3`` bytes per state in a hashed
index.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph import kernels
from stategraph.native.growing import Growing
from stategraph.variables import Variables

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

# The index is dense from the beginning for states of at most `SMALL_BITS` bits. For at most
# `DENSE_BITS` bits it becomes dense once there are `MANY_STATES` states, because many states then
# share a touched page. For at most `MAX_BITS` bits it becomes dense once it takes at most
# `MAX_BYTES_PER_STATE` bytes per state.
SMALL_BITS, DENSE_BITS, MAX_BITS = 22, 26, 30
MANY_STATES, MAX_BYTES_PER_STATE = 1 << 19, 64

# Number of array items that Python reads in the time that it takes to hash a state.
ITEMS_PER_HASH = 32

# Initial capacity for states, and initial number of slots of a hashed index. Untouched pages take
# no memory, but growing the index costs time.
FIRST_STATES, FIRST_SLOTS = 1 << 17, 1 << 20

# Maximum share of filled slots in a hashed index. With a share of 3/4, lookups among 2·10^7 states
# spent a third of their time on slots of other states, and expansions took 1.2 to 1.8 times as
# long.
MAX_FILLED = 3 / 8

# The same two capacities for a table that is expected to stay small.
SMALL_STATES, SMALL_SLOTS = 1 << 11, 1 << 12

Room = Callable[[], int]


def hashed_slots(states: int, least: int) -> int:
    """Return the number of slots of a hashed index: `least`, doubled until `states` states fit."""
    while states > least * MAX_FILLED:
        least *= 2
    return least


def slot_bits(variables: Variables) -> int:
    """Return the number of bits of a state that may be its own slot, else a larger number."""
    return variables.bits if variables.width == 1 else MAX_BITS + 1


def has_few_slots(bits: int, states: int) -> bool:
    """Return whether a dense index of states of `bits` bits takes few bytes per state."""
    return bits <= MAX_BITS and 4 << bits <= MAX_BYTES_PER_STATE * states


def _in_memory(name: str, size: int, dtype: DTypeLike, *row: int) -> Growing:
    """Return a new array."""
    return Growing(size, dtype, *row)


class StateTable:
    """The packed states, which compiled rules read and to which they add states.

    Parameters
    ----------
    free : callable
        returns the number of bytes that a large index may take
    make : callable
        ``make(name, size, dtype, *row)`` returns an array that grows
    progress : (n, goal)
        number of states already in the arrays, and the number of the goal; None if the starts are
        the first states
    sought : bool
        whether states will be looked up
    small : bool
        whether the table is expected to stay small; it then begins with little capacity

    Attributes
    ----------
    dense : bool
        whether a state is its own slot of the index
    n : int
        the number of states, set by the caller of compiled rules
    """

    def __init__(
        self,
        variables: Variables,
        starts: Sequence[Any],
        free: Room = lambda: 0,
        make: Callable[..., Any] = _in_memory,
        progress: tuple[int, int] | None = None,
        sought: bool = True,
        small: bool = False,
        **columns: Any,
    ):
        self._bits = slot_bits(variables)
        self._free, self._small = free, small
        self.n, goal = progress or (len(starts), -1)
        size = max(SMALL_STATES if small else FIRST_STATES, self.n)
        self._states = make("states", size, np.int64, variables.width)
        self._columns = {name: make(name, size, dtype) for name, dtype in columns.items()}
        if progress is None:
            self.states[: self.n] = [variables.pack(start) for start in starts]
        self.dense = False
        self._slots = Growing(0, np.int32)
        if sought:
            self._reindex(hashed_slots(self.n, SMALL_SLOTS if small else FIRST_SLOTS), goal)

    @property
    def states(self) -> np.ndarray:
        """The packed states, shape (at least n, w), int64; not to be used after the table grows."""
        return self._states.array

    def column(self, name: str) -> np.ndarray:
        """Return the array `name`, one item per state; not to be used after the table grows."""
        return self._columns[name].array

    @property
    def index(self) -> np.ndarray:
        """The index (slots,) int32: number of the state plus 1, or 0 in a free slot."""
        return self._slots.array

    @property
    def room(self) -> int:
        """The number of states that fit before `grow` must be called."""
        return len(self._states) if self.dense else min(len(self._states), self._hashed_room())

    def _hashed_room(self) -> int:
        return int(self.index.size * MAX_FILLED)

    def grow(self, most: int, goal: int = -1) -> None:
        """Make room for `most` more states; leave state number `goal` out of the index."""
        if self.n + most > len(self._states):
            self._resize(self._states.ample(self.n + most))
        if not self.dense and self.n + most > self._hashed_room():
            self._reindex(hashed_slots(self.n + most, self.index.size * 2), goal)

    def _resize(self, size: int) -> None:
        for growing in (self._states, *self._columns.values()):
            growing.resize(size)

    def drop(self, name: str) -> None:
        """Free the array that ``column(name)`` returns."""
        del self._columns[name]

    def close(self) -> None:
        """Free the index and all unused capacity."""
        self._slots = Growing(0, np.int32)
        self._resize(self.n)

    # ------------------------------------------------------------------ the index

    def _reindex(self, size: int, goal: int) -> None:
        """Build the index again, with `size` slots if it is hashed."""
        self._slots = Growing(0, np.int32)  # free the old index before the new one is made
        self.dense = self._pays() and self._make_dense(goal)
        if not self.dense:
            self._slots = Growing(size, np.int32, mapped=not self._small)
            kernels.insert_rows(
                self.states, self.states.shape[1], 0, self.n, goal, self.index,
                work=self.n * ITEMS_PER_HASH,
            )  # fmt: skip

    def _pays(self) -> bool:
        """Return whether a dense index pays."""
        if self._bits <= SMALL_BITS and not self._small:
            return True
        many = self._bits <= DENSE_BITS and self.n >= MANY_STATES
        pays = many or has_few_slots(self._bits, self.n)
        return pays and 4 << self._bits <= self._free()

    def _make_dense(self, goal: int) -> bool:
        try:
            self._slots = Growing(1 << self._bits, np.int32, sparse=self._bits > SMALL_BITS)
        except MemoryError:  # no room among the addresses
            self._bits = MAX_BITS + 1
            return False
        for first in range(0, self.n, 1 << 20):
            last = min(self.n, first + (1 << 20))
            numbers = np.arange(first + 1, last + 1, dtype=np.int32)
            self.index[self.states[first:last, 0]] = numbers
        if goal >= 0:
            self.index[self.states[goal, 0]] = 0
        return True
