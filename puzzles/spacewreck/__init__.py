"""Reader of the native Spacewreck format: coloured corridors, two crew members.

::

    8 12                                   rooms, corridors
    pink green blue green pink blue pink   colours of all rooms except the last
    1 2                                    Rocket's room, Lucky's room
    1 3 green                              from, to, colour: one line per corridor

A level file may name the rooms, and place them on a sheet of text::

    names: Bridge Engine Store ...
    places: |
        2     3
      1         4
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

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
    State,
    Table,
    lines,
    number,
    numbers,
    row,
    words,
)

from .corridor_layout import CorridorElement, between_rooms, corridor_path, room_places
from .drawing import PAINT_BY_NAME, draw
from .heuristics import corridors
from .predecessors import backward
from .random_ships import edited_ship, random_ship, tidied
from .room_layout import sketch, sketched
from .rules import Corridor, Ship, spacewreck
from .symmetries import Renaming, renamings

if TYPE_CHECKING:
    from random import Random

__all__ = ["Spacewreck", "family"]


# colours that an editor offers in addition to those of the level
MAIN_COLOURS = tuple(
    name for name in PAINT_BY_NAME if name not in ("sky", "amber", "gray", "purple")
)


class Spacewreck(Family):
    """The Spacewreck family, as registered with ``stategraph``."""

    name = "spacewreck"
    summary = "coloured corridors: one walks through the colour of the other one's room"
    levels = Path(__file__).parent / "levels"
    template = Path(__file__).parent / "template.yaml"
    heuristics = {"corridors": corridors}
    admissible = ("corridors",)
    ignoring = "if colours did not matter"
    ways = ("corridor",)
    options = ("names", "places")

    def backward(self, puzzle: Puzzle) -> tuple[list[State], Puzzle]:
        """Return all goal states, and the puzzle whose moves reverse the moves of `puzzle`."""
        return backward(puzzle)

    def renamings(self, puzzle: Puzzle) -> Iterator[Renaming]:
        """Yield the symmetries of the ship: renamings of rooms and colours that preserve it."""
        return renamings(puzzle)

    def read(self, text: str, options: Mapping[str, object]) -> Puzzle:
        """Return the puzzle of a native file; the module docstring shows the format."""
        rows = lines(text)
        rooms, count = numbers(rows, 1, ("rooms", 1, None), ("corridors", 0, None))
        colours = words(row(rows, 2, "the colours of the rooms"))
        if len(colours) != rooms - 1:
            raise LevelError(f"{len(colours)} colours for rooms 1 to {rooms - 1}", 2)
        start = numbers(rows, 3, ("Rocket's room", 1, rooms), ("Lucky's room", 1, rooms))
        if len(rows) > 3 + count:
            raise LevelError(f"more corridors than the {count} of the first line", 4 + count)
        corridors = [_corridor(rows, 4 + k, rooms) for k in range(count)]
        sketch = _sketch(options, rooms)
        return spacewreck(
            rooms, colours, (start[0], start[1]), corridors, _names(options, rooms), sketch
        )

    def every_state(self, puzzle: Puzzle) -> Iterator[State]:
        """Yield a state for each pair of rooms other than the last room, then one won state."""
        rooms, start = puzzle.board.rooms, puzzle.start
        yield start.but(rocket=rooms, lucky=rooms)
        for rocket in range(1, rooms):
            for lucky in range(1, rooms):
                yield start.but(rocket=rocket, lucky=lucky)

    def text(self, puzzle: Puzzle, state: State) -> str:
        """Return the state as text."""
        ship = puzzle.board
        return f"Rocket in {ship.room(state.rocket)}, Lucky in {ship.room(state.lucky)}"

    def draw(self, puzzle: Puzzle, state: State) -> Drawing:
        """Return a picture of the ship."""
        return draw(puzzle.board, state.rocket, state.lucky)

    def draw_move(self, puzzle: Puzzle, before: State, after: State) -> Drawing:
        """Return a picture of the ship after a move, with the used corridor marked."""
        ship: Ship = puzzle.board
        source, to, other = before.rocket, after.rocket, before.lucky
        if before.lucky != after.lucky:
            source, to, other = before.lucky, after.lucky, before.rocket
        used = (source, to, ship.colours[other - 1])
        return draw(ship, after.rocket, after.lucky, used)

    def spot(self, puzzle: Puzzle, variable: str, value: int) -> tuple[float, float]:
        """Return the middle of a room."""
        return room_places(puzzle.board)[value - 1]

    def walkers(self, puzzle: Puzzle) -> tuple[str, ...]:
        """Return the variables of Rocket and Lucky."""
        return "rocket", "lucky"

    def write(self, puzzle: Puzzle, state: State) -> str:
        """Return the native file of the level that starts in `state`; every state has one."""
        ship: Ship = puzzle.board
        head = [(ship.rooms, len(ship.listed)), ship.colours, (state.rocket, state.lucky)]
        return "".join(" ".join(map(str, line)) + "\n" for line in [*head, *ship.listed])

    def settings(self, puzzle: Puzzle) -> dict[str, object]:
        """Return the options that name and place the rooms."""
        ship: Ship = puzzle.board
        options = {"names": " ".join(ship.names), "places": ship.sketch}
        return {name: text for name, text in options.items() if text}

    def elements(self, puzzle: Puzzle) -> list[Element]:
        """Return the corridors; a repeated one is named ``(2)``."""
        ship: Ship = puzzle.board
        times: Counter[Corridor] = Counter()
        elements: list[Element] = []
        for place, (source, to, colour) in enumerate(ship.listed):
            times[source, to, colour] += 1
            count = times[source, to, colour]
            name = f"corridor {source}→{to} {colour}" + (f" ({count})" if count > 1 else "")
            elements.append(CorridorElement(name, place, ship))
        return elements

    def without(self, puzzle: Puzzle, elements: Collection[Element]) -> Puzzle:
        """Return the puzzle without some corridors."""
        ship: Ship = puzzle.board
        indices = {element.at for element in elements}
        remaining = [corridor for place, corridor in enumerate(ship.listed) if place not in indices]
        return _with(puzzle, remaining)

    def including(self, puzzle: Puzzle, elements: Collection[Element], other: Puzzle) -> Puzzle:
        """Return the puzzle with some corridors added, between existing rooms."""
        ship: Ship = puzzle.board
        corridors = other.board.listed
        added = [at if isinstance(at, tuple) else corridors[at] for at in (e.at for e in elements)]
        if any(max(source, to) > ship.rooms for source, to, _ in added):
            raise LevelError("there is no such room")
        return _with(puzzle, [*ship.listed, *added])

    def plan(self, puzzle: Puzzle) -> FloorPlan:
        """Return the rooms and corridors of the drawing."""
        ship: Ship = puzzle.board
        names = ship.names or [""] * ship.rooms
        spots = map(Spot, (*ship.colours, ""), room_places(ship), names)
        links = [Link(a - 1, b - 1, c, corridor_path(ship, (a, b, c))) for a, b, c in ship.listed]
        kinds = dict.fromkeys((*ship.colours, *(c for _, _, c in ship.listed), *MAIN_COLOURS))
        rocket, lucky = puzzle.start
        people = {"Rocket": rocket - 1, "Lucky": lucky - 1}
        return FloorPlan(tuple(spots), tuple(links), people, tuple(kinds), "room", "corridor")

    def replan(self, puzzle: Puzzle, plan: FloorPlan) -> Puzzle:
        """Convert a plan to a ship whose rooms are placed as in the plan."""
        rooms = plan.spots
        return spacewreck(
            len(rooms),
            [room.kind for room in rooms[:-1]],
            (plan.people["Rocket"] + 1, plan.people["Lucky"] + 1),
            [(link.tail + 1, link.head + 1, link.kind) for link in plan.links],
            [room.name for room in rooms] if rooms[0].name else (),
            sketch([room.at for room in rooms]),
        )

    def changes(self, puzzle: Puzzle, random: Random) -> Puzzle:
        """Return the puzzle after a random edit of a room, a corridor, a colour or the crew."""
        return edited_ship(puzzle, random)

    def fresh(self, puzzle: Puzzle, size: int, random: Random) -> Puzzle:
        """Return a random ship of `size` rooms, with the colours of this puzzle."""
        return random_ship(puzzle, size, random)

    def tidied(self, puzzle: Puzzle) -> Puzzle | None:
        """Return the ship without rooms that have no corridor; None without such rooms."""
        return tidied(puzzle)

    def costs(self, puzzle: Puzzle) -> Mapping[str, str]:
        """Return one cost measure per crew member: the number of their moves."""
        return {"rocket": "by Rocket", "lucky": "by Lucky"}

    def missing(self, puzzle: Puzzle) -> list[Element]:
        """Return every possible corridor that the ship lacks, in the colours of its rooms."""
        ship: Ship = puzzle.board
        rooms, shades = range(1, ship.rooms + 1), sorted({*ship.colours})
        candidates = [(a, b, c) for a in rooms[:-1] for b in rooms if a != b for c in shades]
        return [
            Element(f"corridor {a}→{b} {c}", "corridor", (a, b, c), between_rooms(ship, a, b))
            for a, b, c in candidates
            if (a, b, c) not in ship.listed
        ]

    def attempts(self, puzzle: Puzzle, state: State) -> Iterator[tuple[str, State]]:
        """Yield the moves of both along the corridors of their rooms, ignoring colours."""
        for mover in ("rocket", "lucky"):
            rooms = [to for source, to, _ in puzzle.board.corridors if source == state[mover]]
            for to in dict.fromkeys(rooms):
                yield f"{mover[0].upper()}{to}", state.but(**{mover: to})

    def forbids(self, puzzle: Puzzle, state: State, label: str) -> str:
        """Return the colours that permit a move."""
        mover, other = ("rocket", "Lucky") if label[0] == "R" else ("lucky", "Rocket")
        corridors = [(source, f"{to}", colour) for source, to, colour in puzzle.board.corridors]
        needed = [c for source, to, c in corridors if source == state[mover] and to == label[1:]]
        article = "an" if needed and needed[0][0] in "aeiou" else "a"
        return f"{other} must be in {article} {' or '.join(needed)} room" if needed else ""

    def words(self, puzzle: Puzzle) -> Mapping[str, object]:
        """Return names for queries: a room's colour, and whether the two share a room or colour."""
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
        """Return the actor of a move, Rocket or Lucky."""
        return {"R": "Rocket", "L": "Lucky"}[label[0]]


