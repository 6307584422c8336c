"""The rules of a puzzle as machine code, ready to be run on packed states."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np

from stategraph.kernels import run_compiled
from stategraph.native.cache import forget, load_module
from stategraph.native.store import is_dense
from stategraph.native.trace import trace
from stategraph.native.writer import Program, write
from stategraph.rules.puzzle import Puzzle


class CompiledRules:
    """The compiled rules of a puzzle, and a guess of the moves left where one is given.

    Raises ``TraceError`` where they cannot be run on symbols.

    Attributes
    ----------
    program : Program
    module : module
        what was written and compiled
    guess_tree : Node or None
        the decision tree of the guess
    new : (most + 1, w) int64
        the packed states after the moves that were made last
    won : (most + 1,) int64
        whether each of them wins
    """

    def __init__(self, puzzle: Puzzle, loop: str, guess: Callable[[Any], int] | None = None):
        variables = puzzle.variables
        traced = trace(puzzle, guess)
        self.guess_tree = traced.bounds
        self.program: Program = write(traced, variables.width, is_dense(variables), loop)
        self.module: ModuleType = load_module(self.program.text)
        most = self.program.most
        self.new = np.empty((most + 1, variables.width), np.int64)
        self._label, self.won = np.empty(most + 1, np.int64), np.empty(most + 1, np.int64)
        self._sound: set[str] = set()

    def run(self, loop: str, *args: Any) -> Any:
        """Run a compiled loop of the module."""
        program = self.program
        args = *args, self.new, self._label, self.won, program.constants, *program.tables
        with np.errstate(over="ignore"):  # hashing, where numba is told not to compile
            if loop in self._sound:
                return getattr(self.module, loop)(*args)
            outcome = run_compiled(getattr(self.module, loop), args, lambda: self._anew(loop))
        self._sound.add(loop)
        return outcome

    def _anew(self, loop: str) -> Callable[..., Any]:
        """Return a loop compiled anew."""
        forget(self.module)
        self.module = load_module(self.program.text)
        return getattr(self.module, loop)
