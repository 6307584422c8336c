"""Guesses of the moves left in Sokoban."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from puzzles.sokoban.rules import GOALS, Yard
from puzzles.steps import steps_to

__all__ = ["pushes"]


def pushes(puzzle: Any) -> Callable[[Any], int]:
    """Guess, for each box, the pushes to the nearest goal as if it were alone, and add them up.

    Never too many: a move pushes one box by one cell. A box that cannot be pushed to any goal
    counts as the number of cells, more than any that can.
    """
    board = puzzle.board
    steps = steps_to(board.find(GOALS), lambda cell: _pushed_from(board, cell))
    return lambda state: sum(steps.get(box, board.size) for box in state.boxes)


def _pushed_from(board: Yard, cell: Any) -> Iterator[int]:
    """Yield the cells from which a box can be pushed onto `cell`: its pusher needs room too."""
    for way, other in board.around(cell):
        if board.step[way][other] >= 0:
            yield other
