"""Guesses of the moves left in the labyrinth."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.labyrinth.rules import OPEN
from stategraph.rules import Table


def manhattan(puzzle: Any) -> Callable[[Any], int]:
    """Guess the Manhattan distance to the goal tile, and a penalty for a tile closed at the top.

    The penalty is the number of columns less one; outside, below the start tile, there is none. It
    may be too many: a row that slides carries its player over the edge to the other end.
    """
    board = puzzle.board
    row, column = board.goal
    below = board.start[0] + 1, board.start[1]

    def guess(state: Any) -> int:
        if state.player > board.size:
            return 0
        outside = state.player == board.size
        r, c = below if outside else board.place(state.player)
        closed = not outside and not OPEN["U"][state.tiles[state.player]]
        return abs(r - row) + abs(c - column) + (board.width - 1) * closed

    return guess


def wrapped(puzzle: Any) -> Callable[[Any], int]:
    """Guess the rows and columns to the goal tile, the shorter way round, and the move out.

    Never too many: a move changes the row, or by one the column (from the last to the first too),
    or neither; then the goal tile must be left, and from outside the start tile entered first.
    """
    board = puzzle.board
    row, column = board.goal

    def steps(r: int, c: int) -> int:
        across = abs(c - column)
        return abs(r - row) + min(across, board.width - across)

    inside = [steps(*board.place(cell)) + 1 for cell in range(board.size)]
    left = Table([*inside, steps(*board.start) + 2, 0])  # outside below the start; he has left
    return lambda state: left[state.player]
