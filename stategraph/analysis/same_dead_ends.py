"""Comparison of dead ends between two versions of a level.

A state of one version is identified with a state of the other if some sequence of moves leads to
both, or if both have the same text. The text names cells by row and column, and rooms by number::

    one        start ─R─► a ─D─► stuck        `a, D` is a trap move of both versions, since a has
    other      start ─R─► a ─D─► stuck        the same text in both. If every text differs, for
                          └──L─► goal         example without a block, the moves R D identify it

A simultaneous search of both graphs finds all pairs of states that the same moves reach. A state
may belong to several pairs.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from stategraph.analysis.dead_ends import dead, trap_moves
from stategraph.graph import ArrayGraph
from stategraph.kernels import Table, hash_row, insert_rows, slot_of
from stategraph.machine.kernel import Kernel
from stategraph.machine.language import Items
from stategraph.variables import Variable, Variables

# Initial capacity for pairs, and the estimated number of steps per pair, used to estimate the
# running time of the kernel.
FIRST_PAIRS, STEPS_PER_PAIR = 1 << 10, 8


def trap_moves_only_in(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the trap moves (k,) int64 of a graph that `other` does not have, ascending.

    Both graphs must be complete; see `Versions`.

    Examples
    --------
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
    """A comparison of the complete graphs of two versions of a level, by their dead ends.

    The cost is O(states + moves) of both graphs, or more if states belong to many pairs.
    """

    def __init__(self, first: ArrayGraph, second: ArrayGraph):
        self._graphs = first, second

    @cached_property
    def _pairs(self) -> np.ndarray:
        """The pairs (p, 2) int64 of states that the same moves reach in both graphs."""
        return _pairs(*self._graphs)

    def kept(self) -> tuple[float, float]:
        """Return the share of the first graph's states that occur in pairs, and of both graphs'.

        Examples
        --------
        >>> import networkx as nx
        >>> from stategraph import StateGraph
        >>> one = StateGraph.from_networkx(nx.DiGraph(["sa", "ag"]), "s", "g")
        >>> two = StateGraph.from_networkx(nx.DiGraph(["sa", "ag", "ab", "ac"]), "s", "g")
        >>> Versions(one, two).kept()
        (1.0, 0.75)
        """
        mine, theirs = (len(np.unique(column)) for column in self._pairs.T)
        first, second = map(len, self._graphs)
        return mine / first, (mine + theirs) / (first + second)

    def new_traps(self, which: int) -> np.ndarray:
        """Return the trap moves (k,) int64 of graph `which` that the other graph does not have.

        Both graphs have a trap move if the same moves lead to it in both, or if both have a trap
        move with the same label from a state with the same text.
        """
        graph, other = self._graphs[which], self._graphs[1 - which]
        traps = trap_moves(graph)
        if not len(traps):
            return traps
        new: np.ndarray = traps[~self._met(which, traps)]
        if not len(new):  # comparing texts is slower
            return new
        theirs = trap_moves(other)
        names, other_names = _names(graph, other, graph.sources[new], other.sources[theirs])
        other_moves = set(zip(other_names, map(other.label, theirs), strict=True))
        named = [
            (name, graph.label(move)) in other_moves for move, name in zip(new, names, strict=True)
        ]
        return np.compress(~np.array(named, bool), new)

    def vanished_traps(self, which: int) -> np.ndarray:
        """Return the moves of `new_traps` that the other graph does not merely have earlier.

        A trap is earlier in the other graph if the moves that lead to its source lead to a dead
        state there: an earlier move was the mistake.

        Examples
        --------
        >>> import networkx as nx
        >>> from stategraph import StateGraph
        >>> one = StateGraph.from_networkx(nx.DiGraph(["sa", "ab", "ag", "sg"]), "s", "g")
        >>> two = StateGraph.from_networkx(nx.DiGraph(["sa", "ab", "sg"]), "s", "g")
        >>> versions = Versions(one, two)
        >>> [one.label(move) for move in versions.new_traps(0)], len(versions.vanished_traps(0))
        (['b'], 0)
        """
        graph, other = self._graphs[which], self._graphs[1 - which]
        new = self.new_traps(which)
        if not len(new):
            return new
        mine, theirs = self._pairs[:, which], self._pairs[:, 1 - which]
        is_earlier = np.zeros(len(graph), bool)
        is_earlier[mine[dead(other)[theirs]]] = True
        return np.compress(~is_earlier[graph.sources[new]], new)

    def _met(self, which: int, traps: np.ndarray) -> np.ndarray:
        """Return a mask (k,) bool of trap moves that the other graph has after the same moves."""
        graph, other = self._graphs[which], self._graphs[1 - which]
        is_dead = dead(other)
        mine, theirs = self._pairs[:, which], self._pairs[:, 1 - which]
        first = np.searchsorted(graph.sources[traps], np.arange(len(graph) + 1))
        many = np.where(is_dead[theirs], 0, np.diff(first)[mine])  # trap moves of each pair
        pair = np.repeat(np.arange(len(mine)), many)
        trap = np.arange(len(pair)) - np.repeat(np.cumsum(many) - many, many) + first[mine[pair]]
        to = _step(graph, other, theirs[pair], graph.labels[traps[trap]])
        is_common = np.zeros(len(traps), bool)
        is_common[trap[(to >= 0) & is_dead[to]]] = True
        return is_common

    def same_dead_states(self) -> bool:
        """Return whether both graphs have the same dead states.

        Three conditions must hold. Both graphs have equally many dead states. No sequence of moves
        leads to a dead state in one graph and to a living state in the other. If the moves to a
        dead state do not exist in the other graph, that graph has a dead state with the same text.
        """
        is_dead = [dead(graph) for graph in self._graphs]
        if np.count_nonzero(is_dead[0]) != np.count_nonzero(is_dead[1]):
            return False
        if not is_dead[0].any():
            return True
        mine, theirs = self._pairs.T
        if (is_dead[0][mine] != is_dead[1][theirs]).any():
            return False
        return self._all_there(0) and self._all_there(1)

    def _all_there(self, which: int) -> bool:
        """Return whether all unpaired dead states occur in the other graph, with the same text.

        A dead state is unpaired if no sequence of moves to it exists in the other graph.
        """
        graph, other = self._graphs[which], self._graphs[1 - which]
        remaining = dead(graph).copy()
        remaining[self._pairs[:, which]] = False
        if not remaining.any():
            return True
        names, other_names = _names(
            graph, other, np.flatnonzero(remaining), np.flatnonzero(dead(other))
        )
        return set(names) <= set(other_names)


# --------------------------------------------------------------------------------- the same states


def _names(
    graph: ArrayGraph, other: ArrayGraph, mine: np.ndarray, theirs: np.ndarray
) -> tuple[Sequence[object], Sequence[object]]:
    """Return names of some nodes of each graph; equal names mean equal texts."""
    variables, other_variables = graph.variables, other.variables
    if (
        variables is not None
        and other_variables is not None
        and _spelling(variables) == _spelling(other_variables)
    ):
        return _bytes(graph, mine), _bytes(other, theirs)
    return _texts(graph, mine), _texts(other, theirs)


def _spelling(variables: Variables) -> list[object]:
    """Return how values are packed and written.

    If the results for two graphs are equal, equal words of their states mean equal texts.
    """
    return [
        (name, type(kind), getattr(kind, "length", 1), [_spelt(kind, v) for v in range(kind.n)])
        for name, kind in variables.kinds.items()
    ]


def _spelt(kind: Variable, value: int) -> str:
    try:
        return kind.show(value)
    except IndexError:  # the empty set of cells still has one value
        return ""


def _bytes(graph: ArrayGraph, nodes: np.ndarray) -> list[bytes]:
    rows = np.ascontiguousarray(graph.states[nodes])
    return [row.tobytes() for row in rows]


def _texts(graph: ArrayGraph, nodes: np.ndarray) -> list[str]:
    return [repr(graph.state(node)) for node in nodes.tolist()]


# ---------------------------------------------------------------------------------- the same moves


def _pairs(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the pairs (p, 2) int64 of nodes of two graphs that the same moves reach.

    Breadth-first search. Each pair costs the product of the numbers of moves of its two states.
    """
    labels = _known(graph, other)[graph.labels]
    moves = _Moves(graph.offsets, graph.targets, labels)
    other_moves = _Moves(other.offsets, other.targets, other.labels)
    table = _table(np.zeros((FIRST_PAIRS, 2), np.int64))
    processed, count = 0, 1
    table.index[slot_of(table.states, 0, table)] = 1
    while True:
        work = STEPS_PER_PAIR * max(count, graph.number_of_edges())
        processed, count = map(int, _meet(moves, other_moves, table, processed, count, work=work))
        pairs: np.ndarray = table.states
        if processed == count:
            return pairs[:count]
        pairs = np.concatenate([pairs, np.zeros_like(pairs)])
        table = _table(pairs)
        insert_rows(pairs, pairs.shape[1], 0, count, -1, table.index)


