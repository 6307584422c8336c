"""Gives the things that one meets in a notebook their pictures there, small.

The classes stand in rooms below and know nothing of notebooks. `attach` gives each the method that
Jupyter asks for; ``import stategraph`` calls it where IPython runs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stategraph.analysis import Way
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.pictures import draw, render
from stategraph.pictures.diagram import Diagram, Edge, Node
from stategraph.rules import Puzzle
from stategraph.rules.drawing import Drawing, printable, text_drawing
from stategraph.tell.phrases import count

# A notebook waits no longer for a layout, in seconds.
PATIENCE = 3.0

# Of a long way, so many states at either end are shown.
SHOWN = 25

# The width that a picture takes at most, in points.
WIDTH = 720


# The longer side of a board, in pixels.
BOARD = 320


def attach() -> None:
    """Give each class of `PICTURES` the method by which Jupyter shows it; twice is once."""
    for shown in PICTURES:
        shown._repr_mimebundle_ = _bundle  # type: ignore[attr-defined]


def _bundle(thing: Any, include: Any = None, exclude: Any = None) -> dict[str, str]:
    """Return what a notebook shows of something: its words and its picture."""
    return {"text/plain": repr(thing), "image/svg+xml": picture(thing)}


def picture(thing: Any) -> str:
    """Return SVG text that shows a state graph, a diagram, a way, a level, a puzzle or a board."""
    return next(show(thing) for shown, show in PICTURES.items() if isinstance(thing, shown))


def _graph(graph: ArrayGraph) -> str:
    return _small(render(graph, "svg", deadline=PATIENCE))


def _diagram(diagram: Diagram) -> str:
    return _small(draw(diagram, "svg", deadline=PATIENCE))


def _way(way: Way) -> str:
    return _diagram(way_diagram(way))


def _board(drawing: Drawing) -> str:
    return drawing.svg(BOARD)


def _level(level: Level) -> str:
    """Return the board at the start."""
    return _board(level.draw(level.puzzle.start))


def _puzzle(puzzle: Puzzle) -> str:
    """Return the start in words: only a family knows how its boards look."""
    return _board(text_drawing(str(puzzle.start)))


PICTURES: dict[type, Callable[[Any], str]] = {
    ArrayGraph: _graph,
    Diagram: _diagram,
    Way: _way,
    Level: _level,
    Puzzle: _puzzle,
    Drawing: _board,
}


def way_diagram(way: Way) -> Diagram:
    """Return a way as a diagram: its states one after the other, of a long way both ends."""
    last = len(way.nodes) - 1
    ends = [range(last + 1)]
    if last > 2 * SHOWN:
        ends = [range(SHOWN), range(last + 1 - SHOWN, last + 1)]
    nodes: list[Node] = []
    edges: list[Edge] = []
    step = "solution" if way.wins else "alive"
    for part in ends:
        for k in part:
            if nodes:
                apart = k - 1 not in part and len(ends) > 1
                label = count(last + 2 - 2 * SHOWN, "move") if apart else way.labels[k - 1]
                here = len(nodes)
                edges.append(Edge(here - 1, here, printable(label), "way" if apart else step))
            nodes.append(_stop(way, k, len(nodes)))
    what = "a solution" if way.wins and way.nodes[0] == 0 else "a way"
    return Diagram(nodes, edges, [], f"{what} of {count(len(way), 'move')}")


def _stop(way: Way, k: int, column: int) -> Node:
    """Return the node of the state after `k` moves."""
    state = way.nodes[k]
    node = Node(state, str(state), f"state {state}", "alive", column, way.wins)
    if k == len(way.nodes) - 1 and way.wins:
        return replace(node, role="goal", text="goal")
    return replace(node, role="start") if state == 0 and k == 0 else node


def _small(data: bytes) -> str:
    """Return an SVG without its head, at most `WIDTH` wide and as high as that asks for."""
    svg = data[data.index(b"<svg") :].decode()
    size = re.match(r'<svg[^>]*?\swidth="([0-9.]+)pt"', svg, re.S)
    if size is None or float(size[1]) <= WIDTH:
        return svg
    svg = re.sub(r'\swidth="[0-9.]+pt"', f' width="{WIDTH}pt"', svg, count=1)
    return re.sub(r'\sheight="[0-9.]+pt"', "", svg, count=1)
