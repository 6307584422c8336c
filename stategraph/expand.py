"""Puzzle -> ArrayGraph.

Two engines give the same number to every state, move and label. *direct* runs the rules as plain
Python: instant, and the reference. *native* runs them once on symbols and compiles what comes out:
a hundred times faster once it runs, and compiled beside plain Python the first time. Which of them
runs when, `stategraph.engines.handover` says.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.engines import handover
from stategraph.engines.limits import Budget, Limits, Progress
from stategraph.engines.memory import own_memory
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

if TYPE_CHECKING:
    from stategraph.engines.keeping import Keeper


def expand(
    puzzle: PlainPuzzle,
    limits: Limits | None = None,
    *,
    until_goal: bool = False,
    engine: str = "auto",
    progress: Progress | None = None,
    keeper: Keeper | None = None,
) -> ArrayGraph:
    """Return the state graph of `puzzle`: every state reachable from its start, every move.

    Why a large puzzle does not run natively, the logger of `stategraph.engines.handover` is told.
    O(states + moves).

    Parameters
    ----------
    limits : Limits, optional
        states, bytes and seconds that it may use (default: three quarters of the free memory,
        and no other limit); an expansion that meets one stops cleanly: ``graph.complete`` is
        False, ``graph.stopped`` says why and ``graph.frontier`` holds what was not expanded
    until_goal : bool
        expand no further than the moves of the last level before the goal, which is enough
        for everything about shortest solutions
    engine : {"auto", "direct", "native"}
        *auto* begins direct and goes native where that pays
    progress : callable, optional
        ``progress(states, moves)`` is called with the numbers found so far, once for each 128
        states in plain Python and each 65,536 natively
    keeper : Keeper, optional
        keeps the arrays of a native expansion (default: in memory); then they are not analysed
        here, and the memory that an analysis needs is not put by

    Raises
    ------
    RuleError
        when the rules break the contract of a puzzle, naming the state
    TraceError
        with ``engine="native"``, when a rule cannot be compiled
    CompileError
        with ``engine="native"``, when there is no compiler, or it fails

    >>> from stategraph.rules import One, Puzzle
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> expand(Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4)))
    <StateGraph: 4 states, 3 moves, goal 3, complete>
    """
    kept: dict = {} if keeper is None else dict(needed=(0, 0), held=own_memory)
    puzzle, budget = Puzzle.of(puzzle), Budget(limits or Limits(), progress, **kept)
    ladder = handover.Ladder(puzzle, engine, handover.HAND_OVER, budget)
    return ladder.do(handover.Expansion(puzzle, budget, until_goal, keeper))
