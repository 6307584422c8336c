"""Native expansions of small puzzles, one after the other, in the same arrays.

Of a puzzle of a few hundred states, most of the time would go into fresh pages of memory. Here the
arrays stay, and a graph gets copies of what it needs of them. So an expansion that has stopped at
the goal can go on, until the next one begins.
"""

from __future__ import annotations

from copy import copy
from typing import Any

import numpy as np

from stategraph.engines.keeping import InMemory
from stategraph.engines.limits import Budget
from stategraph.engines.native import Native, Run
from stategraph.graph import ArrayGraph
from stategraph.native.growing import Growing, Kept

# So many states are expanded without a look at the goal: to stop there would save less.
FEW = 1_000

# Slots of a hashed index at first, and of the largest index that stays.
FIRST_SLOTS, MOST_SLOTS = 1 << 12, 1 << 22


class Workspace(InMemory):
    """Keeps the arrays of the last expansion for the next one."""

    def __init__(self) -> None:
        self._arrays: dict[tuple, Kept] = {}
        self._hashed = self._dense = np.zeros(0, np.int32)
        self._last: Again | None = None

    def array(self, name: str, size: int, dtype: Any, *row: int) -> Any:
        """Return an array; what the last expansion left there is nobody's."""
        key = name, np.dtype(dtype), row
        if key not in self._arrays:
            self._arrays[key] = Kept(np.empty((size, *row), dtype))
        self._arrays[key].resize(size)
        return self._arrays[key]

    def slots(self, size: int, dense: bool) -> Any:
        """Return an index of free slots."""
        if size > MOST_SLOTS:
            return Growing(size, np.int32, sparse=dense)
        if dense and self._dense.size < size:
            self._dense = np.zeros(size, np.int32)
        if dense:
            return Kept(self._dense[:size])
        if self._hashed.size < size:
            self._hashed = np.zeros(size, np.int32)
        self._hashed[:size] = 0
        return Kept(self._hashed[:size])

    def begin_run(self, native: Native, budget: Budget) -> Again:
        """Return a new expansion, which ends the last one."""
        if self._last is not None:
            self._last.leave()
        self._last = Again(native, budget, self)
        return self._last


class Again(Run):
    """An expansion in the arrays of a workspace; nobody may run it once the next one has begun.

    Attributes
    ----------
    full : bool
        whether it has met a limit, and cannot go on
    """

    def __init__(self, native: Native, budget: Budget, workspace: Workspace):
        self.index = dict(slots=workspace.slots, first_slots=FIRST_SLOTS)
        super().__init__(native, budget.spare_memory, workspace)
        self.full = False

    def graph(self, budget: Budget, until_goal: bool) -> ArrayGraph:
        """Expand, or go on; return the graph, which nothing changes any more."""
        stopped = None
        if self.head < FEW and not self.advance(FEW, budget.most_states):
            stopped = budget.too_many
        elif self.head < self.store.n:
            self.level_end = self._next_level() if until_goal else self.level_end
            stopped = self._expand(budget, until_goal)
        self.full = stopped == budget.too_many
        return self._copied()._graph(stopped)

    def _next_level(self) -> int:
        """Return the first state beyond the level of the next one to be expanded."""
        ends = np.cumsum(self.store.column("degrees")[: self.head])
        end = 1
        while end <= self.head:
            end = 1 + int(self.targets.array[: ends[end - 1]].max(initial=0))
        return end

    def _copied(self) -> Again:
        """Return the expansion with copies of all that its graph is made of."""
        made = copy(self)
        made.keeper = InMemory()  # which makes the arrays that the graph gets besides
        made.store = self.store.copied()
        made.store.column("degrees")[self.head :] = 0  # what the last expansion has left there
        made.targets = Kept(self.targets.array[: self.filled].copy())
        made.labels = Kept(self.labels.array[: self.filled].copy())
        return made

    def leave(self) -> None:
        """Free the slots of the index, which the next expansion will use."""
        if self.store.dense:
            written = self.store.n + len(self.slots)  # and what one batch has written too many
            words = self.store.states[:written, 0]
            inside = (words >= 0) & (words < self.store.index.size)
            self.store.index[words[inside]] = 0
