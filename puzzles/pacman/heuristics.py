"""Guesses of the moves left in Pacman."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

__all__ = ["farthest_food"]


def farthest_food(puzzle: Any) -> Callable[[Any], int]:
    """Guess the largest, over the foods left, of the Manhattan distance to the nearer agent.

    Never too many: somebody must get to that food, one cell a move.
    """
    board = puzzle.board

    def guess(state: Any) -> int:
        agents = [board.place(state[agent]) for agent in "PQ"]
        foods = map(board.food.place, state.left)
        return max(
            (min(abs(r - y) + abs(c - x) for y, x in agents) for r, c in foods),
            default=0,
        )

    return guess
