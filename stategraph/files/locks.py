"""Folders and files that one writer keeps from others for a while."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Iterator
from pathlib import Path

# So many seconds is waited for another writer's renames.
PATIENCE = 2.0


@contextlib.contextmanager
def locked(*folders: Path) -> Iterator[None]:
    """Keep other writers from making and renaming files in folders, where folders have locks."""
    with contextlib.ExitStack() as held:
        for folder in sorted(set(folders)):  # all writers in one order
            if (handle := opened(folder)) is not None:
                held.callback(os.close, handle)
                lock(handle, PATIENCE)
        yield


def opened(folder: Path) -> int | None:
    """Return a handle of a folder; None on Windows, or where it may not be read."""
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def lock(handle: int, seconds: float = 0) -> bool:
    """Lock what is open until it is closed; return whether nobody else has locked it.

    Wait so long at most: somebody else may keep a folder locked for reasons of their own.
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
        except OSError:  # a disk without locks: nobody knows who writes
            return False
