"""The hardest start: the state farthest from the goal in which a level could begin.

Playing backwards from the goal makes a level harder without a new board. Not every state can be
said in a family's format (a labyrinth begins with the player outside), so that the states are gone
through from the farthest to the nearest until one can be::

    moves left   8  7  6  5  ...  0
    states       2  5  4  9  ...  1
                 ▲  ▲
                 │  └ written as a level, read back, solved: 7 moves
                 └ passed over: the player is inside, and levels begin outside
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stategraph.analysis import moves_to_goal, shortest, solutions_known
from stategraph.errors import LevelError, RuleError
from stategraph.graph import ArrayGraph
from stategraph.levels import Level, installed, parse_level, written
from stategraph.rules.family import Family
from stategraph.rules.puzzle import Puzzle


@dataclass(frozen=True)
class PassedOver:
    """States that the format cannot say.

    Attributes
    ----------
    reason : str
    states : int
        how many there were, all at least as far from the goal as the one that was taken
    node : int
        the first of them
    moves_left : int
        from there to the goal
    """

    reason: str
    states: int
    node: int
    moves_left: int


@dataclass(frozen=True)
class Hardest:
    """The farthest state that the format can say.

    Attributes
    ----------
    node : int or None
        None: the format can say no state at all
    moves_left : int
        from there to the goal
    text : str
        its level file; in the family's native format where a level file cannot name the family
    stopped : str
        the limit that kept that level from being solved; empty for none
    passed_over : tuple of PassedOver
        by reason, in the order they were met
    """

    node: int | None
    moves_left: int
    text: str
    passed_over: tuple[PassedOver, ...]
    stopped: str = ""


def alive_per_distance(graph: ArrayGraph) -> list[int]:
    """Return how many states are 0, 1, 2, ... moves away from the goal. O(states)."""
    left = moves_to_goal(graph)
    return np.bincount(left[left >= 0]).tolist()


def hardest(
    level: Level, graph: ArrayGraph, expand: Callable[[Any], ArrayGraph], title: str = ""
) -> Hardest:
    """Return the state of a complete graph with the most moves left that its format can say.

    Of several the one found first. The level is written, read back and solved (``expand(puzzle)``
    is its graph, as far as the goal at least): as a level file, or in the native format when the
    family is not installed. O(states log states), and what it takes to write the states that are
    passed over.

    Raises
    ------
    ValueError
        when the graph is not complete, or its goal cannot be reached, or the level has no family
    RuleError
        when the level that was written does not take the moves it should: a mistake in its family
    """
    left = moves_to_goal(graph)
    if not graph.complete or graph.goal is None or not level.family.name:
        raise ValueError("only states of a whole graph with a goal can be compared")
    alive = np.flatnonzero(left >= 0)
    passed: dict[str, list[int]] = {}
    for node in alive[np.argsort(-left[alive], kind="stable")].tolist():
        try:
            text = _text(level.family, level.puzzle, graph.state(node), title)
        except LevelError as error:
            passed.setdefault(error.reason, []).append(node)
            continue
        stopped = _verify(level, text, int(left[node]), expand)
        return Hardest(node, int(left[node]), text, _passed(passed, left), stopped)
    return Hardest(None, 0, "", _passed(passed, left))


def _passed(passed: dict[str, list[int]], left: np.ndarray) -> tuple[PassedOver, ...]:
    return tuple(
        PassedOver(reason, len(nodes), nodes[0], int(left[nodes[0]]))
        for reason, nodes in passed.items()
    )


def _text(family: Family, puzzle: Any, state: Any, title: str) -> str:
    if installed(family):
        return written(family, puzzle, state, title)
    return family.write(puzzle, state)


def _verify(level: Level, text: str, moves: int, expand: Callable[[Any], ArrayGraph]) -> str:
    """Read the level back and solve it; return the limit that hides its solution, if one does."""
    family = level.family
    try:
        if installed(family):
            again = parse_level(text, "the level written").puzzle
        else:
            again = Puzzle.of(family.read(text, family.settings(level.puzzle)))
        graph = expand(again)
    except LevelError as error:
        raise RuleError(f"the family writes what it cannot read: {error}") from None
    if not solutions_known(graph):
        return graph.stopped
    if (found := shortest(graph)) != moves:
        raise RuleError(f"the family writes a level of {found} moves for a state with {moves} left")
    return ""
