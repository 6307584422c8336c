"""Diagrams in Graphviz's DOT language, laid out by its program ``dot`` where that is installed."""

from __future__ import annotations

import re
import shutil
import subprocess

import graphviz

from stategraph.pictures.diagram import Diagram, Edge, Node

__all__ = ["FAILED", "dot_text", "run_dot", "has_dot"]

FAILED = "failed"

GREY, LIGHT_BLUE, ORANGE, DANGER = "#8a8f98", "#dcecf9", "#e08a00", "#a50f15"

_NODE = {
    "start": dict(shape="house", fillcolor="#7fd17f", color="#1a6b1a"),
    "goal": dict(shape="doublecircle", fillcolor="#f4b6b6", color="#b30000"),
    "alive": dict(shape="ellipse", fillcolor=LIGHT_BLUE, color="#4a78a8"),
    "dead": dict(shape="ellipse", fillcolor="#d4d4d4", color=GREY, fontcolor="#404040"),
    "stuck": dict(shape="box", fillcolor="#b8b8b8", color="#404040", fontcolor="#202020"),
    "open": dict(shape="ellipse", style="filled,dotted", fillcolor="#ffffff", color=GREY),
}
_EDGE = {
    "solution": dict(color=ORANGE, penwidth="4", fontcolor="#a35f00", fontname="DejaVu Sans Bold"),
    "trap": dict(color=DANGER, style="dashed", penwidth="1.6", fontcolor=DANGER),
    "dead": dict(color="#b0b0b0", fontcolor="#808080"),
    "alive": dict(color="#6f7f8f", fontcolor="#505860"),
}
# What makes dot give up beauty for speed.
_FAST = dict(nslimit="1", nslimit1="1", mclimit="0.1", splines="line")


def dot_text(diagram: Diagram, fast: bool = False, loose: bool = False) -> str:
    """Return a diagram in DOT: left to right, one column for each number of moves from the start.

    The order of nodes and edges is that of the diagram, so the same diagram gives the same text.
    With `loose`, the labels of moves that do not lead to the next column are placed last: they lie
    a little off, and dot, which fails on some graphs otherwise, does not.
    """
    made = graphviz.Digraph("stategraph")
    made.attr(
        "graph",
        rankdir="LR",
        newrank="true",
        label=_plain(diagram.caption),
        labelloc="b",
        fontsize="11",
    )
    made.attr("graph", fontname="DejaVu Sans", nodesep="0.18", ranksep="0.45", bgcolor="white")
    if fast:
        made.attr("graph", **_FAST)
    made.attr(
        "node", style="filled", fontname="DejaVu Sans", fontsize="10", width="0.4", height="0.3"
    )
    made.attr("node", margin="0.06,0.03")
    made.attr("edge", fontname="DejaVu Sans", fontsize="9", arrowsize="0.6")
    for box, title in enumerate(diagram.boxes):
        with made.subgraph(name=f"cluster_{box}") as part:
            part.attr(
                label=title, style="rounded,dashed", color=GREY, fontsize="9", fontcolor="#404040"
            )
            for k, node in enumerate(diagram.nodes):
                if node.box == box:
                    _add_node(part, k, node)
    for k, node in enumerate(diagram.nodes):
        if node.box < 0:
            _add_node(made, k, node)
    for edge in diagram.edges:
        _add_edge(made, diagram, edge, loose)
    return made.source


def _add_node(made: graphviz.Digraph, k: int, node: Node) -> None:
    style = dict(_NODE[node.role])
    if node.marked:
        style["penwidth"] = "3"
        if node.role == "alive":
            style["color"] = ORANGE
    made.node(f"n{k}", _plain(node.text), tooltip=_tip(node.tooltip), **style)


def _add_edge(made: graphviz.Digraph, diagram: Diagram, edge: Edge, loose: bool) -> None:
    style: dict[str, str] = dict(_EDGE[edge.role])
    source, target = diagram.nodes[edge.source], diagram.nodes[edge.target]
    if target.column != source.column + 1:
        style["constraint"] = "false"  # columns are moves from the start, whatever leads back
    late = loose and "constraint" in style
    style["xlabel" if late else "label"] = _plain(edge.label)
    tip = _tip(f"{source.tooltip}\n{edge.label}\n{target.tooltip}")
    made.edge(f"n{edge.source}", f"n{edge.target}", tooltip=tip, labeltooltip=tip, **style)


def _plain(text: str) -> str:
    """Return a label that DOT shows as it stands: no escapes, no entities, no HTML."""
    return graphviz.nohtml(text.replace("&", "&amp;").replace("\\", r"\\"))


def _tip(text: str) -> str:
    """Return a tooltip that DOT shows as it stands.

    Some versions of dot take escapes out of tooltips twice: a look-alike stands for the backslash.
    """
    return _plain(text.replace("\\", "\N{REVERSE SOLIDUS OPERATOR}"))


def has_dot() -> bool:
    """Return whether Graphviz's ``dot`` is installed."""
    return shutil.which("dot") is not None


def run_dot(text: str, form: str, seconds: float) -> bytes | str:
    """Return DOT `text` drawn as "svg", "png" or "pdf", or in words why that did not work.

    ``dot`` runs in a child process that is ended at the deadline.
    """
    resolution = ["-Gdpi=144"] if form == "png" else []
    try:
        done = subprocess.run(
            ["dot", f"-T{form}", *resolution],
            input=text.encode(),
            capture_output=True,
            timeout=seconds,
        )
    except subprocess.TimeoutExpired:
        return f"did not finish in {seconds:g} s"
    except OSError as error:
        return f"could not be run: {error.strerror}"
    if done.returncode or not done.stdout:
        return FAILED
    return _undated(done.stdout) if form == "pdf" else done.stdout


def _undated(pdf: bytes) -> bytes:
    """Return a PDF whose dates are all the same, of the length they had."""

    def blank(found: re.Match[bytes]) -> bytes:
        return (
            found[1] + b"(" + b"D:19700101000000Z00'00"[: len(found[2])].ljust(len(found[2])) + b")"
        )

    return re.sub(rb"(/(?:CreationDate|ModDate) )\(([^)]*)\)", blank, pdf)
