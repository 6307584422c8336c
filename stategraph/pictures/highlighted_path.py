"""The highlighted path of a picture, orange and thick."""

from __future__ import annotations

from dataclasses import dataclass, replace

from networkx import NetworkXNoPath

from stategraph.analysis import GraphPath, first_solution, solutions_known
from stategraph.analysis.lifting import project, state_solution
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.tell.phrases import moves_in_words

# name of the default path
FIRST_SOLUTION = "first shortest solution"


@dataclass(frozen=True)
class DrawnWay:
    """A highlighted path, and its name in the picture.

    Attributes
    ----------
    way : GraphPath
        through the nodes of the graph
    labels : tuple of str
        its moves as they are played
    name : str
    """

    way: GraphPath
    labels: tuple[str, ...]
    name: str = FIRST_SOLUTION

    @property
    def asked(self) -> bool:
        """True if the caller chose it, instead of the default."""
        return self.name != FIRST_SOLUTION

    @property
    def words(self) -> str:
        """The text in a legend: its name, with its moves unless it is the default."""
        return f"{self.name}: {moves_in_words(self.labels)}" if self.asked else self.name

    def folded(self, classes: ArrayGraph) -> DrawnWay:
        """Return it as a path of a quotient graph; raise ``InputError`` if it leads outside.

        `classes` is the quotient graph.
        """
        try:
            return replace(self, way=project(classes, self.way))
        except NetworkXNoPath:
            raise InputError(f"the {self.name} leads outside the picture") from None


def first_drawn(graph: ArrayGraph) -> DrawnWay | None:
    """Return the first shortest solution as the highlighted path; None if it is unknown."""
    quotient = graph.quotient
    proof = graph if quotient is None or quotient.playable else graph.real
    if proof.goal is None or not solutions_known(proof):
        return None
    if quotient is None or quotient.in_units:
        way = first_solution(graph)
        return DrawnWay(way, way.labels)
    way = state_solution(graph).way
    return DrawnWay(project(graph, way), way.labels)
