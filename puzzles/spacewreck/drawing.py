"""Pictures of ships: rooms are discs in their colours, corridors are arrows between them.

::

      (R)
        2 ══►  3        a disc has the room's number or name above the first letters of its colour;
      /         \\       an arrow has letters, width and inlay of its colour, so that grey prints
     1           4      stay readable; (R) and (L) mark the rooms of the crew

A ship with many corridors has a key below it instead of letters on the corridors.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

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

from .corridor_layout import (
    DISC,
    MARGIN,
    Path,
    Place,
    curve,
    plan,
    reached,
    segment_distances,
    widest_gap,
)

if TYPE_CHECKING:
    from .rules import Corridor, Ship

PALETTE = (ORANGE, SKY, GREEN, YELLOW, PINK, RED, BLUE)

# The paint of colours with usual names. Other colours get the paints that remain.
PAINT_BY_NAME = dict(
    orange=ORANGE, amber=ORANGE, sky=SKY, blue=SKY, green=GREEN, yellow=YELLOW, red=RED, pink=PINK,
    violet=PINK, purple=PINK, white=WHITE, grey=LINE, gray=LINE, steel=LINE,
)  # fmt: skip

# Per colour: width of its corridors, colour of the line along the middle, and whether it is dashed.
STYLES = (
    (0.14, "", False), (0.14, WHITE, True), (0.06, "", False), (0.14, BLACK, False),
    (0.14, WHITE, False), (0.14, BLACK, True),
)  # fmt: skip

# radius of the letters on a corridor, radius of a badge, length of an arrow's head
SPOT, BADGE, HEAD = 0.21, 0.27, 0.34

# shares of a corridor's length at which its letters may stand
SPOT_SHARES = (0.45, 0.35, 0.55, 0.25, 0.65)

# maximum number of corridors of a ship whose corridors have letters
LETTERED = 40


class ColourStyle(NamedTuple):
    """Paint, line style and letters of a colour; no other colour's name begins with the letters."""

    paint: str
    style: tuple[float, str, bool]
    letters: str


def draw(ship: Ship, rocket: int, lucky: int, used: Corridor | None = None) -> Drawing:
    """Return the ship with Rocket and Lucky in their rooms, and the corridor `used` marked."""
    places, paths = plan(ship)
    empty = _empty(ship)
    drawing = Drawing(empty.width, empty.height)
    drawing.shapes += empty.shapes
    if used is not None and used in paths:
        _mark(drawing, paths[used], _looks_of(ship)[used[2]])
    badge_angles: list[float] = []
    for letter, room in zip("RL", (rocket, lucky), strict=True):
        turn = widest_gap(room, paths, places[room - 1], badge_angles if rocket == lucky else ())
        badge_angles.append(turn)
        (x, y), far = places[room - 1], DISC + 0.18
        _person(drawing, letter, (x + far * math.cos(turn), y + far * math.sin(turn)))
    return drawing


@lru_cache(64)
def _empty(ship: Ship) -> Drawing:
    """Return the ship without its crew, which is the same in every state."""
    places, paths = plan(ship)
    looks = _looks_of(ship)
    wide, tall = (max(place[k] for place in reached(places, paths)) + MARGIN for k in (0, 1))
    keyed = list(looks.values()) if len(paths) > LETTERED else []
    key = _key(keyed, wide)
    drawing = Drawing(wide, tall + key.height)
    drawing.rect(0, 0, drawing.width, drawing.height, FLOOR)
    for corridor, path in paths.items():
        _corridor(drawing, path, looks[corridor[2]])
    if not keyed:
        _letters(drawing, [(path, looks[colour]) for (*_, colour), path in paths.items()], places)
    for number, (place, colour) in enumerate(zip(places, ship.colours, strict=False), 1):
        _room(drawing, place, looks[colour].paint, ship.sign(number), looks[colour].letters)
    _room(drawing, places[-1], WHITE, ship.sign(ship.rooms))
    drawing.disc(*places[-1], DISC - 0.09, "")
    drawing.place(key, 0, tall)
    return drawing


