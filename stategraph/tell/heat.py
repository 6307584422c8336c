"""Heat as a record: how often something is on each cell."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stategraph.analysis.heat import Heat
    from stategraph.levels import Level


def record(level: Level, found: Heat) -> dict[str, Any]:
    """Return how often something is on each cell, the cells as messages name them."""
    kinds = level.puzzle.variables.kinds
    cells: dict[str, dict[str, Any]] = {name: {} for name in found.variables}
    for (name, value), count in found.cells.items():
        cells[name][kinds[name].show(value)] = count
    return {"kind": found.kind, "total": found.total, "cells": cells, "unknown": []}
