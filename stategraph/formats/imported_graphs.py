"""Import of listed graphs: a state graph, and a puzzle that plays on it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import cached_property

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.errors import InputError, LevelError, MovesError
from stategraph.formats.edge_list import Listing
from stategraph.graph import MAX_LABELS, ArrayGraph, Extent
from stategraph.level_files import StoredGraph
from stategraph.rules.family import NO_FAMILY
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)


class Text(str):
    """A state known only as text; its repr has no quotes if it is printable."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self) if self and self.isprintable() else str.__repr__(self)


class GraphPuzzle:
    """A state graph as a puzzle, with the states and moves of the graph.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> road = StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2)
    >>> list(GraphPuzzle(road).moves(1))
    [('2', 2)]
    """

    def __init__(self, graph: ArrayGraph):
        self.graph = graph
        self.start = graph.state(0)

    @cached_property
    def _node(self) -> dict[object, int]:
        return {self.graph.state(node): node for node in range(len(self.graph))}

    def moves(self, state: object) -> Iterator[tuple[str, int]]:
        """Yield the (label, next state) of each move.

        Raise ``MovesError`` if two moves share a label, since labels are then ambiguous.
        """
        moves = self.graph.moves(self._node[state])
        labels = [label for label, _ in moves]
        if len(set(labels)) < len(labels):
            repeated = next(label for label in labels if labels.count(label) > 1)
            raise MovesError(
                f"state ({state!r}) has more than one move {repeated!r}: the labels are ambiguous"
            )
        for label, target in moves:
            yield label, self.graph.state(target)

    def is_goal(self, state: object) -> bool:
        """Return whether `state` is the goal."""
        return self.graph.goal is not None and self._node.get(state) == self.graph.goal

    def named(self, text: str) -> object:
        """Return the state with that text; raise ``InputError`` for an unknown text."""
        node = self._node.get(text)
        if node is None:
            raise InputError(f"state {text!r} does not exist or cannot be reached")
        return self.graph.state(node)


def level_of(
    listing: Listing,
    file: str,
    start: str | None = None,
    goals: Sequence[str] = (),
) -> StoredGraph:
    """Return the level of a listed graph. O(nodes + edges). Omitted nodes and edges are logged.

    Parameters
    ----------
    listing : Listing
    file : str
        name of the file, for messages
    start : str, optional
        name of the start node; by default the listing marks it
    goals : sequence of str
        names of the goals; by default the listing marks them

    Raises
    ------
    LevelError
        if the listing contradicts itself, or a name is unknown
    """
    _compare_moves(listing)
    first = _start(listing, start)
    final = _goals(listing, goals)
    graph, omitted, number = graph_of(listing, first, final)
    if start is None:
        _compare_distances(listing, graph, number)
    if any(omitted):
        log.info(
            "left out: nodes that cannot be reached: %s; moves of theirs, of the goal, or given "
            "twice: %s",
            *(f"{number:,}" for number in omitted),
        )
    return StoredGraph(NO_FAMILY, Puzzle.of(GraphPuzzle(graph)), name=file, file=file, graph=graph)


def graph_of(
    listing: Listing, start: int, goals: Sequence[int]
) -> tuple[ArrayGraph, tuple[int, int], np.ndarray]:
    """Return the state graph from `start`, two counts of omitted nodes and moves, and new numbers.

    The new numbers are those of the listed nodes, -1 for an omitted one. Unreachable goals are not
    counted as omitted. The numbering is that of `StateGraph.from_networkx`.
    """
    n = len(listing.ids)
    final = np.zeros(n, bool)
    final[list(goals)] = True
    order = np.argsort(listing.sources, kind="stable")
    offsets = np.zeros(n + 1, np.int64)
    np.cumsum(np.bincount(listing.sources, minlength=n), out=offsets[1:])
    labels, names = _labels(listing, offsets, order)
    targets = listing.targets[order].astype(np.int32)
    rows, number = ArrayGraph.from_rows(offsets, targets, labels, names, start, final)
    expanded, stopped = _expanded(listing, number, final)
    graph = ArrayGraph(
        offsets=rows.offsets,
        targets=rows.targets,
        labels=rows.labels,
        label_names=rows.label_names,
        states=_states(listing, rows.states),
        goal=rows.goal,
        extent=Extent(expanded, stopped),
    )
    omitted_moves = offsets[-1] - graph.number_of_edges()
    return graph, (int(np.count_nonzero((number < 0) & ~final)), int(omitted_moves)), number


