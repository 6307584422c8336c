"""Where play goes wrong, in boards: the nearest trap moves, and how a lost play ends.

::

    after R3      [board]  ──L7──►  [board]      play can get stuck in 2 moves
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis import QueryAnswer, Way
from stategraph.graph import ArrayGraph
from stategraph.laws import states_along
from stategraph.levels import Level
from stategraph.report.boards import Boards, Film
from stategraph.tell.query import fate

if TYPE_CHECKING:
    from markupsafe import Markup

# How many trap moves are shown, those nearest to the start.
MOST = 6


@dataclass(frozen=True)
class Trap:
    """A trap move.

    Attributes
    ----------
    way : tuple of str
        the moves from the start to where it lies open
    label : str
        the move
    before, after : Markup
        the boards
    fate : str
        how play goes on
    cycle : tuple of str
        the moves of the cycle that play can go round in, if there is one
    """

    way: tuple[str, ...]
    label: str
    before: Markup
    after: Markup
    fate: str
    cycle: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """How play ends where it cannot win: a way that ends stuck, or round a cycle."""

    text: str
    film: Film


def traps(level: Level, graph: ArrayGraph, boards: Boards, most: int = MOST) -> list[Trap]:
    """Return the trap moves nearest to the start. O(`most` * (states + moves))."""
    made = []
    for record in analysis.nearest_trap_moves(graph, most):
        here, there, label = record["from"], record["to"], record["label"]
        way = analysis.way_to(graph, here)
        found = analysis.query(graph, there)
        before = boards.board(graph.state(here), f"Before {label}")
        after = boards.board(graph.state(there), f"After {label}")
        cycle = () if found.cycle is None or found.stuck_in is not None else found.cycle.labels
        made.append(Trap(way.labels, label, before, after, fate(found), cycle))
    return made


def endings(level: Level, graph: ArrayGraph, boards: Boards) -> list[Ending]:
    """Return how play ends where the start itself cannot win; nothing where that is unknown.

    The nearest stuck state, and the nearest cycle, where there are such; where one actor never
    stops, a cycle in which they move. O(states + moves).
    """
    found = analysis.query(graph, 0)
    if found.can_win is not False:
        return []
    made = []
    if found.stuck_in is not None:
        way = analysis.way_to(graph, _nearest_stuck(graph))
        states = states_along(level.puzzle, graph, way)
        made.append(Ending(_stuck_in_words(way), boards.film(states, way.labels)))
    if (cycle := _cycle(level, graph, found)) is not None:
        made.append(_round(level, graph, boards, cycle))
    return made


def _cycle(level: Level, graph: ArrayGraph, found: QueryAnswer) -> Way | None:
    if level.family.runner is None:
        return found.cycle
    return analysis.always_wins(graph, level.family.runs).cycle


def _nearest_stuck(graph: ArrayGraph) -> int:
    depth, ended = analysis.moves_from_start(graph), analysis.stuck(graph)
    return min(ended.nonzero()[0].tolist(), key=lambda node: (int(depth[node]), node))


def _stuck_in_words(way: Way) -> str:
    if not way.labels:
        return "There is no move at the start."
    return "Play can get stuck: after these moves there is none left."


def _round(level: Level, graph: ArrayGraph, boards: Boards, loop: Way) -> Ending:
    """Return the way to a cycle and once round it."""
    stem = analysis.way_to(graph, loop.nodes[0])
    nodes, labels = (*stem.nodes, *loop.nodes[1:]), (*stem.labels, *loop.labels)
    whole = analysis.way_along(graph, nodes, labels)
    again = "the last board is the first again"
    if stem.labels:
        again = f"the last board is the one after move {len(stem)} again"
    film = boards.film(states_along(level.puzzle, graph, whole), whole.labels)
    return Ending(f"Play can go round for ever: {again}.", film)