@lru_cache(64)
def _colour_styles(names: tuple[str, ...]) -> dict[str, ColourStyle]:
    paint = {name: PAINT_BY_NAME[name.lower()] for name in names if name.lower() in PAINT_BY_NAME}
    unused = [colour for colour in PALETTE if colour not in paint.values()] or list(PALETTE)
    unpainted = [name for name in names if name not in paint]
    paint |= {name: unused[k % len(unused)] for k, name in enumerate(unpainted)}
    return {
        name: ColourStyle(paint[name], STYLES[k % len(STYLES)], _shortest_beginning(name, names))
        for k, name in enumerate(names)
    }


def _looks_of(ship: Ship) -> dict[str, ColourStyle]:
    """Return the style of every colour; if paints run out, colours share paint, not letters."""
    return _colour_styles(
        tuple(sorted({*ship.colours, *(colour for _, _, colour in ship.corridors)}))
    )


def _shortest_beginning(name: str, names: Sequence[str]) -> str:
    """Return the shortest prefix of `name` that no other name begins with."""
    for length in range(1, len(name)):
        if not any(other != name and other.startswith(name[:length]) for other in names):
            return name[:length]
    return name


def _corridor(drawing: Drawing, path: Path, look: ColourStyle) -> None:
    """Draw a corridor as an arrow with a dark edge, or as a ring if it leads into its own room."""
    width, inlay, dashed = look.style
    if path[0] == path[-1]:
        drawing.disc(*path[0], SPOT + 0.1, look.paint)
        drawing.disc(*path[0], SPOT - 0.05, FLOOR)
        return
    shaft, neck, tip = _cut(path)
    drawing.line(shaft, BLACK, width + 0.05)
    _head(drawing, neck, tip, BLACK, 0.2)
    drawing.line(shaft, look.paint, width)
    _head(drawing, neck, tip, look.paint, 0.13)
    if inlay:
        drawing.line(shaft, inlay, 0.06, dashed)


def _cut(path: Path) -> tuple[Path, Place, Place]:
    """Return a path up to its arrow's head, then the head's base and tip."""
    tip = path[-1]
    points = [p for p in path[:-1] if math.dist(p, tip) > HEAD] or [path[0]]
    far = math.dist(points[-1], tip) or 1.0
    share = max(0.0, 1 - min(HEAD, 0.7 * far) / far)
    (ax, ay), (bx, by) = points[-1], tip
    neck = ax + share * (bx - ax), ay + share * (by - ay)
    return (*points, neck), neck, tip


def _head(drawing: Drawing, neck: Place, tip: Place, paint: str, half: float) -> None:
    """Draw an arrow head of width 2 * `half`, slightly smaller so that its dark edge is visible."""
    far = math.dist(neck, tip) or 1.0
    ux, uy = (tip[0] - neck[0]) / far, (tip[1] - neck[1]) / far
    inset = 0.5 * (0.2 - half)
    point = tip[0] - 2 * inset * ux, tip[1] - 2 * inset * uy
    foot = neck[0] + inset * ux, neck[1] + inset * uy
    wings = [(foot[0] - side * half * uy, foot[1] + side * half * ux) for side in (1, -1)]
    drawing.polygon([point, *wings], paint)


def _mark(drawing: Drawing, path: Path, look: ColourStyle) -> None:
    """Draw a corridor again, wide and with a white edge, to mark it as just used."""
    if path[0] == path[-1]:
        drawing.disc(*path[0], SPOT + 0.2, "", stroke=BLACK)
        return
    shaft, neck, tip = _cut(path)
    drawing.line(shaft, BLACK, 0.46)
    _head(drawing, neck, tip, BLACK, 0.36)
    drawing.line(shaft, WHITE, 0.34)
    _corridor(drawing, path, look)


