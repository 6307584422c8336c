"""Dead ends in numbers: states and moves from which the goal is lost, and where play then ends.

Of a graph that is not complete they count what is proven.
"""

from __future__ import annotations

import numpy as np

from stategraph import analysis
from stategraph.graph import ArrayGraph


def dead_states(graph: ArrayGraph) -> int:
    """Count the dead states: the goal cannot be reached from them. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.dead_states : which they are
    """
    return int(np.count_nonzero(analysis.dead(graph)))


def stuck_states(graph: ArrayGraph) -> int:
    """Count the stuck states: dead and without any move. O(states + moves). Own definition."""
    return int(np.count_nonzero(analysis.stuck(graph)))


def doomed_states(graph: ArrayGraph) -> int:
    """Count the doomed states: dead, not stuck, and on no dead-end cycle. O(states + moves).

    Own definition.
    """
    cycling = sum(map(len, analysis.dead_end_cycles(graph)))
    return dead_states(graph) - stuck_states(graph) - cycling


def dead_end_cycles(graph: ArrayGraph) -> int:
    """Count the dead-end cycles: components of dead states in which one can go round for ever.

    Strongly connected, of more than one state or with a self-loop. O(states + moves). Own
    definition.

    See Also
    --------
    stategraph.analysis.dead_end_cycles : the cycles themselves
    """
    return len(analysis.dead_end_cycles(graph))


def terminal_cycles(graph: ArrayGraph) -> int:
    """Count the dead-end cycles that no move leaves. O(states + moves). Own definition."""
    return sum(cycle.terminal for cycle in analysis.dead_end_cycles(graph))


def largest_dead_end_cycle(graph: ArrayGraph) -> int:
    """Count the states of the largest dead-end cycle, 0 where there is none. O(states + moves).

    Own definition.
    """
    return max(map(len, analysis.dead_end_cycles(graph)), default=0)


def trap_moves(graph: ArrayGraph) -> int:
    """Count the trap moves: from a state that can still win into a dead one. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.trap_moves : the moves themselves
    """
    return len(analysis.trap_moves(graph))


def trap_states(graph: ArrayGraph) -> int:
    """Count the trap states: those that can still win and have a trap move. O(states + moves).

    Own definition.
    """
    return len(np.unique(graph.sources[analysis.trap_moves(graph)]))


def deepest_trap(graph: ArrayGraph) -> int | None:
    """Return the largest trap depth: the moves from a dead state to the nearest stuck one.

    How long play can seem to go on. Dead states from which play can only cycle do not count; None
    where no state is stuck. O(states + moves). Own definition.
    """
    depth = analysis.moves_to_stuck(graph)[analysis.dead(graph)]
    return int(depth.max()) if (depth >= 0).any() else None
