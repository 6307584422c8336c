"""StateGraph: a state graph with the interface of networkx.

``_adj``, ``_pred`` and ``_node`` are mappings that decode one row of the arrays on each access, so
that every networkx algorithm can use the graph.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from typing import Any

import networkx as nx
import numpy as np

from stategraph import kernels
from stategraph.errors import node_not_found
from stategraph.graph.array_graph import ArrayGraph
from stategraph.readable import Record


def _frozen(self: object, *args: object, **kwargs: object) -> Any:
    raise nx.NetworkXError("Frozen graph can't be modified")


class Attributes(Record):
    """The read-only attributes of a node or a move. Copies are ordinary dicts.

    The class is a subclass of dict, since networkx compares, updates and deep-copies attribute
    dicts.
    """

    __setitem__ = __delitem__ = update = setdefault = pop = popitem = clear = __ior__ = _frozen

    def copy(self) -> Record:  # noqa: D102
        return dict(self)

    def __copy__(self) -> Record:
        return dict(self)

    def __deepcopy__(self, memo: object) -> Record:
        return dict(self)

    def __reduce__(self) -> tuple[object, ...]:
        return Attributes, (dict(self),)


class SpelledState(Record):
    """A dict that returns the state as text from ``items()``, and the state itself from ``[]``."""

    def items(self) -> Any:  # noqa: D102
        return {k: str(v) if k == "state" else v for k, v in super().items()}.items()


class StateAttributes(Attributes, SpelledState):
    """The attributes of a node; ``items()`` returns the state as text.

    The GraphML and GEXF writers of networkx use ``items()``, and accept only texts and numbers. The
    GEXF writer copies the attributes first, so a copy also returns text. If networkx copies a whole
    graph, the attributes become ordinary dicts.

    >>> node = StateAttributes(state=frozenset({3}))
    >>> node["state"], list(node.items()), list(node.copy().items())
    (frozenset({3}), [('state', 'frozenset({3})')], [('state', 'frozenset({3})')])
    """

    def copy(self) -> Record:  # noqa: D102
        return SpelledState(self)


class GraphAttributes(Record):
    """The attributes of a graph; ``items()`` omits None.

    The attribute ``goal`` is None if the goal was not reached, and the writers of networkx do not
    support None.
    """

    def items(self) -> Any:  # noqa: D102
        return {key: value for key, value in super().items() if value is not None}.items()


class Nodes(Mapping[int, Any]):
    """A mapping with the keys 0..n-1."""

    def __init__(self, n: int):
        self._range = range(n)

    def __len__(self) -> int:
        return len(self._range)

    def __iter__(self) -> Iterator[int]:
        return iter(self._range)

    def __contains__(self, node: object) -> bool:
        # ``node in range`` would iterate over the range for anything but an int
        return type(node) is int and 0 <= node < len(self._range)


class States(Nodes):
    """The mapping ``node -> {"state": state}``; a state is decoded on access."""

    def __init__(self, n: int, state: Callable[[int], object]):
        super().__init__(n)
        self._state = state

    def __getitem__(self, node: int) -> Attributes:
        if node not in self:
            raise KeyError(node)
        return StateAttributes(state=self._state(node))


class Rows(Nodes):
    """The mapping ``node -> {neighbour: {label: {"label": label}}}``; a row is decoded on access.

    The label is the key of a move. It is also an attribute, since most networkx functions read
    attributes.

    `moves` maps a slot to the number of its move; if `moves` is None, each slot is the number of
    its move. `named` maps the number of a label to the attributes of all moves with this label.
    """

    def __init__(
        self, offsets: Any, ends: Any, moves: Any, labels: Any, named: Sequence[Attributes]
    ):
        super().__init__(len(offsets) - 1)
        # memoryviews return Python ints without copying the arrays
        self._offsets, self._ends = memoryview(offsets), memoryview(ends)
        self._labels = memoryview(labels)
        self._moves = None if moves is None else memoryview(moves)
        self._named = named

    def __getitem__(self, node: int) -> dict[int, dict[str, Attributes]]:
        if node not in self:
            raise KeyError(node)
        row: dict[int, dict[str, Attributes]] = {}
        for slot in range(self._offsets[node], self._offsets[node + 1]):
            move = slot if self._moves is None else self._moves[slot]
            named = self._named[self._labels[move]]
            row.setdefault(self._ends[slot], {})[named["label"]] = named
        return row


class StateGraph(ArrayGraph, nx.MultiDiGraph):  # type: ignore[misc]
    """The state graph of a puzzle as a read-only ``nx.MultiDiGraph``.

    `stategraph.expand` and `from_networkx` create state graphs. `ArrayGraph` describes the
    attributes. ``graph.nodes[n]["state"]`` is the state of a node. The label of a move is the key
    of the edge, and also its attribute ``label``. ``graph.graph`` holds ``start``, ``goal`` (None
    if not reached) and ``complete``. Without arrays the constructor returns a plain
    ``nx.MultiDiGraph``, because networkx copies graphs with ``G.__class__()``.

    >>> square = nx.DiGraph([("a", "b"), ("a", "c"), ("b", "d"), ("c", "d")])
    >>> graph = StateGraph.from_networkx(square, "a", "d")
    >>> graph.moves(graph.start), nx.has_path(graph, 1, graph.goal)
    ([('b', 1), ('c', 2)], True)
    """

    frozen = True
    add_node = add_nodes_from = remove_node = remove_nodes_from = _frozen
    add_edge = add_edges_from = add_weighted_edges_from = _frozen
    remove_edge = remove_edges_from = clear = clear_edges = update = _frozen

    def __new__(cls, *args: object, **arrays: object) -> Any:
        """Return a graph over `arrays`, or a plain graph if networkx calls without arrays."""
        if "offsets" in arrays:
            return object.__new__(cls)
        return nx.MultiDiGraph(*args, **arrays)

    def __init__(self, **arrays: Any):
        ArrayGraph.__init__(self, **arrays)
        self._decode()

    @classmethod
    def over(cls, arrays: ArrayGraph) -> StateGraph:
        """Return `arrays` with the interface of networkx; both share one cache. O(labels)."""
        if isinstance(arrays, StateGraph):
            return arrays
        graph = object.__new__(cls)
        graph.__dict__.update(arrays.__dict__)
        graph._decode()
        return graph

    def _decode(self) -> None:
        self.__networkx_cache__ = None  # networkx must not cache conversions
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

    def number_of_edges(self, u: object = None, v: object = None) -> int:
        """Return the number of all moves, or the number of moves from `u` to `v`."""
        return len(self.targets) if u is None else nx.MultiDiGraph.number_of_edges(self, u, v)

    def copy(self, as_view: bool = False) -> nx.MultiDiGraph:
        """Return an ordinary ``nx.MultiDiGraph`` that can be changed, or a read-only view.

        The result equals the copy that networkx would make, but is built from the arrays. This
        takes about as long as networkx needs to copy an ordinary graph. O(states + moves) objects.
        """
        if as_view:
            return nx.graphviews.generic_graph_view(self)
        result = nx.MultiDiGraph(**self.graph)
        result._node.update(enumerate({"state": state} for state in self.all_states()))
        successors: dict[int, dict[int, Record]] = {node: {} for node in range(len(self))}
        predecessors: dict[int, dict[int, Record]] = {node: {} for node in range(len(self))}
        bounds, targets = self.offsets.tolist(), self.targets.tolist()
        labels = map(self.label_names.__getitem__, self.labels.tolist())
        for source, row in successors.items():
            for target in targets[bounds[source] : bounds[source + 1]]:
                edges = row.get(target)
                if edges is None:
                    edges = row[target] = predecessors[target][source] = {}
                label = next(labels)
                edges[label] = {"label": label}
        result._adj, result._pred = successors, predecessors
        return result

    @classmethod
    def from_networkx(
        cls,
        graph: nx.Graph,
        start: Hashable,
        goal: object,
        label: str = "label",
    ) -> StateGraph:
        """Convert any directed networkx graph to a state graph. O(nodes + edges).

        Nodes are numbered breadth first from `start`, in the edge order of `graph`; the old nodes
        become the states. Unreachable nodes and the moves of goals are dropped.
        ``.graph["dropped_nodes"]`` and ``.graph["dropped_moves"]`` count them. Repeated
        moves (same source, label and target) become one move. Two moves of a node may share a
        label.

        Parameters
        ----------
        graph : nx.DiGraph or nx.MultiDiGraph
        start : node
        goal : node, or set or list of nodes
            several goals become one node
        label : str
            the edge attribute with the label of a move. If an edge has no such attribute, the label
            is the key of the edge, or in a simple graph the target node as text

        Raises
        ------
        NodeNotFound
            if `start` or a goal is not in `graph`

        Examples
        --------
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
        result, _ = cls.from_rows(
            offsets, flat[:, 1].astype(np.int32), flat[:, 0], list(names), number[start], final
        )
        result.states = [nodes[k] for k in result.states]
        return result


def _goals(graph: nx.Graph, start: Hashable, goal: Any) -> set[Hashable]:
    many = isinstance(goal, (set, frozenset, list)) and not (
        isinstance(goal, Hashable) and goal in graph
    )
    goals = set(goal) if many else {goal}
    for node in (start, *goals):
        if node not in graph:
            raise node_not_found(node)
    return goals


def _named_edges(graph: nx.Graph, node: Hashable, label: str) -> Iterator[tuple[str, Hashable]]:
    if graph.is_multigraph():
        for _, target, key, data in graph.edges(node, keys=True, data=True):
            yield str(data.get(label, key)), target
    else:
        for _, target, data in graph.edges(node, data=True):
            yield str(data.get(label, target)), target
