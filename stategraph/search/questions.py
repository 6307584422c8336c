"""The four questions about a search: is it complete, is it optimal, what time, what space?

They are answered by theory [1]_, a sentence for each of the textbook's, and by measurement, on one
level whose true answer is known. In theory b is the number of moves of a state, d the length of a
shortest solution, n the number of states.

.. [1] S. Russell, P. Norvig, Artificial Intelligence (2021), sections 3.3 to 3.5.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from stategraph.search.own import Found


class Theory(NamedTuple):
    """What is proven of a search, on puzzles of finitely many states whose moves cost 1 each."""

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
        "all states up to the goal's level: O(b^d)",
        "all of them are kept: O(b^d)",
    ),
    "ids": Theory(
        "always",
        "always, as no shorter round found a goal",
        "the last round costs most: O(b^d), where states are met by one way; by many ways, more",
        "O(b * d) wait; this one keeps the fewest moves to each state besides",
    ),
    "astar": Theory(
        _MARKED,
        "where the heuristic is consistent, if shorter ways to a state are heeded; this one "
        "generates each state once, be it by a detour",
        "the closer the guess the fewer states; O(b^d) where it says nothing",
        "all generated states are kept: O(b^d)",
    ),
    "dfs": Theory(
        _MARKED,
        "no: it takes the first solution it falls upon",
        _EVERY,
        f"{_ALL}; only those on the way, where none were marked",
    ),
    "greedy": Theory(
        _MARKED,
        "no: moves made do not count",
        _EVERY,
        _ALL,
    ),
    "wastar": Theory(
        _MARKED,
        "no; where the heuristic is consistent and shorter ways are heeded, the solution is no "
        "longer than the weight times the shortest",
        _EVERY,
        _ALL,
    ),
}


@dataclass(frozen=True)
class Answers:
    """What was measured on one level; None is unknown.

    Attributes
    ----------
    complete : bool or None
        whether it found a solution, or ended where there is none
    optimal : bool or None
        whether no solution is shorter than its own; None without one
    over : int or None
        moves over the shortest
    bytes : int or None
        the most memory at a time; None of the textbook's, which share their states
    """

    complete: bool | None
    optimal: bool | None
    over: int | None
    bytes: int | None = None


def answers(found: Found, shortest: int | None, known: bool, most: int | None = None) -> Answers:
    """Return what a run tells, where the length of a shortest solution is `known`; None: none is.

    >>> answers(Found(5, 9, 9), 3, True)
    Answers(complete=True, optimal=False, over=2, bytes=None)
    >>> [answers(Found(None, 9, 9), truth, True).complete for truth in (3, None)]
    [False, True]
    """
    if found.depth is not None:
        over = found.depth - shortest if known and shortest is not None else None
        return Answers(True, None if over is None else over == 0, over, most)
    complete = None if found.stopped or not known else shortest is None
    return Answers(complete, None, None, most)


def peak(work: Callable[[], Any]) -> int:
    """Return the most bytes that Python objects made by ``work()`` took at a time."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
