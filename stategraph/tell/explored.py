"""How much of the map was explored, by and by: the rows of a table, and records."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from stategraph.analysis.explored import Explored

COLUMNS = ("level", "who", "play", "step", "states", "of_states", "cells", "of_cells")


class Explorer(NamedTuple):
    """Who explored a level, in which of their plays, and how much."""

    level: str
    who: str
    play: int
    found: Explored


def rows(explorers: Iterable[Explorer]) -> Iterator[dict[str, Any]]:
    """Yield a row for each step of each, the start being step 0."""
    for level, who, play, found in explorers:
        for step, states in enumerate(found.states):
            cells = None if found.cells is None else found.cells[step]
            row = (level, who, play, step, states, found.of_states, cells, found.of_cells)
            yield dict(zip(COLUMNS, row, strict=True))


def record(explorers: Iterable[Explorer]) -> list[dict[str, Any]]:
    """Return a record of each."""
    return [
        {
            "level": level,
            "who": who,
            "play": play,
            "of_states": found.of_states,
            "of_cells": found.of_cells,
            "states": found.states,
            "cells": found.cells,
        }
        for level, who, play, found in explorers
    ]
