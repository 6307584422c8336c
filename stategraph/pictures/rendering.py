"""Rendering of a graph: the choice of a view, and its diagram or plot.

graph ──choice──► view ──► diagram ──draw──► bytes
                     └──► map, profile ──► bytes
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from stategraph.analysis.quotient import VariableQuotient, variable_quotient
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.diagram import TITLE, Diagram, coloured, shortened
from stategraph.pictures.drawing import Tell, draw, silent
from stategraph.pictures.highlighted_path import DrawnWay, first_drawn
from stategraph.pictures.map import mapped
from stategraph.pictures.node_boards import BOARDED, boards_of, boards_unasked
from stategraph.pictures.options import DEFAULTS, Options
from stategraph.pictures.picture import converted
from stategraph.pictures.themes import THEMES
from stategraph.pictures.view_choice import DRAWABLE, FORCED, PLOTS, choose_view, stand_in
from stategraph.readable import Record
from stategraph.tell.patterns import Reasons

FORMATS = ("svg", "png", "pdf", "dot")


def render(graph: ArrayGraph, form: str, options: Options = DEFAULTS) -> bytes:
    """Return a picture of `graph`.

    Parameters
    ----------
    form : {"svg", "png", "pdf", "dot"}
    options : Options, optional

    Raises
    ------
    InputError
        if DOT is requested for a map or a profile, or the theme *distance* with Graphviz, or if the
        view cannot show the whole highlighted path
    """
    asked = replace(options, title=shortened(options.title, TITLE))
    view, tell, boards = asked.view, asked.tell, asked.boards
    how: Record = dict(
        theme=asked.theme, goal=asked.goal, layout=asked.layout, deadline=asked.deadline, tell=tell
    )
    if (classes := variable_quotient(graph)) is not None:
        if view is not None:
            raise InputError(f"view {view!r} is of states: classes of states have none")
        return draw(_classes(graph, classes, form, asked), form, **how)
    boarded = bool(boards and asked.boards_asked)
    view, why = (
        choose_view(graph, form, diagram=bool(boarded or asked.layout))
        if view is None
        else stand_in(graph, view, form, asked.force)
    )
    if why:
        tell(why)
    if view in PLOTS:
        if view == "profile" and asked.colour is not None:
            tell("a profile shows no single states that could be coloured")
        if asked.layout or asked.goal or boarded:
            tell(f"a {view} is not a diagram: layouts, drawn goals and boards are for diagrams")
        return _map_or_profile(graph, form, view, asked)
    way = asked.way or first_drawn(graph)
    diagram = _diagram(graph, view, asked.describe, way, asked.of_view(), asked.reasons)
    if asked.beyond and view == "whole":
        diagram = views.with_beyond(graph, asked.beyond, asked.describe, way)
        how |= dict(layout="layered", goal=asked.goal or "one")
    diagram = _titled(diagram, asked.title)
    if asked.colour is not None:
        diagram = coloured(diagram, asked.colour)
    if boards is not None and asked.boards_asked:
        how["boards"] = boards_of(graph, diagram, boards, tell)
    elif boards is not None and view in BOARDED and form != "dot":
        how["boards"] = boards_unasked(graph, diagram, boards)
    return draw(diagram, form, **how)


def _map_or_profile(graph: ArrayGraph, form: str, view: str, asked: Options) -> bytes:
    """Return a view that is not a diagram: the map, or the profile."""
    from stategraph.pictures.plots.map import draw_map, numbers
    from stategraph.pictures.plots.profile import draw_profile

    title, look, way = asked.title, THEMES[asked.theme], asked.way
    if view == "profile":
        return converted(draw_profile(graph, title, look, way).svg().encode(), form)
    points, shown = numbers(graph, asked.colour, asked.meaning), mapped(graph) or graph
    if way is not None and shown is not graph:
        way = way.folded(shown)
    way = way or first_drawn(shown)
    made = draw_map(shown, title, look, asked.describe, points, way)
    return converted(made.svg().encode(), form)


def _classes(graph: ArrayGraph, quotient: VariableQuotient, form: str, asked: Options) -> Diagram:
    """Return the diagram of a quotient by variables; ``InputError`` where it is too large."""
    most = FORCED if asked.force or form == "dot" else DRAWABLE
    if len(graph) > most:
        raise InputError(
            f"{len(graph):,} classes are too many to draw (at most {most:,}): "
            "agree in fewer variables, or 'stategraph export'"
        )
    way = asked.way or first_drawn(graph)
    return _titled(views.classes(quotient, way), asked.title)


def _titled(diagram: Diagram, title: str) -> Diagram:
    """Return the diagram with a title before its caption."""
    return replace(diagram, caption=f"{title}: {diagram.caption}") if title else diagram


def compose(
    graph: ArrayGraph,
    view: str,
    form: str = "svg",
    *,
    describe: Callable[[Any], str] = repr,
    force: bool = False,
    tell: Tell = silent,
    **asked: int,
) -> Diagram | None:
    """Return the diagram of a view; None for a map and a profile, which are not diagrams.

    An impossible view is replaced by the next best one, and `tell` is called with the reason.
    """
    view, why = stand_in(graph, view, form, force)
    if why:
        tell(why)
    return None if view in PLOTS else _diagram(graph, view, describe, first_drawn(graph), asked)


def _diagram(
    graph: ArrayGraph,
    view: str,
    describe: Callable[[Any], str],
    way: DrawnWay | None,
    asked: Mapping[str, int],
    reasons: Reasons | None = None,
) -> Diagram:
    """Return the diagram of a possible view."""
    if view == "solution":
        return views.solution(graph, describe, way, **asked)
    if view == "around":
        return views.around(graph, describe, way, **asked)
    if view == "dead-ends":
        return views.dead_ends(graph, describe, way, reasons=reasons)
    plain = {
        "whole": views.whole,
        "components": views.components,
        "chapters": views.chapters,
    }
    return plain[view](graph, describe, way)
