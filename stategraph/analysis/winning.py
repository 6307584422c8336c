"""All winning states of a level; its graph stores only the first of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import numpy as np

from stategraph.graph import ArrayGraph
from stategraph.variables import State

# The type of a function ``moves(state)`` that returns pairs (label, state) of a puzzle.
MovesOf = Callable[[State], Iterable[tuple[str, State]]]


def winning_states(graph: ArrayGraph, moves: MovesOf) -> list[State]:
    """Return the true target of each move into the goal node.

    Parameters
    ----------
    graph : ArrayGraph
    moves : callable
        ``moves(state)`` are the pairs (label, state) of the puzzle; called once for each state that
        has a winning move

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
    last, targets = -1, {}
    sources = np.searchsorted(graph.offsets, into, "right") - 1
    for move, source in zip(into.tolist(), sources.tolist(), strict=True):
        if source != last:
            last, targets = source, dict(moves(graph.state(source)))
        states.append(targets[graph.label(move)])
    return states
