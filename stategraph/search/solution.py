"""The shortest solution of a level, or the known bounds."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph.engines.limits import INTERRUPTED
from stategraph.graph import ArrayGraph
from stategraph.graph.move_labels import in_a_row
from stategraph.readable import Readable, count, one_line


@dataclass(frozen=True, repr=False)
class Solution(Readable):
    """A shortest solution, the best known solution, or the proof that none exists.

    Attributes
    ----------
    moves : tuple of str or None
        the labels of a shortest solution, or of the best known one if none is proven shortest;
        None if none exists or none is known
    solvable : bool or None
        whether there is a solution; None if unknown
    length : int or None
        the shortest length; None if no solution exists or the length is unknown
    first : bool
        True if `moves` are proven to be the first shortest solution in `order`
    why : str
        the reason for an early stop, in words; empty if the answer is complete
    search : str
        the search that finished: *bfs*, *astar*, *lazy*, *pushing*, *sat*, *ida* or *bidirectional*
    states_seen : int
        number of states of the graph, or of states that a search stored over all rounds; visited
        states for *ida*, conflicts of the SAT solver for *sat*
    order : {"text", "moves"}
        the order of solutions: by their concatenated text, or move by move
    graph : ArrayGraph or None
        the graph, expanded until the goal was found; None for searches other than *bfs*
    at_least : int
        lower bound on the length of every solution
    """

    moves: tuple[str, ...] | None
    solvable: bool | None
    length: int | None
    first: bool
    why: str
    search: str
    states_seen: int
    order: str = "text"
    graph: ArrayGraph | None = field(default=None, compare=False)
    at_least: int = 0

    @property
    def text(self) -> str | None:
        """The labels of `moves` as one text, with spaces between labels that are words."""
        return None if self.moves is None else in_a_row(self.moves)

    @property
    def proven(self) -> bool:
        """True if the answer is complete: no limit stopped the search."""
        return not self.why

    @property
    def interrupted(self) -> bool:
        """True if the user interrupted the search."""
        return self.why == str(INTERRUPTED)

    @property
    def unknown(self) -> tuple[str, ...]:
        """The names of the answers that are not proven, as ``solve --json`` spells them."""
        names: tuple[str, ...] = ("solvable", "shortest") if self.solvable is None else ()
        if self.solvable and self.length is None:
            names = ("shortest",)
        if self.first or self.solvable is False:
            return names
        return (*names, "first_solution", "first_solution_moves")

    @property
    def found(self) -> int | None:
        """The number of `moves`; None if no solution is known."""
        return None if self.moves is None else len(self.moves)

    def __repr__(self) -> str:
        moves = f"{self.text}, {count(self.found, 'move')}" if self.moves is not None else "none"
        if self.why:
            perhaps = "perhaps not the first" if self.length is not None else "perhaps not the best"
            summary = "unknown" if self.moves is None else f"{moves}, {perhaps}"
            summary += f", stopped at the {self.why}"
        elif self.moves is None or self.first:
            summary = moves
        else:
            summary = f"{moves}, perhaps not the first"
        return one_line(
            f"<Solution: {summary} ({self.search}, {count(self.states_seen, 'state')})>"
        )
