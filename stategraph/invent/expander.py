"""Thousands of small levels, expanded: compiled rules are kept from one to the next.

::

    level ──► plain Python, some states ──► done, for tiny ones
                    │
        was one of its shape met? ── yes ──► its compiled rules, with the tables of this level
                    └── no ──► the rules are traced; is their module there? ── yes ──► native
                                                      └── no: it is compiled beside plain Python

What plain Python has found by then is what compiled rules are compared with; the graph is the same
whichever way is taken.
"""

from __future__ import annotations

import atexit
import logging

from stategraph.engines.again import Again, Workspace
from stategraph.engines.handover import Expansion
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.errors import CompileError, MisreadError, TraceError
from stategraph.graph import ArrayGraph
from stategraph.machine.loops import Loops
from stategraph.native.compiled import CompiledRules
from stategraph.native.shapes import Shapes
from stategraph.rules.puzzle import Puzzle

log = logging.getLogger(__name__)

# States in plain Python: with compiled rules that are there, only for something to compare with;
# else so many that tracing the rules takes less time.
SAMPLE, FEW = 12, 64

# Modules that are compiled at a time.
COMPILERS = 1


class _Job(Expansion):
    """An expansion that is given its native run."""

    run: Again

    def stop_at_goal(self, until_goal: bool) -> None:
        """Go no further than to the goal from now on, or do."""
        self._until_goal = until_goal

    def _natively(self) -> ArrayGraph:
        return self.run.graph(self._budget, self._until_goal)


class Expander:
    """Expands levels in one process."""

    def __init__(self) -> None:
        self._kept: dict[str, Loops] = {}
        self._compiling: dict[str, Loops] = {}
        self._shapes, self._workspace = Shapes(), Workspace()
        self._last: tuple[Puzzle, Again] | None = None
        self._native = True

    def expand(self, puzzle: Puzzle, states: int, until_goal: bool) -> ArrayGraph:
        """Return the graph of a puzzle, as far as there are so many states."""
        budget = Budget(Limits(states=states), None)
        if self._last is not None and self._last[0] is puzzle:
            return self._last[1].graph(budget, until_goal)
        job = _Job(puzzle, budget, until_goal=False)
        if not self._compiles(puzzle):
            job.stop_at_goal(until_goal)
            return self._plainly(job)
        rules = self._shapes.find(puzzle)
        made = job.plain(FEW if rules is None else SAMPLE)
        if made is not None:  # whole, which serves whoever asks for less as well
            return made
        job.stop_at_goal(until_goal)
        try:
            rules = rules or self._shapes.make(puzzle)
            if not self._is_there(rules):
                return self._plainly(job)
            return self._natively(job, Native(puzzle, rules), budget)
        except TraceError:  # which the shapes note
            return self._plainly(job)
        except MisreadError as error:
            log.warning("%s. Plain Python begins again", error)
            self._shapes.distrust(puzzle)
            return self._plainly(job)
        except CompileError:  # then nothing is compiled here
            self._native = False
            return self._plainly(job)

    def _compiles(self, puzzle: Puzzle) -> bool:
        """Return whether rules like a level's may be compiled here, as far as was tried."""
        return self._native and puzzle.variables is not None and self._shapes.traceable(puzzle)

    def _is_there(self, rules: CompiledRules) -> bool:
        """Return whether rules are compiled; have them compiled beside where they are not."""
        text, loops = rules.program.text, rules.loops
        if text in self._kept:
            rules.loops = self._kept[text]
            return True
        done = [one for one, made in self._compiling.items() if made.ready()]
        for one in done:
            self._kept[one] = self._compiling.pop(one)
        if text not in self._kept and loops.look():
            self._kept[text] = loops
        if text not in self._kept and len(self._compiling) < COMPILERS:
            self._compiling[text] = loops
            loops.begin()
        rules.loops = self._kept.get(text, loops)
        return text in self._kept

    def _natively(self, job: _Job, native: Native, budget: Budget) -> ArrayGraph:
        self._last = None
        try:
            job.run = self._workspace.begin_run(native, budget)
            graph = job.native()
        except BaseException:  # the arrays are in the midst of a change
            self._workspace = Workspace()
            raise
        self._last = (native.puzzle, job.run) if not job.run.full else None
        return graph

    def _plainly(self, job: _Job) -> ArrayGraph:
        made = job.plain(None)
        assert made is not None
        return made

    def close(self) -> None:
        """End what is compiled beside."""
        for loops in self._compiling.values():
            loops.drop()
        self._compiling.clear()


_EXPANDER = Expander()
atexit.register(_EXPANDER.close)


def expanded(puzzle: Puzzle, states: int, until_goal: bool = False) -> ArrayGraph:
    """Return the graph of a puzzle, by the expander of this process."""
    return _EXPANDER.expand(puzzle, states, until_goal)
