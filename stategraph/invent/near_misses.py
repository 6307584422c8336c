"""Adjustment of near misses: a start farther from the goal, and removal of rejected elements.

::

    pushes 9, not 20 to 30        ──► the start of the same board with the most pushes, at most 30
    difficulty 12, not at least 60 ─► the start of the same board with the most pushes
    needed: all fails for 2 walls ──► the level without these walls, one after the other

An adjusted level replaces the near miss only if it meets more demands, or if it misses the next one
by less.
"""

from __future__ import annotations

import contextlib

import numpy as np

from stategraph.analysis import moves_to_goal
from stategraph.analysis.costs import to_goals
from stategraph.analysis.piece_lines import lines
from stategraph.analysis.piece_moves import pieces_of
from stategraph.ask.costs import costly, costs_of
from stategraph.design.ablation import SPARED
from stategraph.design.demands import NEEDED, Demand, Interval
from stategraph.design.element_counts import seen_by_player
from stategraph.design.player_metrics import PUSHES
from stategraph.errors import LevelError
from stategraph.graph import ArrayGraph
from stategraph.invent.constraints import Seen, Wishes
from stategraph.invent.decoration import without
from stategraph.invent.mutations import Draft, Maker, draft_of, level_of
from stategraph.level_files import Level

# Number of states that are tried as a new start, the farthest first.
MAX_STARTS = 16

LINES = "lines"

# Metrics that count the moves or lines of a solution. Another start of the same board has more.
LENGTHS = ("shortest", PUSHES, LINES)

# Metrics that are often larger if the solution is longer.
GROWING = ("counterintuitive_units", "difficulty")

# The purposes of the elements that an upper limit on their number rejects.
COUNTED = {"decoration": ("decoration",), "decoys": ("traps",)}


def adjusted(maker: Maker, wishes: Wishes, draft: Draft, evaluation: Seen) -> tuple[Draft, Seen]:
    """Return a level that is nearer to the demands than a near miss, or the near miss itself."""
    failed = [wish for wish in wishes.demands if wish.name == evaluation.failed and not wish.asks]
    if not failed:
        return draft, evaluation
    other: Draft | None = None
    if purposes := _rejected(failed[0]):
        other = _last(maker, wishes, draft, purposes)
    elif isinstance(failed[0].wanted, Interval):
        name, wanted = failed[0].name, failed[0].wanted
        if name in LENGTHS:
            other = with_farther_start(maker, wishes, draft, name, wanted.most)
        elif name in GROWING and wanted.least is not None:
            other = with_farther_start(maker, wishes, draft, _unit(maker, draft))
    if other is None:
        return draft, evaluation
    seen = wishes.look(maker, other)
    nearer = not seen.failed or (-seen.passed, seen.short) < (-evaluation.passed, evaluation.short)
    return (other, seen) if nearer else (draft, evaluation)


def _unit(maker: Maker, draft: Draft) -> str:
    """Return the metric of a solution's pushes, or of its moves if the family has no pushes."""
    return PUSHES if PUSHES in costs_of(level_of(maker.family, draft)) else "shortest"


def _rejected(wish: Demand) -> tuple[str, ...]:
    """Return the verdicts of `ablate` that a demand rejects."""
    if wish.name == NEEDED:
        return () if wish.wanted else SPARED
    limited = isinstance(wish.wanted, Interval) and wish.wanted.most is not None
    return COUNTED.get(wish.name, ()) if limited else ()


def _last(maker: Maker, wishes: Wishes, draft: Draft, purposes: tuple[str, ...]) -> Draft | None:
    """Return the level without all elements that have a purpose; None if no element has it."""
    steps = list(without(maker, wishes, draft, purposes, lambda maker, draft: Seen()))
    return steps[-1][1] if steps else None


def with_farther_start(
    maker: Maker,
    wishes: Wishes,
    draft: Draft,
    length: str = "shortest",
    most: float | None = None,
) -> Draft | None:
    """Return the level with the farthest start its format can express, or None.

    `length` is the metric that measures how far a start is from the goal, at most `most`.
    """
    level = level_of(maker.family, draft)
    graph = wishes.expanded(level.puzzle)
    if not graph.complete:
        return None
    if length == LINES:
        graph = _of_pieces(level, graph)
    distance = _to_goal(level, graph, length)
    allowed = distance if most is None else np.where(distance <= most, distance, -1)
    for node in (-allowed).argsort(kind="stable")[:MAX_STARTS].tolist():
        if allowed[node] <= distance[0]:
            return None
        with contextlib.suppress(LevelError):
            return draft_of(maker.family, level.puzzle, graph.state(node))
    return None


def _to_goal(level: Level, graph: ArrayGraph, length: str) -> np.ndarray:
    """Return the smallest length (n,) int64 of a solution from each state, -1 without one."""
    if length == LINES:
        return _lines_to_goal(level, graph)
    if length != PUSHES:
        return moves_to_goal(graph)
    play = costly(level, graph, [PUSHES])
    weights = to_goals(play)
    return np.where(weights < 0, -1, weights // play.radix)


def _of_pieces(level: Level, graph: ArrayGraph) -> ArrayGraph:
    """Return the graph whose moves name pieces: the graph itself, or that of the player's units."""
    return seen_by_player(level, graph) if pieces_of(level, graph) is None else graph


def _lines_to_goal(level: Level, graph: ArrayGraph) -> np.ndarray:
    """Return the fewest lines (n,) int64 from each state, -1 for all if moves name no pieces."""
    pieces = pieces_of(level, graph)
    if pieces is None or graph.goal is None:
        return np.full(len(graph), -1)
    return lines(graph, pieces).to_goal.astype(np.int64)
