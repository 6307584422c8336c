"""Scatter plots: levels as points, with one metric plotted against another."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from typing import TYPE_CHECKING

from stategraph.pictures.font import text_width
from stategraph.pictures.matplotlib_figures import figure, save

if TYPE_CHECKING:
    from matplotlib.axes import Axes

# markers and colours of the groups, which so also differ by shape
MARKERS, COLOURS = "os^Dvp*X", ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#1b1b1b")

# an axis is logarithmic if the ratio of its largest to its smallest value is at least this
LOG_RATIO = 1_000

# maximum number of names; text size of names; letters per line of the list below the plot
MAX_NAMES, SIZE, WRAP = 30, 6.0, 100


def scatter_picture(
    points: Sequence[tuple[str, str, float, float]],
    x: str,
    y: str,
    form: str,
    missing: Sequence[str] = (),
) -> bytes:
    """Return the picture of points (name, group, x, y) as "svg", "png" or "pdf".

    `missing` holds the names of levels without a value, which are listed below the plot.
    """
    fig, axes = figure(8, 5 + 0.15 * len(_below(missing)))
    for k, group in enumerate(sorted({point[1] for point in points})):
        own = [point for point in points if point[1] == group]
        axes.plot(
            [point[2] for point in own],
            [point[3] for point in own],
            ls="none",
            marker=MARKERS[k % len(MARKERS)],
            color=COLOURS[k % len(COLOURS)],
            label=group.replace("$", r"\$"),
        )
    for scale, values in ((axes.set_xscale, 2), (axes.set_yscale, 3)):
        if _is_wide([point[values] for point in points]):  # type: ignore[misc]
            scale("log")
    axes.margins(0.08)
    axes.set_xlabel("\n".join([x, *_below(missing)]))
    axes.set_ylabel(y)
    if points:
        axes.legend(fontsize=8, loc="upper left", bbox_to_anchor=(1.01, 1.0), borderaxespad=0)
    if len(points) <= MAX_NAMES:
        fig.canvas.draw()  # fixes the positions of the axes
        _name(axes, points)
    return save(fig, form)


def _below(missing: Sequence[str]) -> list[str]:
    """Return the lines of text that name the levels without a value."""
    if not missing:
        return []
    named = ", ".join(missing[:MAX_NAMES]) + (", …" if len(missing) > MAX_NAMES else "")
    return textwrap.wrap(f"without such a value: {named}".replace("$", r"\$"), WRAP)


def _name(axes: Axes, points: Sequence[tuple[str, str, float, float]]) -> None:
    """Write each point's name beside the point, inside the axes and with the fewest overlaps."""
    unit = axes.figure.dpi / 72
    box = axes.bbox
    places = axes.transData.transform([point[2:] for point in points])
    occupied = [(px - 4 * unit, py - 4 * unit, px + 4 * unit, py + 4 * unit) for px, py in places]
    for (name, *_), (px, py) in zip(points, places.tolist(), strict=True):
        wide, tall = text_width(name, SIZE) * unit, SIZE * unit
        spots = [
            (px + dx * 5 * unit - (dx < 0) * wide - (dx == 0) * wide / 2,
             py + dy * step * unit - tall / 2)
            for step in (0, 7, 13, 19, 25) for dx in (1, -1, 0)
            for dy in ((1, -1) if step else (1,))
        ]  # fmt: skip
        boxes = [(left, low, left + wide, low + tall) for left, low in spots]
        inside = [b for b in boxes if box.x0 < b[0] and b[2] < box.x1 and box.y0 < b[1]
                  and b[3] < box.y1] or boxes[:1]  # fmt: skip
        best = min(inside, key=lambda b: sum(_meet(b, other) for other in occupied))
        occupied.append(best)
        left, low = axes.transAxes.inverted().transform(best[:2])
        axes.text(left, low, name.replace("$", r"\$"), fontsize=SIZE, transform=axes.transAxes,
                  va="bottom", in_layout=False)  # fmt: skip


def _meet(first: Sequence[float], second: Sequence[float]) -> bool:
    """Return whether two boxes (left, low, right, high) overlap."""
    return (first[0] < second[2] and second[0] < first[2]) and (
        first[1] < second[3] and second[1] < first[3]
    )


def _is_wide(values: Sequence[float]) -> bool:
    """Return whether values span so many orders of magnitude that a logarithmic axis suits them."""
    return bool(values) and min(values) > 0 and max(values) >= LOG_RATIO * min(values)
