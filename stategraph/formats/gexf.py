"""GEXF 1.2 for Gephi, written by networkx; it is not read back.

The whole graph is held as objects: 100,000 states with 200,000 moves take about 8 s and 1 GB. Use
Parquet, CSV or .aut for large graphs.
"""

from __future__ import annotations

import io
from typing import IO

import networkx as nx

from stategraph.formats.as_networkx import attributed
from stategraph.formats.escapes import UNLIKE_XML
from stategraph.graph import ArrayGraph


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file.

    A node's label is the family's text of its state, or else the state; the start is node 0.
    """
    copy = attributed(graph, UNLIKE_XML)
    for _, attributes in copy.nodes(data=True):
        attributes["label"] = attributes.pop("text" if "text" in attributes else "state")
        del attributes["start"]  # GEXF uses this name for a time
    for _, _, number, attributes in copy.edges(keys=True, data=True):
        attributes["id"] = number
    document = io.BytesIO()
    nx.write_gexf(copy, document)
    file.writelines(_undated(document.getbuffer()))


PARTS = {"": write}


def _undated(document: memoryview) -> tuple[memoryview, memoryview]:
    """Return a document's parts before and after its date and the version of networkx."""
    head = bytes(document[:2000])
    end = b"</meta>"
    return document[: head.index(b"<meta")], document[head.index(end) + len(end) :]
