"""A* search with partial expansion."""

from __future__ import annotations

import numpy as np

from stategraph.engines.limits import MAX_NODES, MET, PAUSED, TIRED, Budget, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.state_space import NEVER, Space

# If more states than this are stored, memory is scarcer than time. From then on, states that exceed
# the bound are dropped and generated again later.
MIN_STATES_TO_DROP = 1 << 21

# Largest number of states to expand in one call. The overhead of a call equals the time for
# expanding about ten states.
MAX_BATCH = 1 << 10


def astar(
    space: Space,
    budget: Budget,
    pause: int | None = None,
    patience: int | None = None,
    bounds: Bounds | None = None,
) -> Stop | None:
    """Search for a shortest solution with A*.

    A bound on the length rises from the heuristic value of the start [1]_. For each bound, the
    search expands all states that may lie on a solution of that length. Once 2,097,152 states are
    stored, states that exceed the bound are dropped and generated again later. This is partial
    expansion [2]_.
    The heuristic must be admissible.

    Parameters
    ----------
    space : Space
        the states; after the search, ``space.best`` is the length of the solution, and
        ``space.last`` is the last stored state before the goal
    budget : Budget
        limits on states, memory and time
    pause : int, optional
        stop as `PAUSED` after this number of states was expanded in plain Python
    patience : int, optional
        stop as `TIRED` after this number of states was stored
    bounds : Bounds, optional
        receives each bound as a lower bound; the search stops as `MET` when its best solution is
        proven

    Returns
    -------
    Stop or None
        the reason for an early stop; None if the result is proven

    Notes
    -----
    The time is O(states * bounds). The memory holds the states that may lie on a shortest solution.

    .. [1] P. Hart, N. Nilsson, B. Raphael, A formal basis for the heuristic determination of
       minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968).
    .. [2] T. Yoshizumi, T. Miura, T. Ishida, A* with partial expansion for large branching factor
       problems, AAAI 2000.
    """
    limit = min(budget.most_states, patience or MAX_NODES)
    queues = {space.first: [np.zeros(1, np.int32)]} if space.first < NEVER else {}
    while queues:
        bound = min(queues)
        queue = queues.pop(bound)
        if bounds is not None:
            bounds.rise(min(bound, space.best))
        while queue and bound < space.best:
            further = NEVER - 1 if len(space) < MIN_STATES_TO_DROP else bound
            nodes = _last(queue)
            for changed, least, expanded, next_bounds, full in space.expand(nodes, further, limit):
                if full:
                    return budget.too_many if limit == budget.most_states else TIRED
                _enqueue(queues, expanded, next_bounds)
                _enqueue(queues, changed[least > bound], least[least > bound])
                if (within_bound := changed[least <= bound]).size:
                    queue.append(within_bound)
                if bounds is not None and bounds.met:
                    return MET
                if why := budget.exhausted(len(space), 0):
                    return why
                if pause is not None and space.looked >= pause:
                    return PAUSED
    return None


def _last(queue: list[np.ndarray]) -> np.ndarray:
    """Take a batch of the newest nodes, which are usually nearer to the goal, from a queue."""
    batch = [queue.pop()]
    number = len(batch[0])
    while queue and number + len(queue[-1]) <= MAX_BATCH:
        batch.append(queue.pop())
        number += len(batch[-1])
    return np.concatenate(batch)


def _enqueue(queues: dict[int, list[np.ndarray]], nodes: np.ndarray, bounds: np.ndarray) -> None:
    """Append nodes to the queues of their bounds; skip nodes with the bound `NEVER`."""
    for bound in np.unique(bounds[bounds < NEVER]).tolist():
        queues.setdefault(bound, []).append(nodes[bounds == bound])
