"""The highlighted path of a picture, orange and thick."""

from __future__ import annotations

from dataclasses import dataclass, replace

from stategraph.analysis import GraphPath, first_solution, solutions_known
from stategraph.analysis.lifting import project, state_solution
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.tell.phrases import moves_in_words

# name of the default path
FIRST_SOLUTION = "first shortest solution"


@dataclass(frozen=True)
class HighlightedPath:
    """A highlighted path, and its name in the picture.

    Attributes
    ----------
    path : GraphPath
        through the nodes of the graph
    labels : tuple of str
        the labels of its moves as a player makes them
    name : str
    """

    path: GraphPath
    labels: tuple[str, ...]
    name: str = FIRST_SOLUTION

    @property
    def is_chosen(self) -> bool:
        """True if the path is not the default one."""
        return self.name != FIRST_SOLUTION

    @property
    def words(self) -> str:
        """The text in a legend: the name, and the moves unless the path is the default one."""
        return f"{self.name}: {moves_in_words(self.labels)}" if self.is_chosen else self.name

    def projected(self, classes: ArrayGraph) -> HighlightedPath:
        """Return the path projected onto a quotient graph.

        `classes` is the quotient graph. Raises ``InputError`` if the path leaves it.
        """
        from networkx import NetworkXNoPath  # takes long to import, and few programs need it

        try:
            return replace(self, path=project(classes, self.path))
        except NetworkXNoPath:
            raise InputError(f"the {self.name} leads outside the picture") from None


def default_highlight(graph: ArrayGraph) -> HighlightedPath | None:
    """Return the first shortest solution as the highlighted path, or None if none is known."""
    quotient = graph.quotient
    proof = graph if quotient is None or quotient.playable else graph.real
    if proof.goal is None or not solutions_known(proof):
        return None
    if quotient is None or quotient.in_units:
        path = first_solution(graph)
        return HighlightedPath(path, path.labels)
    path = state_solution(graph).way
    return HighlightedPath(project(graph, path), path.labels)
