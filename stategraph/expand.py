"""Expansion of a puzzle into its state graph.

Two engines assign the same numbers to states, moves and labels. *direct* runs the rules in Python.
It starts at once, and is the reference implementation. *native* traces the rules once and compiles
the result. It is a hundred times faster, but must first compile the rules. Meanwhile *direct*
already expands. `stategraph.engines.engine_choice` decides when to switch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.engines import engine_choice
from stategraph.engines.limits import Budget, Limits, Progress
from stategraph.engines.memory import own_memory
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

if TYPE_CHECKING:
    from stategraph.engines.array_stores import ArrayStore


def expand(
    puzzle: PlainPuzzle,
    limits: Limits | None = None,
    *,
    until_goal: bool = False,
    engine: str = "auto",
    progress: Progress | None = None,
    keeper: ArrayStore | None = None,
) -> ArrayGraph:
    """Return the state graph of `puzzle`: every reachable state, and every move.

    Parameters
    ----------
    puzzle : PlainPuzzle
    limits : Limits, optional
        maximum states, bytes and seconds (default: three quarters of the free memory, and no other
        limit). An expansion that reaches a limit stops cleanly: ``graph.complete`` is False,
        ``graph.stopped`` is the reason, and ``graph.frontier`` holds the states that were not
        expanded
    until_goal : bool
        stop after the last layer before the goal; this is enough for all shortest solutions
    engine : {"auto", "direct", "native"}
        "auto" starts in Python and switches to native code when that pays
    progress : callable, optional
        ``progress(states, moves)`` is called with the current numbers, once per 128 states in
        Python and once per 65,536 states in native code
    keeper : ArrayStore, optional
        stores the arrays of a native expansion (default: in memory); no memory is then reserved for
        analyses

    Raises
    ------
    RuleError
        if the rules break the contract of a puzzle, with the state
    TraceError
        with ``engine="native"``, if a rule cannot be compiled
    CompileError
        with ``engine="native"``, if the compiler is missing or fails

    Notes
    -----
    O(states + moves). The reason for falling back to Python is logged by
    `stategraph.engines.engine_choice`.

    Examples
    --------
    >>> from stategraph.rules import One, Puzzle
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> expand(Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4)))
    <StateGraph: 4 states, 3 moves, goal 3, complete>
    """
    budget_options: dict = {} if keeper is None else dict(needed=(0, 0), held_bytes=own_memory)
    puzzle, budget = Puzzle.of(puzzle), Budget(limits or Limits(), progress, **budget_options)
    runner = engine_choice.TieredRunner(puzzle, engine, engine_choice.HAND_OVER_STATES, budget)
    return runner.run(engine_choice.Expansion(puzzle, budget, until_goal, keeper))
