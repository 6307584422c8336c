"""Rows and records of exploration, which is the visited share of a level after each step."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, NamedTuple

from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.analysis.exploration import Explored

COLUMNS = ("level", "who", "play", "step", "states", "of_states", "cells", "of_cells")


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
            row = (
                level,
                player,
                play,
                step,
                states,
                exploration.of_states,
                cells,
                exploration.of_cells,
            )
            yield dict(zip(COLUMNS, row, strict=True))


def record(explorers: Iterable[Explorer]) -> list[Record]:
    """Return a record of each explorer."""
    return [
        {
            "level": level,
            "who": player,
            "play": play,
            "of_states": exploration.of_states,
            "of_cells": exploration.of_cells,
            "states": exploration.states,
            "cells": exploration.cells,
        }
        for level, player, play, exploration in explorers
    ]
