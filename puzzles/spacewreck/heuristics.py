"""Heuristics for Spacewreck."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from stategraph.rules import DEAD, Puzzle, State, Table
from stategraph.rules.steps import steps_to


def corridors(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate the corridors from the nearer crew member to the last room, colours ignored.

    Admissible, since colours only forbid moves. If neither can reach it, the state is dead.
    """
    ship = puzzle.board
    before: dict[Any, list[int]] = {}
    for source, to, _ in ship.corridors:
        before.setdefault(to, []).append(source)
    steps = steps_to([ship.rooms], lambda room: before.get(room, ()))

    remaining = Table(steps.get(room, DEAD) for room in range(ship.rooms + 1))
    return lambda state: min(remaining[state.rocket], remaining[state.lucky])
