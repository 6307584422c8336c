"""Packed states by number, and the index that finds a state's number.

Memory: ``8 w`` bytes a state, and at most ``32 / 3`` for its place in the index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.variables import Variables

# A packed state of so few bits is its own place in the index: up to 16 MB.
DENSE_BITS = 22


def is_dense(variables: Variables) -> bool:
    """Return whether a packed state is small enough to be its own place in the index."""
    return variables.width == 1 and variables.bits <= DENSE_BITS


class Store:
    """The packed states met so far, which compiled rules read and fill.

    Attributes
    ----------
    states : (at least n, w) int64
    index : int32
        -1 in free slots
    n : int
        the number of states; whoever runs compiled rules sets it
    columns : dict of str to array
        what else is kept of the states, by name; each is grown with them
    """

    def __init__(self, variables: Variables, starts: Sequence[Any], **columns: Any):
        self.dense = is_dense(variables)
        self.n = len(starts)
        size = max(1 << 12, self.n)
        slots = 1 << (2 * size).bit_length() - 1
        self.states = np.zeros((size, variables.width), np.int64)
        self.columns = {name: np.zeros(size + 1, dtype) for name, dtype in columns.items()}
        self.index = np.full(1 << variables.bits if self.dense else slots, -1, np.int32)
        self.states[: self.n] = [variables.pack(start) for start in starts]
        self.reindex()

    @property
    def room(self) -> int:
        """So many states can be held before `grow` must be called."""
        return len(self.states) if self.dense else min(len(self.states), self.index.size * 3 // 4)

    def grow(self, most: int, goal: int = -1) -> None:
        """Make room for `most` more states; the state numbered `goal` is not in the index."""
        if self.n + most > len(self.states):
            size = len(self.states) * 5 // 4 + most
            # in place: nothing else holds these arrays
            self.states.resize((size, self.states.shape[1]), refcheck=False)
            for column in self.columns.values():
                column.resize(size + 1, refcheck=False)
        if not self.dense and self.n + most > self.index.size * 3 // 4:
            size = self.index.size * 2
            while self.n + most > size * 3 // 4:
                size *= 2
            del self.index
            self.index = np.full(size, -1, np.int32)
            self.reindex(goal)

    def reindex(self, goal: int = -1) -> None:
        """Fill an empty index."""
        if self.dense:
            self.index[self.states[: self.n, 0]] = np.arange(self.n, dtype=np.int32)
        else:
            with np.errstate(over="ignore"):  # hashing, where numba is told not to compile
                kernels.reindex.compiled(self.states, self.n, goal, self.index)
