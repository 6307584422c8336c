"""Arrays that grow in place, without copies; only pages that were touched take memory."""

from __future__ import annotations

import contextlib
import mmap
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike

# Flags for a mapping of anonymous pages that child processes do not share. Only such a mapping can
# grow.
_PRIVATE = getattr(mmap, "MAP_PRIVATE", 0) | getattr(mmap, "MAP_ANONYMOUS", 0)

# Arrays that will be filled completely use pages of 2 MB if the system has them. With smaller
# pages, page faults took a third of the time of an expansion. The size of the mapping is a multiple
# of 2 MB, so that the system also aligns its beginning to such a page.
_HUGE, PAGE = getattr(mmap, "MADV_HUGEPAGE", None), 1 << 21


class Growing:
    """An array (n, \\*row) whose new items are 0.

    If the operating system supports it, the array is a memory mapping, which can grow without a
    copy. Otherwise the array is copied whenever it grows.

    Parameters
    ----------
    sparse : bool
        whether only a small part of the array will be touched
    mapped : bool
        whether to use a mapping; for a small array, new pages cost more than copies

    Attributes
    ----------
    array : array
        the items; it must not be referenced elsewhere while the array grows
    """

    def __init__(
        self, size: int, dtype: DTypeLike, *row: int, sparse: bool = False, mapped: bool = True
    ):
        self._dtype, self._row, self._sparse = np.dtype(dtype), row, sparse
        self._bytes = self._dtype.itemsize * int(np.prod(row, dtype=np.int64))
        self._pages: mmap.mmap | None = None
        if _PRIVATE and mapped:
            with contextlib.suppress(OSError, ValueError):
                self._pages = mmap.mmap(-1, self._mapped(size), flags=_PRIVATE)
        self.array = np.zeros((size, *row), dtype) if self._pages is None else self._seen(size)

    def __len__(self) -> int:
        return len(self.array)

    def _mapped(self, size: int) -> int:
        """Return the number of bytes to map for `size` items."""
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
        """Return the size to which the array should grow if at least `least` items are needed."""
        return least + len(self) // 2

    def resize(self, size: int) -> None:
        """Change the number of items; the items that remain keep their values."""
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
        old_items = self.array[:size]
        self.array = np.zeros((size, *self._row), self._dtype)
        self.array[: len(old_items)] = old_items
        self._pages = None
