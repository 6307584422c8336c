"""From a graph to a picture: which view, which layout.

    graph ──stand_in──► view ──► diagram ──draw──► SVG ──► PNG     (map and profile: no diagrams)

There are three layouts, from the prettiest to the surest: dot, dot in a hurry, our own. Which one
it is follows from the numbers of nodes and arrows alone, and a PNG is its SVG painted dot by dot:
the same graph gives the same picture in every format, on every machine and whatever else runs
there. Only where dot is not done at the deadline does our own layout stand in, and whoever lands
in that safety net is told. Our own layout, in this process, is linear and takes some seconds at
most; they are kept free for it.
"""

from __future__ import annotations

import base64
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np

from stategraph.analysis import dead_end_cycles, moves_from_start, solutions_known
from stategraph.analysis.quotient import VariableQuotient
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures import views
from stategraph.pictures.diagram import (
    GOALS,
    TITLE,
    Diagram,
    coloured,
    drawn_goals,
    place_goal,
    shortened,
)
from stategraph.pictures.drawn_way import DrawnWay, first_drawn
from stategraph.pictures.map import POINTS, mapped
from stategraph.pictures.themes import THEMES, Theme
from stategraph.rules.drawing import Drawing
from stategraph.tell.patterns import Reasons

FORMATS = ("svg", "png", "pdf", "dot")
LAYOUTS = ("dot", "fast", "layered")
VIEWS = ("whole", "solution", "dead-ends", "around", "components", "chapters", "map", "profile")

# The views that are no diagrams.
PLOTS = ("map", "profile")

# Up to so many states all of them can be read; be drawn at all; be drawn when it is forced.
READABLE, DRAWABLE, FORCED = 500, 2_000, 20_000

# Of more states than this a diagram may be crowded, and is by more boxes than this.
CROWD, CYCLES = 100, 20

# Up to so many boards can stand for nodes, of so many shapes in all, and the views in which they do
# unasked: those that show a few states, each for a reason.
BOARDS, SHAPES, BOARDED = 60, 15_000, ("solution", "dead-ends")

# The longer side of a board that Graphviz draws, in pixels.
SIDE = 120

# (most nodes, most edges) for which dot, and dot in a hurry, take a small part of the deadline.
_SIZES = {"dot": (400, 700), "fast": (700, 1_200)}

# Told of every picture alike, so that whoever draws many can say it once.
NO_DOT = "Graphviz's 'dot' is not installed: drawn with the layout of our own"

# The part of the deadline that is for Graphviz; the rest is for our own layout after it.
SHARE = 0.7

# A strip of more columns than this, few of them with more than this many nodes, is cut into rows.
LONG, THIN = 15, 3

Tell = Callable[[str], None]
Boards = Callable[[Any], Drawing]


def _silent(text: str) -> None:
    """Tell nobody."""


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
    tell: Tell = _silent,
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
    if view is None:
        view, why = choose_view(graph, form, diagram=bool((boards and boards_asked) or layout))
    else:
        view, why = stand_in(graph, view, form, force)
    if why:
        tell(why)
    if view in PLOTS:
        if view == "profile" and colour is not None:
            tell("a profile shows no single states that could be coloured")
        if layout or goal or (boards and boards_asked):
            tell(f"a {view} is no diagram: layouts, drawn goals and boards are for diagrams")
        return _map_or_profile(
            graph, form, view, describe, title, THEMES[theme], colour, meaning, way
        )
    way = way or first_drawn(graph)
    diagram = _diagram(graph, view, describe, way, asked, reasons)
    if beyond and view == "whole":
        diagram = views.with_beyond(graph, beyond, describe, way)
        how |= dict(layout="layered", goal=goal or "one")
    if title:
        diagram = replace(diagram, caption=f"{title}: {diagram.caption}")
    if colour is not None:
        diagram = coloured(diagram, colour)
    pictures = None
    if boards is not None and boards_asked:
        pictures = _boards(graph, diagram, boards, tell)
    elif boards is not None and view in BOARDED and form != "dot":
        pictures = _boards_unasked(graph, diagram, boards)
    return draw(diagram, form, boards=pictures, **how)


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
    diagram = views.classes(graph.quotient, way or first_drawn(graph))
    return replace(diagram, caption=f"{title}: {diagram.caption}") if title else diagram


