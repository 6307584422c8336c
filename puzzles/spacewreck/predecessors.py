"""Backward moves of Spacewreck: a crew member steps back through a corridor."""

from __future__ import annotations

from stategraph.rules import Lists, Puzzle, State, Table


def backward(puzzle: Puzzle) -> tuple[list[State], Puzzle]:
    """Return all goal states, and the puzzle whose moves reverse the moves of `puzzle`.

    In each goal state, at least one of the two crew members is in the last room.
    """
    ship, rooms = puzzle.board, puzzle.board.rooms
    start = puzzle.start
    shades = {
        name: k
        for k, name in enumerate(sorted({*ship.colours, *(c for _, _, c in ship.corridors)}))
    }
    colour = Table([0, *(shades[name] for name in ship.colours), 0])
    leading: dict[tuple[int, int], list[int]] = {}
    for here, to, name in ship.corridors:
        if here < rooms:
            leading.setdefault((to, shades[name]), []).append(here)
    sources = Lists(rooms + 1, max(1, len(shades)), leading)

    def rocket(s):
        if s.lucky < rooms:
            for source in sources[s.rocket, colour[s.lucky]]:
                yield f"R{source}", s.but(rocket=source)

    def lucky(s):
        if s.rocket < rooms:
            for source in sources[s.lucky, colour[s.rocket]]:
                yield f"L{source}", s.but(lucky=source)

    goals = [start.but(rocket=rooms, lucky=room) for room in range(1, rooms + 1)]
    goals += [start.but(rocket=room, lucky=rooms) for room in range(1, rooms)]
    return goals, puzzle.ruled([rocket, lucky], lambda s: False)