def _letters(
    drawing: Drawing, paths: Sequence[tuple[Path, ColourStyle]], rooms: Sequence[Place]
) -> None:
    """Write the colour of each corridor where most space is free along its path."""
    discs = [(room, DISC) for room in rooms]
    all_spots = [[_along(path, share) for share in SPOT_SHARES] for path, _ in paths]
    all_clearances = _clearances([path for path, _ in paths], all_spots)
    for (_, look), spots, clearances in zip(paths, all_spots, all_clearances, strict=True):
        radius = SPOT + 0.05 * (len(look.letters) - 1)
        room = [
            min(
                min(math.dist(spot, place) - reach for place, reach in discs),
                clearance,
                radius + 0.1,
            )
            for spot, clearance in zip(spots, clearances, strict=True)
        ]
        spot = spots[max(range(len(spots)), key=lambda k: round(room[k], 6))]
        discs.append((spot, radius))
        drawing.disc(*spot, radius, WHITE, stroke=look.paint)
        drawing.text(*spot, look.letters, 0.36)


def _clearances(paths: Sequence[Path], spots: Sequence[Sequence[Place]]) -> list[list[float]]:
    """Return the distance of each spot of each path from the nearest other path."""
    places = np.array(spots).reshape(-1, 2)
    apart = np.array([segment_distances(path, places).min(axis=0) for path in paths])
    apart = apart.reshape(len(paths), len(paths), len(SPOT_SHARES))
    own = np.arange(len(paths))
    apart[own, own] = math.inf
    return apart.min(axis=0, initial=math.inf).tolist()


def _along(path: Path, share: float) -> Place:
    """Return the point at the given share of a path's length."""
    steps = [math.dist(a, b) for a, b in zip(path, path[1:], strict=False)]
    remaining = share * sum(steps)
    for (ax, ay), (bx, by), step in zip(path, path[1:], steps, strict=False):
        if remaining <= step:
            t = remaining / (step or 1.0)
            return ax + t * (bx - ax), ay + t * (by - ay)
        remaining -= step
    return path[-1]


def _key(looks: Sequence[ColourStyle], wide: float) -> Drawing:
    """Return the key of colours: an arrow and a room for each, in rows as wide as the sheet."""
    scale = max(1.0, wide / 20)
    row = max(1, int(wide / (3.4 * scale)))
    key = Drawing(wide, 1.3 * scale * -(-len(looks) // row))
    for k, look in enumerate(looks):
        entry = Drawing(3.3, 1.2)
        _corridor(entry, curve((0.2, 0.6), (2.1, 0.6), 0), look)
        _room(entry, (2.65, 0.6), look.paint, look.letters)
        key.place(entry, (k % row) * 3.4 * scale, (k // row) * 1.3 * scale, scale)
    return key


def _room(drawing: Drawing, place: Place, paint: str, *texts: str) -> None:
    """Draw a disc with one text, or with two texts, one above the other."""
    x, y = place
    drawing.disc(x, y, DISC, paint)
    for text, shift in zip(texts, (-0.18, 0.22) if len(texts) > 1 else (0.0,), strict=True):
        drawing.text(x, y + shift, text, min(0.48 if shift <= 0 else 0.36, 1.4 / len(text)))


def _person(drawing: Drawing, letter: str, place: Place) -> None:
    """Draw a badge at the rim of a room: pointed for Rocket, round for Lucky."""
    (x, y), reach = place, 0.8 * BADGE
    if letter == "R":
        tip = [(-1, 1), (-1, -0.4), (0, -1.2), (1, -0.4), (1, 1)]
        drawing.polygon([(x + reach * dx, y + reach * dy) for dx, dy in tip], BLACK, WHITE)
    else:
        drawing.disc(x, y, BADGE, BLACK, stroke=WHITE)
    drawing.text(x, y, letter, 1.2 * BADGE, WHITE)
