"""Exploration curves: what share of states and cells each play or search has seen after each step.

::

    states │      ╭──── 100%      cells │  ╭────────
           │   ╭──╯                     │╭─╯
           └────────── step             └────────── step
"""

from __future__ import annotations

from collections.abc import Sequence

from stategraph.pictures.matplotlib_figures import figure, save, without_formulas
from stategraph.pictures.plots.scatter import COLOURS
from stategraph.tell.exploration import Explorer


def draw_explored(explorers: Sequence[Explorer], form: str, step: str) -> bytes:
    """Return the curves as "svg", "png" or "pdf"; `step` is the name of the x axis."""
    several = len({explorer.level for explorer in explorers}) > 1
    boards = any(explorer.found.cells for explorer in explorers)
    fig, panels = figure(4.5 * (1 + boards), 4, ncols=1 + boards, squeeze=False)
    names: dict[str, str] = {}
    for explorer in explorers:
        name = f"{explorer.who}, {explorer.level}" if several else explorer.who
        look = dict(color=names.setdefault(name, COLOURS[len(names) % len(COLOURS)]), linewidth=1)
        curves = explorer.found
        panels[0, 0].plot([100 * n / curves.of_states for n in curves.states], label=name, **look)
        if curves.cells and curves.of_cells:
            panels[0, 1].plot([100 * n / curves.of_cells for n in curves.cells], label=name, **look)
    for axes, quantity in zip(panels[0], ("states", "cells"), strict=False):
        axes.set_xlabel(step)
        axes.set_ylabel(f"{quantity} seen, %")
        axes.set_ylim(0, 102)
        axes.grid(alpha=0.3)
    lines = {line.get_label(): line for line in reversed(panels[0, 0].get_lines())}
    handles = [lines[name] for name in names]
    panels[0, 0].legend(handles, [without_formulas(name) for name in names], fontsize=7)
    return save(fig, form)
