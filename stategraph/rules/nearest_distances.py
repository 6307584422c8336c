"""Distances to the nearest of several places: a building block for heuristics."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def steps_to(ends: Iterable[Place], before: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    """Return the number of steps to the nearest of `ends`, for each place that can reach one.

    ``before(place)`` yields the places from which one step leads to `place`. Breadth-first search.

    >>> steps_to([3], lambda n: [n - 1] if n else [])
    {3: 0, 2: 1, 1: 2, 0: 3}
    """
    steps = dict.fromkeys(ends, 0)
    queue = deque(steps)
    while queue:
        place = queue.popleft()
        for other in before(place):
            if other not in steps:
                steps[other] = steps[place] + 1
                queue.append(other)
    return steps
