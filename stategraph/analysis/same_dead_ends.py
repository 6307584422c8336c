"""Which dead ends a level has that another version of it has not.

States of two versions are the same when they have the same text (cells by row and column, rooms by
number), or else when the same moves lead there, those by which a breadth-first search finds them::

    one        start ─R─► a ─D─► stuck        `a, D` is a trap move of both versions, since a has
    other      start ─R─► a ─D─► stuck        the same text in both; where every text differs, as
                          └──L─► goal         when a block was taken out, R D finds it there too
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.analysis.distances import moves_from_start
from stategraph.graph import ArrayGraph
from stategraph.variables import Variable, Variables


def trap_moves_only_in(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the trap moves (k,) int64 of a graph that are none of the other one, ascending.

    Both must be complete. O(states + moves) of both.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> one = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab"]), "s", "g")
    >>> two = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ac", "cg"]), "s", "g")
    >>> [one.label(move) for move in trap_moves_only_in(one, two)]
    ['b']
    >>> trap_moves_only_in(one, one).tolist()
    []
    """
    mine, theirs = trap_moves(graph), trap_moves(other)
    names, known = _names(graph, other, graph.sources[mine], other.sources[theirs])
    traps = set(zip(known, map(other.label, theirs), strict=True))
    new = [
        move
        for move, name in zip(mine.tolist(), names, strict=True)
        if (name, graph.label(move)) not in traps
    ]
    place, gone = _Double(graph, other), dead(other)

    def dooms_there(move: int) -> bool:
        node = place[int(graph.sources[move])]
        to = None if node is None else dict(other.moves(node)).get(graph.label(move))
        return to is not None and bool(gone[to] and not gone[node])

    return np.array([move for move in new if not dooms_there(move)], np.int64)


def dead_states_only_in(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the dead states (k,) int64 of a graph that are none of the other one, ascending.

    Both must be complete. O(states + moves) of both.
    """
    mine, gone = np.flatnonzero(dead(graph)), dead(other)
    names, known = _names(graph, other, mine, np.flatnonzero(gone))
    there = set(known)
    new = [node for node, name in zip(mine.tolist(), names, strict=True) if name not in there]
    place = _Double(graph, other)

    def dead_there(node: int) -> bool:
        double = place[node]
        return double is not None and bool(gone[double])

    return np.array([node for node in new if not dead_there(node)], np.int64)


def same_dead_ends(graph: ArrayGraph, other: ArrayGraph) -> bool:
    """Return whether two complete graphs have the same trap moves and the same dead states."""
    pairs = (graph, other), (other, graph)
    return not any(
        len(only_in(*pair))
        for only_in in (trap_moves_only_in, dead_states_only_in)
        for pair in pairs
    )


# --------------------------------------------------------------------------------- the same states


def _names(
    graph: ArrayGraph, other: ArrayGraph, mine: np.ndarray, theirs: np.ndarray
) -> tuple[list[Any], list[Any]]:
    """Return names of some nodes of each graph: two are equal when their states' texts are."""
    one, two = graph.variables, other.variables
    if one is not None and two is not None and _spelling(one) == _spelling(two):
        return _bytes(graph, mine), _bytes(other, theirs)
    return _texts(graph, mine), _texts(other, theirs)


def _spelling(variables: Variables) -> list[Any]:
    """Return how values are packed and spelt: where it is the same, equal words are equal texts."""
    return [
        (name, type(kind), getattr(kind, "length", 1), [_spelt(kind, v) for v in range(kind.n)])
        for name, kind in variables.kinds.items()
    ]


def _spelt(kind: Variable, value: int) -> str:
    try:
        return kind.show(value)
    except IndexError:  # a set of nothing has room for one all the same
        return ""


def _bytes(graph: ArrayGraph, nodes: np.ndarray) -> list[bytes]:
    rows = np.ascontiguousarray(graph.states[nodes])
    return [row.tobytes() for row in rows]


def _texts(graph: ArrayGraph, nodes: np.ndarray) -> list[str]:
    return [repr(graph.state(node)) for node in nodes.tolist()]


class _Double:
    """Where the moves that lead to a node of one graph lead in another; None: not legal there.

    The moves are those by which a breadth-first search finds the node.
    """

    def __init__(self, graph: ArrayGraph, other: ArrayGraph):
        self._graph, self._other = graph, other
        self._came = graph.remember("came_by", lambda: _came_by(graph))
        self._found: dict[int, int | None] = {0: 0}

    def __getitem__(self, node: int) -> int | None:
        way = []
        while node not in self._found:
            way.append(node)
            node = int(self._graph.sources[self._came[node]])
        for later in reversed(way):
            there = self._found[node]
            label = self._graph.label(int(self._came[later]))
            moves = {} if there is None else dict(self._other.moves(there))
            self._found[later] = moves.get(label)
            node = later
        return self._found[node]


def _came_by(graph: ArrayGraph) -> np.ndarray:
    """Return the move (n,) int64 that a breadth-first search finds each state by; start: -1."""
    depth = moves_from_start(graph)
    forward = np.flatnonzero(depth[graph.targets] == depth[graph.sources] + 1)
    nodes, first = np.unique(graph.targets[forward], return_index=True)
    came = np.full(len(graph), -1, np.int64)
    came[nodes] = forward[first]
    return came
