"""Completeness, optimality, time and space of searches, in theory and by measurement.

The theory has one sentence per property of each textbook search [1]_. The measurement uses one
level with a known answer. In the theory, b is the number of moves of a state, d the length of a
shortest solution, and n the number of states.

.. [1] S. Russell, P. Norvig, Artificial Intelligence (2021), sections 3.3 to 3.5.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

from stategraph.search.custom_search import CustomResult


class Theory(NamedTuple):
    """Proven properties of a search on finite puzzles whose moves cost 1 each."""

    complete: str
    optimal: str
    time: str
    space: str


_MARKED = "always, as it marks states and takes none twice"
_ALL = "all states, at worst: O(n)"
_EVERY = "every state and move once, at worst: O(n * b)"

THEORY = {
    "bfs": Theory(
        "always",
        "always, as it sees states in the order of their moves",
        "all states up to the goal's layer: O(b^d)",
        "all of them are kept: O(b^d)",
    ),
    "ids": Theory(
        "always",
        "always, as no shorter round found a goal",
        "the last round costs most: O(b^d) if one path leads to each state; else more",
        "O(b * d) wait; this one keeps the fewest moves to each state besides",
    ),
    "astar": Theory(
        _MARKED,
        "if the heuristic is consistent and shorter paths replace longer ones; this one "
        "generates each state once, even by a detour",
        "a more exact heuristic needs fewer states; O(b^d) with heuristic 0",
        "all generated states are kept: O(b^d)",
    ),
    "dfs": Theory(
        _MARKED,
        "no: it takes the first solution it falls upon",
        _EVERY,
        f"{_ALL}; only those on the path, without marks",
    ),
    "greedy": Theory(
        _MARKED,
        "no: moves made do not count",
        _EVERY,
        _ALL,
    ),
    "wastar": Theory(
        _MARKED,
        "no; if the heuristic is consistent and shorter paths replace longer ones, the solution "
        "has at most the weight times the shortest length",
        _EVERY,
        _ALL,
    ),
}


@dataclass(frozen=True)
class Answers:
    """Measured properties of a search on one level; None means unknown.

    Attributes
    ----------
    complete : bool or None
        True if the search found a solution, or ended on a level without solutions
    optimal : bool or None
        True if its solution is a shortest one; None if it found no solution
    over : int or None
        how many moves its solution is longer than a shortest one
    bytes : int or None
        peak memory; None for textbook searches, which share their states
    """

    complete: bool | None
    optimal: bool | None
    over: int | None
    bytes: int | None = None


def answers(
    result: CustomResult, shortest: int | None, proven: bool, most: int | None = None
) -> Answers:
    """Return the measured properties of a run.

    Parameters
    ----------
    result : CustomResult
        the result of the run
    shortest : int or None
        the length of a shortest solution; None if the puzzle is unsolvable
    proven : bool
        whether `shortest` is proven
    most : int, optional
        peak memory in bytes

    >>> answers(CustomResult(5, 9, 9), 3, True)
    Answers(complete=True, optimal=False, over=2, bytes=None)
    >>> [answers(CustomResult(None, 9, 9), truth, True).complete for truth in (3, None)]
    [False, True]
    """
    if result.depth is not None:
        surplus = result.depth - shortest if proven and shortest is not None else None
        return Answers(True, None if surplus is None else surplus == 0, surplus, most)
    complete = None if result.stopped or not proven else shortest is None
    return Answers(complete, None, None, most)


def peak(work: Callable[[], object]) -> int:
    """Return the peak memory of Python objects created by ``work()``, in bytes."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
