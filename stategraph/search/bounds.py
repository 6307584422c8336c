"""Lower and upper bound on the length of a shortest solution, shared by running searches.

::

    lower bound 20 ─► 36 ─► 41 ─► 42 ◄─ 42 ◄─ 57 upper bound
                                  equal: the length is proven
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TypeAlias

Tell: TypeAlias = Callable[["int | None", int], None]


class Bounds:
    """The best known solution and the lower bound on its length.

    Several threads may update the bounds.

    Parameters
    ----------
    tell : callable, optional
        progress callback ``tell(found, at_least)``, called whenever one of the bounds improves

    Attributes
    ----------
    best : tuple of str or None
        the labels of the shortest known solution; None if no solution is known
    at_least : int
        lower bound on the length of every solution
    unsolvable : bool
        True if a search has proven that the puzzle is unsolvable
    refuting : bool
        True if a parallel search raises the lower bound

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
        """The length of the shortest known solution; None if no solution is known."""
        return None if self.best is None else len(self.best)

    @property
    def met(self) -> bool:
        """True if the best known solution is proven to be a shortest one."""
        return self.best is not None and len(self.best) <= self.at_least

    def rise(self, at_least: int) -> None:
        """Raise the lower bound to `at_least`; smaller values are ignored."""
        with self._telling:
            if at_least > self.at_least:
                self.at_least = at_least
                self._told()

    def offer(self, labels: list[str]) -> None:
        """Store a solution if it is shorter than the best one; the rules must have replayed it."""
        with self._telling:
            if self.best is None or len(labels) < len(self.best):
                self.best = tuple(labels)
                self._told()

    def _told(self) -> None:
        if self._tell is not None:
            self._tell(self.found, self.at_least)
