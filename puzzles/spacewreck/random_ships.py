"""Random ships: small random edits of a ship, and new random ships.

>>> from random import Random
>>> from stategraph_puzzles.spacewreck.rules import spacewreck
>>> ship = spacewreck(3, ["pink", "blue"], (1, 2), [(1, 3, "blue")])
>>> edited_ship(ship, Random(7)).board.listed
((2, 3, 'blue'),)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stategraph.rules import Puzzle

from .rules import Corridor, Ship, spacewreck

if TYPE_CHECKING:
    from random import Random

# corridors per room of a new ship
DENSITY = 1.8

# colours of a new ship if the original has fewer, so that colours matter
SHADES = ("blue", "green", "pink")


def edited_ship(puzzle: Puzzle, random: Random) -> Puzzle:
    """Return a ship after one random edit; names and places are dropped if a room is removed."""
    ship: Ship = puzzle.board
    colours, corridors, crew = list(ship.colours), list(ship.listed), list(puzzle.start)
    shades = sorted({*colours, *(colour for _, _, colour in corridors)})
    change = random.choice("++--///**o@")
    if change == "+" or not corridors:
        corridors.append(_corridor(ship.rooms, shades, random))
    elif change == "-":
        del corridors[random.randrange(len(corridors))]
    elif change == "/":
        k = random.randrange(len(corridors))
        source, to, colour = corridors[k]
        other = _corridor(ship.rooms, shades, random)
        corridors[k] = random.choice(
            [(other[0], to, colour), (source, other[1], colour), (source, to, other[2])]
        )
    elif change == "*" and colours:
        colours[random.randrange(len(colours))] = random.choice(shades)
    elif change == "o":
        crew[random.randrange(2)] = random.randint(1, max(1, ship.rooms - 1))
    else:
        crew.reverse()
    corridors = [
        (source, to, colour) for source, to, colour in dict.fromkeys(corridors) if source != to
    ]
    return spacewreck(ship.rooms, colours, (crew[0], crew[1]), corridors, ship.names, ship.sketch)


def random_ship(puzzle: Puzzle, rooms: int, random: Random) -> Puzzle:
    """Return a random ship of at least two rooms; use the colours of `puzzle` if it has three."""
    ship: Ship = puzzle.board
    rooms = max(2, rooms)
    shades = sorted({*ship.colours, *(colour for _, _, colour in ship.listed)})
    if len(shades) < len(SHADES):
        shades = list(SHADES)
    colours = [random.choice(shades) for _ in range(rooms - 1)]
    corridors = dict.fromkeys(
        _corridor(rooms, shades, random) for _ in range(round(DENSITY * rooms))
    )
    crew = random.randint(1, rooms - 1), random.randint(1, rooms - 1)
    return spacewreck(
        rooms, colours, crew, [corridor for corridor in corridors if corridor[0] != corridor[1]]
    )


def tidied(puzzle: Puzzle) -> Puzzle | None:
    """Return a ship without the rooms that no corridor touches; later rooms are renumbered.

    Return None if such rooms do not exist. The rooms keep their names. Their places on the drawing
    are dropped, since these refer to old room numbers.
    >>> from stategraph_puzzles.spacewreck.rules import spacewreck
    >>> ship = spacewreck(4, ["pink", "red", "blue"], (1, 3), [(1, 4, "blue")])
    >>> tidied(ship).board.listed, tidied(ship).board.colours
    (((1, 3, 'blue'),), ('pink', 'blue'))
    """
    ship: Ship = puzzle.board
    used = {ship.rooms, *puzzle.start}.union(*(corridor[:2] for corridor in ship.listed))
    if len(used) == ship.rooms:
        return None
    new_number = {room: k for k, room in enumerate(sorted(used), 1)}
    rocket, lucky = (new_number[room] for room in puzzle.start)
    corridors = [(new_number[source], new_number[to], colour) for source, to, colour in ship.listed]
    colours = [ship.colours[room - 1] for room in new_number if room < ship.rooms]
    names = [ship.names[room - 1] for room in new_number] if ship.names else ()
    return spacewreck(len(new_number), colours, (rocket, lucky), corridors, names)


def _corridor(rooms: int, shades: list[str], random: Random) -> Corridor:
    return random.randint(1, max(1, rooms - 1)), random.randint(1, rooms), random.choice(shades)
