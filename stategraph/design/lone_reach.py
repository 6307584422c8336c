"""The cells that a piece reaches if no other piece is on the board.

::

    #######     The box can be pushed along the wall, and never away from it: alone it reaches
    #  $  #     1:2, 1:3 and 1:4. None of them is a goal, so the level cannot be won.
    # @  .#
    #######
"""

from __future__ import annotations

from dataclasses import dataclass

from stategraph.analysis.partial_states import member
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.level_files import Level
from stategraph.rules import Puzzle
from stategraph.variables import Set

# Maximum number of states of a level with only one piece.
MAX_STATES = 100_000


@dataclass(frozen=True)
class LoneReach:
    """A piece that cannot reach any home, even alone on the board.

    Attributes
    ----------
    piece : str
        the name of the element
    variable : str
        the set of cells that holds it
    cells : frozenset of int
        the cells that it reaches, with its first one
    """

    piece: str
    variable: str
    cells: frozenset[int]


def lone_reach(level: Level) -> LoneReach | None:
    """Return the first piece that cannot reach any home even alone, or None without such a piece.

    The result is also None if the family has no homes, or if a level with only one piece has more
    than `MAX_STATES` states. One expansion for each piece.

    >>> from stategraph import load
    >>> level = load("sokoban/corner")
    >>> lone_reach(level).piece, len(lone_reach(level).cells)
    ('box 1:1', 1)
    """
    family, puzzle = level.family, level.puzzle
    homes, variables = family.homes(puzzle), puzzle.variables
    if not homes or variables is None:
        return None
    sets = {member(name): name for name, kind in variables.kinds.items() if isinstance(kind, Set)}
    pieces = [piece for piece in family.elements(puzzle) if piece.kind in sets]
    for piece in pieces:
        try:
            alone = Puzzle.of(family.without(puzzle, [other for other in pieces if other != piece]))
        except LevelError:
            continue
        graph, name = expand(alone, Limits(states=MAX_STATES)), sets[piece.kind]
        cells = frozenset(c for node in range(len(graph)) for c in graph.state(node)[name])
        if graph.complete and not cells & set(homes):
            return LoneReach(piece.name, name, cells)
    return None
