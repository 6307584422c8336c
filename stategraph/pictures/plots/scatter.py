"""Levels as points: one metric against another."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from stategraph.pictures.figures import figure, save

# one look for each family: colour never speaks alone
MARKERS, COLOURS = "os^Dvp*X", ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#1b1b1b")

# From so many times on, the largest over the smallest, an axis is logarithmic.
WIDE = 1_000

# At most so many points bear their names.
NAMED = 30


def scatter_picture(
    points: Sequence[tuple[str, str, float, float]], x: str, y: str, form: str
) -> bytes:
    """Return the picture of points (name, group, x, y) as "svg", "png" or "pdf"."""
    made, axes = figure(7, 5)
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
    for name, _, px, py in points if len(points) <= NAMED else ():
        place: dict[str, Any] = dict(textcoords="offset points", xytext=(4, 4), fontsize=6)
        axes.annotate(name.replace("$", r"\$"), (px, py), **place)
    for scale, values in ((axes.set_xscale, 2), (axes.set_yscale, 3)):
        if _is_wide([point[values] for point in points]):  # type: ignore[misc]
            scale("log")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if points:
        axes.legend(fontsize=8)
    return save(made, form)


def _is_wide(values: Sequence[float]) -> bool:
    """Return whether values of several orders of magnitude are best shown by their logarithms."""
    return bool(values) and min(values) > 0 and max(values) >= WIDE * min(values)
