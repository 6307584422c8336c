"""Rendering of a graph: the choice of a view, and its diagram or plot.

graph ──choice──► view ──► diagram ──draw──► bytes
                     └──► map, profile ──► bytes
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from stategraph.analysis.variable_quotient import VariableQuotient, variable_quotient
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.diagram import MAX_TITLE_LENGTH, Diagram, coloured, shortened
from stategraph.pictures.highlighted_path import HighlightedPath, default_highlight
from stategraph.pictures.layout_choice import Tell, draw, silent
from stategraph.pictures.map import mapped
from stategraph.pictures.node_boards import BOARDED, Describe, boards_of, boards_unasked
from stategraph.pictures.options import DEFAULTS, Options
from stategraph.pictures.picture import converted
from stategraph.pictures.themes import THEMES
from stategraph.pictures.view_choice import DRAWABLE, FORCED, PLOTS, choose_view, stand_in
from stategraph.readable import Record
from stategraph.tell.dead_regions import Reasons

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
    options = replace(options, title=shortened(options.title, MAX_TITLE_LENGTH))
    view, tell, boards = options.view, options.tell, options.boards
    how: Record = dict(
        theme=options.theme,
        goal=options.goal,
        layout=options.layout,
        deadline=options.deadline,
        tell=tell,
    )
    if (classes := variable_quotient(graph)) is not None:
        if view is not None:
            raise InputError(f"view {view!r} is of states: classes of states have none")
        return draw(_classes(graph, classes, form, options), form, **how)
    boarded = bool(boards and options.boards_asked)
    view, why = (
        choose_view(graph, form, diagram=bool(boarded or options.layout))
        if view is None
        else stand_in(graph, view, form, options.force)
    )
    if why:
        tell(why)
    if view in PLOTS:
        if view == "profile" and options.colour is not None:
            tell("a profile shows no single states that could be coloured")
        if options.layout or options.goal or boarded:
            tell(f"a {view} is not a diagram: layouts, drawn goals and boards are for diagrams")
        return _map_or_profile(graph, form, view, options)
    highlight = options.way or default_highlight(graph)
    diagram = _diagram(graph, view, options.describe, highlight, options.of_view(), options.reasons)
    if options.beyond and view == "whole":
        diagram = views.with_beyond(graph, options.beyond, options.describe, highlight)
        how |= dict(layout="layered", goal=options.goal or "one")
    diagram = _titled(diagram, options.title)
    if options.colour is not None:
        diagram = coloured(diagram, options.colour)
    if boards is not None and options.boards_asked:
        how["boards"] = boards_of(graph, diagram, boards, tell)
    elif boards is not None and view in BOARDED and form != "dot":
        how["boards"] = boards_unasked(graph, diagram, boards)
    return draw(diagram, form, **how)


def _map_or_profile(graph: ArrayGraph, form: str, view: str, options: Options) -> bytes:
    """Return a view that is not a diagram: the map, or the profile."""
    from stategraph.pictures.plots.map import draw_map, numbers
    from stategraph.pictures.plots.profile import draw_profile

    title, look, highlight = options.title, THEMES[options.theme], options.way
    if view == "profile":
        return converted(draw_profile(graph, title, look, highlight).svg().encode(), form)
    points, map_graph = numbers(graph, options.colour, options.meaning), mapped(graph) or graph
    if highlight is not None and map_graph is not graph:
        highlight = highlight.projected(map_graph)
    highlight = highlight or default_highlight(map_graph)
    scene = draw_map(map_graph, title, look, options.describe, points, highlight)
    return converted(scene.svg().encode(), form)


def _classes(graph: ArrayGraph, quotient: VariableQuotient, form: str, options: Options) -> Diagram:
    """Return the diagram of a quotient by variables; raise ``InputError`` if it is too large."""
    most = FORCED if options.force or form == "dot" else DRAWABLE
    if len(graph) > most:
        raise InputError(
            f"{len(graph):,} classes are too many to draw (at most {most:,}): "
            "agree in fewer variables, or 'stategraph export'"
        )
    highlight = options.way or default_highlight(graph)
    return _titled(views.classes(quotient, highlight), options.title)


def _titled(diagram: Diagram, title: str) -> Diagram:
    """Return the diagram with a title before its caption."""
    return replace(diagram, caption=f"{title}: {diagram.caption}") if title else diagram


def compose(
    graph: ArrayGraph,
    view: str,
    form: str = "svg",
    *,
    describe: Describe = repr,
    force: bool = False,
    tell: Tell = silent,
    **view_options: int,
) -> Diagram | None:
    """Return the diagram of a view, or None for a map or a profile, which are not diagrams.

    If the view is impossible, another view replaces it, and `tell` is called with the reason.
    """
    view, why = stand_in(graph, view, form, force)
    if why:
        tell(why)
    return (
        None
        if view in PLOTS
        else _diagram(graph, view, describe, default_highlight(graph), view_options)
    )


def _diagram(
    graph: ArrayGraph,
    view: str,
    describe: Describe,
    highlight: HighlightedPath | None,
    view_options: Mapping[str, int],
    reasons: Reasons | None = None,
) -> Diagram:
    """Return the diagram of a view that is known to be possible."""
    if view == "solution":
        return views.solution(graph, describe, highlight, **view_options)
    if view == "around":
        return views.around(graph, describe, highlight, **view_options)
    if view == "dead-ends":
        return views.dead_ends(graph, describe, highlight, reasons=reasons)
    plain = {
        "whole": views.whole,
        "components": views.components,
        "chapters": views.chapters,
    }
    return plain[view](graph, describe, highlight)
