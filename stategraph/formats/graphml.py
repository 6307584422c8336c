"""GraphML, as networkx, yEd, Gephi, Cytoscape and igraph read it. Networkx writes and reads it.

Nodes and edges are numbered; the label of a move is an attribute of its edge. Read are the labels
that yEd draws at its edges too; an edge without any label is named by its id.

Networkx passes over much that is wrong, and what it complains of it cannot place. So a parser goes
through a file first, which keeps nothing but names, and which refuses a document type: no graph
needs one, and it can blow a small file up.

It is held whole, as objects: 100,000 states with 200,000 moves take about 8 s and 1 GB to write,
11 s and 1.2 GB to read. For large graphs there are Parquet, CSV and .aut.
"""

from __future__ import annotations

import warnings
from typing import IO
from xml.parsers import expat

import networkx as nx

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import open_regular
from stategraph.formats.as_networkx import attributed, listing_of
from stategraph.formats.edge_list import Collector, Listing
from stategraph.formats.escapes import UNLIKE_XML
from stategraph.graph import ArrayGraph


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    # a bare return would be read as a newline; and not write_graphml, which differs with lxml
    nx.write_graphml_xml(attributed(graph, UNLIKE_XML + "\r"), file, named_key_ids=True)


PARTS = {"": write}


def read(path: str) -> Listing:
    """Return what the file lists."""
    with open_regular(path, free_memory()) as file:
        listed = _Check().run(file)
        file.seek(0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # ports, and keys without a type: taken for texts
                found = nx.read_graphml(file, edge_key_type=str, force_multigraph=True)
        except (nx.NetworkXError, AttributeError, LookupError, TypeError, ValueError) as error:
            reason = str(error).split("\n")[0][:80]
            raise LevelError(f"is no GraphML that can be read: {reason}") from None
    if (len(found), found.number_of_edges()) != (len(listed.ids), len(listed.sources)):
        raise LevelError(
            "holds nodes or edges out of place, or edges between the same nodes with the same id"
        )
    return listing_of(found)


_NAMESPACES = ("", "http://graphml.graphdrawing.org/xmlns")
_NEEDED = dict(key=("id",), node=("id",), edge=("source", "target"), data=("key",))


class _Check:
    """Follows the tags of a document, and complains with their lines."""

    def __init__(self) -> None:
        self.names, self.keys, self.graphs = Collector(), set[str](), 0
        self.parser = expat.ParserCreate(namespace_separator=" ")
        self.parser.StartElementHandler = self.begin
        self.parser.StartDoctypeDeclHandler = self.doctype

    def run(self, file: IO[bytes]) -> Listing:
        """Return the names of the nodes and edges in an open file."""
        try:
            self.parser.ParseFile(file)
        except expat.ExpatError as error:
            raise LevelError(f"is not XML: {expat.ErrorString(error.code)}", error.lineno) from None
        except (LookupError, ValueError) as error:  # an encoding that Python does not know
            raise LevelError(f"is not XML that can be read: {error}") from None
        if not self.graphs:
            raise LevelError("is no GraphML: there is no <graph> in it")
        return self.names.listing()

    def doctype(self, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        raise LevelError("has a document type (<!DOCTYPE), which is not read", line)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if space not in _NAMESPACES:  # what yEd draws, for one
            return
        line = self.parser.CurrentLineNumber
        if missing := [needed for needed in _NEEDED.get(tag, ()) if needed not in attributes]:
            raise LevelError(f"<{tag}> has no {missing[0]}", line)
        if tag == "key":
            self.keys.add(attributes["id"])
        elif tag == "graph":
            self.begin_graph(attributes, line)
        elif tag == "node":
            self.names.node(attributes["id"], line, {})
        elif tag == "edge":
            self.names.edge(attributes["source"], attributes["target"], None, line)
        elif tag == "data" and attributes["key"] not in self.keys:
            raise LevelError(
                f"<data> of key {attributes['key'][:40]!r}, which is not declared", line
            )

    def begin_graph(self, attributes: dict[str, str], line: int) -> None:
        self.graphs += 1
        if self.graphs > 1:
            raise LevelError("holds a second graph, or a graph in a graph: one can be read", line)
        if attributes.get("edgedefault") != "directed":
            raise LevelError("its edges have no direction, which a state graph needs", line)
