"""A ship as a picture: rooms as discs in their colours, corridors as arrows between them.

::

      (R)
        2 ══►  3        a room's number or name stands on a disc of its colour, above that colour's
      /         \\       first letters; an arrow has the colour, the letters and a width and inlay
     1           4      that go with it: grey tells it too; (R) and (L) show who is where

Corridors keep to their right, so that two that lead to and fro lie side by side, and bend round the
rooms between. A ship with many corridors has no room for letters at them: a key stands below it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from puzzles.spacewreck.places import arranged, sketched
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

Place = tuple[float, float]
Way = tuple[Place, ...]

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

# Radii of a room, of the letters beside a corridor, of a badge; how long an arrow's head is.
DISC, SPOT, BADGE, HEAD = 0.51, 0.21, 0.27, 0.34

# How far two rooms are apart at least, how far corridors between the same two, and how far the
# middle of a corridor keeps from the middle of a room that it passes.
STEP, LANE, CLEAR = 2.0, 0.27, DISC + 0.12

# How large a step of `sketched` is, as `sketch` draws cells; and how far the scale of a ship that
# was drawn may be from it, in parts of it, since its rooms stand at whole letters.
SKETCHED, ROUNDED = 1 / 8, 0.25

# The room round the rooms.
MARGIN = 1.0

# More corridors than this leave no room for letters.
LETTERED = 40

# How far a corridor that bends keeps from the straight one, in parts of its length; one that would
# have to bend farther leads round up to so many rooms instead.
BENDS, DETOURS = (0.0, 0.12, -0.12, 0.22, -0.22), 12

# A bow is drawn through so many places.
POINTS = 17


class Look(NamedTuple):
    """What a colour is drawn with; the letters are those that no other colour begins with."""

    paint: str
    style: tuple[float, str, bool]
    letters: str


def draw(ship: Ship, rocket: int, lucky: int, used: Corridor | None = None) -> Drawing:
    """Return the ship with Rocket and Lucky in their rooms, the corridor just `used` marked."""
    places, ways = _plan(ship)
    empty = _empty(ship)
    drawing = Drawing(empty.width, empty.height)
    drawing.shapes += empty.shapes
    if used is not None and used in ways:
        _mark(drawing, ways[used], _looks_of(ship)[used[2]])
    taken: list[float] = []
    for who, room in zip("RL", (rocket, lucky), strict=True):
        turn = _widest_gap(room, ways, places[room - 1], taken if rocket == lucky else ())
        taken.append(turn)
        (x, y), far = places[room - 1], DISC + 0.18
        _person(drawing, who, (x + far * math.cos(turn), y + far * math.sin(turn)))
    return drawing


@lru_cache(64)
def _empty(ship: Ship) -> Drawing:
    """Return the ship with nobody in it, which is the same in every state."""
    places, ways = _plan(ship)
    looks = _looks_of(ship)
    wide, tall = (max(place[k] for place in _reached(places, ways)) + MARGIN for k in (0, 1))
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


def corridor_way(ship: Ship, corridor: Corridor) -> Way:
    """Return the places through which a corridor is drawn."""
    return _plan(ship)[1][corridor]


def room_places(ship: Ship) -> tuple[Place, ...]:
    """Return where each room is drawn."""
    return _plan(ship)[0]


def between_rooms(ship: Ship, here: int, to: int) -> tuple[Place, Place]:
    """Return where a straight corridor from the rim of a room to that of another would be."""
    (ax, ay), (bx, by) = (room_places(ship)[room - 1] for room in (here, to))
    share = DISC / math.dist((ax, ay), (bx, by))
    dx, dy = share * (bx - ax), share * (by - ay)
    return (ax + dx, ay + dy), (bx - dx, by - dy)


# ------------------------------------------------------------------------------ where things are


@lru_cache(64)
def _plan(ship: Ship) -> tuple[tuple[Place, ...], dict[Corridor, Way]]:
    """Return the place of each room, and the way of each corridor from rim to rim."""
    lanes: dict[tuple[int, int], list[Corridor]] = {}
    for here, to, colour in ship.corridors:
        lanes.setdefault((min(here, to), max(here, to)), []).append((here, to, colour))
    raw = _places(ship, [pair for pair in lanes if pair[0] != pair[1]])
    middles = {(a, b): _bent(raw, a - 1, b - 1) for a, b in lanes if a != b}
    reached = [*raw, *(point for way in middles.values() for point in way)]
    left, top = (min(point[k] for point in reached) - MARGIN for k in (0, 1))
    places = tuple((x - left, y - top) for x, y in raw)
    ways: dict[Corridor, Way] = {}
    for (low, high), lane in lanes.items():
        if low == high:
            ways |= {corridor: _round(places, low, k) for k, corridor in enumerate(lane)}
        else:
            middle = tuple((x - left, y - top) for x, y in middles[low, high])
            ways |= _side_by_side(lane, middle, places[low - 1], places[high - 1])
    return places, {corridor: ways[corridor] for corridor in ship.corridors}


def _places(ship: Ship, links: Sequence[tuple[int, int]]) -> tuple[Place, ...]:
    """Return a place for each room: as the level says, or where few corridors cross."""
    spots: Sequence[Place]
    if ship.sketch:
        spots = sketched(ship.sketch, ship.rooms)
    else:
        spots = arranged(ship.rooms, tuple(sorted((a - 1, b - 1) for a, b in links)))
    gaps = [math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k]]
    scale = STEP / min(gaps, default=1.0)
    if ship.sketch and abs(scale / SKETCHED - 1) <= ROUNDED:
        scale = SKETCHED  # it stays as large as it was drawn
    return tuple((x * scale, y * scale) for x, y in spots)


def _side_by_side(
    lane: list[Corridor], middle: Way, low: Place, high: Place
) -> dict[Corridor, Way]:
    """Return the ways of all corridors between two rooms, each to the right of those back."""
    first = min(min(corridor[:2]) for corridor in lane)
    apart = min(LANE, 2 * (DISC - 0.15) / len(lane))
    made = {}
    for k, corridor in enumerate(sorted(lane, key=lambda c: (c[0] == first, c[2]))):
        way = _shifted(middle, apart * (k - (len(lane) - 1) / 2))
        up = corridor[0] == first
        made[corridor] = _between_rims(
            way if up else way[::-1], *((low, high) if up else (high, low))
        )
    return made


def _reached(places: Sequence[Place], ways: dict[Corridor, Way]) -> list[Place]:
    return [*places, *(point for way in ways.values() for point in way)]


def _bent(places: Sequence[Place], a: int, b: int) -> Way:
    """Return the way between the middles of two rooms, straight or bent round the others."""
    others = np.array([place for k, place in enumerate(places) if k not in (a, b)]).reshape(-1, 2)
    start, end = places[a], places[b]
    tried = [_curve(start, end, bend) for bend in BENDS]
    for way in tried:
        if _room_beside(way, others) >= CLEAR + LANE / 2:
            return way
    tried += [_detour(start, end, others, side) for side in (1, -1)]
    room = [round(_room_beside(way, others), 6) for way in tried]
    enough = [k for k, free in enumerate(room) if free >= CLEAR]
    return tried[enough[0] if enough else room.index(max(room))]


def _curve(a: Place, b: Place, bend: float) -> Way:
    """Return places along the parabola from `a` to `b` whose crest is `bend` of its length off."""
    (ax, ay), (bx, by) = a, b
    shares = [k / (POINTS - 1) for k in range(POINTS)]
    off = [4 * bend * t * (1 - t) for t in shares]
    return tuple(
        (ax + t * (bx - ax) - o * (by - ay), ay + t * (by - ay) + o * (bx - ax))
        for t, o in zip(shares, off, strict=True)
    )


def _detour(start: Place, end: Place, others: np.ndarray, side: int) -> Way:
    """Return a way that leads round each room in its way, half a step from its middle.

    It passes a room whose middle it would cross on the given `side`, others on the nearer one.
    """
    way = [start, end]
    for _ in range(DETOURS):
        free = _distances(way, others)
        k, room = np.unravel_index(int(np.argmin(free)), free.shape)
        if free[k, room] >= CLEAR + LANE / 2:
            break
        (ax, ay), (bx, by), (x, y) = way[k], way[k + 1], others[room].tolist()
        far = math.dist((ax, ay), (bx, by)) or 1.0
        off = ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / far  # of the room, to the left
        left = -1 if off > 1e-6 else 1 if off < -1e-6 else side
        shift = left * STEP / 2 / far
        way.insert(int(k) + 1, (x + shift * (by - ay), y - shift * (bx - ax)))
    for _ in range(3):
        way = _rounded(way)
    return tuple(way)


def _rounded(way: list[Place]) -> list[Place]:
    """Return a way with its corners cut off."""
    cut = [way[0]]
    for (ax, ay), (bx, by) in zip(way, way[1:], strict=False):
        cut += [(ax + t * (bx - ax), ay + t * (by - ay)) for t in (0.2, 0.8)]
    return [*cut, way[-1]]


def _room_beside(way: Sequence[Place], places: np.ndarray) -> float:
    """Return how near a way comes to the nearest of some places (n, 2)."""
    return float(_distances(way, places).min()) if len(places) else math.inf


def _distances(way: Sequence[Place], places: np.ndarray) -> np.ndarray:
    """Return how far (k, n) each piece of a way is from each of some places (n, 2)."""
    points = np.array(way)
    a, ab = points[:-1, None], (points[1:] - points[:-1])[:, None]
    square = np.maximum((ab * ab).sum(axis=-1), 1e-9)
    t = np.clip(((places[None] - a) * ab).sum(axis=-1) / square, 0, 1)
    away = places[None] - a - t[..., None] * ab
    return np.hypot(away[..., 0], away[..., 1])


def _shifted(way: Way, off: float) -> Way:
    """Return a way so far to the right of another, seen by one who goes along it."""
    moved = []
    for k, (x, y) in enumerate(way):
        (ax, ay), (bx, by) = way[max(0, k - 1)], way[min(len(way) - 1, k + 1)]
        far = math.dist((ax, ay), (bx, by)) or 1.0
        moved.append((x - off * (by - ay) / far, y + off * (bx - ax) / far))
    return tuple(moved)


def _between_rims(way: Way, start: Place, end: Place) -> Way:
    """Return the part of a way that lies outside the rooms at its ends."""
    away = [p for p in way if math.dist(p, start) > DISC and math.dist(p, end) > DISC]
    if not away:
        away = [way[len(way) // 2]]
    first, last = way.index(away[0]), way.index(away[-1])
    tail = _on_rim(way[max(0, first - 1)], away[0], start)
    head = _on_rim(way[min(len(way) - 1, last + 1)], away[-1], end)
    return (tail, *away, head)


def _on_rim(inside: Place, outside: Place, room: Place) -> Place:
    """Return where the line from a place in a room to one outside crosses its rim."""
    for _ in range(12):
        middle = (inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2
        if math.dist(middle, room) < DISC:
            inside = middle
        else:
            outside = middle
    return outside


def _round(places: Sequence[Place], room: int, k: int) -> Way:
    """Return the spot that stands for the k-th way of a room back into itself."""
    (x, y), turn = places[room - 1], 0.8 + 1.3 * k
    return ((x + (DISC + 0.15) * math.cos(turn), y + (DISC + 0.15) * math.sin(turn)),) * 2


def _widest_gap(
    room: int, ways: dict[Corridor, Way], place: Place, taken: Sequence[float]
) -> float:
    """Return the direction from a room in which a badge hides no corridor, and no other badge."""
    ends = [(way[0] if here == room else way[-1])
            for (here, to, _), way in ways.items() if room in (here, to)]  # fmt: skip
    turns = [math.atan2(y - place[1], x - place[0]) for x, y in ends] + list(taken)
    best = [(round(min((_angle(turn, k * math.pi / 12) for turn in turns), default=0), 6), -k)
            for k in range(-12, 12)]  # fmt: skip
    return -max(best)[1] * math.pi / 12


def _angle(one: float, other: float) -> float:
    """Return how far two directions are apart."""
    return abs((one - other + math.pi) % (2 * math.pi) - math.pi)


# ------------------------------------------------------------------------------------ how they look


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
                min((_room_beside(other, np.array([spot])) for other in others), default=1.0),
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
        _corridor(entry, _curve((0.2, 0.6), (2.1, 0.6), 0), look)
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
