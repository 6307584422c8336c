"""IDA*: depth-first search with a rising bound."""

from __future__ import annotations

from typing import Any

from stategraph.engines.limits import MET, PAUSED, Budget, Reason, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.state_space import NEVER, Dives


def ida(
    dives: Dives, budget: Budget, pause: int | None = None, bounds: Bounds | None = None
) -> tuple[list[Any] | None, Stop | None]:
    """Search with iterative deepening A* [1]_ and a table of fixed size.

    The table stores visited states; new states replace old ones when it is full. The heuristic
    must be admissible. Without a solution the search may not terminate, because cyclic paths are
    endless.

    Parameters
    ----------
    dives : Dives
        the depth-first searches
    budget : Budget
        limits; its number of states bounds the visited states
    pause : int, optional
        stop as `PAUSED` after this number of states
    bounds : Bounds, optional
        receives each bound as a lower bound; the search stops as `MET` when its best solution is
        proven

    Returns
    -------
    line : list of state, or None
        the states on a shortest path, the start first, without the goal
    stopped : Stop or None
        the reason for an early stop

    Notes
    -----
    Time: exponential in the length in the worst case. Memory: the table alone.

    .. [1] R. Korf, Depth-first iterative-deepening: an optimal admissible tree search, Artificial
       Intelligence 27 (1985).
    """
    bound = dives.first
    while bound < NEVER:
        if bounds is not None:
            bounds.rise(bound)
        for finished, line, further in dives.dive(bound):
            if bounds is not None and bounds.met:
                return None, MET
            if line is not None:
                return line, None
            if finished:
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
    """Return the states on the first path to the goal of at most `bound` moves.

    The arguments and the result are those of `ida`. The search also stops after `most` states. If
    no path is shorter than `bound`, the path is the first one in the order of labels.
    """
    for finished, line, _ in dives.dive(bound):
        if finished:
            return line, None
        if dives.looked >= most:
            return None, Stop(Reason.STATES, most)
        if why := budget.exhausted(dives.looked, 0):
            return None, why
        if pause is not None and dives.looked >= pause:
            return None, PAUSED
    return None, None
