"""Heuristics for Psychopath."""

from __future__ import annotations

from collections.abc import Callable

from stategraph.rules import DEAD, Grid, Puzzle, State, Table
from stategraph.rules.nearest_distances import steps_to

from .oneway import is_special
from .rules import EXITS


def walk(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate the steps to the nearest exit on the board without its blocks.

    Admissible, since blocks only obstruct. If walls shut off all exits, the state is dead.
    """
    board = puzzle.board
    steps = _steps_out(board)
    remaining = Table(steps.get(cell, DEAD) for cell in range(board.size))
    return lambda state: remaining[state.player]


def _steps_out(board: Grid) -> dict[int, int]:
    """Return the steps from each cell to the nearest exit, ignoring blocks."""
    return steps_to(board.find(EXITS), lambda cell: [to for _, to in board.around(cell)])


def gates(puzzle: Puzzle) -> Callable[[State], int]:
    """Return a lower bound on the number of moves until the player can first be at an exit.

    The bound uses necessary conditions of pushes. A push needs the player on one side of a block
    and a free cell on the opposite side. If that cell holds a block, the player must first push
    this block away. The estimate is admissible and never below `walk`; see
    `stategraph.pushing.arrival_bounds`. With holes or directional blocks it equals `walk`.
    """
    import numpy as np

    from stategraph.pushing.arrival_bounds import Arrivals
    from stategraph.pushing.arrival_kernel import BLOCK

    if is_special(puzzle):
        return walk(puzzle)
    board, size = puzzle.board, puzzle.board.size
    step = [board.step[direction][cell] for direction in "URDL" for cell in range(size)]
    steps = _steps_out(board)
    remaining = [steps.get(cell, DEAD) for cell in range(size)]
    arrivals = Arrivals(np.array(step, np.int32), np.array(remaining, np.int32))

    def estimate(state: State) -> int:
        cells = np.zeros(size, np.uint8)
        cells[list(state.blocks)] = BLOCK
        return arrivals.moves(cells, state.player)

    return estimate
