"""Several shortest solutions: the first few, a random sample, or one of each class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from stategraph.analysis.equivalent_solutions import SolutionClass, free_orders, solution_classes
from stategraph.analysis.kth_path import sample, solutions_in_order
from stategraph.analysis.proof import solutions_known
from stategraph.analysis.shortest_solutions import GraphPath, count_paths, shortest_paths
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class SolutionList:
    """Some of the shortest solutions of a graph.

    Attributes
    ----------
    graph : ArrayGraph
    order : {"text", "moves"}
    number : int or None
        the number of all shortest solutions; None if unknown
    paths : iterable of GraphPath
        the requested solutions, computed lazily; they can be iterated only once
    seed : int or None
        the seed of a sample
    """

    graph: ArrayGraph
    order: str
    number: int | None
    paths: Iterable[GraphPath] = ()
    seed: int | None = None

    @property
    def answered(self) -> bool | None:
        """True if there are solutions, False if none exists, None if unknown."""
        return None if self.number is None else self.number > 0


@dataclass(frozen=True)
class Classes(SolutionList):
    """The classes of shortest solutions.

    Attributes
    ----------
    found : list of SolutionClass or None
        None if one state has more than `most` classes of paths to it
    free : list of list of (int, int)
        for each class, the pairs of moves of its first solution that may come in either order
    most : int
    """

    found: list[SolutionClass] | None = None
    free: Sequence[list[tuple[int, int]]] = ()
    most: int = 0

    @property
    def answered(self) -> bool | None:
        """True if there are classes, False if no solution exists, None if unknown."""
        return None if self.found is None else super().answered


def first_few(graph: ArrayGraph, size: int, order: str = "text") -> SolutionList:
    """Return the first few shortest solutions in the given order.

    O(states + moves), plus the length of each solution.

    Parameters
    ----------
    graph : ArrayGraph
    size : int
        maximum number of solutions
    order : {"text", "moves"}
        as in `first_path`

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [path.text for path in first_few(graph, 2).paths]
    ['R3L5L8']
    """
    number = _number(graph)
    solutions = islice(solutions_in_order(graph, order), size) if number else ()
    return SolutionList(graph, order, number, solutions)


def sampled(graph: ArrayGraph, size: int, seed: int, order: str = "text") -> SolutionList:
    """Return random shortest solutions, each drawn uniformly from all shortest solutions.

    O(states + moves), plus the length of each solution.

    Parameters
    ----------
    graph : ArrayGraph
    size : int
        the number of draws
    seed : int
    order : {"text", "moves"}
        only stored, for reports

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [path.text for path in sampled(graph, 2, seed=1).paths]
    ['R3L5L8', 'R3L5L8']
    """
    number = _number(graph)
    return SolutionList(graph, order, number, sample(graph, size, seed) if number else (), seed)


def in_classes(graph: ArrayGraph, order: str = "text", most: int = 1000) -> Classes:
    """Return the classes of shortest solutions, with the moves that may come in either order.

    Combines the results of `solution_classes` and `free_orders`.

    Parameters
    ----------
    graph : ArrayGraph
        the state graph
    order : {"text", "moves"}
        the order of solutions: by their text, or label by label
    most : int
        maximum number of classes of paths to one state

    Examples
    --------
    >>> from stategraph import expand
    >>> graph = expand("spacewreck/eight-rooms")
    >>> [each.first.text for each in in_classes(graph).found]
    ['R3L5L8']
    """
    number = _number(graph)
    classes = solution_classes(graph, order, most) if number else []
    free = [free_orders(graph, solution_class) for solution_class in classes or ()]
    return Classes(graph, order, number, found=classes, free=free, most=most)


def _number(graph: ArrayGraph) -> int | None:
    """Return the number of shortest solutions; None if unknown."""
    if not solutions_known(graph):
        return None
    return 0 if graph.goal is None else count_paths(shortest_paths(graph))
