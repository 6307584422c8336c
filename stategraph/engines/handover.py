"""From plain Python to compiled rules: one way up for whoever runs a puzzle's rules.

::

    the first 10,000 states ──► plain ──► done, for most puzzles
                                  │
                                  └─► native: begins again, is compared with what plain found,
                                      and goes on; plain goes on where rules cannot be compiled
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import zip_longest

from stategraph.engines.limits import Budget
from stategraph.engines.plain import PAUSED, Direct
from stategraph.errors import InputError, RuleError, TraceError
from stategraph.graph import StateGraph
from stategraph.rules.puzzle import PlainPuzzle, Puzzle

ENGINES = ("auto", "direct", "native")

# States that the direct engine expands before it hands over, and, where native is asked for, only
# to have something to compare with.
HAND_OVER, SAMPLE = 10_000, 300


def expand_on_an_engine(
    puzzle: PlainPuzzle,
    budget: Budget,
    until_goal: bool,
    engine: str,
    tell: Callable[[str], None],
) -> StateGraph:
    """Return the state graph of `puzzle`, by the engine that pays; see `stategraph.expand`."""
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
    from stategraph.engines.native import Native, has_numba

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
