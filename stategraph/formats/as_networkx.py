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
from typing import Any

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

    def told(row: tuple[object, ...]) -> Record:
        cells = zip(names, row, strict=True)
        return {
            name: escape(cell, forbidden) if isinstance(cell, str) else cell
            for name, cell in cells
            if cell is not None
        }

    made = nx.MultiDiGraph()
    rows = zip(*columns.values(), strict=True)
    made.add_nodes_from(zip(numbers, map(told, rows), strict=True))
    labels = [escape(name, forbidden) for name in graph.label_names]
    made.add_edges_from(
        (source, target, number, {"label": label})
        for number, source, target, label in edge_rows(graph, labels)
    )
    return made


def listing_of(found: nx.MultiDiGraph) -> Listing:
    """Return the listing of a graph that networkx has read; its nodes are texts.

    The label of an edge is its attribute "label", or else its key if that is a text. Attributes of
    the nodes, of the graph, or defaults of node attributes give start and goal.
    """
    told = Collector()
    for node, attributes in found.nodes(data=True):
        told.node(unescape(node), None, {name: _plain(cell) for name, cell in attributes.items()})
    edges = list(found.edges(keys=True, data="label"))
    if numbered(key for _, _, key, _ in edges):
        edges.sort(key=lambda edge: int(edge[2]))  # networkx groups them by their targets
    for source, target, key, label in edges:
        if label is None and isinstance(key, str):
            label = key
        name = None if label is None else unescape(name_of(label))
        told.edge(unescape(source), unescape(target), name, None)
    _tell_of_all(told, found.graph)
    return told.listing()


def _tell_of_all(told: Collector, about: Record) -> None:
    """Record attributes of the graph as a whole that its nodes do not have."""
    defaults = about.get("node_default")
    named = {*about, *(defaults if isinstance(defaults, dict) else ())}
    for name in ("start", "goal"):
        if name in named:
            told.tells(name)
        if about.get(name) is not None:
            told.flag_named(name, unescape(name_of(about[name])))
    if truth(about.get("complete", True)) is False:
        told.all_unexpanded("limit that its maker met")


def numbered(keys: Iterable[object]) -> bool:
    """Return whether keys are a permutation of 0, 1, ..., of any type.

    >>> numbered(["1", "0"]), numbered([0, 0]), numbered(["e0"])
    (True, False, False)
    """
    given = [str(key) for key in keys]
    return set(given) == {str(k) for k in range(len(given))}


def name_of(value: object) -> str:
    """Return a name as text; numbers are spelled as in JSON.

    >>> name_of("a"), name_of(7), name_of(None)
    ('a', '7', 'null')
    """
    return value if isinstance(value, str) else json.dumps(value)


def _plain(value: object) -> Any:
    return unescape(value) if isinstance(value, str) else value
