"""A state graph seen in other units, by a word: the one place where ``--by`` becomes a graph.

::

    graph ── by "walks" ───────► its classes between walks          (`stategraph.analysis.walks`)
          ── by "symmetry" ────► states that look alike are one     (`.symmetry`)
          ── by "player, keys" ► states that agree in them are one  (`.quotient`)

What it gives is a graph like any other. Its ``quotient`` is the way back to the states beneath.
Ways between classes of states that agree in some variables alone need not be playable: who looks
for solutions cannot see a level so.
"""

from __future__ import annotations

from typing import Any

from stategraph.analysis.quotient import by_variables
from stategraph.analysis.symmetry import symmetric
from stategraph.analysis.walks import walks
from stategraph.errors import InputError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.levels import Level

KINDS = ("walks", "symmetry")

# What the names of variables are, among the kinds.
VARIABLES = "variables"


def by(level: Level, graph: ArrayGraph, kind: str) -> ArrayGraph:
    """Return the state graph of a level as `kind` has it. O(states + moves).

    Parameters
    ----------
    kind : str
        one of `KINDS`, or the names of variables with commas between them

    Raises
    ------
    InputError
        where there is no such kind, or this graph cannot be seen so

    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> by(level, expand(level), "walks")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    >>> by(level, expand(level), "blocks")
    <StateGraph: 9 states, 19 moves, goal 5, complete>
    """
    what = kind_of(level, kind)
    if graph.quotient is not None:
        raise InputError(f"seen by {graph.quotient.kind} already, a level is not seen by {kind}")
    if what == "walks":
        made = _walks(level, graph)
    elif what == "symmetry":
        made = symmetric(graph, level.family.renamings(level.puzzle))
    else:
        made = by_variables(graph, _names(kind)).as_graph()
    made.level = graph.level
    return made


def kind_of(level: Level, kind: str) -> str:
    """Return what a level is to be seen by: one of `KINDS`, or `VARIABLES`.

    ``InputError`` where the level cannot be seen so.
    """
    known = level.puzzle.variables.kinds if level.puzzle.variables else ()
    if kind in KINDS:
        return kind
    for name in _names(kind):
        if name not in known:
            also = f"; or variables: {', '.join(known)}" if known else ""
            near = did_you_mean(name, (*KINDS, *known))
            raise InputError(
                f"there is nothing to see by {name!r}; known: {', '.join(KINDS)}{also}{near}"
            )
    return VARIABLES


def _names(kind: str) -> list[str]:
    return [name.strip() for name in kind.split(",")]


def _walks(level: Level, graph: ArrayGraph) -> ArrayGraph:
    puzzle = level.puzzle
    if puzzle.variables is None:  # the level is the graph
        return walks(graph)

    def played(state: Any, label: str) -> Any:
        return dict(puzzle.moves(state))[label]

    return walks(graph, puzzle.walker, played)
