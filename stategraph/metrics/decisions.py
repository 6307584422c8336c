"""The decisions along the first shortest solution, in numbers: shares of good and bad moves.

Every share is over decision steps only, where there is more than one move, so that a corridor of
forced moves changes none; `stategraph.analysis.decisions` draws one.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis import Decisions, Way
from stategraph.graph import ArrayGraph


def _share(found: Decisions, moves: np.ndarray) -> float | None:
    """Return the mean share of some `moves` (steps,) over the decision steps; None without any."""
    shares = moves[found.open] / found.choices[found.open]
    return float(shares.mean()) if len(shares) else None


def decision_steps(graph: ArrayGraph, way: Way) -> int:
    """Count the steps of the first shortest solution at which there is more than one move. O(L).

    Own definition.
    """
    return int(np.count_nonzero(analysis.decisions(graph, way).open))


def mean_choices(graph: ArrayGraph, way: Way) -> float | None:
    """Return the mean number of moves at the decision steps, ``|A(u)|``. O(L). Own definition."""
    found = analysis.decisions(graph, way)
    return float(found.choices[found.open].mean()) if found.open.any() else None


def productive_share(graph: ArrayGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is productive: d falls by 1.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.productive)


def neutral_share(graph: ArrayGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is neutral: d stays.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.neutral)


def regress_share(graph: ArrayGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step goes back: d grows, the goal in reach.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.regress)


def fatal_share(graph: ArrayGraph, way: Way) -> float | None:
    """Return which share of the moves at a decision step is fatal: into a dead state.

    The mean over the decision steps of the first shortest solution. O(moves out of its states). Own
    definition.
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.fatal)


def _only(graph: ArrayGraph, way: Way) -> np.ndarray:
    found = analysis.decisions(graph, way)
    return found.productive[found.open] == 1


def only_moves(graph: ArrayGraph, way: Way) -> int:
    """Count the decision steps at which only one of several moves is productive.

    Along the first shortest solution. O(moves out of its states). Own definition.
    """
    return int(np.count_nonzero(_only(graph, way)))


def only_move_share(graph: ArrayGraph, way: Way) -> float | None:
    """Return the share of the decision steps at which only one of several moves is productive.

    Along the first shortest solution. O(moves out of its states). Own definition.
    """
    only = _only(graph, way)
    return float(only.mean()) if len(only) else None


def mean_slack(graph: ArrayGraph, way: Way) -> float | None:
    """Return the mean error slack 1 + d(v) - d(u): how many moves a move at a decision step wastes.

    Over all moves that are not fatal at the decision steps of the first shortest solution; a
    productive one wastes none. O(moves out of its states). Own definition.
    """
    found = analysis.decisions(graph, way)
    moves = (found.choices - found.fatal)[found.open].sum()
    return float(found.slack[found.open].sum() / moves) if moves else None


def largest_slack(graph: ArrayGraph, way: Way) -> int | None:
    """Return the largest error slack 1 + d(v) - d(u) of a move that is not fatal.

    At the decision steps of the first shortest solution: the most that one wrong move costs there.
    O(moves out of its states). Own definition.
    """
    found = analysis.decisions(graph, way)
    return int(found.largest[found.open].max()) if found.open.any() else None


def _counterintuitive(graph: ArrayGraph, way: Way, heuristic: Callable[[Any], int]) -> np.ndarray:
    """Return at which steps (steps,) bool the heuristic does not fall."""
    left = np.array([heuristic(graph.state(node)) for node in way.nodes])
    return np.diff(left) >= 0


def counterintuitive_steps(graph: ArrayGraph, way: Way, heuristic: Callable[[Any], int]) -> int:
    """Count the steps of the first shortest solution at which the family's heuristic does not fall.

    A player who judges by it must do what looks useless or wrong. The count grows with the length.
    L + 1 calls of the heuristic. Source: Jarušek and Pelánek 2010.
    """
    return int(np.count_nonzero(_counterintuitive(graph, way, heuristic)))


def counterintuitive_share(
    graph: ArrayGraph, way: Way, heuristic: Callable[[Any], int]
) -> float | None:
    """Return the share of the decision steps at which the family's heuristic does not fall.

    Along the first shortest solution. L + 1 calls of the heuristic. Source: Jarušek and Pelánek
    2010.
    """
    odd = _counterintuitive(graph, way, heuristic)[analysis.decisions(graph, way).open]
    return float(odd.mean()) if len(odd) else None
