"""One writer at a time: a file that whoever fills a store keeps locked."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from stategraph.errors import InputError, OutputError
from stategraph.files import open_no_follow

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
