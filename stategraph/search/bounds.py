"""What is known of the length of a shortest solution while searches run: two bounds that close in.

::

    at least 20 ─► 36 ─► 41 ─► 42 ◄─ 42 ◄─ 57 found
                               met: it is proven
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[["int | None", int], None]


class Bounds:
    """The best solution found so far, and how many moves any needs at least.

    Several threads may tell it what they know.

    Parameters
    ----------
    tell : callable, optional
        ``tell(found, at_least)`` is called whenever one of them is better than before

    Attributes
    ----------
    best : tuple of str or None
        the moves of the shortest solution found so far
    at_least : int
        no solution is shorter
    unsolvable : bool
        whether there is proven to be no solution at all
    refuting : bool
        whether a search beside another one refutes what may be shorter

    >>> bounds = Bounds(lambda found, at_least: print(found, at_least))
    >>> bounds.rise(2)
    None 2
    >>> bounds.offer(["up", "up", "up"])
    3 2
    >>> bounds.rise(3)
    3 3
    >>> bounds.met
    True
    """

    def __init__(self, tell: Tell | None = None):
        self._tell, self._telling = tell, threading.Lock()
        self.best: tuple[str, ...] | None = None
        self.at_least = 0
        self.unsolvable = self.refuting = False

    @property
    def found(self) -> int | None:
        """The moves of the shortest solution found so far."""
        return None if self.best is None else len(self.best)

    @property
    def met(self) -> bool:
        """Whether the solution found is proven to be a shortest one."""
        return self.best is not None and len(self.best) <= self.at_least

    def rise(self, at_least: int) -> None:
        """Note that every solution needs so many moves."""
        with self._telling:
            if at_least > self.at_least:
                self.at_least = at_least
                self._told()

    def offer(self, labels: list[str]) -> None:
        """Note a solution, which the rules have played."""
        with self._telling:
            if self.best is None or len(labels) < len(self.best):
                self.best = tuple(labels)
                self._told()

    def _told(self) -> None:
        if self._tell is not None:
            self._tell(self.found, self.at_least)
