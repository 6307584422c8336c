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
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.paths import Way, first_solution, shortest
from stategraph.analysis.subgraph import line, subgraph
from stategraph.analysis.symmetry import Orbits, agree, matching
from stategraph.analysis.units import Lifted
from stategraph.engines.after import After, Successors
from stategraph.engines.limits import Budget, Limits, Progress, Stop
from stategraph.errors import no_path
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, occurring_labels
from stategraph.kernels import hash_row, slot_of
from stategraph.machine.deadline import OutOfTime
from stategraph.machine.kernel import Kernel
from stategraph.native.state_table import StateTable
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.symmetry import Symmetry, Values, candidates, identity

# A group of more symmetries is not made: each costs the moves of all states that are kept again.
MOST = 48

# States whose moves are made at a time: few at first, where most proposals turn out to be none.
FIRST, STEP = 16, 1 << 14

# What it takes to look a state up, in items of an array.
WORK = 8


@dataclass(frozen=True)
class SymmetryGroup:
    """Symmetries of which any two make a third: `made` from some of them, the identity first."""

    generators: tuple[Symmetry, ...]
    elements: tuple[Symmetry, ...]

    @classmethod
    def of(
        cls, variables: Any, chosen: Iterable[Symmetry], most: int = MOST
    ) -> SymmetryGroup | None:
        """Return the group that some symmetries make; None where it has more elements than `most`.

        O(elements * generators).
        """
        generators = tuple(chosen)
        found = {identity(variables).key: identity(variables)}
        queue = list(found.values())
        for element in queue:  # which grows
            for generator in generators:
                made = generator.after(element)
                if made.key not in found:
                    found[made.key] = made
                    queue.append(made)
            if len(found) > most:
                return None
        return cls(generators, tuple(queue))

    @classmethod
    def without(
        cls, proposed: Iterable[Symmetry], wrong: set[Any], variables: Any
    ) -> SymmetryGroup:
        """Return a group of symmetries that were proposed, none of whose elements is `wrong`.

        One after the other is taken in, where the group stays free of these.
        """
        group = cls.of(variables, ())
        assert group is not None
        known = {element.key for element in group.elements}
        for symmetry in proposed:
            if symmetry.key in known or symmetry.key in wrong:
                continue
            larger = cls.of(variables, (*group.generators, symmetry))
            if larger is not None and not wrong & {one.key for one in larger.elements}:
                group, known = larger, {one.key for one in larger.elements}
        return group

    def least(self, rows: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Return the least (n, w) int64 that the group makes of states, and by which element (n,).

        Elements are numbers (uint8); of several, the first. O(n * elements * bits).
        """
        best, which = rows, np.zeros(len(rows), np.uint8)
        for k, element in enumerate(self.elements[1:], 1):
            made = element.of_rows(rows)
            less = _less(made, best)
            best = np.where(less[:, None], made, best)
            which[less] = k
        return best, which

    @cached_property
    def inverses(self) -> list[int]:
        """The place of each element's inverse."""
        none = self.elements[0].key
        return [
            next(k for k, other in enumerate(self.elements) if other.after(one).key == none)
            for one in self.elements
        ]

    def restored(self, rows: np.ndarray, which: np.ndarray) -> np.ndarray:
        """Return the states (n, w) int64 of which these elements made the rows."""
        made = rows.copy()
        for k in np.unique(which[which > 0]).tolist():
            here = which == k
            made[here] = self.elements[self.inverses[k]].of_rows(rows[here])
        return made


def _less(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return which rows (n,) bool are less than others, word by word."""
    less, same = np.zeros(len(one), bool), np.ones(len(one), bool)
    for k in range(one.shape[1]):
        less |= same & (one[:, k] < other[:, k])
        same &= one[:, k] == other[:, k]
    return less


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
        except OutOfTime:
            stopped = self.budget.too_long
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


class Folded(Orbits):
    """The classes of an expansion by symmetry, without the states beneath; see `Orbits`.

    Ways are played by the rules, and `real` is the part of the state graph that the shortest
    solutions pass: all that is told of single states beneath.
    """

    graph: ArrayGraph
    puzzle: Any
    group: SymmetryGroup

    def __init__(self, graph: ArrayGraph, puzzle: Puzzle, generators: Iterable[Symmetry]):
        group = SymmetryGroup.of(puzzle.variables, generators) if puzzle.variables else None
        set_ = functools.partial(object.__setattr__, self)
        set_("graph", graph)
        set_("puzzle", puzzle)
        set_("group", group)
        set_("names", tuple(one.name for one in group.generators) if group else ())

    @property
    def states_seen(self) -> int:
        """How many states were kept: one of each class."""
        return len(self.graph)

    @property
    def fewest_steps(self) -> int | None:
        """The moves of a shortest solution."""
        return shortest(self.graph)

    @cached_property
    def first(self) -> np.ndarray:
        """The nodes: each bears the state that stands for its class."""
        return np.arange(len(self.graph))

    @cached_property
    def _index(self) -> kernels.RowIndex:
        least = self.group.least(np.asarray(self.graph.states))[0]
        return kernels.RowIndex(least, self.graph.goal)

    def nodes_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the class (k,) int32 of each packed state (k, w), none of which wins; -1: none."""
        return self._index.find(np.ascontiguousarray(self.group.least(rows)[0]))

    def find(self, state: Any) -> int | None:
        """Return the class of a state, None where it was not reached."""
        if self.group is None:
            return next((k for k in self.graph if self.graph.state(k) == state), None)
        if self.puzzle.is_goal(state):
            return self.graph.goal
        rows = np.array([self.puzzle.variables.pack(state)], np.int64)
        node = int(self.nodes_of(rows)[0])
        return None if node < 0 else node

    @cached_property
    def owner(self) -> np.ndarray:
        """The class (n,) int32 of each state of `real`."""
        return np.array([self.find(self.real.state(k)) for k in self.real], np.int32)

    @cached_property
    def real(self) -> ArrayGraph:
        """The states on the shortest solutions, or the start alone, with the moves of these."""
        left = moves_to_goal(self.graph)

        def nearer(state: Any, new: Any) -> bool:
            here, there = self.find(state), self.find(new)
            return there is not None and 0 <= left[there] == left[here] - 1

        return subgraph(self.puzzle, nearer)

    def played(self, way: Way, source: int | None = None, target: int | None = None) -> Lifted:
        """Return a way as moves of the level, and the graph of these alone; see `Orbits.lift`.

        Where source and target are given, they are the node that the way begins and ends in, and
        it comes back to the same state. O(moves of the way), times the states of its classes.
        """
        start = self.graph.state(way.nodes[0])
        layers: list[dict[Any, Any]] = [{start: None}]
        for _ in range(1 if target is None else len(self.group.elements)):
            for node in way.nodes[1:]:
                layers.append(self._next(layers[-1], node))
            end = next(iter(layers[-1])) if target is None else start
            if end in layers[-1]:
                return self._line(layers, end, way.wins)
        raise no_path(f"The way does not come back to {start!r}.")

    def _next(self, layer: dict[Any, Any], node: int) -> dict[Any, Any]:
        """Return the states of class `node` that one move leads to, and how each is come by."""
        came: dict[Any, Any] = {}
        for state in layer:
            for label, new in self.puzzle.moves(state):
                if self.find(new) == node:
                    came.setdefault(new, (state, label))
        return came

    def _line(self, layers: list[dict[Any, Any]], end: Any, wins: bool) -> Lifted:
        """Return the way that leads to a state of the last layer, and its graph."""
        states, labels = [end], []
        for layer in reversed(layers[1:]):
            state, label = layer[states[-1]]
            states.append(state)
            labels.append(label)
        made, way = line(self.puzzle, states[::-1], labels[::-1], wins)
        return Lifted(made, way, self.ends(way))

    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a way as `played` does."""
        return self.played(way, source, target).way

    def solution(self, graph: ArrayGraph, order: str = "text") -> Way:
        """Return the first shortest solution; see `Units.solution`."""
        return first_solution(self.real, order)
