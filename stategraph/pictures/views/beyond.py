"""The whole graph, with the states that play never reaches and their moves in a frame."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import MAX_TOOLTIP_LENGTH, Diagram, Edge, Node, shortened
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.pictures.views.whole_graph import whole
from stategraph.readable import count
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

# an unreachable state, and its moves as (label, next state)
Beyond = tuple[Any, Sequence[tuple[str, Any]]]


def never_reached(family: Family, puzzle: Puzzle, graph: ArrayGraph) -> list[Beyond] | None:
    """Return the unreachable states with their moves, or None if they are unknown.

    `graph` must be complete. The result contains at most one won state.
    """
    every = family.every_state(puzzle)
    if every is None or not graph.complete:
        return None
    reached = {graph.state(node) for node in range(len(graph)) if node != graph.goal}
    beyond: list[Beyond] = []
    for state in every:
        if puzzle.is_goal(state):
            beyond += [] if graph.goal is not None else [(state, [])]
        elif state not in reached:
            beyond.append((state, list(puzzle.moves(state))))
    return beyond


def with_beyond(
    graph: ArrayGraph,
    beyond: Sequence[Beyond],
    describe: Describe,
    highlight: HighlightedPath | None = None,
) -> Diagram:
    """Return the diagram of a whole graph and of the unreachable states `beyond`.

    The unreachable states are numbered after the states of the graph. A move to a state that is
    neither in the graph nor in `beyond` wins.
    """
    diagram = whole(graph, describe, highlight)
    place = {graph.state(node): node for node in range(len(graph)) if node != graph.goal}
    place |= {state: len(graph) + k for k, (state, _) in enumerate(beyond)}
    last = next((place[state] for state, moves in beyond if not moves), 0)
    goal = graph.goal if graph.goal is not None else last
    nodes, edges = list(diagram.nodes), list(diagram.edges)
    wide = max(math.ceil((2 * len(beyond)) ** 0.5), 1 + max(node.column for node in nodes))
    for k, (state, moves) in enumerate(beyond):
        tip = shortened(f"{describe(state)}; play never comes here", MAX_TOOLTIP_LENGTH)
        text, box = ",".join(map(str, state)), len(diagram.boxes)
        nodes.append(Node(len(nodes), text, tip, "unreached", k % wide, box=box))
        edges += [Edge(place[state], place.get(to, goal), label, "dead") for label, to in moves]
    words = f"{diagram.caption}\nin the frame {count(len(beyond), 'state')} that play never reaches"
    boxes = [*diagram.boxes, "never reached"]
    return replace(diagram, nodes=nodes, edges=edges, boxes=boxes, caption=words)
