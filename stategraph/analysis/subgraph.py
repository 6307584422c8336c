"""Subgraphs of a state graph that the rules make anew, where the whole was never kept.

::

    subgraph   the states that moves with some property lead to      line   the states of one way
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stategraph.analysis.paths import Way
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, sorted_labels
from stategraph.rules.puzzle import Puzzle

# Why a subgraph is not whole, as graphs say it.
PART = "end of what solutions pass"


def subgraph(puzzle: Puzzle, keeps: Callable[[Any, Any], bool]) -> ArrayGraph:
    """Return the state graph of the moves from the start that are kept; it is not complete.

    ``keeps(before, after)`` tells of a move whether it is. O(states + moves), in plain Python.
    """

    def rule(state: Any) -> Iterator[tuple[str, Any]]:
        for label, new in puzzle.moves(state):
            if keeps(state, new):
                yield label, new

    made = expand(puzzle.ruled([rule], puzzle.goal), engine="direct")
    return made.but(stopped=PART)


def line(
    puzzle: Puzzle, states: Sequence[Any], labels: Sequence[str], wins: bool
) -> tuple[ArrayGraph, Way]:
    """Return the graph of one way through these states, by moves of these labels, and the way."""
    n = len(states)
    names = dict(enumerate(labels))
    made = ArrayGraph(
        offsets=np.append(np.arange(n), n - 1),
        targets=np.arange(1, n, dtype=np.int32),
        **sorted_labels(np.arange(n - 1), names),
        states=puzzle.variables.packed(states) if puzzle.variables else list(states),
        variables=puzzle.variables,
        goal=n - 1 if wins else None,
    )
    way = Way(tuple(range(n)), tuple(labels), tuple(range(n - 1)), wins)
    return made.but(stopped=PART), way
