"""The keys that a worker sends to their owners, in segments; see the template `owners`."""

from __future__ import annotations

import numpy as np

from stategraph.native.growing import Growing
from stategraph.native.templates.owners import SEGMENT_ROWS, Sent
from stategraph.store.owned_states import near_bits
from stategraph.variables import Variables

# Number of slots of the table of recent keys, which should fit into the processor's cache. With
# 2^14 slots, 1.2 times as many keys were sent; sending and looking up took 1.05 times as long.
RECENT_KEYS = 1 << 16


class SentKeys:
    """The keys that a worker sends while it expands its share of a block.

    Attributes
    ----------
    segments : int
        number of segments in use
    ends : array (owners + 1,)
        the keys of owner o, grouped by owner, are those from ``ends[o]`` to ``ends[o + 1]`` - 1
    places : array (segments,)
        the number of the first key of each segment, if the keys are grouped by owner
    """

    def __init__(self, variables: Variables, owners: int):
        self._keys = Growing(0, np.int64, variables.width)
        self._owners = Growing(0, np.int32)
        self._last = np.zeros(owners, np.int64)
        self._recent = np.zeros(RECENT_KEYS, np.int32)
        self._near = near_bits(variables)
        self.clear()

    def clear(self) -> None:
        """Remove all keys."""
        self.segments = 0
        self._last[:] = 0
        self._recent[:] = 0

    @property
    def arrays(self) -> Sent:
        """The arrays for the compiled loops; not to be used after `grow`."""
        return Sent(self._keys.array, self._owners.array, self._last, self._recent, self._near)

    def grow(self, keys: int) -> None:
        """Make room for further keys of any owners."""
        most = self.segments + len(self._last) + keys // SEGMENT_ROWS + 1
        if most > len(self._owners):
            self._owners.resize(self._owners.ample(most))
            self._keys.resize(len(self._owners) * SEGMENT_ROWS)

    def group(self) -> None:
        """Compute `ends` and `places`."""
        owners = self._owners.array[: self.segments]
        sizes = np.full(self.segments, SEGMENT_ROWS)
        sent = self._last[self._last > 0] - 1
        sizes[sent // SEGMENT_ROWS] = sent % SEGMENT_ROWS + 1
        order = np.argsort(owners, kind="stable")
        self.places = np.empty(self.segments, np.int64)
        self.places[order] = np.cumsum(sizes[order]) - sizes[order]
        self.ends = np.zeros(len(self._last) + 1, np.int64)
        np.add.at(self.ends, owners + 1, sizes)
        self.ends = np.cumsum(self.ends)

    def of(self, owner: int) -> np.ndarray:
        """Return the keys (k, w) for an owner, in the order in which they were sent."""
        chosen = np.flatnonzero(self._owners.array[: self.segments] == owner)
        width = self._keys.array.shape[1]
        keys = self._keys.array.reshape(-1, SEGMENT_ROWS, width)[chosen].reshape(-1, width)
        return keys[: self.ends[owner + 1] - self.ends[owner]]
