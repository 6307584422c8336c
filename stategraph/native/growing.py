"""Arrays that grow in place: what is added costs no copy, and no memory until it is touched."""

from __future__ import annotations

import contextlib
import mmap
from typing import Any

import numpy as np

# Pages that no other process sees, nor a child: only such a mapping can grow.
_PRIVATE = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)

# What is filled from end to end is given pages of 2 MB, where there are such, once it is larger
# than one: a third of the time of an expansion was waiting for smaller ones. A mapping is a whole
# number of these, or it would not begin with one.
_HUGE, PAGE = getattr(mmap, "MADV_HUGEPAGE", None), 1 << 21


class Growing:
    """An array (n, \\*row) whose new items are 0.

    Where the system can, it is a mapping of fresh pages, which moves to where there is room; else
    it is copied.

    Parameters
    ----------
    sparse : bool
        whether only a small part of it will be touched

    Attributes
    ----------
    array : array
        nobody may keep it, or a view of it, while it grows
    """

    def __init__(self, size: int, dtype: Any, *row: int, sparse: bool = False):
        self._dtype, self._row, self._sparse = np.dtype(dtype), row, sparse
        self._bytes = self._dtype.itemsize * int(np.prod(row, dtype=np.int64))
        self._pages: mmap.mmap | None = None
        if _PRIVATE:
            with contextlib.suppress(OSError, ValueError):
                self._pages = mmap.mmap(-1, self._mapped(size), flags=_PRIVATE)
        self.array = np.zeros((size, *row), dtype) if self._pages is None else self._seen(size)

    def __len__(self) -> int:
        return len(self.array)

    def _mapped(self, size: int) -> int:
        """Return how many bytes are mapped for so many items."""
        whole = size * self._bytes
        return max(1, whole if whole <= PAGE else -(-whole // PAGE) * PAGE)

    def _seen(self, size: int) -> np.ndarray:
        assert self._pages is not None
        if _HUGE is not None and size * self._bytes > PAGE and not self._sparse:
            with contextlib.suppress(OSError):
                self._pages.madvise(_HUGE)
        count = size * self._bytes // self._dtype.itemsize
        return np.frombuffer(self._pages, self._dtype, count).reshape(size, *self._row)

    def ample(self, least: int) -> int:
        """Return how many items it is best given where it needs at least so many."""
        return least + len(self) // 2

    def resize(self, size: int) -> None:
        """Give it so many items; those that stay are what they were."""
        if self._pages is not None:
            was = len(self.array)
            self.array = np.empty((0, *self._row), self._dtype)
            try:
                self._pages.resize(self._mapped(size))
            except (BufferError, OSError, SystemError, ValueError):
                self.array = self._seen(was)
            else:
                self.array = self._seen(size)
                return
        kept = self.array[:size]
        self.array = np.zeros((size, *self._row), self._dtype)
        self.array[: len(kept)] = kept
        self._pages = None


class Kept:
    """An array that grows, and keeps its memory when it shrinks."""

    def __init__(self, whole: np.ndarray):
        self._whole = self.array = whole

    def __len__(self) -> int:
        return len(self.array)

    def ample(self, least: int) -> int:
        """Return how many items it is best given where it needs at least so many."""
        return least + len(self) // 2

    def resize(self, size: int) -> None:
        """Give it so many items; those that stay are what they were."""
        if size > len(self._whole):
            whole = np.zeros((size, *self._whole.shape[1:]), self._whole.dtype)
            whole[: len(self.array)] = self.array
            self._whole = whole
        self.array = self._whole[:size]
