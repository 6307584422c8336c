"""Record and text of ``export`` and ``expand``; messages about stores, filled or repaired."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from stategraph.readable import Record, count
from stategraph.tell.level import puzzle_name

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.store import Filled

# number of future layers in a forecast
FORECAST_LAYERS = 10


def record(level: Level, graph: ArrayGraph) -> Record:
    """Return the size of a state graph, and whether it is complete."""
    return {
        "puzzle": puzzle_name(level),
        "complete": graph.complete,
        "states": len(graph),
        "moves": graph.number_of_edges(),
    }


def words(graph: ArrayGraph, files: Iterable[str]) -> list[str]:
    """Return the files to which a state graph was written, and the size of the graph."""
    size = f"{count(len(graph), 'state')}, {count(graph.number_of_edges(), 'move')}"
    return [f"{', '.join(files)}: {size}"]


def progress(filled: Filled, seconds: float) -> str:
    """Return lines about the size and growth of a store, with a forecast for the next layers.

    >>> from stategraph.store import Filled
    >>> print(progress(Filled(1000, 3000, 550, [1, 9, 90, 900], 1), 2.0))
    1,000 states, 3,000 moves, 500 states/s; layer 3, 50 %; 34 kB; 10 layers more like this need \
240 TB
    """
    rate = (filled.states - filled.held) / max(seconds, 1e-9)
    parts = [
        f"{filled.states:,} states, {filled.moves:,} moves, {rate:,.0f} states/s",
        f"layer {len(filled.levels) - 1}, {filled.share:.0%}".replace("%", " %"),
        size(filled.size),
    ]
    needed = filled.forecast(FORECAST_LAYERS)
    if needed is not None:
        parts.append(f"{FORECAST_LAYERS} layers more like this need {size(needed)}")
    return "; ".join(parts)


def size(number: float) -> str:
    """Return a number of bytes as text.

    >>> size(950), size(41_234_567_890)
    ('950 bytes', '41.2 GB')
    """
    units = ["bytes", "kB", "MB", "GB", "TB", "PB"]
    while number >= 1000 and len(units) > 1:
        number, units = number / 1000, units[1:]
    return f"{number:.3g} {units[0]}"


def repair_in_words(store: str, parts: Sequence[str]) -> list[str]:
    """Return a message about the rebuilt parts of a damaged store.

    Even if nothing was damaged, a store may be wrong, as a forged store can have correct checksums.

    >>> repair_in_words("mine", [])
    ['mine: no part differs from its checksum']
    """
    if not parts:
        return [f"{store}: no part differs from its checksum"]
    return [f"{store}: {count(len(parts), 'part')} made anew: {', '.join(parts[:5])}"]
