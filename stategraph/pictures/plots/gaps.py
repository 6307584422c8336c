"""Errors of a heuristic: a histogram of the errors, and estimates plotted against exact distances.

::

    states │ █                   estimate │        ╱   on the line: exact
           │ █ ▄                          │      ╱ ▒   below it: too low, as for admissible ones
           │ █ █ ▄ _                      │    ╱ ▒ █   above it: too high
           └──────── moves left           └─────────── moves left
                     minus estimate
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis import HeuristicCheck
from stategraph.pictures.matplotlib_figures import figure, save, without_formulas
from stategraph.rules.drawing import RED, SKY

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure

# maximum number of bars, or of cells along an axis; with more values, each covers several values
MAX_CELLS = 400


def draw_gaps(check: HeuristicCheck, form: str, title: str = "") -> bytes:
    """Return the two plots of a heuristic's check as "svg", "png" or "pdf". O(states)."""
    fig, (left, right) = figure(9, 4, ncols=2)
    has_truth = check.distances >= 0
    if has_truth.any():
        _bars(left, check.gaps)
        _cells(fig, right, check.distances[has_truth], check.values[has_truth])
    else:
        for axes in (left, right):
            axes.text(0.5, 0.5, "no exact distance is known", ha="center", transform=axes.transAxes)
    left.set_xlabel("moves left minus the estimate")
    left.set_ylabel("states")
    right.set_xlabel("moves left")
    right.set_ylabel("estimate")
    fig.suptitle(without_formulas(title), fontsize=10)
    return save(fig, form)


def _edges(low: int, high: int) -> np.ndarray:
    step = 1 + (high - low) // MAX_CELLS
    return np.arange(low, high + step + 1, step) - 0.5


def _bars(axes: Axes, gaps: np.ndarray) -> None:
    """Draw the histogram, with overestimates hatched."""
    from matplotlib.ticker import MaxNLocator

    edges = _edges(int(gaps.min()), int(gaps.max()))
    counts, _ = np.histogram(gaps, edges)
    wrong = edges[:-1] < -0.5
    for chosen, colour, hatch, name in (
        (~wrong, SKY, "", "exact or too few"),
        (wrong, RED, "//", "too many"),
    ):
        if counts[chosen].any():
            axes.bar(
                edges[:-1][chosen], counts[chosen], width=np.diff(edges)[chosen], align="edge",
                color=colour, hatch=hatch, edgecolor="white", linewidth=0.2, label=name,
            )  # fmt: skip
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.legend(fontsize=8)


def _cells(fig: Figure, axes: Axes, truth: np.ndarray, guesses: np.ndarray) -> None:
    """Draw the number of states for each pair of exact distance and estimate, and the diagonal."""
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import MaxNLocator

    across, up = _edges(0, int(truth.max())), _edges(int(guesses.min()), int(guesses.max()))
    counts, _, _ = np.histogram2d(truth, guesses, bins=[across, up])
    mesh = axes.pcolormesh(
        across, up, np.ma.masked_equal(counts.T, 0), cmap="cividis_r", norm=LogNorm(vmin=1),
        rasterized=True,
    )  # fmt: skip
    fig.colorbar(mesh, ax=axes, pad=0.01).set_label("states")
    most = min(across[-1], up[-1])
    axes.plot([0, most], [0, most], color="#1b1b1b", lw=1, ls="--", label="exact")
    axes.legend(fontsize=8, loc="upper left")
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_major_locator(MaxNLocator(integer=True))
