"""ArrayGraph: the states and moves of a puzzle as arrays.

A plain ``nx.MultiDiGraph`` of a million states takes gigabytes of dicts. `ArrayGraph` stores
compressed sparse rows::

    offsets  0   2   3   3        node 0 has moves 0 and 1, node 1 has move 2, node 2 has none
    targets  1 2 2                the target of each move
    labels   0 1 0                its label, an index into label_names

Nodes are numbered in the order in which a breadth-first search finds them. Node 0 is the start. All
goal states share one node, which has no moves.

Analyses and commands use only these arrays. `stategraph.graph.state_graph` adds the interface of
networkx. It is a separate module because importing networkx takes longer than solving a small
level.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Self, TypeVar

import numpy as np

from stategraph import kernels
from stategraph.errors import node_not_found
from stategraph.graph.compressed_rows import rows_of
from stategraph.graph.move_labels import pieces, sorted_labels
from stategraph.graph.unnamed_files import zeros_in_file
from stategraph.readable import Record, count
from stategraph.variables import Variables

if TYPE_CHECKING:
    from numpy.typing import DTypeLike
    from pandas import DataFrame

    from stategraph.analysis import GraphPath, QueryAnswer
    from stategraph.analysis.lifting import Quotient
    from stategraph.ask import Answer
    from stategraph.difficulty import Difficulty, DifficultyModel
    from stategraph.graph.state_graph import StateGraph
    from stategraph.level_files import Level
    from stategraph.metrics import Analysis
    from stategraph.pictures import Diagram, Picture
    from stategraph.rules.drawing import Drawing

# Estimated bytes per node while moves are grouped by target: the node's write position, and the
# memory written there. This estimate limits how many nodes are grouped at a time.
BUCKET_BYTES = 64

_T = TypeVar("_T")
_G = TypeVar("_G", bound="ArrayGraph")


class Extent(NamedTuple):
    """The expanded part of a graph.

    Attributes
    ----------
    expanded : int or None
        nodes below this number have all their moves; None if all nodes have all their moves
    stopped : str
        the reason why the expansion is not complete; empty if it is complete
    """

    expanded: int | None = None
    stopped: str = ""


WHOLE = Extent()


class ArrayGraph:
    """The state graph of a puzzle as arrays, read-only. Its constructor takes an `Extent`.

    Attributes
    ----------
    offsets : (n+1,) int64
        the moves of node u are ``offsets[u]:offsets[u+1]``
    targets : (m,) int32
        the target of each move
    labels : (m,) uint16
        the label of each move, an index into `label_names`, which is in code point order
    states : (n, w) int64 or list
        the packed states; without declared variables, the states themselves
    goal : int or None
        the node of all goal states; its state is the first one found
    expanded : int
        nodes below this number have all their moves; the others are the frontier
    stopped : str
        the reason why the expansion is not complete; empty if it is complete
    memory : int or None
        for a graph on disk, the bytes of memory that its analyses may use
    folder : Path or None
        for a graph on disk, the folder for larger arrays of its analyses
    level : Level or None
        the level the graph was expanded from, if known; not pickled
    quotient : Quotient or None
        for a quotient graph, the map between its nodes and the states of another graph; None for a
        graph of states; not pickled

    >>> import numpy as np
    >>> road = ArrayGraph(
    ...     offsets=np.array([0, 1, 2, 2]), targets=np.array([1, 2], np.int32),
    ...     labels=np.array([0, 0], np.uint16), label_names=["on"], states=["a", "b", "c"], goal=2,
    ... )
    >>> road, road.moves(road.start)
    (<StateGraph: 3 states, 2 moves, goal 2, complete>, [('on', 1)])
    """

    start = 0  # the node of the start
    memory: int | None = None
    folder: Path | None = None
    level: Level | None = None
    quotient: Quotient | None = None

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
        extent: Extent = WHOLE,
    ):
        n = len(offsets) - 1
        self.offsets, self.targets, self.labels = offsets, targets, labels
        self.label_names, self.variables, self.states = tuple(label_names), variables, states
        self.goal, self.stopped = goal, extent.stopped
        self.expanded = n if extent.expanded is None else extent.expanded
        self._memo: dict[Any, Any] = {}
        for array in (offsets, targets, labels, states):
            if isinstance(array, np.ndarray):
                array.setflags(write=False)
        self.graph: Record = dict(start=0, goal=goal, complete=self.complete)

    def _parts(self) -> Record:
        """Return the arguments of the constructor, by name."""
        names = ("offsets", "targets", "labels", "label_names", "states", "variables", "goal")
        extent = Extent(self.expanded, self.stopped)
        return {**{name: getattr(self, name) for name in names}, "extent": extent}

    def but(self, **changes: object) -> ArrayGraph:
        """Return a copy with some of the constructor's arguments changed."""
        return ArrayGraph(**{**self._parts(), **changes})

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), self._parts(), dict(self.graph))

    def __repr__(self) -> str:
        goal = "no goal reached" if self.goal is None else f"goal {self.goal}"
        whole = "complete" if self.complete else f"incomplete: {self.stopped}"
        return (
            f"<StateGraph: {count(len(self), 'state')}, {count(self.number_of_edges(), 'move')}, "
            f"{goal}, {whole}>"
        )

    def __len__(self) -> int:
        return len(self.offsets) - 1

    def __iter__(self) -> Iterator[int]:
        return iter(range(len(self)))

    def __contains__(self, node: object) -> bool:
        # ``node in range`` would iterate over the range for anything but an int
        return type(node) is int and 0 <= node < len(self)

    @property
    def real(self) -> ArrayGraph:
        """The graph of states: this graph, or the underlying graph of a quotient."""
        return self if self.quotient is None else self.quotient.real

    def number_of_edges(self) -> int:
        """Return the number of moves."""
        return len(self.targets)

    @property
    def complete(self) -> bool:
        """True if the graph has every reachable state and all moves of each state."""
        return not self.stopped

    @property
    def frontier(self) -> np.ndarray:
        """The nodes (k,) that were found but not expanded, in order."""
        nodes = np.arange(self.expanded, len(self))
        return nodes if self.goal is None else nodes[nodes != self.goal]

    @property
    def reversed(self) -> tuple[np.ndarray, np.ndarray]:
        """The moves grouped by target: offsets (n+1,) int64 and sources (m,) int32."""
        make: Callable[[int, DTypeLike], np.ndarray] = np.zeros
        most = None
        if self._spills(8 * len(self) + 4 * len(self.targets)):
            assert self.memory is not None
            make = partial(zeros_in_file, folder=self.folder)
            most = max(1, self.memory // BUCKET_BYTES)
        return self.remember(
            "reversed",
            lambda: kernels.reverse(self.offsets, self.targets, False, make, most)[:2],
        )

    @property
    def sources(self) -> np.ndarray:
        """The source node (m,) int32 of each move."""
        return self.remember("sources", self._sources)

    def _sources(self) -> np.ndarray:
        spills = self._spills(4 * len(self.targets))
        make = partial(zeros_in_file, folder=self.folder) if spills else np.zeros
        sources = make(len(self.targets), np.int32)
        for piece in pieces(len(self)):
            ends = self.offsets[piece.start : piece.stop + 1]
            nodes = np.arange(piece.start, piece.start + len(ends) - 1, dtype=np.int32)
            sources[ends[0] : ends[-1]] = np.repeat(nodes, np.diff(ends))
        return sources

    def _spills(self, size: int) -> bool:
        """Return whether an array of `size` bytes is too large for memory."""
        return self.memory is not None and size > self.memory // 8

    def remember(self, key: object, make: Callable[[], _T]) -> _T:
        """Return the cached value for `key`; the first call computes the value with ``make()``."""
        if key not in self._memo:
            self._memo[key] = make()
        value: _T = self._memo[key]
        return value

    def check(self, node: object) -> int:
        """Return `node`, or raise ``nx.NodeNotFound``."""
        if isinstance(node, int) and node in self:
            return node
        raise node_not_found(node)

    def state(self, node: int) -> Any:
        """Return the state of a node."""
        if self.variables is None:
            return self.states[node]
        return self.variables.unpack(self.states[node].tolist())

    def all_states(self) -> Iterator[Any]:
        """Yield the state of each node in order; faster than one call of `state` per node."""
        return iter(self.states) if self.variables is None else self.variables.unpacked(self.states)

    def find(self, state: Any) -> int | None:
        """Return the node of `state`, or None if the graph does not have this state. O(states).

        The graph stores only one goal state, the first one found. For a quotient, return the node
        of the state's class.
        """
        if self.quotient is not None:
            return self.quotient.find(state)
        if self.variables is None:
            return next((n for n, other in enumerate(self.states) if other == state), None)
        matches = (self.states == np.array(self.variables.pack(state), np.int64)).all(axis=1)
        nodes = np.flatnonzero(matches)
        return int(nodes[0]) if len(nodes) else None

    def moves(self, node: int) -> list[tuple[str, int]]:
        """Return the (label, target) pairs of a node's moves, in order."""
        slots = slice(self.offsets[node], self.offsets[node + 1])
        names = self.label_names
        pairs = zip(self.labels[slots].tolist(), self.targets[slots].tolist(), strict=True)
        return [(names[label], target) for label, target in pairs]

    def label(self, move: int) -> str:
        """Return the label of a move."""
        return self.label_names[int(self.labels[move])]

    def induced(self, nodes: np.ndarray) -> tuple[Self, np.ndarray]:
        """Return the subgraph that `nodes` induce, and the old number of each of its moves.

        Node k of the result is ``nodes[k]``; this old node number is also the state of node k.
        O(`nodes` and their moves), plus a table with one entry per node of this graph.
        """
        index_of = np.full(len(self), -1, np.int32)
        index_of[nodes] = np.arange(len(nodes), dtype=np.int32)
        ends, moves = rows_of(self.offsets, nodes)
        tails = np.repeat(np.arange(len(nodes)), np.diff(ends))
        inside = index_of[self.targets[moves]] >= 0
        moves, tails = moves[inside], tails[inside]
        offsets = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum(np.bincount(tails, minlength=len(nodes)), out=offsets[1:])
        subgraph = type(self)(
            offsets=offsets,
            targets=index_of[self.targets[moves]],
            labels=self.labels[moves],
            label_names=self.label_names,
            states=[int(node) for node in nodes],
        )
        return subgraph, moves

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
        """Convert any directed graph in compressed rows to a state graph.

        Parameters
        ----------
        offsets, targets : (n+1,) int64, (m,) int32
            the moves of node u are ``targets[offsets[u]:offsets[u+1]]``
        labels : (m,) int64
            the label of each move, an index into `names`
        start : int
        final : (n,) bool
            the goals

        Returns
        -------
        ArrayGraph
            its states are the old node numbers; the state of the goal is the first goal found
        (n,) int32
            the new number of each old node, -1 if it cannot be reached

        Notes
        -----
        Drops the same nodes and moves as `StateGraph.from_networkx`. O(nodes + edges).
        """
        number, order = kernels.explore(offsets, targets, start, final)
        goals = np.flatnonzero(final[order])
        goal = int(goals[0]) if len(goals) else None
        ends, moves = rows_of(offsets, order, goal)
        targets, labels = number[targets[moves]], labels[moves]
        into, sources, back = kernels.reverse(ends, targets, True)
        distinct = kernels.first_of_each(into, sources, back, labels, len(names))
        starts = np.concatenate(([0], np.cumsum(distinct)))
        used = np.flatnonzero(np.bincount(labels, minlength=len(names))).tolist()
        graph = cls(
            offsets=starts[ends],
            targets=targets[distinct],
            **sorted_labels(labels[distinct], {k: names[k] for k in used}),
            states=order.tolist(),
            goal=goal,
        )
        graph.graph["dropped_nodes"] = int(np.count_nonzero(number < 0))
        graph.graph["dropped_moves"] = int(offsets[-1]) - graph.number_of_edges()
        return graph, number

    # The methods below call public functions, which are documented there.

    @property
    def networkx(self) -> StateGraph:
        """The same graph with the interface of networkx."""
        from stategraph import face

        return face.StateGraph.over(self)

    def solution(self, order: str = "text") -> GraphPath | None:
        """Return the first shortest solution, or None if the goal was not reached.

        For a graph reduced by symmetry, the solution is a path through states of the level.
        """
        from stategraph import face

        return face.graphs.solution(self, order)

    def metrics(self, slow: bool = False) -> Analysis:
        """Return all metrics of the graph; see `stategraph.analyse`."""
        from stategraph import face

        return face.analyse(self, slow=slow)

    def difficulty(
        self, model: DifficultyModel | str | os.PathLike[str] | None = None
    ) -> Difficulty:
        """Return how hard the level is for people; see `stategraph.difficulty`."""
        from stategraph import face

        return face.difficulty(self, model)

    def by(self, kind: str) -> StateGraph:
        """Return the graph in other units, such as walks; see `stategraph.face.graphs.by`."""
        from stategraph import face

        return face.graphs.by(self, kind)

    def view(self, name: str, **options: object) -> Diagram:
        """Return a diagram of the graph; see `stategraph.face.graphs.view`."""
        from stategraph import face

        return face.graphs.view(self, name, **options)

    def query(
        self,
        node: int | None = None,
        *,
        after: str | None = None,
        state: object = None,
        order: str = "text",
    ) -> QueryAnswer:
        """Return the known facts about one state, such as its distances; see `stategraph.query`."""
        from stategraph import face

        return face.query(self, node, after=after, state=state, order=order)

    def ask(self, question: str, *, fair: bool = False, order: str = "text") -> Answer:
        """Return the answer to a question about play; see `stategraph.ask`."""
        from stategraph import face

        return face.ask(self, question, fair=fair, order=order)

    def where(self, expression: str, *, fair: bool = False) -> np.ndarray:
        """Return a mask (n,) bool of states where an expression holds; see `stategraph.where`."""
        from stategraph import face

        return face.where(self, expression, fair=fair)

    def draw(self, path: str | os.PathLike[str] | None = None, **how: Any) -> Picture:
        """Return a picture of the graph; see `stategraph.draw`."""
        from stategraph import face

        return face.draw(self, path, **how)

    def board(self, state: object = None, *, after: str = "") -> Drawing:
        """Return the board of a state or of a node; see `stategraph.board`."""
        from stategraph import face

        return face.board(self, state, after=after)

    def save(self, path: str | os.PathLike[str]) -> list[Path]:
        """Write the graph to a file, or to a pair of files; see `stategraph.write`."""
        from stategraph import face

        return face.write(self, path)

    def to_frame(self) -> DataFrame:
        """Return the states as a data frame: their variables, distances and role.

        Cells are written ``row:col``. Raises ``InputError`` if pandas is not installed.
        """
        from stategraph import face

        return face.graphs.to_frame(self)


def _rebuild(kind: type[_G], arrays: Record, attributes: Record) -> _G:
    graph = kind(**arrays)
    graph.graph.update(attributes)
    return graph
