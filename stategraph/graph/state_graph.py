"""StateGraph: a state graph as networkx sees it.

``_adj``, ``_pred`` and ``_node`` are mappings that decode one row of the arrays when networkx asks
for it, so every networkx algorithm runs on them.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

import networkx as nx
import numpy as np

from stategraph import kernels
from stategraph.errors import node_not_found
from stategraph.graph.arrays import ArrayGraph


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


class SpelledState(dict):
    """A dict whose ``items()`` give the state as text; other look-ups give the state itself."""

    def items(self) -> Any:  # noqa: D102
        return {k: str(v) if k == "state" else v for k, v in super().items()}.items()


class StateAttributes(Attributes, SpelledState):
    """The attributes of a node, whose ``items()`` give the state as text.

    networkx's writers of GraphML and GEXF go through ``items()``, and accept texts and numbers
    only. GEXF's copies the attributes first. A graph that networkx copies has ordinary dicts.

    >>> node = StateAttributes(state=frozenset({3}))
    >>> node["state"], list(node.items()), list(node.copy().items())
    (frozenset({3}), [('state', 'frozenset({3})')], [('state', 'frozenset({3})')])
    """

    def copy(self) -> dict:  # noqa: D102
        return SpelledState(self)


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


class StateGraph(ArrayGraph, nx.MultiDiGraph):
    """The state graph of a puzzle, which is a read-only ``nx.MultiDiGraph``.

    Built by `stategraph.expand` or `from_networkx`; what it holds, `ArrayGraph` says.
    ``graph.nodes[n]["state"]`` is the state of a node; the key of an edge, and its attribute
    ``label``, is its move's label; ``graph.graph`` holds ``start``, ``goal`` (None: not reached)
    and ``complete``. Without arrays it is a plain ``nx.MultiDiGraph``, because networkx makes its
    copies with ``G.__class__()``.

    >>> square = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> graph = StateGraph.from_networkx(square, "a", "d")
    >>> graph.moves(graph.start), nx.has_path(graph, 1, graph.goal)
    ([('b', 1), ('c', 2)], True)
    """

    frozen = True
    add_node = add_nodes_from = remove_node = remove_nodes_from = _frozen
    add_edge = add_edges_from = add_weighted_edges_from = _frozen
    remove_edge = remove_edges_from = clear = clear_edges = update = _frozen

    def __new__(cls, *args: Any, **arrays: Any) -> Any:
        """Return a graph over `arrays`, or the plain graph that networkx asks for."""
        if "offsets" in arrays:
            return object.__new__(cls)
        return nx.MultiDiGraph(*args, **arrays)

    def __init__(self, **arrays: Any):
        ArrayGraph.__init__(self, **arrays)
        self._decode()

    @classmethod
    def over(cls, arrays: ArrayGraph) -> StateGraph:
        """Return `arrays` as networkx sees them; both remember together. O(labels)."""
        if isinstance(arrays, StateGraph):
            return arrays
        graph = object.__new__(cls)
        graph.__dict__.update(arrays.__dict__)
        graph._decode()
        return graph

    def _decode(self) -> None:
        self.__networkx_cache__: Any = None  # networkx: never cache a conversion
        self.graph = GraphAttributes(self.graph)
        self._node = States(len(self), self.state)
        self._named = [Attributes(label=name) for name in self.label_names]
        self._adj = Rows(self.offsets, self.targets, None, self.labels, self._named)

    @property
    def _pred(self) -> Rows:
        def rows() -> Rows:
            offsets, sources, moves = kernels.reverse(self.offsets, self.targets, True)
            return Rows(offsets, sources, moves, self.labels, self._named)

        return self.remember("pred", rows)

    def number_of_edges(self, u: Any = None, v: Any = None) -> int:
        """Return the number of moves, or of those from `u` to `v`."""
        return len(self.targets) if u is None else nx.MultiDiGraph.number_of_edges(self, u, v)

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


def _goals(graph: Any, start: Hashable, goal: Any) -> set:
    many = isinstance(goal, (set, frozenset, list)) and not (
        isinstance(goal, Hashable) and goal in graph
    )
    goals = set(goal) if many else {goal}
    for node in (start, *goals):
        if node not in graph:
            raise node_not_found(node)
    return goals


def _named_edges(graph: Any, node: Hashable, label: str) -> Iterator[tuple[str, Hashable]]:
    if graph.is_multigraph():
        for _, target, key, data in graph.edges(node, keys=True, data=True):
            yield str(data.get(label, key)), target
    else:
        for _, target, data in graph.edges(node, data=True):
            yield str(data.get(label, target)), target
