"""What a picture of a state graph shows, before anyone decides where it goes.

The graph that is analysed and the graph that is drawn are different things. A diagram is a small
graph made from the large one: a node stands for one state or, as a *pack*, for many; an arrow for
one move or for many alike; and the rest is left out, but counted::

    a million states ──Sketch──► 30 nodes, 45 arrows, "912,344 of 1,000,000 states are left out"

A view says which states stand alone and which together; the `Sketch` derives the arrows between
them from the graph, so that the counts of what is drawn, packed and left out add up to the whole.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from stategraph.analysis import (
    dead,
    moves_from_start,
    moves_to_goal,
    roles,
    shortest,
    solutions_known,
)
from stategraph.analysis.symmetry import Orbits
from stategraph.graph import ArrayGraph
from stategraph.pictures.drawn_way import DrawnWay
from stategraph.rules.drawing import printable
from stategraph.tell import symmetry
from stategraph.tell.phrases import count, moves_in_words

# More arrows into the goal than this, and it is drawn once for each of them.
CROWD = 12

# Longer than this, a state does not fit into its node, which then bears its number.
SHORT = 9

# So long are a label, a title and a tooltip at most.
LABEL, TITLE, TIP = 30, 200, 1_000

# More moves of one role than this between two states, and they are one arrow.
PARALLEL = 6


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


ROLES = ("alive", "dead", "trap", "shortest", "solution")


class Sketch:
    """A diagram in the making: the states that stand alone, those that stand together.

    Every state goes into one node at most; those in none are left out.
    """

    def __init__(
        self,
        graph: ArrayGraph,
        describe: Callable[[Any], str] = repr,
        way: DrawnWay | None = None,
    ):
        self.graph, self.describe, self.drawn_way = graph, describe, way
        self.group = np.full(len(graph), -1, np.int32)
        self.nodes: list[Node] = []
        self.ways: list[Edge] = []
        self._on_way = set(way.way.nodes) if way else set()
        self._role = roles(graph)
        self._gone = dead(graph)

    def role(self, state: int) -> str:
        """Return the role of a state; one that is not known to be dead is alive."""
        role = str(self._role[state])
        return "alive" if role == "unknown" else role

    def state(self, state: int, column: int, box: int = -1, note: str = "") -> int:
        """Add a state that stands alone, unless it is there; return its place."""
        if self.group[state] >= 0:
            return int(self.group[state])
        role = self.role(state)
        text = "goal" if role == "goal" else _text(self.graph, state)
        text = f"{text}\n{note}" if note else text
        tip = shortened(self.describe(self.graph.state(state)), TIP)
        node = Node(state, text, tip, role, column, state in self._on_way, box)
        self.group[state] = len(self.nodes)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def pack(
        self,
        states: np.ndarray,
        column: int,
        text: str,
        role: str = "alive",
        head: str = "",
        example: int = -1,
    ) -> int | None:
        """Add states (k,) that stand together, but for those already there; return their place.

        `text` follows their number, or the `head` that is there instead; a board may show the
        `example` among them. None where no state is left.
        """
        states = states[self.group[states] < 0]
        if not len(states):
            return None
        if 0 in states:
            role = "start"
        words = f"{head or count(len(states), 'state')}{text}"
        marked = bool(self._on_way) and not self._on_way.isdisjoint(states.tolist())
        example = example if example in states else -1
        node = Node(int(states.min()), words, words, role, column, marked, -1, len(states), True,
                    example=example)  # fmt: skip
        self.group[states] = len(self.nodes)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def way(self, source: int, target: int, label: str) -> None:
        """Add an arrow that sums up several moves."""
        self.ways.append(Edge(source, target, shortened(label, LABEL), "way", 0))

    def diagram(
        self,
        words: str,
        chosen: np.ndarray | None = None,
        boxes: list[str] | None = None,
    ) -> Diagram:
        """Return the diagram, with `words` for a caption.

        Of the moves between nodes those in `chosen` (m,) bool are drawn (None: all).
        O(states + moves).
        """
        graph = self.graph
        states = {
            "one by one": sum(node.states for node in self.nodes if not node.pack),
            "together": sum(node.states for node in self.nodes if node.pack),
        }
        packs = np.array([node.pack for node in self.nodes] + [False])  # -1: left out, no pack
        tails, heads = self.group[graph.sources], self.group[graph.targets]
        drawn = (tails >= 0) & (heads >= 0)
        if chosen is not None:
            drawn &= chosen
        inside = drawn & (tails == heads) & packs[tails]
        drawn &= ~inside
        slots = np.flatnonzero(drawn)
        edges = self._edges(slots, tails[slots], heads[slots], packs)
        alone = sum(edge.moves == 1 for edge in edges)
        moves = {
            "one by one": alone,
            "together": len(slots) - alone + int(np.count_nonzero(inside)),
        }
        states["left out"] = len(graph) - sum(states.values())
        moves["left out"] = graph.number_of_edges() - sum(moves.values())
        lines = [words, _by_symmetry(graph, self.drawn_way), _rest(graph, states, moves)]
        text = printable("\n".join(filter(None, lines)))
        edges += self.ways
        return Diagram(self.nodes, edges, boxes or [], text, states, moves, way=self.drawn_way)

    def _edges(
        self, slots: np.ndarray, tails: np.ndarray, heads: np.ndarray, packs: np.ndarray
    ) -> list[Edge]:
        """Return the arrows of the moves in `slots`: one each, or one for all that are alike."""
        kinds = self._kinds(slots)
        single = ~packs[tails] & ~packs[heads]
        n = len(self.nodes)
        alike = (tails.astype(np.int64) * n + heads) * len(ROLES) + kinds
        _, pair, parallel = np.unique(alike, return_inverse=True, return_counts=True)
        single &= parallel[pair] <= PARALLEL
        alike = np.where(single, -1 - np.arange(len(slots)), alike)
        _, first, count = np.unique(alike, return_index=True, return_counts=True)
        order = np.argsort(first)
        edges = []
        for k, moves in zip(first[order].tolist(), count[order].tolist(), strict=True):
            more = f" (+{moves - 1:,})" if moves > 1 else ""
            label = shortened(self.graph.label(int(slots[k])), LABEL) + more
            edges.append(Edge(int(tails[k]), int(heads[k]), label, ROLES[kinds[k]], moves))
        return edges

    def _kinds(self, slots: np.ndarray) -> np.ndarray:
        """Return the role (k,) of each move, an index into `ROLES`."""
        graph = self.graph
        tails, heads = graph.sources[slots], graph.targets[slots]
        before, left = moves_from_start(graph), moves_to_goal(graph)
        kinds = np.zeros(len(slots), np.int64)
        kinds[self._gone[tails]] = 1
        kinds[(left[tails] >= 0) & self._gone[heads]] = 2
        if graph.goal is not None and solutions_known(graph):
            best = before[tails].astype(np.int64) + 1 + left[heads] == before[graph.goal]
            kinds[best & (left[heads] >= 0)] = 3
        if self.drawn_way is not None:  # a trap on it stays to be seen
            kinds[np.isin(slots, self.drawn_way.way.moves) & (kinds != 2)] = 4
        return kinds


def node_noun(graph: ArrayGraph) -> str:
    """Return what a node of a graph is called: a state, or a class of states."""
    return "state" if graph.quotient is None else "class"


def caption(graph: ArrayGraph) -> str:
    """Return the graph in one line of words."""
    noun = node_noun(graph)
    parts = [f"{count(len(graph), noun)}, {count(graph.number_of_edges(), 'move')}"]
    length = shortest(graph)
    if length is not None:
        parts.append(f"shortest solution {count(length, 'move')}")
    elif graph.complete:
        parts.append("no solution")
    if gone := int(np.count_nonzero(dead(graph))):
        parts.append(count(gone, f"dead {noun}"))
    if not graph.complete:
        parts.append(f"incomplete: stopped at the {graph.stopped}")
    return "; ".join(parts)


def _by_symmetry(graph: ArrayGraph, way: DrawnWay | None) -> str:
    """Return what the states of a picture of classes are, and how the way shown is played."""
    if not isinstance(graph.quotient, Orbits):
        return ""
    text = symmetry.words(graph)
    if way is None or not graph.quotient.names:
        return text
    played = moves_in_words(way.labels)
    return (
        f"{text}; moves bear the labels of the state found first, the solution is played {played}"
    )


def shortened(text: str, most: int) -> str:
    """Return a text that can be shown, cut where it is too long to be.

    >>> shortened("abcdef", 4)
    'abc…'
    """
    return printable(text if len(text) <= most else text[: most - 1] + "…")


def _rest(graph: ArrayGraph, states: Mapping[str, int], moves: Mapping[str, int]) -> str:
    """Return in words what is not drawn one by one."""
    if states["one by one"] == len(graph) and moves["one by one"] == graph.number_of_edges():
        return ""
    parts = []
    for noun, counts, whole in (
        ("state", states, len(graph)),
        ("move", moves, graph.number_of_edges()),
    ):
        split = ", ".join(f"{number:,} {how}" for how, number in counts.items() if number)
        parts.append(f"{count(whole, noun)}: {split}")
    return "drawn of " + "; of ".join(parts)


def _text(graph: ArrayGraph, node: int) -> str:
    """Return what is written into a node: its state where that is short, else its number."""
    state = graph.state(node)
    if graph.variables is None:
        text = str(state)
    else:
        text = ",".join(
            graph.variables.kinds[name].text(v) for name, v in graph.variables.named(state)
        )
    return printable(text) if len(text) <= SHORT else str(node)


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
