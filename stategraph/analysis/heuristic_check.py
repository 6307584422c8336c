"""Check of a heuristic h against the distances d to the goal.

- *admissible*: h(u) <= d(u) for every living state;
- *consistent*: no move decreases h by more than 1, so h(u) <= 1 + h(v) for every move u → v;
- the *gap* of a state is d(u) - h(u): 0 if h is exact, negative if h overestimates;
- a dead state has infinite distance, so no value of h is a fault there::

    start ──► a ──► goal       d  2 1 0     admissible: no, 3 > 2 at the start
                               h  3 1 0     consistent: no, from 3 to 1 by one move

A consistent heuristic that is 0 at the goal is admissible; the converse need not hold. Only a
complete graph can prove that a heuristic has no faults. A fault in an incomplete graph is a fault
of the complete graph too: the moves exist there, and the distances can only be smaller.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis.dead_ends import dead
from stategraph.analysis.distances import moves_to_goal, nearest_first
from stategraph.analysis.proof import absent, proven_distance
from stategraph.errors import RuleError
from stategraph.graph import ArrayGraph
from stategraph.rules.combined_heuristics import DEAD
from stategraph.rules.puzzle import Heuristic

if TYPE_CHECKING:
    from stategraph.rules.puzzle import PartialHeuristic

# Largest accepted absolute value of a heuristic. Families return large values for states that they
# know to be dead.
MAX_FINITE_VALUE = 2**62


@dataclass(frozen=True)
class HeuristicCheck:
    """The values of a heuristic on the states of a graph, and its faults.

    Attributes
    ----------
    values : (n,) int64
        the heuristic value of every state
    distances : (n,) int32
        the distance of every state to the goal, -1 if it is infinite or not proven
    dead : int
        number of states that are proven dead
    too_many : (k,) int64
        states that h overestimates, nearest to the start first
    falls : (j,) int64
        moves that decrease h by more than 1, nearest to the start first
    dead_falls : int
        number of these moves that lead into states that are proven dead
    admissible, consistent : bool or None
        whether the heuristic has the property; None if no fault was found in an incomplete graph
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
        """The gap (k,) int64 of each state with a proven distance: distance minus heuristic."""
        gaps: np.ndarray = (self.distances - self.values)[self.distances >= 0]
        return gaps

    @property
    def histogram(self) -> dict[int, int]:
        """The number of states with each gap, smallest gap first."""
        gaps, counts = np.unique(self.gaps, return_counts=True)
        return dict(zip(gaps.tolist(), counts.tolist(), strict=True))


def whole(heuristic: Callable[[Any], object], name: str = "") -> Heuristic:
    """Wrap a heuristic so that it raises ``RuleError`` if a value is not an integer."""

    def estimate(state: object) -> int:
        value = heuristic(state)
        if not isinstance(value, (int, np.integer)) or abs(int(value)) > MAX_FINITE_VALUE:
            raise RuleError(
                f"heuristic {name}".rstrip() + f": in state ({state!r}) it returns {value!r}, "
                "which is not a whole number of moves"
            )
        return int(value)

    return estimate


def check_heuristic(graph: ArrayGraph, heuristic: Heuristic) -> HeuristicCheck:
    """Compare a heuristic with the distances in a graph, and collect its faults. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    heuristic : callable
        maps a state to an int. It is called once for each state of the graph, which stores only one
        winning state

    Raises
    ------
    RuleError
        if a value is not an integer

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> path = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    >>> check = check_heuristic(path, {0: 3, 1: 1, 2: 0}.get)
    >>> check.admissible, check.too_many.tolist(), check.consistent, check.falls.tolist()
    (False, [0], False, [0])
    """
    estimate = whole(heuristic)
    values = np.fromiter((estimate(graph.state(node)) for node in graph), np.int64, len(graph))
    distances, is_dead = moves_to_goal(graph), dead(graph)
    too_many = np.flatnonzero((distances >= 0) & (values > distances))
    falls = np.flatnonzero(values[graph.sources] > values[graph.targets] + 1)
    return HeuristicCheck(
        values,
        proven_distance(graph),
        int(np.count_nonzero(is_dead)),
        nearest_first(graph, too_many),
        nearest_first(graph, falls, graph.sources[falls]),
        int(np.count_nonzero(is_dead[graph.targets[falls]])),
        absent(graph, len(too_many) > 0),
        absent(graph, len(falls) > 0),
    )


def values_of(graph: ArrayGraph, nodes: np.ndarray, heuristic: PartialHeuristic) -> np.ndarray:
    """Return the heuristic (k,) float64 of some nodes; infinite values mark dead states.

    The value of the goal is 0, since the goal node represents all winning states.
    """
    distinct, which = np.unique(nodes, return_inverse=True)
    values = np.zeros(len(distinct))
    for k, node in enumerate(distinct.tolist()):
        if node != graph.goal:
            value = heuristic(graph.state(node))
            values[k] = np.inf if value is None or value >= DEAD else value
    return values[which.reshape(-1)]
