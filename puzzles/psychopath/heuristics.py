"""Guesses of the moves left in Psychopath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.psychopath.oneway import is_special
from puzzles.psychopath.rules import EXITS
from puzzles.steps import steps_to
from stategraph.rules import DEAD, Table


def walk(puzzle: Any) -> Callable[[Any], int]:
    """Guess the steps to the nearest exit as if there were no blocks.

    Never too many, since blocks only stand in the way. Where walls shut off all exits the state
    is dead.
    """
    board = puzzle.board
    steps = _steps_out(board)
    left = Table(steps.get(cell, DEAD) for cell in range(board.size))
    return lambda state: left[state.player]


def _steps_out(board: Any) -> dict[int, int]:
    """Return the steps from each cell to the nearest exit, as if there were no blocks."""
    return steps_to(board.find(EXITS), lambda cell: [to for _, to in board.around(cell)])


def gates(puzzle: Any) -> Callable[[Any], int]:
    """Guess when the player can first stand on an exit, if blocks go only where they can be pushed.

    Whoever pushes a block needs the cell behind it free, or has stood there before and then walked
    round the block; and pushes it on if they go straight on. Never too many, and never fewer than
    `walk`: see `stategraph.pushing.arrival_bounds`. It is `walk` where there are holes, or blocks
    that move in some directions only.
    """
    import numpy as np

    from stategraph.pushing.arrival_bounds import Arrivals
    from stategraph.pushing.arrival_kernel import BLOCK

    if is_special(puzzle):
        return walk(puzzle)
    board, size = puzzle.board, puzzle.board.size
    step = [board.step[way][cell] for way in "URDL" for cell in range(size)]
    steps = _steps_out(board)
    left = [steps.get(cell, DEAD) for cell in range(size)]
    arrivals = Arrivals(np.array(step, np.int32), np.array(left, np.int32))

    def guess(state: Any) -> int:
        cells = np.zeros(size, np.uint8)
        cells[list(state.blocks)] = BLOCK
        return arrivals.moves(cells, state.player)

    return guess
