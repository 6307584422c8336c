"""Diagrams in the making: what each view makes of a state graph.

::

    a million states ──Sketch──► 30 nodes, 45 arrows, "912,344 of 1,000,000 states are left out"

A view says which states stand alone and which together; the `Sketch` derives the arrows between
them from the graph, so that the counts of what is drawn, packed and left out add up to the whole.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
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
from stategraph.pictures.diagram import LABEL, TIP, Diagram, Edge, Node, shortened
from stategraph.pictures.drawn_way import DrawnWay
from stategraph.rules.drawing import printable
from stategraph.tell import symmetry
from stategraph.tell.phrases import count, moves_in_words

# Longer than this, a state does not fit into its node, which then bears its number.
SHORT = 9

# More moves of one role than this between two states, and they are one arrow.
PARALLEL = 6

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
