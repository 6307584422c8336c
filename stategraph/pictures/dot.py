"""Diagrams in Graphviz's DOT language."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from html import escape

import graphviz

from stategraph.formats.dot import literal
from stategraph.pictures.diagram import Diagram, Edge, Node
from stategraph.pictures.themes import THEMES, Theme, above_board, legend, look_of

_SHAPES = dict(start="house", goal="doublecircle", stuck="box")

# options of dot that trade beauty for speed
_FAST = dict(nslimit="1", nslimit1="1", mclimit="0.1", splines="line")

# maximum number of letters in a line of the caption
_WRAP = 110


def dot_text(
    diagram: Diagram,
    fast: bool = False,
    loose: bool = False,
    theme: Theme = THEMES["light"],
    images: Mapping[int, str] | None = None,
) -> str:
    """Return a diagram in DOT, with columns from left to right and a legend.

    The order of nodes and edges is that of the diagram, so the same diagram gives the same text.

    Parameters
    ----------
    fast : bool
        trade beauty for speed
    loose : bool
        let dot place the labels of some moves last, namely of moves that do not lead to a later
        column. Their positions are less exact, but dot fails on some graphs otherwise
    images : Mapping, optional
        image file names of some states, by state number
    """
    dot_graph = graphviz.Digraph("stategraph")
    text = dict(fontname="DejaVu Sans", fontcolor=theme.ink)
    dot_graph.attr("graph", rankdir="LR", newrank="true", nodesep="0.18", ranksep="0.45", **text)
    dot_graph.attr(
        "graph", label=_below(diagram, theme), labelloc="b", fontsize=f"{_size_of_words(diagram):g}"
    )
    dot_graph.attr("graph", bgcolor=theme.paper, **(_FAST if fast else {}))
    dot_graph.attr("node", style="filled", fontsize="10", width="0.4", height="0.3", **text)
    dot_graph.attr("node", margin="0.06,0.03")
    dot_graph.attr("edge", fontsize="9", arrowsize="0.6", **text)
    images = images or {}
    for box, title in enumerate(diagram.boxes):
        with dot_graph.subgraph(name=f"cluster_{box}") as part:
            part.attr(label=literal(title), style="rounded,dashed", color=theme.faint, fontsize="9")
            for k, node in enumerate(diagram.nodes):
                if node.box == box:
                    _add_node(part, k, node, theme, images)
    for k, node in enumerate(diagram.nodes):
        if node.box < 0:
            _add_node(dot_graph, k, node, theme, images)
    for edge in _apart(diagram):
        _add_edge(dot_graph, diagram, edge, theme, loose)
    for k in _unfixed(diagram):
        width = diagram.nodes[k].column - diagram.nodes[0].column
        if width > 0:
            dot_graph.edge("n0", f"n{k}", style="invis", minlen=str(width))
    return dot_graph.source


def _below(diagram: Diagram, theme: Theme) -> str:
    """Return the caption and the legend, as an HTML label."""
    rows = [
        f'<TR><TD ALIGN="LEFT" BALIGN="LEFT">{escape(piece)}</TD></TR>'
        for line in diagram.caption.split("\n")
        for piece in _wrapped(line)
    ]
    nodes, edges = legend(diagram, theme)
    cells = []
    for role, words in nodes.items():
        look = theme.nodes[role]
        cells.append(
            f'<TD BGCOLOR="{look.fill}" COLOR="{look.rim}" BORDER="1">'
            f'<FONT COLOR="{look.ink}">{words}</FONT></TD>'
        )
    for role, words in edges.items():
        line = theme.edges[role]
        stroke = {"dashed": "╌╌╌", "dotted": "┈┈┈"}.get(line.style, "──")
        stroke = "━━━" if role == "solution" else stroke
        cells.append(f'<TD><FONT COLOR="{line.colour}">{stroke}</FONT>'
                     f'<FONT COLOR="{line.ink}"> {escape(words)}</FONT></TD>')  # fmt: skip
    if diagram.scale is not None:
        low, high = (f"{number:g}" for number in diagram.scale)
        cells.append(f"<TD>{low}</TD>")
        cells += [f'<TD BGCOLOR="{theme.shade(k / 4)}"> </TD>' for k in range(5)]
        cells.append(f"<TD>{high}</TD>")
    key = f'<TABLE BORDER="0" CELLSPACING="4" CELLPADDING="3"><TR>{"".join(cells)}</TR></TABLE>'
    small = round(0.9 * _size_of_words(diagram))
    rows.append(f'<TR><TD ALIGN="LEFT"><FONT POINT-SIZE="{small}">{key}</FONT></TD></TR>')
    return f'<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="1">{"".join(rows)}</TABLE>>'


def _size_of_words(diagram: Diagram) -> float:
    """Return the font size of the caption; it grows with the number of columns."""
    columns = max(node.column for node in diagram.nodes)
    return max(11.0, round(7.5 + columns / 5))


def _wrapped(line: str) -> list[str]:
    import textwrap

    return textwrap.wrap(line, _WRAP) or [" "]


def _add_node(
    dot_graph: graphviz.Digraph, k: int, node: Node, theme: Theme, images: Mapping[int, str]
) -> None:
    look = look_of(node, theme)
    style = dict(
        shape=_SHAPES.get(node.role, "box3d" if node.pack else "ellipse"),
        fillcolor=look.fill,
        color=theme.mark if node.marked and node.role == "alive" else look.rim,
        fontcolor=look.ink,
    )
    if node.role == "open":
        style["style"] = "filled,dotted"
    if node.marked:
        style["penwidth"] = "3"
    if node.pack:
        style["margin"] = "0.16,0.09"
    text = literal(node.text)
    if node.shown in images:
        rims = "2" if node.role == "goal" else "1"
        style |= dict(shape="box3d" if node.pack else "box", peripheries=rims)
        style.setdefault("margin", "0.04")
        text = _board(images[node.shown], above_board(node))
    dot_graph.node(f"n{k}", text, tooltip=_tip(node.tooltip), **style)


def _board(image: str, words: str) -> str:
    """Return an HTML label: text above a board."""
    above = "".join(f"<TR><TD>{escape(line)}</TD></TR>" for line in words.split("\n") if line)
    board = f'<TR><TD><IMG SRC="{image}"/></TD></TR>'
    return f'<<TABLE BORDER="0" CELLSPACING="0" CELLPADDING="2">{above}{board}</TABLE>>'


def _add_edge(
    dot_graph: graphviz.Digraph, diagram: Diagram, edge: Edge, theme: Theme, loose: bool
) -> None:
    line = theme.edges[edge.role]
    style = dict(color=line.colour, fontcolor=line.ink, penwidth=f"{line.width:g}")
    if line.style != "solid":
        style["style"] = line.style
    if edge.role == "solution":
        style["fontname"] = "DejaVu Sans Bold"
    source, target = diagram.nodes[edge.source], diagram.nodes[edge.target]
    if target.column <= source.column:
        style["constraint"] = "false"  # arrows to the left must not change the columns
    elif target.column > source.column + 1:
        style["minlen"] = str(target.column - source.column)
    late = loose and "constraint" in style
    style["xlabel" if late else "label"] = literal(edge.label)
    tip = _tip(f"{source.tooltip}\n{edge.label}\n{target.tooltip}")
    dot_graph.edge(f"n{edge.source}", f"n{edge.target}", tooltip=tip, labeltooltip=tip, **style)


def _apart(diagram: Diagram) -> list[Edge]:
    """Return the edges; parallel edges of one role within a column are merged, with all labels.

    dot would write the labels of such edges on top of each other.
    """
    merged: dict[object, Edge] = {}
    for k, edge in enumerate(diagram.edges):
        flat = diagram.nodes[edge.source].column == diagram.nodes[edge.target].column
        key = (edge.source, edge.target, edge.role) if flat else k
        first = merged.get(key)
        joined = edge if first is None else replace(edge, label=f"{first.label}\n{edge.label}")
        merged[key] = joined
    return list(merged.values())


def _unfixed(diagram: Diagram) -> list[int]:
    """Return the nodes without an arrow from an earlier column: nothing fixes their column."""
    fixed = {
        edge.target
        for edge in diagram.edges
        if diagram.nodes[edge.target].column > diagram.nodes[edge.source].column
    }
    return [k for k in range(1, len(diagram.nodes)) if k not in fixed]


def _tip(text: str) -> str:
    """Return a tooltip that DOT shows literally.

    Some versions of dot unescape tooltips twice, so a backslash is replaced by a similar character.
    """
    return literal(text.replace("\\", "\N{REVERSE SOLIDUS OPERATOR}"))
