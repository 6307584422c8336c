"""Why play is lost: trap moves in groups, by what the dead states behind them have in common.

And, of a level that nobody can win, why that is so.

A trap move belongs to the first pattern of the state that it leads to: the few parts of a state,
the crate in the corner, with which it is lost whatever else is where.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from stategraph import analysis, design
from stategraph.analysis.patterns import patterns_of
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.rules.drawing import printable
from stategraph.studio.boards import BoardTable
from stategraph.tell.why import sentence

# So many groups are told apart, the largest; what is left makes one more.
MOST_GROUPS = 40

# It is said why there is no solution where play has no more states than this: a player waits.
EXPLAINED = 20_000


def no_solution(level: Level, graph: ArrayGraph) -> str:
    """Return why nobody can win a level, in one sentence; empty where that is not told."""
    told = len(graph) <= EXPLAINED or level.family.goalless(level.puzzle)
    found = design.why(level, graph) if told else None
    return "" if found is None else printable(sentence(level, found))


def trap_groups(
    level: Level, graph: ArrayGraph, table: BoardTable | None = None
) -> tuple[np.ndarray, list[dict[str, Any]]]:
    """Return the trap moves (k,), nearest first, and their groups.

    A group is its number of ``moves``, the ``parts`` in words that the states have in common, and
    the ``pieces`` that all their boards show and not all boards of the level (none without the
    table of boards), and ``nearest``: from which state its nearest trap move is made, after how
    many moves, and its label. The largest group comes first; the last has no parts and is for the
    trap moves that no pattern explains.
    """
    moves = analysis.trap_moves(graph)
    if not len(moves):
        return moves, []
    moves = analysis.nearest_first(graph, moves, graph.sources[moves])
    found = patterns_of(level, graph)
    variables: Any = graph.variables  # there are patterns of variables only
    patterns = () if found is None else found.patterns
    order = sorted(range(len(patterns)), key=lambda k: -len(patterns[k].moves))
    chosen = [k for k in order[:MOST_GROUPS] if len(patterns[k].moves)]
    number = np.full(len(patterns) + 1, len(chosen))  # the last: no pattern
    number[chosen] = np.arange(len(chosen))
    of = np.full(len(graph), -1) if found is None else found.of
    reasons = number[of[graph.targets[moves]]]
    always = _in_common(table, np.arange(len(graph))) if table else set()
    groups = []
    for k in chosen:
        parts = [printable(part.text(variables)) for part in patterns[k].parts]
        shown = sorted(_in_common(table, patterns[k].nodes) - always) if table else []
        groups.append({"moves": len(patterns[k].moves), "parts": parts, "pieces": shown})
    if left := int(np.count_nonzero(reasons == len(chosen))):
        groups.append({"moves": left, "parts": [], "pieces": []})
    depth = analysis.moves_from_start(graph)
    for k, group in enumerate(groups):
        move = int(moves[np.argmax(reasons == k)])
        source = int(graph.sources[move])
        group["nearest"] = [source, int(depth[source]), printable(graph.label(move))]
    return moves, groups


def _in_common(table: BoardTable, boards: np.ndarray) -> set[int]:
    """Return the pieces that all of some boards show."""
    first, counts = table.offsets[:-1][boards], table.counts[boards]
    before = np.cumsum(counts) - counts
    shown = table.shown[np.repeat(first - before, counts) + np.arange(counts.sum())]
    times = np.bincount(shown, minlength=len(table.pieces))
    return set(np.flatnonzero(times == len(boards)).tolist())
