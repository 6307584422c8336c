"""Choice of a view by the size of a graph, and replacements for impossible views."""

from __future__ import annotations

from stategraph.analysis import solutions_known
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.pictures.map import MAX_POINTS, mapped

VIEWS = ("whole", "solution", "dead-ends", "around", "components", "chapters", "map", "profile")

# the views that are not diagrams
PLOTS = ("map", "profile")

# A whole graph is drawn up to these numbers of states: without options; with boards or a layout;
# with the view `whole`; with `--force`.
READABLE, CAREFUL, DRAWABLE, FORCED = 80, 500, 2_000, 20_000


def choose_view(graph: ArrayGraph, form: str = "svg", diagram: bool = False) -> tuple[str, str]:
    """Return a suitable view for a graph of this size, and a reason if it is not the whole graph.

    For large graphs, the view is the map or the profile. With `diagram`, it is another diagram for
    up to `DRAWABLE` states.
    """
    if len(graph) <= (FORCED if form == "dot" else CAREFUL if diagram else READABLE):
        return "whole", ""
    size = f"{len(graph):,} states are too many to read one by one"
    if form == "dot" or (diagram and len(graph) <= DRAWABLE):
        is_solved = graph.goal is not None and solutions_known(graph)
        name = "solution" if is_solved else "dead-ends"
        return name, f"{size}: this is the view '{name}'"
    if len(graph) <= MAX_POINTS:
        return "map", f"{size}: this is their map"
    return _plot(graph)


def stand_in(
    graph: ArrayGraph, view: str, form: str = "svg", force: bool = False
) -> tuple[str, str]:
    """Return the requested view and "", or a replacement and its reason.

    Raises
    ------
    InputError
        if DOT is requested for a map or a profile
    """
    if view in ("solution", "chapters"):
        showable = solutions_known(graph) if view == "solution" else graph.complete
        if graph.goal is not None and showable:
            return view, ""
        lack = "not known to the end" if not graph.complete else "unsolvable"
        return (
            "dead-ends",
            f"the puzzle is {lack}: this is the view 'dead-ends' instead of '{view}'",
        )
    if view in PLOTS and form == "dot":
        raise InputError(f"a {view} is not a graph, so it cannot be written as DOT")
    if view == "map":
        return (view, "") if len(graph) <= MAX_POINTS else _plot(graph)
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
    """Return "map" or "profile" for a graph that is too large to draw, and the reason."""
    size = f"{len(graph):,} states are too many to draw one by one"
    classes = mapped(graph)
    if classes is None:
        return "profile", f"{size}: this is their profile"
    if classes is graph:
        return "map", f"{size}: this is their map"
    return "map", f"{size}: this is the map of their {len(classes):,} classes by walks"
