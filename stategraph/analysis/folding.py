"""Symmetry from the beginning: of each class of symmetric states one is ever kept.

::

    kept      start ─► all moves, by the rules ─► each new state becomes the least of those that
                                                  symmetries make of it ─► met before? else kept

Nothing is believed without proof here either. With every state x that is kept, and every symmetry g
of the group, the rules are asked for the moves of gx too: they must be what g makes of the moves of
x, under one renaming of labels for all states. If they ever are not, g is no symmetry, and the
expansion begins again without it. By induction over ways from the start every reachable state is a
gx of a state that is kept, so that what is proven of those holds of all: `symmetry` tells why such
classes can be one node.

The rules make as many moves as for the whole graph. What is kept of a class is its least form,
packed, and which symmetry makes of it the state that was found first. Nodes, moves and labels are
those of `symmetry.symmetric`, where that finds the same symmetries: there they need to hold among
reachable states alone, here at each gx, reachable or not.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from typing import Any

import numpy as np

from stategraph.analysis.folded import Folded
from stategraph.analysis.symmetry import agree, matching
from stategraph.analysis.symmetry_group import SymmetryGroup
from stategraph.engines.after import After, Successors
from stategraph.engines.limits import Budget, Limits, Progress, Stop
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, occurring_labels
from stategraph.kernels import hash_row, slot_of
from stategraph.machine.deadline import OutOfTime
from stategraph.machine.kernel import Kernel
from stategraph.native.state_table import StateTable
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.symmetry import Symmetry, Values, candidates

# States whose moves are made at a time: few at first, where most proposals turn out to be none.
FIRST, STEP = 16, 1 << 14

# What it takes to look a state up, in items of an array.
WORK = 8


class NoSymmetry(Exception):
    """The moves of a state are not those of what symmetries make of it; ``args[0]``: their keys."""


def folded(
    puzzle: Puzzle,
    known: Iterable[tuple[str, Values]] = (),
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    progress: Progress | None = None,
) -> ArrayGraph:
    """Return the quotient of a state graph by its symmetries, expanded as such.

    Its ``quotient`` is a `Folded`. Where no symmetry is proven, every class is one state.
    O((states + moves) * symmetries) time; memory for the classes and their moves.

    Parameters
    ----------
    known : iterable of (name, tables)
        what the level's family proposes besides turns of the board and swaps of variables
    limits, engine, progress
        as for `stategraph.expand.expand`; states that count are those that are kept

    >>> from stategraph.load import load
    >>> made = folded(load("psychopath/first-push").puzzle)
    >>> from stategraph.analysis import first_solution
    >>> made, made.quotient.names, first_solution(made.quotient.real).text
    (<StateGraph: 70 states, 192 moves, goal 28, complete>, ('mirrored top to bottom',), 'RRRDRRU')
    """
    if puzzle.variables is None or puzzle.is_goal(puzzle.start):
        made = expand(puzzle, limits, engine=engine, progress=progress)
        names: tuple[Symmetry, ...] = ()
    else:
        budget = Budget(limits or Limits(), progress)
        made, names = _expanded(puzzle, list(candidates(puzzle.variables, known)), budget, engine)
    made.quotient = Folded(made, puzzle, names)
    return made


def _expanded(
    puzzle: Puzzle, proposed: list[Symmetry], budget: Budget, engine: str
) -> tuple[ArrayGraph, tuple[Symmetry, ...]]:
    """Return the graph of classes, and what the group is made of."""
    after, wrong = After(puzzle, budget, engine), set[Any]()
    while True:
        group = SymmetryGroup.without(proposed, wrong, puzzle.variables)
        run = _Run(puzzle, group, after, budget)
        try:
            return run.finish(), group.generators
        except NoSymmetry as refuted:
            wrong |= refuted.args[0]


class _Run:
    """One expansion under a group: the classes found so far, in the order of discovery."""

    def __init__(self, puzzle: Puzzle, group: SymmetryGroup, after: After, budget: Budget):
        self.puzzle, self.group, self.after, self.budget = puzzle, group, after, budget
        start = np.array([puzzle.variables.pack(puzzle.start)], np.int64)
        least, which = group.least(start)
        state = puzzle.variables.unpack(least[0].tolist())
        spare = budget.spare_memory
        self.store = StateTable(puzzle.variables, [state], lambda: spare() // 4, which=np.uint8)
        self.store.column("which")[0] = which[0]
        self.head, self.goal, self.step = 0, -1, FIRST
        self.degrees: list[np.ndarray] = []
        self.targets: list[np.ndarray] = []
        self.labels: list[np.ndarray] = []
        self.found = 0
        self.renamings = [_Renaming() for _ in group.elements[1:]]

    def finish(self) -> ArrayGraph:
        """Expand until all is done or the budget says no; return the graph."""
        try:
            stopped = self.budget.interrupting(self._expand)
        except OutOfTime as late:
            stopped = self.budget.stop_after(late)
        self._match()
        left = self.store.n - self.head - (self.goal >= self.head)
        return self._graph(stopped if left else None)

    def _expand(self) -> Stop | None:
        while self.head < self.store.n:
            if why := self.budget.exhausted(self.store.n, self.found):
                return why
            if not self._advance(min(self.head + self.step, self.store.n)):
                return self.budget.too_many
            self.step = min(2 * self.step, STEP)
        return None

    def _advance(self, stop: int) -> bool:
        """Expand the classes up to number `stop`; return whether there was room for all."""
        store = self.store
        shown = self._shown(self.head, stop)
        nodes = np.arange(self.head, stop) != self.goal
        found = self.after.of(shown[nodes])
        self._prove(shown[nodes], found)
        offsets = np.zeros(stop - self.head + 1, np.int64)
        offsets[1:][nodes] = np.diff(found.offsets)
        offsets = offsets.cumsum()
        least, which = self.group.least(found.states)
        store.grow(len(least), self.goal)
        targets = np.empty(len(least), np.int32)
        most = self.budget.most_states
        done, count, goal = _enter(
            least, which, found.won, offsets, store.states, store.column("which"), store.index,
            store.dense, store.n, self.goal, most, targets, work=WORK * len(least),
        )  # fmt: skip
        moves = int(offsets[done])
        self.degrees.append(np.diff(offsets[: done + 1]))
        self.targets.append(targets[:moves])
        self.labels.append(found.labels[:moves].astype(np.int32))
        self.head, store.n, self.goal = self.head + int(done), int(count), int(goal)
        self.found += moves
        return self.head == stop

    def _shown(self, first: int, last: int) -> np.ndarray:
        """Return the states (k, w) int64 of some nodes as they were found first."""
        rows, which = self.store.states[first:last], self.store.column("which")[first:last]
        return self.group.restored(rows, which)

    def _prove(self, states: np.ndarray, found: Successors) -> None:
        """Raise `NoSymmetry` where what elements make of states has other moves."""
        wrong = set()
        for element, renaming in zip(self.group.elements[1:], self.renamings, strict=True):
            try:
                other = self.after.of(element.of_rows(states))
            except (OutOfTime, MemoryError):
                raise
            except Exception:  # no state of the level: the rules know nothing of it
                wrong.add(element.key)
                continue
            if not renaming.holds(element.of_rows(found.states), found, other):
                wrong.add(element.key)
        if wrong:
            raise NoSymmetry(wrong)

    def _match(self) -> None:
        """Raise `NoSymmetry` where labels cannot be renamed one by one."""
        pairs = zip(self.group.elements[1:], self.renamings, strict=True)
        wrong = {element.key for element, renaming in pairs if not renaming.matches()}
        if wrong:
            raise NoSymmetry(wrong)

    def _graph(self, stopped: Stop | None) -> ArrayGraph:
        n, names = self.store.n, self.after.names
        states = self._shown(0, n)
        labels = np.concatenate([np.zeros(0, np.int32), *self.labels])
        degrees = np.concatenate([np.zeros(0, np.int64), *self.degrees])
        offsets = np.full(n + 1, self.found, np.int64)
        offsets[: len(degrees) + 1] = np.concatenate(([0], degrees.cumsum()))
        return ArrayGraph(
            offsets=offsets,
            targets=np.concatenate([np.zeros(0, np.int32), *self.targets]),
            **occurring_labels(labels, names),
            states=states,
            variables=self.puzzle.variables,
            goal=None if self.goal < 0 else self.goal,
            expanded=n if stopped is None else self.head,
            stopped=str(stopped or ""),
        )


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _enter(rows, which, won, offsets, states, column, index, dense, count, goal, most, targets):
    """Enter what the moves of some nodes lead to, and write where; return (done, count, goal).

    Nodes that would make more states than `most` are not `done`.
    """
    for k in range(offsets.size - 1):
        count_before = count
        goal_before = goal
        for e in range(offsets[k], offsets[k + 1]):
            slot = 0 if won[e] else slot_of(rows, e, states, index, dense)
            node = goal if won[e] else index[slot] - 1
            if node < 0:
                node = count
                count += 1
                for word in range(rows.shape[1]):
                    states[node, word] = rows[e, word]
                column[node] = which[e]
                if won[e]:
                    goal = node
                else:
                    index[slot] = count
            targets[e] = node
        if count > most:
            return k, count_before, goal_before
    return offsets.size - 1, count, goal


class _Renaming:
    """What a symmetry may make of each label, as far as moves have told; see `symmetry.agree`."""

    def __init__(self) -> None:
        self.renamed, self.met = np.full((0, 0), -1, np.int32), np.zeros(0, np.uint8)

    def holds(self, images: np.ndarray, found: Successors, other: Successors) -> bool:
        """Return whether `other` are the moves `found`, which lead to `images`, renamed.

        Asked of two rows of states, of which the second are what a symmetry makes of the first.
        """
        degrees = np.diff(found.offsets), np.diff(other.offsets)
        if not np.array_equal(*degrees):
            return False
        labels = np.concatenate([found.labels, other.labels])
        self._make_room(int(labels.max(initial=0)) + 1, int(degrees[0].max(initial=1)))
        rows = np.concatenate([images, other.states])
        kinds, places = np.unique(rows, axis=0, return_inverse=True)
        places = np.where(np.concatenate([found.won, other.won]), len(kinds), places.reshape(-1))
        n, ends = len(degrees[0]), np.zeros(len(kinds) + 1, np.int64)
        offsets = np.concatenate([[0], *degrees, ends]).cumsum()
        image = np.concatenate([np.arange(n, 2 * n), np.full(n, -1), 2 * n + np.arange(len(ends))])
        targets = (2 * n + places).astype(np.int32)
        arrays = offsets, targets, labels, image.astype(np.int32), self.renamed, self.met
        return bool(agree(*arrays))

    def _make_room(self, labels: int, most: int) -> None:
        """Grow the tables for so many labels, and so many moves of a state."""
        (old, wide), new = self.renamed.shape, max(labels, len(self.met))
        renamed = np.full((new, max(most, wide)), -1, np.int32)
        renamed[:old, :wide] = self.renamed
        self.renamed, self.met = renamed, np.append(self.met, np.zeros(new - old, np.uint8))

    def matches(self) -> bool:
        """Return whether every label can become another one."""
        return matching(self.renamed) is not None
