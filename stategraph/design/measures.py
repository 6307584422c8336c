"""The metric suite as designers use it: what kind of value a metric has, the solution classes."""

from __future__ import annotations

import functools

import networkx as nx

from stategraph.analysis import METRICS, measure, solution_classes, solutions_known
from stategraph.analysis.classes import MOST, SolutionClass
from stategraph.graph import StateGraph


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