def _table(pairs: np.ndarray) -> Table:
    """Return a table of pairs, with an empty index that has twice as many slots."""
    return Table(pairs, np.zeros(2 * len(pairs), np.int32), False)


class _Moves(NamedTuple):
    """The moves of a graph; equal `labels` mean the same label in both graphs."""

    offsets: Items
    targets: Items
    labels: Items


@functools.partial(Kernel, helpers=[hash_row, slot_of])
def _meet(
    moves: _Moves, other_moves: _Moves, table: Table, processed: int, count: int
) -> tuple[int, int]:
    """Follow the common moves of pairs not processed yet; return (processed, count).

    The kernel stops early if the next pair might exceed the capacity of the table.
    """
    offsets, starts, pairs, index = moves.offsets, other_moves.offsets, table.states, table.index
    while processed < count:
        a = pairs[processed, 0]
        b = pairs[processed, 1]
        most = (offsets[a + 1] - offsets[a]) * (starts[b + 1] - starts[b])
        if count + most >= pairs.shape[0]:
            return processed, count
        for e in range(offsets[a], offsets[a + 1]):
            for f in range(starts[b], starts[b + 1]):
                if moves.labels[e] == other_moves.labels[f]:
                    pairs[count, 0] = moves.targets[e]
                    pairs[count, 1] = other_moves.targets[f]
                    slot = slot_of(pairs, count, table)
                    if index[slot] == 0:
                        count += 1
                        index[slot] = count
        processed += 1
    return processed, count


