"""Versions and environment variables that a run depends on."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator
from importlib.metadata import PackageNotFoundError, version

# Packages whose release may explain another result.
PACKAGES = ("stategraph", "numpy", "scipy", "networkx")


def versions() -> list[str]:
    """Return lines with the versions of stategraph, Python, the main packages and the system."""
    packages = [f"{name} {_version(name)}" for name in PACKAGES]
    python = f"Python {platform.python_version()} ({platform.python_implementation()})"
    return [packages[0], python, *packages[1:], platform.platform()]


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return "is not installed"


def settings() -> Iterator[str]:
    """Yield lines with the compiler in use, and each environment variable with its value."""
    from stategraph.machine import cache, kept, loops
    from stategraph.machine.cc import find_compiler

    way = loops.way()
    by = {"cc": str(find_compiler() or loops.MISSING), "numba": "numba"}.get(way or "")
    yield f"loops are compiled by: {by or 'nothing, they run as plain Python'}"
    for name in ("CC", cache.VARIABLE, loops.VARIABLE, kept.VARIABLE):
        yield f"{name}: {os.environ.get(name) or 'not set'}"
    yield f"machine code is kept in: {cache.folder() or 'no folder'}"
