"""More shortest solutions than the first: the first few, a fair sample, one of each class."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import islice

from stategraph.analysis.classes import SolutionClass, free_orders, solution_classes
from stategraph.analysis.kth_path import sample, solutions_in_order
from stategraph.analysis.paths import Way, count_paths, shortest_paths
from stategraph.analysis.proof import solutions_known
from stategraph.graph import ArrayGraph


@dataclass(frozen=True)
class Several:
    """Some of the shortest solutions of a graph.

    Attributes
    ----------
    graph : ArrayGraph
    order : {"text", "moves"}
    number : int or None
        how many shortest solutions there are; None: not known
    ways : iterable of Way
        those that were asked for, each of which is found when it is read, once
    seed : int or None
        that of their choice, where they are a sample
    """

    graph: ArrayGraph
    order: str
    number: int | None
    ways: Iterable[Way] = ()
    seed: int | None = None

    @property
    def answered(self) -> bool | None:
        """Whether the solutions are here; False: there is no solution; None: not known."""
        return None if self.number is None else self.number > 0


@dataclass(frozen=True)
class Classes(Several):
    """The classes of shortest solutions.

    Attributes
    ----------
    found : list of SolutionClass or None
        None where there were more than `most` of ways to one state
    free : list of list of (int, int)
        of each class, the pairs of moves that are free to change places
    most : int
    """

    found: list[SolutionClass] | None = None
    free: Sequence[list[tuple[int, int]]] = ()
    most: int = 0

    @property
    def answered(self) -> bool | None:
        """Whether the classes are here; False: there is no solution; None: not known."""
        return None if self.found is None else super().answered


def first_few(graph: ArrayGraph, size: int, order: str = "text") -> Several:
    """Return the first shortest solutions in an order, at most `size`.

    O(states + moves), and the length of each.
    """
    number = _number(graph)
    ways = islice(solutions_in_order(graph, order), size) if number else ()
    return Several(graph, order, number, ways)


def sampled(graph: ArrayGraph, size: int, seed: int, order: str = "text") -> Several:
    """Return `size` shortest solutions drawn at random, each with the same chance.

    `order` is only kept, for those who tell of it. O(states + moves), and the length of each.
    """
    number = _number(graph)
    return Several(graph, order, number, sample(graph, size, seed) if number else (), seed)


def in_classes(graph: ArrayGraph, order: str = "text", most: int = 1000) -> Classes:
    """Return the classes of shortest solutions, as `solution_classes` does, and what is free."""
    number = _number(graph)
    found = solution_classes(graph, order, most) if number else []
    free = [free_orders(graph, each) for each in found or ()]
    return Classes(graph, order, number, found=found, free=free, most=most)


def _number(graph: ArrayGraph) -> int | None:
    """Return how many shortest solutions there are; None where that is not known."""
    if not solutions_known(graph):
        return None
    return 0 if graph.goal is None else count_paths(shortest_paths(graph))
