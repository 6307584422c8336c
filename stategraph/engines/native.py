"""The native engine: the same rules, run once on symbols, written out and compiled.

It numbers every state, move and label exactly as plain Python does. Each run is compared with
what plain Python found near the start: rules that were misread are an error that names the
state, never a wrong graph. An author's mistake met by compiled rules is met again by the rules as
they are written, which then complain in their own words.

Memory: 6 bytes a move; ``8 w + 4`` bytes a state and at most ``32 / 3`` for its place in the index,
then ``8 w + 12``; all of them grown in place, without a second copy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.engines.limits import GOAL_REACHED, Budget, Stop
from stategraph.engines.plain import play_moves
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph, label_ranks, pieces
from stategraph.native.compiled import CompiledRules
from stategraph.native.growing import Growing
from stategraph.native.store import Store
from stategraph.native.templates.outcomes import FAILED, FULL
from stategraph.native.writer import MOST_RANKED
from stategraph.rules.puzzle import Puzzle

# States expanded between two looks at the budget, and moves that there is room for at first.
SLICE, FIRST_MOVES = 1 << 16, 1 << 16

# A level that never ends, where the goal's is not to be the last.
ENDLESS = np.iinfo(np.int64).max


class Native:
    """The compiled rules of a puzzle.

    Raises ``TraceError`` where a rule cannot be run on symbols.
    """

    def __init__(self, puzzle: Puzzle):
        self.puzzle, self.rules = puzzle, CompiledRules(puzzle, "expand")

    def expand(self, budget: Budget, until_goal: bool = False) -> ArrayGraph:
        """Expand the puzzle breadth first; its start is no goal."""
        return _Run(self, budget).finish(budget, until_goal)


class _Run:
    """One expansion: the arrays, and how far they are filled."""

    def __init__(self, native: Native, budget: Budget):
        self.puzzle, self.rules = native.puzzle, native.rules
        self.program = self.rules.program
        most, batch = self.program.most, self.rules.batch
        self.store = Store(
            self.puzzle.variables,
            [self.puzzle.start],
            lambda: budget.spare_memory() // 4,
            degrees=np.uint32,
        )
        self.head, self.goal, self.filled, self.batch = 0, -1, 0, batch
        self.targets = Growing(FIRST_MOVES + most, np.int32)
        raw = np.uint16 if self.program.labels.size <= 1 << 16 else np.uint32
        self.labels = Growing(FIRST_MOVES + most, raw)
        self.names, self.rank = self._ranked()
        self.met = np.zeros(self.program.labels.size, np.uint8)
        self.buffers = np.empty(batch * most + 1, np.int64), np.empty(batch, np.int64)

    def _ranked(self) -> tuple[list[str], np.ndarray]:
        """Return the labels in text order, and the place of each number's label, if few."""
        labels = self.program.labels
        if labels.size > MOST_RANKED:
            return [], np.zeros(0, np.uint16)
        return label_ranks(labels.names(np.arange(labels.size)))

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
            if status == FAILED and self.batch > 1:
                self.batch = 1  # to find the state
                continue
            if status == FAILED:
                play_moves(self.puzzle, self._state(self.head))
                raise RuleError(f"the compiled rules fail in state ({self._state(self.head)!r})")
            if status == FULL:
                self._meet()  # not those of the moves that were taken back
                return budget.too_many
            if why := budget.exhausted(store.n, self.filled):
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
            "expand", store.states, store.index, store.dense, store.column("degrees"),
            self.targets.array, self.labels.array, self.rank, self.met, self.head, store.n,
            self.filled, self.goal, stop, store.room, limit, self.batch, self.program.most,
            *self.buffers,
        )  # fmt: skip
        return status

    def _make_room(self) -> None:
        """Grow whatever could not take the moves of one more state."""
        most = self.program.most
        self.store.grow(most, self.goal)
        if self.filled + most > len(self.targets):
            size = len(self.targets) * 3 // 2 + most
            self.targets.resize(size)
            self.labels.resize(size)

    # ------------------------------------------------------------------ the outcome

    def _state(self, node: int) -> Any:
        return self.puzzle.variables.unpack(self.store.states[node].tolist())

    def _graph(self, stopped: Stop | None) -> ArrayGraph:
        """Return what was found as a graph, and give everything else back."""
        store, n = self.store, self.store.n
        store.close()
        self.targets.resize(self.filled)
        self.labels.resize(self.filled)
        offsets = np.empty(n + 1, np.int64)
        self.rules.loops.run("add_up", store.column("degrees"), offsets)
        store.drop("degrees")
        labels = self._named(offsets)
        return ArrayGraph(
            offsets=offsets,
            targets=self.targets.array,
            **labels,
            states=store.states,
            variables=self.puzzle.variables,
            goal=None if self.goal < 0 else self.goal,
            expanded=n if stopped is None else self.head,
            stopped=str(stopped or ""),
        )

    def _named(self, offsets: np.ndarray) -> dict[str, Any]:
        """Return the label arrays, of the labels that were met; none may be twice in a state."""
        if not self.names:
            self._meet()
            found = self.program.labels.names(np.flatnonzero(self.met))
            names, rank = label_ranks(found)
        else:
            met = self.met[: len(self.names)]
            names = [name for name, was_met in zip(self.names, met, strict=True) if was_met]
            rank = (np.cumsum(met) - met).astype(np.uint16)
        labels, rank = self._narrow(rank)
        last = np.full(len(names), -1, np.int64)
        again = self.rules.loops.run("finish", offsets, labels, rank, last)
        if again >= 0:
            play_moves(self.puzzle, self._state(int(np.searchsorted(offsets, again, "right")) - 1))
        return dict(labels=labels, label_names=names)

    def _meet(self) -> None:
        """Find out which labels occur."""
        self.met[:] = 0
        self.rules.loops.run("meet", self.labels.array[: self.filled], self.met)

    def _narrow(self, rank: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the labels as uint16, and the ranks that are still to be put in their place."""
        raw = self.labels.array
        if raw.dtype == np.uint16:
            return raw, rank
        labels = np.empty(len(raw), np.uint16)
        for some in pieces(len(raw)):
            labels[some] = rank[raw[some]]
        return labels, np.arange(1 << 16, dtype=np.uint16)
