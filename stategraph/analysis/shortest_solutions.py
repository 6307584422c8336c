"""Shortest paths and solutions: their length, their number, and the first one.

The moves on shortest solutions form an acyclic graph, the `ShortestPaths` from the start to the
goal. It has at most as many moves as the state graph, but may contain 10^22 solutions. No function
here enumerates the solutions::

          ┌─R─ b ─D─┐
    start ┤         goal        moves on shortest paths: 4, shortest paths: 2
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
from stategraph.graph.compressed_rows import rows_of
from stategraph.graph.move_labels import in_a_row
from stategraph.readable import Readable, count, one_line

ORDERS = ("text", "moves")

# The constant cost of processing one layer, expressed as a number of moves.
MOVES_PER_LAYER = 500


@dataclass(frozen=True, repr=False)
class GraphPath(Readable):
    """A path: a sequence of moves through the graph.

    Attributes
    ----------
    nodes : tuple of int
        the states on the path, including both ends
    labels : tuple of str
        the label of each move, one fewer than `nodes`
    moves : tuple of int
        the number of each move in the graph
    wins : bool
        whether the path ends in the goal
    """

    nodes: tuple[int, ...]
    labels: tuple[str, ...]
    moves: tuple[int, ...]
    wins: bool = field(compare=False)

    @property
    def text(self) -> str:
        """The labels as one text; see `stategraph.graph.move_labels.in_a_row`."""
        return in_a_row(self.labels)

    def __len__(self) -> int:
        return len(self.labels)

    def __repr__(self) -> str:
        return one_line(f"<GraphPath: {count(len(self), 'move')}, {self.text}>")

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ShortestPaths:
    """All shortest paths from one state to another, as an acyclic graph.

    Attributes
    ----------
    nodes : (k,) int64
        the states on shortest paths, sorted by distance from the source; the first is the source
        and the last is the target
    offsets, targets : (k+1,) int64, (j,) int32
        the moves on shortest paths in compressed sparse rows; rows and targets are positions in
        `nodes`
    moves : (j,) int64
        the number of each move in the whole graph
    length : int
        the number of moves of every shortest path
    """

    nodes: np.ndarray
    offsets: np.ndarray
    targets: np.ndarray
    moves: np.ndarray
    length: int


def shortest(graph: ArrayGraph) -> int | None:
    """Return the number of moves of a shortest solution.

    States are found breadth first, so the number is exact even if the graph is incomplete. O(states
    + moves). Own definition.

    Returns
    -------
    int or None
        None if the goal was not reached

    Examples
    --------
    >>> from stategraph import expand
    >>> shortest(expand("spacewreck/eight-rooms"))
    3
    """
    return None if graph.goal is None else int(moves_from_start(graph)[graph.goal])


def shortest_paths(graph: ArrayGraph, source: int = 0, target: int | None = None) -> ShortestPaths:
    """Return all shortest paths from `source` to `target`. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    source : int
    target : int, optional
        the goal if omitted

    Raises
    ------
    NodeNotFound
        if one of the nodes is not in the graph
    NetworkXNoPath
        if no path exists
    InputError
        if the nodes are classes of states that agree in some variables, since their paths may not
        be playable

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> shortest_paths(graph).nodes.tolist()
    [0, 1, 3, 6]
    """
    if graph.quotient is not None and not graph.quotient.playable:
        raise InputError("a path between classes of states need not be playable")
    if target is None:
        target = reached_goal(graph)
    return graph.remember(("ways", source, target), lambda: _shortest_paths(graph, source, target))


def _shortest_paths(graph: ArrayGraph, source: int, target: int) -> ShortestPaths:
    before = moves_from_start(graph) if source == 0 else moves_from(graph, source)
    length = int(before[graph.check(target)])
    if length < 0:
        raise no_path(f"No moves lead from {source} to {target}.")
    deep = length * MOVES_PER_LAYER > len(graph.targets)
    find = _nodes_by_distance if deep or target == graph.goal else _nodes_by_level
    nodes = find(graph, before, target)
    index_of = np.full(len(graph), -1, np.int32)
    index_of[nodes] = np.arange(len(nodes), dtype=np.int32)
    ends, moves = rows_of(graph.offsets, nodes)
    heads, tails = graph.targets[moves], np.repeat(np.arange(len(nodes)), np.diff(ends))
    forward = (index_of[heads] >= 0) & (before[heads] == before[nodes[tails]] + 1)
    offsets = np.zeros(len(nodes) + 1, np.int64)
    np.cumsum(np.bincount(tails[forward], minlength=len(nodes)), out=offsets[1:])
    return ShortestPaths(nodes, offsets, index_of[heads[forward]], moves[forward], length)


def _nodes_by_distance(graph: ArrayGraph, from_source: np.ndarray, target: int) -> np.ndarray:
    """Return the nodes (k,) int64 on shortest paths, by distance. O(states + moves)."""
    to_target = moves_to_goal(graph) if target == graph.goal else moves_to(graph, target)
    nodes = np.flatnonzero(
        (from_source >= 0) & (to_target >= 0) & (from_source + to_target == from_source[target])
    )
    return nodes[np.argsort(from_source[nodes], kind="stable")]


def _nodes_by_level(graph: ArrayGraph, before: np.ndarray, target: int) -> np.ndarray:
    """Return the nodes on shortest paths; find them layer by layer, backwards from the target.

    O(moves into these nodes), plus a constant cost for each layer.
    """
    offsets, sources = graph.reversed
    layers = [np.array([target])]
    for depth in reversed(range(int(before[target]))):
        nodes = layers[-1]
        behind = sources[rows_of(offsets, nodes)[1]]
        layers.append(np.unique(behind[before[behind] == depth]).astype(np.int64))
    return np.concatenate(layers[::-1])


def count_paths(paths: ShortestPaths) -> int:
    """Return the exact number of shortest paths; parallel moves count separately.

    The moves of a puzzle's state have distinct labels, so this is also the number of distinct label
    sequences. O((states + moves) on shortest paths * digits of the count).

    Parameters
    ----------
    paths : ShortestPaths
        the shortest paths from a state to another one

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> count_paths(shortest_paths(graph))
    1
    """
    return paths_to_target(paths)[0]


def paths_to_target(paths: ShortestPaths) -> list[int]:
    """Return the number of shortest paths from every position (k,) to the target."""
    counts = [0] * len(paths.nodes)
    counts[-1] = 1
    offsets, targets = paths.offsets.tolist(), paths.targets.tolist()
    for place in reversed(range(len(counts) - 1)):  # moves lead to higher positions
        counts[place] = sum(counts[to] for to in targets[offsets[place] : offsets[place + 1]])
    return counts


def first_solution(graph: ArrayGraph, order: str = "text") -> GraphPath:
    """Return the first shortest solution in ``text`` or ``moves`` order.

    Raises
    ------
    NetworkXNoPath
        if the goal was not reached

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = nx.MultiDiGraph()
    >>> _ = graph.add_edge("s", "a", key="U"), graph.add_edge("s", "b", key="D")
    >>> _ = graph.add_edge("a", "g", key="R"), graph.add_edge("b", "g", key="R")
    >>> way = first_solution(StateGraph.from_networkx(graph, "s", "g"))
    >>> way.text, way.labels, way.nodes
    ('DR', ('D', 'R'), (0, 2, 3))
    """
    return first_path(graph, shortest_paths(graph), order)


def path_to(graph: ArrayGraph, target: int, *, source: int = 0, order: str = "text") -> GraphPath:
    """Return the first shortest path to a state. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    target : int
    source : int
        the start by default
    order : {"text", "moves"}
        as in `first_path`

    Raises
    ------
    NodeNotFound, NetworkXNoPath, InputError
        as `shortest_paths`

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> path_to(graph, 7).labels
    ('L4', 'R3', 'L7')
    """
    return first_path(graph, shortest_paths(graph, source, target), order)


def path_along(graph: ArrayGraph, nodes: Sequence[int], labels: Sequence[str]) -> GraphPath:
    """Return the path through the given nodes whose moves have the given labels.

    O(moves of the nodes).

    Parameters
    ----------
    graph : ArrayGraph
    nodes : sequence of int
    labels : sequence of str
        one fewer than `nodes`

    Raises
    ------
    NetworkXNoPath
        if a node has no move with this label to the next node

    Examples
    --------
    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> graph = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    >>> path_along(graph, [0, 1, 2], ["1", "2"])
    <GraphPath: 2 moves, 12>
    """
    moves = []
    for source, target, label in zip(nodes[:-1], nodes[1:], labels, strict=True):
        offers = graph.moves(source)
        if (label, target) not in offers:
            raise no_path(f"No move {label!r} leads from {source} to {target}.")
        moves.append(int(graph.offsets[source]) + offers.index((label, target)))
    return GraphPath(tuple(nodes), tuple(labels), tuple(moves), nodes[-1] == graph.goal)


def cycle_from(graph: ArrayGraph, move: int) -> GraphPath:
    """Return a shortest cycle that begins with the given move. O(states + moves).

    Parameters
    ----------
    graph : ArrayGraph
    move : int
        the number of the move

    Raises
    ------
    NetworkXNoPath
        if no path leads back

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> cycle_from(graph, 0).labels
    ('R3', 'R1')
    """
    source = int(graph.sources[move])
    back = path_to(graph, source, source=int(graph.targets[move]))
    labels, moves = (graph.label(move), *back.labels), (move, *back.moves)
    return GraphPath((source, *back.nodes), labels, moves, wins=False)


def first_path(graph: ArrayGraph, paths: ShortestPaths, order: str = "text") -> GraphPath:
    """Return the first of some shortest paths in ``text`` or ``moves`` order.

    Parameters
    ----------
    graph : ArrayGraph
    paths : ShortestPaths
    order : {"text", "moves"}
        *text* compares the concatenated labels by code point; *moves* compares the labels one by
        one. The two differ only if one label is a prefix of another

    Raises
    ------
    ValueError
        if `order` is unknown

    Notes
    -----
    The search builds the smallest label sequence from the start, and tracks all states that this
    prefix can reach. In text order it adds one character at a time, and tracks pairs (state, rest
    of the label). Each move is processed once. In text order a move may be processed several times,
    but only if labels can be joined differently to the same text. Enumerating and sorting all paths
    would be exponential.

    Examples
    --------
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
    arrivals = _walk_text(graph, paths) if order == "text" else _walk_moves(graph, paths)
    goal = len(paths.nodes) - 1
    step = next(key for key in reversed(arrivals) if key[1] == goal)
    nodes, moves = [goal], []
    while (came := arrivals[step]) is not None:
        step, slot = came
        nodes.append(step[1])
        moves.append(int(paths.moves[slot]))
    return GraphPath(
        tuple(int(paths.nodes[place]) for place in reversed(nodes)),
        tuple(graph.label(move) for move in reversed(moves)),
        tuple(reversed(moves)),
        int(paths.nodes[goal]) == graph.goal,
    )


