"""Metrics of dead ends: states and moves from which the goal cannot be reached.

On an incomplete graph they count only the states and moves that are proven to be dead ends.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph


def dead_states(graph: ArrayGraph) -> int:
    """Count the dead states, from which the goal cannot be reached. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.dead_states : the states themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> dead_states(expand("spacewreck/eight-rooms"))
    2
    """
    return int(np.count_nonzero(analysis.dead(graph)))


def stuck_states(graph: ArrayGraph) -> int:
    """Count the stuck states, which are dead and have no move. O(states + moves).

    Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> stuck_states(expand("spacewreck/eight-rooms"))
    0
    """
    return int(np.count_nonzero(analysis.stuck(graph)))


def doomed_states(graph: ArrayGraph) -> int:
    """Count the doomed states: dead states that are neither stuck nor on a dead-end cycle.

    O(states + moves). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> doomed_states(expand("spacewreck/eight-rooms"))
    0
    """
    cycling = sum(map(len, analysis.dead_end_cycles(graph)))
    return dead_states(graph) - stuck_states(graph) - cycling


def dead_end_cycles(graph: ArrayGraph) -> int:
    """Count the dead-end cycles: components in which a lost play can continue forever.

    These are the strongly connected components of dead states with more than one state or with a
    self-loop. O(states + moves). Own definition.

    See Also
    --------
    stategraph.analysis.dead_end_cycles : the cycles themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> dead_end_cycles(expand("spacewreck/eight-rooms"))
    1
    """
    return len(analysis.dead_end_cycles(graph))


def terminal_cycles(graph: ArrayGraph) -> int:
    """Count dead-end cycles that no move leaves. O(states + moves). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> terminal_cycles(expand("spacewreck/eight-rooms"))
    1
    """
    return sum(cycle.terminal for cycle in analysis.dead_end_cycles(graph))


def largest_dead_end_cycle(graph: ArrayGraph) -> int:
    """Count the states of the largest dead-end cycle; 0 without such a cycle.

    O(states + moves). Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> largest_dead_end_cycle(expand("spacewreck/eight-rooms"))
    2
    """
    return max(map(len, analysis.dead_end_cycles(graph)), default=0)


def trap_moves(graph: ArrayGraph) -> int:
    """Count the trap moves, from a living state to a dead state. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.trap_moves : the moves themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> trap_moves(expand("spacewreck/eight-rooms"))
    1
    """
    return len(analysis.trap_moves(graph))


def trap_states(graph: ArrayGraph) -> int:
    """Count the trap states: living states with a trap move. O(states + moves).

    Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> trap_states(expand("spacewreck/eight-rooms"))
    1
    """
    return len(np.unique(graph.sources[analysis.trap_moves(graph)]))


def deepest_trap(graph: ArrayGraph) -> int | None:
    """Return the largest number of moves from a dead state to its nearest stuck state.

    It measures how long a lost play can go unnoticed. Dead states from which no stuck state can be
    reached are ignored. The result is None if no state is stuck. O(states + moves). Own definition.

    Returns
    -------
    int or None
        None if no state is stuck

    Examples
    --------
    >>> from stategraph import expand
    >>> deepest_trap(expand("spacewreck/eight-rooms"))
    """
    depth = analysis.moves_to_stuck(graph)[analysis.dead(graph)]
    return int(depth.max()) if (depth >= 0).any() else None
