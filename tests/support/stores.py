"""Stores that tests fill and compare."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from stategraph import store
from stategraph.engines.limits import Limits
from stategraph.load import load

LEVEL = "psychopath/carousels"


def content(folder: Path) -> dict[str, bytes]:
    """Return the bytes of each file of a folder, by name."""
    return {path.name: path.read_bytes() for path in sorted(Path(folder).iterdir())}


def filled(
    folder: Path, name: str = LEVEL, states: int | None = None, **how: Any
) -> dict[str, bytes]:
    """Fill a store, by default with compiled rules; return its content."""
    limits = None if states is None else Limits(states=states)
    store.fill(folder, load(name), limits, **{"engine": "native", **how})
    return content(folder)
