"""Time slices: how many states a kernel may expand before it returns to Python."""

from __future__ import annotations

import time

# The desired duration of a slice in seconds; the number of states in the first slice; and the
# largest number of states in a slice.
SLICE_SECONDS, FIRST_STATES, MAX_STATES = 0.1, 8, 1 << 20


class Patience:
    """The number of states to expand in a slice that takes about `SLICE_SECONDS`."""

    def __init__(self) -> None:
        self._states, self._began = FIRST_STATES // 2, 0.0

    def next(self) -> int:
        """Return how many states the slice that begins now may expand."""
        now = time.monotonic()
        if now - self._began < SLICE_SECONDS or not self._began:
            self._states = min(2 * self._states, MAX_STATES)
        elif now - self._began > 2 * SLICE_SECONDS:
            self._states = max(1, self._states // 2)
        self._began = now
        return self._states
