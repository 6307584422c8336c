"""Arrays in files, numpy's own ``.npy``: they grow while they are filled, and are seen in place.

A file is a header of 128 bytes and the items one after the other, little-endian. It is mapped into
memory: what is read or written of it is fetched when it is touched, and given back when others
need the memory. Each `PART` rows of it have a checksum.
"""

from __future__ import annotations

import mmap
import os
import zlib
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.files import open_no_follow

# The bytes of every header: ``numpy.lib.format`` aligns to 64 of them.
HEADER = 128

# The rows of a part. It belongs to the file format.
PART = 1 << 20

# The bytes by which a file grows.
STEP = 1 << 26

# Bytes that are written at a time where a file system cannot put room by.
_ZEROS = bytes(1 << 20)


def path_of(folder: Path, name: str) -> Path:
    """Return the file of the array of that name."""
    return folder / f"{name}.npy"


def header(dtype: np.dtype, shape: tuple[int, ...]) -> bytes:
    """Return the first bytes of a file that holds such an array, in version 1.0 of the format.

    >>> header(np.dtype(np.int32), (3,))[10:60]
    b"{'descr': '<i4', 'fortran_order': False, 'shape': "
    """
    kind = dtype.newbyteorder("<").str
    about = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape}, }}"
    room = HEADER - 10
    return b"\x93NUMPY\x01\x00" + room.to_bytes(2, "little") + f"{about:<{room - 1}}\n".encode()


class OnDisk:
    """An array (size, \\*row) in a file, whose new items are 0; see `Growing`, which it stands for.

    There is room on the disk for all that it holds: a disk that is full is an ``OSError`` when the
    array grows, and never when it is filled.

    Parameters
    ----------
    kept : int
        so many of its first items stay what they are in the file; 0: there is none yet
    """

    def __init__(self, path: Path, size: int, dtype: Any, *row: int, kept: int = 0):
        self.path, self._dtype, self._row = path, np.dtype(dtype), row
        self._bytes = self._dtype.itemsize * int(np.prod(row, dtype=np.int64))
        if not kept:
            path.unlink(missing_ok=True)
        with open_no_follow(path, "r+b" if kept else "xb") as file:
            file.truncate(HEADER + kept * self._bytes)  # whatever is beyond becomes 0
        self.resize(size)

    def __len__(self) -> int:
        return len(self.array)

    def ample(self, least: int) -> int:
        """Return how many items it is best given where it needs at least so many."""
        return least + STEP // self._bytes

    def resize(self, size: int) -> None:
        """Give it so many items; those that stay are what they were."""
        self.array, self._pages = np.empty((0, *self._row), self._dtype), None
        end = HEADER + size * self._bytes
        with open_no_follow(self.path, "r+b") as file:
            held = os.fstat(file.fileno()).st_size
            if end > held:
                _make_room(file.fileno(), held, end)
            else:
                file.truncate(end)
            self._pages = mmap.mmap(file.fileno(), end)
        count = size * self._bytes // self._dtype.itemsize
        flat = np.frombuffer(self._pages, self._dtype, count, HEADER)
        self.array = flat.reshape(size, *self._row)

    def sync(self) -> None:
        """Bring it to the disk."""
        assert self._pages is not None
        self._pages.flush()
        with open_no_follow(self.path, "r+b") as file:
            os.fsync(file.fileno())

    def finish(self) -> None:
        """Write its header and bring it to the disk: then others can read it."""
        assert self._pages is not None
        self._pages[:HEADER] = header(self._dtype, self.array.shape)
        self.sync()


def _make_room(handle: int, begin: int, end: int) -> None:
    """Put room by on the disk for the bytes of a file from `begin` to `end`, which are 0."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, begin, end - begin)
        return
    os.lseek(handle, begin, os.SEEK_SET)
    for first in range(begin, end, len(_ZEROS)):
        os.write(handle, _ZEROS[: end - first])


def opened(
    path: Path, dtype: np.dtype, shape: tuple[int, ...], growing: bool = False
) -> np.ndarray:
    """Return the array that a file holds, mapped; ``ValueError`` where it does not hold it.

    Of a file that is `growing` what comes behind it is nobody's, and it has no header yet.
    """
    size = HEADER + int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    with open_no_follow(path, "rb") as file:
        found = os.fstat(file.fileno()).st_size
        if found < size or (found > size and not growing):
            raise ValueError(f"{found:,} bytes instead of {size:,}")
        if not growing and file.read(HEADER) != header(dtype, shape):
            raise ValueError("its header is another")
        if not size - HEADER:  # nothing can be mapped of nothing
            return np.empty(shape, dtype)
        return np.memmap(file, dtype, "r", HEADER, shape).view(np.ndarray)


def checksums(array: np.ndarray, parts: Iterable[int]) -> list[int]:
    """Return the CRC-32 of each of these parts of an array."""
    return [zlib.crc32(array[k * PART : (k + 1) * PART].data) for k in parts]


def parts_of(rows: int) -> int:
    """Return how many parts so many rows have, the last of which may be shorter."""
    return -(-rows // PART)
