"""A search that runs beside another one, in a thread of its own."""

from __future__ import annotations

import contextlib
import threading

from stategraph.errors import StategraphError


class Beside(threading.Thread):
    """A search beside the one that answers, which it tells what it meets by their `Bounds`.

    It begins late, so that what is answered at once is not disturbed.

    Parameters
    ----------
    late : float
        the seconds after which it begins
    """

    def __init__(self, late: float):
        super().__init__(daemon=True)
        self._late, self._over = late, threading.Event()

    def stop(self) -> None:
        """Search no further, and wait until the loop that runs is over."""
        self._over.set()
        if self.ident is not None:
            self.join()

    def run(self) -> None:
        """Search until it is to stop."""
        if self._over.wait(self._late):
            return
        with contextlib.suppress(MemoryError, StategraphError):  # whoever answers tells of errors
            self.search()

    def search(self) -> None:
        """Search until there is nothing more to find, or `self._over` is set."""
        raise NotImplementedError
