"""Record and text of ``table --order difficulty``: a pack in order of difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.difficulty.level_order import percentiles
from stategraph.readable import Record
from stategraph.tell.difficulty import estimate
from stategraph.tell.phrases import columns

if TYPE_CHECKING:
    from stategraph.difficulty import Difficulty
    from stategraph.difficulty.level_order import Pack

# width in characters of the curve, which spans the percentiles 0 to 100
CURVE_WIDTH = 34


def record(pack: Pack) -> Record:
    """Return the record of a pack in order of difficulty."""
    rows = zip(pack.order, pack.place, pack.teaches, strict=True)
    names = [difficulty.level.name for difficulty in pack.order]
    return {
        "order": [
            {
                "level": difficulty.level.name,
                "place": place,
                **estimate(difficulty),
                "teaches": teaches,
            }
            for difficulty, place, teaches in rows
        ],
        "jumps": [[names[k], names[k + 1]] for k in pack.jumps],
        "twins": [[names[k], names[k + 1]] for k in pack.twins],
        "unknown": [
            {"level": difficulty.level.name, "why": difficulty.why} for difficulty in pack.unknown
        ],
    }


def words(pack: Pack) -> list[str]:
    """Return the order as text: a curve, first uses of elements, jumps and similar levels."""
    rows = [("level", "place now", "percentile", "", "teaches first")]
    for difficulty, place, teaches in zip(pack.order, pack.place, pack.teaches, strict=True):
        cells = f"{difficulty.percentile:.0f}", curve(difficulty), "; ".join(teaches)
        rows.append((difficulty.level.name, str(place), *cells))
    lines = columns(rows, len(rows[0])) if pack.order else []
    names = [difficulty.level.name for difficulty in pack.order]
    lines += [f"jump: from {names[k]} to {names[k + 1]}" for k in pack.jumps]
    lines += [f"near-twins: {names[k]} and {names[k + 1]}" for k in pack.twins]
    return lines + [
        f"no estimate: {difficulty.level.name}: {difficulty.why}" for difficulty in pack.unknown
    ]


def curve(difficulty: Difficulty) -> str:
    """Return a line with a level's percentile among the reference levels, and its interval."""
    low, middle, high = (round(x / 100 * (CURVE_WIDTH - 1)) for x in percentiles(difficulty))
    marks = {low: "·", high: "·", middle: "●"}
    return "".join(marks.get(k, "─" if low < k < high else " ") for k in range(CURVE_WIDTH))
