"""Phrases for the reasons of trap moves. A reason is a group of dead patterns with one cause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from stategraph.analysis.partial_states import (
    MAX_VALUES_IN_SENTENCE,
    lines_in_words,
    member,
)
from stategraph.analysis.trap_reasons import Reason, Reasons
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.variables import Variables

# Maximum number of parts that a phrase lists; a single further part is listed, too.
MAX_PARTS = 3


def cause(level: Level, reason: Reason) -> str:
    """Return a reason as a phrase.

    Examples
    --------
    >>> from stategraph import expand, load
    >>> from stategraph.analysis.trap_reasons import reasons_of
    >>> level = load("sokoban/too-late")
    >>> [cause(level, one) for one in reasons_of(level, expand(level)).reasons]
    ['box on 1:1, 1:2 or 10 more cells of rows 1 and 4', 'box 2:7 and box 3:7, or symmetric']
    """
    variables = level.puzzle.variables
    assert variables is not None, "its states have parts"
    if reason.same_set and len(reason.patterns) > 1:
        cells = sorted(pattern.parts[0].values[0] for pattern in reason.patterns)
        return f"{member(reason.parts[0].variable)} on {_cells(variables, reason, cells)}"
    text = _joined([part.in_sentence(variables) for part in reason.parts])
    return f"{text}, or symmetric" if len(reason.patterns) > 1 else text


def _joined(parts: list[str]) -> str:
    """Join the parts of a pattern, and state the number of parts that are left out."""
    omitted = len(parts) - MAX_PARTS
    return " and ".join(parts if omitted < 2 else [*parts[:MAX_PARTS], f"{omitted} more parts"])


def _cells(variables: Variables, reason: Reason, cells: list[int]) -> str:
    """Return the first cells of a reason as text, and the rows or columns if they are few."""
    kind: Any = variables.kinds[reason.parts[0].variable]
    names = [kind.show(cell) for cell in cells]
    most = MAX_VALUES_IN_SENTENCE
    if len(names) <= most:
        return " or ".join([", ".join(names[:-1]), names[-1]])
    cell_text = f"{', '.join(names[: most - 1])} or {len(names) - most + 1} more"
    if kind.board is None or not hasattr(kind.board, "place"):
        return cell_text
    return f"{cell_text} cells{lines_in_words(list(map(kind.board.place, cells)))}"


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
    """Return the phrase for the reason with this number, where -1 stands for no known reason."""
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
