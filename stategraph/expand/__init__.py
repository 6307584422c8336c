"""Puzzle -> StateGraph.

Two engines give the same number to every state, move and label. *direct* runs the rules as plain
Python: instant, and the reference. *native* runs them once on symbols and compiles what comes out:
a hundred times faster once it runs, after a second or two of compiling the first time::

    the first 10,000 states ──► direct ──► done, for most puzzles
                                   │
                                   └─► native: begins again, is compared with what direct found,
                                       and goes on; direct goes on where rules cannot be compiled
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from stategraph.errors import InputError, RuleError, TraceError
from stategraph.expand.direct import PAUSED, Direct
from stategraph.expand.limits import Budget, Limits, Progress
from stategraph.graph import StateGraph
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

__all__ = ["ENGINES", "Limits", "expand"]

ENGINES = ("auto", "direct", "native")

# States that the direct engine expands before it hands over, and, where native is asked for, only
# to have something to compare with.
HAND_OVER, SAMPLE = 10_000, 300


def expand(
    puzzle: PlainPuzzle,
    limits: Limits | None = None,
    *,
    until_goal: bool = False,
    engine: str = "auto",
    progress: Progress | None = None,
    tell: Callable[[str], None] = lambda text: None,
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
    engine : {"auto", "direct", "native"}
        *auto* begins direct and goes native where that pays
    progress : callable, optional
        called now and then with the numbers of states and moves so far
    tell : callable, optional
        told in a line why a large puzzle does not run natively

    Raises
    ------
    RuleError
        when the rules break the contract of a puzzle, naming the state
    TraceError
        with ``engine="native"``, when a rule cannot be compiled
    InputError
        with ``engine="native"``, when numba is not installed

    >>> from stategraph.rules import One
    >>> def step(s):
    ...     if s.n < 3:
    ...         yield "+", s.but(n=s.n + 1)
    >>> expand(Puzzle(dict(n=0), [step], lambda s: s.n == 3, n=One(4)))
    <StateGraph: 4 states, 3 moves, goal 3, complete>
    """
    if engine not in ENGINES:
        raise ValueError(f"engine must be one of {ENGINES}, not {engine!r}")
    budget = Budget(limits or Limits(), progress)
    direct = Direct(puzzle)
    pause = {"auto": HAND_OVER, "direct": None, "native": SAMPLE}[engine]
    stopped = direct.run(budget, until_goal, pause)
    if stopped != PAUSED and engine != "native":
        return direct.graph(stopped)
    try:
        return _go_native(puzzle, direct, budget, until_goal)
    except (TraceError, InputError) as reason:
        if engine == "native" or not isinstance(reason, (TraceError, _NotNative)):
            raise
        tell(f"runs as plain Python, not natively: {reason}")
        return direct.graph(direct.run(budget, until_goal))


class _NotNative(InputError):
    """The native engine is not to be had for this puzzle."""


def _go_native(puzzle: PlainPuzzle, direct: Direct, budget: Budget, until_goal: bool) -> StateGraph:
    """Expand natively, and compare with what the direct engine found so far."""
    from stategraph.expand.native import Native, has_numba

    if not isinstance(puzzle, Puzzle):
        raise _NotNative("a puzzle without declared variables has only its moves(state)")
    if not has_numba():
        raise _NotNative("numba is not installed")
    if puzzle.is_goal(puzzle.start):
        return direct.graph("")
    graph = Native(puzzle).expand(budget, until_goal)
    _compare(direct.graph(PAUSED), graph)
    return graph


def _compare(direct: StateGraph, native: StateGraph) -> None:
    """Raise ``RuleError`` at the first state whose moves the two engines found differently."""
    nodes = min(direct.expanded, native.expanded)
    if _beginning(direct, nodes) == _beginning(native, nodes):
        return
    for node in range(nodes):
        state = direct.state(node)
        if state != native.state(node):
            raise RuleError(f"the compiled rules find state {node} to be another than ({state!r})")
        ours, theirs = direct.moves(node), native.moves(node)
        if ours != theirs:
            both = zip_longest(ours, theirs, fillvalue=("", -1))
            label = next(a[0] or b[0] for a, b in both if a != b)
            raise RuleError(
                f"the compiled rules differ from the rules in state ({state!r}), move {label!r}; "
                "look for `is`, and for a variable that one pass of each(...) leaves to the next; "
                "--engine direct runs the rules as they are"
            )


def _beginning(graph: StateGraph, nodes: int) -> tuple:
    """Return the first states of a graph and all their moves, to be compared."""
    moves = int(graph.offsets[nodes])
    labels = [graph.label_names[label] for label in graph.labels[:moves].tolist()]
    arrays = graph.offsets[: nodes + 1], graph.targets[:moves], graph.states[:nodes]
    return (*(array.tobytes() for array in arrays), labels)
