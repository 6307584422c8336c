"""A search that runs in a thread in parallel with another search."""

from __future__ import annotations

import contextlib
import threading

from stategraph.errors import StategraphError


class BackgroundSearch(threading.Thread):
    """A search in parallel with the main search; both share their `Bounds`.

    The search begins with a delay, so it does not slow down main searches that end soon.

    Parameters
    ----------
    late : float
        delay in seconds before the search begins
    """

    def __init__(self, late: float):
        super().__init__(daemon=True)
        self._late, self._over = late, threading.Event()

    def stop(self) -> None:
        """Stop the search and wait until the thread has ended."""
        self._over.set()
        if self.ident is not None:
            self.join()

    def run(self) -> None:
        """Run the search after the delay; end early after `stop`."""
        if self._over.wait(self._late):
            return
        with contextlib.suppress(MemoryError, StategraphError):  # the main search reports errors
            self.search()

    def search(self) -> None:
        """Search until the search space is exhausted or `self._over` is set."""
        raise NotImplementedError
