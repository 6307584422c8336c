"""The hardest start: the state farthest from the goal in which a level could begin.

A start farther from the goal makes a level harder without a new board. A family's format may be
unable to express some states. In a labyrinth, for example, the player always starts outside. So the
states are tried from the farthest to the nearest until one can be written::

    moves left   8  7  6  5  ...  0
    states       2  5  4  9  ...  1
                 ▲  ▲
                 │  └ written as a level, read back, solved: 7 moves
                 └ skipped: the player is inside, and levels begin outside
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from stategraph.analysis import moves_to_goal, shortest, solutions_known
from stategraph.errors import LevelError, RuleError
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level, installed, parse_level, written
from stategraph.readable import Readable
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.variables import State


@dataclass(frozen=True)
class PassedOver:
    """The states that the format cannot express.

    Attributes
    ----------
    reason : str
    states : int
        their number; all are at least as far from the goal as the chosen state
    node : int
        the first of them
    moves_left : int
        from there to the goal
    """

    reason: str
    states: int
    node: int
    moves_left: int


@dataclass(frozen=True, repr=False)
class Hardest(Readable):
    """The farthest state that the format can express.

    Attributes
    ----------
    node : int or None
        None: the format can express no state at all
    moves_left : int
        from there to the goal
    text : str
        its level file; in the family's native format if a level file cannot name the family
    stopped : str
        the limit that prevented a solution of that level; or empty
    passed_over : tuple of PassedOver
        skipped states by reason, in the order of the search
    """

    node: int | None
    moves_left: int
    text: str
    passed_over: tuple[PassedOver, ...]
    stopped: str = ""


def alive_per_distance(graph: ArrayGraph) -> list[int]:
    """Return the number of states at each distance 0, 1, 2, ... from the goal. O(states)."""
    distance = moves_to_goal(graph)
    return np.bincount(distance[distance >= 0]).tolist()


def hardest(
    level: Level, graph: ArrayGraph, expand: Callable[[Puzzle], ArrayGraph], title: str = ""
) -> Hardest:
    """Return the state farthest from the goal that the format can express, in a complete graph.

    If several states are equally far, the state with the smallest number is returned. The level is
    written, read back and solved as a check. The result is a level file, or a text in the native
    format if the family is not installed. O(states log states), plus the time to write the skipped
    states.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        its complete graph
    expand : callable
        ``expand(puzzle)`` returns the graph of a puzzle, at least as far as the goal
    title : str, optional
        title of the new level

    Raises
    ------
    ValueError
        if the graph is not complete, the goal is unreachable, or the level has no family
    RuleError
        if the written level has another solution length: a mistake in its family
    """
    distance = moves_to_goal(graph)
    if not graph.complete or graph.goal is None or not level.family.name:
        raise ValueError("only states of a whole graph with a goal can be compared")
    alive = np.flatnonzero(distance >= 0)
    passed: dict[str, list[int]] = {}
    for node in alive[np.argsort(-distance[alive], kind="stable")].tolist():
        try:
            text = _text(level.family, level.puzzle, graph.state(node), title)
        except LevelError as error:
            passed.setdefault(error.reason, []).append(node)
            continue
        stopped = _verify(level, text, int(distance[node]), expand)
        return Hardest(node, int(distance[node]), text, _passed(passed, distance), stopped)
    return Hardest(None, 0, "", _passed(passed, distance))


def _passed(passed: dict[str, list[int]], distance: np.ndarray) -> tuple[PassedOver, ...]:
    return tuple(
        PassedOver(reason, len(nodes), nodes[0], int(distance[nodes[0]]))
        for reason, nodes in passed.items()
    )


def _text(family: Family, puzzle: Puzzle, state: State, title: str) -> str:
    if installed(family):
        return written(family, puzzle, state, title)
    return family.write(puzzle, state)


def _verify(level: Level, text: str, moves: int, expand: Callable[[Puzzle], ArrayGraph]) -> str:
    """Read the level back and solve it. Return the limit that stopped the solver, or ""."""
    family = level.family
    try:
        if installed(family):
            puzzle = parse_level(text, "the level written").puzzle
        else:
            puzzle = Puzzle.of(family.read(text, family.settings(level.puzzle)))
        graph = expand(puzzle)
    except LevelError as error:
        raise RuleError(f"the family writes a level that it cannot read: {error}") from None
    if not solutions_known(graph):
        return graph.stopped
    if (length := shortest(graph)) != moves:
        raise RuleError(
            f"the family writes a level of {length} moves for a state with {moves} left"
        )
    return ""
