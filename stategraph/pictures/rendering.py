"""From a graph to a picture: which view, and the diagram or the plot that shows it.

graph ──choice──► view ──► diagram ──draw──► bytes
                     └──► map, profile ──► bytes
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from stategraph.analysis.quotient import VariableQuotient
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.choice import DRAWABLE, FORCED, PLOTS, choose_view, stand_in
from stategraph.pictures.diagram import TITLE, Diagram, coloured, shortened
from stategraph.pictures.drawing import Tell, draw, silent
from stategraph.pictures.drawn_way import DrawnWay, first_drawn
from stategraph.pictures.map import mapped
from stategraph.pictures.node_boards import BOARDED, Boards, boards_of, boards_unasked
from stategraph.pictures.themes import THEMES, Theme
from stategraph.tell.patterns import Reasons

FORMATS = ("svg", "png", "pdf", "dot")


def render(
    graph: ArrayGraph,
    form: str,
    *,
    view: str | None = None,
    describe: Callable[[Any], str] = repr,
    title: str = "",
    boards: Boards | None = None,
    boards_asked: bool = True,
    beyond: Sequence[views.Beyond] = (),
    force: bool = False,
    tell: Tell = silent,
    theme: str = "light",
    goal: str | None = None,
    layout: str | None = None,
    deadline: float = 10.0,
    colour: Mapping[int, float] | Sequence[float] | None = None,
    meaning: str = "number",
    reasons: Reasons | None = None,
    way: DrawnWay | None = None,
    **asked: int,
) -> bytes:
    """Return a picture of `graph`.

    Parameters
    ----------
    form : {"svg", "png", "pdf", "dot"}
    view : one of `VIEWS`, optional
        chosen by the number of states where it is not given
    describe : callable
        gives the words for a state's tooltip
    boards : callable, optional
        gives the drawing of a state, which then stands for its node
    boards_asked : bool
        whether every view is to have them, or only those in which they do unasked
    beyond : sequence of (state, moves)
        states that play never reaches, which are drawn beside the whole graph, by our own layout
    force : bool
        draw a whole graph of up to 20,000 states, though nobody can read it
    tell : callable
        is told in a line what was left out, and which layout had to stand in
    theme, goal, layout, deadline
        as for `draw`
    colour : mapping or sequence of float, optional
        a number for some of the nodes, or one for each: those that stand alone are filled from the
        least to the largest on a scale of colours, whatever their role; of a class of states the
        first one's counts
    meaning : str
        what these numbers are, for the legend of a map
    reasons : callable, optional
        tells in lines why the dead states of a region are dead
    way : DrawnWay, optional
        the way that is drawn thick; by default the first shortest solution, where it is known
    asked : int
        what the view takes: ``slack``; ``state`` and ``radius``

    Raises
    ------
    InputError
        when DOT is asked of a map or a profile, or the theme *distance* of Graphviz, or where the
        view does not show all of the way
    """
    title = shortened(title, TITLE)
    how: dict[str, Any] = dict(theme=theme, goal=goal, layout=layout, deadline=deadline, tell=tell)
    if isinstance(graph.quotient, VariableQuotient):
        if view is not None:
            raise InputError(f"view {view!r} is of states: classes of states have none")
        return draw(_classes(graph, form, title, force, way), form, **how)
    boarded = bool(boards and boards_asked)
    view, why = (
        choose_view(graph, form, diagram=bool(boarded or layout))
        if view is None
        else stand_in(graph, view, form, force)
    )
    if why:
        tell(why)
    if view in PLOTS:
        if view == "profile" and colour is not None:
            tell("a profile shows no single states that could be coloured")
        if layout or goal or boarded:
            tell(f"a {view} is no diagram: layouts, drawn goals and boards are for diagrams")
        return _map_or_profile(
            graph, form, view, describe, title, THEMES[theme], colour, meaning, way
        )
    way = way or first_drawn(graph)
    diagram = _diagram(graph, view, describe, way, asked, reasons)
    if beyond and view == "whole":
        diagram = views.with_beyond(graph, beyond, describe, way)
        how |= dict(layout="layered", goal=goal or "one")
    diagram = _titled(diagram, title)
    if colour is not None:
        diagram = coloured(diagram, colour)
    if boards is not None and boards_asked:
        how["boards"] = boards_of(graph, diagram, boards, tell)
    elif boards is not None and view in BOARDED and form != "dot":
        how["boards"] = boards_unasked(graph, diagram, boards)
    return draw(diagram, form, **how)


def _map_or_profile(
    graph: ArrayGraph,
    form: str,
    view: str,
    describe: Callable[[Any], str],
    title: str,
    look: Theme,
    colour: Mapping[int, float] | Sequence[float] | None,
    meaning: str,
    way: DrawnWay | None,
) -> bytes:
    """Return a view that is no diagram: the map, or the profile."""
    from stategraph.pictures.paint import paint
    from stategraph.pictures.plots.map import draw_map, numbers
    from stategraph.pictures.plots.profile import draw_profile

    if view == "profile":
        return paint(draw_profile(graph, title, look, way), form)
    points, shown = numbers(graph, colour, meaning), mapped(graph) or graph
    if way is not None and shown is not graph:
        way = way.folded(shown)
    return paint(draw_map(shown, title, look, describe, points, way or first_drawn(shown)), form)


def _classes(
    graph: ArrayGraph, form: str, title: str, force: bool, way: DrawnWay | None
) -> Diagram:
    """Return the diagram of a quotient by variables; ``InputError`` where it is too large."""
    most = FORCED if force or form == "dot" else DRAWABLE
    if len(graph) > most:
        raise InputError(
            f"{len(graph):,} classes are too many to draw (at most {most:,}): "
            "agree in fewer variables, or 'stategraph export'"
        )
    return _titled(views.classes(graph.quotient, way or first_drawn(graph)), title)


def _titled(diagram: Diagram, title: str) -> Diagram:
    """Return the diagram with its title, if it has one, before its caption."""
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
    """Return the diagram of a view; None for a map and a profile, which are no diagrams.

    The next best view stands in for one that the graph does not have, and `tell` is told so.
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
    """Return the diagram of a view that the graph has."""
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
