"""Boards of the nearest trap moves, and of the ends of plays that cannot win.

::

    after R3      [board]  ──L7──►  [board]      play can get stuck in 2 moves
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stategraph import analysis
from stategraph.analysis import GraphPath, QueryAnswer
from stategraph.analysis.dead_patterns import Pattern, patterns_of
from stategraph.analysis.trap_reasons import Reason, reasons_of
from stategraph.graph import ArrayGraph
from stategraph.laws import states_along
from stategraph.level_files import Level
from stategraph.pictures.board_frames import Marks, part_marks
from stategraph.report.film import Film, film_of
from stategraph.report.page_boards import Boards
from stategraph.tell.query import fate
from stategraph.tell.trap_reasons import cause

if TYPE_CHECKING:
    from markupsafe import Markup

# maximum number of trap moves, or of reasons, on a page
MAX_TRAPS = 6


@dataclass(frozen=True)
class Trap:
    """A trap move.

    Attributes
    ----------
    way : tuple of str
        the moves before the trap move
    label : str
        the move
    before, after : Markup
        the boards
    fate : str
        text about how play can continue
    cycle : tuple of str
        the moves of a dead-end cycle after the trap move, if there is one
    """

    way: tuple[str, ...]
    label: str
    before: Markup
    after: Markup
    fate: str
    cycle: tuple[str, ...]


@dataclass(frozen=True)
class Ending:
    """The end of a play that cannot win: a path to a stuck state, or into and around a cycle."""

    text: str
    film: Film


@dataclass(frozen=True)
class TrapGroup:
    """The trap moves with the same reason.

    Attributes
    ----------
    reason : str
        the parts that make a state dead, as a phrase
    dead_states, ways_in : int
        number of dead states with this reason; number of trap moves into them
    trap : Trap or None
        the trap move into these states that is nearest to the start
    example : Markup or None
        a board of one of these states, if no trap move leads to any of them
    """

    reason: str
    dead_states: int
    ways_in: int
    trap: Trap | None
    example: Markup | None


@dataclass(frozen=True)
class TrapGroups:
    """The traps of a level, grouped by reason; `more` is the number of groups left out."""

    groups: list[TrapGroup]
    more: int
    unexplained: int


def reasons(
    level: Level, graph: ArrayGraph, boards: Boards, most: int = MAX_TRAPS
) -> TrapGroups | None:
    """Return the traps grouped by their reasons, or None without any known reason.

    O(`most` * (states + moves)), plus the cost of finding the reasons.
    """
    patterns = patterns_of(level, graph) if graph.quotient is None else None
    known = None if patterns is None else reasons_of(level, graph)
    if patterns is None or known is None or not known.reasons:
        return None
    largest = sorted(known.reasons, key=lambda reason: -len(reason.moves))[:most]
    groups = [_group(level, graph, boards, reason) for reason in largest]
    return TrapGroups(groups, len(known.reasons) - len(largest), patterns.unexplained)


def _group(level: Level, graph: ArrayGraph, boards: Boards, reason: Reason) -> TrapGroup:
    """Return the trap moves with a reason; a board frames the pieces or cells of the reason."""
    moves, nodes, trap, example = reason.moves, reason.nodes, None, None
    if len(moves):
        move = int(analysis.nearest_first(graph, moves, graph.sources[moves])[0])
        shown = next(pattern for pattern in reason.patterns if move in pattern.moves)
        trap = _trap(graph, boards, move, _marks(level, reason, shown))
    else:
        state, shown = graph.state(int(reason.patterns[0].nodes[0])), reason.patterns[0]
        example = boards.board(state, "Such a state", marks=_marks(level, reason, shown))
    return TrapGroup(cause(level, reason), len(nodes), len(moves), trap, example)


def _marks(level: Level, reason: Reason, shown: Pattern) -> Marks:
    """Return frames around the parts of a pattern, or around all cells where a piece is lost."""
    patterns = reason.patterns if reason.same_set else (shown,)
    return part_marks(level, [part for pattern in patterns for part in pattern.parts])


def traps(graph: ArrayGraph, boards: Boards, most: int = MAX_TRAPS) -> list[Trap]:
    """Return the trap moves nearest to the start. O(`most` * (states + moves))."""
    moves = analysis.trap_moves(graph)
    nearest = analysis.nearest_first(graph, moves, graph.sources[moves])[:most]
    return [_trap(graph, boards, int(move)) for move in nearest]


def _trap(graph: ArrayGraph, boards: Boards, move: int, marks: Marks | None = None) -> Trap:
    """Return a trap move; `marks` is drawn on the board after the move."""
    source, target, label = int(graph.sources[move]), int(graph.targets[move]), graph.label(move)
    path = analysis.path_to(graph, source)
    answer = analysis.query(graph, target)
    board_before = boards.board(graph.state(source), f"Before {label}")
    board_after = boards.board(graph.state(target), f"After {label}", marks=marks)
    cycle = () if answer.cycle is None or answer.stuck_in is not None else answer.cycle.labels
    return Trap(path.labels, label, board_before, board_after, fate(answer), cycle)


def endings(level: Level, graph: ArrayGraph, boards: Boards) -> list[Ending]:
    """Return the possible ends of play if the start is dead, else [].

    They are the nearest stuck state and the nearest cycle, if they exist. In a family with a
    runner, an actor that never stops, the cycle contains a move of the runner. O(states + moves).
    """
    answer = analysis.query(graph, 0)
    if answer.can_win is not False:
        return []
    ends = []
    if answer.stuck_in is not None:
        path = analysis.path_to(graph, _nearest_stuck(graph))
        states = states_along(level.puzzle, graph, path)
        ends.append(Ending(_stuck_in_words(path), film_of(boards, states, path.labels)))
    if (cycle := _cycle(level, graph, answer)) is not None:
        ends.append(_round(level, graph, boards, cycle))
    return ends


def _cycle(level: Level, graph: ArrayGraph, answer: QueryAnswer) -> GraphPath | None:
    if level.family.runner is None:
        return answer.cycle
    return analysis.always_wins(graph, level.family.runs).cycle


def _nearest_stuck(graph: ArrayGraph) -> int:
    depth, ended = analysis.moves_from_start(graph), analysis.stuck(graph)
    return min(ended.nonzero()[0].tolist(), key=lambda node: (int(depth[node]), node))


def _stuck_in_words(path: GraphPath) -> str:
    if not path.labels:
        return "There is no move at the start."
    return "Play can get stuck: after these moves, no move is left."


def _round(level: Level, graph: ArrayGraph, boards: Boards, loop: GraphPath) -> Ending:
    """Return the path from the start to a cycle and once around it."""
    stem = analysis.path_to(graph, loop.nodes[0])
    nodes, labels = (*stem.nodes, *loop.nodes[1:]), (*stem.labels, *loop.labels)
    path = analysis.path_along(graph, nodes, labels)
    repetition = "the last board equals the first"
    if stem.labels:
        repetition = f"the last board equals the one after move {len(stem)}"
    film = film_of(boards, states_along(level.puzzle, graph, path), path.labels)
    return Ending(f"Play can repeat forever: {repetition}.", film)
