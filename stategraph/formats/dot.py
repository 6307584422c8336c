"""Plain DOT, Graphviz's language: every state and move, at any size, without layout hints.

This is for programs that read DOT; ``stategraph render`` draws. Roles are attributes of the nodes,
and shapes: the start is a house, the goal a double circle, stuck states are boxes.
"""

from __future__ import annotations

from typing import IO

import graphviz

from stategraph.analysis import roles
from stategraph.formats.escapes import UNLIKE_XML, escape
from stategraph.formats.state_columns import (
    edge_rows,
    family_texts,
    state_texts,
    variable_texts,
)
from stategraph.graph import ArrayGraph

_STYLE = {
    "start": dict(shape="house"),
    "goal": dict(shape="doublecircle"),
    "dead": dict(style="filled", fillcolor="lightgrey"),
    "stuck": dict(style="filled", fillcolor="lightgrey", shape="box"),
    "open": dict(style="dotted"),
}

# number of nodes and edges held as text at a time
BATCH_LINES = 10_000


def write(file: IO[bytes], graph: ArrayGraph) -> None:
    """Write `graph` into an open binary file."""
    names = [_label(name) for name in graph.label_names]
    part = graphviz.Digraph("stategraph")
    head, tail = list(part)[0], list(part)[-1]
    file.write(head.encode())
    texts = family_texts(graph) or state_texts(graph, variable_texts(graph))
    for number, (text, role) in enumerate(zip(texts, roles(graph).tolist(), strict=True)):
        part.node(str(number), _label(text), role=role, **_STYLE.get(role, {}))
        _empty(file, part, BATCH_LINES)
    for _, source, target, name in edge_rows(graph, names):
        part.edge(str(source), str(target), name)
        _empty(file, part, BATCH_LINES)
    _empty(file, part, 0)
    file.write(tail.encode())


PARTS = {"": write}


def _empty(file: IO[bytes], part: graphviz.Digraph, most: int) -> None:
    """If `part` has more than `most` lines, write and clear them."""
    if len(part.body) > most:
        file.write("".join(part.body).encode())
        part.body.clear()


def _label(text: str) -> str:
    return literal(escape(text, UNLIKE_XML))


def literal(text: str) -> str:
    """Return a label that Graphviz shows literally: without escapes, entities or HTML."""
    literal: str = graphviz.nohtml(text.replace("&", "&amp;").replace("\\", r"\\"))
    return literal
