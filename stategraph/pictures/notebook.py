"""State graphs, diagrams and solutions that show themselves in a notebook, small.

The classes themselves stand below this package and know only its name.
"""

from __future__ import annotations

import re
from dataclasses import replace

from stategraph.analysis import Way
from stategraph.graph import StateGraph
from stategraph.pictures.diagram import Diagram, Edge, Node, counted
from stategraph.pictures.render import draw, render
from stategraph.rules.drawing import printable

# A notebook waits no longer for a layout, in seconds.
PATIENCE = 3.0

# Of a long way, so many states at either end are shown.
SHOWN = 25

# The width that a picture takes at most, in points.
WIDTH = 720


def picture(thing: StateGraph | Diagram | Way) -> str:
    """Return SVG text that shows a state graph, a diagram or a way."""
    if isinstance(thing, StateGraph):
        made = render(thing, "svg", deadline=PATIENCE)
    else:
        diagram = thing if isinstance(thing, Diagram) else way_diagram(thing)
        made = draw(diagram, "svg", deadline=PATIENCE)
    return _small(made[made.index(b"<svg") :].decode())


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
                label = counted(last + 2 - 2 * SHOWN, "move") if apart else way.labels[k - 1]
                here = len(nodes)
                edges.append(Edge(here - 1, here, printable(label), "way" if apart else step))
            nodes.append(_stop(way, k, len(nodes)))
    what = "a solution" if way.wins and way.nodes[0] == 0 else "a way"
    return Diagram(nodes, edges, [], f"{what} of {counted(len(way), 'move')}")


def _stop(way: Way, k: int, column: int) -> Node:
    """Return the node of the state after `k` moves."""
    state = way.nodes[k]
    node = Node(state, str(state), f"state {state}", "alive", column, way.wins)
    if k == len(way.nodes) - 1 and way.wins:
        return replace(node, role="goal", text="goal")
    return replace(node, role="start") if state == 0 and k == 0 else node


def _small(svg: str) -> str:
    """Return an SVG that is at most `WIDTH` wide, as high as that asks for."""
    size = re.match(r'<svg[^>]*?\swidth="([0-9.]+)pt"', svg, re.S)
    if size is None or float(size[1]) <= WIDTH:
        return svg
    svg = re.sub(r'\swidth="[0-9.]+pt"', f' width="{WIDTH}pt"', svg, count=1)
    return re.sub(r'\sheight="[0-9.]+pt"', "", svg, count=1)
