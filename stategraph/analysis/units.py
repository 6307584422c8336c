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
from typing import Any

from stategraph.analysis.paths import Way
from stategraph.graph import ArrayGraph


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

    @abstractmethod
    def solution(self, graph: ArrayGraph, order: str = "text") -> Way:
        """Return, of the ways to the goal through `real` in the fewest units, the first shortest.

        What `order` means, `first_way` says. O(states + moves) of `real`. ``NetworkXNoPath`` where
        the goal is not reached.
        """
