"""All winning states of a level; its graph stores only the first of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

import numpy as np

from stategraph.graph import ArrayGraph
from stategraph.level_files import Level
from stategraph.variables import State

# The type of a function ``moves(state)`` that returns pairs (label, state) of a puzzle.
MovesOf = Callable[[State], Iterable[tuple[str, State]]]

# The type of a function that returns the state with the winning board of a move, given its source,
# its label and its target.
EndOf = Callable[[State, str, State], State]


def winning_boards(level: Level, graph: ArrayGraph) -> list[State]:
    """Return the winning states of a level, in the order of the moves.

    Winning states without a board are replaced by those that the family returns as `end_state`.
    """
    family, puzzle = level.family, level.puzzle
    return winning_states(graph, puzzle.moves, partial(family.end_state, puzzle))


def state_with_board(level: Level, graph: ArrayGraph, node: int) -> State:
    """Return the state of a node; for the goal, with the board after the first winning move.

    Moves are in the order of their source states. The row of the goal may have no board.
    """
    found: State = graph.state(node)
    if node != graph.goal or node == 0:
        return found
    move = int(np.argmax(graph.targets == node))
    before = graph.state(int(graph.sources[move]))
    board: State = level.family.end_state(level.puzzle, before, graph.label(move), found)
    return board


def winning_states(
    graph: ArrayGraph, moves: MovesOf, end_state: EndOf | None = None
) -> list[State]:
    """Return the true target of each move into the goal node.

    Parameters
    ----------
    graph : ArrayGraph
    moves : callable
        ``moves(state)`` are the pairs (label, state) of the puzzle; called once for each state that
        has a winning move
    end_state : callable, optional
        ``end_state(source, label, target)`` is returned instead of the target

    Returns
    -------
    list of states
        in the order of the moves

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/first-push")
    >>> won = winning_states(expand(level), level.puzzle.moves)
    >>> won[:2], len(won)
    ([player=2:7, blocks=2:6, player=2:7, blocks=1:6], 12)
    """
    states: list[State] = []
    into = np.flatnonzero(graph.targets == graph.goal)
    last, before, targets = -1, graph.state(0), {}
    sources = np.searchsorted(graph.offsets, into, "right") - 1
    for move, source in zip(into.tolist(), sources.tolist(), strict=True):
        if source != last:
            last, before = source, graph.state(source)
            targets = dict(moves(before))
        label = graph.label(move)
        after = targets[label]
        states.append(after if end_state is None else end_state(before, label, after))
    return states