def _with(puzzle: Puzzle, corridors: list[Corridor]) -> Puzzle:
    """Return the puzzle with other corridors."""
    ship: Ship = puzzle.board
    start = tuple(puzzle.start)
    return spacewreck(ship.rooms, ship.colours, start, corridors, ship.names, ship.sketch)


def _names(options: Mapping[str, object], rooms: int) -> tuple[str, ...]:
    """Return the names of the rooms, or an empty result if the option is missing."""
    text = options.get("names", "")
    if not isinstance(text, str):
        raise LevelError(f"names: expected words, found {text!r}", option="names")
    names = tuple(text.split())
    if "names" in options and len(names) != rooms:
        raise LevelError(f"names: {len(names)} names for {rooms} rooms", option="names")
    twice = [name for name, times in Counter(names).items() if times > 1]
    if twice:
        raise LevelError(f"names: {twice[0]!r} names two rooms", option="names")
    return names


def _sketch(options: Mapping[str, object], rooms: int) -> str:
    """Return the text that places the rooms, or an empty text if the option is missing."""
    if "places" not in options:
        return ""
    text = options["places"]
    if not isinstance(text, str):
        raise LevelError("places: expected the rooms' numbers on a sheet, 'places: |'",
                         option="places")  # fmt: skip
    sketched(text, rooms)
    return text


def _corridor(rows: list[str], line: int, rooms: int) -> Corridor:
    fields = words(row(rows, line, "a corridor (from, to, colour)"))
    if len(fields) != 3:
        raise LevelError(
            f"expected a corridor (from, to, colour), found {' '.join(fields)!r}", line
        )
    source, to = (number(word, "a corridor's room", line, 1, rooms) for word in fields[:2])
    return source, to, fields[2]


family = Spacewreck()
