"""Guesses of the moves left in Spacewreck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from puzzles.steps import steps_to
from stategraph.rules import DEAD, Table


def corridors(puzzle: Any) -> Callable[[Any], int]:
    """Guess the corridors to the last room, colours ignored, of the nearer of the two.

    Never too many, since a colour only forbids. When neither can get there, the state is dead.
    """
    ship = puzzle.board
    before: dict[Any, list[int]] = {}
    for here, to, _ in ship.corridors:
        before.setdefault(to, []).append(here)
    steps = steps_to([ship.rooms], lambda room: before.get(room, ()))

    left = Table(steps.get(room, DEAD) for room in range(ship.rooms + 1))
    return lambda state: min(left[state.rocket], left[state.lucky])
