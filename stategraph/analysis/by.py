"""A state graph seen in other units, by a word: the one place where ``--by`` becomes a graph.

::

    graph ── by "walks" ──► its classes between walks      (`stategraph.analysis.walks`)

What it gives is a graph like any other. Its ``quotient`` is the way back to the states beneath.
"""

from __future__ import annotations

from typing import Any

from stategraph.analysis.walks import walks
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.levels import Level

KINDS = ("walks",)


def by(level: Level, graph: ArrayGraph, kind: str) -> ArrayGraph:
    """Return the state graph of a level as `kind` has it, one of `KINDS`. O(states + moves).

    Raises
    ------
    InputError
        where there is no such kind, or this graph cannot be seen so

    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> by(level, expand(level), "walks")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    """
    if kind not in KINDS:
        near = did_you_mean(kind, KINDS)
        raise InputError(f"there is nothing to see by {kind!r}; known: {', '.join(KINDS)}{near}")
    made = _walks(level, graph)
    made.level = graph.level
    return made


def _walks(level: Level, graph: ArrayGraph) -> ArrayGraph:
    puzzle = level.puzzle
    if puzzle.variables is None:  # the level is the graph
        return walks(graph)

    def played(state: Any, label: str) -> Any:
        return dict(puzzle.moves(state))[label]

    return walks(graph, puzzle.walker, played)
