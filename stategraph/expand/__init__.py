"""Puzzle -> StateGraph.

``direct`` runs the rules as plain Python and is the reference; a faster engine must give the same
number to every state, move and label.
"""

from __future__ import annotations

from stategraph.expand.direct import expand_direct
from stategraph.expand.limits import Budget, Limits, Progress
from stategraph.graph import StateGraph
from stategraph.rules.puzzle import PlainPuzzle

__all__ = ["expand", "Limits"]


def expand(
    puzzle: PlainPuzzle,
    limits: Limits | None = None,
    *,
    until_goal: bool = False,
    progress: Progress | None = None,
) -> StateGraph:
    """Return the state graph of `puzzle`: every state reachable from its start, every move.

    O(states + moves).

    Parameters
    ----------
    limits : Limits, optional
        an expansion that meets one stops cleanly: ``graph.complete`` is False,
        ``graph.stopped`` says why and ``graph.frontier`` holds what was not expanded
    until_goal : bool
        expand no further than the moves of the last level before the goal, which is enough
        for everything about shortest solutions
    progress : callable, optional
        called now and then with the numbers of states and moves so far

    Raises
    ------
    RuleError
        when the rules break the contract of a puzzle, naming the state

    >>> from stategraph.rules import One, Puzzle
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> expand(Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4)))
    <StateGraph: 4 states, 3 moves, goal 3, complete>
    """
    return expand_direct(puzzle, Budget(limits or Limits(), progress), until_goal)
