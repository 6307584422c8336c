"""Heuristics for Labyrinth."""

from __future__ import annotations

from collections.abc import Callable

from stategraph.rules import Puzzle, State, Table

from .rules import OPEN


def manhattan(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate the Manhattan distance to the goal tile, plus a penalty for a closed top.

    The penalty is the number of columns minus one, or 0 while the player is outside. The estimate
    is not admissible: one slide can carry the player from one end of a row to the other.
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
    """Estimate the rows and columns to the goal tile, where rows wrap round, plus the last move.

    The estimate is admissible: a move changes either the row or the column by at most one, where
    the last column is next to the first. Leaving the goal tile takes one more move, and so does
    entering the start tile.
    """
    board = puzzle.board
    row, column = board.goal

    def steps(r: int, c: int) -> int:
        across = abs(c - column)
        return abs(r - row) + min(across, board.width - across)

    inside = [steps(*board.place(cell)) + 1 for cell in range(board.size)]
    # two more values after the cells: outside below the start, and solved
    remaining = Table([*inside, steps(*board.start) + 2, 0])
    return lambda state: remaining[state.player]
