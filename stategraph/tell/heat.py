"""Record of heat: how often each cell is occupied."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.readable import Record
from stategraph.tell.records import closed

if TYPE_CHECKING:
    from stategraph.analysis.heat import Heat
    from stategraph.level_files import Level


def record(level: Level, heat: Heat) -> Record:
    """Return how often each cell is occupied, with the cell names that messages use."""
    kinds = level.puzzle.variables.kinds
    cells: dict[str, Record] = {name: {} for name in heat.variables}
    for (name, value), count in heat.cells.items():
        cells[name][kinds[name].show(value)] = count
    return closed({"kind": heat.kind, "total": heat.total, "cells": cells})
