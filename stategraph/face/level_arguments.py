"""Arguments that name a level, or one of its states."""

from __future__ import annotations

import os
from typing import Any

from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, StoredGraph
from stategraph.load import load
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY
from stategraph.variables import State

# The types of a level argument: a level, a name that `load` accepts, a puzzle, or a graph.
Levelled = Level | Puzzle | ArrayGraph | str | os.PathLike[str]


def level_of(argument: Any) -> Level:
    """Return the level of an argument. A puzzle or a graph without a level becomes a level."""
    if isinstance(argument, Level):
        return argument
    if isinstance(argument, (str, os.PathLike)):
        return load(os.fspath(argument))
    if not isinstance(argument, ArrayGraph):
        if not all(hasattr(argument, name) for name in ("start", "moves", "is_goal")):
            raise InputError(_no_level(argument))
        return Level(NO_FAMILY, Puzzle.of(argument), name="puzzle", file="puzzle")
    if argument.level is None:
        from stategraph.formats.imported_graphs import GraphPuzzle

        puzzle = Puzzle.of(GraphPuzzle(argument))
        argument.level = StoredGraph(NO_FAMILY, puzzle, name="graph", file="graph", graph=argument)
    return argument.level


def _no_level(argument: object) -> str:
    """Return the error message for an argument that is not a level."""
    from stategraph.pictures.options import is_networkx

    if is_networkx(argument):
        return "a networkx graph has no start: StateGraph.from_networkx(graph, start, goal) has one"
    kind = type(argument).__name__
    return f"a level is a name, a file, a Level, a puzzle or a StateGraph, not of type {kind}"


def state_of(level: Level, argument: object) -> Any:
    """Return the state that an argument gives as an object or as a text of its values."""
    if isinstance(argument, str):
        return level.puzzle.named(argument)
    if isinstance(level.puzzle.start, State) and not isinstance(argument, State):
        raise InputError(
            f"a state is one of the puzzle, or text such as {str(level.puzzle.start)!r}, "
            f"not {argument!r}"
        )
    return argument


def bounds(
    limits: Limits | None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    max_memory: int | None = None,
) -> Limits | None:
    """Return `limits`, or build them from the single arguments."""
    if not isinstance(limits, Limits | None):
        kind = type(limits).__name__
        raise InputError(f"limits are Limits(states=1000), or max_states=1000; not of type {kind}")
    arguments = dict(states=max_states, seconds=max_seconds, memory=max_memory)
    if all(value is None for value in arguments.values()):
        return limits
    if limits is not None:
        raise InputError("give limits, or max_states, max_seconds and max_memory; not both")
    for name, value in arguments.items():
        if value is not None and not value > 0:
            raise InputError(f"max_{name} is a positive number, not {value!r}")
    return Limits(max_states, max_memory, max_seconds)


def only_one(**arguments: object) -> None:
    """Raise an error if a state is named in more than one form."""
    names = [name for name, value in arguments.items() if value not in (None, "")]
    if len(names) > 1:
        raise InputError(f"{' and '.join(names)} name a state each: give one of them")
