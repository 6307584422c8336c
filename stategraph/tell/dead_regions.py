"""Short reasons for dead states, which label the dead regions of a picture."""

from __future__ import annotations

from collections.abc import Callable
from itertools import chain
from textwrap import wrap
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis.trap_reasons import reasons_of
from stategraph.tell.trap_reasons import cause

if TYPE_CHECKING:
    from stategraph.graph import ArrayGraph
    from stategraph.level_files import Level

# maximum number of reasons per group of states
MAX_REASONS = 2

# maximum number of characters of a line, and of lines per reason; a longer reason is cut off
LINE_LENGTH = 30
MAX_LINES = 3

Reasons = Callable[[np.ndarray], str]


def reasons(level: Level, graph: ArrayGraph) -> Reasons | None:
    """Return a function that maps dead states to a text of reasons, or None without any reason.

    Each state counts only for the reason of the first pattern that it matches. Reasons that explain
    the most states come first.
    """
    known = reasons_of(level, graph) if graph.quotient is None else None
    if known is None or not known.reasons:
        return None

    def tell(states: np.ndarray) -> str:
        numbers = known.of[states]
        kinds, counts = np.unique(numbers[numbers >= 0], return_counts=True)
        ranked = sorted(
            zip(counts.tolist(), kinds.tolist(), strict=True), key=lambda c: (-c[0], c[1])
        )
        texts = [
            f"{number:,}: {cause(level, known.reasons[k])}" for number, k in ranked[:MAX_REASONS]
        ]
        others = sum(number for number, _ in ranked[MAX_REASONS:])
        texts += [f"{others:,}: other reasons"] if others else []
        unexplained = int(np.count_nonzero(numbers < 0))
        texts += [f"{unexplained:,}: no known pattern"] if unexplained else []
        lines = chain.from_iterable(map(_wrapped, texts))
        return "".join(f"\n{line}" for line in lines)

    return tell


def _wrapped(text: str) -> list[str]:
    return wrap(text, LINE_LENGTH, max_lines=MAX_LINES, placeholder=" …")
