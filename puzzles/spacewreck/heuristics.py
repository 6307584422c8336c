"""Heuristics for Spacewreck."""

from __future__ import annotations

from collections.abc import Callable

from stategraph.rules import DEAD, Puzzle, State, Table
from stategraph.rules.nearest_distances import steps_to


def corridors(puzzle: Puzzle) -> Callable[[State], int]:
    """Estimate by the number of corridors to the last room, ignoring colours.

    The nearer crew member counts. The estimate is admissible, since colours only forbid moves. If
    neither crew member can reach the last room, the state is dead.
    """
    ship = puzzle.board
    before: dict[object, list[int]] = {}
    for source, to, _ in ship.corridors:
        before.setdefault(to, []).append(source)
    steps = steps_to([ship.rooms], lambda room: before.get(room, ()))

    remaining = Table(steps.get(room, DEAD) for room in range(ship.rooms + 1))
    return lambda state: min(remaining[state.rocket], remaining[state.lucky])
