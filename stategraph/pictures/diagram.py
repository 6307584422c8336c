"""What a picture of a state graph shows, before anyone decides where it goes.

The graph that is analysed and the graph that is drawn are different things. A diagram is a small
graph made from the large one: a node stands for one state or, as a *pack*, for many; an arrow for
one move or for many alike; and the rest is left out, but counted.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from stategraph.pictures.drawn_way import DrawnWay
from stategraph.rules.drawing import printable
from stategraph.tell.phrases import count

# More arrows into the goal than this, and it is drawn once for each of them.
CROWD = 12

# So long are a label, a title and a tooltip at most.
LABEL, TITLE, TIP = 30, 200, 1_000


@dataclass(frozen=True)
class Node:
    """A node as drawn.

    Attributes
    ----------
    state : int
        its number in the state graph; of a pack the lowest
    text, tooltip : str
        written in it; told of it
    role : {"start", "goal", "alive", "dead", "stuck", "open", "mixed", "unreached"}
        *open*: found, but not expanded; *mixed*: of classes, some of whose states are dead
    column : int
        how far to the right it stands
    marked : bool
        whether the way that is shown passes
    box : int
        the frame it stands in, -1: none
    states : int
        how many states it stands for; 0 where another node stands for the same
    pack : bool
        whether it is drawn as a pack
    share : float or None
        where its number lies between the least and the largest, 0 to 1; None: coloured by its role
    example : int
        of a pack, the state that a board in it shows; -1: none
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
        """Whether it is the node of one state."""
        return not self.pack and self.states == 1

    @property
    def shown(self) -> int:
        """The state whose board stands in it; -1: none."""
        return self.state if self.alone else self.example


@dataclass(frozen=True)
class Edge:
    """An arrow as drawn, between positions in ``Diagram.nodes``.

    `role` is "solution" (the way that is shown), "shortest" (on another shortest solution), "trap",
    "dead", "alive", "must" or "may" (between classes: of all states, of some), or "way": a summary
    of several moves one after the other. `moves` is how many moves it stands for; a way stands for
    none, since its moves are counted where they are.
    """

    source: int
    target: int
    label: str
    role: str
    moves: int = 1


@dataclass(frozen=True, repr=False)
class Diagram:
    """Nodes and arrows in a fixed order, frames with their titles, and what it shows in words.

    Attributes
    ----------
    nodes, edges : list
    boxes : list of str
        the titles of the frames that ``Node.box`` counts through
    caption : str
        what is shown and what is left out; lines
    states, moves : dict
        how many are drawn "one by one", "together" and "left out"; each adds up to the graph's
    scale : (float, float) or None
        the least and the largest of the numbers that colour its nodes
    way : DrawnWay or None
        the way that it shows
    """

    nodes: list[Node]
    edges: list[Edge]
    boxes: list[str]
    caption: str
    states: Mapping[str, int] = field(default_factory=dict)
    moves: Mapping[str, int] = field(default_factory=dict)
    scale: tuple[float, float] | None = None
    way: DrawnWay | None = None

    def __repr__(self) -> str:
        return f"<Diagram: {len(self.nodes)} nodes, {len(self.edges)} arrows>"


def shortened(text: str, most: int) -> str:
    """Return a text that can be shown, cut where it is too long to be.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def coloured(diagram: Diagram, numbers: Mapping[int, float] | Sequence[float]) -> Diagram:
    """Return the diagram with the nodes of single states coloured by numbers, by their states.

    Nodes without a number, or with one that is not finite, keep the colour of their role.
    """
    named = numbers if isinstance(numbers, Mapping) else dict(enumerate(numbers))
    given = {k: float(named[node.state]) for k, node in enumerate(diagram.nodes)
             if node.alone and node.state in named}  # fmt: skip
    known = {k: number for k, number in given.items() if math.isfinite(number)}
    if not known:
        return diagram
    low, high = min(known.values()), max(known.values())
    nodes = list(diagram.nodes)
    for k, number in known.items():
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

    *split*: every arrow to it but those of the solution gets a goal of its own, since hundreds of
    arrows into one node make every layout useless.
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
    kept = [edge for edge in diagram.edges if edge.target != goal]

    def place(k: int) -> int:
        return k - (k > goal)

    edges = [replace(e, source=place(e.source), target=place(e.target)) for e in kept]
    nodes = diagram.nodes[:goal] + diagram.nodes[goal + 1 :]
    gone = sum(edge.moves for edge in diagram.edges) - sum(edge.moves for edge in kept)
    words = f"the goal and {count(gone, 'move')} into it are not drawn"
    return replace(diagram, nodes=nodes, edges=edges, caption=f"{diagram.caption}\n{words}")
