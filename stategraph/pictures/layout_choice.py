"""Diagrams drawn in one of three layouts: dot, fast dot, built-in.

    diagram ──► goal placed ──► dot, or built-in ──► SVG ──► PNG, PDF

The layout depends only on the numbers of nodes and arrows, and PNG and PDF are made from SVG. So
the same graph gives the same picture in every format, on every machine and under any load. There is
one exception: if dot misses its deadline, the built-in layout is used, and a message says so. The
built-in layout runs in this process, takes linear time and at most some seconds. Part of the
deadline is reserved for it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from stategraph.errors import InputError
from stategraph.pictures.diagram import GOALS, Diagram, drawn_goals, place_goal
from stategraph.pictures.picture import converted
from stategraph.pictures.themes import THEMES, Theme
from stategraph.rules.drawing import Drawing

LAYOUTS = ("dot", "fast", "layered")

# share of the deadline for Graphviz; the rest is reserved for the built-in layout
GRAPHVIZ_SHARE = 0.7

# maximum (nodes, edges) that dot, or fast dot, can lay out in a small part of the deadline
_SIZES = {"dot": (400, 700), "fast": (700, 1_200)}

# constant text, so that a caller can log it only once
NO_DOT = "Graphviz's 'dot' is not installed: drawn with the built-in layout"

# A diagram with more than STRIP_COLUMNS columns, and fewer than STRIP_NODES nodes per column on
# average, is a strip: the built-in layout cuts it into rows.
STRIP_COLUMNS, STRIP_NODES = 15, 3

Tell = Callable[[str], None]


def silent(text: str) -> None:
    """Ignore a message."""


def draw(
    diagram: Diagram,
    form: str,
    *,
    theme: str = "light",
    goal: str | None = None,
    boards: Mapping[int, Drawing] | None = None,
    layout: str | None = None,
    deadline: float = 10.0,
    tell: Tell = silent,
) -> bytes:
    """Return a diagram drawn as "svg", "png" or "pdf", or as Graphviz text, "dot".

    Parameters
    ----------
    diagram : Diagram
    form : {"svg", "png", "pdf", "dot"}
    theme : {"light", "dark", "print", "distance"}
        *distance* imitates the plot in the Spacewreck document, with its columns and colours
    goal : {"one", "split", "none"}, optional
        whether the goal is one node, one copy per arrow to it, or left out; by default
        split if many arrows lead to it
    boards : Mapping, optional
        drawings of some states, by state number
    layout : {"dot", "fast", "layered"}, optional
        fixes the layout
    deadline : float
        time limit for the picture in seconds, most of it for ``dot``
    tell : callable
        is called with messages about a replaced layout
    """
    if theme == "distance" and (form == "dot" or layout in ("dot", "fast")):
        raise InputError("the style 'distance' is drawn by our own layout, not by Graphviz")
    assert goal is None or goal in GOALS
    placed = place_goal(diagram, goal or drawn_goals(diagram))
    look = THEMES[theme]
    if form == "dot":
        from stategraph.pictures.dot import dot_text

        if boards:
            tell("the boards are in pictures only, not in DOT")
        return dot_text(placed, theme=look).encode()
    svg = _by_dot(placed, look, boards or {}, layout, deadline, tell)
    if svg is None:
        from stategraph.pictures.builtin_diagram import MAX_ARROWS, MAX_SHAPES, draw_diagram

        if len(placed.edges) > MAX_ARROWS or len(placed.nodes) > MAX_SHAPES:
            tell(f"{len(placed.edges):,} moves are drawn as plain lines, without their labels")
        svg = draw_diagram(placed, look, boards or {}).svg().encode()
    return converted(svg, form)


def _by_dot(
    diagram: Diagram,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str | None,
    deadline: float,
    tell: Tell,
) -> bytes | None:
    """Return the SVG that Graphviz draws, or None if the built-in layout must be used."""
    chosen = layout or _layout(diagram)
    if theme is THEMES["distance"] or chosen == "layered":
        return None
    from stategraph.pictures.graphviz_layout import NoPictureError, graphviz_svg, has_dot

    if not has_dot():
        tell(NO_DOT)
        return None
    try:
        return graphviz_svg(diagram, theme, boards, chosen, GRAPHVIZ_SHARE * deadline)
    except NoPictureError as error:
        tell(f"layout {chosen!r} {error}")
        return None


def _layout(diagram: Diagram) -> str:
    """Return the default layout of a diagram, by its numbers of nodes and arrows."""
    nodes = sum(node.states > 0 for node in diagram.nodes)  # copies of the goal are easy to place
    columns = 1 + max(node.column for node in diagram.nodes)
    if columns > STRIP_COLUMNS and nodes < STRIP_NODES * columns:
        return "layered"
    fitting = (
        name
        for name, (most, edges) in _SIZES.items()
        if nodes <= most and len(diagram.edges) <= edges
    )
    return next(fitting, "layered")
