"""A ship as a picture: rooms as discs in their colours, corridors as arrows between them.

::

      (R)
        2 ══►  3        a room's number or name stands on a disc of its colour, above that colour's
      /         \\       first letters; an arrow has the colour, the letters and a width and inlay
     1           4      that go with it: grey tells it too; (R) and (L) show who is where

A ship with many corridors has no room for letters at them: a key stands below it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from puzzles.spacewreck.ways import (
    DISC,
    MARGIN,
    Place,
    Way,
    curve,
    plan,
    reached,
    room_beside,
    widest_gap,
)
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
    from puzzles.spacewreck.rules import Corridor, Ship

PALETTE = (ORANGE, SKY, GREEN, YELLOW, PINK, RED, BLUE)

# A colour that goes by its usual name looks like it; the others take what is left.
NAMED = dict(
    orange=ORANGE, amber=ORANGE, sky=SKY, blue=SKY, green=GREEN, yellow=YELLOW, red=RED, pink=PINK,
    violet=PINK, purple=PINK, white=WHITE, grey=LINE, gray=LINE, steel=LINE,
)  # fmt: skip

# How wide the corridors of a colour are, what runs along their middle, and whether in dashes.
STYLES = (
    (0.14, "", False), (0.14, WHITE, True), (0.06, "", False), (0.14, BLACK, False),
    (0.14, WHITE, False), (0.14, BLACK, True),
)  # fmt: skip

# Radii of the letters beside a corridor, of a badge; how long an arrow's head is.
SPOT, BADGE, HEAD = 0.21, 0.27, 0.34

# More corridors than this leave no room for letters.
LETTERED = 40


class Look(NamedTuple):
    """What a colour is drawn with; the letters are those that no other colour begins with."""

    paint: str
    style: tuple[float, str, bool]
    letters: str


def draw(ship: Ship, rocket: int, lucky: int, used: Corridor | None = None) -> Drawing:
    """Return the ship with Rocket and Lucky in their rooms, the corridor just `used` marked."""
    places, ways = plan(ship)
    empty = _empty(ship)
    drawing = Drawing(empty.width, empty.height)
    drawing.shapes += empty.shapes
    if used is not None and used in ways:
        _mark(drawing, ways[used], _looks_of(ship)[used[2]])
    taken: list[float] = []
    for who, room in zip("RL", (rocket, lucky), strict=True):
        turn = widest_gap(room, ways, places[room - 1], taken if rocket == lucky else ())
        taken.append(turn)
        (x, y), far = places[room - 1], DISC + 0.18
        _person(drawing, who, (x + far * math.cos(turn), y + far * math.sin(turn)))
    return drawing


@lru_cache(64)
def _empty(ship: Ship) -> Drawing:
    """Return the ship with nobody in it, which is the same in every state."""
    places, ways = plan(ship)
    looks = _looks_of(ship)
    wide, tall = (max(place[k] for place in reached(places, ways)) + MARGIN for k in (0, 1))
    keyed = list(looks.values()) if len(ways) > LETTERED else []
    key = _key(keyed, wide)
    drawing = Drawing(wide, tall + key.height)
    drawing.rect(0, 0, drawing.width, drawing.height, FLOOR)
    for corridor, way in ways.items():
        _corridor(drawing, way, looks[corridor[2]])
    if not keyed:
        _letters(drawing, [(way, looks[colour]) for (*_, colour), way in ways.items()], places)
    for number, (place, colour) in enumerate(zip(places, ship.colours, strict=False), 1):
        _room(drawing, place, looks[colour].paint, ship.sign(number), looks[colour].letters)
    _room(drawing, places[-1], WHITE, ship.sign(ship.rooms))
    drawing.disc(*places[-1], DISC - 0.09, "")
    drawing.place(key, 0, tall)
    return drawing


@lru_cache(64)
def _known(names: tuple[str, ...]) -> dict[str, Look]:
    paint = {name: NAMED[name.lower()] for name in names if name.lower() in NAMED}
    left = [colour for colour in PALETTE if colour not in paint.values()] or list(PALETTE)
    others = [name for name in names if name not in paint]
    paint |= {name: left[k % len(left)] for k, name in enumerate(others)}
    return {
        name: Look(paint[name], STYLES[k % len(STYLES)], _shortest_beginning(name, names))
        for k, name in enumerate(names)
    }


def _looks_of(ship: Ship) -> dict[str, Look]:
    """Return the look of every colour; beyond the palette they share paint, but not letters."""
    return _known(tuple(sorted({*ship.colours, *(colour for _, _, colour in ship.corridors)})))


def _shortest_beginning(name: str, names: Sequence[str]) -> str:
    """Return the first letters of `name` that no other name begins with."""
    for length in range(1, len(name)):
        if not any(other != name and other.startswith(name[:length]) for other in names):
            return name[:length]
    return name


def _corridor(drawing: Drawing, way: Way, look: Look) -> None:
    """Draw an arrow with a dark edge and its inlay; a ring where it leads nowhere else."""
    width, inlay, dashed = look.style
    if way[0] == way[-1]:
        drawing.disc(*way[0], SPOT + 0.1, look.paint)
        drawing.disc(*way[0], SPOT - 0.05, FLOOR)
        return
    shaft, neck, tip = _cut(way)
    drawing.line(shaft, BLACK, width + 0.05)
    _head(drawing, neck, tip, BLACK, 0.2)
    drawing.line(shaft, look.paint, width)
    _head(drawing, neck, tip, look.paint, 0.13)
    if inlay:
        drawing.line(shaft, inlay, 0.06, dashed)


def _cut(way: Way) -> tuple[Way, Place, Place]:
    """Return a way without the room for its arrow's head, and where the head begins and ends."""
    tip = way[-1]
    kept = [p for p in way[:-1] if math.dist(p, tip) > HEAD] or [way[0]]
    far = math.dist(kept[-1], tip) or 1.0
    share = max(0.0, 1 - min(HEAD, 0.7 * far) / far)
    (ax, ay), (bx, by) = kept[-1], tip
    neck = ax + share * (bx - ax), ay + share * (by - ay)
    return (*kept, neck), neck, tip


