"""Functions that need only a graph. The methods of `ArrayGraph` call them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from stategraph.errors import InputError
from stategraph.face.level_arguments import level_of
from stategraph.graph import ArrayGraph
from stategraph.graph.state_graph import StateGraph

if TYPE_CHECKING:
    from pandas import DataFrame

    from stategraph.analysis import GraphPath
    from stategraph.pictures import Diagram


def solution(graph: ArrayGraph, order: str = "text") -> GraphPath | None:
    """Return the first shortest solution as a path of states, or None without a known solution."""
    from stategraph.analysis.lifting import reported_solution

    return None if graph.goal is None else reported_solution(graph, order)


def by(graph: ArrayGraph, kind: str) -> StateGraph:
    """Return the quotient graph of a `kind` that ``--by`` accepts; `quotient` lifts its paths.

    >>> from stategraph.face import expand
    >>> graph = expand("psychopath/first-push").by("walks")
    >>> len(graph), graph.solution().labels
    (9, ('push 2:4 right', 'push 2:5 right', 'walk 2:7'))
    >>> graph.quotient.solution(graph).text
    'RRRDRRU'

    Raises
    ------
    InputError
        if the kind is unknown or does not apply to this graph
    """
    from stategraph.analysis.quotient_choice import by

    return StateGraph.over(by(level_of(graph), graph, kind))


def view(graph: ArrayGraph, name: str, **options: Any) -> Diagram:
    """Return a diagram of a view, such as "whole", "solution", "dead-ends" or "components".

    >>> from stategraph.face import expand
    >>> expand("spacewreck/eight-rooms").view("chapters")
    <Diagram: 8 nodes, 12 arrows>

    Raises
    ------
    InputError
        if the view is a map or a profile, which are not diagrams, or has too many states to draw
    """
    from stategraph.pictures import compose
    from stategraph.pictures.options import check_options

    check_options(False, name, False, {k: v for k, v in options.items() if k != "force"})
    diagram = compose(graph, name, describe=level_of(graph).describe, **options)
    if diagram is None:
        raise InputError(f"{name!r} of {len(graph):,} states is not a diagram: draw(...) draws it")
    return diagram


def to_frame(graph: ArrayGraph) -> DataFrame:
    """Return the states as a data frame; see `ArrayGraph.to_frame`."""
    from stategraph.formats.state_columns import to_frame

    return to_frame(graph)
