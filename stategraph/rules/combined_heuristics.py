"""Heuristics that combine several parts by maximum or sum."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from stategraph.variables import State

# estimate of a state that cannot reach the goal; the sum with a number of moves still fits 32 bits
DEAD = 1 << 30


class InParts:
    """A heuristic that combines the parts yielded by ``parts(s)``.

    Attributes
    ----------
    adds : bool
        True for the sum of the parts, False for their maximum
    """

    adds: bool

    def __init__(self, parts: Callable[[Any], Iterable[int]]):
        self.parts = parts

    def __call__(self, state: State) -> int:
        """Return the estimate for one state, 0 without parts."""
        parts = self.parts(state)
        return sum(parts) if self.adds else max(parts, default=0)


class Largest(InParts):
    """The maximum of the parts that ``parts(s)`` yields, 0 if it yields none.

    It can be compiled if it is written like a rule, with `each` and the constants of the board.

    >>> Largest(lambda s: (abs(s - food) for food in (3, 7)))(4)
    3
    """

    adds = False


class Total(InParts):
    """The sum of the parts that ``parts(s)`` yields.

    It can be compiled if it is written like a rule, as `Largest` can.

    >>> Total(lambda s: (abs(s - food) for food in (3, 7)))(4)
    4
    """

    adds = True
