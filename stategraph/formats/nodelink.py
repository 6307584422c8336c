"""Node-link JSON, as networkx and D3 read it: one object with a list of nodes and one of edges.

::

    {"directed": true, "multigraph": true, "graph": {...},
     "nodes": [{"id": 0, "state": "x=0, y=0", ...}, ...],
     "edges": [{"source": 0, "target": 1, "key": 0, "label": "right"}, ...]}

It is written row by row, so that a large graph is never held as dicts. Halves of characters, two of
which JSON would join, are escaped. Read are ``links`` for ``edges`` too.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import IO, Any

from stategraph.errors import LevelError
from stategraph.formats.columns import edge_rows, node_columns
from stategraph.formats.escapes import HALVES, escape, unescape
from stategraph.formats.listing import Collector, Listing, text_of, truth
from stategraph.graph import StateGraph

__all__ = ["PARTS", "read", "write"]


def write(file: IO[bytes], graph: StateGraph) -> None:
    """Write `graph` into an open binary file."""
    columns = node_columns(graph)
    names = ["id", *list(columns)[1:]]
    about = {
        "start": 0,
        "goal": graph.goal,
        "complete": graph.complete,
        "stopped": _safe(graph.stopped),
    }
    whole = json.dumps(about)
    file.write(f'{{"directed": true, "multigraph": true, "graph": {whole},\n'.encode())
    file.write(b'"nodes": [')
    for k, row in enumerate(zip(*columns.values(), strict=True)):
        node = json.dumps(dict(zip(names, map(_safe, row), strict=True)))
        file.write(f"{',' if k else ''}\n{node}".encode())
    file.write(b'\n],\n"edges": [')
    labels = [json.dumps(_safe(name)) for name in graph.label_names]
    for number, source, target, name in edge_rows(graph, labels):
        file.write(
            f'{"," if number else ""}\n{{"source": {source}, "target": {target}, '
            f'"key": {number}, "label": {name}}}'.encode()
        )
    file.write(b"\n]}\n")


PARTS = {"": write}


def _safe(value: Any) -> Any:
    return escape(value, HALVES) if isinstance(value, str) else value


def _plain(value: Any) -> Any:
    return unescape(value) if isinstance(value, str) else value


def read(path: str) -> Listing:
    """Return what the file lists."""
    try:
        document = json.loads(text_of(Path(path).read_bytes()))
    except json.JSONDecodeError as error:
        raise LevelError(f"is not JSON: {error.msg}", error.lineno) from None
    except (RecursionError, ValueError):
        raise LevelError(
            "is not JSON that can be read: nested too deeply, or a number too long"
        ) from None
    nodes, edges = _lists(document)
    found = Collector()
    for node in nodes:
        if not isinstance(node, dict) or "id" not in node:
            raise LevelError(f"a node is an object with an 'id', not {_cut(node)}")
        attributes = {name: _plain(value) for name, value in node.items()}
        found.node(_name(node["id"]), None, attributes)
    for edge in edges:
        if not isinstance(edge, dict) or "source" not in edge or "target" not in edge:
            raise LevelError(f"an edge is an object with 'source' and 'target', not {_cut(edge)}")
        label = edge.get("label", edge.get("key"))
        source, target = _name(edge["source"]), _name(edge["target"])
        found.edge(source, target, None if label is None else _name(label), None)
    about = document.get("graph")
    _tell_of_all(found, about if isinstance(about, dict) else {})
    return found.listing()


def _lists(document: Any) -> tuple[list, list]:
    """Return the nodes and the edges; ``LevelError`` where there are none, or they have no way."""
    if not isinstance(document, dict):
        raise LevelError("is no node-link JSON: it must be an object with 'nodes' and 'edges'")
    nodes, edges = document.get("nodes"), document.get("edges", document.get("links"))
    if not isinstance(nodes, list) or not isinstance(edges, list):
        raise LevelError("is no node-link JSON: 'nodes' and 'edges' (or 'links') must be lists")
    if document.get("directed") is False:
        raise LevelError("its edges have no direction, which a state graph needs")
    return nodes, edges


def _tell_of_all(found: Collector, about: dict[str, Any]) -> None:
    """Note what is said of the graph as a whole, where its nodes do not say it themselves."""
    for name in ("start", "goal"):
        if name in about:
            found.tells(name)
            if about[name] is not None:
                found.flag_named(name, _name(about[name]))
    if "complete" in about and truth(about["complete"]) is False:
        found.all_unexpanded("limit that its maker met")


def _name(value: Any) -> str:
    """Return a name as text: that of a number is how JSON spells it."""
    return unescape(value) if isinstance(value, str) else json.dumps(value)


def _cut(value: Any) -> str:
    return json.dumps(value)[:40]
