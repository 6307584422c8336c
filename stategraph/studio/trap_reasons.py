"""Groups of trap moves; the states after the moves of a group are dead for the same reason.

A reason is a group of dead patterns with one cause, such as a crate in any corner. This module also
explains why a level has no solution.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from stategraph import analysis, design
from stategraph.analysis.trap_reasons import Reason, reasons_of
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.svg import printable
from stategraph.studio.board_table import BoardTable
from stategraph.tell.trap_reasons import cause
from stategraph.tell.unsolvable_reason import is_explained, sentence

# Maximum number of groups with a reason. The largest are shown, and the remaining trap moves form
# one more group.
MAX_GROUPS = 40

# If pieces cover more than this share of a board, they include the background.
MAX_COVER = 1 / 3


def no_solution(level: Level, graph: ArrayGraph) -> str:
    """Return one sentence on why a level has no solution, or "" if the reason is unknown."""
    reason = design.why(level, graph) if is_explained(level, graph) else None
    return "" if reason is None else printable(sentence(level, reason))


def trap_groups(
    level: Level, graph: ArrayGraph, table: BoardTable | None = None
) -> tuple[np.ndarray, list[Record]]:
    """Return the trap moves (k,), nearest first, and their groups.

    A group has these keys:

    - ``moves``: the number of its trap moves;
    - ``reason``: the reason why the states after these moves are dead, as a phrase;
    - ``nearest``: the trap move nearest to the start: its source state, the number of moves from
    the start to that state, and its label;
    - ``pieces``: the pieces that the boards of all dead states with the dead pattern of this move
    show, but not all boards of the level. If pieces include the background, they are the pieces on
    the board after this move. Empty without `table`.

    The largest group comes first. The trap moves without a listed reason form the last group, whose
    ``reason`` is empty.
    """
    moves = analysis.trap_moves(graph)
    if not len(moves):
        return moves, []
    moves = analysis.nearest_first(graph, moves, graph.sources[moves])
    known = reasons_of(level, graph)
    reasons = () if known is None else known.reasons
    order = sorted(range(len(reasons)), key=lambda k: -len(reasons[k].moves))
    chosen = [k for k in order[:MAX_GROUPS] if len(reasons[k].moves)]
    number = np.full(len(reasons) + 1, len(chosen))  # the last entry: no reason
    number[chosen] = np.arange(len(chosen))
    of = np.full(len(graph), -1) if known is None else known.of
    group_of = number[of[graph.targets[moves]]]
    depth = analysis.moves_from_start(graph)
    pieces = _pieces_to_show(graph, table)
    groups = []
    for group in np.unique(group_of).tolist():
        reason = reasons[chosen[group]] if group < len(chosen) else None
        move = int(moves[np.argmax(group_of == group)])
        source = int(graph.sources[move])
        groups.append(
            {
                "moves": int(np.count_nonzero(group_of == group)),
                "reason": "" if reason is None else printable(cause(level, reason)),
                "nearest": [source, int(depth[source]), printable(graph.label(move))],
                "pieces": pieces(move, reason),
            }
        )
    return moves, groups


def _pieces_to_show(
    graph: ArrayGraph, table: BoardTable | None
) -> Callable[[int, Reason | None], list[int]]:
    """Return a function that returns the pieces to show for a trap move and its reason."""
    if table is None:
        return lambda move, reason: []
    if table.covered(0) > MAX_COVER:
        return lambda move, reason: table.of(int(graph.targets[move]))
    always = _in_common(table, np.arange(len(graph)))

    def pieces(move: int, reason: Reason | None) -> list[int]:
        if reason is None:
            return []
        pattern = next(each for each in reason.patterns if move in each.moves)
        return sorted(_in_common(table, pattern.nodes) - always)

    return pieces


def _in_common(table: BoardTable, boards: np.ndarray) -> set[int]:
    """Return the pieces that all of the given boards show."""
    first, counts = table.offsets[:-1][boards], table.counts[boards]
    before = np.cumsum(counts) - counts
    piece_numbers = table.shown[np.repeat(first - before, counts) + np.arange(counts.sum())]
    times = np.bincount(piece_numbers, minlength=len(table.pieces))
    return set(np.flatnonzero(times == len(boards)).tolist())
