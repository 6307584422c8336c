"""GraphML for networkx, yEd, Gephi, Cytoscape and igraph, read by networkx.

Nodes and edges are numbered; the label of a move is an attribute of its edge. The reader also
accepts the labels that yEd draws at its edges; an edge without any label is named by its id.

Networkx ignores many errors, and reports others without a line. So a parser checks the file first.
It keeps only names, and rejects a document type: no graph needs one, and it can expand a small file
enormously.

It is written line by line, six times faster than by networkx. A reader holds the whole graph
as objects: 100,000 states with 200,000 moves take about 11 s and 1.2 GB. Use Parquet, CSV or .aut
for large graphs.
"""

from __future__ import annotations

import itertools
import warnings
from collections.abc import Iterable, Iterator
from typing import IO
from xml.parsers import expat
from xml.sax import saxutils

import networkx as nx

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import open_regular
from stategraph.formats.as_networkx import listing_of
from stategraph.formats.edge_list import Collector, Listing
from stategraph.formats.escapes import UNLIKE_XML, escape
from stategraph.formats.state_columns import FLAGS, INTEGERS, edge_rows, node_columns
from stategraph.graph import ArrayGraph

# parsers read a bare return as a newline
FORBIDDEN = UNLIKE_XML + "\r"

# number of elements held as text at a time
BATCH_ELEMENTS = 10_000

HEAD = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns" \
xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" \
xsi:schemaLocation="http://graphml.graphdrawing.org/xmlns \
http://graphml.graphdrawing.org/xmlns/1.0/graphml.xsd">
"""


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    for batch in _batches(_lines(graph), BATCH_ELEMENTS):
        file.write("".join(batch).encode())


PARTS = {"": write}


def _batches(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    """Yield the lines in lists of this size."""
    iterator = iter(lines)
    while batch := list(itertools.islice(iterator, size)):
        yield batch


def _lines(graph: ArrayGraph) -> Iterator[str]:
    """Yield the text of a file, element by element."""
    columns = node_columns(graph)
    numbers = columns.pop("number")
    columns = {
        name: column for name, column in columns.items() if any(cell is not None for cell in column)
    }
    yield HEAD
    keys = [(name, "node", _type(name)) for name in columns]
    if graph.number_of_edges():
        keys.append(("label", "edge", "string"))
    for name, owner, kind in reversed(keys):
        name = _attribute(name)
        yield f'  <key id={name} for="{owner}" attr.name={name} attr.type="{kind}" />\n'
    yield '  <graph edgedefault="directed">\n'
    cells = [_data(name, column) for name, column in columns.items()]
    for number, *elements in zip(numbers, *cells, strict=True):
        yield f'    <node id="{number}">\n{"".join(elements)}    </node>\n'
    labels = list(_data("label", graph.label_names))
    for number, source, target, elements in edge_rows(graph, labels):
        head = f'<edge source="{source}" target="{target}" id="{number}">'
        yield f"    {head}\n{elements}    </edge>\n"
    yield "  </graph>\n</graphml>\n"


def _type(name: str) -> str:
    return "long" if name in INTEGERS else "boolean" if name in FLAGS else "string"


def _data(name: str, cells: Iterable[object]) -> Iterator[str]:
    """Yield the element of each cell; none for None. Each distinct cell is spelled once."""
    begin = f"      <data key={_attribute(name)}"
    elements: dict[object, str] = {None: ""}
    for cell in cells:
        if (text := elements.get(cell)) is None:
            inner = saxutils.escape(escape(str(cell), FORBIDDEN))
            text = elements[cell] = f"{begin}>{inner}</data>\n" if inner else f"{begin} />\n"
        yield text


def _attribute(name: str) -> str:
    text = saxutils.escape(escape(name, FORBIDDEN), {'"': "&quot;"})
    return f'"{text}"'


def read(path: str) -> Listing:
    """Return the content of the file."""
    with open_regular(path, free_memory()) as file:
        names = _Check().run(file)
        file.seek(0)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")  # ports, and keys without a type (read as texts)
                graph = nx.read_graphml(file, edge_key_type=str, force_multigraph=True)
        except (nx.NetworkXError, AttributeError, LookupError, TypeError, ValueError) as error:
            reason = str(error).split("\n")[0][:80]
            raise LevelError(f"is not readable GraphML: {reason}") from None
    if (len(graph), graph.number_of_edges()) != (len(names.ids), len(names.sources)):
        raise LevelError(
            "holds nodes or edges out of place, or edges between the same nodes with the same id"
        )
    return listing_of(graph)


_NAMESPACES = ("", "http://graphml.graphdrawing.org/xmlns")
_NEEDED = dict(key=("id",), node=("id",), edge=("source", "target"), data=("key",))


class _Check:
    """Checks the tags of a document, and reports errors with their lines."""

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
        except (LookupError, ValueError) as error:  # an unknown encoding
            raise LevelError(f"is not XML that can be read: {error}") from None
        if not self.graphs:
            raise LevelError("is not GraphML: it has no <graph>")
        return self.names.listing()

    def doctype(self, *_: object) -> None:
        line = self.parser.CurrentLineNumber
        raise LevelError("has a document type (<!DOCTYPE), which is not read", line)

    def begin(self, name: str, attributes: dict[str, str]) -> None:
        space, _, tag = name.rpartition(" ")
        if space not in _NAMESPACES:  # such as the drawings of yEd
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
