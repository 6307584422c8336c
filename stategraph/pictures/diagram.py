"""The content of a picture of a state graph, independent of positions.

The analysed graph and the drawn graph differ. A diagram is a small graph made from the large one: a
node represents one state or, as a *pack*, several; an arrow represents one move or several alike.
The rest is left out, but counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.rules.svg import printable
from stategraph.tell.phrases import count

# number of arrows into the goal above which the goal is drawn once per arrow
CROWD = 12

# maximum lengths of a label, a title and a tooltip
LABEL, TITLE, TIP = 30, 200, 1_000


@dataclass(frozen=True)
class Node:
    """A drawn node.

    Attributes
    ----------
    state : int
        its number in the state graph; the lowest number of a pack
    text, tooltip : str
        written in the node; shown on hover
    role : {"start", "goal", "alive", "dead", "stuck", "open", "mixed", "unreached"}
        *open*: on the frontier; *mixed*: a class in which only some states are dead
    column : int
        its column, from the left
    marked : bool
        whether the highlighted path passes it
    box : int
        the frame around it, -1: none
    states : int
        number of represented states; 0 if another node represents the same one
    pack : bool
        whether it is drawn as a pack
    share : float or None
        its number, scaled to 0..1 between the least and the largest; None: coloured by its role
    example : int
        the state whose board a pack shows; -1: none
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
        """True for the node of a single state."""
        return not self.pack and self.states == 1

    @property
    def shown(self) -> int:
        """The state whose board is drawn in it; -1: none."""
        return self.state if self.alone else self.example


@dataclass(frozen=True)
class Edge:
    """A drawn arrow between positions in ``Diagram.nodes``.

    `role` is "solution" (the highlighted path), "shortest" (on another shortest solution), "trap",
    "dead", "alive", "must" or "may" (between classes: for all states, for some), or "way": a
    summary of several consecutive moves. `moves` is the number of represented moves; it is 0 for a
    "way", whose moves are counted elsewhere.
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
        shown and omitted parts; several lines
    states, moves : dict
        numbers drawn "one by one", "together" and "left out"; each adds up to the graph's
    scale : (float, float) or None
        the least and the largest of the numbers that colour its nodes
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
        return f"<Diagram: {len(self.nodes)} nodes, {len(self.edges)} arrows>"


def shortened(text: str, most: int) -> str:
    """Return a printable text, cut to at most `most` characters.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def coloured(diagram: Diagram, numbers: Mapping[int, float] | Sequence[float]) -> Diagram:
    """Return the diagram with the nodes of single states coloured by numbers of their states.

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
    """Return how the goal is drawn by default: as one node, unless many arrows lead to it."""
    goals = {k for k, node in enumerate(diagram.nodes) if node.role == "goal"}
    crowd = sum(edge.target in goals for edge in diagram.edges)
    return "split" if crowd > CROWD else "one"


def place_goal(diagram: Diagram, how: str) -> Diagram:
    """Return the diagram with its goal as one node, split or left out.

    *split*: every arrow to the goal, except those of the highlighted path, gets its own copy of
    the goal. Hundreds of arrows into one node would make every layout useless.
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
    """Return the diagram without its goal; its counts stay those of the view."""
    other_edges = [edge for edge in diagram.edges if edge.target != goal]

    def place(k: int) -> int:
        return k - (k > goal)

    edges = [replace(e, source=place(e.source), target=place(e.target)) for e in other_edges]
    nodes = diagram.nodes[:goal] + diagram.nodes[goal + 1 :]
    omitted = sum(edge.moves for edge in diagram.edges) - sum(edge.moves for edge in other_edges)
    words = f"the goal and {count(omitted, 'move')} into it are not drawn"
    return replace(diagram, nodes=nodes, edges=edges, caption=f"{diagram.caption}\n{words}")
