"""Rows and records of exploration: the visited share of a level after each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.analysis.exploration import Explored

COLUMNS = ("level", "who", "play", "step", "states", "of_states", "cells", "of_cells")


class Explorer(NamedTuple):
    """An explorer of a level, the number of the play, and the explored share."""

    level: str
    who: str
    play: int
    found: Explored


def rows(explorers: Iterable[Explorer]) -> Iterator[Record]:
    """Yield a row for each step of each explorer; the start is step 0."""
    for level, who, play, found in explorers:
        for step, states in enumerate(found.states):
            cells = None if found.cells is None else found.cells[step]
            row = (level, who, play, step, states, found.of_states, cells, found.of_cells)
            yield dict(zip(COLUMNS, row, strict=True))


def record(explorers: Iterable[Explorer]) -> list[Record]:
    """Return a record of each explorer."""
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
