"""A ship as a picture: rooms on a circle in their colours, corridors as arrows between them.

::

        2 ──►  3        a room's number stands on a disc of its colour; an arrow bears its
      /         \\       colour and that colour's first letters, so that grey tells it too
     1           4
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

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

__all__ = ["draw"]

Place = tuple[float, float]

PALETTE = (ORANGE, SKY, GREEN, YELLOW, PINK, RED, BLUE)

# A colour that goes by its usual name looks like it; the others take what is left.
NAMED = dict(
    orange=ORANGE, amber=ORANGE, sky=SKY, blue=SKY, green=GREEN, yellow=YELLOW, red=RED, pink=PINK,
    violet=PINK, purple=PINK, white=WHITE, grey=LINE, gray=LINE, steel=LINE,
)  # fmt: skip
DISC = 0.42

# More corridors than this leave no room for letters.
LETTERED = 40


def draw(ship: Ship, rocket: int, lucky: int) -> Drawing:
    """Return the ship with Rocket and Lucky in their rooms."""
    radius = max(2.0, ship.rooms * 0.26)
    size = 2 * radius + 2.4
    places = [_on_circle(k, ship.rooms, radius, size / 2) for k in range(ship.rooms)]
    names = sorted({*ship.colours, *(colour for _, _, colour in ship.corridors)})
    paint = _paint(names)
    short = {name: _shortest_beginning(name, names) for name in names}
    drawing = Drawing(size, size)
    drawing.rect(0, 0, size, size, FLOOR)
    lettered = len(ship.corridors) <= LETTERED
    for letters in (False, True) if lettered else (False,):  # letters lie on top of all arrows
        for here, to, colour in ship.corridors:
            ends = places[here - 1], places[to - 1]
            if letters:
                _letters(drawing, *_beside(*ends), paint[colour], short[colour])
            elif here == to:
                drawing.disc(ends[0][0] + DISC, ends[0][1] + DISC, 0.2, FLOOR, stroke=paint[colour])
            else:
                _corridor(drawing, *_beside(*ends), paint[colour])
    for k, (x, y) in enumerate(places):
        goal = k + 1 == ship.rooms
        if goal:
            drawing.disc(x, y, DISC + 0.12, WHITE)
        drawing.disc(x, y, DISC, WHITE if goal else paint[ship.colours[k]])
        drawing.text(x, y - (0.0 if goal else 0.08), str(k + 1), 0.4)
        if not goal:
            drawing.text(x, y + 0.25, short[ship.colours[k]][:4], 0.2)
    for who, room, shift in (("R", rocket, -1), ("L", lucky, 1)):
        _person(drawing, who, *_on_circle(room - 1, ship.rooms, radius + 0.72, size / 2), shift)
    return drawing


def _paint(names: list[str]) -> dict[str, str]:
    """Return what every colour name is painted with; names beyond the palette share."""
    paint = {name: NAMED[name.lower()] for name in names if name.lower() in NAMED}
    left = [colour for colour in PALETTE if colour not in paint.values()] or list(PALETTE)
    others = [name for name in names if name not in paint]
    return paint | {name: left[k % len(left)] for k, name in enumerate(others)}


def _on_circle(k: int, rooms: int, radius: float, middle: float) -> Place:
    """Return the place of room k, clockwise from the left."""
    angle = math.pi + 2 * math.pi * k / rooms
    return middle + radius * math.cos(angle), middle + radius * math.sin(angle)


def _shortest_beginning(name: str, names: list[str]) -> str:
    """Return the first letters of `name` that no other name begins with."""
    for length in range(1, len(name)):
        if not any(other != name and other.startswith(name[:length]) for other in names):
            return name[:length]
    return name


def _beside(start: Place, end: Place) -> tuple[Place, Place]:
    """Return the way from rim to rim, a little to its right, so that two ways stand apart."""
    (x0, y0), (x1, y1) = start, end
    length = math.hypot(x1 - x0, y1 - y0)
    if not length:
        return (x0 + DISC, y0 + DISC), (x1 + DISC, y1 + DISC)
    ux, uy = (x1 - x0) / length, (y1 - y0) / length
    rim, aside = DISC + 0.02, 0.11
    tail = x0 + ux * rim - uy * aside, y0 + uy * rim + ux * aside
    return tail, (x1 - ux * rim - uy * aside, y1 - uy * rim + ux * aside)


def _corridor(drawing: Drawing, tail: Place, head: Place, colour: str) -> None:
    """Draw an arrow with a dark edge."""
    drawing.arrow(tail, head, BLACK, 0.09, 0.22)
    drawing.arrow(tail, head, colour, 0.06, 0.18)


def _letters(drawing: Drawing, tail: Place, head: Place, colour: str, letters: str) -> None:
    """Write a corridor's colour on its first third."""
    x, y = tail[0] + (head[0] - tail[0]) * 0.3, tail[1] + (head[1] - tail[1]) * 0.3
    drawing.disc(x, y, 0.13 + 0.04 * len(letters), WHITE, stroke=colour)
    drawing.text(x, y, letters, 0.26)


def _person(drawing: Drawing, who: str, x: float, y: float, shift: int) -> None:
    """Draw Rocket as a pointed tag and Lucky as a round one, beside their room."""
    x += 0.19 * shift
    if who == "R":
        tip = [(-0.2, 0.24), (-0.2, -0.12), (0.0, -0.32), (0.2, -0.12), (0.2, 0.24)]
        drawing.polygon([(x + dx, y + dy) for dx, dy in tip], BLACK)
    else:
        drawing.disc(x, y, 0.25, BLACK)
    drawing.text(x, y, who, 0.3, WHITE)
