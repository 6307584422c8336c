"""States that look dead: a single part of the state shows that the goal is out of reach.

A part is a member of a set (``boxes 1:1``) or the value of a variable. A part shows that a state is
dead if it occurs in no living and in no winning state. Such a part is a dead pattern with a single
part; `stategraph.analysis.dead_patterns` searches for patterns with several parts::

    #######     ``boxes 1:1`` occurs in no living state, so all states with a box there look dead
    #$  . #
    #  $@.#     two boxes side by side at the wall look alive: this pattern has two parts
    #######

People can see such parts. In Sokoban they are boxes on cells from which a box can never be pushed
to a goal. The absence of a member, such as a missing box, does not count as a part, since people
hardly notice it.
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis.distances import moves_to_goal
from stategraph.analysis.partial_states import Layout
from stategraph.analysis.quotient_choice import together
from stategraph.analysis.walkers import names_of
from stategraph.analysis.walks import walker_of
from stategraph.analysis.winning import winning_states
from stategraph.graph import ArrayGraph
from stategraph.level_files import Level

# Number of states whose parts are compared in one batch.
BATCH_STATES = 1 << 16


def looks_dead(level: Level, graph: ArrayGraph) -> np.ndarray | None:
    """Return a mask (n,) bool of the states that look dead; cached.

    In a graph of walks, the position of the walking actor is not compared, since it differs within
    a class. O(states * words of a state). The rules are called once for each state with a winning
    move.

    Parameters
    ----------
    level : Level
    graph : ArrayGraph
        the complete graph of states or of units

    Returns
    -------
    (n,) bool, or None
        None if the graph is not complete, if its states have no variables, or if the states of a
        class have different parts, as in a class of symmetric states. If no solution exists, no
        state looks dead

    Examples
    --------
    >>> from stategraph import expand, load
    >>> level = load("psychopath/snake")
    >>> graph = expand(level)
    >>> mask = looks_dead(level, graph)
    >>> int(mask.sum()), bool((mask & (moves_to_goal(graph) >= 0)).any())
    (1449, False)
    """
    variables, quotient = graph.variables, graph.quotient
    if not graph.complete or variables is None or not (quotient is None or quotient.in_units):
        return None
    return graph.remember("looks_dead", lambda: _looks_dead(level, graph))


def _looks_dead(level: Level, graph: ArrayGraph) -> np.ndarray:
    alive = moves_to_goal(graph) >= 0
    mask = np.zeros(len(graph), bool)
    if not alive.any():
        return mask
    variables = graph.variables
    assert variables is not None
    layout, walkers = Layout(variables), walking_variables(level, graph)
    hopeful = np.bitwise_or.reduce(layout.rows(won_states(level, graph)), axis=0)
    for first in range(0, len(graph), BATCH_STATES):
        batch = slice(first, first + BATCH_STATES)
        rows = layout.rows(graph.states[batch])
        hopeful = hopeful | np.bitwise_or.reduce(rows[alive[batch]], axis=0)
    for span in layout.spans:
        if span.lacks or span.variable in walkers:
            hopeful |= layout.mask(span.first, span.size)
    for first in range(0, len(graph), BATCH_STATES):
        batch = slice(first, first + BATCH_STATES)
        mask[batch] = (layout.rows(graph.states[batch]) & ~hopeful).any(axis=1)
    return mask & ~alive


def walking_variables(level: Level, graph: ArrayGraph) -> tuple[str, ...]:
    """Return the variables of the actor whose walks are contracted, if any."""
    if graph.quotient is None or graph.quotient.kind != "walks":
        return ()
    return names_of(level.puzzle.walker or walker_of(graph.quotient.real, together(level)))


def won_states(level: Level, graph: ArrayGraph) -> np.ndarray:
    """Return the packed winning states (k, w) int64; quotients may omit the walking actor."""
    variables = graph.variables
    assert variables is not None
    if graph.quotient is not None and graph.quotient.won is not None:
        return graph.quotient.won
    states = winning_states(graph.real, level.puzzle.moves)
    packed = sorted({tuple(variables.pack(state)) for state in states})
    return np.array(packed, np.int64).reshape(-1, variables.width)
