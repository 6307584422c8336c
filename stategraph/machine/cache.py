"""Cache of machine code on disk, so that each source is compiled once.

A library is a file ``KEY-DIGEST.so``: `KEY` is the hash of its sources, and `DIGEST` the hash of
its content. A file whose content does not have this hash is removed and never run. A folder that
other users can write to is not used, because they could put their own code there.
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

# Largest number of libraries in a folder.
MAX_LIBRARIES = 500


def key_of(*parts: str) -> str:
    """Return the key of a library that is compiled from these texts."""
    return hashlib.sha256("\0".join(parts).encode()).hexdigest()[:24]


def find(key: str) -> Path | None:
    """Return the file of a cached, undamaged library; None if it is not cached."""
    for folder in _folders():
        with contextlib.suppress(OSError):
            for path in sorted(folder.glob(f"{key}-*.so")):
                if path.name == _name(key, path.read_bytes()):
                    return path
                path.unlink()
            if os.access(folder, os.W_OK):  # otherwise it may be in another folder
                return None
    return None


def keep(key: str, library: bytes) -> Path:
    """Write a library to the cache; return its file.

    Raises ``OSError`` if no folder can be written.
    """
    for folder in _folders():
        with contextlib.suppress(OutputError):
            path = folder / _name(key, library)
            files.write(path, library)
            _prune(folder)
            return path
    raise OSError(f"no folder to keep machine code in; name one in {VARIABLE}")


def folder() -> Path | None:
    """Return the first writable cache folder; None if none is writable."""
    return next((path for path in _folders() if os.access(path, os.W_OK)), None)


def _name(key: str, library: bytes) -> str:
    return f"{key}-{hashlib.sha256(library).hexdigest()}.so"


def _folders() -> Iterator[Path]:
    """Yield the folders that only this user can write to, the preferred one first."""
    for folder in _candidates():
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            usable = _is_ours(folder)
        except OSError:
            continue
        if usable:
            yield folder


def _candidates() -> Iterator[Path]:
    if user_folder := os.environ.get(VARIABLE):
        yield Path(user_folder)
    import platformdirs

    yield Path(platformdirs.user_cache_dir("stategraph", appauthor=False))
    user = os.getuid() if hasattr(os, "getuid") else "cache"
    yield Path(tempfile.gettempdir()) / f"stategraph-{user}"


def _is_ours(folder: Path) -> bool:
    """Return whether only this user can write to the folder."""
    if not hasattr(os, "getuid"):
        return True
    status = folder.stat()
    # in the shared temporary folder, another user may have created the link
    linked = folder.is_symlink() and folder.parent == Path(tempfile.gettempdir())
    return status.st_uid == os.getuid() and not status.st_mode & 0o022 and not linked


def _prune(folder: Path) -> None:
    """Remove the oldest libraries, and the incomplete files of killed processes."""
    files.remove_stale(folder, r".*-.*\.so")
    with contextlib.suppress(OSError):  # another process prunes too, or still runs the file
        libraries = sorted(folder.glob("*-*.so"), key=lambda path: path.stat().st_mtime)
        for path in libraries[:-MAX_LIBRARIES]:
            path.unlink(missing_ok=True)
