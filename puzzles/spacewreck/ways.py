"""Where the rooms of a ship are drawn, and through which places its corridors lead.

Corridors keep to their right, so that two that lead to and fro lie side by side, and bend round the
rooms between.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from puzzles.spacewreck.places import arranged, sketched

if TYPE_CHECKING:
    from puzzles.spacewreck.rules import Corridor, Ship

Place = tuple[float, float]
Way = tuple[Place, ...]

# The radius of a room.
DISC = 0.51

# How far two rooms are apart at least, how far corridors between the same two, and how far the
# middle of a corridor keeps from the middle of a room that it passes.
STEP, LANE, CLEAR = 2.0, 0.27, DISC + 0.12

# How large a step of `sketched` is, as `sketch` draws cells; and how far the scale of a ship that
# was drawn may be from it, in parts of it, since its rooms stand at whole letters.
SKETCHED, ROUNDED = 1 / 8, 0.25

# The room round the rooms.
MARGIN = 1.0

# How far a corridor that bends keeps from the straight one, in parts of its length; one that would
# have to bend farther leads round up to so many rooms instead.
BENDS, DETOURS = (0.0, 0.12, -0.12, 0.22, -0.22), 12

# A bow is drawn through so many places.
POINTS = 17


def corridor_way(ship: Ship, corridor: Corridor) -> Way:
    """Return the places through which a corridor is drawn."""
    return plan(ship)[1][corridor]


def room_places(ship: Ship) -> tuple[Place, ...]:
    """Return where each room is drawn."""
    return plan(ship)[0]


def between_rooms(ship: Ship, here: int, to: int) -> tuple[Place, Place]:
    """Return where a straight corridor from the rim of a room to that of another would be."""
    (ax, ay), (bx, by) = (room_places(ship)[room - 1] for room in (here, to))
    share = DISC / math.dist((ax, ay), (bx, by))
    dx, dy = share * (bx - ax), share * (by - ay)
    return (ax + dx, ay + dy), (bx - dx, by - dy)


@lru_cache(64)
def plan(ship: Ship) -> tuple[tuple[Place, ...], dict[Corridor, Way]]:
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


def reached(places: Sequence[Place], ways: dict[Corridor, Way]) -> list[Place]:
    """Return all places that something is drawn at."""
    return [*places, *(point for way in ways.values() for point in way)]


def _bent(places: Sequence[Place], a: int, b: int) -> Way:
    """Return the way between the middles of two rooms, straight or bent round the others."""
    others = np.array([place for k, place in enumerate(places) if k not in (a, b)]).reshape(-1, 2)
    start, end = places[a], places[b]
    tried = [curve(start, end, bend) for bend in BENDS]
    for way in tried:
        if room_beside(way, others) >= CLEAR + LANE / 2:
            return way
    tried += [_detour(start, end, others, side) for side in (1, -1)]
    room = [round(room_beside(way, others), 6) for way in tried]
    enough = [k for k, free in enumerate(room) if free >= CLEAR]
    return tried[enough[0] if enough else room.index(max(room))]


def curve(a: Place, b: Place, bend: float) -> Way:
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


def room_beside(way: Sequence[Place], places: np.ndarray) -> float:
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


def widest_gap(room: int, ways: dict[Corridor, Way], place: Place, taken: Sequence[float]) -> float:
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
