"""GML for networkx, igraph, Gephi and Cytoscape, written and read by networkx.

A name in GML has only letters and digits. So the variables of a state get no attributes of their
own; its text holds them all. The reader also accepts graphs whose nodes have labels instead of
numbers. The whole graph is held as objects, as for GraphML.
"""

from __future__ import annotations

import re
from typing import IO

import networkx as nx

from stategraph.engines.memory import free_memory
from stategraph.errors import LevelError
from stategraph.files import read_text
from stategraph.formats.as_networkx import attributed, listing_of
from stategraph.formats.edge_list import Listing
from stategraph.formats.escapes import CONTROL
from stategraph.graph import ArrayGraph

_NAME = re.compile(r"[A-Za-z][0-9A-Za-z_]*")


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    copy = attributed(graph, CONTROL)
    for _, attributes in copy.nodes(data=True):
        for name in [name for name in attributes if not _NAME.fullmatch(name)]:
            del attributes[name]
    file.writelines(f"{line}\n".encode("ascii") for line in nx.generate_gml(copy))


PARTS = {"": write}


def read(path: str) -> Listing:
    """Return the content of the file."""
    text = read_text(path, free_memory())
    try:
        try:
            graph = nx.parse_gml(text)
        except nx.NetworkXError:  # nodes without labels, or with the same label
            graph = nx.relabel_nodes(nx.parse_gml(text, label="id"), str)
    except (
        nx.NetworkXError,
        AttributeError,
        LookupError,
        RecursionError,
        TypeError,
        ValueError,
    ) as error:
        reason = str(error).split("\n")[0][:80]
        raise LevelError(f"is not readable GML: {reason}") from None
    if not graph.is_directed():
        raise LevelError("its edges have no direction, which a state graph needs: write directed 1")
    return listing_of(nx.MultiDiGraph(graph))
