"""What may stand for a level, or for one of its states, where the front door is given one."""

from __future__ import annotations

import os
from typing import Any

from stategraph.errors import InputError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level
from stategraph.load import load
from stategraph.rules import Puzzle
from stategraph.rules.family import NO_FAMILY
from stategraph.variables import State

# What stands for a level: itself, a name that `load` takes, a puzzle, or a graph.
Levelled = Level | Puzzle | ArrayGraph | str | os.PathLike


def level_of(given: Any) -> Level:
    """Return the level that is meant; a puzzle, or a graph that knows none, is one by itself."""
    if isinstance(given, Level):
        return given
    if isinstance(given, (str, os.PathLike)):
        return load(os.fspath(given))
    if not isinstance(given, ArrayGraph):
        if not all(hasattr(given, name) for name in ("start", "moves", "is_goal")):
            raise InputError(_no_level(given))
        return Level(NO_FAMILY, Puzzle.of(given), name="puzzle", file="puzzle")
    if given.level is None:
        from stategraph.formats.imported import GraphPuzzle

        puzzle = Puzzle.of(GraphPuzzle(given))
        given.level = Level(NO_FAMILY, puzzle, name="graph", file="graph", graph=given)
    return given.level


def _no_level(given: Any) -> str:
    """Return the complaint about something that is no level."""
    from stategraph.pictures.asked import is_networkx

    if is_networkx(given):
        return "a networkx graph has no start: StateGraph.from_networkx(graph, start, goal) has one"
    kind = type(given).__name__
    return f"a level is a name, a file, a Level, a puzzle or a StateGraph, not a {kind}"


def state_of(level: Level, given: Any) -> Any:
    """Return the state that is meant: itself, or what its values as text say."""
    if isinstance(given, str):
        return level.puzzle.named(given)
    if isinstance(level.puzzle.start, State) and not isinstance(given, State):
        raise InputError(
            f"a state is one of the puzzle, or text such as {str(level.puzzle.start)!r}, "
            f"not {given!r}"
        )
    return given


def only_one(**asked: Any) -> None:
    """Complain where more than one way to name a state is taken."""
    taken = [name for name, value in asked.items() if value not in (None, "")]
    if len(taken) > 1:
        raise InputError(f"{' and '.join(taken)} name a state each: give one of them")
