"""The compiled rules of a puzzle, which run on packed states."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

import numpy as np

from stategraph.machine.backends import Loops, loops_of
from stategraph.native.module_code import Program, write, write_own
from stategraph.native.templates import LOOPS
from stategraph.native.templates.state_tables import Moves
from stategraph.native.traced_puzzle import trace
from stategraph.rules.puzzle import Heuristic, Puzzle

# For each loop, the maximum numbers of states and moves in a batch. The states of a batch are
# expanded together, so that their memory accesses overlap; their moves should fit into the
# processor's cache. Batches are larger where numpy processes the moves.
BATCHES = {"expand": (16, 1 << 10), "owners": (16, 1 << 10), "successors": (1 << 14, 1 << 17)}


class CompiledRules:
    """The compiled rules of a puzzle, and optionally a heuristic.

    Raises ``TraceError`` if the rules cannot be traced, and ``CompileError`` if they cannot be
    compiled.

    Attributes
    ----------
    program : Program
        the generated program
    loops : Loops
        the loops of the program, whose compilation may be pending
    guess_tree : Node or None
        the decision tree of the heuristic
    batch : int
        number of states that are expanded together
    moves : Moves
        the moves of the last batch, in arrays with room for batch * most + 1 moves
    """

    def __init__(self, puzzle: Puzzle, loop: str, guess: Heuristic | None = None):
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
        self.moves = Moves(
            np.empty((size, variables.width), np.int64),
            np.empty(size, np.int64),
            np.empty(size, np.int64),
        )

    def with_tables(self, tables: tuple[np.ndarray, ...]) -> CompiledRules:
        """Return a copy of these rules with other contents of the tables, for another level.

        The copy and the original share the arrays of moves, so only one of them may run at a time.
        """
        other = copy(self)
        other.program = replace(self.program, tables=tables)
        return other

    def run(self, loop: str, *args: object) -> Any:
        """Run a loop with the rules, after waiting for its compilation."""
        program = self.program
        return self.loops.run(loop, *args, self.moves, program.constants, *program.tables)
