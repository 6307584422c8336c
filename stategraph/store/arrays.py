"""Arrays in ``.npy`` files, which grow while they are filled and are mapped for reading.

A file is a header of 128 bytes followed by the items, little-endian. The file is mapped into
memory: the system loads a page when it is touched and drops it when memory is needed. Each part of
`PART_ROWS` rows has a checksum.
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

# Bytes of every header; ``numpy.lib.format`` aligns headers to 64 bytes.
HEADER = 128

# Number of rows of a part; fixed by the file format.
PART_ROWS = 1 << 20

# Number of bytes by which a file grows beyond the size that is needed.
GROWTH_BYTES = 1 << 26

# Number of zero bytes written at a time if the file system cannot reserve space.
_ZEROS = bytes(1 << 20)


def path_of(folder: Path, name: str) -> Path:
    """Return the file of the array `name`."""
    return folder / f"{name}.npy"


def header(dtype: np.dtype, shape: tuple[int, ...]) -> bytes:
    """Return the header of a file with an array of this shape and dtype (format version 1.0).

    >>> header(np.dtype(np.int32), (3,))[10:60]
    b"{'descr': '<i4', 'fortran_order': False, 'shape': "
    """
    kind = dtype.newbyteorder("<").str
    about = f"{{'descr': {kind!r}, 'fortran_order': False, 'shape': {shape}, }}"
    room = HEADER - 10
    return b"\x93NUMPY\x01\x00" + room.to_bytes(2, "little") + f"{about:<{room - 1}}\n".encode()


class OnDisk:
    """An array (size, \\*row) in a file, with the interface of `Growing`; new items are 0.

    Disk space is reserved when the array grows. If the disk is full, growing raises ``OSError``;
    filling the array never does.

    Parameters
    ----------
    filled_rows : int
        number of first rows that keep their values from the file; 0 creates the file
    """

    def __init__(self, path: Path, size: int, dtype: Any, *row: int, filled_rows: int = 0):
        self.path, self._dtype, self._row = path, np.dtype(dtype), row
        self._bytes = self._dtype.itemsize * int(np.prod(row, dtype=np.int64))
        if not filled_rows:
            path.unlink(missing_ok=True)
        with open_no_follow(path, "r+b" if filled_rows else "xb") as file:
            file.truncate(HEADER + filled_rows * self._bytes)  # later bytes become 0
        self.resize(size)

    def __len__(self) -> int:
        return len(self.array)

    def ample(self, least: int) -> int:
        """Return the size to which the array should grow if at least `least` items are needed."""
        return least + GROWTH_BYTES // self._bytes

    def resize(self, size: int) -> None:
        """Change the number of items; the items that remain keep their values."""
        self.array, self._pages = np.empty((0, *self._row), self._dtype), None
        end = HEADER + size * self._bytes
        with open_no_follow(self.path, "r+b") as file:
            file_size = os.fstat(file.fileno()).st_size
            if end > file_size:
                _make_room(file.fileno(), file_size, end)
            else:
                file.truncate(end)
            self._pages = mmap.mmap(file.fileno(), end)
        count = size * self._bytes // self._dtype.itemsize
        flat = np.frombuffer(self._pages, self._dtype, count, HEADER)
        self.array = flat.reshape(size, *self._row)

    def sync(self) -> None:
        """Write all changes to the disk."""
        assert self._pages is not None
        self._pages.flush()
        with open_no_follow(self.path, "r+b") as file:
            os.fsync(file.fileno())

    def finish(self) -> None:
        """Write the header and all changes to the disk; other processes can then read the file."""
        assert self._pages is not None
        self._pages[:HEADER] = header(self._dtype, self.array.shape)
        self.sync()


def _make_room(handle: int, begin: int, end: int) -> None:
    """Reserve disk space for the bytes of a file from `begin` to `end`, and set them to 0."""
    if hasattr(os, "posix_fallocate"):
        os.posix_fallocate(handle, begin, end - begin)
        return
    os.lseek(handle, begin, os.SEEK_SET)
    for first in range(begin, end, len(_ZEROS)):
        os.write(handle, _ZEROS[: end - first])


def opened(
    path: Path, dtype: np.dtype, shape: tuple[int, ...], growing: bool = False
) -> np.ndarray:
    """Map the array of a file into memory; return it.

    A file that is `growing` has no header yet, and the bytes past the array are undefined.

    Raises
    ------
    ValueError
        if the file does not hold such an array
    """
    size = HEADER + int(np.prod(shape, dtype=np.int64)) * dtype.itemsize
    with open_no_follow(path, "rb") as file:
        file_size = os.fstat(file.fileno()).st_size
        if file_size < size or (file_size > size and not growing):
            raise ValueError(f"{file_size:,} bytes instead of {size:,}")
        if not growing and file.read(HEADER) != header(dtype, shape):
            raise ValueError("its header differs")
        if not size - HEADER:  # an empty range cannot be mapped
            return np.empty(shape, dtype)
        return np.memmap(file, dtype, "r", HEADER, shape).view(np.ndarray)


def write_rows(folder: Path, name: str, first: int, rows: np.ndarray) -> None:
    """Write rows into the file of a growing array, from row number `first` on."""
    with open_no_follow(path_of(folder, name), "r+b") as file:
        file.seek(HEADER + first * rows[:1].nbytes)
        if rows.size:
            file.write(rows.data.cast("B"))


def read_rows(folder: Path, name: str, first: int, count: int, dtype: Any) -> np.ndarray:
    """Read `count` rows from the file of a growing array, from row number `first` on."""
    kind = np.dtype(dtype)
    with open_no_follow(path_of(folder, name), "rb") as file:
        items = np.fromfile(
            file, kind.base, count * int(np.prod(kind.shape)), offset=HEADER + first * kind.itemsize
        )
    return items.reshape(count, *kind.shape)


def checksums(array: np.ndarray, parts: Iterable[int]) -> list[int]:
    """Return the CRC-32 checksum of each of the given parts of an array."""
    return [zlib.crc32(array[k * PART_ROWS : (k + 1) * PART_ROWS].data) for k in parts]


def parts_of(rows: int) -> int:
    """Return the number of parts of an array with `rows` rows; the last part may be shorter."""
    return -(-rows // PART_ROWS)
