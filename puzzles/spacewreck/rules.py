"""Rules of Spacewreck: a crew member may use corridors in the colour of the other's room.

::

    Rocket in 1 (pink), Lucky in 2 (green):
        1 ──green──► 3     R3, since Lucky's room is green
        2 ──pink───► 4     L4, since Rocket's room is pink
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
        number of rooms, numbered from 1; the last one is the goal
    colours : sequence of str
        of the rooms 1..rooms-1
    start : (int, int)
        Rocket's and Lucky's room
    corridors : iterable of (from, to, colour)
        one-directional; a repeated corridor counts once
    names : sequence of str, optional
        names of all rooms, for drawings and texts
    sketch : str, optional
        the numbers of all rooms, each at its place on the sheet
    """
    listed = tuple(corridors)
    corridors = sorted(set(listed))
    shades = {name: k for k, name in enumerate(sorted({*colours, *(c for _, _, c in corridors)}))}
    # the first value fills index 0, since rooms count from 1; the last room has no colour, since
    # play ends there
    colour = Table([0, *(shades[name] for name in colours), 0])
    leading: dict[tuple[int, int], list[int]] = {}
    for source, to, name in corridors:
        leading.setdefault((source, shades[name]), []).append(to)
    targets = Lists(rooms + 1, max(1, len(shades)), leading)

    def rocket(s):
        for to in targets[s.rocket, colour[s.lucky]]:
            yield f"R{to}", s.but(rocket=to)

    def lucky(s):
        for to in targets[s.lucky, colour[s.rocket]]:
            yield f"L{to}", s.but(lucky=to)

    def goal(s):
        return (s.rocket == rooms) | (s.lucky == rooms)

    return Puzzle(
        dict(rocket=start[0], lucky=start[1]),
        [rocket, lucky],
        goal,
        # all pairs of rooms other than the last, plus one goal state
        facts={"most_states": (rooms - 1) ** 2 + 1},
        board=Ship(rooms, tuple(colours), listed, tuple(names), sketch),
        rocket=One(rooms + 1, least=1),
        lucky=One(rooms + 1, least=1),
    )


class Ship:
    """The ship of a level: its rooms and corridors, for texts and drawings.

    Attributes
    ----------
    listed : tuple of (from, to, colour)
        the corridors as the level lists them, possibly with repetitions
    corridors : tuple of (from, to, colour)
        sorted, each once
    names : tuple of str
        names of all rooms, or empty
    sketch : str
        the level's text of room numbers, or empty
    """

    def __init__(
        self,
        rooms: int,
        colours: tuple[str, ...],
        listed: tuple[Corridor, ...],
        names: tuple[str, ...] = (),
        sketch: str = "",
    ):
        self.rooms, self.colours, self.listed = rooms, colours, listed
        self.corridors = tuple(sorted(set(listed)))
        self.names, self.sketch = names, sketch

    def sign(self, number: int) -> str:
        """Return the caption of a room: its name, or else its number."""
        return self.names[number - 1] if self.names else str(number)

    def room(self, number: int) -> str:
        """Return a room as text."""
        name = f" {self.names[number - 1]}" if self.names else ""
        colour = "goal" if number == self.rooms else self.colours[number - 1]
        return f"room {number}{name} ({colour})"