def choose_view(graph: ArrayGraph, form: str = "svg", diagram: bool = False) -> tuple[str, str]:
    """Return the view that suits a graph by its size, and in words why it is not the whole.

    Of large graphs it is the map or the profile, unless a `diagram` is wanted.
    """
    few = len(graph) <= READABLE
    size = f"{len(graph):,} states {'would crowd' if few else 'are too many to read one by one'}"
    if few and (diagram or form == "dot" or not crowded(graph)):
        return "whole", ""
    if form == "dot" and len(graph) <= FORCED:
        return "whole", ""
    if form == "dot" or (diagram and len(graph) <= DRAWABLE):
        known = graph.goal is not None and solutions_known(graph)
        name = "solution" if known else "dead-ends"
        return name, f"{size}: this is the view '{name}'"
    if len(graph) <= POINTS:
        return "map", f"{size}: this is their map"
    return _plot(graph)


def crowded(graph: ArrayGraph) -> bool:
    """Return whether a diagram of all states would be far taller than wide, or full of boxes.

    It is of more than `CROWD` states where there are more of them in a column than columns, or more
    than `CYCLES` dead-end cycles, each in a box of its own.
    """
    if len(graph) <= CROWD:
        return False
    column = np.bincount(moves_from_start(graph))
    return bool(column.max() > len(column)) or len(dead_end_cycles(graph)) > CYCLES


def _plot(graph: ArrayGraph) -> tuple[str, str]:
    """Return the plot for a graph of too many states for a map of them, and why it is that."""
    size = f"{len(graph):,} states are too many to draw one by one"
    classes = mapped(graph)
    if classes is None:
        return "profile", f"{size}: this is their profile"
    if classes is graph:
        return "map", f"{size}: this is their map"
    return "map", f"{size}: this is the map of their {len(classes):,} classes by walks"


def compose(
    graph: ArrayGraph,
    view: str,
    form: str = "svg",
    *,
    describe: Callable[[Any], str] = repr,
    force: bool = False,
    tell: Tell = _silent,
    **asked: int,
) -> Diagram | None:
    """Return the diagram of a view; None for a map and a profile, which are no diagrams.

    The next best view stands in for one that the graph does not have, and `tell` is told so.
    """
    view, why = stand_in(graph, view, form, force)
    if why:
        tell(why)
    return None if view in PLOTS else _diagram(graph, view, describe, first_drawn(graph), asked)


def stand_in(
    graph: ArrayGraph, view: str, form: str = "svg", force: bool = False
) -> tuple[str, str]:
    """Return the view that a graph has for the one asked, and in words why it is another.

    Raises
    ------
    InputError
        when DOT is asked of what only a map or a profile shows
    """
    if view in ("solution", "chapters"):
        known = solutions_known(graph) if view == "solution" else graph.complete
        if graph.goal is not None and known:
            return view, ""
        lack = "not known to the end" if not graph.complete else "unsolvable"
        return (
            "dead-ends",
            f"the puzzle is {lack}: this is the view 'dead-ends' instead of '{view}'",
        )
    if view in PLOTS and form == "dot":
        raise InputError(f"a {view} is no graph, so it cannot be had as DOT")
    if view == "map":
        return (view, "") if len(graph) <= POINTS else _plot(graph)
    most = FORCED if force or form == "dot" else DRAWABLE
    if view != "whole" or len(graph) <= most:
        return view, ""
    size = f"{len(graph):,} states are too many to draw"
    if form == "dot":
        raise InputError(
            f"{size} (at most {most:,}): choose another --view, or 'stategraph export'"
        )
    more = "" if force or len(graph) > FORCED else "; --force draws them all"
    name, why = _plot(graph)
    return name, f"{why}{more}"


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


def _boards_unasked(graph: ArrayGraph, diagram: Diagram, boards: Boards) -> dict[int, Drawing]:
    """Return the boards of all states that are shown; of too many, of the marked ones."""
    marked = replace(diagram, nodes=[node for node in diagram.nodes if node.marked])
    return _boards(graph, diagram, boards, _silent) or _boards(graph, marked, boards, _silent)


def _boards(graph: ArrayGraph, diagram: Diagram, boards: Boards, tell: Tell) -> dict[int, Drawing]:
    """Return the board of each state that stands alone or as an example, unless too many do."""
    shown = [node.shown for node in diagram.nodes if node.shown >= 0]
    if len(shown) > BOARDS:
        tell(f"boards are drawn for up to {BOARDS} states, not for {len(shown):,}")
        return {}
    if shown and len(boards(graph.state(shown[0])).shapes) * len(shown) > SHAPES:
        tell(f"{len(shown):,} boards of so many shapes are too many to draw")
        return {}
    return {state: boards(graph.state(state)) for state in shown}


