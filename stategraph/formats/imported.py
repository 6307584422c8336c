"""A graph from elsewhere becomes a level: its state graph, and a puzzle that plays on it."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from stategraph.analysis import moves_from_start
from stategraph.errors import InputError, LevelError, MovesError
from stategraph.formats.edge_list import Listing
from stategraph.graph import MAX_LABELS, ArrayGraph
from stategraph.levels import Level
from stategraph.rules.family import NO_FAMILY
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)


class Text(str):
    """A state of which only the text is known; shown without quotes where it fits on a line."""

    __slots__ = ()

    def __repr__(self) -> str:
        return str(self) if self and self.isprintable() else str.__repr__(self)


class GraphPuzzle:
    """A state graph as a puzzle: its states are the graph's, its moves those that it lists.

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
    def _node(self) -> dict[Any, int]:
        return {self.graph.state(node): node for node in range(len(self.graph))}

    def moves(self, state: Any) -> Iterator[tuple[str, Any]]:
        """Yield the (label, next state) of each move.

        ``MovesError`` where two moves share a label: labels do not tell then which is made.
        """
        moves = self.graph.moves(self._node[state])
        labels = [label for label, _ in moves]
        if len(set(labels)) < len(labels):
            twice = next(label for label in labels if labels.count(label) > 1)
            raise MovesError(
                f"state ({state!r}) has more than one move {twice!r}: labels do not tell which"
            )
        for label, target in moves:
            yield label, self.graph.state(target)

    def is_goal(self, state: Any) -> bool:
        """Return whether `state` is the goal."""
        return self.graph.goal is not None and self._node.get(state) == self.graph.goal

    def named(self, text: str) -> Any:
        """Return the state of that text; ``InputError`` where there is none."""
        node = self._node.get(text)
        if node is None:
            raise InputError(f"there is no state {text!r}, or it cannot be reached")
        return self.graph.state(node)


def level_of(
    listing: Listing,
    file: str,
    start: str | None = None,
    goals: Sequence[str] = (),
) -> Level:
    """Return the level of a graph as listed. O(nodes + edges).

    `start` and `goals` name nodes; without them the listing says which they are. What is left
    out, the logger of this module is told. Raises ``LevelError`` where the listing contradicts
    itself or a name is none of its own.
    """
    _compare_moves(listing)
    first = _start(listing, start)
    final = _goals(listing, goals)
    graph, lost, number = graph_of(listing, first, final)
    if start is None:
        _compare_distances(listing, graph, number)
    if any(lost):
        log.info(
            "left out: nodes that cannot be reached: %s; moves of theirs, of the goal, or given "
            "twice: %s",
            *(f"{number:,}" for number in lost),
        )
    return Level(NO_FAMILY, Puzzle.of(GraphPuzzle(graph)), name=file, file=file, graph=graph)


def graph_of(
    listing: Listing, start: int, goals: Sequence[int]
) -> tuple[ArrayGraph, tuple[int, int], np.ndarray]:
    """Return the state graph from `start`, how many nodes and moves it leaves out, its numbers.

    These are of the nodes listed, -1 where one is left out. Goals that cannot be reached are not
    counted. Numbered as `StateGraph.from_networkx` does.
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
        expanded=expanded,
        stopped=stopped,
    )
    left = offsets[-1] - graph.number_of_edges()
    return graph, (int(np.count_nonzero((number < 0) & ~final)), int(left)), number


def _labels(
    listing: Listing, offsets: np.ndarray, order: np.ndarray
) -> tuple[np.ndarray, Sequence[str]]:
    """Return the label (m,) of each move in rows, and what it is an index into.

    Where the file has no labels, a move is named by the node it leads to; where these are too many
    names, by its place among the moves of its state.
    """
    if listing.labels is not None:
        return listing.labels[order], listing.names
    if len(listing.ids) <= MAX_LABELS:
        return listing.targets[order], listing.ids
    degrees = np.diff(offsets)
    places = np.arange(offsets[-1]) - np.repeat(offsets[:-1], degrees)
    return places, [str(k) for k in range(int(degrees.max()))]


def _states(listing: Listing, nodes: list[int]) -> list[Text]:
    """Return the states of `nodes`: the file's, or where some are alike, the names of the nodes."""
    if listing.states is not None:
        texts = [listing.states[k] for k in nodes]
        if len(set(texts)) == len(texts):
            return [Text(text) for text in texts]
    return [Text(listing.ids[k]) for k in nodes]


def _expanded(listing: Listing, number: np.ndarray, final: np.ndarray) -> tuple[int | None, str]:
    """Return how many states, from the first, have all their moves, and why not more.

    A node that the file calls a goal has its moves left out there. Where it is none here, they are
    not known.
    """
    unknown = dict(listing.unexpanded)
    has_moves = np.bincount(listing.sources, minlength=len(final)) > 0
    for node in listing.goals or ():
        if not final[node] and not has_moves[node]:
            unknown.setdefault(node, "goal that the file names, whose moves it does not hold")
    reached = [(int(number[node]), why) for node, why in unknown.items() if number[node] >= 0]
    return min(reached) if reached else (None, "")


def _compare_moves(listing: Listing) -> None:
    """Raise ``LevelError`` where the file says a node to have another number of moves than it has.

    So a table of edges that was cut short is noticed.
    """
    found = np.bincount(listing.sources, minlength=len(listing.ids)).tolist()
    for node, moves in listing.numbers.get("moves_out", {}).items():
        if found[node] != moves:
            raise LevelError(
                f"node {listing.ids[node]!r} has {found[node]} moves, where the file says {moves}: "
                "it was changed or cut short"
            )


def _compare_distances(listing: Listing, graph: ArrayGraph, number: np.ndarray) -> None:
    """Raise ``LevelError`` where a node is not as far from the start as the file says.

    So two tables are noticed that are not of one graph, though states have as many moves in both.
    """
    goals = listing.goals or ()
    several = goals if len(goals) > 1 else ()  # are one node here
    depth = moves_from_start(graph)
    for node, moves in listing.numbers.get("moves_from_start", {}).items():
        if number[node] >= 0 and depth[number[node]] != moves and node not in several:
            raise LevelError(
                f"node {listing.ids[node]!r} is {depth[number[node]]} moves from the start, where "
                f"the file says {moves}: it was changed, or its tables are of two graphs"
            )


def _start(listing: Listing, name: str | None) -> int:
    """Return the node to start from."""
    if name is not None:
        return _position(listing, name, "--start")
    found = listing.starts
    if not found:
        raise LevelError("does not say where play starts: --start NODE does")
    if len(found) > 1:
        one, two = (listing.ids[node] for node in found[:2])
        raise LevelError(f"names two starts, {one!r} and {two!r}: --start NODE tells which")
    return found[0]


def _goals(listing: Listing, names: Sequence[str]) -> list[int]:
    """Return the goals; none only where the file says that there are none."""
    if names:
        return [_position(listing, name, "--goal") for name in names]
    if listing.goals is None:
        raise LevelError("does not say what the goal is: --goal NODE does")
    return listing.goals


def _position(listing: Listing, name: str, option: str) -> int:
    try:
        return listing.ids.index(name)
    except ValueError:
        raise LevelError(f"{option}: there is no node {name!r}") from None
