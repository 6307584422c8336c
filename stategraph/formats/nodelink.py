"""Node-link JSON, as networkx and D3 read it: one object with a list of nodes and one of edges.

::

    {"directed": true, "multigraph": true, "graph": {"start": 0, "goal": 5, ...},
     "nodes": [{"state": "x=0, y=0", ..., "id": 0}, ...],
     "edges": [{"label": "right", "source": 0, "target": 1, "key": 0}, ...]}

Networkx makes it and takes it. Halves of characters, two of which JSON would join, are escaped.
Read are ``links`` for ``edges`` too.

It is held whole, as objects: 100,000 states with 200,000 moves take about 2 s and 0.4 GB to write,
4 s and 0.5 GB to read. For large graphs there are Parquet, CSV and .aut.
"""

from __future__ import annotations

import json
from typing import IO, Any

import networkx as nx

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import read_text
from stategraph.formats import strict_json
from stategraph.formats.as_networkx import attributed, listing_of, name_of, numbered
from stategraph.formats.edge_list import ATTRIBUTES, Collector, Listing
from stategraph.formats.escapes import HALVES, escape
from stategraph.graph import ArrayGraph


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    made = attributed(graph, HALVES)
    stopped = escape(graph.stopped, HALVES)
    made.graph = dict(start=0, goal=graph.goal, complete=graph.complete, stopped=stopped)
    text = json.dumps(nx.node_link_data(made, edges="edges"))
    file.write(text.encode() + b"\n")


PARTS = {"": write}


def read(path: str) -> Listing:
    """Return what the file lists."""
    document = _plain(strict_json.parse(read_text(path, free_memory())))
    return listing_of(nx.node_link_graph(document, edges="edges"))


def _plain(document: Any) -> dict[str, Any]:
    """Return a document with what counts, and nothing that networkx would take amiss.

    All names are texts there, all nodes are listed, once each, and no two edges share a key.
    """
    if not isinstance(document, dict):
        raise LevelError("is no node-link JSON: it must be an object with 'nodes' and 'edges'")
    nodes, edges = document.get("nodes"), document.get("edges", document.get("links"))
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise LevelError("is no node-link JSON: 'nodes' and 'edges' (or 'links') must be lists")
    if document.get("directed") is False:
        raise LevelError("its edges have no direction, which a state graph needs")
    made: dict[str, Any] = {
        "directed": True,
        "multigraph": True,
        "graph": _about(document.get("graph")),
        "nodes": list(map(_node, nodes)),
        "edges": list(map(_edge, edges)),
    }
    _compare_names(made)
    if not numbered(edge["key"] for edge in made["edges"]):
        for number, edge in enumerate(made["edges"]):
            edge["key"] = number
    return made


def _about(graph: Any) -> dict[str, Any]:
    told = graph if isinstance(graph, dict) else {}
    for name in ("start", "goal"):
        if told.get(name) is not None:
            _name(told[name], f"its {name}")
    return {name: told[name] for name in ("start", "goal", "complete") if name in told}


def _node(node: Any) -> dict[str, Any]:
    if not isinstance(node, dict) or "id" not in node:
        raise LevelError(f"a node is an object with an 'id', not {_cut(node)}")
    told = {name: node[name] for name in ATTRIBUTES if name in node}
    return {"id": _name(node["id"], "a node's id"), **told}


def _edge(edge: Any) -> dict[str, Any]:
    if not isinstance(edge, dict) or "source" not in edge or "target" not in edge:
        raise LevelError(f"an edge is an object with 'source' and 'target', not {_cut(edge)}")
    source, target = (_name(edge[end], f"the {end} of an edge") for end in ("source", "target"))
    key, label = edge.get("key"), edge.get("label", edge.get("key"))
    if isinstance(label, (list, dict)):
        raise LevelError(f"the label of an edge is a text or a number, not {_cut(label)}")
    return dict(source=source, target=target, key=key, label=label)


def _name(value: Any, what: str) -> str:
    """Return a name as text; ``LevelError`` where `what` is neither a text nor a number."""
    if not isinstance(value, (str, int, float)) or isinstance(value, bool):
        raise LevelError(f"{what} is a text or a number, not {_cut(value)}")
    return name_of(value)


def _compare_names(document: dict[str, Any]) -> None:
    """Raise ``LevelError`` for a node listed twice, or an edge that leads to none."""
    names = Collector()
    for node in document["nodes"]:
        names.node(node["id"], None, {})
    for edge in document["edges"]:
        names.edge(edge["source"], edge["target"], None, None)
    names.listing()


def _cut(value: Any) -> str:
    return json.dumps(value)[:40]
