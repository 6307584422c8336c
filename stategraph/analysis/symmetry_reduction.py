"""Symmetry reduction during expansion: only one state of each class is stored.

::

    stored    start ─► all moves, by the rules ─► map each new state to the least of its symmetric
                                                  images ─► known already? otherwise store it

A symmetry is used only if it is proven. For every stored state x and every symmetry g of the group,
the rules also generate the moves of g(x). These must equal the images of the moves of x, under one
renaming of labels for all states. If they differ for some x, then g is not a symmetry, and the
expansion starts again without g. By induction over paths from the start, every reachable state is
g(x) for some stored state x. So the moves of all reachable states correspond to the moves of stored
states. `symmetry` explains why one node can therefore represent a class.

The rules generate at least as many moves as for the whole graph. For each class two things are
stored: the least symmetric image of its states, packed, and the symmetry that maps the state found
first to this image. If `symmetry.symmetric` finds the same symmetries, its result has equal nodes,
moves and labels. `symmetric` may accept more symmetries, since they must hold only among reachable
states. Here a symmetry must hold at every g(x), even if g(x) is not reachable.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any, NamedTuple

import numpy as np

from stategraph.analysis.orbits import ReducedOrbits
from stategraph.analysis.symmetry import agree, matching
from stategraph.analysis.symmetry_group import SymmetryGroup
from stategraph.engines.limits import Budget, Limits, Progress, Stop
from stategraph.engines.successors import SuccessorGenerator, Successors
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, Extent, occurring_labels
from stategraph.kernels import Table, hash_row, slot_of
from stategraph.kernels.state_index import ITEMS_PER_LOOKUP
from stategraph.machine.deadline import OutOfTime
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items, Rows
from stategraph.native.state_table import StateTable
from stategraph.rules.candidate_symmetries import Symmetry, Values, candidates
from stategraph.rules.puzzle import Puzzle

# Number of states in the first batch and in the largest batches. The first batch is small, since it
# refutes most wrong proposals.
FIRST_BATCH_STATES, MAX_BATCH_STATES = 16, 1 << 14


class NoSymmetry(Exception):
    """Raised if proposed symmetries were refuted; ``args[0]`` is the set of their keys."""


def symmetry_reduced(
    puzzle: Puzzle,
    proposals: Iterable[tuple[str, Values]] = (),
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    progress: Progress | None = None,
) -> ArrayGraph:
    """Expand a puzzle into the quotient of its state graph by symmetries.

    Parameters
    ----------
    puzzle : Puzzle
    proposals : iterable of (name, tables)
        symmetries that the level's family proposes, in addition to symmetries of the board and
        swaps of variables
    limits, engine, progress
        as for `stategraph.expand.expand`; limits count stored states

    Returns
    -------
    ArrayGraph
        with a `ReducedOrbits` as its ``quotient``. If no symmetry is proven, every class is one
        state

    Notes
    -----
    The time is O((states + moves) * symmetries) for the stored states and moves. Memory is needed
    only for classes and their moves.

    Examples
    --------
    >>> from stategraph.load import load
    >>> reduced = symmetry_reduced(load("psychopath/first-push").puzzle)
    >>> from stategraph.analysis import first_solution
    >>> reduced, reduced.quotient.names, first_solution(reduced.quotient.real).text
    (<StateGraph: 70 states, 192 moves, goal 28, complete>, ('mirrored top to bottom',), 'RRRDRRU')
    """
    if puzzle.variables is None or puzzle.is_goal(puzzle.start):
        reduced = expand(puzzle, limits, engine=engine, progress=progress)
        names: tuple[Symmetry, ...] = ()
    else:
        budget = Budget(limits or Limits(), progress)
        reduced, names = _expanded(
            puzzle, list(candidates(puzzle.variables, proposals)), budget, engine
        )
    reduced.quotient = ReducedOrbits(reduced, puzzle, names)
    return reduced


def _expanded(
    puzzle: Puzzle, proposed: list[Symmetry], budget: Budget, engine: str
) -> tuple[ArrayGraph, tuple[Symmetry, ...]]:
    """Return the graph of classes, and the generators of its symmetry group."""
    generator, wrong = SuccessorGenerator(puzzle, budget, engine), set[Any]()
    while True:
        group = SymmetryGroup.without(proposed, wrong, puzzle.variables)
        run = _Run(puzzle, group, generator, budget)
        try:
            return run.finish(), group.generators
        except NoSymmetry as refuted:
            wrong |= refuted.args[0]


class _Run:
    """One expansion with a given symmetry group; classes are in the order of their discovery."""

    def __init__(
        self, puzzle: Puzzle, group: SymmetryGroup, generator: SuccessorGenerator, budget: Budget
    ):
        self.puzzle, self.group, self.generator, self.budget = puzzle, group, generator, budget
        start = np.array([puzzle.variables.pack(puzzle.start)], np.int64)
        least, which = group.least(start)
        state = puzzle.variables.unpack(least[0].tolist())
        spare = budget.spare_memory
        self.store = StateTable(puzzle.variables, [state], lambda: spare() // 4, which=np.uint8)
        self.store.column("which")[0] = which[0]
        self.head, self.goal, self.step = 0, -1, FIRST_BATCH_STATES
        self.degrees: list[np.ndarray] = []
        self.targets: list[np.ndarray] = []
        self.labels: list[np.ndarray] = []
        self.moves = 0
        self.renamings = [_Renaming() for _ in group.elements[1:]]

    def finish(self) -> ArrayGraph:
        """Expand until all classes are done or the budget is exhausted; return the graph."""
        try:
            stopped = self.budget.interrupting(self._expand)
        except OutOfTime as late:
            stopped = self.budget.stop_after(late)
        self._match()
        remaining = self.store.n - self.head - (self.goal >= self.head)
        return self._graph(stopped if remaining else None)

    def _expand(self) -> Stop | None:
        while self.head < self.store.n:
            if why := self.budget.exhausted(self.store.n, self.moves):
                return why
            if not self._advance(min(self.head + self.step, self.store.n)):
                return self.budget.too_many
            self.step = min(2 * self.step, MAX_BATCH_STATES)
        return None

    def _advance(self, stop: int) -> bool:
        """Expand the classes up to number `stop`; return False if the state limit was reached."""
        store = self.store
        states = self._first_states(self.head, stop)
        nodes = np.arange(self.head, stop) != self.goal
        successors = self.generator.of(states[nodes])
        self._prove(states[nodes], successors)
        offsets = np.zeros(stop - self.head + 1, np.int64)
        offsets[1:][nodes] = np.diff(successors.offsets)
        offsets = offsets.cumsum()
        least, which = self.group.least(successors.states)
        store.grow(len(least), self.goal)
        targets = np.empty(len(least), np.int32)
        most = self.budget.most_states
        reached = _Targets(least, which, successors.won, offsets, targets)
        table = Table(store.states, store.index, store.dense)
        processed, count, goal = _enter(
            reached, table, store.column("which"), store.n, self.goal, most,
            work=ITEMS_PER_LOOKUP * len(least),
        )  # fmt: skip
        moves = int(offsets[processed])
        self.degrees.append(np.diff(offsets[: processed + 1]))
        self.targets.append(targets[:moves])
        self.labels.append(successors.labels[:moves].astype(np.int32))
        self.head, store.n, self.goal = self.head + int(processed), int(count), int(goal)
        self.moves += moves
        return self.head == stop

    def _first_states(self, first: int, last: int) -> np.ndarray:
        """Return the state (k, w) int64 that was found first in the class of each of some nodes."""
        rows, which = self.store.states[first:last], self.store.column("which")[first:last]
        return self.group.restored(rows, which)

    def _prove(self, states: np.ndarray, successors: Successors) -> None:
        """Raise `NoSymmetry` if the moves of a state and of its image do not correspond."""
        wrong = set()
        for element, renaming in zip(self.group.elements[1:], self.renamings, strict=True):
            try:
                other = self.generator.of(element.of_rows(states))
            except (OutOfTime, MemoryError):
                raise
            except Exception:  # the image may not be a valid state, so the rules may fail on it
                wrong.add(element.key)
                continue
            if not renaming.holds(element.of_rows(successors.states), successors, other):
                wrong.add(element.key)
        if wrong:
            raise NoSymmetry(wrong)

    def _match(self) -> None:
        """Raise `NoSymmetry` if some symmetry does not rename labels one to one."""
        pairs = zip(self.group.elements[1:], self.renamings, strict=True)
        wrong = {element.key for element, renaming in pairs if not renaming.matches()}
        if wrong:
            raise NoSymmetry(wrong)

    def _graph(self, stopped: Stop | None) -> ArrayGraph:
        n, names = self.store.n, self.generator.names
        states = self._first_states(0, n)
        labels = np.concatenate([np.zeros(0, np.int32), *self.labels])
        degrees = np.concatenate([np.zeros(0, np.int64), *self.degrees])
        offsets = np.full(n + 1, self.moves, np.int64)
        offsets[: len(degrees) + 1] = np.concatenate(([0], degrees.cumsum()))
        return ArrayGraph(
            offsets=offsets,
            targets=np.concatenate([np.zeros(0, np.int32), *self.targets]),
            **occurring_labels(labels, names),
            states=states,
            variables=self.puzzle.variables,
            goal=None if self.goal < 0 else self.goal,
            extent=Extent(n if stopped is None else self.head, str(stopped or "")),
        )


class _Targets(NamedTuple):
    """The targets of some moves: least images, their symmetries, and a mask of winning moves.

    `offsets` are the row offsets of the source states. `targets` receives the node of each target.
    """

    rows: Rows
    which: Items
    won: Items
    offsets: Items
    targets: Items


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _enter(
    reached: _Targets, table: Table, column: Items, count: int, goal: int, most: int
) -> tuple[int, int, int]:
    """Insert the targets of moves into the table; return (done, count, goal).

    The node of each target is written to ``reached.targets``. Processing stops at the first source
    whose targets would exceed `most` states. `done` is the number of processed sources, `count` the
    number of nodes.
    """
    rows, won, offsets = reached.rows, reached.won, reached.offsets
    states, index = table.states, table.index
    for k in range(offsets.size - 1):
        count_before = count
        goal_before = goal
        for e in range(offsets[k], offsets[k + 1]):
            slot = 0 if won[e] else slot_of(rows, e, table)
            node = goal if won[e] else index[slot] - 1
            if node < 0:
                node = count
                count += 1
                for word in range(rows.shape[1]):
                    states[node, word] = rows[e, word]
                column[node] = reached.which[e]
                if won[e]:
                    goal = node
                else:
                    index[slot] = count
            reached.targets[e] = node
        if count > most:
            return k, count_before, goal_before
    return offsets.size - 1, count, goal


class _Renaming:
    """The images of each label under a symmetry that known moves allow; see `agree`."""

    def __init__(self) -> None:
        self.renamed, self.visited = np.full((0, 0), -1, np.int32), np.zeros(0, np.uint8)

    def holds(self, images: np.ndarray, successors: Successors, other: Successors) -> bool:
        """Return whether the moves `other` correspond to the moves `successors`.

        The symmetry maps each state to its image. `successors` holds the moves of some states, and
        `other` the moves of their images. `images` holds the image of each target in `successors`.
        """
        degrees = np.diff(successors.offsets), np.diff(other.offsets)
        if not np.array_equal(*degrees):
            return False
        labels = np.concatenate([successors.labels, other.labels])
        self._make_room(int(labels.max(initial=0)) + 1, int(degrees[0].max(initial=1)))
        rows = np.concatenate([images, other.states])
        kinds, target_kinds = np.unique(rows, axis=0, return_inverse=True)
        target_kinds = np.where(
            np.concatenate([successors.won, other.won]), len(kinds), target_kinds.reshape(-1)
        )
        n, ends = len(degrees[0]), np.zeros(len(kinds) + 1, np.int64)
        offsets = np.concatenate([[0], *degrees, ends]).cumsum()
        image = np.concatenate([np.arange(n, 2 * n), np.full(n, -1), 2 * n + np.arange(len(ends))])
        targets = (2 * n + target_kinds).astype(np.int32)
        arrays = offsets, targets, labels, image.astype(np.int32), self.renamed, self.visited
        return bool(agree(np.arange(n), *arrays))

    def _make_room(self, labels: int, most: int) -> None:
        """Enlarge the tables for `labels` labels and `most` moves per state."""
        (old, wide), new = self.renamed.shape, max(labels, len(self.visited))
        renamed = np.full((new, max(most, wide)), -1, np.int32)
        renamed[:old, :wide] = self.renamed
        self.renamed, self.visited = renamed, np.append(self.visited, np.zeros(new - old, np.uint8))

    def matches(self) -> bool:
        """Return whether distinct images can be chosen for all labels."""
        return matching(self.renamed) is not None
