"""The rules of a puzzle as machine code, ready to be run on packed states."""

from __future__ import annotations

from collections.abc import Callable
from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from stategraph.machine.loops import Loops, loops_of
from stategraph.native.program import Program, write, write_own
from stategraph.native.templates import LOOPS
from stategraph.native.trace import trace
from stategraph.rules.puzzle import Puzzle

# So many states are expanded at a time: what they wait for comes meanwhile. Fewer, where they can
# have so many moves that these would not stay in the cache. Where numpy goes on with the moves, it
# is worth its while with many of them.
BATCHES = {"expand": (16, 1 << 10), "after": (1 << 14, 1 << 17)}


class CompiledRules:
    """The compiled rules of a puzzle, and a guess of the moves left where one is given.

    Raises ``TraceError`` where they cannot be run on symbols, and ``CompileError`` where no machine
    code can be made.

    Attributes
    ----------
    program : Program
        what was written
    loops : Loops
        the loops of the program, compiled or about to be
    guess_tree : Node or None
        the decision tree of the guess
    batch : int
        how many states are expanded at a time
    new : (batch * most + 1, w) int64
        the packed states after the moves that were made last
    labels, won : (batch * most + 1,) int64
        the label of each, and whether it wins
    """

    def __init__(self, puzzle: Puzzle, loop: str, guess: Callable[[Any], int] | None = None):
        variables = puzzle.variables
        own = puzzle.own_moves
        traced = trace(puzzle if own is None else puzzle.ruled((), puzzle.goal), guess)
        self.guess_tree = traced.bounds
        if own is None:
            self.program: Program = write(traced, variables.width, loop)
        else:
            self.program = write_own(own, traced, variables.width, loop)
        self.loops: Loops = loops_of(self.program.text, LOOPS[loop], shared=own is not None)
        most = self.program.most
        batch, moves = BATCHES.get(loop, (1, 1))
        self.batch = max(1, min(batch, moves // most))
        size = self.batch * most + 1
        self.new = np.empty((size, variables.width), np.int64)
        self.labels, self.won = np.empty(size, np.int64), np.empty(size, np.int64)

    def with_tables(self, tables: tuple[np.ndarray, ...]) -> CompiledRules:
        """Return the rules of a level that differs in what stands in its tables.

        They share what they write the moves into: one of them runs at a time.
        """
        other = copy(self)
        other.program = replace(self.program, tables=tables)
        return other

    def run(self, loop: str, *args: Any) -> Any:
        """Run a compiled loop by the rules, as soon as it is compiled."""
        program = self.program
        given = self.new, self.labels, self.won, program.constants, *program.tables
        return self.loops.run(loop, *args, *given)
