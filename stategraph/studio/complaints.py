"""Errors as results of requests."""

from __future__ import annotations

from stategraph.errors import LevelError, StategraphError
from stategraph.readable import Record
from stategraph.rules.svg import printable


def complaint(error: StategraphError) -> Record:
    """Return an error as a result: its message, and its line in the level."""
    line = error.line if isinstance(error, LevelError) else None
    return {"error": printable(str(error)), "line": line}
