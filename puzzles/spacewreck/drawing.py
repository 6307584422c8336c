"""A ship as a picture: rooms on a circle in their colours, corridors as arrows between them.

::

      (R)
        2 ══►  3        a room's number stands on a disc of its colour, above that colour's first
      /         \\       letters; an arrow has the colour, the letters and a width and inlay that
     1           4      go with the colour: grey tells it too; (R) and (L) show who is where

A ship with many corridors has no room for letters at them: a key in the corners stands for these.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from stategraph.rules import Drawing
from stategraph.rules.drawing import (
    BLACK,
    BLUE,
    FLOOR,
    GREEN,
    LINE,
    ORANGE,
    PINK,
    RED,
    SKY,
    WHITE,
    YELLOW,
)

if TYPE_CHECKING:
    from puzzles.spacewreck.rules import Ship

Place = tuple[float, float]

PALETTE = (ORANGE, SKY, GREEN, YELLOW, PINK, RED, BLUE)

# A colour that goes by its usual name looks like it; the others take what is left.
NAMED = dict(
    orange=ORANGE, amber=ORANGE, sky=SKY, blue=SKY, green=GREEN, yellow=YELLOW, red=RED, pink=PINK,
    violet=PINK, purple=PINK, white=WHITE, grey=LINE, gray=LINE, steel=LINE,
)  # fmt: skip

# How wide the corridors of a colour are, what runs along their middle, and whether in dashes.
STYLES = (
    (0.14, "", False), (0.14, WHITE, True), (0.05, "", False), (0.14, BLACK, False),
    (0.14, WHITE, False), (0.14, BLACK, True),
)  # fmt: skip

# Radii of a room and of the letters beside a corridor; how far a corridor keeps to its right.
DISC, SPOT, ASIDE = 0.51, 0.21, 0.13

# More corridors than this leave no room for letters.
LETTERED = 40


class Look(NamedTuple):
    """What a colour is drawn with; the letters are those that no other colour begins with."""

    paint: str
    style: tuple[float, str, bool]
    letters: str


def draw(ship: Ship, rocket: int, lucky: int) -> Drawing:
    """Return the ship with Rocket and Lucky in their rooms."""
    radius, tag, middle = _sizes(ship)
    drawing = Drawing(2 * middle, 2 * middle)
    drawing.rect(0, 0, 2 * middle, 2 * middle, FLOOR)
    turns = [_turn(ship, room) for room in range(1, ship.rooms + 1)]
    places = [_at(turn, radius, middle) for turn in turns]
    looks = _looks(sorted({*ship.colours, *(colour for _, _, colour in ship.corridors)}))
    ways = [
        (*_way(places[here - 1], places[to - 1], (middle, middle)), looks[colour])
        for here, to, colour in ship.corridors
    ]
    for way in ways:
        _corridor(drawing, *way)
    if len(ways) <= LETTERED:
        _letters(drawing, ways, places)
    else:
        _key(drawing, list(looks.values()))
    for number, (place, colour) in enumerate(zip(places, ship.colours, strict=False), 1):
        _room(drawing, place, looks[colour].paint, str(number), looks[colour].letters)
    _room(drawing, places[-1], WHITE, str(ship.rooms))
    drawing.disc(*places[-1], DISC - 0.1, "")
    outside = radius + DISC + tag
    beside = _apart(turns[rocket - 1], turns[lucky - 1], 2.2 * tag / outside)
    for who, room, turn in zip("RL", (rocket, lucky), beside, strict=True):
        _person(drawing, who, _at(turn, outside, middle), places[room - 1], tag)
    return drawing


def corridor_ends(ship: Ship, here: int, to: int) -> tuple[Place, Place]:
    """Return where the arrow from one room to another begins and ends."""
    radius, _, middle = _sizes(ship)
    start, end = (_at(_turn(ship, room), radius, middle) for room in (here, to))
    return _way(start, end, (middle, middle))


def _sizes(ship: Ship) -> tuple[float, float, float]:
    """Return the radius of the circle of rooms, that of a tag, and where the middle is."""
    radius = max(2.0, ship.rooms * 0.26)
    tag = max(0.3, (radius + DISC) / 10)
    return radius, tag, radius + DISC + 2 * tag + 0.04


def _turn(ship: Ship, room: int) -> float:
    """Return the angle at which a room lies, clockwise from the right."""
    return math.pi + 2 * math.pi * (room - 1) / ship.rooms


def _looks(names: list[str]) -> dict[str, Look]:
    """Return the look of every colour; beyond the palette they share paint, but not letters."""
    paint = {name: NAMED[name.lower()] for name in names if name.lower() in NAMED}
    left = [colour for colour in PALETTE if colour not in paint.values()] or list(PALETTE)
    others = [name for name in names if name not in paint]
    paint |= {name: left[k % len(left)] for k, name in enumerate(others)}
    return {
        name: Look(paint[name], STYLES[k % len(STYLES)], _shortest_beginning(name, names))
        for k, name in enumerate(names)
    }


def _shortest_beginning(name: str, names: list[str]) -> str:
    """Return the first letters of `name` that no other name begins with."""
    for length in range(1, len(name)):
        if not any(other != name and other.startswith(name[:length]) for other in names):
            return name[:length]
    return name


def _at(turn: float, radius: float, middle: float) -> Place:
    """Return the place at an angle, clockwise from the right, and a distance from the middle."""
    return middle + radius * math.cos(turn), middle + radius * math.sin(turn)


def _apart(one: float, other: float, least: float) -> Place:
    """Return two angles, turned apart where they are less than `least` from one another."""
    between = (other - one + math.pi) % (2 * math.pi) - math.pi
    push = max(0.0, least - abs(between)) / 2
    return (one + push, other - push) if between < 0 else (one - push, other + push)


def _between(start: Place, end: Place, distance: float) -> Place:
    """Return the place that is so far from `start` on the way to `end`."""
    part = distance / (math.dist(start, end) or 1)
    return start[0] + part * (end[0] - start[0]), start[1] + part * (end[1] - start[1])


def _aside(place: Place, start: Place, end: Place, distance: float) -> Place:
    """Return the place so far to the right of another, seen by one who goes from start to end."""
    dx, dy = _between((0, 0), (start[1] - end[1], end[0] - start[0]), distance)
    return place[0] + dx, place[1] + dy


def _way(start: Place, end: Place, middle: Place) -> tuple[Place, Place]:
    """Return the way from rim to rim, a little to its right, so that two ways stand apart.

    A way back into its own room is a spot before it, towards the middle.
    """
    if start == end:
        return (_between(start, middle, DISC + 0.15),) * 2
    tail, head = _between(start, end, DISC), _between(end, start, DISC)
    return _aside(tail, start, end, ASIDE), _aside(head, start, end, ASIDE)


def _corridor(drawing: Drawing, tail: Place, head: Place, look: Look) -> None:
    """Draw an arrow with a dark edge and its inlay; a ring where it leads nowhere else."""
    if tail == head:
        drawing.disc(*tail, SPOT + 0.1, look.paint)
        drawing.disc(*tail, SPOT - 0.05, FLOOR)
        return
    width, inlay, dashed = look.style
    drawing.arrow(tail, head, BLACK, width + 0.05, 0.36)
    drawing.arrow(tail, _between(head, tail, 0.07), look.paint, width, 0.24)
    if inlay:
        drawing.line([tail, _between(head, tail, 0.3)], inlay, 0.06, dashed)


def _letters(
    drawing: Drawing, ways: Sequence[tuple[Place, Place, Look]], rooms: Sequence[Place]
) -> None:
    """Write its colour beside the first half of each corridor, where there is room for it."""
    taken = [(room, DISC) for room in rooms]
    for tail, head, look in ways:
        radius, length = SPOT + 0.05 * (len(look.letters) - 1), math.dist(tail, head)
        spots = [
            _aside(_between(tail, head, part * length), tail, head, 0.8 * radius)
            for part in (0.3, 0.4, 0.5, 0.2)
        ]
        gaps = [min(math.dist(spot, other) - reach for other, reach in taken) for spot in spots]
        spot = spots[max(range(len(spots)), key=lambda k: min(gaps[k], radius + 0.1))]
        taken.append((spot, radius))
        drawing.disc(*spot, radius, WHITE, stroke=look.paint)
        drawing.text(*spot, look.letters, 0.36)


def _key(drawing: Drawing, looks: Sequence[Look]) -> None:
    """Draw an arrow of each colour into a room of it, four in a corner, as far as corners go."""
    scale = drawing.width / 29
    for k, look in enumerate(looks[:16]):
        entry = Drawing(3.3, 1.2)
        _corridor(entry, (0.2, 0.6), (2.1, 0.6), look)
        _room(entry, (2.65, 0.6), look.paint, look.letters)
        corner, row = divmod(k, 4)
        x = (drawing.width - entry.width * scale) * (corner % 2)
        y = (row + 0.1) * entry.height * scale
        drawing.place(
            entry, x, y if corner > 1 else drawing.height - y - entry.height * scale, scale
        )


def _room(drawing: Drawing, place: Place, paint: str, *texts: str) -> None:
    """Draw a disc that bears one text, or one above the other."""
    x, y = place
    drawing.disc(x, y, DISC, paint)
    for text, shift in zip(texts, (-0.2, 0.2) if len(texts) > 1 else (0.0,), strict=True):
        drawing.text(x, y + shift, text, min(0.44, 1.4 / len(text)))


def _person(drawing: Drawing, who: str, place: Place, room: Place, size: float) -> None:
    """Draw Rocket as a pointed tag and Lucky as a round one, hanging on their room."""
    (x, y), reach = place, 0.8 * size
    drawing.line([place, _between(room, place, DISC + 0.1)], BLACK, 0.3 * size)
    if who == "R":
        tip = [(-1, 1), (-1, -0.4), (0, -1.2), (1, -0.4), (1, 1)]
        drawing.polygon([(x + reach * dx, y + reach * dy) for dx, dy in tip], BLACK)
    else:
        drawing.disc(x, y, size, BLACK)
    drawing.text(x, y, who, 1.3 * size, WHITE)
