"""StateGraph: the states and moves of a puzzle as a networkx graph over arrays.

A plain ``nx.MultiDiGraph`` of a million states takes gigabytes of dicts. This one is read-only and
keeps compressed sparse rows; ``_adj``, ``_pred`` and ``_node`` are mappings that decode one row
when networkx asks for it, so every networkx algorithm runs on it::

    offsets  0   2   3   3        node 0 has moves 0 and 1, node 1 has move 2, node 2 has none
    targets  1 2 2                where each move leads
    labels   0 1 0                its label, an index into label_names

Nodes are numbered in breadth-first order of discovery: by the number of the state they are found
from, then in the order of its moves. 0 is the start. All goal states are ONE node without moves.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import networkx as nx
import numpy as np

from stategraph import kernels
from stategraph.errors import InputError
from stategraph.variables import Variables

MAX_LABELS = 65_535

_T = TypeVar("_T")


def _frozen(self: Any, *args: Any, **kwargs: Any) -> Any:
    raise nx.NetworkXError("Frozen graph can't be modified")


class Attributes(dict):
    """The attributes of a node or a move: unwritable, though its copies are ordinary dicts.

    A dict all the same, since networkx compares, updates and deep-copies attribute dicts.
    """

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _frozen

    def copy(self) -> dict:  # noqa: D102
        return dict(self)

    def __copy__(self) -> dict:
        return dict(self)

    def __deepcopy__(self, memo: Any) -> dict:
        return dict(self)

    def __reduce__(self) -> tuple:
        return Attributes, (dict(self),)


class StateAttributes(Attributes):
    """The attributes of a node, whose ``items()`` spell the state as text.

    networkx's GraphML writers go through ``items()`` and take texts and numbers only; whoever looks
    the state up, compares or copies gets the state itself.

    >>> node = StateAttributes(state=frozenset({3}))
    >>> node["state"], list(node.items())
    (frozenset({3}), [('state', 'frozenset({3})')])
    """

    def items(self) -> Any:  # noqa: D102
        return {"state": str(self["state"])}.items()


class GraphAttributes(dict):
    """The attributes of a graph, whose ``items()`` leave out what is None.

    No writer of networkx can say None, and a graph whose goal is not reached has no goal.
    """

    def items(self) -> Any:  # noqa: D102
        return {key: value for key, value in super().items() if value is not None}.items()


class Nodes(Mapping):
    """Something for each of the nodes 0..n-1."""

    def __init__(self, n: int):
        self._range = range(n)

    def __len__(self) -> int:
        return len(self._range)

    def __iter__(self) -> Iterator[int]:
        return iter(self._range)

    def __contains__(self, node: object) -> bool:
        # not ``node in range``, which walks the whole range for anything but an int
        return type(node) is int and 0 <= node < len(self._range)


class States(Nodes):
    """``node -> {"state": state}``, a state decoded when asked for."""

    def __init__(self, n: int, state: Callable[[int], Any]):
        super().__init__(n)
        self._state = state

    def __getitem__(self, node: int) -> Attributes:
        if node not in self:
            raise KeyError(node)
        return StateAttributes(state=self._state(node))


class Rows(Nodes):
    """``node -> {neighbour: {label: {"label": label}}}``, one row decoded for each look-up.

    The label is a move's key, and its attribute too, by which most of networkx knows edges.

    `moves` maps a slot to the move whose label it bears (None: the slot itself), `named` a label's
    number to the attributes of all its moves.
    """

    def __init__(
        self, offsets: Any, ends: Any, moves: Any, labels: Any, named: Sequence[Attributes]
    ):
        super().__init__(len(offsets) - 1)
        # memoryviews hand out Python ints without copying the arrays
        self._offsets, self._ends = memoryview(offsets), memoryview(ends)
        self._labels = memoryview(labels)
        self._moves = None if moves is None else memoryview(moves)
        self._named = named

    def __getitem__(self, node: int) -> dict:
        if node not in self:
            raise KeyError(node)
        row: dict[int, dict[str, dict]] = {}
        for slot in range(self._offsets[node], self._offsets[node + 1]):
            move = slot if self._moves is None else self._moves[slot]
            named = self._named[self._labels[move]]
            row.setdefault(self._ends[slot], {})[named["label"]] = named
        return row


class StateGraph(nx.MultiDiGraph):
    """The state graph of a puzzle, read-only.

    Built by `stategraph.expand` or `from_networkx`. ``graph.nodes[n]["state"]`` is the state of a
    node; the key of an edge, and its attribute ``label``, is its move's label; ``graph.graph``
    holds ``start``, ``goal`` (None: not reached) and ``complete``. ``StateGraph()`` gives a plain
    ``nx.MultiDiGraph``, because networkx makes its copies with ``G.__class__()``.

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
    level : Any
        the level that the graph is of, where whoever expanded it has said so; not pickled

    >>> square = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> graph = StateGraph.from_networkx(square, "a", "d")
    >>> graph.moves(graph.start), nx.has_path(graph, 1, graph.goal)
    ([('b', 1), ('c', 2)], True)
    """

    start = 0  # the node, as `goal` is one
    level: Any = None

    frozen = True
    add_node = add_nodes_from = remove_node = remove_nodes_from = _frozen
    add_edge = add_edges_from = add_weighted_edges_from = _frozen
    remove_edge = remove_edges_from = clear = clear_edges = update = _frozen

    def __new__(cls, *args: Any, **arrays: Any) -> Any:
        """Return a StateGraph over `arrays`, or the plain graph that networkx asks for."""
        if "offsets" in arrays:
            return object.__new__(cls)
        return nx.MultiDiGraph(*args, **arrays)

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
        self.__networkx_cache__: Any = None  # networkx: never cache a conversion
        self.graph = GraphAttributes(start=0, goal=goal, complete=self.complete)
        self._node = States(n, self.state)
        self._named = [Attributes(label=name) for name in self.label_names]
        self._adj = Rows(offsets, targets, None, labels, self._named)

    # ---------------------------------------------------------------- what networkx looks at

    @property
    def _pred(self) -> Rows:
        def rows() -> Rows:
            offsets, sources, moves = kernels.reverse(self.offsets, self.targets, True)
            return Rows(offsets, sources, moves, self.labels, self._named)

        return self.remember("pred", rows)

    def __reduce__(self) -> tuple:
        names = ("offsets", "targets", "labels", "label_names", "states", "variables")
        arrays = {name: getattr(self, name) for name in (*names, "goal", "expanded", "stopped")}
        return _rebuild, (arrays, dict(self.graph))

    def __repr__(self) -> str:
        goal = "no goal reached" if self.goal is None else f"goal {self.goal}"
        whole = "complete" if self.complete else f"incomplete: {self.stopped}"
        return (
            f"<StateGraph: {len(self):,} states, {self.number_of_edges():,} moves, {goal}, {whole}>"
        )

    def number_of_edges(self, u: Any = None, v: Any = None) -> int:
        """Return the number of moves, or of those from `u` to `v`."""
        return len(self.targets) if u is None else super().number_of_edges(u, v)

    # ---------------------------------------------------------------- what analyses look at

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
        return self.remember(
            "reversed", lambda: kernels.reverse(self.offsets, self.targets, False)[:2]
        )

    @property
    def sources(self) -> np.ndarray:
        """The node (m,) int32 that each move leaves."""
        return self.remember(
            "sources",
            lambda: np.repeat(np.arange(len(self), dtype=np.int32), np.diff(self.offsets)),
        )

    def remember(self, key: Any, make: Callable[[], _T]) -> _T:
        """Return what ``make()`` gave the first time it was asked for `key`."""
        if key not in self._memo:
            self._memo[key] = make()
        return self._memo[key]

    def check(self, node: Any) -> int:
        """Return `node`, or raise ``nx.NodeNotFound``."""
        if node not in self._node:
            raise nx.NodeNotFound(f"Node {node!r} is not in the graph")
        return node

    def state(self, node: int) -> Any:
        """Return the state of a node."""
        if self.variables is None:
            return self.states[node]
        return self.variables.unpack(self.states[node].tolist())

    def find(self, state: Any) -> int | None:
        """Return the node of `state`, None where there is none. O(states).

        Of the goal states only the first one found is known.
        """
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

    def induced(self, nodes: np.ndarray) -> tuple[StateGraph, np.ndarray]:
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
        made = StateGraph(
            offsets=offsets,
            targets=place[self.targets[moves]],
            labels=self.labels[moves],
            label_names=self.label_names,
            states=[int(node) for node in nodes],
        )
        return made, moves

    @classmethod
    def from_networkx(
        cls, graph: Any, start: Hashable, goal: Any, label: str = "label"
    ) -> StateGraph:
        """Return the state graph of any directed networkx graph. O(nodes + edges).

        Nodes get new numbers, breadth first from `start` in the order of `graph`; their old names
        become the states. Nodes out of reach and the goals' own moves are dropped: how many, is in
        ``.graph["dropped_nodes"]`` and ``.graph["dropped_moves"]``. A move met twice (same source,
        label and target) is one move, its repetitions are dropped; two moves of a node may share a
        label.

        Parameters
        ----------
        start : node
        goal : node, or set or list of nodes
            all of them become one node
        label : str
            the edge attribute that names a move; without it the edge's key, in a simple graph the
            name of the node it leads to

        Raises
        ------
        NodeNotFound
            when `start` or a goal is not in `graph`

        >>> square = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
        >>> StateGraph.from_networkx(square, "a", "d")
        <StateGraph: 4 states, 4 moves, goal 3, complete>
        """
        if not graph.is_directed():
            raise nx.NetworkXNotImplemented("a state graph is directed: pass graph.to_directed()")
        goals = _goals(graph, start, goal)
        nodes = list(graph)
        number = {node: k for k, node in enumerate(nodes)}
        names: dict[str, int] = {}
        rows = [
            [
                (names.setdefault(name, len(names)), number[target])
                for name, target in _named_edges(graph, node, label)
            ]
            for node in nodes
        ]
        offsets = np.zeros(len(nodes) + 1, np.int64)
        np.cumsum([len(row) for row in rows], out=offsets[1:])
        flat = np.array([move for row in rows for move in row], np.int64).reshape(-1, 2)
        final = np.array([node in goals for node in nodes], bool)
        made, _ = cls.from_rows(
            offsets, flat[:, 1].astype(np.int32), flat[:, 0], list(names), number[start], final
        )
        made.states = [nodes[k] for k in made.states]
        return made

    @classmethod
    def from_rows(
        cls,
        offsets: np.ndarray,
        targets: np.ndarray,
        labels: np.ndarray,
        names: Sequence[str],
        start: int,
        final: np.ndarray,
    ) -> tuple[StateGraph, np.ndarray]:
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
        ends, moves = _rows_of(offsets, order, goal)
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


def _rows_of(
    offsets: np.ndarray, nodes: np.ndarray, without: int | None
) -> tuple[np.ndarray, np.ndarray]:
    """Return the offsets (k+1,) int64 of the rows of `nodes`, and the moves (m,) in them.

    The row at position `without` is left empty.
    """
    degrees = offsets[nodes + 1] - offsets[nodes]
    if without is not None:
        degrees[without] = 0
    ends = np.concatenate(([0], np.cumsum(degrees)))
    return ends, np.arange(ends[-1]) + np.repeat(offsets[nodes] - ends[:-1], degrees)


def sorted_labels(labels: np.ndarray, names: Mapping[int, str]) -> dict[str, Any]:
    """Return the label arrays with the names in code point order, whatever order they came in.

    `names` tells what each number in `labels` stands for. The new numbers compare as the labels
    do, and do not depend on who numbered them first.
    """
    order = sorted(set(names.values()))
    if len(order) > MAX_LABELS:
        raise InputError(f"{len(order):,} different labels: at most {MAX_LABELS:,} are possible")
    rank = {name: k for k, name in enumerate(order)}
    new = np.zeros(max(names, default=-1) + 1, np.uint16)
    for number, name in names.items():
        new[number] = rank[name]
    sorted_ = np.empty(len(labels), np.uint16)
    for some in pieces(len(labels)):
        sorted_[some] = new[labels[some]]
    return dict(labels=sorted_, label_names=order)


def pieces(length: int) -> Iterator[slice]:
    """Yield slices that cover an array: numpy turns a whole index into int64 before it uses it."""
    for first in range(0, length, 1 << 20):
        yield slice(first, first + (1 << 20))


def _goals(graph: Any, start: Hashable, goal: Any) -> set:
    many = isinstance(goal, (set, frozenset, list)) and not (
        isinstance(goal, Hashable) and goal in graph
    )
    goals = set(goal) if many else {goal}
    for node in (start, *goals):
        if node not in graph:
            raise nx.NodeNotFound(f"Node {node!r} is not in the graph")
    return goals


def _named_edges(graph: Any, node: Hashable, label: str) -> Iterator[tuple[str, Hashable]]:
    if graph.is_multigraph():
        for _, target, key, data in graph.edges(node, keys=True, data=True):
            yield str(data.get(label, key)), target
    else:
        for _, target, data in graph.edges(node, data=True):
            yield str(data.get(label, target)), target


def _rebuild(arrays: dict[str, Any], attributes: dict[str, Any]) -> StateGraph:
    graph = StateGraph(**arrays)
    graph.graph.update(attributes)
    return graph
