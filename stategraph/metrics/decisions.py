"""Metrics of the decisions along the first shortest solution.

Shares refer to decision steps only, which have at least two moves. A corridor of forced moves does
not change them. `stategraph.analysis.decisions` explains the kinds of moves; d is the distance to
the goal.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from stategraph import analysis
from stategraph.analysis import Decisions, GraphPath
from stategraph.graph import ArrayGraph


def _share(found: Decisions, moves: np.ndarray) -> float | None:
    """Return the mean share of some `moves` (steps,) over the decision steps, or None."""
    shares = moves[found.open] / found.choices[found.open]
    return float(shares.mean()) if len(shares) else None


def decision_steps(graph: ArrayGraph, way: GraphPath) -> int:
    """Count the steps of the first shortest solution with at least two moves. O(L).

    Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> decision_steps(graph, graph.solution())
    3
    """
    return int(np.count_nonzero(analysis.decisions(graph, way).open))


def mean_choices(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the mean number of moves ``|A(u)|`` at the decision steps. O(L).

    Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> mean_choices(graph, graph.solution())
    2.0
    """
    found = analysis.decisions(graph, way)
    return float(found.choices[found.open].mean()) if found.open.any() else None


def productive_share(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the share of productive moves: d decreases by 1.

    The mean over the decision steps of the first shortest solution. O(moves of its states). Own
    definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> productive_share(graph, graph.solution())
    0.5
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.productive)


def neutral_share(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the share of neutral moves: d stays the same.

    The mean over the decision steps of the first shortest solution. O(moves of its states). Own
    definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(neutral_share(graph, graph.solution()), 3)
    0.167
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.neutral)


def regress_share(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the share of moves back: d increases, but the goal can still be reached.

    The mean over the decision steps of the first shortest solution. O(moves of its states). Own
    definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(regress_share(graph, graph.solution()), 3)
    0.333
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.regress)


def fatal_share(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the share of fatal moves: they lead to a dead state.

    The mean over the decision steps of the first shortest solution. O(moves of its states). Own
    definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> fatal_share(graph, graph.solution())
    0.0
    """
    found = analysis.decisions(graph, way)
    return _share(found, found.fatal)


def _only(graph: ArrayGraph, way: GraphPath) -> np.ndarray:
    found = analysis.decisions(graph, way)
    only: np.ndarray = found.productive[found.open] == 1
    return only


def only_moves(graph: ArrayGraph, way: GraphPath) -> int:
    """Count the decision steps with exactly one productive move.

    Along the first shortest solution. O(moves of its states). Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> only_moves(graph, graph.solution())
    3
    """
    return int(np.count_nonzero(_only(graph, way)))


def only_move_share(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the share of decision steps with exactly one productive move.

    Along the first shortest solution. O(moves of its states). Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> only_move_share(graph, graph.solution())
    1.0
    """
    only = _only(graph, way)
    return float(only.mean()) if len(only) else None


def mean_slack(graph: ArrayGraph, way: GraphPath) -> float | None:
    """Return the mean error slack 1 + d(v) - d(u): the moves that a move u → v wastes.

    The mean over all moves that are not fatal, at the decision steps of the first shortest
    solution. A productive move wastes none. O(moves of its states). Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> round(mean_slack(graph, graph.solution()), 3)
    0.833
    """
    found = analysis.decisions(graph, way)
    moves = (found.choices - found.fatal)[found.open].sum()
    return float(found.slack[found.open].sum() / moves) if moves else None


def largest_slack(graph: ArrayGraph, way: GraphPath) -> int | None:
    """Return the largest error slack 1 + d(v) - d(u) of a move that is not fatal.

    It is the highest cost of one wrong move at the decision steps of the first shortest solution.
    O(moves of its states). Own definition.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution

    Returns
    -------
    int or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> largest_slack(graph, graph.solution())
    2
    """
    found = analysis.decisions(graph, way)
    return int(found.largest[found.open].max()) if found.open.any() else None


def _counterintuitive(
    graph: ArrayGraph, way: GraphPath, heuristic: Callable[[Any], int]
) -> np.ndarray:
    """Return a mask (steps,) bool of the steps at which the heuristic does not decrease."""
    estimates = np.array([heuristic(graph.state(node)) for node in way.nodes])
    return np.diff(estimates) >= 0


def counterintuitive_steps(
    graph: ArrayGraph, way: GraphPath, heuristic: Callable[[Any], int]
) -> int:
    """Count steps of the first shortest solution that do not decrease the heuristic.

    A player who follows the family's heuristic must make moves that look useless or wrong. The
    count grows with the length. L + 1 calls of the heuristic. Source: Jarušek and Pelánek 2010.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution
    heuristic : callable
        maps a state to an estimate of the moves left

    Returns
    -------
    int

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import known_of
    >>> graph = expand("spacewreck/eight-rooms")
    >>> known = known_of(graph.level, graph)
    >>> counterintuitive_steps(graph, graph.solution(), known["heuristic"])
    1
    """
    return int(np.count_nonzero(_counterintuitive(graph, way, heuristic)))


def counterintuitive_share(
    graph: ArrayGraph, way: GraphPath, heuristic: Callable[[Any], int]
) -> float | None:
    """Return the share of decision steps that do not decrease the family's heuristic.

    Along the first shortest solution. L + 1 calls of the heuristic. Source: Jarušek and Pelánek
    2010.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    way : GraphPath
        a shortest solution
    heuristic : callable
        maps a state to an estimate of the moves left

    Returns
    -------
    float or None
        None without a decision step

    Examples
    --------
    >>> from stategraph import expand
    >>> from stategraph.metrics.measuring import known_of
    >>> graph = expand("spacewreck/eight-rooms")
    >>> known = known_of(graph.level, graph)
    >>> round(counterintuitive_share(graph, graph.solution(), known["heuristic"]), 3)
    0.333
    """
    odd = _counterintuitive(graph, way, heuristic)[analysis.decisions(graph, way).open]
    return float(odd.mean()) if len(odd) else None
