"""Time and states of searches on several levels: a panel per algorithm, and a panel for all.

::

    seconds │   ■ ·  │     ·  │    ·   │         above: time, below: states, both on logarithmic
            │ ■ ·    │  ·     │  ·     │         scales shared by all panels of a row;
    ────────┼────────┼────────┼────────┤         x: moves of the solution; lines join the points
    states  │   ■ ·  │     ·  │    ·   │
            │ ■ ·    │  ·     │ ·      │
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stategraph.pictures.matplotlib_figures import figure, save, without_formulas
from stategraph.pictures.plots.scatter import COLOURS, MARKERS
from stategraph.rules.drawing import BLUE, RED
from stategraph.search.comparison import Timed, called

if TYPE_CHECKING:
    from matplotlib.axes import Axes


# name, values, colour and style of a line
_Line = tuple[str, Sequence[float], str, str]


def draw_comparison(rows: Sequence[Timed], form: str) -> bytes:
    """Return the plots of time and states against depth as "svg", "png" or "pdf".

    Runs without a solution have no depth and are left out.
    """
    from matplotlib.ticker import MaxNLocator

    chosen = list(dict.fromkeys(row.algorithm for row in rows))
    solved = [row for row in rows if row.found.depth is not None]
    together = int(len(chosen) > 1)
    fig, panels = figure(
        3.2 * (len(chosen) + together) + 0.8, 5.6, nrows=2, ncols=len(chosen) + together,
        squeeze=False, sharex=True, sharey="row",
    )  # fmt: skip
    runs = {
        algorithm: sorted(
            (row for row in solved if row.algorithm == algorithm),
            key=lambda row: (row.found.depth, row.seconds),
        )
        for algorithm in chosen
    }
    if together:
        _compare(panels[:, 0], runs)
    for column, (algorithm, own_rows) in enumerate(runs.items(), together):
        above, below = panels[:, column]
        above.set_title(called(algorithm), fontsize=10)
        _join(above, own_rows, [("", [row.seconds for row in own_rows], BLUE, "o-")])
        _join(below, own_rows, _states(own_rows))
        below.set_xlabel("moves of the solution")
        below.xaxis.set_major_locator(MaxNLocator(integer=True))
    panels[0, 0].set_ylabel("seconds")
    panels[1, 0].set_ylabel("states")
    return save(fig, form)


def _compare(panels: Sequence[Axes], runs: Mapping[str, Sequence[Timed]]) -> None:
    """Draw the times and the numbers of states of all algorithms into one pair of panels."""
    above, below = panels
    above.set_title("all of them", fontsize=10)
    for k, (algorithm, rows) in enumerate(runs.items()):
        colour, marker = COLOURS[k % len(COLOURS)], MARKERS[k % len(MARKERS)]
        seconds, states = [row.seconds for row in rows], [row.found.generated for row in rows]
        for axes, values in ((above, seconds), (below, states)):
            axes.plot(
                _depths(rows), values, color=colour, marker=marker, markersize=4, linewidth=1,
                label=called(algorithm),
            )  # fmt: skip
    for axes in panels:
        axes.set_yscale("log")
        axes.minorticks_off()
        axes.margins(x=0.2, y=0.2)
        axes.grid(alpha=0.3)
    below.set_xlabel("moves of the solution")
    above.legend(fontsize=7, loc="upper left")


def _depths(rows: Sequence[Timed]) -> list[int]:
    return [row.found.depth for row in rows if row.found.depth is not None]


def _states(rows: Sequence[Timed]) -> list[_Line]:
    """Return the lines (name, values, colour, style) of generated and of distinct states.

    There is only one line if no state is generated twice.
    """
    distinct = [row.found.distinct for row in rows]
    generated = [row.found.generated for row in rows]
    if distinct == generated:
        return [("", distinct, BLUE, "o-")]
    return [("all", generated, RED, "s--"), ("distinct", distinct, BLUE, "o-")]


def _join(axes: Axes, rows: Sequence[Timed], lines: Sequence[_Line]) -> None:
    """Draw each line (name, values, colour, style) against depth; several lines have a legend.

    The points of the last line are labelled with the names of their levels.
    """
    depths = _depths(rows)
    for name, values, colour, style in lines:
        axes.plot(depths, values, style, color=colour, markersize=4, linewidth=1, label=name)
    axes.set_yscale("log")
    axes.minorticks_off()
    axes.margins(x=0.2, y=0.2)
    axes.grid(alpha=0.3)
    if len(lines) > 1:
        axes.legend(fontsize=7, loc="lower right")
    for row, depth, value in zip(rows, depths, lines[-1][1], strict=True):
        short = without_formulas(row.level.rpartition("/")[2])
        last = row is rows[-1]
        axes.annotate(
            short, (depth, value), (-4 if last else 3, 4 if last else -9),
            textcoords="offset points", size=6, ha="right" if last else "left",
        )  # fmt: skip
