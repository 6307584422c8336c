"""Every state and every move."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import dead_end_cycles, moves_from_start
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder, caption
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.readable import count

# maximum number of frames
MAX_FRAMES = 100


def whole(
    graph: ArrayGraph, describe: Describe = repr, highlight: HighlightedPath | None = None
) -> Diagram:
    """Return the diagram of a whole graph: every state, every move. O(states + moves).

    Dead-end cycles are framed, unless there are too many. Here and in all views, `describe` returns
    a state's tooltip, and `highlight` is the highlighted path.
    """
    sketch = DiagramBuilder(graph, describe, highlight)
    frame = np.full(len(graph), -1)
    cycles = dead_end_cycles(graph)
    cycles = cycles if len(cycles) <= MAX_FRAMES else []
    for k, cycle in enumerate(cycles):
        frame[cycle.states] = k
    depth = moves_from_start(graph)
    for state in range(len(graph)):
        sketch.state(state, int(depth[state]), int(frame[state]))
    titles = [f"dead-end cycle of {count(len(cycle), 'state')}" for cycle in cycles]
    return sketch.diagram(caption(graph), boxes=titles)
