"""How large a state graph is, and how far it reaches."""

from __future__ import annotations

from stategraph import analysis
from stategraph.graph import ArrayGraph


def states(graph: ArrayGraph) -> int:
    """Count the states that can be reached from the start, all goal states as one. O(1).

    It says next to nothing about difficulty. Own definition.
    """
    return len(graph)


def moves(graph: ArrayGraph) -> int:
    """Count the moves out of the states; two labels between the same states are two. O(1).

    Own definition.
    """
    return graph.number_of_edges()


def max_depth(graph: ArrayGraph) -> int:
    """Return the largest number of moves that reaching a state needs. O(states + moves).

    Source: Pelánek 2004, the height.
    """
    return int(analysis.moves_from_start(graph).max())


def bfs_states_until_first_goal(graph: ArrayGraph) -> int | None:
    """Return how many states breadth-first search generates up to the first goal, both included.

    All of them where there is no goal; None where that is not known. It depends on the order of
    the moves. O(1), since nodes are numbered in that order. Own definition.
    """
    if graph.goal is not None:
        return graph.goal + 1
    return len(graph) if graph.complete else None
