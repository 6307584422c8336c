"""Node-link JSON for networkx and D3: an object with a list of nodes and a list of edges.

::

    {"directed": true, "multigraph": true, "graph": {"start": 0, "goal": 5, ...},
     "nodes": [{"state": "x=0, y=0", ..., "id": 0}, ...],
     "edges": [{"label": "right", "source": 0, "target": 1, "key": 0}, ...]}

Networkx converts it in both directions. Surrogates, pairs of which JSON would join, are escaped.
The reader also accepts ``links`` for ``edges``.

The whole graph is held as objects: 100,000 states with 200,000 moves take about 2 s and 0.4 GB to
write, 4 s and 0.5 GB to read. Use Parquet, CSV or .aut for large graphs.
"""

from __future__ import annotations

import json
from typing import IO

import networkx as nx

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import read_text
from stategraph.formats import strict_json
from stategraph.formats.as_networkx import attributed, is_numbering, listing_of, name_of
from stategraph.formats.edge_list import ATTRIBUTES, Collector, Listing
from stategraph.formats.escapes import HALVES, escape
from stategraph.graph import ArrayGraph
from stategraph.readable import Record


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    copy = attributed(graph, HALVES)
    stopped = escape(graph.stopped, HALVES)
    copy.graph = dict(start=0, goal=graph.goal, complete=graph.complete, stopped=stopped)
    text = json.dumps(nx.node_link_data(copy, edges="edges"))
    file.write(text.encode() + b"\n")


PARTS = {"": write}


def read(path: str) -> Listing:
    """Return the content of the file."""
    document = _plain(strict_json.parse(read_text(path, free_memory())))
    return listing_of(nx.node_link_graph(document, edges="edges"))


def _plain(document: object) -> Record:
    """Return a document with the used parts, in a form that networkx accepts.

    All names are texts, all nodes are listed, once each, and no two edges share a key.
    """
    if not isinstance(document, dict):
        raise LevelError("is not node-link JSON: it must be an object with 'nodes' and 'edges'")
    nodes, edges = document.get("nodes"), document.get("edges", document.get("links"))
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise LevelError("is not node-link JSON: 'nodes' and 'edges' (or 'links') must be lists")
    if document.get("directed") is False:
        raise LevelError("its edges have no direction, which a state graph needs")
    plain: Record = {
        "directed": True,
        "multigraph": True,
        "graph": _about(document.get("graph")),
        "nodes": list(map(_node, nodes)),
        "edges": list(map(_edge, edges)),
    }
    _compare_names(plain)
    if not is_numbering(edge["key"] for edge in plain["edges"]):
        for number, edge in enumerate(plain["edges"]):
            edge["key"] = number
    return plain


def _about(graph: object) -> Record:
    attributes = graph if isinstance(graph, dict) else {}
    for name in ("start", "goal"):
        if attributes.get(name) is not None:
            _name(attributes[name], f"its {name}")
    return {name: attributes[name] for name in ("start", "goal", "complete") if name in attributes}


def _node(node: object) -> Record:
    if not isinstance(node, dict) or "id" not in node:
        raise LevelError(f"a node is an object with an 'id', not {_cut(node)}")
    attributes = {name: node[name] for name in ATTRIBUTES if name in node}
    return {"id": _name(node["id"], "a node's id"), **attributes}


def _edge(edge: object) -> Record:
    if not isinstance(edge, dict) or "source" not in edge or "target" not in edge:
        raise LevelError(f"an edge is an object with 'source' and 'target', not {_cut(edge)}")
    source, target = (_name(edge[end], f"the {end} of an edge") for end in ("source", "target"))
    key, label = edge.get("key"), edge.get("label", edge.get("key"))
    if isinstance(label, (list, dict)):
        raise LevelError(f"the label of an edge is a text or a number, not {_cut(label)}")
    return dict(source=source, target=target, key=key, label=label)


def _name(value: object, subject: str) -> str:
    """Return a name as text; raise ``LevelError`` if `subject` is neither a text nor a number."""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise LevelError(f"{subject} is a text or a number, not {_cut(value)}")
    return name_of(value)


def _compare_names(document: Record) -> None:
    """Raise ``LevelError`` for a node listed twice, or an edge to an unlisted node."""
    names = Collector()
    for node in document["nodes"]:
        names.node(node["id"], None, {})
    for edge in document["edges"]:
        names.edge(edge["source"], edge["target"], None, None)
    names.listing()


def _cut(value: object) -> str:
    return json.dumps(value)[:40]
