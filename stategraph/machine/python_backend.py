"""The backend that runs loops as plain Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

# The log message if loops run as plain Python because no compiler works.
SLOWER = "runs as plain Python, several times slower on large levels: %s"


class PlainLoops:
    """Loops that run as plain Python, with the interface of `Loops`."""

    def __init__(self, functions: Mapping[str, Any]):
        self._functions = functions

    def look(self) -> bool:
        """Return True."""
        return True

    def begin(self, patience: float | None = None) -> None:
        """Do nothing."""

    def ready(self) -> bool:
        """Return True."""
        return True

    def wait(self, seconds: float | None = None) -> bool:
        """Return True."""
        return True

    def drop(self) -> None:
        """Do nothing."""

    def run(self, name: str, *args: object) -> Any:
        """Run a function by name."""
        with np.errstate(over="ignore"):  # integers wrap round
            return self._functions[name](*args)
