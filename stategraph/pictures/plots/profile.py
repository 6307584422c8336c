"""The profile of a state graph: the numbers of its states by distance from the start and the goal.

The upper plot is a heatmap. Its x axis is the number of moves from the start, and its y axis is the
number of moves left to the goal. A dashed line shows optimal play. The lower plot has the same x
axis. Its bars show how many states at each distance can still win, are dead or are stuck. Graphs of
any size have a profile.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, shortest, stuck
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram_builder import caption
from stategraph.pictures.font import wrapped
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.plots.axes import NAME, NUMBER, Axes
from stategraph.pictures.scene import Scene, rectangle
from stategraph.pictures.themes import THEMES, Theme, shades
from stategraph.rules.shapes import Disc, Pen, Pixels, Point, Polygon, Segments, Words

# maximum number of cells along an axis; with more distances, each cell covers several distances
MAX_CELLS = 400

# width of both plots, height of the upper plot, height of the lower plot, gap between them
WIDTH, ABOVE, BELOW, GAP = 420.0, 240.0, 160.0, 34.0

# the legend beside the plots: its x coordinate, the width of a sample, the height of a line
KEYS, KEY, LINE = WIDTH + 24.0, 18.0, 15.0

# width and height of the colour scale
SCALE, TALL = 12.0, 130.0

# horizontal distance between hatching lines, which mark dead states
HATCH = 5.0

# text size of the title
TITLE = 10.0


def draw_profile(
    graph: ArrayGraph,
    title: str = "",
    theme: Theme = THEMES["light"],
    highlight: HighlightedPath | None = None,
) -> Scene:
    """Return the profile as shapes. O(states).

    The path `highlight` is a line through the distances of those of its states that can still win.
    """
    from_start, to_goal = moves_from_start(graph), moves_to_goal(graph)
    step = 1 + int(max(from_start.max(), to_goal.max(initial=0))) // MAX_CELLS
    across = _edges(from_start, step)
    span = float(across[0]), float(across[-1])
    scene = Scene(theme.paper)
    up = _edges(to_goal[to_goal >= 0], step)
    above = Axes(0, 0, WIDTH, ABOVE, span, (float(up[0]), float(up[-1])))
    _distances(scene, above, graph, theme, across, up)
    if highlight is not None:
        _draw_path(scene, above, highlight, theme, from_start, to_goal)
    bars = _bars(graph, from_start, across)
    most = max(1.0, float(sum(counts for _, counts, _ in bars).max()))  # type: ignore[union-attr]
    below = Axes(0, ABOVE + GAP, WIDTH, BELOW, span, (0.0, 1.05 * most))
    _levels(scene, below, theme, across, bars)
    words = [*(wrapped(title, TITLE, WIDTH + 130) if title else []), caption(graph)]
    words += [f"thick: {highlight.words}"] if highlight else []
    for k, line in enumerate(words, -len(words)):
        scene.add(Words(line, (0, 1.3 * TITLE * k - 13), TITLE, theme.ink, "start"))
    return scene


def _edges(values: np.ndarray, step: int) -> np.ndarray:
    """Return the bin edges (k+1,) of bins that cover `step` values each."""
    return np.arange(0, int(values.max(initial=0)) + step + 1, step) - 0.5


# --------------------------------------------------------------------------------- the heatmap


def _distances(
    scene: Scene, axes: Axes, graph: ArrayGraph, theme: Theme, across: np.ndarray, up: np.ndarray
) -> None:
    """Draw the number of states at each pair of distances from the start and from the goal."""
    length = shortest(graph)
    if length is None:
        axes.draw_frame(scene, theme)
        middle = axes.left + axes.width / 2, axes.top + axes.height / 2
        scene.add(Words("no state is known to reach the goal", middle, NAME, theme.ink))
        scene.add(Words("moves left to the goal", (0, -8), NAME, theme.ink, "start"))
        axes.draw_across(scene, theme)
        return
    from_start, to_goal = moves_from_start(graph), moves_to_goal(graph)
    alive = to_goal >= 0
    counts, _, _ = np.histogram2d(from_start[alive], to_goal[alive], bins=[across, up])
    wide = _in_bands(from_start[alive], to_goal[alive]) and across[1] - across[0] == 1
    if wide:
        counts = _widened(counts)
    most = max(10, int(counts.max()))
    scene.add(Pixels(_cells(counts.T[::-1], most, theme), (axes.left, axes.top), axes.width,
                     axes.height))  # fmt: skip
    axes.draw_frame(scene, theme)
    axes.draw_across(scene, theme)
    bands = " (a cell is two moves wide: states differ by an even number)" if wide else ""
    axes.draw_up(scene, theme, f"moves left to the goal{bands}")
    start, goal = axes.point(0, length), axes.point(length, 0)
    scene.add(Segments(np.array([[start, goal]]), Pen(theme.mark, 2.0, "dashed")))
    scene.add(Disc(start, 0.75 * NAME, theme.paper, Pen(theme.ink, 0.6)))
    scene.add(Words("S", start, NAME, theme.ink, bold=True))
    scene.add(Disc(goal, 4.0, theme.paper, Pen(theme.ink, 2.0)))
    _scale(scene, theme, most)
    y = TALL + 45
    scene.add(Segments(np.array([[(KEYS, y), (KEYS + 14, y)]]), Pen(theme.mark, 2.0, "dashed")))
    scene.add(Words("S", (KEYS + 7, y + LINE), NAME, theme.ink, bold=True))
    scene.add(Disc((KEYS + 7, y + 2 * LINE), 4.0, "", Pen(theme.ink, 2.0)))
    for k, word in enumerate(("optimal play", "start", "goal")):
        scene.add(Words(word, (KEYS + KEY, y + k * LINE), NUMBER, theme.ink, "start"))


def _draw_path(
    scene: Scene,
    axes: Axes,
    highlight: HighlightedPath,
    theme: Theme,
    from_start: np.ndarray,
    to_goal: np.ndarray,
) -> None:
    """Draw a path as a line in the heatmap; the line ends at the first dead state."""
    nodes = np.array(highlight.path.nodes)
    alive = np.flatnonzero(to_goal[nodes] >= 0)
    points = [
        axes.point(int(from_start[node]), int(to_goal[node])) for node in nodes[alive].tolist()
    ]
    ends = np.array([*zip(points[:-1], points[1:], strict=True)]).reshape(-1, 2, 2)
    line = theme.edges["solution"]
    scene.add(Segments(ends, Pen(theme.paper, 5.0)), Segments(ends, Pen(line.colour, 3.0)))


def _in_bands(from_start: np.ndarray, to_goal: np.ndarray) -> bool:
    """Return whether the sums of both distances are all even, or all odd.

    This happens if every move changes the parity of a state. Then every other cell of the heatmap
    would be empty.
    """
    odd = (from_start.astype(np.int64) + to_goal) % 2
    return bool(len(odd) > 1 and (odd == odd[0]).all())


def _widened(counts: np.ndarray) -> np.ndarray:
    """Return the numbers (across, up) with each empty cell filled from the cell at its left."""
    filled = counts.copy()
    filled[1:] += np.where(counts[1:] == 0, counts[:-1], 0)
    return filled


def _cells(counts: np.ndarray, most: int, theme: Theme) -> np.ndarray:
    """Return colours (rows, columns, 3) for numbers of states, on a logarithmic scale."""
    shares = np.log(np.maximum(counts, 1)) / math.log(most)
    colours = shades(theme.ramp, shares)
    colours[counts == 0] = shades([theme.paper, theme.paper], np.zeros(1))[0]
    return colours


def _scale(scene: Scene, theme: Theme, most: int) -> None:
    """Draw the colour scale, with its numbers and its meaning."""
    top = 22.0
    column = shades(theme.ramp, np.linspace(1, 0, 64))[:, None]
    scene.add(Pixels(column, (KEYS, top), SCALE, TALL))
    scene.add(rectangle(KEYS, top, KEYS + SCALE, top + TALL, "", Pen(theme.faint)))
    for word, y in (("states that", 0.0), ("can still win", 11.0)):
        scene.add(Words(word, (KEYS, y), NUMBER, theme.ink, "start"))
    numbers = [10**k for k in range(int(math.log10(most)) + 1)]
    for number in numbers:
        y = top + TALL * (1 - math.log(number) / math.log(most))
        scene.add(Words(f"{number:,}", (KEYS + SCALE + 5, y), NUMBER, theme.ink, "start"))


# ------------------------------------------------------------------------------------ the bars


def _bars(
    graph: ArrayGraph, before: np.ndarray, edges: np.ndarray
) -> list[tuple[str, np.ndarray, bool]]:
    """Return (name, numbers of states at each distance, hatched) for each kind of states."""
    is_dead, ended = dead(graph), stuck(graph)
    kinds = (
        ("can still win" if graph.complete else "not proven dead", ~is_dead, False),
        ("dead, but can move", is_dead & ~ended, True),
        ("stuck", ended, False),
    )
    return [(name, np.histogram(before[chosen], edges)[0], hatched) for name, chosen, hatched
            in kinds]  # fmt: skip


def _levels(
    scene: Scene,
    axes: Axes,
    theme: Theme,
    edges: np.ndarray,
    bars: list[tuple[str, np.ndarray, bool]],
) -> None:
    """Draw the numbers of states of each kind at each distance from the start."""
    floor = np.zeros(len(edges) - 1)
    y = axes.top + 10
    for (name, counts, hatched), colour in zip(bars, theme.bars, strict=True):
        if not counts.any():
            continue
        scene.add(Polygon(_outline(axes, edges, floor, floor + counts), colour))
        if hatched:
            scene.add(_hatched(axes, edges, floor, floor + counts, theme.paper))
        floor = floor + counts
        box = KEYS, y - 5, KEYS + 14, y + 5
        scene.add(rectangle(*box, colour))
        if hatched:
            scene.add(Segments(np.array(list(_strokes(*box))), Pen(theme.paper, 0.8)))
        scene.add(Words(name, (KEYS + KEY, y), NUMBER, theme.ink, "start"))
        y += LINE
    axes.draw_frame(scene, theme)
    axes.draw_up(scene, theme, "states")
    axes.draw_across(scene, theme, "moves from the start")


def _outline(axes: Axes, edges: np.ndarray, low: np.ndarray, high: np.ndarray) -> list[Point]:
    """Return the outline of adjacent bars, along their tops and back along their bottoms."""
    x = np.repeat(edges, 2)[1:-1]
    tops = [axes.point(*pair) for pair in zip(x, np.repeat(high, 2), strict=True)]
    feet = [axes.point(*pair) for pair in zip(x, np.repeat(low, 2), strict=True)]
    return tops + feet[::-1]


def _hatched(
    axes: Axes, edges: np.ndarray, low: np.ndarray, high: np.ndarray, colour: str
) -> Segments:
    """Return the hatching lines of bars."""
    ends: list[tuple[Point, Point]] = []
    for k in np.flatnonzero(high > low).tolist():
        left, top = axes.point(edges[k], high[k])
        right, bottom = axes.point(edges[k + 1], low[k])
        ends += _strokes(left, top, right, bottom)
    return Segments(np.array(ends).reshape(-1, 2, 2), Pen(colour, 0.8))


def _strokes(left: float, top: float, right: float, bottom: float) -> Iterator[tuple[Point, Point]]:
    """Yield the segments of the lines x + y = k * `HATCH` inside a rectangle."""
    for k in range(math.ceil((left + top) / HATCH), math.floor((right + bottom) / HATCH) + 1):
        x, y = k * HATCH - bottom, k * HATCH - right  # x at the bottom edge, y at the right edge
        yield (
            (max(x, left), min(bottom, k * HATCH - left)),
            (min(right, k * HATCH - top), max(y, top)),
        )
