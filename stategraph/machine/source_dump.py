"""Texts of compiled loops, kept in a folder for maintainers who read and debug them.

If ``STATEGRAPH_KEEP`` names a folder, the Python and the C of all loops are written there, and the
machine code has debug symbols that name these files. See `stategraph/native/README.md`.
"""

from __future__ import annotations

import os
from pathlib import Path

from stategraph import files
from stategraph.machine import cache

VARIABLE = "STATEGRAPH_KEEP"


def folder() -> Path | None:
    """Return the absolute path of the folder; None if none is named."""
    path = os.environ.get(VARIABLE)
    return Path(path).absolute() if path else None


def keep(name: str, python: str, c: str | None = None) -> Path | None:
    """Keep the Python of loops, and their C; return the file of the last one.

    Both files have one name: `name` and a hash of the texts. Return None if no folder is named.
    Raises ``OutputError`` if the folder cannot be written.
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
