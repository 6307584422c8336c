"""The native engine, which traces rules once with symbols and compiles them to machine code.

It numbers every state, move and label exactly as Python does. Rules that cannot be traced exactly
are refused. Each run is also compared with Python, near the start and in states spread over the
whole graph; see `stategraph.engines.native_checks`. When compiled rules fail, the Python rules run
again, so that the author sees the original error.

Memory: 6 bytes per move. A state of w words takes ``8 w + 4`` bytes during the run, plus at most
``64 / 3`` bytes for the index; after the run it takes ``8 w + 12`` bytes. All arrays grow in place,
without a second copy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

import numpy as np

from stategraph.engines.array_stores import ArrayStore, ExpansionProgress, Grows, InMemory
from stategraph.engines.direct import play_moves
from stategraph.engines.limits import GOAL_REACHED, MAX_NODES, Budget, Stop
from stategraph.errors import TraceError
from stategraph.graph import ArrayGraph, Extent, label_ranks, pieces
from stategraph.native.compiled import CompiledRules
from stategraph.native.state_table import StateTable
from stategraph.native.templates.expand import Graph, Limits, Progress
from stategraph.native.templates.outcomes import FAILED, FULL
from stategraph.native.templates.state_tables import Table
from stategraph.readable import Record
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# STATES_PER_CHECK: maximum number of states expanded between two checks of the budget. FIRST_MOVES:
# initial capacity for moves. SMALL_MOVES: the same for a puzzle that is expected to be small.
STATES_PER_CHECK, FIRST_MOVES, SMALL_MOVES = 1 << 16, 1 << 19, 1 << 13

# Share of the spare memory that a dense index may take. If the other arrays are in files, the share
# is larger.
SHARE_BESIDE_ARRAYS, SHARE_ALONE = 1 / 4, 3 / 4

# Used as the end of the layer if the run need not stop at the end of each layer.
ENDLESS = np.iinfo(np.int64).max


class Native:
    """The native engine of one puzzle.

    Raises ``TraceError`` if a rule cannot be traced.

    Parameters
    ----------
    rules : CompiledRules, optional
        the compiled rules, if they exist already
    """

    def __init__(self, puzzle: Puzzle, rules: CompiledRules | None = None):
        self.puzzle, self.rules = puzzle, rules or CompiledRules(puzzle, "expand")

    def expand(
        self, budget: Budget, until_goal: bool = False, keeper: ArrayStore | None = None
    ) -> ArrayGraph:
        """Expand the puzzle breadth first, from the start or from the progress of `keeper`.

        The start must not be a goal.
        """
        share = SHARE_BESIDE_ARRAYS if keeper is None else SHARE_ALONE

        def index_memory() -> int:
            return int(budget.spare_memory() * share)

        return Run(self, index_memory, keeper or InMemory()).finish(budget, until_goal)


class Run:
    """One expansion, with its arrays and its progress.

    Attributes
    ----------
    head, filled : int
        number of expanded states, and number of their moves
    goal : int
        the node of all goal states, -1 if none was reached
    store : StateTable
        the states
    """

    def __init__(self, native: Native, index_memory: Callable[[], int], keeper: ArrayStore):
        self.puzzle, self.rules, self.keeper = native.puzzle, native.rules, keeper
        self.program = self.rules.program
        most, self.batch = self.program.most, self.rules.batch
        self.met = np.zeros(self.program.labels.size, np.uint8)
        stored = keeper.begin(self.program.labels, self.met)
        progress = stored or ExpansionProgress()
        self.looked = progress.moves
        self.head, self.filled, self.goal = progress.expanded, progress.moves, progress.goal
        self.level_end, self.full = progress.level_end, progress.full
        self.store = StateTable(
            self.puzzle.variables,
            [self.puzzle.start],
            index_memory,
            keeper.array,
            None if stored is None else (progress.states, progress.goal),
            sought=progress.expanded < progress.states and not progress.full,
            degrees=np.uint32,
            small=keeper.small,
        )
        size = max(SMALL_MOVES if keeper.small else FIRST_MOVES, progress.moves) + most
        self.targets = keeper.array("targets", size, np.int32)
        self.labels = keeper.array("raw_labels", size, self.program.labels.dtype)
        self.slots = np.empty(self.batch * most + 1, np.int64)

    def finish(self, budget: Budget, until_goal: bool) -> ArrayGraph:
        """Expand until all is done or a limit is reached; return the graph."""
        return self._graph(self._expand(budget, until_goal))

    def _expand(self, budget: Budget, until_goal: bool) -> Stop | None:
        store, by_levels = self.store, until_goal or self.keeper.by_levels
        if self.full:
            return budget.too_many
        while self.head < store.n:
            if by_levels and self.head == self.level_end:
                if until_goal and self.goal >= 0:
                    return self._unless_done(GOAL_REACHED)
                self._level()
            stop = min(self.level_end if by_levels else ENDLESS, self.head + STATES_PER_CHECK)
            if not self.advance(stop, budget.most_states):
                return budget.too_many
            if self.labels.array.dtype == np.uint16:  # wider: too many labels
                self._meet()
            self.keeper.at(self.head)
            if why := budget.exhausted(store.n, self.filled):
                return self._unless_done(why)
        return None

    def _level(self) -> None:
        """Begin the next layer, and notify the array store that the earlier layers are complete."""
        self.level_end = self.store.n
        if self.keeper.by_levels:
            self._meet()
            reached = ExpansionProgress(
                self.head, self.store.n, self.filled, self.goal, self.level_end
            )
            self.keeper.level(reached)

    def _unless_done(self, why: Stop) -> Stop | None:
        """Return `why`, unless only the goal is left to expand."""
        unexpanded = self.store.n - self.head - (self.goal >= self.head)
        return why if unexpanded else None

    def advance(self, stop: int, limit: int = MAX_NODES) -> bool:
        """Expand some states below `stop`; return False if that gives more than `limit` states."""
        self._make_room()
        status = self._call(stop, limit)
        if status == FAILED and self.batch > 1:
            self.batch = 1  # to find the state
            return self.advance(stop, limit)
        if status == FAILED:
            fail(self.puzzle, self._state(self.head))
        return status != FULL

    def _call(self, stop: int, limit: int) -> int:
        """Run the compiled rules up to `stop`, or until an array is full."""
        store = self.store
        self.head, store.n, self.filled, self.goal, status = self.rules.run(
            "expand",
            Table(store.states, store.index, store.dense),
            Graph(store.column("degrees"), self.targets.array, self.labels.array),
            Progress(self.head, store.n, self.filled, self.goal),
            Limits(stop, store.room, limit, self.batch, self.program.most),
            self.slots,
        )
        return status

    def _make_room(self) -> None:
        """Grow each array that has no room for the moves of one more state."""
        most = self.program.most
        self.store.grow(most, self.goal)
        if self.filled + most > len(self.targets):
            size = self.targets.ample(self.filled + most)
            self.targets.resize(size)
            self.labels.resize(size)

    # ------------------------------------------------------------------ results

    def _state(self, node: int) -> Any:
        return self.puzzle.variables.unpack(self.store.states[node].tolist())

    def _graph(self, stopped: Stop | None) -> ArrayGraph:
        """Return the graph, and free all other arrays."""
        store, n = self.store, self.store.n
        store.close()
        self.targets.resize(self.filled)
        self.labels.resize(self.filled)
        offsets = self.keeper.array("offsets", n + 1, np.int64).array
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
            extent=Extent(n if stopped is None else self.head, str(stopped or "")),
        )

    def _meet(self) -> None:
        """Mark the labels that occur in new moves, unless all labels are marked already."""
        if not self.met.all():
            self.rules.loops.run("meet", self.labels.array[self.looked : self.filled], self.met)
        self.looked = self.filled

    def _named(self, offsets: np.ndarray) -> Record:
        """Return the graph's label arrays; raise ``RuleError`` if a state has a label twice."""
        self._meet()
        numbers = np.flatnonzero(self.met)
        names, rank = label_ranks(self.program.labels.names(numbers))
        labels = self.labels.array
        placed = np.array_equal(rank, np.arange(len(rank)))
        if labels.dtype != np.uint16 or not (placed or self.keeper.in_place):
            renamed = self.keeper.array("labels", len(labels), np.uint16)
            labels, rank = _renamed(labels, rank, renamed), np.arange(len(names), dtype=np.uint16)
            placed = True
        if self.program.repeats or not placed:
            last = np.full(len(names), -1, np.int64)
            repeated = self.rules.loops.run("finish", offsets, labels, rank, last)
            if repeated >= 0:
                node = int(np.searchsorted(offsets, repeated, "right")) - 1
                play_moves(self.puzzle, self._state(node))
        return dict(labels=labels, label_names=names)


def fail(puzzle: Puzzle, state: State) -> NoReturn:
    """Raise the error of the Python rules in a state in which the compiled rules fail."""
    play_moves(puzzle, state)
    # Python found no error, since it never stores the value that is outside its domain
    raise TraceError(f"the compiled rules fail in state ({state!r})")


def _renamed(labels: np.ndarray, rank: np.ndarray, renamed: Grows) -> np.ndarray:
    """Replace the numbers of labels by their ranks, in a new array of uint16."""
    for piece in pieces(len(labels)):
        renamed.array[piece] = rank[labels[piece]]
    return renamed.array
