"""Metrics of the decisions along the first shortest solution.

Shares are computed over decision steps only: steps from a state with at least two moves. A corridor
of forced moves does not change these shares. Shares, means and maxima are None without a decision
step. `stategraph.analysis.decisions` explains the kinds of moves. In the definitions, d is the
distance to the goal.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.analysis import Decisions, GraphPath
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import Heuristic


def _share(decisions: Decisions, moves: np.ndarray) -> float | None:
    """Return the mean of `moves` (steps,) / number of choices over the decision steps, or None."""
    shares = moves[decisions.open] / decisions.choices[decisions.open]
    return float(shares.mean()) if len(shares) else None


def decision_steps(graph: ArrayGraph, path: GraphPath) -> int:
    """Count the steps of the first shortest solution that offer at least two moves. O(L).

    Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> decision_steps(graph, graph.solution())
    3
    """
    return int(np.count_nonzero(analysis.decisions(graph, path).open))


def mean_choices(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the mean number of moves ``|A(u)|`` at the decision steps. O(L).

    Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> mean_choices(graph, graph.solution())
    2.0
    """
    decisions = analysis.decisions(graph, path)
    return float(decisions.choices[decisions.open].mean()) if decisions.open.any() else None


def productive_share(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the share of productive moves, which decrease d by 1.

    The share is averaged over the decision steps of the first shortest solution. O(moves of its
    states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> productive_share(graph, graph.solution())
    0.5
    """
    decisions = analysis.decisions(graph, path)
    return _share(decisions, decisions.productive)


def neutral_share(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the share of neutral moves, which do not change d.

    The share is averaged over the decision steps of the first shortest solution. O(moves of its
    states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(neutral_share(graph, graph.solution()), 3)
    0.167
    """
    decisions = analysis.decisions(graph, path)
    return _share(decisions, decisions.neutral)


def regress_share(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the share of moves that increase d but keep the goal reachable.

    The share is averaged over the decision steps of the first shortest solution. O(moves of its
    states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(regress_share(graph, graph.solution()), 3)
    0.333
    """
    decisions = analysis.decisions(graph, path)
    return _share(decisions, decisions.regress)


def fatal_share(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the share of fatal moves, which lead to a dead state.

    The share is averaged over the decision steps of the first shortest solution. O(moves of its
    states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> fatal_share(graph, graph.solution())
    0.0
    """
    decisions = analysis.decisions(graph, path)
    return _share(decisions, decisions.fatal)


def _only(graph: ArrayGraph, path: GraphPath) -> np.ndarray:
    decisions = analysis.decisions(graph, path)
    only: np.ndarray = decisions.productive[decisions.open] == 1
    return only


def only_moves(graph: ArrayGraph, path: GraphPath) -> int:
    """Count the decision steps with exactly one productive move.

    Along the first shortest solution. O(moves of its states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> only_moves(graph, graph.solution())
    3
    """
    return int(np.count_nonzero(_only(graph, path)))


def only_move_share(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the share of decision steps with exactly one productive move.

    Along the first shortest solution. O(moves of its states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> only_move_share(graph, graph.solution())
    1.0
    """
    only = _only(graph, path)
    return float(only.mean()) if len(only) else None


def mean_slack(graph: ArrayGraph, path: GraphPath) -> float | None:
    """Return the mean error slack 1 + d(v) - d(u): the number of moves that a move u → v wastes.

    The mean is taken over all moves that are not fatal at the decision steps of the first shortest
    solution. A productive move wastes none. O(moves of its states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(mean_slack(graph, graph.solution()), 3)
    0.833
    """
    decisions = analysis.decisions(graph, path)
    moves = (decisions.choices - decisions.fatal)[decisions.open].sum()
    return float(decisions.slack[decisions.open].sum() / moves) if moves else None


def largest_slack(graph: ArrayGraph, path: GraphPath) -> int | None:
    """Return the largest error slack 1 + d(v) - d(u) of a move that is not fatal.

    It is the largest number of moves that one wrong move wastes at a decision step of the first
    shortest solution. O(moves of its states). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> largest_slack(graph, graph.solution())
    2
    """
    decisions = analysis.decisions(graph, path)
    return int(decisions.largest[decisions.open].max()) if decisions.open.any() else None


def _counterintuitive(graph: ArrayGraph, path: GraphPath, heuristic: Heuristic) -> np.ndarray:
    """Return the mask, (steps,) bool, of the steps at which the heuristic does not decrease."""
    estimates = np.array([heuristic(graph.state(node)) for node in path.nodes])
    return np.diff(estimates) >= 0


def counterintuitive_steps(graph: ArrayGraph, path: GraphPath, heuristic: Heuristic) -> int:
    """Count steps of the first shortest solution that do not decrease the heuristic.

    A player who follows the family's heuristic must make moves that look useless or wrong. Longer
    solutions usually have a larger count. It takes L + 1 calls of the heuristic. Source: Jarušek
    and Pelánek 2010.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import arguments_of
    >>> graph = expand("spacewreck/eight-rooms")
    >>> known = arguments_of(graph.level, graph)
    >>> counterintuitive_steps(graph, graph.solution(), known["heuristic"])
    1
    """
    return int(np.count_nonzero(_counterintuitive(graph, path, heuristic)))


def counterintuitive_share(
    graph: ArrayGraph, path: GraphPath, heuristic: Heuristic
) -> float | None:
    """Return the share of decision steps that do not decrease the family's heuristic.

    Along the first shortest solution. It takes L + 1 calls of the heuristic. Source: Jarušek and
    Pelánek 2010.

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import arguments_of
    >>> graph = expand("spacewreck/eight-rooms")
    >>> known = arguments_of(graph.level, graph)
    >>> round(counterintuitive_share(graph, graph.solution(), known["heuristic"]), 3)
    0.333
    """
    detours = _counterintuitive(graph, path, heuristic)[analysis.decisions(graph, path).open]
    return float(detours.mean()) if len(detours) else None
