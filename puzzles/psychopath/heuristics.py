"""Guesses of the moves left in Psychopath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.psychopath.rules import EXITS
from puzzles.steps import steps_to
from stategraph.rules import DEAD, Table


def walk(puzzle: Any) -> Callable[[Any], int]:
    """Guess the steps to the nearest exit as if there were no blocks.

    Never too many, since blocks only stand in the way. Where walls shut off all exits the state
    is dead.
    """
    board = puzzle.board
    steps = steps_to(board.find(EXITS), lambda cell: [to for _, to in board.around(cell)])
    left = Table(steps.get(cell, DEAD) for cell in range(board.size))
    return lambda state: left[state.player]
