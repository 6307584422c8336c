"""Small pictures of objects in Jupyter notebooks.

The packages that define the classes of these objects do not depend on notebooks. `attach` adds the
method that Jupyter calls. ``import stategraph`` calls `attach` if IPython is running.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stategraph.analysis import GraphPath
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.pictures import draw, render
from stategraph.pictures.diagram import Diagram, Edge, Node
from stategraph.pictures.options import Options
from stategraph.readable import count
from stategraph.rules import Puzzle
from stategraph.rules.drawing import Drawing, text_drawing
from stategraph.rules.svg import printable

# Maximum seconds for a layout.
MAX_LAYOUT_SECONDS = 3.0

# Number of states to show at each end of a long path.
MAX_SHOWN_STATES = 25

# Maximum width of a picture, in points.
WIDTH = 720


# Length of the longer side of a board, in pixels.
BOARD = 320


def attach() -> None:
    """Add the display method of Jupyter to each class of `PICTURES`.

    A second call changes nothing.
    """
    for kind in PICTURES:
        kind._repr_mimebundle_ = _bundle  # type: ignore[attr-defined]


def _bundle(shown_object: object, include: object = None, exclude: object = None) -> dict[str, str]:
    """Return the text and the picture of an object for a notebook."""
    return {"text/plain": repr(shown_object), "image/svg+xml": picture(shown_object)}


def picture(shown_object: object) -> str:
    """Return SVG text for a state graph, diagram, path, level, puzzle or drawing."""
    return next(
        show(shown_object) for kind, show in PICTURES.items() if isinstance(shown_object, kind)
    )


def _graph(graph: ArrayGraph) -> str:
    return _small(render(graph, "svg", Options(deadline=MAX_LAYOUT_SECONDS)))


def _diagram(diagram: Diagram) -> str:
    return _small(draw(diagram, "svg", deadline=MAX_LAYOUT_SECONDS))


def _way(path: GraphPath) -> str:
    return _diagram(way_diagram(path))


def _board(drawing: Drawing) -> str:
    return drawing.svg(BOARD)


def _level(level: Level) -> str:
    """Return the board at the start."""
    return _board(level.draw(level.puzzle.start))


def _puzzle(puzzle: Puzzle) -> str:
    """Return the start as text, since only a family can draw boards."""
    return _board(text_drawing(str(puzzle.start)))


PICTURES: dict[type, Callable[[Any], str]] = {
    ArrayGraph: _graph,
    Diagram: _diagram,
    GraphPath: _way,
    Level: _level,
    Puzzle: _puzzle,
    Drawing: _board,
}


def way_diagram(path: GraphPath) -> Diagram:
    """Return a path as a row of states. For a long path, show only its first and last states."""
    last = len(path.nodes) - 1
    ends = [range(last + 1)]
    if last > 2 * MAX_SHOWN_STATES:
        ends = [range(MAX_SHOWN_STATES), range(last + 1 - MAX_SHOWN_STATES, last + 1)]
    nodes: list[Node] = []
    edges: list[Edge] = []
    step = "solution" if path.wins else "alive"
    for part in ends:
        for k in part:
            if nodes:
                apart = k - 1 not in part and len(ends) > 1
                label = (
                    count(last + 2 - 2 * MAX_SHOWN_STATES, "move") if apart else path.labels[k - 1]
                )
                node = len(nodes)
                edges.append(Edge(node - 1, node, printable(label), "way" if apart else step))
            nodes.append(_stop(path, k, len(nodes)))
    title = "a solution" if path.wins and path.nodes[0] == 0 else "a way"
    return Diagram(nodes, edges, [], f"{title} of {count(len(path), 'move')}")


def _stop(path: GraphPath, k: int, column: int) -> Node:
    """Return the diagram node of the state after `k` moves of a path."""
    state = path.nodes[k]
    node = Node(state, str(state), f"state {state}", "alive", column, path.wins)
    if k == len(path.nodes) - 1 and path.wins:
        return replace(node, role="goal", text="goal")
    return replace(node, role="start") if state == 0 and k == 0 else node


def _small(data: bytes) -> str:
    """Remove the XML header of an SVG, and scale it down to at most `WIDTH`."""
    svg = data[data.index(b"<svg") :].decode()
    size = re.match(r'<svg[^>]*?\swidth="([0-9.]+)pt"', svg, re.S)
    if size is None or float(size[1]) <= WIDTH:
        return svg
    svg = re.sub(r'\swidth="[0-9.]+pt"', f' width="{WIDTH}pt"', svg, count=1)
    return re.sub(r'\sheight="[0-9.]+pt"', "", svg, count=1)
