"""The plain numbers of a graph: how large, how solvable, how many dead ends.

Of a graph that is not complete they tell what was seen; which of them are then proven,
`stategraph.analysis.metrics` knows.
"""

from __future__ import annotations

import numpy as np

from stategraph.analysis.dead_ends import dead, dead_end_cycles, moves_to_stuck, stuck, trap_moves
from stategraph.analysis.solutions import Way, count_ways, shortest_ways
from stategraph.graph import StateGraph


def count_states(graph: StateGraph) -> int:
    """Count the states that can be reached from the start, all goal states as one. O(1).

    It says next to nothing about difficulty. Own definition.
    """
    return len(graph)


def count_moves(graph: StateGraph) -> int:
    """Count the moves out of the states; two labels between the same states are two. O(1).

    Own definition.
    """
    return graph.number_of_edges()


def solvable(graph: StateGraph) -> bool | None:
    """Return whether the goal can be reached from the start; None: unknown. O(1).

    Own definition.
    """
    if graph.goal is not None:
        return True
    return False if graph.complete else None


def count_solutions(graph: StateGraph) -> int:
    """Count the shortest solutions: the different sequences of labels. Exact, however many.

    O(states + moves) times the 62-bit words of the count. Own definition.
    """
    return 0 if graph.goal is None else count_ways(shortest_ways(graph))


def first_text(way: Way) -> str:
    """Return the labels of the first shortest solution, concatenated. O(states + moves).

    Own definition.
    """
    return way.text


def is_unique(graph: StateGraph) -> bool:
    """Return whether there is just one shortest solution, N = 1. O(states + moves).

    Own definition.
    """
    return count_solutions(graph) == 1


def count_dead(graph: StateGraph) -> int:
    """Count the dead states: the goal cannot be reached from them. O(states + moves).

    Own definition.
    """
    return int(np.count_nonzero(dead(graph)))


def count_stuck(graph: StateGraph) -> int:
    """Count the stuck states: dead and without any move. O(states + moves). Own definition."""
    return int(np.count_nonzero(stuck(graph)))


def count_doomed(graph: StateGraph) -> int:
    """Count the doomed states: dead, not stuck, and on no dead-end cycle. O(states + moves).

    Own definition.
    """
    cycling = sum(map(len, dead_end_cycles(graph)))
    return count_dead(graph) - count_stuck(graph) - cycling


def count_dead_end_cycles(graph: StateGraph) -> int:
    """Count the dead-end cycles: components of dead states in which one can go round for ever.

    Strongly connected, of more than one state or with a self-loop. O(states + moves). Own
    definition.
    """
    return len(dead_end_cycles(graph))


def count_terminal_cycles(graph: StateGraph) -> int:
    """Count the dead-end cycles that no move leaves. O(states + moves). Own definition."""
    return sum(cycle.terminal for cycle in dead_end_cycles(graph))


def largest_dead_end_cycle(graph: StateGraph) -> int:
    """Count the states of the largest dead-end cycle, 0 where there is none. O(states + moves).

    Own definition.
    """
    return max(map(len, dead_end_cycles(graph)), default=0)


def count_trap_moves(graph: StateGraph) -> int:
    """Count the trap moves: from a state that can still win into a dead one. O(states + moves).

    Own definition.
    """
    return len(trap_moves(graph))


def count_trap_states(graph: StateGraph) -> int:
    """Count the trap states: those that can still win and have a trap move. O(states + moves).

    Own definition.
    """
    return len(np.unique(graph.sources[trap_moves(graph)]))


def deepest_trap(graph: StateGraph) -> int | None:
    """Return the largest trap depth: the moves from a dead state to the nearest stuck one.

    How long play can seem to go on. Dead states from which play can only cycle do not count; None
    where no state is stuck. O(states + moves). Own definition.
    """
    depth = moves_to_stuck(graph)[dead(graph)]
    return int(depth.max()) if (depth >= 0).any() else None
