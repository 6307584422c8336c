"""The way that a picture shows, orange and thick: found once, whatever is drawn."""

from __future__ import annotations

from dataclasses import dataclass, replace

from networkx import NetworkXNoPath

from stategraph.analysis import Way, first_solution, solutions_known
from stategraph.analysis.quotient import VariableQuotient
from stategraph.analysis.told import first_shown, first_told
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.tell.phrases import moves_in_words

# What every picture shows unasked.
FIRST = "first shortest solution"


@dataclass(frozen=True)
class DrawnWay:
    """A way that a picture shows, and what the picture calls it.

    Attributes
    ----------
    way : Way
        through the nodes of the graph; of classes that agree in variables, through their states
    labels : tuple of str
        its moves as they are played
    name : str
    """

    way: Way
    labels: tuple[str, ...]
    name: str = FIRST

    @property
    def asked(self) -> bool:
        """Whether it was asked for, and is not what every picture shows."""
        return self.name != FIRST

    @property
    def words(self) -> str:
        """What a legend says of it: which moves it is, unless all pictures show it."""
        return f"{self.name}: {moves_in_words(self.labels)}" if self.asked else self.name

    def folded(self, classes: ArrayGraph) -> DrawnWay:
        """Return it as a way through the units of its graph; ``InputError`` where it leads beyond.

        `classes` is the graph between these units.
        """
        try:
            return replace(self, way=classes.quotient.fold(classes, self.way))
        except NetworkXNoPath:
            raise InputError(f"the {self.name} leads beyond what the picture shows") from None


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