def _known(graph: ArrayGraph, other: ArrayGraph) -> np.ndarray:
    """Return the number (k,) int64 in `other` of each label of `graph`, or -1 if it has none."""
    number = {name: k for k, name in enumerate(other.label_names)}
    return np.array([number.get(name, -1) for name in graph.label_names], np.int64)


def _step(
    graph: ArrayGraph, other: ArrayGraph, nodes: np.ndarray, labels: np.ndarray
) -> np.ndarray:
    """Return the targets (k,) of moves in `other`, or -1, given nodes of `other` and labels.

    The labels are numbers of `graph`. O(k log moves).
    """
    keys, order = other.remember("by_label", lambda: _by_label(other))
    if not len(keys):
        return np.full(len(nodes), -1, np.int64)
    other_labels = _known(graph, other)[labels]
    move_keys = nodes * len(other.label_names) + other_labels
    at = np.searchsorted(keys, move_keys, side="right") - 1
    same_move = (nodes >= 0) & (other_labels >= 0) & (keys[at] == move_keys)
    return np.where(same_move, other.targets[order[at]], -1)


def _by_label(graph: ArrayGraph) -> tuple[np.ndarray, np.ndarray]:
    """Return sorted keys (m,) that combine state and label of each move, and the move numbers."""
    keys = graph.sources.astype(np.int64) * len(graph.label_names) + graph.labels
    order = np.argsort(keys, kind="stable")
    return keys[order], order
