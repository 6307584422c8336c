"""Which dead ends a level has that another version of it has not.

States of two versions are the same when some moves lead to both, or else when they have the same
text (cells by row and column, rooms by number)::

    one        start ─R─► a ─D─► stuck        `a, D` is a trap move of both versions, since a has
    other      start ─R─► a ─D─► stuck        the same text in both; where every text differs, as
                          └──L─► goal         when a block was taken out, R D finds it there too

All pairs of states to which the same moves lead are found by walking both graphs at once. One
state may be in several pairs.
"""

from __future__ import annotations

import functools
from functools import cached_property
from typing import Any

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.graph import ArrayGraph
from stategraph.kernels import hash_row, reindex, slot_of
from stategraph.machine.kernel import Kernel
from stategraph.variables import Variable, Variables

# So many pairs there is room for at first; how many steps of the walk one of them takes, about.
ROOM, STEPS = 1 << 10, 8


def trap_moves_only_in(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the trap moves (k,) int64 of a graph that are none of the other one, ascending.

    Both must be complete; see `Versions`.

    >>> import networkx as nx
    >>> from stategraph import StateGraph
    >>> one = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab"]), "s", "g")
    >>> two = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ac", "cg"]), "s", "g")
    >>> [one.label(move) for move in trap_moves_only_in(one, two)]
    ['b']
    >>> trap_moves_only_in(one, one).tolist()
    []
    """
    return Versions(graph, other).new_traps(0)


class Versions:
    """Two versions of a level, complete graphs, and which of their dead ends are the same.

    O(states + moves) of both; more where the same moves lead to many pairs of states.
    """

    def __init__(self, one: ArrayGraph, two: ArrayGraph):
        self._graphs = one, two

    @cached_property
    def _pairs(self) -> np.ndarray:
        """The pairs (p, 2) int64 of states of one and of two to which the same moves lead."""
        return _pairs(*self._graphs)

    def new_traps(self, which: int) -> np.ndarray:
        """Return the trap moves (k,) int64 of graph 0 or 1 that are none of the other, ascending.

        One is a trap move of both where some moves lead to it in both, or its state has the same
        text.
        """
        graph, other = self._graphs[which], self._graphs[1 - which]
        traps = trap_moves(graph)
        if not len(traps):
            return traps
        new = traps[~self._met(which, traps)]
        if not len(new):  # texts take longer
            return new
        theirs = trap_moves(other)
        names, known = _names(graph, other, graph.sources[new], other.sources[theirs])
        there = set(zip(known, map(other.label, theirs), strict=True))
        named = [(name, graph.label(move)) in there for move, name in zip(new, names, strict=True)]
        return new[~np.array(named, bool)]

    def _met(self, which: int, traps: np.ndarray) -> np.ndarray:
        """Return which trap moves (k,) bool of a graph the same moves lead to in the other."""
        graph, other = self._graphs[which], self._graphs[1 - which]
        gone = dead(other)
        mine, theirs = self._pairs[:, which], self._pairs[:, 1 - which]
        first = np.searchsorted(graph.sources[traps], np.arange(len(graph) + 1))
        many = np.where(gone[theirs], 0, np.diff(first)[mine])  # of each pair the traps that may be
        pair = np.repeat(np.arange(len(mine)), many)
        place = np.arange(len(pair)) - np.repeat(np.cumsum(many) - many, many) + first[mine[pair]]
        to = _step(graph, other, theirs[pair], graph.labels[traps[place]])
        found = np.zeros(len(traps), bool)
        found[place[(to >= 0) & gone[to]]] = True
        return found

    def same_dead_states(self) -> bool:
        """Return whether both have as many dead states, and the same ones.

        No moves may lead to a dead state of one and to none of the other, and where no moves of one
        lead to a dead state of the other, some dead state there has its text.
        """
        gone = [dead(graph) for graph in self._graphs]
        if np.count_nonzero(gone[0]) != np.count_nonzero(gone[1]):
            return False
        if not gone[0].any():
            return True
        mine, theirs = self._pairs.T
        if (gone[0][mine] != gone[1][theirs]).any():
            return False
        return self._all_there(0) and self._all_there(1)

    def _all_there(self, which: int) -> bool:
        """Return whether the dead states that no moves of the other lead to are there by text."""
        graph, other = self._graphs[which], self._graphs[1 - which]
        left = dead(graph).copy()
        left[self._pairs[:, which]] = False
        if not left.any():
            return True
        names, known = _names(graph, other, np.flatnonzero(left), np.flatnonzero(dead(other)))
        return set(names) <= set(known)


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


# ---------------------------------------------------------------------------------- the same moves


def _pairs(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the pairs (p, 2) int64 of nodes of two graphs to which the same moves lead.

    Breadth first. O(pairs * moves of a state of each).
    """
    labels = _known(graph, other)[graph.labels]
    sides = (graph.offsets, graph.targets, labels), (other.offsets, other.targets, other.labels)
    pairs, index = np.zeros((ROOM, 2), np.int64), np.zeros(2 * ROOM, np.int32)
    done, count = 0, 1
    index[slot_of(pairs, 0, pairs, index, False)] = 1
    while True:
        work = STEPS * max(count, graph.number_of_edges())
        done, count = map(int, _meet(*sides[0], *sides[1], pairs, index, done, count, work=work))
        if done == count:
            return pairs[:count]
        pairs = np.concatenate([pairs, np.zeros_like(pairs)])
        index = np.zeros(2 * len(pairs), np.int32)
        reindex(pairs, count, -1, index)


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _meet(offsets, targets, labels, starts, ends, names, pairs, index, done, count):
    """Make the moves of pairs that both have, from number `done` on; return (done, count).

    It ends early where there may be no room for what the next pair leads to.
    """
    while done < count:
        a = pairs[done, 0]
        b = pairs[done, 1]
        most = (offsets[a + 1] - offsets[a]) * (starts[b + 1] - starts[b])
        if count + most >= pairs.shape[0]:
            return done, count
        for e in range(offsets[a], offsets[a + 1]):
            for f in range(starts[b], starts[b + 1]):
                if labels[e] == names[f]:
                    pairs[count, 0] = targets[e]
                    pairs[count, 1] = ends[f]
                    slot = slot_of(pairs, count, pairs, index, False)
                    if index[slot] == 0:
                        count += 1
                        index[slot] = count
        done += 1
    return done, count


def _known(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the number (k,) int64 that each label of a graph has in the other; -1: none."""
    number = {name: k for k, name in enumerate(other.label_names)}
    return np.array([number.get(name, -1) for name in graph.label_names], np.int64)


def _step(
    graph: ArrayGraph, other: ArrayGraph, nodes: np.ndarray, labels: np.ndarray
) -> np.ndarray:
    """Return where (k,) moves of these labels of `graph` lead from `nodes` of `other`; -1: nowhere.

    O(k log moves).
    """
    keys, order = other.remember("by_label", lambda: _by_label(other))
    if not len(keys):
        return np.full(len(nodes), -1, np.int64)
    known = _known(graph, other)[labels]
    wanted = nodes * len(other.label_names) + known
    at = np.searchsorted(keys, wanted, side="right") - 1
    there = (nodes >= 0) & (known >= 0) & (keys[at] == wanted)
    return np.where(there, other.targets[order[at]], -1)


def _by_label(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray]:
    """Return the keys (m,) of all moves by state and label, ascending, and their numbers."""
    keys = graph.sources.astype(np.int64) * len(graph.label_names) + graph.labels
    order = np.argsort(keys, kind="stable")
    return keys[order], order
