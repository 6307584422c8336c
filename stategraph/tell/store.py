"""A store while it is filled, or mended: what is told beside the answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.store import Filled

# So many levels more a forecast is of.
AHEAD = 10


def progress(filled: Filled, seconds: float) -> str:
    """Return how far a store is filled, how fast, and what some levels more would need.

    >>> from stategraph.store import Filled
    >>> print(progress(Filled(1000, 3000, 550, [1, 9, 90, 900], 1), 2.0))
    1,000 states, 3,000 moves, 500 states/s; level 3, 50 %; 34 kB; 10 levels more like this need \
240 TB
    """
    rate = (filled.states - filled.held) / max(seconds, 1e-9)
    parts = [
        f"{filled.states:,} states, {filled.moves:,} moves, {rate:,.0f} states/s",
        f"level {len(filled.levels) - 1}, {filled.share:.0%}".replace("%", " %"),
        size(filled.size),
    ]
    needed = filled.forecast(AHEAD)
    if needed is not None:
        parts.append(f"{AHEAD} levels more like this need {size(needed)}")
    return "; ".join(parts)


def size(number: float) -> str:
    """Return a number of bytes in words.

    >>> size(950), size(41_234_567_890)
    ('950 bytes', '41.2 GB')
    """
    units = ["bytes", "kB", "MB", "GB", "TB", "PB"]
    while number >= 1000 and len(units) > 1:
        number, units = number / 1000, units[1:]
    return f"{number:.3g} {units[0]}"


def mended(store: str, parts: Sequence[str]) -> list[str]:
    """Return what was damaged in a store and is made anew."""
    if not parts:
        return [f"{store}: nothing is damaged"]
    return [f"{store}: {count(len(parts), 'part')} made anew: {', '.join(parts[:5])}"]
