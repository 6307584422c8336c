"""The levels of a pack in order of difficulty, with the percentile interval of each level.

::

    easy      ──●───          a dashed line: a jump in difficulty to the next level;
    - - - - - - - - - - - -   = marks two near-twins
    hard            ───●──
"""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from stategraph.difficulty.level_order import Pack, percentiles
from stategraph.pictures.matplotlib_figures import figure, save, without_formulas

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# in inches: height of a row, height of the margins, maximum height of the picture
ROW, AROUND, HIGHEST = 0.24, 1.2, 60.0

# maximum number of letters in a level's name, and in a line about its new elements
NAME, TEACHES = 40, 100

BLUE, ORANGE = "#0072b2", "#d55e00"


def order_picture(pack: Pack, form: str) -> bytes:
    """Return the picture of a pack as "svg", "png" or "pdf"; the easiest level is at the top."""
    rows = max(len(pack.order), 1)
    fig, axes = figure(11, min(AROUND + ROW * rows, HIGHEST))
    for row, difficulty in enumerate(pack.order):
        low, middle, high = percentiles(difficulty)
        axes.plot([low, high], [row, row], color=BLUE, linewidth=1.5, solid_capstyle="butt")
        axes.plot([middle], [row], "o", color=BLUE, markersize=5)
    for row in pack.jumps:
        axes.axhline(row + 0.5, color=ORANGE, linewidth=1, linestyle="--")
    for row in pack.twins:
        axes.text(101, row + 0.5, "=", color=ORANGE, va="center", fontsize=9)
    _write(axes, pack)
    axes.set_xlim(0, 100)
    axes.set_ylim(rows - 0.5, -0.5)
    axes.set_xlabel(f"percentile among reference levels (line: 80% sure)\n{_legend(pack)}")
    return save(fig, form)


def _write(axes: Axes, pack: Pack) -> None:
    """Write each level's name at the left, and the elements that it introduces at the right."""
    names = [
        without_formulas(
            f"{textwrap.shorten(difficulty.level.name, NAME, placeholder='…')} ({place})"
        )
        for difficulty, place in zip(pack.order, pack.place, strict=True)
    ]
    axes.set_yticks(range(len(names)), names, fontsize=7)
    for row, ideas in enumerate(pack.teaches):
        text = textwrap.fill("; ".join(ideas), TEACHES)
        axes.text(104, row, text, va="center", fontsize=5.5)


def _legend(pack: Pack) -> str:
    """Return a legend of the marks that occur, and the number of levels without an estimate."""
    parts = ["in brackets: the place now; to the right: the first lesson of a level"]
    parts += ["dashed: a jump"] if pack.jumps else []
    parts += ["=: near-twins"] if pack.twins else []
    parts += [f"without an estimate: {len(pack.unknown)}"] if pack.unknown else []
    return "; ".join(parts)
