"""Play in units of its own: a graph whose moves are runs of moves of the graph beneath it.

What a player thinks in is a push, not the steps to the block. A graph of units is an `ArrayGraph`
like any other, and `Units`, its ``quotient``, is the way back: a way in units becomes moves that
replay on the level, and as few of them as these units allow::

    units    [0] ── push 1:3 right ──► [1]
    states   0 ◄─R,L─► 1 ◄─D,U─► 2 ──R──► 3 ...      lifted from state 0: R D R
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from stategraph import kernels
from stategraph.analysis.paths import ShortestPaths, Way, first_way, shortest
from stategraph.analysis.proof import solutions_known
from stategraph.errors import no_path
from stategraph.graph import ArrayGraph
from stategraph.variables import Variables


class Lifted(NamedTuple):
    """A way by moves of the level.

    Attributes
    ----------
    graph : ArrayGraph
        the graph of states through which it leads
    way : Way
    ends : list of int
        how many moves are made when each of its units ends
    """

    graph: ArrayGraph
    way: Way
    ends: list[int]


@dataclass(frozen=True, eq=False)
class Units(ABC):
    """What a graph of units stands for, and the way back to moves of the level.

    Attributes
    ----------
    real : ArrayGraph
        the graph of single moves
    kind : str
        what makes a unit, as ``--by`` spells it
    """

    real: ArrayGraph
    kind = ""

    def find(self, state: Any) -> int | None:
        """Return the node of the graph of units for a state, None where none is known. O(states).

        Of the goal states only the one found first is known, as in any graph.
        """
        found = self.real.find(state)
        return None if found is None else self.node_of(found)

    @abstractmethod
    def node_of(self, state: int) -> int | None:
        """Return the node for a state of `real`, None where it is not known."""

    @abstractmethod
    def fold(self, graph: ArrayGraph, way: Way) -> Way:
        """Return a way through `real` as one through `graph`, in units. O(moves of the way).

        ``NetworkXNoPath`` where it leads beyond what is known in units.
        """

    @abstractmethod
    def ends(self, way: Way) -> list[int]:
        """Return how many moves of a way through `real` are made when each of its units ends."""

    @abstractmethod
    def lift(self, way: Way, source: int | None = None, target: int | None = None) -> Way:
        """Return a shortest way through `real` that makes these units.

        Parameters
        ----------
        source : int, optional
            the state to begin in; by default the one of the first node that was found first
        target : int, optional
            the state to end in; by default whichever of the last node takes the fewest steps
        """

    def played(self, way: Way, source: int | None = None, target: int | None = None) -> Lifted:
        """Return a way as `lift` does, and the graph through which that leads: `real` as a rule."""
        made = self.lift(way, source, target)
        return Lifted(self.real, made, self.ends(made))

    @property
    def states_seen(self) -> int:
        """How many states of the level were seen."""
        return len(self.real)

    @property
    def fewest_steps(self) -> int | None:
        """The fewest moves to the goal, in whatever units; None where that is not known."""
        return shortest(self.real)

    @abstractmethod
    def solution(self, graph: ArrayGraph, order: str = "text") -> Way:
        """Return, of the ways to the goal through `real` in the fewest units, the first shortest.

        What `order` means, `first_way` says. O(states + moves) of `real`, once. ``NetworkXNoPath``
        where the goal is not known to be reached.
        """


class Runs(Units):
    """Units that are runs of moves, so that ways have two lengths; see `Units`."""

    @abstractmethod
    def ways(self) -> ShortestPaths:
        """Return the ways to the goal through `real` in the fewest units, and then fewest moves.

        O(states + moves) of `real`. ``NetworkXNoPath`` where the goal is not reached.
        """

    def solution(self, graph: ArrayGraph, order: str = "text") -> Way:
        """Return the first of `ways`; see `Units.solution`."""
        if graph.goal is None or not solutions_known(graph):
            raise no_path("The goal is not reached, as far as is known.")
        return first_way(self.real, graph.remember("ways in units", self.ways), order)


def shown(graph: ArrayGraph, first: np.ndarray) -> Any:
    """Return the states of some nodes, packed where they are; None past the last."""
    if graph.variables is None:
        return [graph.states[k] if k < len(graph) else None for k in first.tolist()]
    return graph.states[np.minimum(first, len(graph) - 1)]


@dataclass(frozen=True)
class Rows:
    """The units between nodes as rows, before these are numbered breadth first.

    Attributes
    ----------
    offsets, targets : (k+1,) int64, (m,) int32
        the units of a node
    labels : (m,) int64
        what each is called, an index into `names`
    names : list of str
    states : (k, w) int64 or list
        the state that each node is shown as
    open : (k,) bool
        the nodes of which more units may be found where the graph is not whole
    """

    offsets: np.ndarray
    targets: np.ndarray
    labels: np.ndarray
    names: list[str]
    states: Any
    open: np.ndarray


def assemble(
    rows: Rows, begin: int, goal: int | None, variables: Variables | None, stopped: str
) -> tuple[ArrayGraph, Any]:
    """Return the graph of units, and the new number (k,) int32 of each node, -1: out of reach.

    From the first node on, breadth first from `begin`, that is `open`, nothing is known for sure:
    these nodes are the frontier, without moves. O(k + m).
    """
    final = np.zeros(len(rows.open), bool)
    if goal is not None:
        final[goal] = True
    offsets, targets, labels, expanded = rows.offsets, rows.targets, rows.labels, None
    if rows.open.any():
        _, order = kernels.explore(offsets, targets, begin, final)
        expanded = int(np.flatnonzero(np.append(rows.open[order], True))[0])
        known = np.zeros(len(rows.open), bool)
        known[order[:expanded]] = True
        degrees = np.diff(offsets)
        kept = np.repeat(known, degrees)
        offsets = np.concatenate(([0], np.cumsum(degrees * known)))
        targets, labels = targets[kept], labels[kept]
    made, number = ArrayGraph.from_rows(offsets, targets, labels, rows.names, begin, final)
    states = rows.states[made.states] if variables else [rows.states[k] for k in made.states]
    return (
        ArrayGraph(
            offsets=made.offsets,
            targets=made.targets,
            labels=made.labels,
            label_names=made.label_names,
            states=states,
            variables=variables,
            goal=made.goal,
            expanded=None if expanded is None else min(expanded, len(made)),
            stopped=stopped,
        ),
        number,
    )
