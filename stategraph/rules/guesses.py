"""Guesses of the moves left that are made of several parts."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

# What is guessed where no moves lead to the goal; it still fits 32 bits when moves are added.
DEAD = 1 << 30


class InParts:
    """A guess that is made of the parts that ``parts(s)`` yields.

    Attributes
    ----------
    adds : bool
        whether the guess is the sum of the parts; else it is the largest of them
    """

    adds: bool

    def __init__(self, parts: Callable[[Any], Iterable[int]]):
        self.parts = parts

    def __call__(self, state: Any) -> int:
        """Return the guess of one state, 0 where there are no parts."""
        parts = self.parts(state)
        return sum(parts) if self.adds else max(parts, default=0)


class Largest(InParts):
    """The largest of the parts that ``parts(s)`` yields, 0 where it yields none.

    Written as a rule is, with `each` and the constants of the board, it can be compiled.

    >>> Largest(lambda s: (abs(s - food) for food in (3, 7)))(4)
    3
    """

    adds = False


class Total(InParts):
    """The sum of the parts that ``parts(s)`` yields.

    Written as a rule is, it can be compiled, as `Largest` can.

    >>> Total(lambda s: (abs(s - food) for food in (3, 7)))(4)
    4
    """

    adds = True
