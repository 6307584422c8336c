"""The decisions along a solution: where a player must choose, and what the other moves cost.

A move u → v is *productive* if it falls (d(v) = d(u) - 1, d the moves left), *neutral* if d stays,
*regress* if d grows, and *fatal* if v is dead; its *slack* is 1 + d(v) - d(u), the moves it wastes.
A *decision step* is one where there is more than one move. Every share is over decision steps
only, so that a corridor of forced moves changes none::

    start ──► a ──┬─► b ──► goal        3 steps, 1 of them a decision, of 2 moves;
                  └─► dead              1 productive, 1 fatal: each has a share of 0.5

What the other moves cost only the whole graph can tell. The way is the first shortest solution
where nothing else is said.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.paths import Way
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class Decisions:
    """The moves that are open at each step of a way.

    Attributes
    ----------
    choices, productive, neutral, regress, fatal : (steps,) int64
        how many moves there are, and how many of each kind
    slack, largest : (steps,) int64
        the sum and the largest of the slacks of those that are not fatal
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
        """Which steps (steps,) bool are decisions."""
        return self.choices > 1


def decisions(graph: ArrayGraph, way: Way) -> Decisions:
    """Return what is open at each step of `way`; kept. O(moves out of its states)."""
    return graph.remember(("decisions", way), lambda: _decisions(graph, way))


def _decisions(graph: ArrayGraph, way: Way) -> Decisions:
    left = moves_to_goal(graph)
    rows = np.zeros((len(way), 7), np.int64)
    for row, u in zip(rows, way.nodes, strict=False):
        after = left[graph.targets[graph.offsets[u] : graph.offsets[u + 1]]]
        slack = 1 + after[after >= 0] - left[u]
        kinds = [np.count_nonzero(slack == k) for k in (0, 1)]
        others = [len(slack) - sum(kinds), len(after) - len(slack)]
        row[:] = [len(after), *kinds, *others, slack.sum(), slack.max(initial=0)]
    return Decisions(*rows.T)
