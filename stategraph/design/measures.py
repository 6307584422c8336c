"""The numbers of a level: the metric suite, with what its family knows of actors and distances."""

from __future__ import annotations

import functools
from typing import Any

import networkx as nx

from stategraph.analysis import METRICS, measure, solution_classes, solutions_known
from stategraph.analysis.classes import MOST, SolutionClass
from stategraph.graph import StateGraph
from stategraph.levels import Level

__all__ = ["classes", "kind_of", "measures"]


def measures(
    level: Level, graph: StateGraph, slow: bool = False, order: str = "text"
) -> dict[str, Any]:
    """Return every metric of a level by its name, and the list `unknown`; see `measure`."""
    if level.family is None:
        return measure(graph, order=order, slow=slow)
    guesses = [make(level.puzzle) for make in list(level.family.heuristics.values())[:1]]
    heuristic = guesses[0] if guesses else None
    return measure(graph, actor=level.family.actor, heuristic=heuristic, order=order, slow=slow)


def classes(graph: StateGraph, most: int = MOST) -> list[SolutionClass] | None:
    """Return the solution classes; none when there is no solution, None when not known."""
    if not solutions_known(graph):
        return None
    return [] if graph.goal is None else solution_classes(graph, most=most)


@functools.cache
def _kinds() -> dict[str, type]:
    """Return the types of the metrics that are no plain numbers, as a tiny graph has them."""
    record = measure(StateGraph.from_networkx(nx.path_graph(3, nx.DiGraph), 0, 2))
    found = {name: type(record[name]) for name in METRICS}
    return {name: kind for name, kind in found.items() if kind in (bool, str, list)}


def kind_of(metric: str) -> type | None:
    """Return bool, str, list or float (a number), the type of a metric; None: there is no such.

    >>> kind_of("solvable"), kind_of("shortest"), kind_of("shortness")
    (<class 'bool'>, <class 'float'>, None)
    """
    return _kinds().get(metric, float) if metric in METRICS else None
