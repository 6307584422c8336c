"""Guesses of the moves left in Psychopath."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from puzzles.psychopath.oneway import is_special
from puzzles.psychopath.rules import EXITS
from puzzles.steps import steps_to
from stategraph.rules import DEAD, Pushing, Table


def walk(puzzle: Any) -> Callable[[Any], int]:
    """Guess the steps to the nearest exit as if there were no blocks.

    Never too many, since blocks only stand in the way. Where walls shut off all exits the state
    is dead.
    """
    board = puzzle.board
    steps = steps_to(board.find(EXITS), lambda cell: [to for _, to in board.around(cell)])
    left = Table(steps.get(cell, DEAD) for cell in range(board.size))
    return lambda state: left[state.player]


def gates(puzzle: Any) -> Callable[[Any], int]:
    """Guess when the player can first stand on an exit, if blocks go only where they can be pushed.

    Whoever pushes a block needs the cell behind it free, or has stood there before and then walked
    round the block; and pushes it on if he goes straight on. Never too many, and never fewer than
    `walk`: see `stategraph.search.arrivals`. As `walk` where there are holes, or blocks that go
    some ways only.
    """
    from stategraph.search.arrivals import Arrivals
    from stategraph.search.finder import Ground

    if is_special(puzzle):
        return walk(puzzle)
    exits = puzzle.board.find(EXITS)
    ground = Ground(puzzle, Pushing(puzzle.board, "player", "blocks", exits=exits))
    board = Arrivals(ground)

    def guess(state: Any) -> int:
        cells = np.zeros(ground.size, np.uint8)
        cells[list(state.blocks)] = 1
        return board.moves(cells, state.player)

    return guess
