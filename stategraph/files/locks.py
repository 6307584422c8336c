"""Locks on folders and files, so that only one process at a time writes there."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

# Maximum seconds to wait until another writer has renamed its files.
MAX_WAIT_SECONDS = 2.0


@contextlib.contextmanager
def locked(*folders: Path) -> Iterator[None]:
    """Lock folders against other writers; do nothing if the system has no locks."""
    with contextlib.ExitStack() as stack:
        for folder in sorted(set(folders)):  # a common order avoids deadlocks
            if (handle := opened(folder)) is not None:
                stack.callback(os.close, handle)
                lock(handle, MAX_WAIT_SECONDS)
        yield


def opened(folder: Path) -> int | None:
    """Return a handle of a folder; None on Windows, or if the folder is not readable."""
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def lock(handle: int, seconds: float = 0) -> bool:
    """Lock an open file until it is closed; return whether the lock was obtained.

    Wait at most `seconds`, since another program may hold the lock for long.
    """
    try:
        import fcntl
    except ImportError:  # on Windows an open file can be neither renamed nor removed
        return True
    end = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() >= end:
                return False
            time.sleep(0.01)
        except OSError:  # a disk without locks
            return False
