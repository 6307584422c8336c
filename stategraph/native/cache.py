"""Written modules kept on disk, so that the rules of a family are compiled once and for all.

A module is named by a hash of its text and of the versions that make machine code of it; numba puts
its machine code beside it. Files are written beside their place and then renamed, so that two
processes cannot meet half of one. A folder that belongs to somebody else is not used: what lies in
it would be run.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

VARIABLE = "STATEGRAPH_CACHE"

# So many modules are kept in a folder.
KEPT = 300


def load_module(text: str) -> ModuleType:
    """Return the module of that text, from the cache where it is there."""
    name = "stategraph_rules_" + _fingerprint(text)
    if name in sys.modules:
        return sys.modules[name]
    for folder in _folders():
        path = folder / f"{name}.py"
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not _is_ours(folder):
                continue
            if not path.exists() or path.read_text("utf-8") != text:
                _put(path, text)
                _prune(folder)
        except (OSError, UnicodeDecodeError):
            continue
        return _import(name, path)
    raise OSError(f"no folder to keep compiled rules in; name one in {VARIABLE}")


def forget(module: ModuleType) -> None:
    """Remove a module and its machine code from the cache: something is wrong with it."""
    sys.modules.pop(module.__name__, None)
    _remove(Path(str(module.__file__)))


def _fingerprint(text: str) -> str:
    import llvmlite
    import numba
    import numpy

    versions = (sys.version, numba.__version__, llvmlite.__version__, numpy.__version__)
    return hashlib.sha256("\n".join((text, *versions)).encode()).hexdigest()[:20]


def _folders() -> Iterator[Path]:
    """Yield the folders to try, the best first."""
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
    return found.st_uid == os.getuid() and not found.st_mode & 0o022


def _put(path: Path, text: str) -> None:
    temporary = path.with_name(f".{path.name}.{os.getpid()}")
    temporary.write_text(text, "utf-8")
    temporary.replace(path)


def _prune(folder: Path) -> None:
    """Drop the modules that were written the longest time ago."""
    found = sorted(folder.glob("stategraph_rules_*.py"), key=lambda path: path.stat().st_mtime)
    for path in found[:-KEPT]:
        _remove(path)


def _remove(path: Path) -> None:
    """Remove a module's file and its machine code."""
    for file in (path, *(path.parent / "__pycache__").glob(f"{path.stem}*")):
        file.unlink(missing_ok=True)


def _import(name: str, path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
