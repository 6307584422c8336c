"""From plain Python to compiled rules: one ladder for whoever runs a puzzle's rules.

::

    the first thousands of states ──► plain ──► done, for most puzzles
                                        │
                                        └─► native: begins again, and is compared with what
                                            plain found; where rules cannot be compiled, plain
                                            it is to the end

What climbs is a `Job`: `Expansion` here, and the searches' in `stategraph.search.run`.
"""

from __future__ import annotations

import importlib.util
import logging
from itertools import zip_longest
from typing import Protocol, TypeVar

from stategraph.engines.limits import PAUSED, Budget
from stategraph.engines.plain import Plain
from stategraph.errors import InputError, RuleError, TraceError
from stategraph.graph import ArrayGraph
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)

ENGINES = ("auto", "direct", "native")

# States that an expansion in plain Python goes through before its rules are compiled; and those
# that any job does where native is asked for, only to have something to compare with.
HAND_OVER, SAMPLE = 10_000, 300

Made = TypeVar("Made", covariant=True)


class Job(Protocol[Made]):
    """Something that can be done in plain Python and with compiled rules."""

    def plain(self, pause: int | None) -> Made | None:
        """Do it in plain Python; None: paused after so many states, to go on or begin again."""

    def native(self) -> Made:
        """Do it compiled, and compare with what plain Python found so far.

        Raises
        ------
        TraceError
            where the rules cannot be compiled
        RuleError
            where compiled rules and plain ones differ
        """


class Ladder:
    """The engine of one or several jobs on one puzzle: what the first has learnt, the next know.

    Parameters
    ----------
    engine : {"auto", "direct", "native"}
        *auto* begins plain and goes native where that pays
    hand_over : int
        states in plain Python after which it does
    """

    def __init__(self, puzzle: Puzzle, engine: str, hand_over: int):
        if engine not in ENGINES:
            raise ValueError(f"engine must be one of {ENGINES}, not {engine!r}")
        self._puzzle, self._asked = puzzle, engine
        self._pause = {"auto": hand_over, "direct": None, "native": SAMPLE}[engine]
        self._compiled = False

    def do(self, job: Job[Made]) -> Made:
        """Return what the job makes, on the engine that pays."""
        if self._compiled:
            return job.native()
        made = job.plain(self._pause)
        if made is not None and self._asked != "native":
            return made
        try:
            self._refuse()
            made = job.native()
        except (TraceError, _NoNumba) as reason:
            if self._asked == "native":
                raise
            log.info("runs as plain Python, not natively: %s", reason)
            self._pause = None
            made = job.plain(None)
            assert made is not None
            return made
        self._compiled = True
        return made

    def _refuse(self) -> None:
        """Raise where there is nothing to compile, or nothing to compile with."""
        if self._puzzle.variables is None:
            raise TraceError("a puzzle without declared variables has only its moves(state)")
        if not has_numba():
            raise _NoNumba("numba is not installed")


class _NoNumba(InputError):
    """There is nothing to compile rules with."""


def has_numba() -> bool:
    """Return whether numba is installed."""
    return importlib.util.find_spec("numba") is not None


class Expansion:
    """The job of expanding a puzzle; see `stategraph.expand`."""

    def __init__(self, puzzle: Puzzle, budget: Budget, until_goal: bool):
        self._puzzle, self._budget, self._until_goal = puzzle, budget, until_goal
        self._plain = Plain(puzzle)

    def plain(self, pause: int | None) -> ArrayGraph | None:
        """Expand in plain Python, or go on."""
        stopped = self._plain.run(self._budget, self._until_goal, pause)
        return None if stopped == PAUSED else self._plain.graph(stopped)

    def native(self) -> ArrayGraph:
        """Expand compiled; the states that plain Python has expanded must have the same moves."""
        from stategraph.engines.native import Native

        if self._puzzle.is_goal(self._puzzle.start):
            return self._plain.graph(None)
        graph = Native(self._puzzle).expand(self._budget, self._until_goal)
        _compare(self._plain.graph(PAUSED), graph)
        return graph


def _compare(plain: ArrayGraph, native: ArrayGraph) -> None:
    """Raise ``RuleError`` at the first state whose moves the two engines found differently."""
    nodes = min(plain.expanded, native.expanded)
    if beginning(plain, nodes) == beginning(native, nodes):
        return
    for node in range(nodes):
        state = plain.state(node)
        if state != native.state(node):
            raise RuleError(f"the compiled rules find state {node} to be another than ({state!r})")
        ours, theirs = plain.moves(node), native.moves(node)
        if ours != theirs:
            both = zip_longest(ours, theirs, fillvalue=("", -1))
            label = next(a[0] or b[0] for a, b in both if a != b)
            raise RuleError(
                f"the compiled rules differ from the rules in state ({state!r}), move {label!r}; "
                "look for `is`, and for a variable that one pass of each(...) leaves to the next; "
                "--engine direct runs the rules as they are"
            )


def beginning(graph: ArrayGraph, nodes: int) -> tuple:
    """Return the first states of a graph and all their moves, to be compared."""
    moves = int(graph.offsets[nodes])
    labels = [graph.label_names[label] for label in graph.labels[:moves].tolist()]
    arrays = graph.offsets[: nodes + 1], graph.targets[:moves], graph.states[:nodes]
    return (*(array.tobytes() for array in arrays), labels)
