"""The profile of a state graph of any size: where its states lie between start and goal.

Above: a heatmap of moves from the start against moves left to the goal, with optimal play as a
line. Below, on the same axis: how many states of each level can still win, are dead, are stuck.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, shortest, stuck
from stategraph.graph import StateGraph
from stategraph.pictures.diagram import caption
from stategraph.pictures.figures import figure, save

__all__ = ["draw_profile"]

# Levels beyond this many are drawn several to a cell.
CELLS = 400


def draw_profile(graph: StateGraph, form: str, title: str = "") -> bytes:
    """Return the profile as "svg", "png" or "pdf". O(states)."""
    from matplotlib.ticker import MaxNLocator

    made, (above, below) = figure(8, 6.5, nrows=2, sharex=True, height_ratios=[3, 2])
    _heatmap(made, above, graph)
    _levels(below, graph)
    for axes in (above, below):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    if graph.goal is not None:
        above.yaxis.set_major_locator(MaxNLocator(integer=True))
    above.set_title(
        "\n".join(filter(None, [title.replace("$", r"\$"), caption(graph)])), fontsize=10
    )
    return save(made, form)


def _heatmap(made: Any, axes: Any, graph: StateGraph) -> None:
    from matplotlib.colors import LogNorm

    before, left = moves_from_start(graph), moves_to_goal(graph)
    alive = left >= 0
    axes.set_ylabel("moves left to the goal")
    length = shortest(graph)
    if length is None:
        axes.text(
            0.5, 0.5, "no state is known to reach the goal", ha="center", transform=axes.transAxes
        )
        axes.set_yticks([])
        return
    step = 1 + int(max(before.max(), left.max())) // CELLS
    counts, across, up = np.histogram2d(
        before[alive], left[alive], bins=[_edges(before, step), _edges(left[alive], step)]
    )
    shown = axes.pcolormesh(
        across,
        up,
        np.ma.masked_equal(counts.T, 0),
        cmap="cividis_r",
        norm=LogNorm(vmin=1),
        rasterized=True,
    )
    made.colorbar(shown, ax=axes, label="states that can still win", pad=0.01)
    axes.plot([0, length], [length, 0], color="#d55e00", lw=2, ls="--", label="optimal play")
    axes.plot([0], [length], marker=r"$\mathrm{S}$", ms=9, color="black", ls="none", label="start")
    axes.plot(
        [length], [0], marker="o", ms=8, mfc="none", mec="black", mew=2, ls="none", label="goal"
    )
    axes.legend(loc="upper right", fontsize=8)


def _edges(values: np.ndarray, step: int) -> np.ndarray:
    return np.arange(0, int(values.max()) + step + 1, step) - 0.5


def _levels(axes: Any, graph: StateGraph) -> None:
    before, gone, ended = moves_from_start(graph), dead(graph), stuck(graph)
    step = 1 + int(before.max()) // CELLS
    edges = _edges(before, step)
    bottom = np.zeros(len(edges) - 1)
    kinds = [
        ("can still win" if graph.complete else "not proven dead", ~gone, "#9ecae1", ""),
        ("dead, but can move", gone & ~ended, "#969696", "//"),
        ("stuck", ended, "#252525", ""),
    ]
    for name, chosen, colour, hatch in kinds:
        counts, _ = np.histogram(before[chosen], edges)
        if counts.any():
            axes.bar(
                edges[:-1], counts, width=step, bottom=bottom, align="edge", label=name,
                color=colour, hatch=hatch, edgecolor="white", linewidth=0.2,
            )  # fmt: skip
        bottom += counts
    axes.set_xlabel("moves from the start")
    axes.set_ylabel("states")
    axes.legend(loc="upper left", fontsize=8)
