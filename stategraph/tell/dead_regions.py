"""Short reasons for dead states, which label the dead regions of a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis.dead_patterns import Pattern, patterns_of
from stategraph.analysis.partial_states import MAX_LISTED_VALUES
from stategraph.readable import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level
    from stategraph.variables import Variables

# maximum number of reasons per group of states
MAX_REASONS = 2

# maximum length of a reason in characters; of a longer one only the number of parts is shown
MAX_REASON_LENGTH = 24

Reasons = Callable[[np.ndarray], str]


def reasons(level: Level, graph: ArrayGraph) -> Reasons | None:
    """Return a function that maps dead states to a text of reasons, or None without any reason.

    Each state counts only for the first pattern that it matches. Patterns that explain the most
    states come first.
    """
    variables = level.puzzle.variables
    patterns = patterns_of(level, graph) if graph.quotient is None else None
    if patterns is None or not patterns.patterns or variables is None:
        return None

    def tell(states: np.ndarray) -> str:
        numbers = patterns.of[states]
        kinds, counts = np.unique(numbers[numbers >= 0], return_counts=True)
        ranked = sorted(
            zip(counts.tolist(), kinds.tolist(), strict=True), key=lambda c: (-c[0], c[1])
        )
        lines = [
            f"{number:,} for {_pattern_in_words(patterns.patterns[k], variables)}"
            for number, k in ranked
        ]
        lines = lines[:MAX_REASONS]
        others = sum(number for number, _ in ranked[MAX_REASONS:])
        lines += [f"{others:,} for others"] if others else []
        unexplained = int(np.count_nonzero(numbers < 0))
        lines += [f"{unexplained:,} unexplained"] if unexplained else []
        return "".join(f"\n{line}" for line in lines)

    return tell


def _pattern_in_words(pattern: Pattern, variables: Variables) -> str:
    text = " and ".join(part.text(variables, MAX_LISTED_VALUES) for part in pattern.parts)
    return text if len(text) <= MAX_REASON_LENGTH else count(len(pattern), "part")
