"""The choice of the engine: Python first, then compiled rules, for expansions and searches.

::

    the first thousand states ──► plain ──► done, for most puzzles
                                       │
             machine code exists? ─────┼── no ──► plain continues; after some thousands of states
                                       │          the rules are compiled beside it ──► done first
                                       │                       │
                                       └─► native ◄── ready ───┘

The native run starts again from the beginning, and its first states are compared with those from
Python. If the rules cannot be compiled, the whole run stays in Python. Each kind of run is a `Job`:
`Expansion` in this module, and the searches in `stategraph.search.run`.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar

from stategraph.engines.direct import Plain, never
from stategraph.engines.limits import PAUSED, Budget
from stategraph.engines.native_checks import MAX_SPREAD_STATES, check_graph, check_moves, moves_of
from stategraph.errors import CompileError, MisreadError, TraceError
from stategraph.graph import ArrayGraph
from stategraph.machine.deadline import OutOfTime
from stategraph.machine.python_backend import SLOWER
from stategraph.rules.puzzle import Puzzle

if TYPE_CHECKING:
    from stategraph.engines.array_stores import ArrayStore
    from stategraph.machine.backends import Loops

log = logging.getLogger(__name__)

ENGINES = ("auto", "direct", "native")

# HAND_OVER_STATES: number of states expanded in Python before a switch to cached machine code.
# SAMPLE_STATES: number of states expanded in Python for the comparison if the user selects the
# native engine.
HAND_OVER_STATES, SAMPLE_STATES = 1_000, 300

# Log message if rules cannot be traced.
NOT_NATIVE = "runs as plain Python, not natively: %s"

# For each backend, the number of states after which compiling the rules pays.
WORTH_COMPILING = {"cc": 4_000, "numba": 10_000, "plain": 0}

# The same two numbers for a puzzle whose author supplies compiled moves: such rules are slow in
# Python.
OWN_HAND_OVER, OWN_WORTH_COMPILING = 100, 200

# Some of these rules take seconds for a hundred states in Python. So Python stops after
# `OWN_SECONDS`. The clock is read after `OWN_FIRST` states, and again whenever their number has
# doubled.
OWN_FIRST, OWN_SECONDS = 4, 0.5

# Bytes reserved for the C compiler, twice the maximum measured over all puzzles.
COMPILER_BYTES = 1 << 26

Result = TypeVar("Result", covariant=True)


class Job(Protocol[Result]):
    """Work that can run in Python or with compiled rules.

    Attributes
    ----------
    goes_on : bool
        whether a paused Python run can continue; otherwise it starts again from the beginning
    recovers : bool
        whether Python may run the job again after compiled rules turned out to be wrong
    """

    goes_on: bool
    recovers: bool

    def plain(self, pause: int | None, ready: Callable[[], bool] = never) -> Result | None:
        """Run in Python; return None if paused, after `pause` states or once ``ready()``."""

    def loops(self) -> Loops:
        """Return the kernels that `native` runs.

        Raises
        ------
        TraceError
            if the rules cannot be compiled
        CompileError
            if no compiler is available
        """

    def native(self) -> Result:
        """Run with compiled rules, and compare the result with the states that Python has found.

        Raises
        ------
        MisreadError
            if compiled rules and Python rules differ; `plain` then starts again
        CompileError
            if the compiler fails
        """


class TieredRunner:
    """Chooses the engine for jobs on one puzzle, and remembers the choice for later jobs.

    Parameters
    ----------
    engine : {"auto", "direct", "native"}
        *auto* starts in Python and switches to native when that pays
    hand_over : int
        number of states in Python before the switch
    budget : Budget
        limits the time spent waiting for the compiler
    """

    def __init__(self, puzzle: Puzzle, engine: str, hand_over: int, budget: Budget):
        if engine not in ENGINES:
            raise ValueError(f"engine must be one of {ENGINES}, not {engine!r}")
        self._puzzle, self._engine, self._budget = puzzle, engine, budget
        self._slow = puzzle.own_moves is not None
        sample = SAMPLE_STATES
        if self._slow:
            hand_over, sample = min(hand_over, OWN_HAND_OVER), OWN_HAND_OVER
        self._pause = {"auto": hand_over, "direct": None, "native": sample}[engine]
        self._is_native = self._is_slow_in_python = False

    def run(self, job: Job[Result]) -> Result:
        """Run the job with the engine that is expected to be faster; return its result."""
        result = None if self._is_native else self._begin(job)
        if result is not None and self._engine != "native":
            return result
        try:
            if self._puzzle.variables is None:
                raise TraceError("a puzzle without declared variables has only its moves(state)")
            return self._switch(job)
        except (TraceError, CompileError) as reason:
            if self._engine == "native":
                raise
            log.info(SLOWER if isinstance(reason, CompileError) else NOT_NATIVE, reason)
            self._pause = None
            return self._run_in_python(job)
        except MisreadError as error:
            if self._engine == "native" or not job.recovers:
                raise
            log.warning("%s. Plain Python begins again", error)
            self._pause, self._is_native = None, False
            return self._run_in_python(job)

    def _begin(self, job: Job[Result]) -> Result | None:
        """Run in Python until the hand-over; with slow rules, at most for about `OWN_SECONDS`."""
        end = self._pause
        if self._slow and job.goes_on and end is not None:
            deadline = time.monotonic() + OWN_SECONDS
            pause = OWN_FIRST
            while pause < end:
                if (result := job.plain(pause)) is not None:
                    return result
                if time.monotonic() > deadline:
                    self._is_slow_in_python = True
                    return None
                pause *= 2
        return job.plain(end)

    def _switch(self, job: Job[Result]) -> Result:
        """Run the job in Python until the machine code is ready, then with the native engine."""
        try:
            loops = self._budget.interrupting(job.loops)
        except OutOfTime:  # rules that never return cannot be traced
            return self._run_in_python(job)
        try:
            result = None
            if not loops.look():
                result = self._compile(job, loops)
            if result is None:
                result = job.native()
                self._is_native = True
            return result
        finally:
            loops.drop()

    def _compile(self, job: Job[Result], loops: Loops) -> Result | None:
        """Start the compiler; return the result if Python finishes first, else None."""
        from stategraph.machine.backends import backend

        backend_name = str(backend())
        waits = self._engine == "native" or not job.goes_on
        worth = WORTH_COMPILING[backend_name]
        pause = min(worth, OWN_WORTH_COMPILING) if self._slow else worth
        result = None if waits or self._is_slow_in_python else job.plain(pause)
        if result is not None:
            return result
        with self._reserved(COMPILER_BYTES if backend_name == "cc" else 0) as fits:
            if not fits:
                log.info("runs as plain Python: not enough memory for a compiler")
                return self._run_in_python(job)
            loops.begin()
            if not waits:
                return job.plain(None, loops.ready)
            compiled = loops.wait(self._budget.seconds_left())
        return None if compiled else self._run_in_python(job)

    @contextmanager
    def _reserved(self, size: int) -> Iterator[bool]:
        """Reserve memory for a parallel compiler; yield whether enough memory is available."""
        fits = self._budget.spare_memory() >= size
        self._budget.beside = size if fits else 0
        try:
            yield fits
        finally:
            self._budget.beside = 0

    def _run_in_python(self, job: Job[Result]) -> Result:
        """Run the whole job in Python, without a pause."""
        result = job.plain(None)
        assert result is not None
        return result


class Expansion:
    """The job of expanding a puzzle; see `stategraph.expand`."""

    goes_on = True
    _spread_states = MAX_SPREAD_STATES

    def __init__(
        self, puzzle: Puzzle, budget: Budget, until_goal: bool, keeper: ArrayStore | None = None
    ):
        self._puzzle, self._budget, self._until_goal = puzzle, budget, until_goal
        self._keeper, self.recovers = keeper, keeper is None
        self._plain = Plain(puzzle)

    def plain(self, pause: int | None, ready: Callable[[], bool] = never) -> ArrayGraph | None:
        """Expand in Python, or continue."""
        stopped = self._plain.run(self._budget, self._until_goal, pause, ready)
        return None if stopped == PAUSED else self._plain.graph(stopped)

    def loops(self) -> Loops:
        """Return the kernels of the compiled rules."""
        from stategraph.engines.native import Native

        self._native = Native(self._puzzle)
        return self._native.rules.loops

    def native(self) -> ArrayGraph:
        """Expand with compiled rules, and verify the moves of some states in Python.

        The states compared are those that Python has expanded, and others spread over the whole
        graph. A subclass may reduce the number of the latter (`_spread_states`), or leave them out
        with the number 0.
        """
        if self._puzzle.is_goal(self._puzzle.start):
            return self._plain.graph(self._plain.run(self._budget))
        graph = self._natively()
        try:
            _compare(self._puzzle, self._plain.graph(PAUSED), graph)
            if self._spread_states:
                check_graph(self._puzzle, graph, self._spread_states)
        except MisreadError:
            self._plain = Plain(self._puzzle)
            raise
        return graph

    def _natively(self) -> ArrayGraph:
        return self._native.expand(self._budget, self._until_goal, self._keeper)


def _compare(puzzle: Puzzle, plain: ArrayGraph, native: ArrayGraph) -> None:
    """Raise ``MisreadError`` at the first state for which the two engines found different moves."""
    nodes = min(plain.expanded, native.expanded)
    if beginning(plain, nodes) == beginning(native, nodes):
        return
    for node in range(nodes):
        if plain.state(node) != native.state(node):
            raise MisreadError(
                f"the compiled rules find another state {node} than ({plain.state(node)!r}); "
                "this is a mistake of stategraph: report it with the rules; --engine direct runs "
                "the rules as they are"
            )
        if node != plain.goal and plain.moves(node) != native.moves(node):
            check_moves(puzzle, plain.state(node), moves_of(native, node))


def beginning(graph: ArrayGraph, nodes: int) -> tuple:
    """Return the first `nodes` states of a graph and their moves, for a comparison."""
    moves = int(graph.offsets[nodes])
    labels = [graph.label_names[label] for label in graph.labels[:moves].tolist()]
    arrays = graph.offsets[: nodes + 1], graph.targets[:moves], graph.states[:nodes]
    return (*(array.tobytes() for array in arrays), labels)
