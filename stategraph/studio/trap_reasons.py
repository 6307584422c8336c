"""Groups of trap moves; the dead states after the moves of a group share a dead pattern.

A dead pattern is a part of a state, such as a crate in a corner. Every state with this part is
dead. A trap move belongs to the first dead pattern of its target. This module also explains why a
level has no solution.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis, design
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.readable import Record
from stategraph.rules.svg import printable
from stategraph.studio.board_table import BoardTable
from stategraph.tell.unsolvable_reason import is_explained, sentence

# Maximum number of groups with a pattern. The largest are shown, and the remaining trap moves form
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
    - ``parts``: the dead pattern, which the dead states share, in words;
    - ``pieces``: the pieces that all boards of these dead states show, but not all boards of the
    level. If pieces include the background, they are the pieces on the board after the nearest trap
    move. Empty without `table`;
    - ``nearest``: the trap move nearest to the start: its source state, the number of moves from
    the start to that state, and its label.

    The largest group comes first. If no listed pattern explains some trap moves, they form the last
    group, whose ``parts`` are empty.
    """
    moves = analysis.trap_moves(graph)
    if not len(moves):
        return moves, []
    moves = analysis.nearest_first(graph, moves, graph.sources[moves])
    dead_patterns = patterns_of(level, graph)
    variables: Any = graph.variables  # patterns exist only if variables are declared
    patterns = () if dead_patterns is None else dead_patterns.patterns
    order = sorted(range(len(patterns)), key=lambda k: -len(patterns[k].moves))
    chosen = [k for k in order[:MAX_GROUPS] if len(patterns[k].moves)]
    number = np.full(len(patterns) + 1, len(chosen))  # the last entry: no pattern
    number[chosen] = np.arange(len(chosen))
    of = np.full(len(graph), -1) if dead_patterns is None else dead_patterns.of
    reasons = number[of[graph.targets[moves]]]
    always = _in_common(table, np.arange(len(graph))) if table else set()
    whole = table is not None and table.covered(0) > MAX_COVER
    groups = []
    for k in chosen:
        parts = [printable(part.text(variables, None, singular=True)) for part in patterns[k].parts]
        common_pieces = sorted(_in_common(table, patterns[k].nodes) - always) if table else []
        groups.append({"moves": len(patterns[k].moves), "parts": parts, "pieces": common_pieces})
    if others := int(np.count_nonzero(reasons == len(chosen))):
        groups.append({"moves": others, "parts": [], "pieces": []})
    depth = analysis.moves_from_start(graph)
    for k, group in enumerate(groups):
        move = int(moves[np.argmax(reasons == k)])
        source = int(graph.sources[move])
        if table and whole:
            group["pieces"] = table.of(int(graph.targets[move]))
        group["nearest"] = [source, int(depth[source]), printable(graph.label(move))]
    return moves, groups


def _in_common(table: BoardTable, boards: np.ndarray) -> set[int]:
    """Return the pieces that all of the given boards show."""
    first, counts = table.offsets[:-1][boards], table.counts[boards]
    before = np.cumsum(counts) - counts
    piece_numbers = table.shown[np.repeat(first - before, counts) + np.arange(counts.sum())]
    times = np.bincount(piece_numbers, minlength=len(table.pieces))
    return set(np.flatnonzero(times == len(boards)).tolist())
