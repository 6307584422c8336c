"""The share of all shortest solutions that pass through each state.

With these shares, metrics can be averaged over all shortest solutions instead of describing only
the first one::

                ┌─► b ─┐
    start ─► a ─┤      ├─► d ─► goal        a and d have share 1, b and c have 1/2
                └─► c ─┘
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.piece_lines import Lines
from stategraph.analysis.shortest_solutions import shortest_paths
from stategraph.graph import ArrayGraph


class Shares(NamedTuple):
    """The states on shortest solutions, and the share of solutions through each state.

    Attributes
    ----------
    nodes : (k,) int64
        the states, without the goal, by distance from the start
    passes : (k,) float64
        the share of the shortest solutions that pass through each state
    made : (j,) float64
        the share of the shortest solutions that use each move of
        `stategraph.analysis.ShortestPaths`
    """

    nodes: np.ndarray
    passes: np.ndarray
    made: np.ndarray


def shares(graph: ArrayGraph) -> Shares:
    """Return the share of shortest solutions that pass through each state; cached.

    O(states + moves).

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached
    """
    return graph.remember("shares", lambda: _shares(graph))


def _shares(graph: ArrayGraph) -> Shares:
    paths = shortest_paths(graph)
    offsets, targets, last = paths.offsets, paths.targets, len(paths.nodes) - 1
    # Counts are stored as logarithms, since there may be more than 10^300 solutions.
    to_goal = moves_to_goal(graph)[paths.nodes]
    starts = np.searchsorted(-to_goal, -np.arange(paths.length, -2, -1))
    ahead = np.zeros(last + 1)
    move_shares, passes = np.zeros(len(targets)), np.zeros(last + 1)
    passes[0] = 1.0
    for first, end in reversed(list(zip(starts, starts[1:], strict=False))[:-1]):
        batch = slice(offsets[first], offsets[end])
        rows = np.repeat(np.arange(end - first), np.diff(offsets[first : end + 1]))
        most = np.full(end - first, -np.inf)
        np.maximum.at(most, rows, ahead[targets[batch]])
        weights = np.exp(ahead[targets[batch]] - most[rows])
        total = np.bincount(rows, weights, end - first)
        ahead[first:end] = most + np.log(total)
        move_shares[batch] = weights / total[rows]
    for first, end in list(zip(starts, starts[1:], strict=False))[:-1]:
        batch = slice(offsets[first], offsets[end])
        move_shares[batch] *= np.repeat(passes[first:end], np.diff(offsets[first : end + 1]))
        np.add.at(passes, targets[batch], move_shares[batch])
    return Shares(paths.nodes[:-1], passes[:-1], move_shares)


def line_shares(lines: Lines) -> Iterator[tuple[int, float, np.ndarray]]:
    """Yield the start and the states between lines, over all solutions with the fewest lines.

    O(moves of the lines from these states).

    Yields
    ------
    node : int
    share : float
        the share of these solutions that pass through the state between two lines. Two solutions
        count as different if they have different states between lines
    ends : (k,) int32
        the states that one line from the state can reach
    """
    to_goal = lines.to_goal
    layers: list[dict[int, np.ndarray]] = [{0: lines.results(0)}]
    for remaining in range(int(to_goal[0]) - 1, 0, -1):
        onward = np.unique(np.concatenate(list(layers[-1].values())))
        layers.append(
            {node: lines.results(node) for node in onward[to_goal[onward] == remaining].tolist()}
        )
    ahead: list[dict[int, float]] = [{}]  # logarithms of the numbers of solutions
    for layer in reversed(layers):
        terms = {node: _right(to_goal, node, ends, ahead[-1]) for node, ends in layer.items()}
        ahead.append({node: float(np.logaddexp.reduce(logs)) for node, logs in terms.items()})
    passes = {0: 1.0}
    for layer, logs, later in zip(layers, ahead[::-1], ahead[-2::-1], strict=False):
        onward_passes: dict[int, float] = {}
        for node, ends in layer.items():
            yield node, passes[node], ends
            right = ends[to_goal[ends] == to_goal[node] - 1]
            odds = np.exp(_right(to_goal, node, ends, later) - logs[node]) * passes[node]
            for end, odd in zip(right.tolist(), odds.tolist(), strict=True):
                onward_passes[end] = onward_passes.get(end, 0.0) + odd
        passes = onward_passes


def _right(to_goal: np.ndarray, node: int, ends: np.ndarray, ahead: dict[int, float]) -> np.ndarray:
    """Return the logarithm of the number of solutions after each line that a solution can use."""
    right = ends[to_goal[ends] == to_goal[node] - 1]
    return np.array([ahead.get(end, 0.0) for end in right.tolist()])
