"""The decisions along a solution, and the cost of moves that are not on the solution.

Let d(u) be the distance from state u to the goal. A move u → v is

- *productive* if d(v) = d(u) - 1,
- *neutral* if d(v) = d(u),
- *regress* if d(v) > d(u),
- *fatal* if v is dead.

The *slack* of a move is 1 + d(v) - d(u), the number of moves that it wastes. A *decision step* is a
step at which the player has at least two moves. Shares are computed over decision steps only, so
that a corridor of forced moves does not change them::

    start ──► a ──┬─► b ──► goal        3 steps, 1 of them a decision with 2 moves:
                  └─► dead              1 productive, 1 fatal, so each has a share of 0.5

All distances must be known, so the graph must be complete. The solution is the first shortest
solution unless stated otherwise.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.shortest_solutions import GraphPath
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class Decisions:
    """The choices at each step of a path.

    Attributes
    ----------
    choices, productive, neutral, regress, fatal : (steps,) int64
        the number of moves that the player can choose from, and the number of moves of each kind
    slack, largest : (steps,) int64
        the sum and the maximum of the slacks of moves that are not fatal
    """

    choices: np.ndarray
    productive: np.ndarray
    neutral: np.ndarray
    regress: np.ndarray
    fatal: np.ndarray
    slack: np.ndarray
    largest: np.ndarray

    @property
    def open(self) -> np.ndarray:
        """A mask (steps,) bool of the decision steps."""
        return self.choices > 1


def decisions(graph: ArrayGraph, path: GraphPath) -> Decisions:
    """Return the choices at each step of a path; cached. O(moves of the states on the path).

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> decisions(graph, graph.solution()).choices.tolist()
    [2, 2, 2]
    """
    return graph.remember(("decisions", path), lambda: _decisions(graph, path))


def _decisions(graph: ArrayGraph, path: GraphPath) -> Decisions:
    to_goal = moves_to_goal(graph)
    rows = np.zeros((len(path), 7), np.int64)
    for row, u in zip(rows, path.nodes, strict=False):
        next_distances = to_goal[graph.targets[graph.offsets[u] : graph.offsets[u + 1]]]
        slack = 1 + next_distances[next_distances >= 0] - to_goal[u]
        kinds = [np.count_nonzero(slack == k) for k in (0, 1)]
        detour_counts = [len(slack) - sum(kinds), len(next_distances) - len(slack)]
        row[:] = [len(next_distances), *kinds, *detour_counts, slack.sum(), slack.max(initial=0)]
    return Decisions(*rows.T)
