"""One writer at a time: a file that whoever fills a store keeps locked."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stategraph.errors import InputError, OutputError

NAME = "lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Keep others from filling the store while the block runs.

    The system takes the lock back when its holder ends, however that comes about.

    Raises
    ------
    InputError
        where another process fills it
    OutputError
        where nothing can be written
    """
    try:
        handle = os.open(folder / NAME, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise OutputError(f"cannot write {folder / NAME}: {error.strerror}") from None
    try:
        _lock(handle, folder)
        yield
    finally:
        os.close(handle)


def _lock(handle: int, folder: Path) -> None:
    try:
        try:
            import fcntl
        except ImportError:
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined, unused-ignore]
        else:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise InputError(f"{folder}: another process is filling this store") from None
