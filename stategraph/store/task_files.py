"""Files of named arrays, which tasks use to pass arrays to each other.

A task writes one file under a temporary name and renames it when it is complete. So a task may run
twice, even at the same time, and a reader always sees a complete file. The files are in a folder
that exists only during one expansion. They need no checksums, because files left by a killed driver
are never read.
"""

from __future__ import annotations

import contextlib
import json
import uuid
from collections.abc import Mapping
from pathlib import Path
from typing import IO

import numpy as np

from stategraph.readable import Record

# Each array begins at a multiple of `ALIGNMENT_BYTES` bytes, so that compiled loops can use it.
ALIGNMENT_BYTES = 64


def put(path: str | Path, arrays: Mapping[str, np.ndarray]) -> str:
    """Write arrays into one file, completely or not at all; return its name."""
    place, about, at = Path(path), {}, 0
    for name, array in arrays.items():
        about[name] = [array.dtype.str, list(array.shape), at]
        at += array.nbytes + -array.nbytes % ALIGNMENT_BYTES
    head = json.dumps(about).encode()
    head += b" " * (-(8 + len(head)) % ALIGNMENT_BYTES)
    beside = place.with_name(f".{place.name}.{uuid.uuid4().hex}")
    try:
        with beside.open("xb") as file:
            file.write(len(head).to_bytes(8, "little") + head)
            for array in arrays.values():
                file.write(np.ascontiguousarray(array).data.cast("B") if array.size else b"")
                file.write(bytes(-array.nbytes % ALIGNMENT_BYTES))
        beside.replace(place)
    finally:
        with contextlib.suppress(OSError):
            beside.unlink(missing_ok=True)
    return str(place)


def take(path: str | Path, *names: str) -> list[np.ndarray]:
    """Read the arrays with these names from a file into memory."""
    with Path(path).open("rb") as file:
        size, about = _about(file)
        arrays = [np.empty(about[name][1], about[name][0]) for name in names]
        for name, array in zip(names, arrays, strict=True):
            _read(file, 8 + size + about[name][2], array)
    return arrays


def take_all(path: str | Path) -> dict[str, np.ndarray]:
    """Read all arrays of a file into memory."""
    with Path(path).open("rb") as file:
        names = list(_about(file)[1])
    return dict(zip(names, take(path, *names), strict=True))


def seen(path: str | Path, *names: str) -> list[np.ndarray]:
    """Map the arrays with these names of a file into memory; return them."""
    with Path(path).open("rb") as file:
        size, about = _about(file)
    arrays = []
    for name in names:
        kind, shape, at = about[name]
        if 0 in shape:  # an empty range cannot be mapped
            arrays.append(np.empty(shape, kind))
        else:
            mapped = np.memmap(path, kind, "r", 8 + size + at, tuple(shape))
            arrays.append(mapped.view(np.ndarray))
    return arrays


def fill(path: str | Path, **arrays: np.ndarray) -> None:
    """Copy the arrays with these names from a file into given arrays of equal shape and dtype."""
    with Path(path).open("rb") as file:
        size, about = _about(file)
        for name, array in arrays.items():
            assert about[name][:2] == [array.dtype.str, list(array.shape)]
            _read(file, 8 + size + about[name][2], array)


def _read(file: IO[bytes], at: int, array: np.ndarray) -> None:
    file.seek(at)
    if array.size:
        file.readinto(array.data.cast("B"))  # type: ignore[attr-defined]


def _about(file: IO[bytes]) -> tuple[int, Record]:
    """Return the length and the contents of the header of a file."""
    size = int.from_bytes(file.read(8), "little")
    return size, json.loads(file.read(size))
