"""IDA*: depth-first search with a rising bound."""

from __future__ import annotations

from stategraph.engines.limits import MET, PAUSED, Budget, Reason, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.state_space import NEVER, Dives
from stategraph.variables import State


def ida(
    dives: Dives, budget: Budget, pause: int | None = None, bounds: Bounds | None = None
) -> tuple[list[State] | None, Stop | None]:
    """Search with iterative deepening A* [1]_ and a table of fixed size.

    The table stores visited states. When the table is full, new states replace old ones. The
    heuristic must be admissible. If no solution exists, the search may not terminate, because it
    may follow cyclic paths forever.

    Parameters
    ----------
    dives : Dives
        the depth-first searches
    budget : Budget
        limits; the limit on states applies to the number of visited states
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
    In the worst case, the time is exponential in the length of the solution. Only the table takes
    memory.

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
) -> tuple[list[State] | None, Stop | None]:
    """Return the states on the first path that the search finds to the goal within `bound` moves.

    For the other parameters and the result, see `ida`. The search also stops after `most` states.
    If no path has less than `bound` moves, the result is the first path in the order of labels.
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
