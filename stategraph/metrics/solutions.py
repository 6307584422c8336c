"""Metrics of the shortest solutions: their number, their classes and the first solution.

`solvable` and `shortest` are in `stategraph.analysis`.
"""

from __future__ import annotations

from stategraph import analysis
from stategraph.analysis import GraphPath
from stategraph.graph import ArrayGraph


def shortest_count(graph: ArrayGraph) -> int:
    """Count the shortest solutions exactly. Solutions differ if their sequences of labels do.

    O(states + moves), multiplied by the number of digits of the count. Own definition.

    Examples
    --------
    >>> from stategraph import expand
    >>> shortest_count(expand("spacewreck/eight-rooms"))
    1
    """
    return 0 if graph.goal is None else analysis.count_paths(analysis.shortest_paths(graph))


def first_solution(path: GraphPath) -> str:
    """Return the concatenated labels of the first shortest solution. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.first_solution : the path itself, with its moves and states

    Examples
    --------
    >>> from stategraph import expand
    >>> first_solution(expand("spacewreck/eight-rooms").solution())
    'R3L5L8'
    """
    return path.text


def unique(graph: ArrayGraph) -> bool | None:
    """Return whether there is exactly one shortest solution. O(states + moves).

    On an incomplete graph, two known shortest solutions prove that the shortest solution is not
    unique. Own definition.

    Returns
    -------
    bool or None
        None if unknown

    Examples
    --------
    >>> from stategraph import expand
    >>> unique(expand("spacewreck/eight-rooms"))
    True
    """
    is_single = shortest_count(graph) == 1
    return is_single if not is_single or analysis.solutions_known(graph) else None


def solution_classes(graph: ArrayGraph) -> int | None:
    """Count the classes of shortest solutions. The count is unknown if there are too many.

    Two solutions are equivalent if swaps of adjacent commuting moves turn one into the other. Two
    moves commute if both orders are legal and lead to the same state. 705,432 solutions may be one
    class. O(squares * classes), for up to 1,000 classes of paths to a state. Source: Mazurkiewicz
    traces (1977).

    Returns
    -------
    int or None
        None if there are too many

    See Also
    --------
    stategraph.analysis.solution_classes : the classes themselves

    Examples
    --------
    >>> from stategraph import expand
    >>> solution_classes(expand("spacewreck/eight-rooms"))
    1
    """
    return analysis.count_classes(graph)


def unique_up_to_order(graph: ArrayGraph) -> bool | None:
    """Return whether all shortest solutions form one class.

    If they do, swaps of adjacent commuting moves turn any shortest solution into any other.
    O(squares * classes). The answer is unknown if there are too many classes; see
    `solution_classes`. Source: Mazurkiewicz traces (1977).

    Returns
    -------
    bool or None
        None if there are too many classes

    Examples
    --------
    >>> from stategraph import expand
    >>> unique_up_to_order(expand("spacewreck/eight-rooms"))
    True
    """
    count = solution_classes(graph)
    return None if count is None else count == 1
