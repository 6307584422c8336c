"""Classes of symmetric states without the states beneath: these are found again by playing."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.paths import Way, first_solution, shortest
from stategraph.analysis.subgraph import line, subgraph
from stategraph.analysis.symmetry import Orbits
from stategraph.analysis.symmetry_group import SymmetryGroup
from stategraph.analysis.units import Lifted
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import Puzzle
from stategraph.rules.symmetry import Symmetry


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
