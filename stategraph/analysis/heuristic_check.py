"""Is a heuristic what it promises: an estimate h of the moves left, held against the distance d.

- *admissible*: never too many, h(u) <= d(u) wherever the goal can still be reached;
- *consistent*: no move makes it fall by more than 1, h(u) <= 1 + h(v) for every move u → v;
- its *gap* at a state is d(u) - h(u): 0 where it is exact, below 0 where it says too many;
- on a dead state the distance is infinite: whatever it says is too few, and no fault::

    start ──► a ──► goal       d  2 1 0     admissible: no, 3 > 2 at the start
                               h  3 1 0     consistent: no, from 3 to 1 by one move

A consistent heuristic that is 0 at the goal is admissible; the other way round need not be. Only
the whole graph can tell. On one that is not complete, a fault is proven all the same, since every
move in it is a real one and every solution in it bounds the distance; that there is none stays
unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_to_goal, nearest_first
from stategraph.analysis.proof import absent, proven_distance
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph

# Families guess so many moves at most, of states that they know to be dead.
LARGEST = 2**62


@dataclass(frozen=True)
class HeuristicCheck:
    """What became of a heuristic on the states of a graph.

    Attributes
    ----------
    values : (n,) int64
        h of every state
    distances : (n,) int32
        d of every state, -1 where it is not proven or infinite
    dead : int
        states that are proven dead
    too_many : (k,) int64
        states with a solution shorter than it says, nearest to the start first
    falls : (j,) int64
        moves that make it fall by more than 1, nearest to the start first
    dead_falls : int
        how many of these lead into states that are proven dead
    admissible, consistent : bool or None
        None: no fault was found, but the graph is not complete
    """

    values: np.ndarray
    distances: np.ndarray
    dead: int
    too_many: np.ndarray
    falls: np.ndarray
    dead_falls: int
    admissible: bool | None
    consistent: bool | None

    @property
    def gaps(self) -> np.ndarray:
        """Distance less heuristic (k,) int64 where the distance is proven, by state."""
        return (self.distances - self.values)[self.distances >= 0]

    @property
    def histogram(self) -> dict[int, int]:
        """How many states have each gap, smallest first."""
        gaps, counts = np.unique(self.gaps, return_counts=True)
        return dict(zip(gaps.tolist(), counts.tolist(), strict=True))


def whole(heuristic: Callable[[Any], Any], name: str = "") -> Callable[[Any], int]:
    """Return a heuristic that raises ``RuleError`` where it guesses no whole number of moves."""

    def guess(state: Any) -> int:
        made = heuristic(state)
        if not isinstance(made, (int, np.integer)) or abs(int(made)) > LARGEST:
            raise RuleError(
                f"heuristic {name}".rstrip() + f": in state ({state!r}) it guesses {made!r}, "
                "which is no whole number of moves"
            )
        return int(made)

    return guess


def check_heuristic(graph: ArrayGraph, heuristic: Callable[[Any], int]) -> HeuristicCheck:
    """Hold a heuristic against the distances. O(states + moves), and a call of it for each state.

    Of the winning states only the first one found is asked.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> path = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    >>> found = check_heuristic(path, {0: 3, 1: 1, 2: 0}.get)
    >>> found.admissible, found.too_many.tolist(), found.consistent, found.falls.tolist()
    (False, [0], False, [0])
    """
    guess = whole(heuristic)
    values = np.fromiter((guess(graph.state(node)) for node in graph), np.int64, len(graph))
    bound, gone = moves_to_goal(graph), dead(graph)
    too_many = np.flatnonzero((bound >= 0) & (values > bound))
    falls = np.flatnonzero(values[graph.sources] > values[graph.targets] + 1)
    return HeuristicCheck(
        values,
        proven_distance(graph),
        int(np.count_nonzero(gone)),
        nearest_first(graph, too_many),
        nearest_first(graph, falls, graph.sources[falls]),
        int(np.count_nonzero(gone[graph.targets[falls]])),
        absent(graph, len(too_many) > 0),
        absent(graph, len(falls) > 0),
    )
