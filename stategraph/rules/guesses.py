"""Guesses of the moves left that are the largest of several bounds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

__all__ = ["Largest"]


class Largest:
    """The largest of the bounds that ``bounds(s)`` yields, 0 where it yields none.

    Written as a rule is, with `each` and the constants of the board, it can be compiled.

    >>> Largest(lambda s: (abs(s - food) for food in (3, 7)))(4)
    3
    """

    def __init__(self, bounds: Callable[[Any], Iterable[int]]):
        self.bounds = bounds

    def __call__(self, state: Any) -> int:
        """Return the guess of one state."""
        return max(self.bounds(state), default=0)
