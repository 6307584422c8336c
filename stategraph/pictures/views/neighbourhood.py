"""The neighbourhood of one state."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import dead, moves_from_start, moves_to_goal, path_to
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import Diagram
from stategraph.pictures.diagram_builder import DiagramBuilder
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.views.row_layout import spelled
from stategraph.readable import count

# maximum numbers of neighbouring states and of moves in a readable picture
MAX_NEIGHBOURS, MAX_ARROWS = 24, 40


def around(
    graph: ArrayGraph,
    describe: Describe = repr,
    highlight: HighlightedPath | None = None,
    *,
    state: int = 0,
    radius: int = 2,
) -> Diagram:
    """Return the diagram of the states within `radius` moves before and after one state.

    If these are too many, only the nearest are shown, and the states at the next distance form a
    pack. The start and the goal are shown too, with their distances in moves. The cost is linear in
    the number of all states and in the number of moves of the states shown. Raises
    ``NodeNotFound``.
    """
    sketch = DiagramBuilder(graph, describe, highlight)
    graph.check(state)
    rings, more = _rings(graph, state, radius)
    near = np.concatenate(rings)
    depth = moves_from_start(graph)
    to_goal = moves_to_goal(graph)
    # skip empty columns; if the start is far away, it has the first column
    far = np.unique(np.append(depth[near], depth[more].min(initial=depth[state])))
    column = np.searchsorted(far, depth) + (0 not in near)
    for node in near.tolist():
        sketch.state(node, int(column[node]), 0 if node == state else -1)
    is_dead = dead(graph)
    for states, role in ((more[~is_dead[more]], "alive"), (more[is_dead[more]], "dead")):
        sketch.pack(
            states, int(column[states].min(initial=len(graph))), _away(len(rings), role), role
        )
    centre = int(sketch.group[state])
    if sketch.group[0] < 0:
        path_in = path_to(graph, state)
        sketch.add_path(sketch.state(0, 0), centre, spelled(path_in.labels))
    goal = graph.goal
    if goal is not None and sketch.group[goal] < 0 and to_goal[state] >= 0:
        last = max(node.column for node in sketch.nodes)
        path_out = path_to(graph, goal, source=state)
        sketch.add_path(centre, sketch.state(goal, last + 1), spelled(path_out.labels))
    fate = "dead" if is_dead[state] else "its fate is unknown"
    if to_goal[state] >= 0:
        fate = f"{count(int(to_goal[state]), 'move')} from the goal"
    words = (
        f"the states within {count(len(rings) - 1, 'move')} of state {state}, which is "
        f"{count(int(depth[state]), 'move')} from the start and {fate}"
    )
    return sketch.diagram(words, boxes=["the requested state"])


def _away(moves: int, role: str) -> str:
    return f"\n{count(moves, 'move')} away" + (", dead" if role == "dead" else "")


def _rings(graph: ArrayGraph, state: int, radius: int) -> tuple[list[np.ndarray], np.ndarray]:
    """Return the rings that fit, and the states of the next ring that do not fit.

    Ring k holds the states that are k moves away in either direction.
    """
    offsets, sources = graph.reversed
    visited = np.zeros(len(graph), bool)
    visited[state] = True
    rings = [np.array([state])]
    room = MAX_NEIGHBOURS - 1
    for _ in range(radius):
        neighbours = [
            ends[starts[node] : starts[node + 1]]
            for node in rings[-1].tolist()
            for starts, ends in ((graph.offsets, graph.targets), (offsets, sources))
        ]
        ring = np.unique(np.concatenate(neighbours)).astype(np.int64)
        ring = ring[~visited[ring]]
        if not len(ring):
            break
        if len(ring) > room or (len(rings) > 1 and _moves(graph, rings, ring) > MAX_ARROWS):
            fitting = ring[: room // 2] if len(rings) == 1 else ring[:0]
            rings += [fitting] if len(fitting) else []
            return rings, ring[len(fitting) :]
        visited[ring] = True
        room -= len(ring)
        rings.append(ring)
    return rings, np.zeros(0, np.int64)


def _moves(graph: ArrayGraph, rings: list[np.ndarray], ring: np.ndarray) -> int:
    """Return the number of moves between the states of all rings."""
    return graph.induced(np.concatenate([*rings, ring]))[0].number_of_edges()
