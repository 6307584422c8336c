"""Quotients, and the conversion of paths between a quotient graph and its states.

A quotient graph is an `ArrayGraph` like any other. The attribute ``quotient`` maps nodes and paths
of the graph to states, and back::

    classes  [0] ── push 1:3 right ──► [1]
    states    0 ◄─R,L─► 1 ◄─D,U─► 2 ──R──► 3 ...      lifted from state 0: R D R

The functions below accept any graph, including a graph of states. Reports need paths that can be
replayed. In a graph of units, such as pushes, reports show a path in units, and lift it only where
single moves are needed. In a graph of symmetric classes, the moves of a class have the labels of
one of its states. Every reported path is therefore lifted; see `stategraph.analysis.symmetry`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from stategraph.analysis.shortest_solutions import GraphPath, first_solution, shortest
from stategraph.graph import ArrayGraph
from stategraph.readable import Record


class Lifted(NamedTuple):
    """A path of a quotient graph, converted to moves of the level.

    Attributes
    ----------
    graph : ArrayGraph
        the state graph that `way` belongs to
    way : GraphPath
    ends : list of int
        for each move of the quotient path, the number of level moves up to its end
    """

    graph: ArrayGraph
    way: GraphPath
    ends: list[int]


@dataclass(frozen=True, eq=False)
class Quotient(ABC):
    """The map between a quotient graph and the state graph of the level.

    Attributes
    ----------
    real : ArrayGraph
        the state graph
    owner : (n,) int32
        the node of each state of `real`; -1 if unknown, on an incomplete graph
    first : (k,) int64
        the first state of each node
    won : (k, w) int64 or None
        the packed winning states without the actor; None if `real` stores all states before the
        goal, so that the rules can compute the winning states
    kind : {"walks", "turns", "symmetry", "variables"}
    in_units : bool
        whether a move is a unit: a run of moves, so that paths have two lengths
    playable : bool
        whether every path can be lifted
    is_expansion : bool
        whether the rules expanded only one state of each class, without building the state graph
        first. Files can store such a graph with its level
    symmetries : tuple of str or None
        for the kind "symmetry", the proven symmetries that join states. The moves of a class then
        have the labels of one of its states; other states may have other labels
    actors : Mapping or None
        the actor of each label; None if labels do not show the actor
    """

    real: ArrayGraph
    owner: np.ndarray
    first: np.ndarray
    kind = ""
    in_units = False
    playable = True
    is_expansion = False

    @property
    def symmetries(self) -> tuple[str, ...] | None:  # noqa: D102
        return None

    @property
    def actors(self) -> Mapping[str, str] | None:  # noqa: D102
        return None

    @property
    def won(self) -> np.ndarray | None:  # noqa: D102
        return None

    def find(self, state: object) -> int | None:
        """Return the node of a state, or None if the state is unknown. O(states).

        A state graph stores one goal state, so no other goal state can be found.
        """
        node = self.real.find(state)
        return None if node is None else self.node_of(node)

    def node_of(self, state: int) -> int | None:
        """Return the node of a state of `real`, or None if the node is unknown."""
        node = int(self.owner[state])
        return None if node < 0 else node

    @abstractmethod
    def project(self, graph: ArrayGraph, path: GraphPath) -> GraphPath:
        """Project a path of `real` to the quotient graph. O(moves of the path).

        Parameters
        ----------
        graph : ArrayGraph
            the quotient graph
        path : GraphPath

        Raises
        ------
        NetworkXNoPath
            if the path leaves the known part of the quotient graph
        """

    @abstractmethod
    def lift(self, path: GraphPath, closed: bool = False) -> Lifted:
        """Lift a path of the quotient graph to a path of states.

        The result begins in the first state of the first node of the path. It has the fewest moves
        of all lifts from there.

        Parameters
        ----------
        path : GraphPath
        closed : bool
            for a cycle of symmetric classes, whether the result must return to its first state;
            this may take several rounds of the cycle

        Raises
        ------
        InputError
            if some paths of this quotient cannot be played
        """

    def ends(self, path: GraphPath) -> list[int]:
        """Return how many moves of a path lead to the end of each move of its projection."""
        return list(range(1, len(path) + 1))

    @abstractmethod
    def solution(self, graph: ArrayGraph, order: str = "text") -> GraphPath:
        """Return the first shortest solution as a path of `real`.

        In a graph of units, the solution has the fewest units. Of the solutions with the fewest
        units it has the fewest moves. O(states + moves) of `real` for the first call; later calls
        use cached results.

        Parameters
        ----------
        graph : ArrayGraph
            the quotient graph
        order : {"text", "moves"}
            as in `first_path`

        Raises
        ------
        NetworkXNoPath
            if the goal is not known to be reachable
        """

    @property
    def states_seen(self) -> int:
        """The number of known states of the level."""
        return len(self.real)

    @property
    def fewest_steps(self) -> int | None:
        """The fewest moves to the goal, with any number of units; None if it is unknown."""
        return shortest(self.real)

    def record(self) -> Record:
        """Return additional JSON keys that describe these classes in an analysis."""
        return {}


def quotient_of(graph: ArrayGraph) -> Quotient:
    """Return the quotient of `graph`, which must be a quotient graph."""
    assert graph.quotient is not None, "a graph of states has no quotient"
    return graph.quotient


def has_units(graph: ArrayGraph) -> bool:
    """Return whether the moves of a graph are units: runs of moves, such as walks or turns."""
    return graph.quotient is not None and graph.quotient.in_units


def symmetries_of(graph: ArrayGraph) -> tuple[str, ...] | None:
    """Return the symmetries that join states; None if the nodes are not symmetric classes."""
    return None if graph.quotient is None else graph.quotient.symmetries


def lift(graph: ArrayGraph, path: GraphPath) -> Lifted:
    """Convert a path of any graph to a path of states; see `Quotient.lift`."""
    if graph.quotient is None:
        return Lifted(graph, path, list(range(1, len(path) + 1)))
    return graph.quotient.lift(path)


def project(graph: ArrayGraph, path: GraphPath) -> GraphPath:
    """Convert a path of states to a path of `graph`; see `Quotient.project`."""
    return path if graph.quotient is None else graph.quotient.project(graph, path)


def state_solution(graph: ArrayGraph, order: str = "text") -> Lifted:
    """Return the first shortest solution as a path of states; see `Quotient.solution`."""
    if graph.quotient is None:
        return lift(graph, first_solution(graph, order))
    path = graph.quotient.solution(graph, order)
    return Lifted(graph.real, path, graph.quotient.ends(path))


def reported(graph: ArrayGraph, path: GraphPath) -> tuple[ArrayGraph, GraphPath]:
    """Return the form of a path that reports show, and the graph that this form belongs to.

    A path of symmetric classes is lifted to states; a lifted cycle returns to its first state.
    Other paths are unchanged.
    """
    if graph.quotient is None or graph.quotient.symmetries is None:
        return graph, path
    closed = len(path) > 0 and path.nodes[0] == path.nodes[-1]
    return graph.quotient.lift(path, closed)[:2]


def reported_solution(graph: ArrayGraph, order: str = "text") -> GraphPath:
    """Return the first shortest solution in the form that reports show; see `reported`."""
    if symmetries_of(graph) is None:
        return first_solution(graph, order)
    return state_solution(graph, order).way


def node_solution(graph: ArrayGraph, order: str = "text") -> GraphPath:
    """Return the solution that reports show, as a path through nodes of `graph`."""
    path = reported_solution(graph, order)
    return path if symmetries_of(graph) is None else project(graph, path)
