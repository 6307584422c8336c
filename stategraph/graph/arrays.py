"""ArrayGraph: the states and moves of a puzzle as arrays.

A plain ``nx.MultiDiGraph`` of a million states takes gigabytes of dicts. These are compressed
sparse rows::

    offsets  0   2   3   3        node 0 has moves 0 and 1, node 1 has move 2, node 2 has none
    targets  1 2 2                where each move leads
    labels   0 1 0                its label, an index into label_names

Nodes are numbered in breadth-first order of discovery: by the number of the state they are found
from, then in the order of its moves. 0 is the start. All goal states are ONE node without moves.

Analyses and verbs need no more. `stategraph.graph.state_graph` is the same for all of networkx,
which takes longer to import than a small level takes to be solved.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, Self, TypeVar

import numpy as np

from stategraph import kernels
from stategraph.errors import node_not_found
from stategraph.graph.labels import pieces, sorted_labels
from stategraph.variables import Variables

# What each node takes of memory while moves are grouped by target: its place, and where it is
# written to.
BUCKET_BYTES = 64

_T = TypeVar("_T")
_G = TypeVar("_G", bound="ArrayGraph")


class ArrayGraph:
    """The state graph of a puzzle as arrays, read-only.

    Attributes
    ----------
    offsets : (n+1,) int64
        node u's moves are ``offsets[u]:offsets[u+1]``
    targets : (m,) int32
        where each move leads
    labels : (m,) uint16
        index of each move's label in `label_names`, which is in code point order
    states : (n, w) int64 or list
        the packed states; where no variables are declared, the states themselves
    goal : int or None
        the node that stands for all goal states; its state is the first one found
    expanded : int
        nodes below this number have all their moves; the rest is the unexpanded frontier
    stopped : str
        why the expansion is not complete, in words; empty when it is
    memory : int or None
        of a graph that is not in memory, the bytes that its analyses may take there
    folder : Path or None
        where they then keep what is larger
    level : Any
        the level that the graph is of, where whoever expanded it has said so; not pickled
    quotient : Any
        where each node stands for several states of another graph: which, and the way back, such
        as `stategraph.analysis.units.Units`; None of a graph of states; not pickled

    >>> import numpy as np
    >>> road = ArrayGraph(
    ...     offsets=np.array([0, 1, 2, 2]), targets=np.array([1, 2], np.int32),
    ...     labels=np.array([0, 0], np.uint16), label_names=["on"], states=["a", "b", "c"], goal=2,
    ... )
    >>> road, road.moves(road.start)
    (<StateGraph: 3 states, 2 moves, goal 2, complete>, [('on', 1)])
    """

    start = 0  # the node, as `goal` is one
    memory: int | None = None
    folder: Path | None = None
    level: Any = None
    quotient: Any = None

    def __init__(
        self,
        *,
        offsets: np.ndarray,
        targets: np.ndarray,
        labels: np.ndarray,
        label_names: Sequence[str],
        states: Any,
        variables: Variables | None = None,
        goal: int | None = None,
        expanded: int | None = None,
        stopped: str = "",
    ):
        n = len(offsets) - 1
        self.offsets, self.targets, self.labels = offsets, targets, labels
        self.label_names, self.variables, self.states = tuple(label_names), variables, states
        self.goal, self.stopped = goal, stopped
        self.expanded = n if expanded is None else expanded
        self._memo: dict[Any, Any] = {}
        for array in (offsets, targets, labels, states):
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
        self.graph: dict[str, Any] = dict(start=0, goal=goal, complete=self.complete)

    def _parts(self) -> dict[str, Any]:
        """Return what the graph is made of, by the names of the constructor's arguments."""
        names = ("offsets", "targets", "labels", "label_names", "states", "variables")
        return {name: getattr(self, name) for name in (*names, "goal", "expanded", "stopped")}

    def but(self, **changes: Any) -> ArrayGraph:
        """Return a graph of the same parts, some of them changed: the constructor's arguments."""
        return ArrayGraph(**{**self._parts(), **changes})

    def __reduce__(self) -> tuple:
        return _rebuild, (type(self), self._parts(), dict(self.graph))

    def __repr__(self) -> str:
        goal = "no goal reached" if self.goal is None else f"goal {self.goal}"
        whole = "complete" if self.complete else f"incomplete: {self.stopped}"
        return (
            f"<StateGraph: {len(self):,} states, {self.number_of_edges():,} moves, {goal}, {whole}>"
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, node: object) -> bool:
        # not ``node in range``, which walks the whole range for anything but an int
        return type(node) is int and 0 <= node < len(self)

    @property
    def real(self) -> Self:
        """The graph of states: itself, or of a quotient the graph beneath."""
        return self if self.quotient is None else self.quotient.real

    def number_of_edges(self) -> int:
        """Return the number of moves."""
        return len(self.targets)

    @property
    def complete(self) -> bool:
        """Whether every reachable state is here with all its moves."""
        return not self.stopped

    @property
    def frontier(self) -> np.ndarray:
        """The nodes (k,) that were found but not expanded, in order."""
        nodes = np.arange(self.expanded, len(self))
        return nodes if self.goal is None else nodes[nodes != self.goal]

    @property
    def reversed(self) -> tuple[np.ndarray, np.ndarray]:
        """The moves grouped by target: offsets (n+1,) int64 and sources (m,) int32."""
        make: Callable[[int, Any], np.ndarray] = np.zeros
        most = None
        if self._spills(8 * len(self) + 4 * len(self.targets)):
            assert self.memory is not None
            make, most = self._made, max(1, self.memory // BUCKET_BYTES)
        return self.remember(
            "reversed",
            lambda: kernels.reverse(self.offsets, self.targets, False, make, most)[:2],
        )

    @property
    def sources(self) -> np.ndarray:
        """The node (m,) int32 that each move leaves."""
        return self.remember("sources", self._sources)

    def _sources(self) -> np.ndarray:
        make = self._made if self._spills(4 * len(self.targets)) else np.zeros
        sources = make(len(self.targets), np.int32)
        for some in pieces(len(self)):
            ends = self.offsets[some.start : some.stop + 1]
            nodes = np.arange(some.start, some.start + len(ends) - 1, dtype=np.int32)
            sources[ends[0] : ends[-1]] = np.repeat(nodes, np.diff(ends))
        return sources

    def _spills(self, size: int) -> bool:
        """Return whether so many bytes are too many for memory."""
        return self.memory is not None and size > self.memory // 8

    def _made(self, size: int, dtype: Any) -> np.ndarray:
        """Return an array of zeros in a file without a name, which is gone when nobody needs it."""
        import mmap
        import os
        import tempfile

        here = self.folder is not None and os.access(self.folder, os.W_OK)
        with tempfile.TemporaryFile(dir=self.folder if here else None) as file:
            bytes_ = max(1, size * np.dtype(dtype).itemsize)
            file.truncate(bytes_)
            pages = mmap.mmap(file.fileno(), bytes_)
        return np.frombuffer(pages, dtype, size)

    def remember(self, key: Any, make: Callable[[], _T]) -> _T:
        """Return what ``make()`` gave the first time it was asked for `key`."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    def check(self, node: Any) -> int:
        """Return `node`, or raise ``nx.NodeNotFound``."""
        if node in self:
            return node
        raise node_not_found(node)

    def state(self, node: int) -> Any:
        """Return the state of a node."""
        if self.variables is None:
            return self.states[node]
        return self.variables.unpack(self.states[node].tolist())

    def all_states(self) -> Iterator[Any]:
        """Yield the state of each node, in order, faster than one by one."""
        return iter(self.states) if self.variables is None else self.variables.unpacked(self.states)

    def find(self, state: Any) -> int | None:
        """Return the node of `state`, None where there is none. O(states).

        Of the goal states only the first one found is known. Of a quotient, the node that stands
        for `state`.
        """
        if self.quotient is not None:
            return self.quotient.find(state)
        if self.variables is None:
            return next((n for n, other in enumerate(self.states) if other == state), None)
        same = (self.states == np.array(self.variables.pack(state), np.int64)).all(axis=1)
        found = np.flatnonzero(same)
        return int(found[0]) if len(found) else None

    def moves(self, node: int) -> list[tuple[str, int]]:
        """Return the (label, target) of each move of a node, in order."""
        slots = slice(self.offsets[node], self.offsets[node + 1])
        names = self.label_names
        pairs = zip(self.labels[slots].tolist(), self.targets[slots].tolist(), strict=True)
        return [(names[label], target) for label, target in pairs]

    def label(self, move: int) -> str:
        """Return the label of a move."""
        return self.label_names[self.labels[move]]

    def induced(self, nodes: np.ndarray) -> tuple[Self, np.ndarray]:
        """Return the graph of `nodes` and the moves between them, and those moves' numbers here.

        Node k of it is ``nodes[k]``, which is also its state. O(states + moves of `nodes`) and a
        table as long as this graph.
        """
        place = np.full(len(self), -1, np.int32)
        place[nodes] = np.arange(len(nodes), dtype=np.int32)
        degrees = self.offsets[nodes + 1] - self.offsets[nodes]
        ends = np.cumsum(degrees)
        tails = np.repeat(np.arange(len(nodes)), degrees)
        moves = np.arange(ends[-1]) + (self.offsets[nodes] - ends + degrees)[tails]
        inside = place[self.targets[moves]] >= 0
        moves, tails = moves[inside], tails[inside]
        offsets = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum(np.bincount(tails, minlength=len(nodes)), out=offsets[1:])
        made = type(self)(
            offsets=offsets,
            targets=place[self.targets[moves]],
            labels=self.labels[moves],
            label_names=self.label_names,
            states=[int(node) for node in nodes],
        )
        return made, moves

    @classmethod
    def from_rows(
        cls,
        offsets: np.ndarray,
        targets: np.ndarray,
        labels: np.ndarray,
        names: Sequence[str],
        start: int,
        final: np.ndarray,
    ) -> tuple[Self, np.ndarray]:
        """Return the state graph of any directed graph in rows, as `from_networkx` does.

        And the new number (n,) int32 of each old node, -1 where it cannot be reached. The states
        are the old nodes, of the goals the first one found. O(nodes + edges).

        Parameters
        ----------
        offsets, targets : (n+1,) int64, (m,) int32
            the moves of node u are ``targets[offsets[u]:offsets[u+1]]``
        labels : (m,) int64
            the label of each move, an index into `names`
        start : int
        final : (n,) bool
            the goals
        """
        number, order = kernels.explore(offsets, targets, start, final)
        goals = np.flatnonzero(final[order])
        goal = int(goals[0]) if len(goals) else None
        ends, moves = rows_of(offsets, order, goal)
        targets, labels = number[targets[moves]], labels[moves]
        into, sources, back = kernels.reverse(ends, targets, True)
        kept = kernels.first_of_each(into, sources, back, labels, len(names))
        starts = np.concatenate(([0], np.cumsum(kept)))
        used = np.flatnonzero(np.bincount(labels, minlength=len(names))).tolist()
        made = cls(
            offsets=starts[ends],
            targets=targets[kept],
            **sorted_labels(labels[kept], {k: names[k] for k in used}),
            states=order.tolist(),
            goal=goal,
        )
        made.graph["dropped_nodes"] = int(np.count_nonzero(number < 0))
        made.graph["dropped_moves"] = int(offsets[-1]) - made.number_of_edges()
        return made, number


def rows_of(
    offsets: np.ndarray, nodes: np.ndarray, without: int | None = None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the offsets (k+1,) int64 of the rows of `nodes`, and the moves (m,) in them.

    The row at position `without` is left empty.
    """
    degrees = offsets[nodes + 1] - offsets[nodes]
    if without is not None:
        degrees[without] = 0
    ends = np.concatenate(([0], np.cumsum(degrees)))
    return ends, np.arange(ends[-1]) + np.repeat(offsets[nodes] - ends[:-1], degrees)


def _rebuild(kind: type[_G], arrays: dict[str, Any], attributes: dict[str, Any]) -> _G:
    graph = kind(**arrays)
    graph.graph.update(attributes)
    return graph
