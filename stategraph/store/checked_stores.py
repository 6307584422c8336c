"""The stores that this process has checked: it checks each store once.

Compiled loops index with the arrays of a store without checks. So each process checks a store
before it uses it: every part matches its checksum, and the arrays form a state graph. A process
does not rely on the check of another one: a disk can lose bits without a new file time. A process
that wrote a whole store need not check it.
"""

from __future__ import annotations

from pathlib import Path

from stategraph.store.arrays import path_of
from stategraph.store.manifest import DISTANCES, GRAPH, NAME

# The result of `_files` for each checked store, at the time of the check.
_checked: dict[Path, list[tuple[int, ...]]] = {}


def known(folder: Path) -> bool:
    """Return whether this process has checked the store, and no file has changed since."""
    return _checked.get(folder.resolve()) == _files(folder)


def remember(folder: Path) -> None:
    """Remember that this process has checked the store, or written all of it."""
    _checked[folder.resolve()] = _files(folder)


def _files(folder: Path) -> list[tuple[int, ...]]:
    """Return the size, time and inode of each file; an empty tuple for a missing file."""
    stamps: list[tuple[int, ...]] = []
    for path in (folder / NAME, *(path_of(folder, name) for name in (*GRAPH, DISTANCES))):
        try:
            about = path.lstat()
            stamps.append((about.st_size, about.st_mtime_ns, about.st_ino))
        except OSError:
            stamps.append(())
    return stamps
