"""Heuristics for Labyrinth."""

from __future__ import annotations

from collections.abc import Callable

from stategraph.rules import Puzzle, State, Table

from .rules import OPEN


def manhattan(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate the Manhattan distance to the goal tile, plus a penalty for a closed top.

    The penalty is the number of columns less one; outside, below the start tile, it is 0. The
    estimate is not admissible: a sliding row carries its player over the edge to the other end.
    """
    board = puzzle.board
    row, column = board.goal
    below = board.start[0] + 1, board.start[1]

    def estimate(state: State) -> int:
        if state.player > board.size:
            return 0
        outside = state.player == board.size
        r, c = below if outside else board.place(state.player)
        closed = not outside and not OPEN["U"][state.tiles[state.player]]
        return abs(r - row) + abs(c - column) + (board.width - 1) * closed

    return estimate


def wrapped(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate rows and columns to the goal tile, the shorter way round, plus the move out.

    Admissible: a move changes the row by one, or the column by one (last to first included), or
    neither. In addition, the goal tile must be left, and from outside the start tile entered.
    """
    board = puzzle.board
    row, column = board.goal

    def steps(r: int, c: int) -> int:
        across = abs(c - column)
        return abs(r - row) + min(across, board.width - across)

    inside = [steps(*board.place(cell)) + 1 for cell in range(board.size)]
    # after the cells: outside below the start, solved
    remaining = Table([*inside, steps(*board.start) + 2, 0])
    return lambda state: remaining[state.player]
