"""Record and text of ``table --order difficulty``: a pack in order of difficulty."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.difficulty.model import rounded
from stategraph.difficulty.pack import percentiles
from stategraph.readable import Record
from stategraph.tell.phrases import columns

if TYPE_CHECKING:
    from stategraph.difficulty import Difficulty
    from stategraph.difficulty.pack import Pack

# width of the curve in characters, for 100 percentiles
WIDE = 34


def record(pack: Pack) -> Record:
    """Return the record of a pack in order of difficulty."""
    rows = zip(pack.order, pack.place, pack.teaches, strict=True)
    names = [one.level.name for one in pack.order]
    return {
        "order": [
            {
                "level": one.level.name,
                "place": place,
                **{
                    name: rounded(getattr(one, name))
                    for name in ("estimate", "low", "high", "percentile")
                },
                "teaches": teaches,
            }
            for one, place, teaches in rows
        ],
        "jumps": [[names[k], names[k + 1]] for k in pack.jumps],
        "twins": [[names[k], names[k + 1]] for k in pack.twins],
        "unknown": [{"level": one.level.name, "why": one.why} for one in pack.unknown],
    }


def words(pack: Pack) -> list[str]:
    """Return the order as text: a curve, first uses of elements, jumps and near-twins."""
    rows = [("level", "place now", "percentile", "", "teaches first")]
    for one, place, teaches in zip(pack.order, pack.place, pack.teaches, strict=True):
        told = f"{one.percentile:.0f}", curve(one), "; ".join(teaches)
        rows.append((one.level.name, str(place), *told))
    lines = columns(rows, len(rows[0])) if pack.order else []
    names = [one.level.name for one in pack.order]
    lines += [f"jump: from {names[k]} to {names[k + 1]}" for k in pack.jumps]
    lines += [f"near-twins: {names[k]} and {names[k + 1]}" for k in pack.twins]
    return lines + [f"no estimate: {one.level.name}: {one.why}" for one in pack.unknown]


def curve(one: Difficulty) -> str:
    """Return a level's percentile among its reference levels, with its interval, as a line."""
    low, middle, high = (round(x / 100 * (WIDE - 1)) for x in percentiles(one))
    marks = {low: "·", high: "·", middle: "●"}
    return "".join(marks.get(k, "─" if low < k < high else " ") for k in range(WIDE))
