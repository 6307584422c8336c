"""Guesses of the moves left in Pacman."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stategraph.rules import Largest, Table, each


def farthest_food(puzzle: Any) -> Callable[[Any], int]:
    """Guess the largest, over the foods left, of the Manhattan distance to the nearer agent.

    Never too many: somebody must get to that food, one cell a move.
    """
    board = puzzle.board
    places = [board.place(cell) for cell in range(board.size)]
    steps = {
        food: Table(abs(r - y) + abs(c - x) for y, x in places)
        for food, (r, c) in enumerate(map(board.place, board.food.cells))
    }

    def to_each_food(state: Any) -> Iterator[int]:
        for food in each(steps):
            if food in state.left:
                yield min(steps[food][state.P], steps[food][state.Q])

    return Largest(to_each_food)
