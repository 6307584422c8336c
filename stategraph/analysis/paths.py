"""Shortest paths and solutions: how long, how many, and the first one in either order.

All of them together are a small acyclic graph, the `ShortestPaths` from the start to the goal. It
has at most as many moves as the state graph, though it may hold 10^22 solutions, so nothing here
ever lists them::

          ┌─R─ b ─D─┐
    start ┤         goal        moves on shortest ways: 4, shortest ways: 2
          └─D─ c ─R─┘
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np

from stategraph.analysis.distances import (
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    reached_goal,
)
from stategraph.errors import InputError, no_path
from stategraph.graph import ArrayGraph
from stategraph.graph.arrays import rows_of

ORDERS = ("text", "moves")

# Looking at one level of states takes as long as looking at so many moves.
LEVEL = 500


@dataclass(frozen=True)
class Way:
    """A sequence of moves through the graph.

    Attributes
    ----------
    nodes : tuple of int
        the states passed, both ends included
    labels : tuple of str
        the label of each move, one fewer than `nodes`
    moves : tuple of int
        the number of each move in the graph
    wins : bool
        whether it ends in the goal
    """

    nodes: tuple[int, ...]
    labels: tuple[str, ...]
    moves: tuple[int, ...]
    wins: bool = field(compare=False)

    @property
    def text(self) -> str:
        """The labels, concatenated."""
        return "".join(self.labels)

    def __len__(self) -> int:
        return len(self.labels)


@dataclass(frozen=True)
class ShortestPaths:
    """All shortest ways from one state to another, as an acyclic graph of its own.

    Attributes
    ----------
    nodes : (k,) int64
        the states on a shortest way, by their distance from the source; the first is the source
        and the last the target
    offsets, targets : (k+1,) int64, (j,) int32
        the moves on a shortest way in compressed sparse rows, over positions in `nodes`
    moves : (j,) int64
        the number of each of them in the whole graph
    length : int
        moves of every shortest way
    """

    nodes: np.ndarray
    offsets: np.ndarray
    targets: np.ndarray
    moves: np.ndarray
    length: int


def shortest(graph: ArrayGraph) -> int | None:
    """Return the number of moves of a shortest solution, None when the goal was not reached.

    Right on an incomplete graph too, since states are found breadth first. O(states + moves). Own
    definition.
    """
    return None if graph.goal is None else int(moves_from_start(graph)[graph.goal])


def shortest_paths(graph: ArrayGraph, source: int = 0, target: int | None = None) -> ShortestPaths:
    """Return all shortest ways from `source` to `target` (the goal). O(states + moves).

    Raises
    ------
    NodeNotFound
        when one of them is not in the graph
    NetworkXNoPath
        when no moves lead there
    InputError
        when the nodes are classes of states that agree in some variables alone
    """
    if getattr(graph.quotient, "kind", "") == "variables":
        raise InputError("a way between classes of states need not be playable")
    if target is None:
        target = reached_goal(graph)
    return graph.remember(("ways", source, target), lambda: _shortest_paths(graph, source, target))


def _shortest_paths(graph: ArrayGraph, source: int, target: int) -> ShortestPaths:
    before = moves_from_start(graph) if source == 0 else moves_from(graph, source)
    length = int(before[graph.check(target)])
    if length < 0:
        raise no_path(f"No moves lead from {source} to {target}.")
    deep = length * LEVEL > len(graph.targets)
    find = _nodes_by_distance if deep or target == graph.goal else _nodes_by_level
    nodes = find(graph, before, target)
    place = np.full(len(graph), -1, np.int32)
    place[nodes] = np.arange(len(nodes), dtype=np.int32)
    ends, moves = rows_of(graph.offsets, nodes)
    heads, tails = graph.targets[moves], np.repeat(np.arange(len(nodes)), np.diff(ends))
    forward = (place[heads] >= 0) & (before[heads] == before[nodes[tails]] + 1)
    offsets = np.zeros(len(nodes) + 1, np.int64)
    np.cumsum(np.bincount(tails[forward], minlength=len(nodes)), out=offsets[1:])
    return ShortestPaths(nodes, offsets, place[heads[forward]], moves[forward], length)


def _nodes_by_distance(graph: ArrayGraph, before: np.ndarray, target: int) -> np.ndarray:
    """Return the nodes (k,) int64 on shortest ways, by distance. O(states + moves)."""
    after = moves_to_goal(graph) if target == graph.goal else moves_to(graph, target)
    nodes = np.flatnonzero((before >= 0) & (after >= 0) & (before + after == before[target]))
    return nodes[np.argsort(before[nodes], kind="stable")]


def _nodes_by_level(graph: ArrayGraph, before: np.ndarray, target: int) -> np.ndarray:
    """Return the same, level by level back from the target. O(moves into them), and each level."""
    offsets, sources = graph.reversed
    levels = [np.array([target])]
    for depth in reversed(range(int(before[target]))):
        nodes = levels[-1]
        behind = sources[rows_of(offsets, nodes)[1]]
        levels.append(np.unique(behind[before[behind] == depth]).astype(np.int64))
    return np.concatenate(levels[::-1])


def count_paths(ways: ShortestPaths) -> int:
    """Return the exact number of shortest ways, parallel moves counted apart.

    Labels are unique in every state of a puzzle, so these are also the different label sequences.
    O(states + moves) on the ways, times the digits of the count.
    """
    return paths_to_target(ways)[0]


def paths_to_target(ways: ShortestPaths) -> list[int]:
    """Return how many ways lead on to the target from every place (k,) of ``ways.nodes``."""
    counts = [0] * len(ways.nodes)
    counts[-1] = 1
    offsets, targets = ways.offsets.tolist(), ways.targets.tolist()
    for place in reversed(range(len(counts) - 1)):  # moves go to higher places
        counts[place] = sum(counts[to] for to in targets[offsets[place] : offsets[place + 1]])
    return counts


def first_solution(graph: ArrayGraph, order: str = "text") -> Way:
    """Return the first shortest solution, in ``text`` or in ``moves`` order; see `first_way`.

    Raises
    ------
    NetworkXNoPath
        when the goal is not reached

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.MultiDiGraph()
    >>> _ = graph.add_edge("s", "a", key="U"), graph.add_edge("s", "b", key="D")
    >>> _ = graph.add_edge("a", "g", key="R"), graph.add_edge("b", "g", key="R")
    >>> way = first_solution(StateGraph.from_networkx(graph, "s", "g"))
    >>> way.text, way.labels, way.nodes
    ('DR', ('D', 'R'), (0, 2, 3))
    """
    return first_way(graph, shortest_paths(graph), order)


def way_to(graph: ArrayGraph, target: int, *, source: int = 0, order: str = "text") -> Way:
    """Return the first shortest way to a state, from the start unless a `source` is given.

    O(states + moves). Raises as `shortest_paths`.
    """
    return first_way(graph, shortest_paths(graph, source, target), order)


def way_along(graph: ArrayGraph, nodes: Sequence[int], labels: Sequence[str]) -> Way:
    """Return the way that passes these nodes by moves of these labels. O(moves of the nodes).

    Raises
    ------
    NetworkXNoPath
        when a node has no such move

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    >>> way_along(graph, [0, 1, 2], ["1", "2"])
    Way(nodes=(0, 1, 2), labels=('1', '2'), moves=(0, 1), wins=True)
    """
    moves = []
    for source, target, label in zip(nodes[:-1], nodes[1:], labels, strict=True):
        offers = graph.moves(source)
        if (label, target) not in offers:
            raise no_path(f"No move {label!r} leads from {source} to {target}.")
        moves.append(int(graph.offsets[source]) + offers.index((label, target)))
    return Way(tuple(nodes), tuple(labels), tuple(moves), nodes[-1] == graph.goal)


def cycle_from(graph: ArrayGraph, move: int) -> Way:
    """Return a shortest cycle that begins with `move`. O(states + moves).

    Raises
    ------
    NetworkXNoPath
        when no moves lead back
    """
    source = int(graph.sources[move])
    back = way_to(graph, source, source=int(graph.targets[move]))
    labels, moves = (graph.label(move), *back.labels), (move, *back.moves)
    return Way((source, *back.nodes), labels, moves, wins=False)


def first_way(graph: ArrayGraph, ways: ShortestPaths, order: str = "text") -> Way:
    """Return the first of the shortest ways.

    Parameters
    ----------
    order : {"text", "moves"}
        *text*: the concatenated labels are smallest by code point. *moves*: the labels, compared
        one by one, are. The two differ only where one label begins another.

    Notes
    -----
    Walks forward over all states that the smallest beginning can lead to; in text order one
    character at a time, over (state, rest of the label). Each move is looked at once, in text order
    once for each length of text that can lead to its state, which is one unless labels can be cut
    up in several ways. Enumerating and sorting would be exponential.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.MultiDiGraph()
    >>> _ = graph.add_edge("s", "u", key="R1"), graph.add_edge("s", "v", key="R10")
    >>> _ = graph.add_edge("u", "g", key="R2"), graph.add_edge("v", "g", key="R1")
    >>> made = StateGraph.from_networkx(graph, "s", "g")
    >>> first_solution(made).text, first_solution(made, "moves").text
    ('R10R1', 'R1R2')
    """
    if order not in ORDERS:
        raise ValueError(f"order must be one of {ORDERS}, not {order!r}")
    arrivals = _walk_text(graph, ways) if order == "text" else _walk_moves(graph, ways)
    goal = len(ways.nodes) - 1
    step = next(key for key in reversed(arrivals) if key[1] == goal)
    nodes, moves = [goal], []
    while (came := arrivals[step]) is not None:
        step, slot = came
        nodes.append(step[1])
        moves.append(int(ways.moves[slot]))
    return Way(
        tuple(int(ways.nodes[place]) for place in reversed(nodes)),
        tuple(graph.label(move) for move in reversed(moves)),
        tuple(reversed(moves)),
        int(ways.nodes[goal]) == graph.goal,
    )


# (position in the text or number of moves made, place in ShortestPaths.nodes)
_Step = tuple[int, int]
_Arrivals = dict[_Step, tuple[_Step, int] | None]


def _walk_moves(graph: ArrayGraph, ways: ShortestPaths) -> _Arrivals:
    """Keep, move after move, the states that the smallest labels so far lead to."""
    arrivals: _Arrivals = {(0, 0): None}
    front = [0]
    for depth in range(ways.length):
        slots = [(slot, place) for place in front for slot in _slots(ways, place)]
        smallest = min(graph.labels[ways.moves[slot]] for slot, _ in slots)
        front = []
        for slot, place in slots:
            step = depth + 1, int(ways.targets[slot])
            if graph.labels[ways.moves[slot]] == smallest and step not in arrivals:
                arrivals[step] = (depth, place), slot
                front.append(step[1])
    return arrivals


def _walk_text(graph: ArrayGraph, ways: ShortestPaths) -> _Arrivals:
    """Keep, character by character, the (state, label, where in it) the smallest text leads to."""
    arrivals: _Arrivals = {(0, 0): None}
    goal = len(ways.nodes) - 1
    position = 0
    here = [0]  # places reached at this position
    inside: dict[tuple[int, str, int], tuple[_Step, int]] = {}  # inside a label
    while (position, goal) not in arrivals:
        for place in here:  # grows where labels are empty
            for slot in _slots(ways, place):
                label = graph.label(int(ways.moves[slot]))
                step = position, int(ways.targets[slot])
                if label:
                    inside.setdefault((step[1], label, 0), ((position, place), slot))
                elif step not in arrivals:
                    arrivals[step] = (position, place), slot
                    here.append(step[1])
        if (position, goal) in arrivals:
            break
        if len(inside) == 1:  # nothing else to compare it with
            (place, label, at), came = inside.popitem()
            position, here = position + len(label) - at, [place]
            arrivals[position, place] = came
            continue
        smallest = min(label[at] for _, label, at in inside)
        position, here, before, inside = position + 1, [], inside, {}
        for (place, label, at), came in before.items():
            if label[at] != smallest:
                continue
            if at + 1 < len(label):
                inside[place, label, at + 1] = came
            elif (position, place) not in arrivals:
                arrivals[position, place] = came
                here.append(place)
    return arrivals


def _slots(ways: ShortestPaths, place: int) -> range:
    return range(int(ways.offsets[place]), int(ways.offsets[place + 1]))
