"""Classes of symmetric states whose members are not stored, but recomputed by the rules."""

from __future__ import annotations

import functools
from collections.abc import Iterable
from functools import cached_property
from typing import Any

import numpy as np

from stategraph import kernels
from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.lifting import Lifted
from stategraph.analysis.shortest_solutions import GraphPath, shortest
from stategraph.analysis.subgraph import line, subgraph
from stategraph.analysis.symmetry import Orbits
from stategraph.analysis.symmetry_group import SymmetryGroup
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph
from stategraph.rules.candidate_symmetries import Symmetry
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# the states that one move reaches, each with its predecessor and the label of the move
Layer = dict[State, Any]


class ReducedOrbits(Orbits):
    """The classes of a graph that was expanded with symmetry reduction; see `Orbits`.

    Only one state of each class is stored. Paths are lifted with the rules. `real` is a small graph
    of the states on shortest solutions, for reports about single states.
    """

    graph: ArrayGraph
    puzzle: Puzzle
    is_expansion = True
    group: SymmetryGroup

    def __init__(self, graph: ArrayGraph, puzzle: Puzzle, generators: Iterable[Symmetry]):
        group = SymmetryGroup.of(puzzle.variables, generators) if puzzle.variables else None
        set_ = functools.partial(object.__setattr__, self)
        set_("graph", graph)
        set_("puzzle", puzzle)
        set_("group", group)
        set_("names", tuple(generator.name for generator in group.generators) if group else ())

    @property
    def states_seen(self) -> int:
        """The number of stored states, one for each class."""
        return len(self.graph)

    @property
    def fewest_steps(self) -> int | None:
        """The number of moves of a shortest solution."""
        return shortest(self.graph)

    @cached_property
    def first(self) -> np.ndarray:
        """The nodes themselves, since each node stores the representative of its class."""
        return np.arange(len(self.graph))

    @cached_property
    def _index(self) -> kernels.RowIndex:
        least = self.group.least(np.asarray(self.graph.states))[0]
        return kernels.RowIndex(least, self.graph.goal)

    def nodes_of(self, rows: np.ndarray) -> np.ndarray:
        """Return the class (k,) int32 of each packed state (k, w), or -1 if it is unknown.

        The states must not be winning states.
        """
        return self._index.find(np.ascontiguousarray(self.group.least(rows)[0]))

    def find(self, state: Any) -> int | None:
        """Return the class of a state, or None if the class was not reached."""
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
        """A graph of the states on shortest solutions; only the start if no solution is known."""
        to_goal = moves_to_goal(self.graph)

        def nearer(state: State, new: State) -> bool:
            node, new_node = self.find(state), self.find(new)
            return new_node is not None and 0 <= to_goal[new_node] == to_goal[node] - 1

        return subgraph(self.puzzle, nearer)

    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path by calling the rules; see `Orbits.lift`.

        O(moves of the path * states per class).
        """
        start = self.graph.state(path.nodes[0])
        layers: list[Layer] = [{start: None}]
        for _ in range(len(self.group.elements) if closed else 1):
            for node in path.nodes[1:]:
                layers.append(self._reached(layers[-1], node))
            end = start if closed else next(iter(layers[-1]))
            if end in layers[-1]:
                return self._line(layers, end, path.wins)
        raise no_path(f"The path does not return to {start!r}.")

    def _reached(self, layer: Layer, node: int) -> Layer:
        """Return the states of class `node` one move after `layer`, with their predecessors."""
        previous: Layer = {}
        for state in layer:
            for label, new in self.puzzle.moves(state):
                if self.find(new) == node:
                    previous.setdefault(new, (state, label))
        return previous

    def _line(self, layers: list[Layer], end: State, wins: bool) -> Lifted:
        """Return the path to a state of the last layer, and the graph of this path."""
        states, labels = [end], []
        for layer in reversed(layers[1:]):
            state, label = layer[states[-1]]
            states.append(state)
            labels.append(label)
        part, path = line(self.puzzle, states[::-1], labels[::-1], wins)
        return Lifted(part, path, self.ends(path))
