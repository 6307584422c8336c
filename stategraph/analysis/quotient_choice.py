"""The graphs that ``--by`` selects.

::

    graph ── by "walks" ───────► states that walking connects are one node  (`.walks`)
          ── by "turns" ───────► consecutive moves of one actor are one     (`.turns`)
          ── by "symmetry" ────► symmetric states are one node              (`.symmetry`)
          ── by "player, keys" ► states that agree in them are one node     (`.variable_quotient`)

The result is a graph like any other. Its attribute ``quotient`` lifts paths to the states of the
level. If variables are named, some paths between classes may not be playable. Commands that report
solutions therefore reject names of variables.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from stategraph.analysis.label_owners import owners_of_labels
from stategraph.analysis.lifting import lift
from stategraph.analysis.shortest_solutions import GraphPath
from stategraph.analysis.symmetry import symmetric
from stategraph.analysis.turns import MAX_TURNS, turns
from stategraph.analysis.unit_labels import blocks_pushed
from stategraph.analysis.variable_quotient import by_variables
from stategraph.analysis.walks import (
    played_by,
    walker_of,
    walking_or_label,
    walks,
)
from stategraph.errors import InputError, UnseenError, did_you_mean
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import Set

if TYPE_CHECKING:
    from stategraph.rules.puzzle import Puzzle

KINDS = ("walks", "turns", "symmetry")

# The kind that names of variables select.
VARIABLES = "variables"


def by(level: Level, graph: ArrayGraph, kind: str, most: int = MAX_TURNS) -> ArrayGraph:
    """Return a quotient of the state graph of a level, selected by `kind`. O(states + moves).

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the state graph of the level, not a quotient
    kind : str
        one of `KINDS`, or names of variables, separated by commas
    most : int
        maximum number of turns

    Raises
    ------
    InputError
        if the kind is unknown, or if it does not apply to this graph
    UnseenError
        if the graph is not complete and the actor could only be inferred from all moves

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> by(level, expand(level), "walks")
    <StateGraph: 9 states, 14 moves, goal 6, complete>
    >>> by(level, expand(level), "blocks")
    <StateGraph: 9 states, 19 moves, goal 6, complete>
    """
    quotient_kind = kind_of(level, kind)
    if graph.quotient is not None:
        raise InputError(f"a graph by {graph.quotient.kind} cannot be grouped by {kind} as well")
    if quotient_kind == "walks":
        reduced = _walks(level, graph)
    elif quotient_kind == "turns":
        reduced = _turns(level, graph, most)
    elif quotient_kind == "symmetry":
        reduced = symmetric(graph, level.family.renamings(level.puzzle))
    else:
        reduced = by_variables(graph, _names(kind)).as_graph()
    reduced.level = graph.level
    return reduced


def kind_of(level: Level, kind: str) -> str:
    """Return the kind of quotient that a text selects.

    Parameters
    ----------
    level : Level
    kind : str
        a kind, or names of variables, separated by commas

    Returns
    -------
    str
        one of `KINDS`, or `VARIABLES`

    Raises
    ------
    InputError
        if the level does not support the kind
    """
    variables = level.puzzle.variables.kinds if level.puzzle.variables else ()
    names = _names(kind)
    if len(names) == 1 and names[0] in KINDS:
        return names[0]
    for name in names:
        if name in KINDS:
            raise InputError(f"--by {name} cannot be combined with other classes: {kind!r}")
        if name not in variables:
            also = f"; or variables: {', '.join(variables)}" if variables else ""
            near = did_you_mean(name, (*KINDS, *variables))
            raise InputError(
                f"there are no classes by {name!r}; known: {', '.join(KINDS)}{also}{near}"
            )
    return VARIABLES


def seeing(level: Level, kind: str) -> Callable[[Puzzle, ArrayGraph], ArrayGraph]:
    """Return a function ``see(puzzle, graph)`` that builds the quotient of a level variant."""

    def see(puzzle: Puzzle, graph: ArrayGraph) -> ArrayGraph:
        return by(replace(level.without_graph(), puzzle=puzzle), graph, kind)

    return see


def _names(kind: str) -> list[str]:
    return [name.strip() for name in kind.split(",")]


def units_of(level: Level, graph: ArrayGraph) -> str | None:
    """Return the unit in which a player counts moves in a level.

    Returns
    -------
    {"walks", "turns"} or None
        "walks" if the puzzle names an actor that walks, or if such an actor can be inferred;
        "turns" if several actors move, or if each move moves one of several pieces; None if neither
        is known. On an incomplete graph no actor is inferred, since unknown moves might contradict
        the result.
    """
    if graph.quotient is not None or graph.variables is None:
        return None
    if level.puzzle.walker is not None:
        return "walks"
    if level.family.actor is not None:
        return "turns"
    if not graph.complete:
        return None
    if owners_of_labels(graph) is not None:
        return "turns"
    try:
        walker_of(graph, together(level))
    except InputError:
        return None
    return "walks"


def actor_of(level: Level, graph: ArrayGraph) -> Callable[[str], str] | None:
    """Return a function from labels to actors, or None if labels do not show the actor."""
    if graph.quotient is not None:
        actors = graph.quotient.actors
        return None if actors is None else actors.__getitem__
    owners = None if level.family.actor else owners_of_labels(graph)
    return owners.__getitem__ if owners else level.family.actor


def movers_of(level: Level, graph: ArrayGraph) -> Callable[[GraphPath], list[int]] | None:
    """Return a function that lists the blocks that a path pushes, in order.

    The result is None if the level has no actor that walks. It is also None if labels determine the
    actor, since callers then do not need the function.
    """
    quotient, played, walker = graph.quotient, played_by(level.puzzle), level.puzzle.walker
    if level.family.actor is not None or walker is None or graph.variables is None:
        return None
    if quotient is not None and (not quotient.in_units or quotient.actors is not None):
        return None
    return lambda way: blocks_pushed(*lift(graph, way)[:2], walker, played)


def _turns(level: Level, graph: ArrayGraph, most: int) -> ArrayGraph:
    if graph.variables is None and level.family.actor is None:
        raise InputError(f"by turns: {level.name} does not say which piece moves")
    if level.family.actor is not None:
        return turns(graph, level.family.actor, most)
    _refuse_part(graph, "turns")
    owners = owners_of_labels(graph)
    if owners is not None:
        return turns(graph, owners.__getitem__, most)
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
    """Raise ``UnseenError`` if unknown moves could change the inferred actors."""
    if not graph.complete:
        raise UnseenError(
            f"by {kind}: who moves is inferred from all moves, and these are unknown: stopped at "
            f"the {graph.stopped}"
        )


def together(level: Level) -> tuple[str, ...]:
    """Return the actors that walk together: variables on one board, at least one of them a set."""
    puzzle = level.puzzle
    if puzzle.variables is None:
        return ()
    names = level.family.walkers(puzzle)
    kinds = [puzzle.variables.kinds[name] for name in names]
    boards = {id(kind.board) for kind in kinds}
    return names if len(boards) == 1 and any(isinstance(kind, Set) for kind in kinds) else ()
