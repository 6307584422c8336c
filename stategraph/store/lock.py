"""The lock of a store: at most one process writes to a store at a time."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stategraph.errors import InputError, OutputError
from stategraph.files import open_no_follow

NAME = "lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Prevent other processes from filling the store while the block runs.

    The system releases the lock when the process ends, even if it is killed.

    Raises
    ------
    InputError
        if another process fills the store
    OutputError
        if the lock file cannot be written
    """
    try:
        file = open_no_follow(folder / NAME, "a+b")
    except OSError as error:
        raise OutputError(f"cannot write {folder / NAME}: {error.strerror}") from None
    with file:
        _lock(file.fileno(), folder)
        yield


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
