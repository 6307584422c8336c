"""A*: of the states met, those are expanded first that promise the shortest solution."""

from __future__ import annotations

import numpy as np

from stategraph.engines.limits import MET, MOST, PAUSED, TIRED, Budget, Stop
from stategraph.search.bounds import Bounds
from stategraph.search.space import NEVER, Space

# With so many states kept, those beyond the bound are no longer kept, but found again: memory
# has then become scarcer than time.
MANY = 1 << 21

# States expanded at once, if there are as many: a call takes as long as expanding some ten.
AT_ONCE = 1 << 10


def astar(
    space: Space,
    budget: Budget,
    pause: int | None = None,
    patience: int | None = None,
    bounds: Bounds | None = None,
) -> Stop | None:
    """Search for a shortest solution; return why it stopped before it knew, or None.

    A* [1]_, in the end with partial expansion [2]_: a bound rises from what is guessed at the
    start; with each bound all states are expanded that may lie on a solution of so many moves. Once
    many states are kept, what lies beyond the bound is not, but found again when the bound has
    risen. What is guessed must never be too much. Afterwards ``space.best`` is the length,
    ``space.last`` the state kept last before the goal. With `pause`, stop after so many states were
    looked at in plain Python; with `patience`, after so many states were kept, as `TIRED`. Each
    bound is told to `bounds`; as `MET` it stops when a solution of so many moves is known there.

    O(states * bounds); memory: the states that may lie on a solution no longer than the shortest.

    .. [1] P. Hart, N. Nilsson, B. Raphael, A formal basis for the heuristic determination of
       minimum cost paths, IEEE Trans. Systems Science and Cybernetics 4 (1968).
    .. [2] T. Yoshizumi, T. Miura, T. Ishida, A* with partial expansion for large branching factor
       problems, AAAI 2000.
    """
    limit = min(budget.most_states, patience or MOST)
    queues = {space.first: [np.zeros(1, np.int32)]} if space.first < NEVER else {}
    while queues:
        bound = min(queues)
        queue = queues.pop(bound)
        if bounds is not None:
            bounds.rise(min(bound, space.best))
        while queue and bound < space.best:
            further = NEVER - 1 if len(space) < MANY else bound
            some = _last(queue)
            for changed, least, done, again, full in space.expand(some, further, limit):
                if full:
                    return budget.too_many if limit == budget.most_states else TIRED
                _enqueue(queues, done, again)
                _enqueue(queues, changed[least > bound], least[least > bound])
                if (now := changed[least <= bound]).size:
                    queue.append(now)
                if bounds is not None and bounds.met:
                    return MET
                if why := budget.exhausted(len(space), 0):
                    return why
                if pause is not None and space.looked >= pause:
                    return PAUSED
    return None


def _last(queue: list[np.ndarray]) -> np.ndarray:
    """Take some of the nodes met last: most often they are nearer to the goal."""
    taken = [queue.pop()]
    number = len(taken[0])
    while queue and number + len(queue[-1]) <= AT_ONCE:
        taken.append(queue.pop())
        number += len(taken[-1])
    return np.concatenate(taken)


def _enqueue(queues: dict[int, list[np.ndarray]], nodes: np.ndarray, bounds: np.ndarray) -> None:
    """Put nodes into the queues of their bounds; `NEVER` is none."""
    for bound in np.unique(bounds[bounds < NEVER]).tolist():
        queues.setdefault(bound, []).append(nodes[bounds == bound])
