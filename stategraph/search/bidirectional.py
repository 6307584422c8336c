"""Breadth first from both ends: from the start by moves, from all goals by undoing moves."""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.engines.limits import PAUSED, Budget, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.space import NEVER, Space


def bidirectional(
    ahead: Space,
    back: Space,
    budget: Budget,
    pause: int | None = None,
    bounds: Bounds | None = None,
) -> tuple[tuple[int, int] | None, Stop | None]:
    """Return where a shortest way meets, as a state of both sides, and why the search stopped.

    None: the sides do not meet, there is no solution. The side with fewer states at its edge grows
    by one level, until a new state lies at the edge of the other: the first to do so lies on a
    shortest way, since all levels before were compared. With `pause`, stop after so many states.
    After each layer `bounds` receives a lower bound: layers that do not meet prove one more move.

    O(states of both sides * log); of b moves a state, some ``b ** (d / 2)`` each.
    """
    edges = [np.arange(len(side), dtype=np.int32) for side in (ahead, back)]
    sides, turn = (ahead, back), 1  # the side ahead keeps no goal: a way ends one move before it
    levels = 0
    while edges[0].size and edges[1].size:
        if bounds is not None:
            bounds.rise(levels + 1)
        levels += 1
        edges[turn], stopped = _next_level(sides, turn, edges[turn], budget, pause)
        if stopped:
            return None, stopped
        if meeting := _meeting(ahead.rows(edges[0]), back.rows(edges[1])):
            here, there = meeting
            return (int(edges[0][here]), int(edges[1][there])), None
        turn = int(edges[1].size < edges[0].size)
    return None, None


def _next_level(
    sides: tuple[Space, Space], turn: int, edge: np.ndarray, budget: Budget, pause: int | None
) -> tuple[np.ndarray, Stop | None]:
    """Return the states one move beyond the edge, each once; and why the search must stop."""
    side, other = sides[turn], sides[1 - turn]
    found = [edge[:0]]
    for part in side.expand(edge, NEVER - 1, budget.most_states - len(other)):
        if part.full:
            return edge, budget.too_many
        found.append(part.changed)
        if why := budget.exhausted(len(side) + len(other), 0):
            return edge, why
        if pause is not None and side.looked + other.looked >= pause:
            return edge, PAUSED
    return np.concatenate(found), None


def _meeting(ahead: Any, back: Any) -> tuple[int, int] | None:
    """Return where a state stands in both of two arrays of states; the first in the one ahead."""
    both, here, there = np.intersect1d(ahead, back, return_indices=True)
    if not both.size:
        return None
    first = int(np.argmin(here))
    return int(here[first]), int(there[first])
