"""Metrics of size: the number of states and moves, and the distance of the farthest state."""

from __future__ import annotations

from stategraph import analysis
from stategraph.graph import ArrayGraph


def states(graph: ArrayGraph) -> int:
    """Count the states that can be reached from the start. O(1).

    All goal states count once. The number says almost nothing about difficulty. Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> states(expand("spacewreck/eight-rooms"))
    9
    """
    return len(graph)


def moves(graph: ArrayGraph) -> int:
    """Count the moves of all states; parallel moves count separately. O(1).

    Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> moves(expand("spacewreck/eight-rooms"))
    14
    """
    return graph.number_of_edges()


def max_depth(graph: ArrayGraph) -> int:
    """Return the largest distance of a state from the start. O(states + moves).

    Source: Pelánek 2004, the height.

    Examples
    --------
    >>> from stategraph import expand
    >>> max_depth(expand("spacewreck/eight-rooms"))
    4
    """
    return int(analysis.moves_from_start(graph).max())


def bfs_states_until_first_goal(graph: ArrayGraph) -> int | None:
    """Count the states that breadth-first search generates up to the first goal.

    The start and the goal count. If the complete graph has no goal, all states count. The result is
    None if it is unknown whether a goal can be reached. The number depends on the order of moves.
    O(1), since nodes are numbered in the order in which they are generated. Own definition.

    Returns
    -------
    int or None
        None if a goal may exist

    Examples
    --------
    >>> from stategraph import expand
    >>> bfs_states_until_first_goal(expand("spacewreck/eight-rooms"))
    7
    """
    if graph.goal is not None:
        return graph.goal + 1
    return len(graph) if graph.complete else None
