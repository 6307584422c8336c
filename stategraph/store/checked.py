"""Which stores were looked at whole, so that it is done once.

Analyses index with a store's arrays in compiled loops, which check nothing. So everything in a
store is looked at before it is first used: that its parts hold what their checksums say, and that
its arrays make a state graph. Who wrote all of a store here knows that already. What is remembered
are the sizes and times of its files, among the machine code that is kept for the user: what lies
beside a store is its giver's word.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
from pathlib import Path

from stategraph import files
from stategraph.errors import OutputError, StategraphError
from stategraph.machine import cache
from stategraph.store.arrays import path_of
from stategraph.store.manifest import DISTANCES, GRAPH, NAME


def known(folder: Path) -> bool:
    """Return whether the store was looked at, and its files are what they were."""
    place = _place(folder)
    try:
        return place is not None and json.loads(files.read(place)) == _files(folder)
    except (OSError, ValueError, StategraphError):
        return False


def remember(folder: Path) -> None:
    """Remember that the store was looked at."""
    place = _place(folder)
    if place is not None:
        with contextlib.suppress(OSError, OutputError):
            files.write(place, json.dumps(_files(folder)).encode())


def _place(folder: Path) -> Path | None:
    kept = cache.folder()
    digest = hashlib.sha256(str(folder.resolve()).encode("utf-8", "surrogateescape")).hexdigest()
    return None if kept is None else kept / f"store-{digest[:24]}.json"


def _files(folder: Path) -> list[list[int]]:
    """Return the size, time and number of each file."""
    paths = [folder / NAME, *(path_of(folder, name) for name in GRAPH)]
    if files.is_file(beside := path_of(folder, DISTANCES)):
        paths.append(beside)
    found = [path.stat() for path in paths]
    return [[about.st_size, about.st_mtime_ns, about.st_ino] for about in found]
