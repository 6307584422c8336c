"""Time slices: how many states a kernel may expand before it returns to Python."""

from __future__ import annotations

import time

# The desired duration of a slice in seconds; the number of states in the first slice; and the
# largest number of states in a slice.
SLICE, FIRST, MOST = 0.1, 8, 1 << 20


class Patience:
    """The number of states to expand in a slice, adapted so that a slice takes `SLICE` seconds."""

    def __init__(self) -> None:
        self._states, self._began = FIRST // 2, 0.0

    def next(self) -> int:
        """Return how many states the slice that begins now may expand."""
        now = time.monotonic()
        if now - self._began < SLICE or not self._began:
            self._states = min(2 * self._states, MOST)
        elif now - self._began > 2 * SLICE:
            self._states = max(1, self._states // 2)
        self._began = now
        return self._states
