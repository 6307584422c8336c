"""Spacewreck: a crew member may take a corridor of the colour of the other one's room.

::

    Rocket in 1 (pink), Lucky in 2 (green):
        1 ──green──► 3     R3, for Lucky's room is green
        2 ──pink───► 4     L4, for Rocket's room is pink
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from stategraph.rules import Lists, One, Puzzle, Table

Corridor = tuple[int, int, str]


def spacewreck(
    rooms: int,
    colours: Sequence[str],
    start: tuple[int, int],
    corridors: Iterable[Corridor],
    names: Sequence[str] = (),
    sketch: str = "",
) -> Puzzle:
    """Return the puzzle.

    Parameters
    ----------
    rooms : int
        rooms are numbered from 1; whoever reaches the last one wins
    colours : sequence of str
        of the rooms 1..rooms-1
    start : (int, int)
        Rocket's and Lucky's room
    corridors : iterable of (from, to, colour)
        one-way; one that is given twice counts once
    names : sequence of str, optional
        of all rooms, for drawings and words
    sketch : str, optional
        the numbers of all rooms, each where the room is on the sheet
    """
    given = tuple(corridors)
    corridors = sorted(set(given))
    shades = {name: k for k, name in enumerate(sorted({*colours, *(c for _, _, c in corridors)}))}
    # no room has number 0, and the last one needs no colour: play is over there
    colour = Table([0, *(shades[name] for name in colours), 0])
    leading: dict[tuple[int, int], list[int]] = {}
    for here, to, name in corridors:
        leading.setdefault((here, shades[name]), []).append(to)
    ways = Lists(rooms + 1, max(1, len(shades)), leading)

    def rocket(s):
        for to in ways[s.rocket, colour[s.lucky]]:
            yield f"R{to}", s.but(rocket=to)

    def lucky(s):
        for to in ways[s.lucky, colour[s.rocket]]:
            yield f"L{to}", s.but(lucky=to)

    def goal(s):
        return (s.rocket == rooms) | (s.lucky == rooms)

    return Puzzle(
        dict(rocket=start[0], lucky=start[1]),
        [rocket, lucky],
        goal,
        # two who are not yet there, each in one of the other rooms; and the goal
        facts={"most_states": (rooms - 1) ** 2 + 1},
        board=Ship(rooms, tuple(colours), given, tuple(names), sketch),
        rocket=One(rooms + 1, least=1),
        lucky=One(rooms + 1, least=1),
    )


class Ship:
    """The rooms and corridors of a level, for words and drawings.

    Attributes
    ----------
    given : tuple of (from, to, colour)
        the corridors as the level lists them, some perhaps twice
    corridors : tuple of (from, to, colour)
        sorted, each once
    names : tuple of str
        of all rooms, or empty
    sketch : str
        where the rooms are on the sheet, as the level draws it; or empty
    """

    def __init__(
        self,
        rooms: int,
        colours: tuple[str, ...],
        given: tuple[Corridor, ...],
        names: tuple[str, ...] = (),
        sketch: str = "",
    ):
        self.rooms, self.colours, self.given = rooms, colours, given
        self.corridors = tuple(sorted(set(given)))
        self.names, self.sketch = names, sketch

    def sign(self, number: int) -> str:
        """Return what stands on a room: its name, or its number."""
        return self.names[number - 1] if self.names else str(number)

    def room(self, number: int) -> str:
        """Return a room in words."""
        name = f" {self.names[number - 1]}" if self.names else ""
        colour = "goal" if number == self.rooms else self.colours[number - 1]
        return f"room {number}{name} ({colour})"
