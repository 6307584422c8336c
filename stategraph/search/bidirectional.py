"""Breadth-first search from both ends: forwards from the start and backwards from the goals."""

from __future__ import annotations

import numpy as np

from stategraph.engines.limits import PAUSED, Budget, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.state_space import NEVER, Space


def bidirectional(
    ahead: Space,
    back: Space,
    budget: Budget,
    pause: int | None = None,
    bounds: Bounds | None = None,
) -> tuple[tuple[int, int] | None, Stop | None]:
    """Search from both ends until a state belongs to both frontiers.

    The side with the smaller frontier grows by one layer at a time. The first common state lies on
    a shortest path, since all earlier layers were compared.

    Parameters
    ----------
    ahead, back : Space
        the states reached by moves from the start, and those reached backwards from the goals
    budget : Budget
        limits on states, memory and time
    pause : int, optional
        stop as `PAUSED` after this number of states was expanded in plain Python
    bounds : Bounds, optional
        receives a lower bound before each layer: if the layers so far have no common state, every
        solution needs at least one more move

    Returns
    -------
    meeting : (int, int) or None
        the common state, as a pair of its nodes in `ahead` and in `back`; None if no solution
        exists or the search stopped early
    stopped : Stop or None
        the reason for an early stop

    Notes
    -----
    The time is O(n log n) for n states of both sides together. With b moves per state and a
    solution of d moves, each side has about ``b ** (d / 2)`` states.
    """
    edges = [np.arange(len(side), dtype=np.int32) for side in (ahead, back)]
    sides, turn = (ahead, back), 1  # `ahead` stores no goal: its paths end one move before
    levels = 0
    while edges[0].size and edges[1].size:
        if bounds is not None:
            bounds.rise(levels + 1)
        levels += 1
        edges[turn], stopped = _next_level(sides, turn, edges[turn], budget, pause)
        if stopped:
            return None, stopped
        if meeting := _meeting(ahead.rows(edges[0]), back.rows(edges[1])):
            ahead_index, back_index = meeting
            return (int(edges[0][ahead_index]), int(edges[1][back_index])), None
        turn = int(edges[1].size < edges[0].size)
    return None, None


def _next_level(
    sides: tuple[Space, Space], turn: int, edge: np.ndarray, budget: Budget, pause: int | None
) -> tuple[np.ndarray, Stop | None]:
    """Return the next layer of one side, without duplicates, and the reason to stop, if any."""
    side, other = sides[turn], sides[1 - turn]
    parts = [edge[:0]]
    for part in side.expand(edge, NEVER - 1, budget.most_states - len(other)):
        if part.full:
            return edge, budget.too_many
        parts.append(part.changed)
        if why := budget.exhausted(len(side) + len(other), 0):
            return edge, why
        if pause is not None and side.looked + other.looked >= pause:
            return edge, PAUSED
    return np.concatenate(parts), None


def _meeting(ahead: np.ndarray, back: np.ndarray) -> tuple[int, int] | None:
    """Return the indices of a common state in two arrays, or None.

    If several states are common, return the first one in `ahead`.
    """
    common, ahead_indices, back_indices = np.intersect1d(ahead, back, return_indices=True)
    if not common.size:
        return None
    first = int(np.argmin(ahead_indices))
    return int(ahead_indices[first]), int(back_indices[first])
