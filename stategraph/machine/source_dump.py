"""Texts of compiled loops, stored in a folder for maintainers who read and debug them.

If ``STATEGRAPH_KEEP`` names a folder, the Python and C texts of all loops are written to it, and
the machine code has debug symbols for these files. See `stategraph/native/README.md`.
"""

from __future__ import annotations

import os
from pathlib import Path

from stategraph import files
from stategraph.machine import cache

VARIABLE = "STATEGRAPH_KEEP"


def folder() -> Path | None:
    """Return the absolute path of the folder, or None if ``STATEGRAPH_KEEP`` is not set."""
    path = os.environ.get(VARIABLE)
    return Path(path).absolute() if path else None


def keep(name: str, python: str, c: str | None = None) -> Path | None:
    """Store the Python text of loops, and their C text if given; return the file written last.

    The file names consist of `name` and a hash of the texts, and differ only in the suffix. Return
    None if ``STATEGRAPH_KEEP`` is not set. Raises ``OutputError`` if the folder cannot be written.
    """
    target = folder()
    if target is None:
        return None
    files.make_folder(target)
    texts = {".py": python} if c is None else {".py": python, ".c": c}
    stem = f"{name}-{cache.key_of(*texts.values())[:12]}"
    paths = {target / f"{stem}{suffix}": text.encode() for suffix, text in texts.items()}
    files.write_all({path: text for path, text in paths.items() if not _holds(path, text)})
    return list(paths)[-1]


def _holds(path: Path, text: bytes) -> bool:
    return path.is_file() and path.read_bytes() == text
