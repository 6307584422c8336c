"""GEXF 1.2, as Gephi reads it. Written only; networkx reads it back."""

from __future__ import annotations

from typing import IO

from stategraph.formats.columns import edge_rows, node_columns
from stategraph.formats.markup import attribute, kind_of
from stategraph.graph import StateGraph

__all__ = ["PARTS", "write"]

_HEAD = """\
<?xml version="1.0" encoding="UTF-8"?>
<gexf xmlns="http://www.gexf.net/1.2draft" version="1.2">
<graph mode="static" defaultedgetype="directed">
<attributes class="node">
"""


def write(file: IO[bytes], graph: StateGraph) -> None:
    """Write `graph` into an open binary file. A node's label is its state."""
    columns = node_columns(graph)
    del columns["number"]  # the node's id
    states = columns.pop("state")
    file.write(_HEAD.encode())
    for k, name in enumerate(columns):
        title = attribute(name)
        file.write(f'<attribute id="{k}" title={title} type="{kind_of(name)}"/>\n'.encode())
    file.write(b"</attributes>\n<nodes>\n")
    for number, row in enumerate(zip(*columns.values(), strict=True)):
        cells = (f'<attvalue for="{k}" value={_cell(value)}/>' for k, value in enumerate(row)
                 if value is not None)  # fmt: skip
        values, label = "".join(cells), attribute(states[number])
        file.write(
            f'<node id="{number}" label={label}><attvalues>{values}</attvalues></node>\n'.encode()
        )
    file.write(b"</nodes>\n<edges>\n")
    labels = [attribute(name) for name in graph.label_names]
    for number, source, target, label in edge_rows(graph, labels):
        file.write(
            f'<edge id="{number}" source="{source}" target="{target}" label={label}/>\n'.encode()
        )
    file.write(b"</edges>\n</graph>\n</gexf>\n")


PARTS = {"": write}


def _cell(value: object) -> str:
    return attribute(value if isinstance(value, str) else str(value).lower())
