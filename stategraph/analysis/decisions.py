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

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.solutions import Way
from stategraph.graph import StateGraph


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


def decisions(graph: StateGraph, way: Way) -> Decisions:
    """Return what is open at each step of `way`; kept. O(moves out of its states)."""
    return graph.remember(("decisions", way), lambda: _decisions(graph, way))


def _decisions(graph: StateGraph, way: Way) -> Decisions:
    left = moves_to_goal(graph)
    rows = np.zeros((len(way), 7), np.int64)
    for row, u in zip(rows, way.nodes, strict=False):
        after = left[graph.targets[graph.offsets[u] : graph.offsets[u + 1]]]
        slack = 1 + after[after >= 0] - left[u]
        kinds = [np.count_nonzero(slack == k) for k in (0, 1)]
        others = [len(slack) - sum(kinds), len(after) - len(slack)]
        row[:] = [len(after), *kinds, *others, slack.sum(), slack.max(initial=0)]
    return Decisions(*rows.T)


def _share(graph: StateGraph, way: Way, kind: str) -> float | None:
    """Return the mean share of a kind of move over the decision steps; None without any."""
    found = decisions(graph, way)
    shares = getattr(found, kind)[found.open] / found.choices[found.open]
    return float(shares.mean()) if len(shares) else None


def decision_steps(graph: StateGraph, way: Way) -> int:
    """Count the steps of the first shortest solution at which there is more than one move. O(L).

    Own definition.
    """
    return int(np.count_nonzero(decisions(graph, way).open))


def mean_choices(graph: StateGraph, way: Way) -> float | None:
    """Return the mean number of moves at the decision steps, ``|A(u)|``. O(L). Own definition."""
    found = decisions(graph, way)
    return float(found.choices[found.open].mean()) if found.open.any() else None


def productive_share(graph: StateGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is productive: d falls by 1.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    return _share(graph, way, "productive")


def neutral_share(graph: StateGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is neutral: d stays.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    return _share(graph, way, "neutral")


def regress_share(graph: StateGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step goes back: d grows, the goal in reach.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    return _share(graph, way, "regress")


def fatal_share(graph: StateGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is fatal: into a dead state.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    return _share(graph, way, "fatal")


def _only(graph: StateGraph, way: Way) -> np.ndarray:
    found = decisions(graph, way)
    return found.productive[found.open] == 1


def only_moves(graph: StateGraph, way: Way) -> int:
    """Count the decision steps at which only one of several moves is productive.

    Along the first shortest solution. O(moves out of its states). Own definition.
    """
    return int(np.count_nonzero(_only(graph, way)))


def only_move_share(graph: StateGraph, way: Way) -> float | None:
    """Return the share of the decision steps at which only one of several moves is productive.

    Along the first shortest solution. O(moves out of its states). Own definition.
    """
    only = _only(graph, way)
    return float(only.mean()) if len(only) else None


def mean_slack(graph: StateGraph, way: Way) -> float | None:
    """Return the mean error slack 1 + d(v) - d(u): how many moves a move at a decision step wastes.

    Over all moves that are not fatal at the decision steps of the first shortest solution; a
    productive one wastes none. O(moves out of its states). Own definition.
    """
    found = decisions(graph, way)
    moves = (found.choices - found.fatal)[found.open].sum()
    return float(found.slack[found.open].sum() / moves) if moves else None


def largest_slack(graph: StateGraph, way: Way) -> int | None:
    """Return the largest error slack 1 + d(v) - d(u) of a move that is not fatal.

    At the decision steps of the first shortest solution: the most that one wrong move costs there.
    O(moves out of its states). Own definition.
    """
    found = decisions(graph, way)
    return int(found.largest[found.open].max()) if found.open.any() else None


def _counterintuitive(graph: StateGraph, way: Way, heuristic: Callable[[Any], int]) -> np.ndarray:
    """Return at which steps (steps,) bool the heuristic does not fall."""
    guess = np.array([heuristic(graph.state(node)) for node in way.nodes])
    return np.diff(guess) >= 0


def counterintuitive_steps(graph: StateGraph, way: Way, heuristic: Callable[[Any], int]) -> int:
    """Count the steps of the first shortest solution at which the family's heuristic does not fall.

    A player who judges by it must do what looks useless or wrong. The count grows with the length.
    L + 1 calls of the heuristic. Source: Jarušek and Pelánek 2010.
    """
    return int(np.count_nonzero(_counterintuitive(graph, way, heuristic)))


def counterintuitive_share(
    graph: StateGraph, way: Way, heuristic: Callable[[Any], int]
) -> float | None:
    """Return the share of the decision steps at which the family's heuristic does not fall.

    Along the first shortest solution. L + 1 calls of the heuristic. Source: Jarušek and Pelánek
    2010.
    """
    odd = _counterintuitive(graph, way, heuristic)[decisions(graph, way).open]
    return float(odd.mean()) if len(odd) else None
