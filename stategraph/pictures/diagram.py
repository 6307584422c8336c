"""The content of a picture of a state graph, independent of positions.

A diagram is a small graph made from the state graph. A node represents one state or a *pack* of
several states. An arrow represents one move, or several moves with the same ends and role. States
and moves that are left out are counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.readable import count
from stategraph.rules.svg import printable

# maximum number of arrows into a single goal node; with more, each arrow has its own copy
MAX_GOAL_ARROWS = 12

# maximum lengths of a label, a title and a tooltip
MAX_LABEL_LENGTH, MAX_TITLE_LENGTH, MAX_TOOLTIP_LENGTH = 30, 200, 1_000


@dataclass(frozen=True)
class Node:
    """A drawn node.

    Attributes
    ----------
    state : int
        the number of its state in the state graph; for a pack, the lowest number
    text, tooltip : str
        written in the node; shown on hover
    role : {"start", "goal", "alive", "dead", "stuck", "open", "mixed", "unreached"}
        *open*: not yet expanded; *mixed*: a class in which only some states are dead
    column : int
        its column, from the left
    marked : bool
        whether the highlighted path passes through the node
    box : int
        index of the frame around the node, or -1
    states : int
        number of represented states; 0 for a copy of another node
    pack : bool
        whether it is drawn as a pack
    share : float or None
        the number that colours the node, scaled to 0..1; None if its role colours it
    example : int
        the state whose board a pack shows, or -1
    """

    state: int
    text: str
    tooltip: str
    role: str
    column: int
    marked: bool = False
    box: int = -1
    states: int = 1
    pack: bool = False
    share: float | None = None
    example: int = -1

    @property
    def alone(self) -> bool:
        """True if the node represents a single state."""
        return not self.pack and self.states == 1

    @property
    def shown(self) -> int:
        """The state whose board may replace the node, or -1."""
        return self.state if self.alone else self.example


@dataclass(frozen=True)
class Edge:
    """A drawn arrow; its ends are indices into ``Diagram.nodes``.

    `role` is "solution" (on the highlighted path), "shortest" (on another shortest solution),
    "trap", "dead", "alive", "must", "may" or "way". Between classes, "must" means that every state
    of the source class has the move, and "may" that only some have it. A "way" summarises several
    consecutive moves. `moves` is the number of represented moves; it is 0 for a "way", whose moves
    are counted elsewhere.
    """

    source: int
    target: int
    label: str
    role: str
    moves: int = 1


@dataclass(frozen=True, repr=False)
class Diagram:
    """Nodes and arrows in a fixed order, frames with titles, and a caption.

    Attributes
    ----------
    nodes, edges : list
    boxes : list of str
        the titles of frames; ``Node.box`` is an index into them
    caption : str
        several lines about the shown and the omitted parts
    states, moves : dict
        the numbers "one by one", "together" and "left out"; they add up to those of the whole graph
    scale : (float, float) or None
        the smallest and the largest of the numbers that colour the nodes
    highlight : HighlightedPath or None
        the highlighted path
    """

    nodes: list[Node]
    edges: list[Edge]
    boxes: list[str]
    caption: str
    states: Mapping[str, int] = field(default_factory=dict)
    moves: Mapping[str, int] = field(default_factory=dict)
    scale: tuple[float, float] | None = None
    highlight: HighlightedPath | None = None

    def __repr__(self) -> str:
        return f"<Diagram: {count(len(self.nodes), 'node')}, {count(len(self.edges), 'arrow')}>"


def shortened(text: str, most: int) -> str:
    """Return a printable text, cut to at most `most` characters.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def coloured(diagram: Diagram, numbers: Mapping[int, float] | Sequence[float]) -> Diagram:
    """Return the diagram with the nodes of single states coloured by the states' numbers.

    Nodes without a finite number keep the colour of their role.
    """
    named = numbers if isinstance(numbers, Mapping) else dict(enumerate(numbers))
    state_numbers = {k: float(named[node.state]) for k, node in enumerate(diagram.nodes)
             if node.alone and node.state in named}  # fmt: skip
    finite = {k: number for k, number in state_numbers.items() if math.isfinite(number)}
    if not finite:
        return diagram
    low, high = min(finite.values()), max(finite.values())
    nodes = list(diagram.nodes)
    for k, number in finite.items():
        share = (number - low) / (high - low) if high > low else 0.0
        nodes[k] = replace(nodes[k], share=share)
    return replace(diagram, nodes=nodes, scale=(low, high) if high > low else None)


GOALS = ("one", "split", "none")


def drawn_goals(diagram: Diagram) -> str:
    """Return how the goal is drawn by default: "one", or "split" if many arrows lead to it."""
    goals = {k for k, node in enumerate(diagram.nodes) if node.role == "goal"}
    crowd = sum(edge.target in goals for edge in diagram.edges)
    return "split" if crowd > MAX_GOAL_ARROWS else "one"


def place_goal(diagram: Diagram, how: str) -> Diagram:
    """Return the diagram with its goal drawn as `how` says: "one", "split" or "none".

    *one* keeps a single node, and *none* leaves the goal out. With *split*, every arrow to the goal
    gets its own copy of the goal, except the arrow of the highlighted path. Hundreds of arrows into
    one node would make every layout useless.
    """
    goal = next((k for k, node in enumerate(diagram.nodes) if node.role == "goal"), None)
    if goal is None or how == "one" or (how == "none" and goal == 0):
        return diagram
    return _split(diagram, goal) if how == "split" else _without(diagram, goal)


def _split(diagram: Diagram, goal: int) -> Diagram:
    nodes, edges = list(diagram.nodes), []
    for edge in diagram.edges:
        if edge.target == goal and edge.role != "solution":
            column = nodes[edge.source].column + 1
            copy = replace(nodes[goal], text="", column=column, marked=False, states=0)
            edge = replace(edge, target=len(nodes))
            nodes.append(copy)
        edges.append(edge)
    return replace(diagram, nodes=nodes, edges=edges)


def _without(diagram: Diagram, goal: int) -> Diagram:
    """Return the diagram without its goal node; `states` and `moves` do not change."""
    other_edges = [edge for edge in diagram.edges if edge.target != goal]

    def place(k: int) -> int:
        return k - (k > goal)

    edges = [replace(e, source=place(e.source), target=place(e.target)) for e in other_edges]
    nodes = diagram.nodes[:goal] + diagram.nodes[goal + 1 :]
    omitted = sum(edge.moves for edge in diagram.edges) - sum(edge.moves for edge in other_edges)
    words = f"the goal and {count(omitted, 'move')} into it are not drawn"
    return replace(diagram, nodes=nodes, edges=edges, caption=f"{diagram.caption}\n{words}")