def _labels(
    listing: Listing, offsets: np.ndarray, order: np.ndarray
) -> tuple[np.ndarray, Sequence[str]]:
    """Return the label (m,) of each move in rows, as an index into the second result.

    Without labels in the file, a move is named by its target. If that gives too many names, it is
    named by its rank among the moves of its state.
    """
    if listing.labels is not None:
        return listing.labels[order], listing.names
    if len(listing.ids) <= MAX_LABELS:
        return listing.targets[order], listing.ids
    degrees = np.diff(offsets)
    places = np.arange(offsets[-1]) - np.repeat(offsets[:-1], degrees)
    return places, [str(k) for k in range(int(degrees.max()))]


def _states(listing: Listing, nodes: list[int]) -> list[Text]:
    """Return the states of `nodes`: the file's texts, or the names of nodes if texts repeat."""
    if listing.states is not None:
        texts = [listing.states[k] for k in nodes]
        if len(set(texts)) == len(texts):
            return [Text(text) for text in texts]
    return [Text(listing.ids[k]) for k in nodes]


def _expanded(listing: Listing, number: np.ndarray, final: np.ndarray) -> tuple[int | None, str]:
    """Return how many states, from the first on, have all their moves, and why others do not.

    The moves of a goal are omitted in a file. If a marked goal is not a goal here, its moves are
    unknown.
    """
    unknown = dict(listing.unexpanded)
    has_moves = np.bincount(listing.sources, minlength=len(final)) > 0
    for node in listing.goals or ():
        if not final[node] and not has_moves[node]:
            unknown.setdefault(node, "goal that the file names, whose moves it does not hold")
    reasons = [(int(number[node]), why) for node, why in unknown.items() if number[node] >= 0]
    return min(reasons) if reasons else (None, "")


def _compare_moves(listing: Listing) -> None:
    """Raise ``LevelError`` if a node has another number of moves than the file states.

    This detects a truncated table of edges.
    """
    moves_out = np.bincount(listing.sources, minlength=len(listing.ids)).tolist()
    for node, moves in listing.numbers.get("moves_out", {}).items():
        if moves_out[node] != moves:
            raise LevelError(
                f"node {listing.ids[node]!r} has {moves_out[node]} moves, where the file says "
                f"{moves}: it was changed or cut short"
            )


def _compare_distances(listing: Listing, graph: ArrayGraph, number: np.ndarray) -> None:
    """Raise ``LevelError`` if a node has another distance from the start than the file states.

    This detects two tables of different graphs, even if states have equal numbers of moves in both.
    """
    goals = listing.goals or ()
    merged_goals = goals if len(goals) > 1 else ()  # merged into one node here
    depth = moves_from_start(graph)
    for node, moves in listing.numbers.get("moves_from_start", {}).items():
        if number[node] >= 0 and depth[number[node]] != moves and node not in merged_goals:
            raise LevelError(
                f"node {listing.ids[node]!r} is {depth[number[node]]} moves from the start, where "
                f"the file says {moves}: it was changed, or its tables are of two graphs"
            )


def _start(listing: Listing, name: str | None) -> int:
    """Return the start node."""
    if name is not None:
        return _position(listing, name, "--start")
    starts = listing.starts
    if not starts:
        raise LevelError("names no start: add --start NODE")
    if len(starts) > 1:
        first, second = (listing.ids[node] for node in starts[:2])
        raise LevelError(f"names two starts, {first!r} and {second!r}: --start NODE selects one")
    return starts[0]


def _goals(listing: Listing, names: Sequence[str]) -> list[int]:
    """Return the goals; an empty list only if a column of goals marks no state."""
    if names:
        return [_position(listing, name, "--goal") for name in names]
    if listing.goals is None:
        raise LevelError("names no goal: add --goal NODE")
    return listing.goals


def _position(listing: Listing, name: str, option: str) -> int:
    try:
        return listing.ids.index(name)
    except ValueError:
        raise LevelError(f"{option}: unknown node {name!r}") from None
