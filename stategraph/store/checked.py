"""The stores that this process has checked: it checks each store once.

Compiled loops index with the arrays of a store and check nothing. So each process checks a store
before it uses the store: every part has its checksum, and the arrays make a state graph. A result
of another process is not trusted: a disk can lose bits without a new file time. A process that
wrote a whole store need not check it.
"""

from __future__ import annotations

from pathlib import Path

from stategraph.store.arrays import path_of
from stategraph.store.manifest import DISTANCES, GRAPH, NAME

# The files of each checked store, as `_files` saw them then.
_checked: dict[Path, list[tuple[int, ...]]] = {}


def known(folder: Path) -> bool:
    """Return whether this process has checked the store, and no file has changed since."""
    return _checked.get(folder.resolve()) == _files(folder)


def remember(folder: Path) -> None:
    """Remember that this process has checked the store, or written all of it."""
    _checked[folder.resolve()] = _files(folder)


def _files(folder: Path) -> list[tuple[int, ...]]:
    """Return the size, time and number of each file; of a missing file nothing."""
    found: list[tuple[int, ...]] = []
    for path in (folder / NAME, *(path_of(folder, name) for name in (*GRAPH, DISTANCES))):
        try:
            about = path.lstat()
            found.append((about.st_size, about.st_mtime_ns, about.st_ino))
        except OSError:
            found.append(())
    return found