# (length of the prefix in characters or in moves, position in ShortestPaths.nodes)
_Step = tuple[int, int]
_Arrivals = dict[_Step, tuple[_Step, int] | None]


def _walk_moves(graph: ArrayGraph, paths: ShortestPaths) -> _Arrivals:
    """Return how the smallest label sequence reaches states, move by move."""
    arrivals: _Arrivals = {(0, 0): None}
    front = [0]
    for depth in range(paths.length):
        slots = [(slot, place) for place in front for slot in _slots(paths, place)]
        smallest = min(graph.labels[paths.moves[slot]] for slot, _ in slots)
        front = []
        for slot, place in slots:
            step = depth + 1, int(paths.targets[slot])
            if graph.labels[paths.moves[slot]] == smallest and step not in arrivals:
                arrivals[step] = (depth, place), slot
                front.append(step[1])
    return arrivals


def _walk_text(graph: ArrayGraph, paths: ShortestPaths) -> _Arrivals:
    """Return how the smallest text reaches states, character by character."""
    arrivals: _Arrivals = {(0, 0): None}
    goal = len(paths.nodes) - 1
    position = 0
    places = [0]  # states reached at this length of the text
    inside: dict[tuple[int, str, int], tuple[_Step, int]] = {}  # inside a label
    while (position, goal) not in arrivals:
        for place in places:  # the list grows if labels are empty
            for slot in _slots(paths, place):
                label = graph.label(int(paths.moves[slot]))
                step = position, int(paths.targets[slot])
                if label:
                    inside.setdefault((step[1], label, 0), ((position, place), slot))
                elif step not in arrivals:
                    arrivals[step] = (position, place), slot
                    places.append(step[1])
        if (position, goal) in arrivals:
            break
        if len(inside) == 1:  # no comparison is needed
            (place, label, at), came = inside.popitem()
            position, places = position + len(label) - at, [place]
            arrivals[position, place] = came
            continue
        smallest = min(label[at] for _, label, at in inside)
        position, places, before, inside = position + 1, [], inside, {}
        for (place, label, at), came in before.items():
            if label[at] != smallest:
                continue
            if at + 1 < len(label):
                inside[place, label, at + 1] = came
            elif (position, place) not in arrivals:
                arrivals[position, place] = came
                places.append(place)
    return arrivals


def _slots(paths: ShortestPaths, place: int) -> range:
    return range(int(paths.offsets[place]), int(paths.offsets[place + 1]))
