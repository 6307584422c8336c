"""Thousands of small levels of one family, expanded: compiled rules are kept from one to the next.

Levels of the same structure share a module: what differs are its arguments. So a level goes native
as soon as the module is there, after a few states in plain Python for what is tiny and for
something to compare with. A module that is not there is compiled beside, while plain Python goes
on; what comes out is the same either way.
"""

from __future__ import annotations

import atexit

from stategraph.engines.handover import Expansion
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.native import Native
from stategraph.errors import CompileError, TraceError
from stategraph.graph import ArrayGraph
from stategraph.machine.loops import Loops
from stategraph.rules.puzzle import Puzzle

# States in plain Python, after which compiled rules that are there take less time.
FEW = 64

# Modules that are compiled at a time.
COMPILERS = 1


class _Job(Expansion):
    """An expansion that may be given its compiled rules, and tells them."""

    given: Native | None = None

    def loops(self) -> Loops:
        """Return the loops of the compiled rules."""
        if self.given is None:
            return super().loops()
        self._native = self.given
        return self._native.rules.loops

    @property
    def compiled(self) -> Native:
        """The compiled rules, once there are loops."""
        return self._native


class Engine:
    """Expands levels of one family, in one process."""

    def __init__(self) -> None:
        self._kept: dict[str, Loops] = {}
        self._compiling: dict[str, Loops] = {}
        self._last: tuple[Puzzle | None, Native | None] = None, None
        self._native = True

    def expand(self, puzzle: Puzzle, states: int, until_goal: bool) -> ArrayGraph:
        """Return the graph of a puzzle, as far as there are so many states."""
        budget = Budget(Limits(states=states), None)
        job = _Job(puzzle, budget, until_goal)
        made = job.plain(FEW if self._native and puzzle.variables else None)
        if made is not None:
            return made
        job.given = self._last[1] if self._last[0] is puzzle else None
        try:
            loops = job.loops()
        except (TraceError, CompileError):  # then no level of the family is compiled
            self._native = False
            return self._plainly(job)
        self._last = puzzle, job.compiled
        text = job.compiled.rules.program.text
        if not self._is_there(text, loops):
            return self._plainly(job)
        job.compiled.rules.loops = self._kept[text]
        try:
            return job.native()
        except CompileError:  # the compiler has failed
            self._native = False
            return self._plainly(job)

    def _is_there(self, text: str, loops: Loops) -> bool:
        """Return whether a module is compiled; have it compiled beside where it is not."""
        if text in self._kept:
            return True
        done = [one for one, made in self._compiling.items() if made.ready()]
        for one in done:
            self._kept[one] = self._compiling.pop(one)
        if text not in self._kept and loops.look():
            self._kept[text] = loops
        if text not in self._kept and len(self._compiling) < COMPILERS:
            self._compiling[text] = loops
            loops.begin()
        return text in self._kept

    def _plainly(self, job: _Job) -> ArrayGraph:
        made = job.plain(None)
        assert made is not None
        return made

    def close(self) -> None:
        """End what is compiled beside."""
        for loops in self._compiling.values():
            loops.drop()
        self._compiling.clear()


_ENGINE = Engine()
atexit.register(_ENGINE.close)


def expanded(puzzle: Puzzle, states: int, until_goal: bool = False) -> ArrayGraph:
    """Return the graph of a puzzle, by the engine of this process."""
    return _ENGINE.expand(puzzle, states, until_goal)