def _head(drawing: Drawing, neck: Place, tip: Place, paint: str, half: float) -> None:
    """Draw a triangle, `half` as wide as twice that, with some of its edge kept free."""
    far = math.dist(neck, tip) or 1.0
    ux, uy = (tip[0] - neck[0]) / far, (tip[1] - neck[1]) / far
    inset = 0.5 * (0.2 - half)
    point = tip[0] - 2 * inset * ux, tip[1] - 2 * inset * uy
    foot = neck[0] + inset * ux, neck[1] + inset * uy
    wings = [(foot[0] - side * half * uy, foot[1] + side * half * ux) for side in (1, -1)]
    drawing.polygon([point, *wings], paint)


def _mark(drawing: Drawing, way: Way, look: Look) -> None:
    """Draw a corridor anew, wide and with a white edge, as the one just used."""
    if way[0] == way[-1]:
        drawing.disc(*way[0], SPOT + 0.2, "", stroke=BLACK)
        return
    shaft, neck, tip = _cut(way)
    drawing.line(shaft, BLACK, 0.46)
    _head(drawing, neck, tip, BLACK, 0.36)
    drawing.line(shaft, WHITE, 0.34)
    _corridor(drawing, way, look)


def _letters(drawing: Drawing, ways: Sequence[tuple[Way, Look]], rooms: Sequence[Place]) -> None:
    """Write its colour on each corridor, where there is most room for it."""
    taken = [(room, DISC) for room in rooms]
    for way, look in ways:
        radius = SPOT + 0.05 * (len(look.letters) - 1)
        spots = [_along(way, share) for share in (0.45, 0.35, 0.55, 0.25, 0.65)]
        others = [other for other, _ in ways if other is not way]
        room = [
            min(
                min(math.dist(spot, place) - reach for place, reach in taken),
                min((room_beside(other, np.array([spot])) for other in others), default=1.0),
                radius + 0.1,
            )
            for spot in spots
        ]
        spot = spots[max(range(len(spots)), key=lambda k: round(room[k], 6))]
        taken.append((spot, radius))
        drawing.disc(*spot, radius, WHITE, stroke=look.paint)
        drawing.text(*spot, look.letters, 0.36)


def _along(way: Way, share: float) -> Place:
    """Return the place at a share of a way's length."""
    steps = [math.dist(a, b) for a, b in zip(way, way[1:], strict=False)]
    left = share * sum(steps)
    for (ax, ay), (bx, by), step in zip(way, way[1:], steps, strict=False):
        if left <= step:
            t = left / (step or 1.0)
            return ax + t * (bx - ax), ay + t * (by - ay)
        left -= step
    return way[-1]


def _key(looks: Sequence[Look], wide: float) -> Drawing:
    """Return an arrow of each colour into a room of it, in rows as wide as the sheet."""
    scale = max(1.0, wide / 20)
    row = max(1, int(wide / (3.4 * scale)))
    made = Drawing(wide, 1.3 * scale * -(-len(looks) // row))
    for k, look in enumerate(looks):
        entry = Drawing(3.3, 1.2)
        _corridor(entry, curve((0.2, 0.6), (2.1, 0.6), 0), look)
        _room(entry, (2.65, 0.6), look.paint, look.letters)
        made.place(entry, (k % row) * 3.4 * scale, (k // row) * 1.3 * scale, scale)
    return made


def _room(drawing: Drawing, place: Place, paint: str, *texts: str) -> None:
    """Draw a disc that bears one text, or one above the other."""
    x, y = place
    drawing.disc(x, y, DISC, paint)
    for text, shift in zip(texts, (-0.18, 0.22) if len(texts) > 1 else (0.0,), strict=True):
        drawing.text(x, y + shift, text, min(0.48 if shift <= 0 else 0.36, 1.4 / len(text)))


def _person(drawing: Drawing, who: str, place: Place) -> None:
    """Draw Rocket's badge, which is pointed, or Lucky's, which is round, at their room's rim."""
    (x, y), reach = place, 0.8 * BADGE
    if who == "R":
        tip = [(-1, 1), (-1, -0.4), (0, -1.2), (1, -0.4), (1, 1)]
        drawing.polygon([(x + reach * dx, y + reach * dy) for dx, dy in tip], BLACK, WHITE)
    else:
        drawing.disc(x, y, BADGE, BLACK, stroke=WHITE)
    drawing.text(x, y, who, 1.2 * BADGE, WHITE)
