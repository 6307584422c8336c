"""Rows and records of exploration, which is the visited share of a level after each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from stategraph.readable import Record
from stategraph.tell.records import record_of

if TYPE_CHECKING:
    from stategraph.analysis.exploration import Explored

COLUMNS = ("level", "who", "play", "step", "states", "of_states", "cells", "of_cells")
OF_AN_EXPLORER = ("of_states", "of_cells", "states", "cells")


class Explorer(NamedTuple):
    """A player or a search that explores a level, the number of the play, and its visits."""

    level: str
    who: str
    play: int
    found: Explored


def rows(explorers: Iterable[Explorer]) -> Iterator[Record]:
    """Yield a row for each step of each explorer; the start is step 0."""
    for level, player, play, exploration in explorers:
        for step, states in enumerate(exploration.states):
            cells = None if exploration.cells is None else exploration.cells[step]
            counts = (states, exploration.of_states, cells, exploration.of_cells)
            row = (level, player, play, step, *counts)
            yield dict(zip(COLUMNS, row, strict=True))


def record(explorers: Iterable[Explorer]) -> list[Record]:
    """Return a record of each explorer."""
    return [
        dict(level=level, who=player, play=play) | record_of(exploration, *OF_AN_EXPLORER)
        for level, player, play, exploration in explorers
    ]
