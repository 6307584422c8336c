"""Expansion of thousands of small levels with shared compiled rules.

::

    level ──► some states in plain Python ──► finished (tiny levels)
                    │
        same shape as an earlier level? ── yes ──► its compiled rules, tables of this level
                    └── no ──► trace the rules; is their module compiled? ── yes ──► native
                                              └── no: compile in parallel with plain Python

Compiled rules are compared with the states expanded in plain Python. The resulting graph does not
depend on how it is expanded.
"""

from __future__ import annotations

import atexit
import logging

from stategraph.engines.array_stores import InMemory
from stategraph.engines.engine_choice import Expansion
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.errors import CompileError, MisreadError, TraceError
from stategraph.graph import ArrayGraph
from stategraph.machine.backends import Loops
from stategraph.native.compiled import CompiledRules
from stategraph.native.shared_rules import SharedRules
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)

# Number of states expanded in plain Python: for the comparison with compiled rules, and before
# tracing the rules is worthwhile.
SAMPLE_STATES, STATES_BEFORE_TRACING = 12, 64

# Number of states spread over a graph that are compared with plain Python. Thousands of levels
# share compiled rules, and each written level is expanded once more with all comparisons.
SPREAD_STATES = 50

# Number of states expanded between two checks for the goal.
STATES_PER_CHECK = 1_000

# Number of modules compiled at the same time.
MAX_COMPILERS = 1


class _Job(Expansion):
    """An expansion that uses given compiled rules."""

    def __init__(self, puzzle: Puzzle, limits: Limits):
        super().__init__(puzzle, Budget(limits), False, InMemory(small=True))
        assert limits.states is not None
        self._few = Limits(states=min(limits.states, STATES_PER_CHECK))
        # moves compiled by an author serve all levels of a family, and are slow in Python
        self._spread_states = SPREAD_STATES if puzzle.own_moves is None else 0

    def stop_at_goal(self, until_goal: bool) -> None:
        """Choose whether later expansions stop at the goal."""
        self._until_goal = until_goal

    def by_rules(self, rules: CompiledRules, checked: bool) -> ArrayGraph:
        """Expand with compiled rules, and compare with Python unless this was already done."""
        self._native = Native(self._puzzle, rules)
        return self._natively() if checked else self.native()

    def _natively(self) -> ArrayGraph:
        if self._until_goal:  # a check after each layer would cost more time than it saves
            few = self._native.expand(Budget(self._few), keeper=self._keeper)
            if few.complete:
                return few
        return super()._natively()


class Expander:
    """Expands levels in one process."""

    def __init__(self) -> None:
        self._kept: dict[str, Loops] = {}
        self._compiling: dict[str, Loops] = {}
        self._shared = SharedRules()
        self._last: tuple[Puzzle, CompiledRules, ArrayGraph] | None = None
        self._native = True

    def expand(self, puzzle: Puzzle, states: int, until_goal: bool) -> ArrayGraph:
        """Return the graph of a puzzle, expanded up to at most `states` states."""
        rules = None
        if self._last is not None and self._last[0] is puzzle:
            _, rules, graph = self._last
            if graph.complete and len(graph) <= states:
                return graph
        job = _Job(puzzle, Limits(states=states))
        if not self._compiles(puzzle):
            job.stop_at_goal(until_goal)
            return self._plainly(job)
        checked = rules is not None
        rules = rules or self._shared.find(puzzle)
        if not checked:
            traces = rules is None and puzzle.own_moves is None
            few = STATES_BEFORE_TRACING if traces else SAMPLE_STATES
            if (early := job.plain(few)) is not None:  # a complete graph answers smaller requests
                return early
        job.stop_at_goal(until_goal)
        try:
            rules = rules or self._shared.make(puzzle)
            if not self._is_there(rules):
                return self._plainly(job)
            graph = job.by_rules(rules, checked)
            self._last = puzzle, rules, graph
            return graph
        except TraceError:  # `SharedRules` stores the failure
            return self._plainly(job)
        except MisreadError as error:
            log.warning("%s. Plain Python begins again", error)
            self._shared.distrust(puzzle)
            return self._plainly(job)
        except CompileError:  # no compiler is available
            self._native = False
            return self._plainly(job)

    def _compiles(self, puzzle: Puzzle) -> bool:
        """Return whether rules of this shape can be compiled, as far as this is known."""
        return self._native and puzzle.variables is not None and self._shared.traceable(puzzle)

    def _is_there(self, rules: CompiledRules) -> bool:
        """Return whether rules are compiled already. If not, start compiling in the background."""
        text, loops = rules.program.text, rules.loops
        if text in self._kept:
            rules.loops = self._kept[text]
            return True
        ready_texts = [
            program_text for program_text, compiling in self._compiling.items() if compiling.ready()
        ]
        for program_text in ready_texts:
            self._kept[program_text] = self._compiling.pop(program_text)
        if text not in self._kept and loops.look():
            self._kept[text] = loops
        if text not in self._kept and len(self._compiling) < MAX_COMPILERS:
            self._compiling[text] = loops
            loops.begin()
        rules.loops = self._kept.get(text, loops)
        return text in self._kept

    def _plainly(self, job: _Job) -> ArrayGraph:
        graph = job.plain(None)
        assert graph is not None
        return graph

    def close(self) -> None:
        """Stop compilation in the background."""
        for loops in self._compiling.values():
            loops.drop()
        self._compiling.clear()


_EXPANDER = Expander()
atexit.register(_EXPANDER.close)


def expanded(puzzle: Puzzle, states: int, until_goal: bool = False) -> ArrayGraph:
    """Return the graph of a puzzle, using the expander of this process."""
    return _EXPANDER.expand(puzzle, states, until_goal)
