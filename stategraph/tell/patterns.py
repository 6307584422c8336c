"""Why states are dead, in few words: for the dead regions of a picture."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis.patterns import Pattern, patterns_of
from stategraph.tell.phrases import count

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.levels import Level
    from stategraph.variables import Variables

# So many reasons of a group of states are named.
SHOWN = 2

# Longer reasons have no room, and how many parts they have is told instead.
LONGEST = 24

Reasons = Callable[[np.ndarray], str]


def reasons(level: Level, graph: ArrayGraph) -> Reasons | None:
    """Return what tells of some dead states why they are; None where that is not known.

    Each state counts for the first pattern that it has, those that explain most coming first.
    """
    variables = level.puzzle.variables
    found = patterns_of(level, graph) if graph.quotient is None else None
    if found is None or not found.patterns or variables is None:
        return None

    def tell(states: np.ndarray) -> str:
        of = found.of[states]
        kinds, counts = np.unique(of[of >= 0], return_counts=True)
        ranked = sorted(
            zip(counts.tolist(), kinds.tolist(), strict=True), key=lambda c: (-c[0], c[1])
        )
        lines = [f"{number:,} for {_named(found.patterns[k], variables)}" for number, k in ranked]
        lines = lines[:SHOWN]
        rest = sum(number for number, _ in ranked[SHOWN:])
        lines += [f"{rest:,} for others"] if rest else []
        unexplained = int(np.count_nonzero(of < 0))
        lines += [f"{unexplained:,} unexplained"] if unexplained else []
        return "".join(f"\n{line}" for line in lines)

    return tell


def _named(pattern: Pattern, variables: Variables) -> str:
    text = " and ".join(part.text(variables) for part in pattern.parts)
    return text if len(text) <= LONGEST else count(len(pattern), "part")
