"""Which picture, and by whom it is laid out: the ladder from the prettiest layout to the surest.

    dot → dot in a hurry → our own layered layout;  above 2,000 states: the profile

The rung follows from the numbers of nodes and edges alone, so that the same graph gives the same
picture on every machine; the deadline is a safety net, and whoever lands in it is told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.errors import InputError
from stategraph.graph import StateGraph
from stategraph.pictures.diagram import Diagram, whole

__all__ = ["FORMATS", "LAYOUTS", "render"]

FORMATS = ("svg", "png", "pdf", "dot")
LAYOUTS = ("dot", "fast", "layered")
STYLES = ("roles", "distance")

# Above so many states a picture of nodes and lines tells nothing.
DRAWABLE = 2_000

# (most nodes, most edges) for which dot, and dot in a hurry, are tried.
_RUNGS = {"dot": (400, 900), "fast": (1_000, 2_500)}


def render(
    graph: StateGraph,
    form: str,
    *,
    describe: Callable[[Any], str] = repr,
    title: str = "",
    style: str = "roles",
    layout: str | None = None,
    deadline: float = 10.0,
    tell: Callable[[str], None] = lambda text: None,
) -> bytes:
    """Return a picture of `graph`.

    Parameters
    ----------
    form : {"svg", "png", "pdf", "dot"}
    describe : callable
        gives the words for a state's tooltip
    style : {"roles", "distance"}
        *distance* is the plot of the Spacewreck document: columns, and its colours
    layout : {"dot", "fast", "layered"}, optional
        pins a rung of the ladder
    deadline : float
        seconds that ``dot`` may take in all
    tell : callable
        is told in a line what was left out, and which layout had to stand in

    Raises
    ------
    InputError
        when DOT is asked of a graph that is too large to draw, or of the style *distance*
    """
    if style == "distance" and (form == "dot" or layout in ("dot", "fast")):
        raise InputError("--style distance is drawn by our own layout, not by Graphviz")
    if len(graph) > DRAWABLE:
        if form == "dot":
            raise InputError(f"{len(graph):,} states are too many for DOT (at most {DRAWABLE:,})")
        from stategraph.pictures.profile import draw_profile

        tell(f"{len(graph):,} states are too many to draw one by one: this is their profile")
        return draw_profile(graph, form, title)
    diagram = whole(graph, describe, title)
    if form == "dot":
        from stategraph.pictures.dot import dot_text

        return dot_text(diagram).encode()
    made = _by_dot(diagram, form, style, layout, deadline, tell)
    if made is None:
        from stategraph.pictures.layered import ARROWS, draw_layered

        if len(diagram.edges) > ARROWS:
            tell(f"{len(diagram.edges):,} moves are drawn as plain lines, without their labels")
        made = draw_layered(diagram, form, style)
    return made


def _by_dot(
    diagram: Diagram,
    form: str,
    style: str,
    layout: str | None,
    deadline: float,
    tell: Callable[[str], None],
) -> bytes | None:
    """Return the picture that Graphviz makes; None where our own layout is to make it."""
    rungs = [layout] if layout else [rung for rung in _RUNGS if _fits(diagram, rung)]
    if style == "distance" or not rungs or rungs == ["layered"]:
        return None
    from stategraph.pictures.dot import has_dot

    if not has_dot():
        tell("Graphviz's 'dot' is not installed: drawn with the layout of our own")
        return None
    for rung in rungs:
        made = _try_dot(diagram, form, rung, deadline / len(rungs))
        if isinstance(made, bytes):
            return made
        tell(f"layout {rung!r} {made}")
    return None


def _try_dot(diagram: Diagram, form: str, rung: str, seconds: float) -> bytes | str:
    """Return the picture by one of Graphviz's rungs, or why it did not work."""
    from stategraph.pictures.dot import FAILED, dot_text, run_dot

    made: bytes | str = FAILED
    for loose in (False, True):  # a failure, but not a lack of time, is cured by looser labels
        if made == FAILED:
            made = run_dot(dot_text(diagram, fast=rung == "fast", loose=loose), form, seconds)
    return made


def _fits(diagram: Diagram, rung: str) -> bool:
    nodes, edges = _RUNGS[rung]
    return len(diagram.nodes) <= nodes and len(diagram.edges) <= edges
