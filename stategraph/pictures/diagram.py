"""What a picture of a state graph shows, before anyone decides where it goes.

The graph that is analysed and the graph that is drawn are different things: a diagram knows roles
(start, goal, dead, on the shortest solution), columns (moves from the start) and boxes (dead-end
cycles), and may draw the goal several times, since hundreds of moves into one node make every
layout useless.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis import (
    dead,
    dead_end_cycles,
    first_solution,
    moves_from_start,
    moves_to_goal,
    solutions_known,
    stuck,
    trap_moves,
)
from stategraph.graph import StateGraph
from stategraph.rules.drawing import printable

__all__ = ["Node", "Edge", "Diagram", "whole", "caption"]

# More moves into the goal than this, and it is drawn once for each of them.
CROWD = 12

# Longer than this, a state does not fit into its node, which then bears its number.
SHORT = 9


@dataclass(frozen=True)
class Node:
    """A node as drawn.

    Attributes
    ----------
    state : int
        its number in the state graph
    text, tooltip : str
        written in it; told of it
    role : {"start", "goal", "alive", "dead", "stuck", "open"}
        *open*: found, but not expanded
    column : int
        moves from the start
    marked : bool
        whether the shortest solution passes
    box : int
        the dead-end cycle it belongs to, -1: none
    """

    state: int
    text: str
    tooltip: str
    role: str
    column: int
    marked: bool = False
    box: int = -1


@dataclass(frozen=True)
class Edge:
    """A move as drawn, between positions in ``Diagram.nodes``.

    `role` is "solution", "trap", "dead" or "alive".
    """

    source: int
    target: int
    label: str
    role: str


@dataclass(frozen=True)
class Diagram:
    """Nodes and edges in the order of the state graph, and a caption that says what it shows."""

    nodes: list[Node]
    edges: list[Edge]
    boxes: list[str]
    caption: str


def whole(graph: StateGraph, describe: Callable[[Any], str] = repr, title: str = "") -> Diagram:
    """Return the diagram of a whole graph. O(states + moves).

    `describe` gives a state's tooltip; `title` begins the caption.
    """
    way = first_solution(graph) if graph.goal is not None and solutions_known(graph) else None
    depth = moves_from_start(graph)
    on_way = set(way.nodes) if way else set()
    boxes = _boxes(graph)
    roles = _roles(graph)
    nodes = [
        Node(
            n,
            "goal" if n == graph.goal else _text(graph, n),
            printable(describe(graph.state(n))),
            roles[n],
            int(depth[n]),
            n in on_way,
            int(boxes[n]),
        )
        for n in range(len(graph))
    ]
    edges = _edges(graph, set(way.moves) if way else set())
    _split_goal(graph, nodes, edges)
    titles = [
        f"dead-end cycle of {len(cycle)} state{'s' * (len(cycle) > 1)}"
        for cycle in dead_end_cycles(graph)
    ]
    words = f"{title}: {caption(graph)}" if title else caption(graph)
    return Diagram(nodes, edges, titles, printable(words))


def caption(graph: StateGraph) -> str:
    """Return the graph in one line of words."""
    parts = [f"{len(graph):,} states, {graph.number_of_edges():,} moves"]
    left = moves_to_goal(graph)[0]
    if left >= 0:
        parts.append(f"shortest solution {left:,} moves")
    elif graph.complete:
        parts.append("no solution")
    if gone := int(np.count_nonzero(dead(graph))):
        parts.append(f"{gone:,} dead states")
    if not graph.complete:
        parts.append(f"incomplete: stopped at the {graph.stopped}")
    return "; ".join(parts)


def _roles(graph: StateGraph) -> list[str]:
    roles = np.full(len(graph), "alive", "U5")
    roles[dead(graph)] = "dead"
    roles[stuck(graph)] = "stuck"
    roles[graph.frontier] = "open"
    roles[0] = "start"
    if graph.goal is not None:
        roles[graph.goal] = "goal"
    return roles.tolist()


def _boxes(graph: StateGraph) -> np.ndarray:
    boxes = np.full(len(graph), -1)
    for k, cycle in enumerate(dead_end_cycles(graph)):
        boxes[cycle.states] = k
    return boxes


def _text(graph: StateGraph, node: int) -> str:
    """Return what is written into a node: its state where that is short, else its number."""
    state = graph.state(node)
    if graph.variables is None:
        text = str(state)
    else:
        text = ",".join(
            graph.variables.kinds[name].text(v) for name, v in graph.variables.named(state)
        )
    return printable(text) if len(text) <= SHORT else str(node)


def _edges(graph: StateGraph, solution: set[int]) -> list[Edge]:
    traps = set(trap_moves(graph).tolist())
    gone = dead(graph)
    edges = []
    for e, (u, v) in enumerate(zip(graph.sources.tolist(), graph.targets.tolist(), strict=True)):
        role = (
            "solution"
            if e in solution
            else "trap"
            if e in traps
            else "dead"
            if gone[u]
            else "alive"
        )
        edges.append(Edge(u, v, printable(graph.label(e)), role))
    return edges


def _split_goal(graph: StateGraph, nodes: list[Node], edges: list[Edge]) -> None:
    """Where many moves lead to the goal, let all but the solution's lead to a goal of their own."""
    into = [k for k, edge in enumerate(edges) if edge.target == graph.goal]
    if len(into) <= CROWD:
        return
    for k in into:
        edge = edges[k]
        if edge.role != "solution":
            goal = nodes[edge.target]
            column = nodes[edge.source].column + 1
            edges[k] = Edge(edge.source, len(nodes), edge.label, edge.role)
            nodes.append(Node(goal.state, "", goal.tooltip, "goal", column))
