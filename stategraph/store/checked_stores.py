"""Record of the stores that this process has checked, so that it checks each store only once.

Compiled loops use numbers in the arrays of a store as indices, without checks. So each process
checks a store before use: every part must match its checksum, and the arrays must form a state
graph. A process does not rely on the check of another one: a disk can lose bits without a new file
time. A process that wrote a whole store itself need not check it.
"""

from __future__ import annotations

from pathlib import Path

from stategraph.store.arrays import path_of
from stategraph.store.manifest import DISTANCES, GRAPH, NAME

# For each checked store, the result of `_files` at the time of the check.
_checked: dict[Path, list[tuple[int, ...]]] = {}


def known(folder: Path) -> bool:
    """Return whether this process has checked the store and no file has changed since then."""
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
