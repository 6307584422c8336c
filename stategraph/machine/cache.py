"""Machine code kept on disk, so that what was compiled once is never compiled again.

A library is a file ``KEY-DIGEST.so``: the hash of all that it was made from, and that of what it
holds. A file that does not hold what its name says is removed and never run. A folder that others
may write into is not used: what lies in it would be run.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

from stategraph import files
from stategraph.errors import OutputError

VARIABLE = "STATEGRAPH_CACHE"

# So many libraries are kept in a folder.
KEPT = 500


def key_of(*parts: str) -> str:
    """Return the name of a library that is made from these texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def find(key: str) -> Path | None:
    """Return the file of a library that was kept, whole; None where there is none."""
    for folder in _folders():
        with contextlib.suppress(OSError):
            for path in sorted(folder.glob(f"{key}-*.so")):
                if path.name == _name(key, path.read_bytes()):
                    return path
                path.unlink()
            if os.access(folder, os.W_OK):  # else it would have been kept elsewhere
                return None
    return None


def keep(key: str, library: bytes) -> Path:
    """Keep a library; return its file.

    Raises ``OSError`` where no folder can be written.
    """
    for folder in _folders():
        with contextlib.suppress(OutputError):
            path = folder / _name(key, library)
            files.write(path, library)
            _prune(folder)
            return path
    raise OSError(f"no folder to keep machine code in; name one in {VARIABLE}")


def folder() -> Path | None:
    """Return the folder in which things are kept; None where none can be written."""
    return next((path for path in _folders() if os.access(path, os.W_OK)), None)


def _name(key: str, library: bytes) -> str:
    return f"{key}-{hashlib.sha256(library).hexdigest()}.so"


def _folders() -> Iterator[Path]:
    """Yield the folders that are ours to use, the best first."""
    for folder in _candidates():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            usable = _is_ours(folder)
        except OSError:
            continue
        if usable:
            yield folder


def _candidates() -> Iterator[Path]:
    if named := os.environ.get(VARIABLE):
        yield Path(named)
    import platformdirs

    yield Path(platformdirs.user_cache_dir("stategraph", appauthor=False))
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    yield Path(tempfile.gettempdir()) / f"stategraph-{user}"


def _is_ours(folder: Path) -> bool:
    """Return whether nobody else can have put anything into the folder."""
    if not hasattr(os, "getuid"):
        return True
    found = folder.stat()
    # in a folder that all may write to, a link is anybody's
    linked = folder.is_symlink() and folder.parent == Path(tempfile.gettempdir())
    return found.st_uid == os.getuid() and not found.st_mode & 0o022 and not linked


def _prune(folder: Path) -> None:
    """Drop the libraries that were written the longest time ago, and what a killed writer left."""
    files.remove_stale(folder, r".*-.*\.so")
    with contextlib.suppress(OSError):  # another process prunes too, or runs what is dropped
        found = sorted(folder.glob("*-*.so"), key=lambda path: path.stat().st_mtime)
        for path in found[:-KEPT]:
            path.unlink(missing_ok=True)
