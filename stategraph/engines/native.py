"""The native engine: the same rules, run once on symbols, written out and compiled.

It numbers every state, move and label exactly as plain Python does. Each run is compared with
what plain Python found near the start: rules that were misread are an error that names the
state, never a wrong graph. An author's mistake met by compiled rules is met again by the rules as
they are written, which then complain in their own words.

Memory: 6 bytes a move; ``8 w + 8`` bytes a state and at most ``32 / 3`` for its place in the index,
all of them grown in place or in blocks, without a second copy.
"""

from __future__ import annotations

import mmap
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.engines.limits import GOAL_REACHED, Budget, Stop
from stategraph.engines.plain import play_moves
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph, pieces, sorted_labels
from stategraph.native.compiled import CompiledRules
from stategraph.native.store import Store
from stategraph.native.templates.outcomes import FAILED, FULL
from stategraph.rules.puzzle import Puzzle

# States expanded between two looks at the budget, and the first and largest block of moves.
SLICE = 1 << 16
FIRST_BLOCK, LARGEST_BLOCK = 1 << 16, 1 << 20

# A level that never ends, where the goal's is not to be the last.
ENDLESS = np.iinfo(np.int64).max


def _pages(size: int, dtype: Any) -> np.ndarray:
    """Return an array on pages of its own, which go back to the system when it is dropped.

    What an allocator keeps for later would be held twice while blocks are put together.
    """
    return np.frombuffer(mmap.mmap(-1, size * np.dtype(dtype).itemsize), dtype)


class Native:
    """The compiled rules of a puzzle.

    Raises ``TraceError`` where a rule cannot be run on symbols.
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.rules = puzzle, CompiledRules(puzzle, "expand")

    def expand(self, budget: Budget, until_goal: bool = False) -> ArrayGraph:
        """Expand the puzzle breadth first; its start is no goal."""
        return _Run(self).finish(budget, until_goal)


class _Run:
    """One expansion: the arrays, and how far they are filled."""

    def __init__(self, native: Native):
        self.puzzle, self.rules = native.puzzle, native.rules
        self.program = self.rules.program
        variables = self.puzzle.variables
        raw = np.uint16 if self.program.labels.size <= 1 << 16 else np.uint32
        self.store = Store(variables, [self.puzzle.start], offsets=np.int64)
        self.head, self.goal = 0, -1
        self.blocks: list[tuple[np.ndarray, np.ndarray]] = []
        self.base = self.filled = 0
        most = self.program.most
        size = max(FIRST_BLOCK, 2 * most)
        self.targets, self.labels = _pages(size, np.int32), _pages(size, raw)

    def finish(self, budget: Budget, until_goal: bool) -> ArrayGraph:
        """Expand until all is done or the budget says no; return the graph."""
        return self._graph(self._expand(budget, until_goal))

    def _expand(self, budget: Budget, until_goal: bool) -> Stop | None:
        level_end = 1
        store = self.store
        while self.head < store.n:
            if until_goal and self.head == level_end:
                if self.goal >= 0:
                    return self._unless_done(GOAL_REACHED)
                level_end = store.n
            self._make_room()
            stop = min(level_end if until_goal else ENDLESS, self.head + SLICE)
            status = self._call(stop, budget.most_states)
            if status == FAILED:
                play_moves(self.puzzle, self._state(self.head))
                raise RuleError(f"the compiled rules fail in state ({self._state(self.head)!r})")
            if status == FULL:
                return budget.too_many
            if why := budget.exhausted(store.n, self.base + self.filled):
                return self._unless_done(why)
        return None

    def _unless_done(self, why: Stop) -> Stop | None:
        """Return `why`, unless nothing is left to expand but the goal."""
        left = self.store.n - self.head - (self.goal >= self.head)
        return why if left else None

    def _call(self, stop: int, limit: int) -> int:
        """Run the compiled rules up to `stop`, or until an array is full."""
        store = self.store
        self.head, store.n, self.filled, self.goal, status = self.rules.run(
            "expand", store.states, store.index, store.columns["offsets"], self.targets,
            self.labels, self.head, store.n, self.filled, self.goal, stop, store.room, limit,
            self.base,
        )  # fmt: skip
        return status

    # ------------------------------------------------------------------ room

    def _make_room(self) -> None:
        """Grow whatever could not take the moves of one more state."""
        most = self.program.most
        self.store.grow(most, self.goal)
        if self.filled + most > self.targets.size:
            self._next_block()

    def _next_block(self) -> None:
        self.blocks.append((self.targets[: self.filled], self.labels[: self.filled]))
        self.base += self.filled
        self.filled = 0
        size = max(min(2 * self.targets.size, LARGEST_BLOCK), 2 * self.program.most)
        self.targets, self.labels = _pages(size, np.int32), _pages(size, self.labels.dtype)

    # ------------------------------------------------------------------ the outcome

    def _state(self, node: int) -> Any:
        return self.puzzle.variables.unpack(self.store.states[node].tolist())

    def _graph(self, stopped: Stop | None) -> ArrayGraph:
        """Return what was found as a graph, and give everything else back."""
        n, head, states = self.store.n, self.head, self.store.states
        offsets = self.store.columns["offsets"]
        del self.store.index
        targets, raw = self._moves()
        states.resize((n, states.shape[1]), refcheck=False)
        offsets.resize(n + 1, refcheck=False)
        offsets[head + 1 :] = len(targets)
        labels = self._sorted(raw)
        again = kernels.repeated_label(offsets, labels["labels"], len(labels["label_names"]))
        if again >= 0:
            node = int(np.searchsorted(offsets, again, side="right")) - 1
            play_moves(self.puzzle, self._state(node))
        return ArrayGraph(
            offsets=offsets,
            targets=targets,
            **labels,
            states=states,
            variables=self.puzzle.variables,
            goal=None if self.goal < 0 else self.goal,
            expanded=n if stopped is None else head,
            stopped=str(stopped or ""),
        )

    def _moves(self) -> tuple[np.ndarray, np.ndarray]:
        """Return the moves of all blocks in one array each, freeing the blocks on the way."""
        self._next_block()
        self.targets = self.labels = np.empty(0, self.labels.dtype)
        targets = np.empty(self.base, np.int32)
        raw = np.empty(self.base, self.labels.dtype)
        at = 0
        self.blocks.reverse()
        while self.blocks:
            some_targets, some_labels = self.blocks.pop()
            targets[at : at + len(some_targets)] = some_targets
            raw[at : at + len(some_targets)] = some_labels
            at += len(some_targets)
        return targets, raw

    def _sorted(self, raw: np.ndarray) -> dict[str, Any]:
        """Return the label arrays, of the labels that were met."""
        met = np.zeros(self.program.labels.size, bool)
        for some in pieces(len(raw)):
            met[raw[some]] = True
        return sorted_labels(raw, self.program.labels.names(np.flatnonzero(met)))
