"""The whole graph, and in a frame the states that play never reaches, with their moves."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import TIP, Diagram, Edge, Node, shortened
from stategraph.pictures.highlighted_path import DrawnWay
from stategraph.pictures.views.row_layout import Describe
from stategraph.pictures.views.whole_graph import whole
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle
from stategraph.tell.phrases import count

# an unreachable state, and its moves: (label, state)
Beyond = tuple[Any, Sequence[tuple[str, Any]]]


def never_reached(family: Family, puzzle: Puzzle, graph: ArrayGraph) -> list[Beyond] | None:
    """Return the unreachable states with their moves; None if unknown.

    `graph` must be complete. At most one won state is returned.
    """
    every = family.every_state(puzzle)
    if every is None or not graph.complete:
        return None
    seen = {graph.state(node) for node in range(len(graph)) if node != graph.goal}
    found: list[Beyond] = []
    for state in every:
        if puzzle.is_goal(state):
            found += [] if graph.goal is not None else [(state, [])]
        elif state not in seen:
            found.append((state, list(puzzle.moves(state))))
    return found


def with_beyond(
    graph: ArrayGraph, beyond: Sequence[Beyond], describe: Describe, way: DrawnWay | None = None
) -> Diagram:
    """Return the diagram of a whole graph and of the states `beyond`, numbered after its own.

    A move to a state that is neither in the graph nor in `beyond` wins.
    """
    made = whole(graph, describe, way)
    place = {graph.state(node): node for node in range(len(graph)) if node != graph.goal}
    place |= {state: len(graph) + k for k, (state, _) in enumerate(beyond)}
    last = next((place[state] for state, moves in beyond if not moves), 0)
    goal = graph.goal if graph.goal is not None else last
    nodes, edges = list(made.nodes), list(made.edges)
    wide = max(math.ceil((2 * len(beyond)) ** 0.5), 1 + max(node.column for node in nodes))
    for k, (state, moves) in enumerate(beyond):
        tip = shortened(f"{describe(state)}; play never comes here", TIP)
        text, box = ",".join(map(str, state)), len(made.boxes)
        nodes.append(Node(len(nodes), text, tip, "unreached", k % wide, box=box))
        edges += [Edge(place[state], place.get(to, goal), label, "dead") for label, to in moves]
    words = f"{made.caption}\nin the frame {count(len(beyond), 'state')} that play never reaches"
    boxes = [*made.boxes, "never reached"]
    return replace(made, nodes=nodes, edges=edges, boxes=boxes, caption=words)
