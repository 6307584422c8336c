"""Small parts of a state graph that was not stored, computed again by the rules.

::

    subgraph   the states that selected moves reach      line   the states of one path
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stategraph.analysis.shortest_solutions import GraphPath
from stategraph.expand import expand
from stategraph.graph import ArrayGraph, Extent, sorted_labels
from stategraph.rules.puzzle import Puzzle
from stategraph.variables import State

# The reason that these graphs report for being incomplete.
STOP_REASON = "end of what solutions pass"


def subgraph(puzzle: Puzzle, keeps: Callable[[Any, Any], bool]) -> ArrayGraph:
    """Return the incomplete state graph of the states that selected moves reach.

    ``keeps(before, after)`` returns whether a move is selected. The cost is O(states + moves), in
    plain Python.
    """

    def rule(state: object) -> Iterator[tuple[str, object]]:
        for label, new in puzzle.moves(state):
            if keeps(state, new):
                yield label, new

    graph = expand(puzzle.ruled([rule], puzzle.goal), engine="direct")
    return graph.but(extent=Extent(graph.expanded, STOP_REASON))


def line(
    puzzle: Puzzle, states: Sequence[State], labels: Sequence[str], wins: bool
) -> tuple[ArrayGraph, GraphPath]:
    """Return a graph that consists of one path, and this path as a path of the graph."""
    n = len(states)
    names = dict(enumerate(labels))
    graph = ArrayGraph(
        offsets=np.append(np.arange(n), n - 1),
        targets=np.arange(1, n, dtype=np.int32),
        **sorted_labels(np.arange(n - 1), names),
        states=puzzle.variables.packed(states) if puzzle.variables else list(states),
        variables=puzzle.variables,
        goal=n - 1 if wins else None,
    )
    path = GraphPath(tuple(range(n)), tuple(labels), tuple(range(n - 1)), wins)
    return graph.but(extent=Extent(graph.expanded, STOP_REASON)), path
