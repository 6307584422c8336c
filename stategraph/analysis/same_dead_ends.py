"""Which dead ends a level has that another version of it has not.

States of two versions are the same when the same moves lead there, those by which a breadth-first
search finds them, or else when they have the same text (cells by row and column, rooms by number)::

    one        start ─R─► a ─D─► stuck        `a, D` is a trap move of both versions, since a has
    other      start ─R─► a ─D─► stuck        the same text in both; where every text differs, as
                          └──L─► goal         when a block was taken out, R D finds it there too
"""

from __future__ import annotations

import itertools
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
    new, gone = trap_moves(graph), dead(other)
    nodes = _doubles(graph, other)[graph.sources[new]]
    to = _step(graph, other, nodes, graph.labels[new])
    new = new[(to < 0) | ~gone[to] | gone[nodes]]
    if not len(new):  # texts take longer
        return new
    theirs = trap_moves(other)
    names, known = _names(graph, other, graph.sources[new], other.sources[theirs])
    traps = set(zip(known, map(other.label, theirs), strict=True))
    named = [(name, graph.label(move)) in traps for move, name in zip(new, names, strict=True)]
    return new[~np.array(named, bool)]


def dead_states_only_in(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the dead states (k,) int64 of a graph that are none of the other one, ascending.

    Both must be complete. O(states + moves) of both.
    """
    new, gone = np.flatnonzero(dead(graph)), dead(other)
    doubles = _doubles(graph, other)[new]
    new = new[(doubles < 0) | ~gone[doubles]]
    if not len(new):
        return new
    names, known = _names(graph, other, new, np.flatnonzero(gone))
    there = set(known)
    return new[~np.array([name in there for name in names], bool)]


def same_dead_states(graph: ArrayGraph, other: ArrayGraph) -> bool:
    """Return whether two complete graphs have as many dead states, and the same ones.

    O(states + moves) of both.
    """
    if np.count_nonzero(dead(graph)) != np.count_nonzero(dead(other)):
        return False
    pairs = (graph, other), (other, graph)
    return not any(len(dead_states_only_in(*pair)) for pair in pairs)


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


def _doubles(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return where (n,) the moves that lead to each node of a graph lead in the other; -1: nowhere.

    The moves are those by which a breadth-first search finds the node.
    """
    came = graph.remember("came_by", lambda: _came_by(graph))
    depth = moves_from_start(graph)
    order = np.argsort(depth, kind="stable")
    ends = np.cumsum(np.bincount(depth))
    found = np.full(len(graph), -1, np.int64)
    found[0] = 0
    for first, last in itertools.pairwise(ends.tolist()):
        moves = came[order[first:last]]
        before = found[graph.sources[moves]]
        found[order[first:last]] = _step(graph, other, before, graph.labels[moves])
    return found


def _step(
    graph: ArrayGraph, other: ArrayGraph, nodes: np.ndarray, labels: np.ndarray
) -> np.ndarray:
    """Return where (k,) moves of these labels of `graph` lead from `nodes` of `other`; -1: nowhere.

    O(k log moves).
    """
    keys, order = other.remember("by_label", lambda: _by_label(other))
    if not len(keys):
        return np.full(len(nodes), -1, np.int64)
    number = {name: k for k, name in enumerate(other.label_names)}
    known = np.array([number.get(name, -1) for name in graph.label_names], np.int64)[labels]
    wanted = nodes * len(number) + known
    at = np.searchsorted(keys, wanted, side="right") - 1
    there = (nodes >= 0) & (known >= 0) & (keys[at] == wanted)
    return np.where(there, other.targets[order[at]], -1)


def _by_label(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray]:
    """Return the keys (m,) of all moves by state and label, ascending, and their numbers."""
    keys = graph.sources.astype(np.int64) * len(graph.label_names) + graph.labels
    order = np.argsort(keys, kind="stable")
    return keys[order], order


def _came_by(graph: ArrayGraph) -> np.ndarray:
    """Return the move (n,) int64 that a breadth-first search finds each state by; start: -1."""
    depth = moves_from_start(graph)
    forward = np.flatnonzero(depth[graph.targets] == depth[graph.sources] + 1)
    nodes, first = np.unique(graph.targets[forward], return_index=True)
    came = np.full(len(graph), -1, np.int64)
    came[nodes] = forward[first]
    return came
