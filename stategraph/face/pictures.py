"""Pictures of state graphs, and boards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError
from stategraph.face.level_arguments import Levelled, level_of, only_one, state_of
from stategraph.face.states import path_after
from stategraph.face.whole_level import expand
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph
from stategraph.readable import Record

if TYPE_CHECKING:
    from stategraph.pictures import Picture
    from stategraph.rules.drawing import Drawing


def draw(
    graph: Any,
    path: str | os.PathLike[str] | None = None,
    *,
    view: str | None = None,
    boards: bool = False,
    **how: Any,
) -> Picture:
    """Draw a state graph, a subgraph or a view as a picture that notebooks display.

    Parameters
    ----------
    graph : StateGraph, ``graph.subgraph(...)``, Diagram, or a level as `expand` takes
    path : optional
        file to write as well: a name that ends in .svg, .png, .pdf or .dot
    view : str, optional
        "whole", "solution", "dead-ends", "around", "components", "chapters", "map" or "profile"; by
        default chosen by the size
    boards : bool
        whether states are drawn as boards
    how
        ``colour``: a number per state, or per node in a mapping, or a name as in ``--colour``;
        ``meaning``: the description of these numbers; ``theme``, ``goal``, ``layout``,
        ``deadline``, ``title``, ``force``; ``way``: moves or a `GraphPath` to highlight
        instead of the first shortest solution; for *solution* ``slack``; for *around* ``state``
        (a node) or ``after`` (moves), and ``radius``

    Returns
    -------
    Picture
        ``data`` in bytes and its ``form``: "svg", or the format of `path`

    Raises
    ------
    InputError
        if the format or the view is not available
    OutputError
        if the file cannot be written

    Examples
    --------
    >>> draw("spacewreck/eight-rooms", view="dead-ends").form
    'svg'
    """
    from stategraph.pictures import FORMATS, Diagram, Picture, render
    from stategraph.pictures import draw as draw_diagram
    from stategraph.pictures.options import Options, check_options, is_part, part_of

    form = "svg" if path is None else Path(path).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        ends = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"{path}: the name must end in {ends}")
    part = isinstance(graph, Diagram) or is_part(graph)
    check_options(part, view, boards, how)
    only_one(state=how.get("state"), after=how.get("after"))
    if not part:
        graph = expand(graph)
        level, how = level_of(graph), _settled(graph, view, how)
        how = {"title": level.title, "describe": level.describe, "view": view, **how}
        how |= {"boards": level.draw} if boards else {}
        picture = Picture(render(graph, form, Options(**how)), form)
    elif isinstance(graph, Diagram):
        picture = Picture(draw_diagram(graph, form, **how), form)
    else:
        diagram = part_of(graph, level_of(graph._graph).describe)
        picture = Picture(draw_diagram(diagram, form, **how), form)
    if path is not None:
        picture.save(path)
    return picture


def _settled(graph: StateGraph, view: str | None, options: Record) -> Record:
    """Return the options of `draw` after replacing names by nodes, numbers and paths."""
    from stategraph.analysis.lifting import project
    from stategraph.analysis.variable_quotient import variable_quotient
    from stategraph.pictures.highlighted_path import HighlightedPath
    from stategraph.pictures.options import colours

    if "colour" in options:
        if isinstance(options["colour"], str):
            options.setdefault("meaning", options["colour"])
        options["colour"] = colours(graph, options["colour"], view)
    if after := options.pop("after", None):
        options["state"] = path_after(graph, after).nodes[-1]
    if path := options.get("way"):
        by_variables = variable_quotient(graph) is not None  # the path has single states
        if isinstance(path, str):
            path = path_after(graph.real if by_variables else graph, path)
        options["way"] = HighlightedPath(
            project(graph, path) if by_variables else path, path.labels, "requested path"
        )
    return options


def board(level: Levelled, state: object = None, *, after: str = "") -> Drawing:
    """Draw the board of a state as a picture that notebooks display.

    Parameters
    ----------
    level : Level, str, Puzzle or StateGraph
        a level as for `expand`
    state : State or int, optional
        a state, or its number in a graph; by default the start, or the state after `after`
    after : str
        moves from the start

    Returns
    -------
    Drawing
        ``svg()`` returns it as text

    Raises
    ------
    MovesError
        if the moves cannot be played

    Examples
    --------
    >>> board("psychopath/first-push", after="R").svg()[:4]
    '<svg'
    """
    from stategraph.laws.typed_solutions import play

    only_one(state=None if state is None else True, after=after)
    if isinstance(level, ArrayGraph) and type(state) is int:
        state = level.state(level.check(state))
    level = level_of(level)
    if state is None:
        state = play(level.puzzle, level.family.labels(after)).states[-1]
    return level.draw(state_of(level, state))
