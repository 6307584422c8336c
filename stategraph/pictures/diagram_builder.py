"""Construction of diagrams, shared by all views.

::

    a million states ──► DiagramBuilder ──► 30 nodes, 45 arrows, "912,344 of 1,000,000
                                               states are left out"

A view selects single states and packs of states. The `DiagramBuilder` derives the arrows between
them from the graph. So the numbers of drawn, packed and omitted states and moves add up to those of
the whole graph.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from stategraph.analysis import (
    dead,
    moves_from_start,
    moves_to_goal,
    roles,
    shortest,
    solutions_known,
)
from stategraph.analysis.lifting import symmetries_of
from stategraph.graph import ArrayGraph
from stategraph.pictures.diagram import (
    MAX_LABEL_LENGTH,
    MAX_TOOLTIP_LENGTH,
    Diagram,
    Edge,
    Node,
    shortened,
)
from stategraph.pictures.highlighted_path import HighlightedPath
from stategraph.pictures.node_boards import Describe
from stategraph.readable import count
from stategraph.rules.svg import printable
from stategraph.tell import symmetry
from stategraph.tell.phrases import moves_in_words

# maximum length of a state's text in its node; a longer text is replaced by the state's number
MAX_NODE_LETTERS = 9

# maximum number of parallel moves of one role that have separate arrows; more share one arrow
MAX_PARALLEL_ARROWS = 6

ROLES = ("alive", "dead", "trap", "shortest", "solution")


class DiagramBuilder:
    """A diagram under construction: its single states and its packs.

    A state belongs to at most one node. States without a node are left out of the picture.
    """

    def __init__(
        self,
        graph: ArrayGraph,
        describe: Describe = repr,
        highlight: HighlightedPath | None = None,
    ):
        self.graph, self.describe, self.highlight = graph, describe, highlight
        self.group = np.full(len(graph), -1, np.int32)
        self.nodes: list[Node] = []
        self.path_edges: list[Edge] = []
        self._on_path = set(highlight.path.nodes) if highlight else set()
        self._role = roles(graph)
        self._is_dead = dead(graph)

    def role(self, state: int) -> str:
        """Return the role of a state: "alive" unless it is proven dead."""
        role = str(self._role[state])
        return "alive" if role == "unknown" else role

    def state(self, state: int, column: int, box: int = -1, note: str = "") -> int:
        """Add a single state unless it has a node already; return the index of its node."""
        if self.group[state] >= 0:
            return int(self.group[state])
        role = self.role(state)
        words = self.describe(self.graph.state(state))
        text = "goal" if role == "goal" else _text(self.graph, state, words)
        text = f"{text}\n{note}" if note else text
        tip = shortened(words, MAX_TOOLTIP_LENGTH)
        node = Node(state, text, tip, role, column, state in self._on_path, box)
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
        """Add a pack of those states (k,) that have no node yet; return the index of its node.

        The text of the node is `head`, by default the number of states, followed by `text`. A board
        may show the state `example`. The result is None if all states have nodes already.
        """
        states = states[self.group[states] < 0]
        if not len(states):
            return None
        if 0 in states:
            role = "start"
        words = f"{head or count(len(states), 'state')}{text}"
        marked = bool(self._on_path) and not self._on_path.isdisjoint(states.tolist())
        example = example if example in states else -1
        node = Node(int(states.min()), words, words, role, column, marked, -1, len(states), True,
                    example=example)  # fmt: skip
        self.group[states] = len(self.nodes)
        self.nodes.append(node)
        return len(self.nodes) - 1

    def add_path(self, source: int, target: int, label: str) -> None:
        """Add an arrow that summarises several moves."""
        self.path_edges.append(Edge(source, target, shortened(label, MAX_LABEL_LENGTH), "way", 0))

    def diagram(
        self,
        words: str,
        chosen: np.ndarray | None = None,
        boxes: list[str] | None = None,
    ) -> Diagram:
        """Return the finished diagram; its caption begins with `words`.

        `chosen` (m,) bool selects the moves to draw; None selects all. O(states + moves).
        """
        graph = self.graph
        states = {
            "one by one": sum(node.states for node in self.nodes if not node.pack),
            "together": sum(node.states for node in self.nodes if node.pack),
        }
        packs = np.array([node.pack for node in self.nodes] + [False])  # the last is for no node
        tails, heads = self.group[graph.sources], self.group[graph.targets]
        is_drawn = (tails >= 0) & (heads >= 0)
        if chosen is not None:
            is_drawn &= chosen
        inside = is_drawn & (tails == heads) & packs[tails]
        is_drawn &= ~inside
        slots = np.flatnonzero(is_drawn)
        edges = self._edges(slots, tails[slots], heads[slots], packs)
        alone = sum(edge.moves == 1 for edge in edges)
        moves = {
            "one by one": alone,
            "together": len(slots) - alone + int(np.count_nonzero(inside)),
        }
        states["left out"] = len(graph) - sum(states.values())
        moves["left out"] = graph.number_of_edges() - sum(moves.values())
        lines = [words, _by_symmetry(graph, self.highlight), _rest(graph, states, moves)]
        text = printable("\n".join(filter(None, lines)))
        edges += self.path_edges
        return Diagram(
            self.nodes, edges, boxes or [], text, states, moves, highlight=self.highlight
        )

    def _edges(
        self, slots: np.ndarray, tails: np.ndarray, heads: np.ndarray, packs: np.ndarray
    ) -> list[Edge]:
        """Return the arrows of the moves in `slots`; similar parallel moves may share an arrow."""
        kinds = self._kinds(slots)
        single = ~packs[tails] & ~packs[heads]
        n = len(self.nodes)
        alike = (tails.astype(np.int64) * n + heads) * len(ROLES) + kinds
        _, pair, parallel = np.unique(alike, return_inverse=True, return_counts=True)
        single &= parallel[pair] <= MAX_PARALLEL_ARROWS
        alike = np.where(single, -1 - np.arange(len(slots)), alike)
        _, first, count = np.unique(alike, return_index=True, return_counts=True)
        order = np.argsort(first)
        edges = []
        for k, moves in zip(first[order].tolist(), count[order].tolist(), strict=True):
            more = f" (+{moves - 1:,})" if moves > 1 else ""
            label = shortened(self.graph.label(int(slots[k])), MAX_LABEL_LENGTH) + more
            edges.append(Edge(int(tails[k]), int(heads[k]), label, ROLES[kinds[k]], moves))
        return edges

    def _kinds(self, slots: np.ndarray) -> np.ndarray:
        """Return the role of each move, shape (k,), as an index into `ROLES`."""
        graph = self.graph
        tails, heads = graph.sources[slots], graph.targets[slots]
        from_start, to_goal = moves_from_start(graph), moves_to_goal(graph)
        kinds = np.zeros(len(slots), np.int64)
        kinds[self._is_dead[tails]] = 1
        kinds[(to_goal[tails] >= 0) & self._is_dead[heads]] = 2
        if graph.goal is not None and solutions_known(graph):
            best = from_start[tails].astype(np.int64) + 1 + to_goal[heads] == from_start[graph.goal]
            kinds[best & (to_goal[heads] >= 0)] = 3
        if self.highlight is not None:  # trap moves on the path keep their role
            kinds[np.isin(slots, self.highlight.path.moves) & (kinds != 2)] = 4
        return kinds


def node_noun(graph: ArrayGraph) -> str:
    """Return the noun for a node of a graph: state or class."""
    return "state" if graph.quotient is None else "class"


def caption(graph: ArrayGraph) -> str:
    """Return a one-line description of the graph."""
    noun = node_noun(graph)
    parts = [f"{count(len(graph), noun)}, {count(graph.number_of_edges(), 'move')}"]
    length = shortest(graph)
    if length is not None:
        parts.append(f"shortest solution {count(length, 'move')}")
    elif graph.complete:
        parts.append("no solution")
    if dead_count := int(np.count_nonzero(dead(graph))):
        parts.append(count(dead_count, f"dead {noun}"))
    if not graph.complete:
        parts.append(f"incomplete: stopped at the {graph.stopped}")
    return "; ".join(parts)


def _by_symmetry(graph: ArrayGraph, highlight: HighlightedPath | None) -> str:
    """Return a note about symmetry classes and the moves of the highlighted path, or ""."""
    symmetries = symmetries_of(graph)
    if symmetries is None:
        return ""
    text = symmetry.words(graph)
    if highlight is None or not symmetries:
        return text
    moves = moves_in_words(highlight.labels)
    return f"{text}; moves bear the labels of the state found first, the solution is played {moves}"


def _rest(graph: ArrayGraph, states: Mapping[str, int], moves: Mapping[str, int]) -> str:
    """Return a text about the states and moves that are not drawn one by one."""
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


def _text(graph: ArrayGraph, node: int, words: str) -> str:
    """Return the text in a node: its `words` if short, else its state, else its number."""
    state = graph.state(node)
    if words != repr(state) and "\n" not in words and 0 < len(words) <= MAX_NODE_LETTERS:
        text = words
    elif graph.variables is None:
        text = str(state)
    else:
        text = ",".join(
            graph.variables.kinds[name].text(v) for name, v in graph.variables.named(state)
        )
    return printable(text) if len(text) <= MAX_NODE_LETTERS else str(node)
