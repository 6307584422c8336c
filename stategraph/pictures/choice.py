"""Which view a graph is shown in: by its size, or what stands in for one that it does not have."""

from __future__ import annotations

import numpy as np

from stategraph.analysis import dead_end_cycles, moves_from_start, solutions_known
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures.map import POINTS, mapped

VIEWS = ("whole", "solution", "dead-ends", "around", "components", "chapters", "map", "profile")

# The views that are no diagrams.
PLOTS = ("map", "profile")

# Up to so many states all of them can be read; be drawn at all; be drawn when it is forced.
READABLE, DRAWABLE, FORCED = 500, 2_000, 20_000

# Of more states than this a diagram may be crowded, and is by more boxes than this.
CROWD, CYCLES = 100, 20


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


def _plot(graph: ArrayGraph) -> tuple[str, str]:
    """Return the plot for a graph of too many states for a map of them, and why it is that."""
    size = f"{len(graph):,} states are too many to draw one by one"
    classes = mapped(graph)
    if classes is None:
        return "profile", f"{size}: this is their profile"
    if classes is graph:
        return "map", f"{size}: this is their map"
    return "map", f"{size}: this is the map of their {len(classes):,} classes by walks"
