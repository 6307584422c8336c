"""The map of a state graph: every state is a point, and distances are close to numbers of moves.

Rings, arms, bottlenecks and dead regions of play become visible at once. `stategraph.pictures.map`
computes the positions.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from stategraph.analysis import (
    dead,
    moves_from_start,
    moves_to_goal,
    trap_moves,
)
from stategraph.analysis.lifting import quotient_of
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import MAX_TOOLTIP_LENGTH, shortened
from stategraph.pictures.diagram_builder import caption, node_noun
from stategraph.pictures.font import text_width
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.legend import add_words
from stategraph.pictures.map import links, mapped, place
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.scene import Scene
from stategraph.pictures.themes import THEMES, Theme, shades
from stategraph.readable import count
from stategraph.rules.shapes import Disc, Dots, Pen, Pixels, Point, Polygon, Segments, Shape, Words

# maximum length of the longer side of a map; maximum length of a typical move
SIDE, MAX_MOVE_LENGTH = 820.0, 18.0

# minimum ratio of the longer side to the square root of the number of points; otherwise the map of
# a shallow graph would be tiny
SPREAD = 16.0

# size of a dead state's cross, relative to the point of another state
CROSS = 0.7

# radius of a point relative to the length of a typical move, and relative to the side of a square
# with the point's share of the area (the smaller result counts); minimum and maximum radius
RADIUS_PER_MOVE, RADIUS_PER_SPACE, MIN_RADIUS, MAX_RADIUS = 0.34, 0.36, 1.2, 5.0

# width of a point's rim, relative to its radius
RIM = 0.16

# maximum number of points on a map with tooltips
MAX_TOOLTIPS = 2_000

# number of distinct colours; all points of one colour are drawn as one shape
N_COLOURS = 32

# contrast of moves to the background, 0 to 1: moves between states that can still win, other moves
ALIVE, DEAD = 0.45, 0.22

# contrast of dead states to the background, 0 to 1
GONE = 0.75

# text size of the legend, length of its colour scale
TEXT, SCALE = 9.0, 110.0


@dataclass(frozen=True)
class Numbers:
    """The numbers that colour the points.

    Attributes
    ----------
    values : (n,) float64
        a number for each state, or NaN
    meaning, lacking : str
        legend texts: for the numbers, and for states that have no number and are not dead
    """

    values: np.ndarray
    meaning: str
    lacking: str


def numbers(
    graph: ArrayGraph, colours: Mapping[int, float] | Sequence[float] | None, meaning: str
) -> Numbers | None:
    """Return the numbers that colour the points of a graph's map.

    For a map of classes, a class has the number of its first state.
    """
    if colours is None:
        return None
    named = colours if isinstance(colours, Mapping) else dict(enumerate(colours))
    values = np.array([float(named.get(state, np.nan)) for state in range(len(graph))])
    map_graph = mapped(graph) or graph
    values = values if map_graph is graph else values[quotient_of(map_graph).first]
    return Numbers(values, meaning, "without a number")


@dataclass(frozen=True)
class PlacedGraph:
    """A graph with the positions (n, 2) of its states on paper, and the radius of their points.

    `highlight` is the highlighted path.
    """

    graph: ArrayGraph
    theme: Theme
    places: np.ndarray
    radius: float
    highlight: HighlightedPath | None = None

    def tint(self, share: float) -> str:
        """Return a mixture of the background colour and the frame colour; 0 is the background."""
        return _colour(shades([self.theme.paper, self.theme.faint], np.array(share)))


def draw_map(
    graph: ArrayGraph,
    title: str = "",
    theme: Theme = THEMES["light"],
    describe: Describe = repr,
    numbers: Numbers | None = None,
    highlight: HighlightedPath | None = None,
) -> Scene:
    """Return the map as shapes. O(states + moves).

    `numbers` determine the colours of the points. By default they are the numbers of remaining
    moves, or the numbers of moves from the start if the goal is unknown. The path `highlight` is a
    thick line.
    """
    sheet = _sheet(graph, theme, highlight)
    numbers = numbers or _distances(graph)
    scene = Scene(theme.paper)
    scene.add(*_moves(sheet), *_points(sheet, numbers.values, describe))
    scene.add(*_traps(sheet), *_highlight(sheet), *_ends(sheet))
    _add_legend(scene, sheet, numbers)
    add_words(scene, _words(graph, title), theme)
    return scene


def _words(graph: ArrayGraph, title: str) -> str:
    """Return a caption that describes the map and explains how to read it."""
    of_classes = "" if graph.quotient is None else f" of states, by {graph.quotient.kind}"
    head = f"{title}: {caption(graph)}" if title else caption(graph)
    far = "points are about as far apart as there are moves between them"
    return f"{head}\nEach point is a {node_noun(graph)}{of_classes}; {far}."


def _sheet(graph: ArrayGraph, theme: Theme, highlight: HighlightedPath | None) -> PlacedGraph:
    places = place(graph) * (1, -1)
    tails, heads = links(graph).ends
    gaps = places[tails] - places[heads]
    typical = float(np.median(np.sqrt((gaps * gaps).sum(axis=1)))) if len(gaps) else 1.0
    wide, tall = np.ptp(places, axis=0).tolist()
    side = max(wide, tall)
    least = SPREAD * math.sqrt(len(graph)) / side if wide > 0 else 1.0
    scale = min(max(MAX_MOVE_LENGTH / typical, least), SIDE / side) if wide > 0 else 1.0
    room = math.sqrt(max(wide * tall, wide * typical) / len(graph))
    radius = scale * min(RADIUS_PER_MOVE * typical, RADIUS_PER_SPACE * room)
    radius = min(max(radius, MIN_RADIUS), MAX_RADIUS)
    return PlacedGraph(graph, theme, np.round(places * scale, 1), radius, highlight)


def _distances(graph: ArrayGraph) -> Numbers:
    """Return the numbers of remaining moves, or of moves from the start if no goal is known."""
    if graph.goal is None:
        return Numbers(moves_from_start(graph).astype(float), "moves from the start", "")
    to_goal = moves_to_goal(graph).astype(float)
    meaning = "moves left" if graph.complete else "moves left, at most"
    return Numbers(np.where(to_goal < 0, np.nan, to_goal), meaning, "not known to win")


# -------------------------------------------------------------------------------- moves and points


def _moves(sheet: PlacedGraph) -> Iterator[Shape]:
    """Draw the moves as faint lines.

    Moves into the goal are omitted, since they would hide all others.
    """
    ends, is_dead = links(sheet.graph).ends, dead(sheet.graph)
    fatal = is_dead[ends].any(axis=0)
    for chosen, share in ((fatal, DEAD), (~fatal, ALIVE)):
        lines = sheet.places[ends[:, chosen].T]
        yield Segments(lines, Pen(sheet.tint(share), min(0.8, 0.3 * sheet.radius)))


def _points(sheet: PlacedGraph, values: np.ndarray, describe: Describe) -> Iterator[Shape]:
    """Draw dead states as crosses and other states as discs, with the smallest numbers on top."""
    is_dead, finite = dead(sheet.graph), np.isfinite(values)
    standing = np.ones(len(values), bool)
    standing[[0] if sheet.graph.goal is None else [0, sheet.graph.goal]] = False
    share = np.zeros(len(values), np.int64)
    share[finite] = np.rint((N_COLOURS - 1) * _shares(values[finite]))
    palette = shades(sheet.theme.spots, np.linspace(0, 1, N_COLOURS))
    look = sheet.theme.nodes
    yield from _dots(sheet, standing & is_dead & ~finite, sheet.tint(GONE), "cross", describe)
    yield from _dots(sheet, standing & ~is_dead & ~finite, look["open"].rim, "disc", describe)
    yield Dots(
        sheet.places[standing & ~is_dead & finite], (1 + RIM) * sheet.radius, sheet.theme.ink
    )
    for k in range(N_COLOURS - 1, -1, -1):
        chosen = standing & finite & (share == k)
        yield from _dots(sheet, chosen & is_dead, _colour(palette[k]), "cross", describe)
        yield from _dots(sheet, chosen & ~is_dead, _colour(palette[k]), "disc", describe)


def _dots(
    sheet: PlacedGraph, chosen: np.ndarray, colour: str, kind: str, describe: Describe
) -> Iterator[Dots]:
    """Draw points of one colour."""
    states = np.flatnonzero(chosen).tolist()
    tips: Sequence[str] = ()
    if len(sheet.graph) <= MAX_TOOLTIPS:
        tips = [
            shortened(describe(sheet.graph.state(state)), MAX_TOOLTIP_LENGTH) for state in states
        ]
    radius = sheet.radius * CROSS if kind == "cross" else sheet.radius
    if states:
        yield Dots(sheet.places[states], radius, colour, kind, tips)


def _shares(values: np.ndarray) -> np.ndarray:
    """Scale numbers linearly to 0..1, from the smallest to the largest."""
    low, high = float(values.min(initial=np.inf)), float(values.max(initial=-np.inf))
    return (values - low) / (high - low) if high > low else np.zeros(len(values))


def _colour(rgb: np.ndarray) -> str:
    return "#" + rgb.tobytes().hex()


# ------------------------------------------------------------------------------------- highlights


def _traps(sheet: PlacedGraph) -> Iterator[Shape]:
    moves = trap_moves(sheet.graph)
    ends = np.stack([sheet.graph.sources[moves], sheet.graph.targets[moves]], axis=1)
    line = sheet.theme.edges["trap"]
    yield Segments(sheet.places[ends], Pen(line.colour, min(1.2, 0.5 * sheet.radius), line.style))


def _highlight(sheet: PlacedGraph) -> Iterator[Shape]:
    """Draw the path as a line with a light edge, without its trap moves, which stay visible."""
    if sheet.highlight is None:
        return
    moves = np.array(sheet.highlight.path.moves, np.int64)
    moves = moves[~np.isin(moves, trap_moves(sheet.graph))]
    ends = np.stack([sheet.graph.sources[moves], sheet.graph.targets[moves]], axis=1)
    ends = sheet.places[ends]
    line = sheet.theme.edges["solution"]
    yield Segments(ends, Pen(sheet.theme.paper, 5.0))
    yield Segments(ends, Pen(line.colour, 3.0))


def _ends(sheet: PlacedGraph) -> Iterator[Shape]:
    goal = sheet.graph.goal
    if goal:
        yield from _goal(sheet.theme, _point(sheet.places[goal]))
    yield from (_start if goal != 0 else _goal)(sheet.theme, _point(sheet.places[0]))


def _start(theme: Theme, middle: Point) -> Iterator[Shape]:
    """Draw a house."""
    (x, y), look = middle, theme.nodes["start"]
    outline = [(x - 6, y + 6), (x + 6, y + 6), (x + 6, y - 2), (x, y - 8), (x - 6, y - 2)]
    yield Polygon(outline, look.fill, Pen(look.rim, 1.6))


def _goal(theme: Theme, middle: Point) -> Iterator[Shape]:
    """Draw a double circle."""
    look = theme.nodes["goal"]
    yield Disc(middle, 7.5, look.fill, Pen(look.rim, 1.6))
    yield Disc(middle, 4.2, look.fill, Pen(look.rim, 1.6))


def _point(place: np.ndarray) -> Point:
    return float(place[0]), float(place[1])


# --------------------------------------------------------------------------------------- the legend


def _add_legend(scene: Scene, sheet: PlacedGraph, numbers: Numbers) -> None:
    """Add a legend of the colours and marks that the map contains."""
    left, _, right, bottom = scene.box()
    x, y = left, bottom + 2.4 * TEXT
    for shapes, width, words in _keys(sheet, numbers):
        across = width + 6 + text_width(words, TEXT)
        if x > left and x + across > max(right, left + SCALE * 4):
            x, y = left, y + 2 * TEXT
        scene.add(*(shape for shape in shapes(x, y)))
        scene.add(Words(words, (x + width + 6, y), TEXT, sheet.theme.ink, "start"))
        x += across + 16


Key = tuple[Callable[[float, float], list[Shape]], float, str]  # painter, width, text


def _keys(sheet: PlacedGraph, numbers: Numbers) -> Iterator[Key]:
    """Yield the entries of the legend: painter, width and text."""
    graph, theme = sheet.graph, sheet.theme
    is_dead, finite = dead(graph), np.isfinite(numbers.values)
    if finite.any():
        finite_values = numbers.values[finite]
        yield (
            _scale(theme, float(finite_values.min()), float(finite_values.max())),
            SCALE,
            numbers.meaning,
        )
    if goal := graph.goal != 0:
        yield (lambda x, y: list(_start(theme, (x + 8, y + 1)))), 16, "start"
    if graph.goal is not None:
        into = int(np.count_nonzero(graph.targets == graph.goal))
        words = f"goal, {count(into, 'move')} into it" if goal else "start and goal"
        yield (lambda x, y: list(_goal(theme, (x + 8, y)))), 16, words
    if sheet.highlight is not None and len(sheet.highlight.path):
        yield _line(Pen(theme.edges["solution"].colour, 3.0)), 20, sheet.highlight.words
    if traps := len(trap_moves(graph)):
        line = theme.edges["trap"]
        yield _line(Pen(line.colour, 1.2, line.style)), 20, count(traps, "trap move")
    if is_dead.any():
        yield (
            _dot(sheet.tint(GONE), "cross"),
            8,
            count(int(is_dead.sum()), f"dead {node_noun(graph)}"),
        )
    if not (finite | is_dead).all():
        yield _dot(theme.nodes["open"].rim, "disc"), 8, numbers.lacking


def _scale(theme: Theme, low: float, high: float) -> Callable[[float, float], list[Shape]]:
    """Return a function that paints the colour scale with its smallest and largest number."""
    ends = f"{low:,g}", f"{high:,g}"
    before, after = (text_width(end, TEXT) + 4 for end in ends)
    colours = shades(theme.spots, np.linspace(0, 1, N_COLOURS))[None]

    def draw(x: float, y: float) -> list[Shape]:
        return [
            Words(ends[0], (x, y), TEXT, theme.ink, "start"),
            Pixels(colours, (x + before, y - 4), SCALE - before - after, 8),
            Words(ends[1], (x + SCALE, y), TEXT, theme.ink, "end"),
        ]

    return draw


def _line(pen: Pen) -> Callable[[float, float], list[Shape]]:
    return lambda x, y: [Segments(np.array([[(x, y), (x + 20, y)]]), pen)]


def _dot(colour: str, kind: str) -> Callable[[float, float], list[Shape]]:
    return lambda x, y: [Dots(np.array([(x + 4, y)]), 4.0, colour, kind)]
