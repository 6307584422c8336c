"""Heuristics for Sokoban."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from stategraph.rules import DEAD, Puzzle, State, Table, Total, each
from stategraph.rules.nearest_distances import steps_to

from .rules import GOALS, EnclosedGrid


def pushes(puzzle: Puzzle) -> Callable[[State], int]:
    """Add up the pushes of each box to its nearest goal, as if the other boxes were absent.

    Admissible: a move pushes one box by one cell. A box that cannot be pushed to any goal makes
    the state dead.
    """
    homes = pushes_home(puzzle.board)
    remaining = Table(DEAD if count is None else count for count in homes)
    return Total(lambda state: (remaining[box] for box in each(state.boxes)))


def matched_pushes(puzzle: Puzzle) -> Callable[[State], int]:
    """Return the fewest pushes that bring all boxes to different goals if boxes never block.

    Boxes that cannot reach different goals make the state dead.
    """
    import numpy as np
    from scipy.optimize import linear_sum_assignment

    board = puzzle.board
    rows = [_pushes_to(board, [goal]) for goal in board.find(GOALS)]
    pushes_to = np.array([[np.inf if k is None else k for k in row] for row in rows])

    def left(state: State) -> int:
        costs = pushes_to[:, sorted(state.boxes)]
        try:
            return int(costs[linear_sum_assignment(costs)].sum())
        except ValueError:  # no assignment avoids an infinite cost
            return DEAD

    return left


def potentials(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate pushes and the walks between them: add a potential for each box and the player.

    The heuristic is admissible. Among such potentials, it has the largest estimate at the start;
    see `stategraph.pushing.potentials`.
    """
    import numpy as np

    from stategraph.pushing import potentials

    board, start, n = puzzle.board, puzzle.start, puzzle.board.size
    step = np.array([board.step[direction][cell] for direction in "URDL" for cell in range(n)])
    goals = np.zeros(n, bool)
    goals[list(board.find(GOALS))] = True
    bound = potentials.potentials(step, goals, sorted(start.boxes), start.player)
    return lambda state: bound.moves(sorted(state.boxes), state.player)


def pushes_home(board: EnclosedGrid) -> list[int | None]:
    """Return, by cell, the pushes of a single box to the nearest goal, or None without a path."""
    return _pushes_to(board, board.find(GOALS))


def _pushes_to(board: EnclosedGrid, goals: Iterable[int]) -> list[int | None]:
    """Return, by cell, the pushes of a single box to the nearest of `goals`, or None."""
    steps = steps_to(goals, lambda cell: _push_sources(board, cell))
    return [steps.get(cell) for cell in range(board.size)]


def _push_sources(board: EnclosedGrid, cell: int) -> Iterator[int]:
    """Yield the cells from which a box can be pushed onto `cell`; the player needs a free cell."""
    for direction, other in board.around(cell):
        if board.step[direction][other] >= 0:
            yield other