# ----------------------------------------------------------------------------------------- draw


def draw(
    diagram: Diagram,
    form: str,
    *,
    theme: str = "light",
    goal: str | None = None,
    boards: Mapping[int, Drawing] | None = None,
    layout: str | None = None,
    deadline: float = 10.0,
    tell: Tell = _silent,
) -> bytes:
    """Return a diagram drawn as "svg", "png" or "pdf", or as the text of Graphviz, "dot".

    Parameters
    ----------
    theme : {"light", "dark", "print", "distance"}
        *distance* is the plot of the Spacewreck document: columns, and its colours
    goal : {"one", "split", "none"}, optional
        how the goal is drawn: as one node, once for every arrow to it, or not at all; by default
        split when many arrows lead to it
    boards : Mapping, optional
        a drawing for some of the states, by their number
    layout : {"dot", "fast", "layered"}, optional
        pins the layout
    deadline : float
        seconds that a picture may take; ``dot`` is ended when most of them are over
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
    made = _by_dot(placed, form, look, boards or {}, layout, deadline, tell)
    if made is None:
        from stategraph.pictures.canvas import ARROWS, SHAPES, draw_diagram
        from stategraph.pictures.paint import paint

        if len(placed.edges) > ARROWS or len(placed.nodes) > SHAPES:
            tell(f"{len(placed.edges):,} moves are drawn as plain lines, without their labels")
        made = paint(draw_diagram(placed, look, boards or {}), form)
    return made


def _by_dot(
    diagram: Diagram,
    form: str,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str | None,
    deadline: float,
    tell: Tell,
) -> bytes | None:
    """Return the picture that Graphviz makes; None where our own layout is to make it."""
    chosen = layout or _layout(diagram)
    if theme is THEMES["distance"] or chosen == "layered":
        return None
    from stategraph.pictures.dot import NoPictureError, has_dot

    if not has_dot():
        tell(NO_DOT)
        return None
    try:
        made = _try_dot(
            diagram, "pdf" if form == "pdf" else "svg", theme, boards, chosen, SHARE * deadline
        )
    except NoPictureError as error:
        tell(f"layout {chosen!r} {error}")
        return None
    if form == "png":
        from stategraph.pictures.raster import png

        return png(made)
    return made


def _layout(diagram: Diagram) -> str:
    """Return the layout for a diagram of its size."""
    nodes = sum(node.states > 0 for node in diagram.nodes)  # goals drawn again are easy to place
    columns = 1 + max(node.column for node in diagram.nodes)
    if columns > LONG and nodes < THIN * columns:
        return "layered"
    fitting = (
        name
        for name, (most, edges) in _SIZES.items()
        if nodes <= most and len(diagram.edges) <= edges
    )
    return next(fitting, "layered")


def _try_dot(
    diagram: Diagram,
    form: str,
    theme: Theme,
    boards: Mapping[int, Drawing],
    layout: str,
    seconds: float,
) -> bytes:
    """Return the picture by one of Graphviz's layouts, or raise `NoPictureError`."""
    from stategraph.pictures.dot import FailedError, dot_text, run_dot

    with tempfile.TemporaryDirectory(prefix="stategraph-") as folder:
        images = _images(boards, form, folder)
        end = time.monotonic() + seconds  # for the layout, however long the boards took

        def run(loose: bool) -> bytes:
            text = dot_text(diagram, layout == "fast", loose, theme, images)
            return run_dot(text, form, max(0.001, end - time.monotonic()), folder)

        try:
            made = run(loose=False)
        except FailedError:  # is cured by looser labels; a lack of time is not
            made = run(loose=True)
    if form == "svg":
        for state, name in images.items():
            picture = base64.b64encode(boards[state].svg().encode())
            made = made.replace(
                f'"{name}"'.encode(), b'"data:image/svg+xml;base64,' + picture + b'"'
            )
    return made


def _images(boards: Mapping[int, Drawing], form: str, folder: str) -> dict[int, str]:
    """Write the boards as images and return their names.

    Of an SVG, into which they are written afterwards, Graphviz only measures them.
    """
    from stategraph.pictures.boards import board_picture
    from stategraph.pictures.raster import blank, png

    names = {state: f"board{state}.png" for state in boards}
    for state, name in names.items():
        board = board_picture(boards[state], "svg", SIDE)
        made = blank(board, dots=1) if form == "svg" else png(board, dots=1)
        Path(folder, name).write_bytes(made)
    return names
