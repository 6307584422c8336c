"""Spacewreck: coloured corridors, two crew members. The reader of its native format.

::

    8 12                                   rooms, corridors
    pink green blue green pink blue pink   colours of all rooms but the last
    1 2                                    Rocket's room, Lucky's room
    1 3 green                              from, to, colour: one line a corridor

A level file may name the rooms, and say where they are on the sheet::

    names: Bridge Engine Store ...
    places: |
        2     3
      1         4
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from puzzles.spacewreck.chance import changed, strewn, tidied
from puzzles.spacewreck.drawing import NAMED, draw
from puzzles.spacewreck.heuristics import corridors
from puzzles.spacewreck.places import sketch, sketched
from puzzles.spacewreck.predecessors import backward
from puzzles.spacewreck.rules import Corridor, Ship, spacewreck
from puzzles.spacewreck.symmetries import Renaming, renamings
from puzzles.spacewreck.ways import between_rooms, corridor_way, room_places
from stategraph.rules import (
    Drawing,
    Element,
    Family,
    FloorPlan,
    LevelError,
    Link,
    Named,
    Puzzle,
    Spot,
    Table,
    lines,
    number,
    numbers,
    row,
    words,
)

if TYPE_CHECKING:
    from random import Random

__all__ = ["Spacewreck", "family"]


# The colours that an editor offers beside those of the level.
MAIN_COLOURS = tuple(name for name in NAMED if name not in ("sky", "amber", "gray", "purple"))


class Spacewreck(Family):
    """The family as ``stategraph`` finds it."""

    name = "spacewreck"
    summary = "coloured corridors: one walks through the colour of the other one's room"
    levels = Path(__file__).parent / "levels"
    heuristics = {"corridors": corridors}
    admissible = ("corridors",)
    ignoring = "if colours did not matter"
    ways = ("corridor",)
    options = ("names", "places")

    def backward(self, puzzle: Puzzle) -> tuple[list[Any], Puzzle]:
        """Return all states that win, and the puzzle that undoes moves."""
        return backward(puzzle)

    def renamings(self, puzzle: Puzzle) -> Iterator[Renaming]:
        """Yield the renamings of rooms and colours under which the ship is the same."""
        return renamings(puzzle)

    def read(self, text: str, options: Mapping[str, Any]) -> Puzzle:
        """Return the puzzle of a native file; see the module's picture."""
        rows = lines(text)
        rooms, corridors = numbers(rows, 1, ("rooms", 1, None), ("corridors", 0, None))
        colours = words(row(rows, 2, "the colours of the rooms"))
        if len(colours) != rooms - 1:
            raise LevelError(f"{len(colours)} colours for rooms 1 to {rooms - 1}", 2)
        start = numbers(rows, 3, ("Rocket's room", 1, rooms), ("Lucky's room", 1, rooms))
        if len(rows) > 3 + corridors:
            raise LevelError(
                f"more than the {corridors} corridors that line 1 announces", 4 + corridors
            )
        ways = [_corridor(rows, 4 + k, rooms) for k in range(corridors)]
        sketch = _sketch(options, rooms)
        return spacewreck(
            rooms, colours, (start[0], start[1]), ways, _names(options, rooms), sketch
        )

    def every_state(self, puzzle: Any) -> Iterator[Any]:
        """Return all pairs of rooms but the last, and a state that wins."""
        rooms, start = puzzle.board.rooms, puzzle.start
        yield start.but(rocket=rooms, lucky=rooms)
        for rocket in range(1, rooms):
            for lucky in range(1, rooms):
                yield start.but(rocket=rocket, lucky=lucky)

    def text(self, puzzle: Any, state: Any) -> str:
        """Return the state in words."""
        ship = puzzle.board
        return f"Rocket in {ship.room(state.rocket)}, Lucky in {ship.room(state.lucky)}"

    def draw(self, puzzle: Any, state: Any) -> Drawing:
        """Return the ship as a picture."""
        return draw(puzzle.board, state.rocket, state.lucky)

    def draw_move(self, puzzle: Any, before: Any, after: Any) -> Drawing:
        """Return the ship after a move, the corridor that was used marked."""
        ship: Ship = puzzle.board
        here, to, other = before.rocket, after.rocket, before.lucky
        if before.lucky != after.lucky:
            here, to, other = before.lucky, after.lucky, before.rocket
        used = (here, to, ship.colours[other - 1])
        return draw(ship, after.rocket, after.lucky, used)

    def spot(self, puzzle: Any, variable: str, value: int) -> tuple[float, float]:
        """Return the middle of a room."""
        return room_places(puzzle.board)[value - 1]

    def walkers(self, puzzle: Any) -> tuple[str, ...]:
        """Return Rocket and Lucky."""
        return "rocket", "lucky"

    def write(self, puzzle: Any, state: Any) -> str:
        """Return the native file of the level that starts in `state`; every state has one."""
        ship: Ship = puzzle.board
        head = [(ship.rooms, len(ship.given)), ship.colours, (state.rocket, state.lucky)]
        return "".join(" ".join(map(str, line)) + "\n" for line in [*head, *ship.given])

    def settings(self, puzzle: Any) -> dict[str, Any]:
        """Return the options that name and place the rooms."""
        ship: Ship = puzzle.board
        given = {"names": " ".join(ship.names), "places": ship.sketch}
        return {name: text for name, text in given.items() if text}

    def elements(self, puzzle: Any) -> list[Element]:
        """Return the corridors; one that is listed again is called ``(2)``."""
        ship: Ship = puzzle.board
        met: Counter[Corridor] = Counter()
        found = []
        for place, (here, to, colour) in enumerate(ship.given):
            met[here, to, colour] += 1
            again = met[here, to, colour]
            name = f"corridor {here}→{to} {colour}" + (f" ({again})" if again > 1 else "")
            way = tuple(corridor_way(ship, (here, to, colour)))
            found.append(Element(name, "corridor", place, (way[0], way[-1]), way))
        return found

    def without(self, puzzle: Any, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some corridors."""
        ship: Ship = puzzle.board
        gone = {element.at for element in elements}
        left = [way for place, way in enumerate(ship.given) if place not in gone]
        return _with(puzzle, left)

    def including(self, puzzle: Any, elements: Collection[Element], other: Any) -> Puzzle:
        """Return the puzzle with some corridors put in, between rooms that it has."""
        ship: Ship = puzzle.board
        given = other.board.given
        more = [at if isinstance(at, tuple) else given[at] for at in (e.at for e in elements)]
        if any(max(here, to) > ship.rooms for here, to, _ in more):
            raise LevelError("there is no such room")
        return _with(puzzle, [*ship.given, *more])

    def plan(self, puzzle: Any) -> FloorPlan:
        """Return rooms and corridors as they are drawn."""
        ship: Ship = puzzle.board
        names = ship.names or [""] * ship.rooms
        spots = map(Spot, (*ship.colours, ""), room_places(ship), names)
        links = [Link(a - 1, b - 1, c, corridor_way(ship, (a, b, c))) for a, b, c in ship.given]
        kinds = dict.fromkeys((*ship.colours, *(c for _, _, c in ship.given), *MAIN_COLOURS))
        rocket, lucky = puzzle.start
        people = {"Rocket": rocket - 1, "Lucky": lucky - 1}
        return FloorPlan(tuple(spots), tuple(links), people, tuple(kinds), "room", "corridor")

    def replan(self, puzzle: Any, plan: FloorPlan) -> Puzzle:
        """Return the ship of a plan, its rooms where the plan has them."""
        rooms = plan.spots
        return spacewreck(
            len(rooms),
            [room.kind for room in rooms[:-1]],
            (plan.people["Rocket"] + 1, plan.people["Lucky"] + 1),
            [(link.tail + 1, link.head + 1, link.kind) for link in plan.links],
            [room.name for room in rooms] if rooms[0].name else (),
            sketch([room.at for room in rooms]),
        )

    def changes(self, puzzle: Any, random: Random) -> Puzzle:
        """Return the puzzle with a room, a corridor, a colour or one of the crew changed."""
        return changed(puzzle, random)

    def fresh(self, puzzle: Any, size: int, random: Random) -> Puzzle:
        """Return a ship of so many rooms, its corridors in the colours of the puzzle's."""
        return strewn(puzzle, size, random)

    def tidied(self, puzzle: Any) -> Puzzle | None:
        """Return the ship without rooms that no corridor touches."""
        return tidied(puzzle)

    def costs(self, puzzle: Any) -> Mapping[str, str]:
        """Return the moves of each of the two."""
        return {"rocket": "by Rocket", "lucky": "by Lucky"}

    def missing(self, puzzle: Any) -> list[Element]:
        """Return every corridor that there is not, of the colours that there are."""
        ship: Ship = puzzle.board
        rooms, shades = range(1, ship.rooms + 1), sorted({*ship.colours})
        ways = [(a, b, c) for a in rooms[:-1] for b in rooms if a != b for c in shades]
        return [
            Element(f"corridor {a}→{b} {c}", "corridor", (a, b, c), between_rooms(ship, a, b))
            for a, b, c in ways
            if (a, b, c) not in ship.given
        ]

    def words(self, puzzle: Any) -> Mapping[str, Any]:
        """Return ``colour(rocket)`` of a room, and whether the two share a room or a colour."""
        ship: Ship = puzzle.board
        shades = sorted({*ship.colours})
        none = len(shades)  # the last room has no colour
        colour = Table([none, *(shades.index(name) for name in ship.colours), none])
        return {
            "colour": Named(lambda s, room: colour[room], [*shades, "none"]),
            "same_colour": lambda s: colour[s.rocket] == colour[s.lucky],
            "together": lambda s: s.rocket == s.lucky,
        }

    @staticmethod
    def actor(label: str) -> str:
        """Return who moves."""
        return {"R": "Rocket", "L": "Lucky"}[label[0]]


def _with(puzzle: Any, corridors: list[Corridor]) -> Puzzle:
    """Return the puzzle with these corridors instead of its own."""
    ship: Ship = puzzle.board
    start = tuple(puzzle.start)
    return spacewreck(ship.rooms, ship.colours, start, corridors, ship.names, ship.sketch)


def _names(options: Mapping[str, Any], rooms: int) -> tuple[str, ...]:
    """Return the names of the rooms, if there are any."""
    found = options.get("names", "")
    if not isinstance(found, str):
        raise LevelError(f"names: expected words, found {found!r}", option="names")
    names = tuple(found.split())
    if "names" in options and len(names) != rooms:
        raise LevelError(f"names: {len(names)} names for {rooms} rooms", option="names")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise LevelError(f"names: {twice[0]!r} names two rooms", option="names")
    return names


def _sketch(options: Mapping[str, Any], rooms: int) -> str:
    """Return where the rooms are on the sheet, if the level says it."""
    if "places" not in options:
        return ""
    found = options["places"]
    if not isinstance(found, str):
        raise LevelError("places: expected the rooms' numbers on a sheet, 'places: |'",
                         option="places")  # fmt: skip
    sketched(found, rooms)
    return found


def _corridor(rows: list[str], line: int, rooms: int) -> Corridor:
    found = words(row(rows, line, "a corridor (from, to, colour)"))
    if len(found) != 3:
        raise LevelError(f"expected a corridor (from, to, colour), found {' '.join(found)!r}", line)
    here, to = (number(word, "a corridor's room", line, 1, rooms) for word in found[:2])
    return here, to, found[2]


family = Spacewreck()
