"""The shortest solutions in numbers: how many, how many truly different, the first one.

`solvable` and `shortest` are numbers and facts at once, and stand in `stategraph.analysis`.
"""

from __future__ import annotations

from stategraph import analysis
from stategraph.analysis import Way
from stategraph.graph import ArrayGraph


def shortest_count(graph: ArrayGraph) -> int:
    """Count the shortest solutions: the different sequences of labels. Exact, however many.

    O(states + moves) times the digits of the count. Own definition.
    """
    return 0 if graph.goal is None else analysis.count_paths(analysis.shortest_paths(graph))


def first_solution(way: Way) -> str:
    """Return the labels of the first shortest solution, concatenated. O(states + moves).

    Own definition.

    See Also
    --------
    stategraph.analysis.first_solution : the way itself, with its moves and states
    """
    return way.text


def unique(graph: ArrayGraph) -> bool | None:
    """Return whether there is just one shortest solution, N = 1. O(states + moves).

    Two that were seen before a limit are enough for a no. Own definition.
    """
    one = shortest_count(graph) == 1
    return one if not one or analysis.solutions_known(graph) else None


def solution_classes(graph: ArrayGraph) -> int | None:
    """Count the truly different shortest solutions; unknown when there are too many.

    Two are alike if swapping adjacent moves that commute (both orders legal, both leading to the
    same state) turns one into the other. Classes are counted, not solutions: 705,432 solutions may
    be one. O(squares * classes), up to 1,000 classes of ways to a state. Source: Mazurkiewicz
    traces (1977).

    See Also
    --------
    stategraph.analysis.solution_classes : the classes themselves
    """
    return analysis.count_classes(graph)


def unique_up_to_order(graph: ArrayGraph) -> bool | None:
    """Return whether all shortest solutions are alike: one class.

    Swapping adjacent moves that commute then turns any of them into any other. O(squares *
    classes), unknown when there are too many; see `solution_classes`. Source: Mazurkiewicz traces
    (1977).
    """
    count = solution_classes(graph)
    return None if count is None else count == 1
