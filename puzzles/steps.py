"""How many steps it is to the nearest of some places: what several families guess by."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

Place = TypeVar("Place", bound=Hashable)


def steps_to(ends: Iterable[Place], before: Callable[[Place], Iterable[Place]]) -> dict[Place, int]:
    """Return the fewest steps to the nearest of `ends`, of each place from which one leads there.

    ``before(place)`` are the places from which one step leads to it. Breadth-first search.

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
