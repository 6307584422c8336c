"""Heuristics for Labyrinth."""

from __future__ import annotations

from collections.abc import Callable

from stategraph.rules import Puzzle, State, Table
from stategraph.rules.nearest_distances import steps_to

from .rules import OPEN, slid


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
    """Estimate by the fewest moves of the player if every path were open.

    The estimate is admissible and consistent, since closed sides only forbid moves. A slide carries
    the player to the next cell of their row, and from one end of the row to the other.
    """
    board = puzzle.board
    carried_from = {slid(cell, board.width): cell for cell in range(board.size)}

    def before(cell: int) -> list[int]:
        return [carried_from[cell], *(near for _, near in board.around(cell))]

    steps = steps_to([board.cell(*board.goal)], before)
    inside = [steps[cell] + 1 for cell in range(board.size)]
    # two more values after the cells: outside below the start, and solved
    remaining = Table([*inside, steps[board.cell(*board.start)] + 2, 0])
    return lambda state: remaining[state.player]
