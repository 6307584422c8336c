"""The profile of a state graph of any size: where its states lie between start and goal.

Above: a heatmap of moves from the start against moves left to the goal, with optimal play as a
line. Below, on the same axis: how many states of each level can still win, are dead, are stuck.
"""

from __future__ import annotations

import textwrap
from typing import Any

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, shortest, stuck
from stategraph.graph import StateGraph
from stategraph.pictures.diagram import caption
from stategraph.pictures.figures import figure, plain, save
from stategraph.pictures.themes import THEMES, Theme

# Levels beyond this many are drawn several to a cell.
CELLS = 400


def draw_profile(
    graph: StateGraph, form: str, title: str = "", theme: Theme = THEMES["light"]
) -> bytes:
    """Return the profile as "svg", "png" or "pdf". O(states)."""
    from matplotlib.ticker import MaxNLocator

    made, (above, below) = figure(8, 6.5, nrows=2, sharex=True, height_ratios=[3, 2])
    _heatmap(made, above, graph, theme)
    _levels(below, graph, theme)
    for axes in (above, below):
        axes.xaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    below.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    below.yaxis.set_major_formatter(lambda number, _: f"{number:,.0f}")
    if graph.goal is not None:
        above.yaxis.set_major_locator(MaxNLocator(integer=True, min_n_ticks=1))
    _colour(made, theme)
    above.set_title(
        plain("\n".join([*textwrap.wrap(title, 90), caption(graph)])), fontsize=10, color=theme.ink
    )
    return save(made, form)


def _colour(made: Any, theme: Theme) -> None:
    """Give the frames and texts of all axes the colours of a theme."""
    made.set_facecolor(theme.paper)
    for axes in made.axes:
        axes.set_facecolor(theme.paper)
        axes.tick_params(which="both", colors=theme.ink)
        axes.xaxis.label.set_color(theme.ink)
        axes.yaxis.label.set_color(theme.ink)
        for spine in axes.spines.values():
            spine.set_color(theme.faint)
        if (legend := axes.get_legend()) is not None:
            legend.get_frame().set(facecolor=theme.paper, edgecolor=theme.faint)
            for text in legend.get_texts():
                text.set_color(theme.ink)


def _heatmap(made: Any, axes: Any, graph: StateGraph, theme: Theme) -> None:
    from matplotlib.colors import LogNorm
    from matplotlib.ticker import NullLocator

    before, left = moves_from_start(graph), moves_to_goal(graph)
    alive = left >= 0
    axes.set_ylabel("moves left to the goal")
    length = shortest(graph)
    if length is None:
        axes.text(
            0.5,
            0.5,
            "no state is known to reach the goal",
            ha="center",
            transform=axes.transAxes,
            color=theme.ink,
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
        cmap=theme.ramp,
        norm=LogNorm(1, max(10, counts.max())),
        rasterized=True,
    )
    bar = made.colorbar(shown, ax=axes, pad=0.01)
    bar.set_label("states that can still win", color=theme.ink)
    bar.formatter = lambda number, _: f"{number:,.0f}"
    bar.ax.yaxis.set_minor_locator(NullLocator())
    axes.plot([0, length], [length, 0], color=theme.mark, lw=2, ls="--", label="optimal play")
    axes.plot(
        [0],
        [length],
        marker=r"$\mathrm{S}$",
        ms=9,
        color=theme.ink,
        ls="none",
        label="start",
        clip_on=False,
    )
    axes.plot(
        [length],
        [0],
        marker="o",
        ms=8,
        mfc="none",
        mec=theme.ink,
        mew=2,
        ls="none",
        label="goal",
        clip_on=False,
    )
    axes.legend(loc="upper right", fontsize=8)


def _edges(values: np.ndarray, step: int) -> np.ndarray:
    return np.arange(0, int(values.max()) + step + 1, step) - 0.5


def _levels(axes: Any, graph: StateGraph, theme: Theme) -> None:
    before, gone, ended = moves_from_start(graph), dead(graph), stuck(graph)
    step = 1 + int(before.max()) // CELLS
    edges = _edges(before, step)
    bottom = np.zeros(len(edges) - 1)
    kinds = [
        ("can still win" if graph.complete else "not proven dead", ~gone, ""),
        ("dead, but can move", gone & ~ended, "//"),
        ("stuck", ended, ""),
    ]
    for (name, chosen, hatch), colour in zip(kinds, theme.bars, strict=True):
        counts, _ = np.histogram(before[chosen], edges)
        if counts.any():
            axes.bar(
                edges[:-1], counts, width=step, bottom=bottom, align="edge", label=name,
                color=colour, hatch=hatch, edgecolor=theme.paper, linewidth=0.2,
            )  # fmt: skip
        bottom += counts
    axes.set_xlabel("moves from the start")
    axes.set_ylabel("states")
    axes.legend(loc="upper left", fontsize=8)
