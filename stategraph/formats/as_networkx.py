"""Conversion to and from the plain graphs that networkx writes and reads.

::

    ArrayGraph ──attributed──► MultiDiGraph ──networkx──► file
    Listing ◄──listing_of──── MultiDiGraph ◄──networkx── file

A plain graph keeps a dict for every node and edge, and networkx also builds objects for the
document. So GraphML, GEXF and node-link JSON do not suit large graphs.
"""

from __future__ import annotations

import json
from collections.abc import Iterable

import networkx as nx

from stategraph.formats.edge_list import Collector, Listing, truth
from stategraph.formats.escapes import escape, unescape
from stategraph.formats.state_columns import edge_rows, node_columns
from stategraph.graph import ArrayGraph
from stategraph.readable import Record


def attributed(graph: ArrayGraph, forbidden: str) -> nx.MultiDiGraph:
    """Return a plain graph with the columns as node attributes, and labels as edge attributes.

    A node is the state's number, and the key of an edge its move's number, since parallel moves may
    share a label, but not a key. The characters `forbidden` are escaped in texts. Values None are
    omitted. O(states + moves).
    """
    columns = node_columns(graph)
    numbers = columns.pop("number")
    names = [escape(name, forbidden) for name in columns]

    def cell_values(row: tuple[object, ...]) -> Record:
        cells = zip(names, row, strict=True)
        return {
            name: escape(cell, forbidden) if isinstance(cell, str) else cell
            for name, cell in cells
            if cell is not None
        }

    copy = nx.MultiDiGraph()
    rows = zip(*columns.values(), strict=True)
    copy.add_nodes_from(zip(numbers, map(cell_values, rows), strict=True))
    labels = [escape(name, forbidden) for name in graph.label_names]
    copy.add_edges_from(
        (source, target, number, {"label": label})
        for number, source, target, label in edge_rows(graph, labels)
    )
    return copy


def listing_of(graph: nx.MultiDiGraph) -> Listing:
    """Return the listing of a graph that networkx has read; its nodes are texts.

    The label of an edge is its attribute "label", or else its key if that is a text. Attributes of
    the nodes, of the graph, or defaults of node attributes give start and goal.
    """
    collector = Collector()
    for node, attributes in graph.nodes(data=True):
        collector.node(
            unescape(node), None, {name: _plain(cell) for name, cell in attributes.items()}
        )
    edges = list(graph.edges(keys=True, data="label"))
    if is_numbering(key for _, _, key, _ in edges):
        edges.sort(key=lambda edge: int(edge[2]))  # networkx groups them by their targets
    for source, target, key, label in edges:
        if label is None and isinstance(key, str):
            label = key
        name = None if label is None else unescape(name_of(label))
        collector.edge(unescape(source), unescape(target), name, None)
    _record_graph_attributes(collector, graph.graph)
    return collector.listing()


def _record_graph_attributes(collector: Collector, attributes: Record) -> None:
    """Record attributes of the graph as a whole that its nodes do not have."""
    defaults = attributes.get("node_default")
    names = {*attributes, *(defaults if isinstance(defaults, dict) else ())}
    for name in ("start", "goal"):
        if name in names:
            collector.tells(name)
        if attributes.get(name) is not None:
            collector.flag_named(name, unescape(name_of(attributes[name])))
    if truth(attributes.get("complete", True)) is False:
        collector.all_unexpanded("limit that its maker met")


def is_numbering(keys: Iterable[object]) -> bool:
    """Return whether keys are a permutation of 0, 1, ..., of any type.

    >>> is_numbering(["1", "0"]), is_numbering([0, 0]), is_numbering(["e0"])
    (True, False, False)
    """
    texts = [str(key) for key in keys]
    return set(texts) == {str(k) for k in range(len(texts))}


def name_of(value: object) -> str:
    """Return a name as text; numbers are spelled as in JSON.

    >>> name_of("a"), name_of(7), name_of(None)
    ('a', '7', 'null')
    """
    return value if isinstance(value, str) else json.dumps(value)


def _plain(value: object) -> object:
    return unescape(value) if isinstance(value, str) else value
