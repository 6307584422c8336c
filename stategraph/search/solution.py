"""A shortest solution of a level, or what is known of it."""

from __future__ import annotations

from dataclasses import dataclass, field

from stategraph.engines.limits import INTERRUPTED
from stategraph.graph import ArrayGraph


@dataclass(frozen=True, repr=False)
class Solution:
    """A shortest solution, or why there is none; or the best one that was found.

    Attributes
    ----------
    moves : tuple of str or None
        the labels of a shortest solution, or of the shortest met where none is proven to be one;
        None where there is none, or none was met
    solvable : bool or None
        whether there is a solution; None: not known
    length : int or None
        the moves of the shortest; None: there is none, or it is not known
    first : bool
        whether `moves` are proven to be the first of the shortest, in `order`
    why : str
        what stopped the search before its answer was whole, in words; empty: nothing did
    search : str
        which one answered: *bfs*, *astar*, *lazy*, *pushing*, *sat*, *ida* or *bidirectional*
    states_seen : int
        states of the graph; or kept by a search, over all its rounds; for *ida* looked at, for
        *sat* conflicts of its solver
    order : {"text", "moves"}
        what makes a solution the first: its concatenated text, or move by move
    graph : ArrayGraph or None
        what was expanded, as far as the goal; None where another search answered
    at_least : int
        every solution has so many moves, or more
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
        """The labels of `moves`, concatenated."""
        return None if self.moves is None else "".join(self.moves)

    @property
    def proven(self) -> bool:
        """Whether nothing stopped the search before its answer was whole."""
        return not self.why

    @property
    def interrupted(self) -> bool:
        """Whether somebody asked for an end before the answer was whole."""
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
        """How many `moves` there are."""
        return None if self.moves is None else len(self.moves)

    def __repr__(self) -> str:
        moves = f"{self.text}, {self.found} moves" if self.moves is not None else "none"
        if self.why:
            perhaps = "perhaps not the first" if self.length is not None else "perhaps not the best"
            found = "unknown" if self.moves is None else f"{moves}, {perhaps}"
            found += f", stopped at the {self.why}"
        elif self.moves is None or self.first:
            found = moves
        else:
            found = f"{moves}, perhaps not the first"
        return f"<Solution: {found} ({self.search}, {self.states_seen:,} states)>"
