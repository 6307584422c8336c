"""The way that a picture shows, orange and thick: found once, whatever is drawn."""

from __future__ import annotations

from dataclasses import dataclass

from stategraph.analysis import Way, first_solution, solutions_known
from stategraph.analysis.quotient import VariableQuotient
from stategraph.analysis.told import first_shown, first_told
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class DrawnWay:
    """A way that a picture shows, and what the picture calls it.

    Attributes
    ----------
    way : Way
        through the nodes of the graph; of classes that agree in variables, through their states
    labels : tuple of str
        its moves as they are played
    words : str
        for the legend
    """

    way: Way
    labels: tuple[str, ...]
    words: str = "first shortest solution"


def first_drawn(graph: ArrayGraph) -> DrawnWay | None:
    """Return the first shortest solution, to be drawn; None where there is none that is known."""
    if isinstance(graph.quotient, VariableQuotient):
        states = graph.real
        if states.goal is None or not solutions_known(states):
            return None
        way = first_solution(states)
        return DrawnWay(way, way.labels)
    if graph.goal is None or not solutions_known(graph):
        return None
    return DrawnWay(first_shown(graph), first_told(graph).labels)
