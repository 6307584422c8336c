"""Phrases for the reasons of trap moves. A reason is a group of dead patterns with one cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis.trap_reasons import Reason, Reasons
from stategraph.readable import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level


def cause(level: Level, reason: Reason) -> str:
    """Return a reason as a phrase, such as ``box 2:7 and box 3:7, or symmetric``."""
    variables = level.puzzle.variables
    assert variables is not None, "its states have parts"
    return reason.in_words(variables)


def by_reason(
    reasons: Reasons, graph: ArrayGraph, times: Mapping[int, int]
) -> list[tuple[int, Counter[int]]]:
    """Group moves into dead states by reason, and count each move. Frequent reasons come first.

    `times` maps each move to its count. Moves without a known reason come last, as reason -1.
    """
    groups: dict[int, Counter[int]] = {}
    for move, number in times.items():
        groups.setdefault(int(reasons.of[graph.targets[move]]), Counter())[move] += number
    order = sorted(groups, key=lambda k: (k < 0, -groups[k].total(), k))
    return [(k, groups[k]) for k in order]


def cause_of(level: Level, reasons: Reasons, number: int) -> str:
    """Return the phrase for the reason with this number, where -1 means no known reason."""
    return "no known pattern" if number < 0 else cause(level, reasons.reasons[number])


def in_one_sentence(level: Level, reasons: Reasons, nodes: np.ndarray) -> str:
    """Return a phrase for the most frequent reason of these dead states, or "" if none is known."""
    numbers_of_nodes = reasons.of[nodes][reasons.of[nodes] >= 0]
    if not len(numbers_of_nodes):
        return ""
    numbers, times = np.unique(numbers_of_nodes, return_counts=True)
    most = int(numbers[times.argmax()])
    others = len(numbers) - 1
    return cause(level, reasons.reasons[most]) + (
        f", or {count(others, 'more reason')}" * (others > 0)
    )
