"""Pictures of state graphs, and boards."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError
from stategraph.face.given import Levelled, level_of, only_one, state_of
from stategraph.face.levels import expand
from stategraph.face.states import way_after
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph

if TYPE_CHECKING:
    from stategraph.pictures import Picture
    from stategraph.rules.drawing import Drawing


def draw(
    graph: Any,
    path: str | os.PathLike | None = None,
    *,
    view: str | None = None,
    boards: bool = False,
    **how: Any,
) -> Picture:
    """Return a picture of a state graph, of a part or a view of one; a notebook shows it.

    Parameters
    ----------
    graph : StateGraph, ``graph.subgraph(...)``, Diagram, or a level as `expand` takes
    path : optional
        where to write it, too: a name that ends in .svg, .png, .pdf or .dot
    view : str, optional
        "whole", "solution", "dead-ends", "around", "components", "chapters", "map" or "profile"; by
        default one that suits the size
    boards : bool
        whether states are drawn as boards
    how
        ``colour``, a number for each state, or for some by node, shown as its colour, or the name
        of such numbers, as ``--colour`` has it; ``meaning``, what they are; ``theme``, ``goal``,
        ``layout``, ``deadline``, ``title``, ``force``; ``way``, moves that are drawn thick instead
        of the first shortest solution, or a `Way`; of *solution* ``slack``, of *around* ``state``
        (a node) or ``after`` (moves) and ``radius``

    Raises
    ------
    InputError
        when the format or the view is not to be had
    OutputError
        when the file cannot be written

    >>> draw("spacewreck/eight-rooms", view="dead-ends").form
    'svg'
    """
    from stategraph.pictures import FORMATS, Diagram, Picture, asked, render
    from stategraph.pictures import draw as draw_diagram

    form = "svg" if path is None else Path(path).suffix.lower().removeprefix(".")
    if form not in FORMATS:
        ends = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"{path}: the name must end in {ends}")
    part = isinstance(graph, Diagram) or asked.is_part(graph)
    asked.check_asked(part, view, boards, how)
    only_one(state=how.get("state"), after=how.get("after"))
    if not part:
        graph = expand(graph)
        level, how = level_of(graph), _settled(graph, view, how)
        how = {"title": level.title, "describe": level.describe, "view": view, **how}
        how |= {"boards": level.draw} if boards else {}
        made = Picture(render(graph, form, **how), form)
    elif isinstance(graph, Diagram):
        made = Picture(draw_diagram(graph, form, **how), form)
    else:
        diagram = asked.part_of(graph, level_of(graph._graph).describe)
        made = Picture(draw_diagram(diagram, form, **how), form)
    if path is not None:
        made.save(path)
    return made


def _settled(graph: StateGraph, view: str | None, how: dict[str, Any]) -> dict[str, Any]:
    """Return what `draw` was asked for a graph, with nodes, numbers and ways for their names."""
    from stategraph.pictures import asked
    from stategraph.pictures.drawn_way import DrawnWay

    if "colour" in how:
        if isinstance(how["colour"], str):
            how.setdefault("meaning", how["colour"])
        how["colour"] = asked.colours(graph, how["colour"], view)
    if after := how.pop("after", None):
        how["state"] = way_after(graph, after).nodes[-1]
    if way := how.get("way"):
        way = way_after(graph, way) if isinstance(way, str) else way
        how["way"] = DrawnWay(way, way.labels, "way asked for")
    return how


def board(level: Levelled, state: Any = None, *, after: str = "") -> Drawing:
    """Return the board of a state; a notebook shows it.

    Parameters
    ----------
    state : State or int, optional
        a state, or of a graph the number of one; by default the start, or where `after` leads
    after : str
        moves from the start

    Raises
    ------
    MovesError
        when the moves cannot be played

    >>> board("psychopath/first-push", after="R").svg()[:4]
    '<svg'
    """
    from stategraph.laws.replaying import play

    only_one(state=None if state is None else True, after=after)
    if isinstance(level, ArrayGraph) and type(state) is int:
        state = level.state(level.check(state))
    level = level_of(level)
    if state is None:
        state = play(level.puzzle, level.family.labels(after)).states[-1]
    return level.draw(state_of(level, state))
