"""Arrays in unnamed files, for values that are too large for memory."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import DTypeLike


def zeros_in_file(size: int, dtype: DTypeLike, folder: Path | None = None) -> np.ndarray:
    """Return an array (size,) of zeros in an unnamed file, which disappears with the array.

    The file lies in `folder` if it can be written, else in the folder for temporary files.
    """
    import mmap
    import tempfile

    writable = folder is not None and os.access(folder, os.W_OK)
    with tempfile.TemporaryFile(dir=folder if writable else None) as file:
        bytes_ = max(1, size * np.dtype(dtype).itemsize)
        file.truncate(bytes_)
        pages = mmap.mmap(file.fileno(), bytes_)
    return np.frombuffer(pages, dtype, size)
