"""Guesses of the moves left in Sokoban."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from puzzles.sokoban.rules import GOALS, Yard
from puzzles.steps import steps_to
from stategraph.rules import DEAD, Table, Total, each


def pushes(puzzle: Any) -> Callable[[Any], int]:
    """Guess, for each box, the pushes to the nearest goal as if it were alone, and add them up.

    Never too many: a move pushes one box by one cell. A box that cannot be pushed to any goal
    means that the state is dead.
    """
    homes = pushes_home(puzzle.board)
    left = Table(DEAD if pushed is None else pushed for pushed in homes)
    return Total(lambda state: (left[box] for box in each(state.boxes)))


def potentials(puzzle: Any) -> Callable[[Any], int]:
    """Guess pushes and the walks between them by numbers of each box's cell and the player's.

    Never too many, and chosen to guess the most at the start: see `stategraph.pushing.potentials`.
    """
    import numpy as np

    from stategraph.pushing import potentials

    board, start, n = puzzle.board, puzzle.start, puzzle.board.size
    step = np.array([board.step[way][cell] for way in "URDL" for cell in range(n)])
    goals = np.zeros(n, bool)
    goals[list(board.find(GOALS))] = True
    made = potentials.potentials(step, goals, sorted(start.boxes), start.player)
    return lambda state: made.moves(sorted(state.boxes), state.player)


def pushes_home(board: Yard) -> list[int | None]:
    """Return, by cell, the pushes of a lonely box to its nearest goal; None: it gets to none."""
    steps = steps_to(board.find(GOALS), lambda cell: _pushed_from(board, cell))
    return [steps.get(cell) for cell in range(board.size)]


def _pushed_from(board: Yard, cell: Any) -> Iterator[int]:
    """Yield the cells from which a box can be pushed onto `cell`: its pusher needs room too."""
    for way, other in board.around(cell):
        if board.step[way][other] >= 0:
            yield other
