"""IDA*: depth first, with a bound that rises until a solution lies within it."""

from __future__ import annotations

from typing import Any

from stategraph.engines.limits import MET, PAUSED, Budget, Reason, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.space import NEVER, Dives


def ida(
    dives: Dives, budget: Budget, pause: int | None = None, bounds: Bounds | None = None
) -> tuple[list[Any] | None, Stop | None]:
    """Return the states on a shortest way to the goal, or None, and why the search stopped.

    Iterative deepening A* [1]_ with a table of states met: as many as it has slots, the older ones
    giving way; the budget bounds the states looked at. What is guessed must never be too much.
    Where there is no solution, the bound may rise as long as there are ways without an end. With
    `pause`, stop after so many states. Each bound is told to `bounds`, as `MET` when a solution of
    so many moves is known there.

    Time: exponential in the length at worst; memory: the table, and nothing more.

    .. [1] R. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial
       Intelligence 27 (1985).
    """
    bound = dives.first
    while bound < NEVER:
        if bounds is not None:
            bounds.rise(bound)
        for over, line, further in dives.dive(bound):
            if bounds is not None and bounds.met:
                return None, MET
            if line is not None:
                return line, None
            if over:
                bound = further
            if why := budget.refuses(dives.looked) or budget.exhausted(dives.looked, 0):
                return None, why
            if pause is not None and dives.looked >= pause:
                return None, PAUSED
    return None, None


def within(
    dives: Dives,
    bound: int,
    most: int,
    budget: Budget,
    pause: int | None = None,
) -> tuple[list[Any] | None, Stop | None]:
    """Return the states on the first way to the goal of at most `bound` moves, as `ida` does.

    None too when `most` states were looked at in vain. The first in the order of labels, where no
    way is shorter.
    """
    for over, line, _ in dives.dive(bound):
        if over:
            return line, None
        if dives.looked >= most:
            return None, Stop(Reason.STATES, most)
        if why := budget.exhausted(dives.looked, 0):
            return None, why
        if pause is not None and dives.looked >= pause:
            return None, PAUSED
    return None, None
