"""A state graph seen in other units, by a word: the one place where ``--by`` becomes a graph.

::

    graph ── by "walks" ───────► its classes between walks          (`stategraph.analysis.walks`)
          ── by "turns" ───────► a run of one actor is one move     (`.turns`)
          ── by "symmetry" ────► states that look alike are one     (`.symmetry`)
          ── by "player, keys" ► states that agree in them are one  (`.quotient`)

What it gives is a graph like any other. Its ``quotient`` is the way back to the states beneath.
Ways between classes of states that agree in some variables alone need not be playable: who looks
for solutions cannot see a level so.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from stategraph.analysis.effects import blocks_pushed
from stategraph.analysis.owners import whose_labels
from stategraph.analysis.paths import Way
from stategraph.analysis.quotient import by_variables
from stategraph.analysis.symmetry import symmetric
from stategraph.analysis.turns import MOST, Turns, turns
from stategraph.analysis.walks import (
    Walks,
    played_by,
    walker_of,
    walking_or_label,
    walks,
)
from stategraph.errors import InputError, UnseenError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.variables import Set

KINDS = ("walks", "turns", "symmetry")

# What the names of variables are, among the kinds.
VARIABLES = "variables"


def by(level: Level, graph: ArrayGraph, kind: str, most: int = MOST) -> ArrayGraph:
    """Return the state graph of a level as `kind` has it. O(states + moves).

    Parameters
    ----------
    kind : str
        one of `KINDS`, or the names of variables with commas between them
    most : int
        of more turns than this no graph is made

    Raises
    ------
    InputError
        where there is no such kind, or this graph cannot be seen so
    UnseenError
        where the graph is not whole, and who moves could only be inferred from all moves

    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> by(level, expand(level), "walks")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    >>> by(level, expand(level), "blocks")
    <StateGraph: 9 states, 19 moves, goal 6, complete>
    """
    what = kind_of(level, kind)
    if graph.quotient is not None:
        raise InputError(f"seen by {graph.quotient.kind} already, a level is not seen by {kind}")
    if what == "walks":
        made = _walks(level, graph)
    elif what == "turns":
        made = _turns(level, graph, most)
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
    names = _names(kind)
    if len(names) == 1 and names[0] in KINDS:
        return names[0]
    for name in names:
        if name in KINDS:
            raise InputError(f"to see a level by {name} goes with nothing else: {kind!r}")
        if name not in known:
            also = f"; or variables: {', '.join(known)}" if known else ""
            near = did_you_mean(name, (*KINDS, *known))
            raise InputError(
                f"there is nothing to see by {name!r}; known: {', '.join(KINDS)}{also}{near}"
            )
    return VARIABLES


def seeing(level: Level, kind: str) -> Callable[[Any, ArrayGraph], ArrayGraph]:
    """Return how variants of a level are seen: ``see(puzzle, graph)`` is their graph by `kind`."""

    def see(puzzle: Any, graph: ArrayGraph) -> ArrayGraph:
        return by(replace(level, puzzle=puzzle, graph=None), graph, kind)

    return see


def _names(kind: str) -> list[str]:
    return [name.strip() for name in kind.split(",")]


def units_of(level: Level, graph: ArrayGraph) -> str | None:
    """Return what a player's units are in a level, one of `KINDS`; None where nobody can tell.

    Walks, where the puzzle names a walker or one is found; turns, where several actors move, or
    pieces one at a time. In a graph that is not whole none is found: somebody else may walk in the
    rest of it.
    """
    if graph.quotient is not None or graph.variables is None:
        return None
    if level.puzzle.walker is not None:
        return "walks"
    if level.family.actor is not None:
        return "turns"
    if not graph.complete:
        return None
    if whose_labels(graph) is not None:
        return "turns"
    try:
        walker_of(graph, together(level))
    except InputError:
        return None
    return "walks"


def actor_of(level: Level, graph: ArrayGraph) -> Callable[[str], str] | None:
    """Return who makes a move of a label, as a function; None where labels do not tell."""
    quotient = graph.quotient
    if isinstance(quotient, Turns):
        return lambda label: str(quotient.whose[label])
    if quotient is not None:
        return None
    whose = None if level.family.actor else whose_labels(graph)
    return whose.__getitem__ if whose else level.family.actor


def movers_of(level: Level, graph: ArrayGraph) -> Callable[[Way], list[Any]] | None:
    """Return which blocks a way pushes, one after the other, as a function; None without a walker.

    Where labels tell who moves, nobody needs it.
    """
    quotient, played, walker = graph.quotient, played_by(level.puzzle), level.puzzle.walker
    if level.family.actor is not None or walker is None or graph.variables is None:
        return None
    if quotient is None:
        return lambda way: blocks_pushed(graph, way, walker, played)
    if isinstance(quotient, Walks):
        return lambda way: blocks_pushed(*quotient.played(way)[:2], walker, played)
    return None


def _turns(level: Level, graph: ArrayGraph, most: int) -> ArrayGraph:
    if graph.variables is None and level.family.actor is None:
        raise InputError(f"by turns: {level.name} does not tell who moves")
    if level.family.actor is not None:
        return turns(graph, level.family.actor, most)
    _refuse_part(graph, "turns")
    whose = whose_labels(graph)
    if whose is not None:
        return turns(graph, whose.__getitem__, most)
    walker = level.puzzle.walker or walker_of(graph, together(level))
    return turns(graph, walking_or_label(graph, walker), most)


def _walks(level: Level, graph: ArrayGraph) -> ArrayGraph:
    puzzle = level.puzzle
    if puzzle.walker is None:
        _refuse_part(graph, "walks")
    if puzzle.variables is None:  # the level is the graph
        return walks(graph)
    walker = puzzle.walker or walker_of(graph, together(level))
    return walks(graph, walker, played_by(puzzle))


def _refuse_part(graph: ArrayGraph, kind: str) -> None:
    """Raise ``UnseenError`` if moves are missing from which the actors would be inferred."""
    if not graph.complete:
        raise UnseenError(
            f"by {kind}: who moves is inferred from all moves, and these are unknown: stopped at "
            f"the {graph.stopped}"
        )


def together(level: Level) -> tuple[str, ...]:
    """Return the variables of walkers who are sets of cells: what they do together is a walk."""
    puzzle = level.puzzle
    if puzzle.variables is None:
        return ()
    names = level.family.walkers(puzzle)
    kinds = [puzzle.variables.kinds[name] for name in names]
    boards = {id(kind.board) for kind in kinds}
    return names if len(boards) == 1 and any(isinstance(kind, Set) for kind in kinds) else ()
