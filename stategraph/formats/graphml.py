"""GraphML, as networkx, yEd, Gephi, Cytoscape and igraph read it.

Nodes and edges are numbered; the label of a move is an attribute of its edge. Read are the labels
that yEd draws at its edges too; an edge without any label is named by its id.
"""

from __future__ import annotations

from pathlib import Path
from typing import IO

from stategraph.errors import LevelError
from stategraph.formats.columns import FLAGS, edge_rows, node_columns
from stategraph.formats.escapes import unescape
from stategraph.formats.listing import Collector, Listing, truth
from stategraph.formats.markup import attribute, content, kind_of, parse
from stategraph.graph import StateGraph

__all__ = ["PARTS", "read", "write"]

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
"""


def write(file: IO[bytes], graph: StateGraph) -> None:
    """Write `graph` into an open binary file."""
    columns = node_columns(graph)
    del columns["number"]  # the node's id
    file.write((_HEAD + "".join(map(_key, columns)) + _LABEL).encode())
    heads = [f"<data key={attribute(name)}>" for name in columns]
    for number, row in enumerate(zip(*columns.values(), strict=True)):
        cells = (f"{head}{_cell(value)}</data>" for head, value in zip(heads, row, strict=True)
                 if value is not None and value is not False)  # fmt: skip
        file.write(f'<node id="{number}">{"".join(cells)}</node>\n'.encode())
    labels = [content(name) for name in graph.label_names]
    for number, source, target, label in edge_rows(graph, labels):
        file.write(
            f'<edge id="{number}" source="{source}" target="{target}">'
            f'<data key="label">{label}</data></edge>\n'.encode()
        )
    file.write(b"</graph>\n</graphml>\n")


PARTS = {"": write}

_LABEL = """\
<key id="label" for="edge" attr.name="label" attr.type="string"/>
<graph edgedefault="directed">
"""


def _key(name: str) -> str:
    """Return the declaration of an attribute of nodes; what is not there is false, or unknown."""
    quoted, kind = attribute(name), kind_of(name)
    head = f'<key id={quoted} for="node" attr.name={quoted} attr.type="{kind}"'
    return head + ("><default>false</default></key>\n" if name in FLAGS else "/>\n")


def _cell(value: object) -> str:
    return content(value) if isinstance(value, str) else str(value).lower()


def read(path: str) -> Listing:
    """Return what the file lists."""
    found = _Reader()
    with Path(path).open("rb") as file:
        parse(file, found.begin, found.end)
    return found.listing()


class _Reader:
    """Follows the tags of a document."""

    def __init__(self) -> None:
        self.found = Collector()
        self.names: dict[str, str] = {}  # key -> name of the attribute
        self.about: dict[str, str] = {}  # attributes of the graph
        self.graphs = 0
        self.element: dict[str, str] = {}  # the node or edge that is open
        self.data = self.about
        self.key = ""

    def begin(self, name: str, attributes: dict[str, str], line: int) -> None:
        if name == "key":
            self._declare(attributes)
        elif name == "graph":
            self._begin_graph(attributes, line)
        elif name in ("node", "edge"):
            self.element, self.data = attributes, {}
            needed = ("id",) if name == "node" else ("source", "target")
            if missing := [attribute for attribute in needed if attribute not in attributes]:
                raise LevelError(f"<{name}> has no {missing[0]}", line)
            if attributes.get("directed") == "false":
                raise LevelError("an edge has no direction, which a state graph needs", line)
        elif name == "hyperedge":
            raise LevelError("hyperedges are no moves", line)
        elif name == "data":
            self.key = attributes.get("key", "")
            if self.key not in self.names:
                raise LevelError(f"<data> of key {self.key[:40]!r}, which is not declared", line)

    def _declare(self, attributes: dict[str, str]) -> None:
        name = attributes.get("attr.name", attributes.get("yfiles.type", ""))
        self.names[attributes.get("id", "")] = unescape(name)
        if name in ("start", "goal") and attributes.get("for") in ("node", "all"):
            self.found.tells(name)

    def _begin_graph(self, attributes: dict[str, str], line: int) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise LevelError("holds a second graph, or a graph in a graph: one can be read", line)
        if attributes.get("edgedefault") == "undirected":
            raise LevelError("its edges have no direction, which a state graph needs", line)

    def end(self, name: str, text: str, line: int) -> None:
        if name == "data":
            self.data.setdefault(self.names[self.key], text)
        elif name == "EdgeLabel":
            self.data["label"] = text
        elif name == "node":
            data = {key: unescape(value) for key, value in self.data.items()}
            self.found.node(unescape(self.element["id"]), line, data)
        elif name == "edge":
            label = self.data.get("label", self.element.get("id"))
            source, target = unescape(self.element["source"]), unescape(self.element["target"])
            self.found.edge(source, target, None if label is None else unescape(label), line)
        if name in ("node", "edge"):
            self.data = self.about

    def listing(self) -> Listing:
        if not self.graphs:
            raise LevelError("is no GraphML: there is no <graph> in it")
        for name in ("start", "goal"):
            if name in self.about:
                self.found.flag_named(name, self.about[name])
        if truth(self.about.get("complete", "true")) is False:
            self.found.all_unexpanded("limit that its maker met")
        return self.found.listing()
