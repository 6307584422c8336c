"""Layout of ships: the places of rooms, and the paths of corridors between rooms.

Corridors keep to the right, so that two opposite corridors lie side by side. They bend round rooms
that are in their way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING

import numpy as np

from stategraph.rules import Element

from .room_layout import arranged, sketched

if TYPE_CHECKING:
    from .rules import Corridor, Ship

Place = tuple[float, float]
Path = tuple[Place, ...]

# radius of a room
DISC = 0.51

# STEP: smallest distance between two rooms. LANE: distance between corridors of the same two rooms.
# CLEAR: smallest distance between a corridor and the middle of a room that it passes.
STEP, LANE, CLEAR = 2.0, 0.27, DISC + 0.12

# SKETCHED: size of a unit of `sketched` on drawings, if the text was written by `sketch`. ROUNDED:
# relative tolerance when a text is recognised as such, since rooms are at whole letters.
SKETCHED, ROUNDED = 1 / 8, 0.25

# space around the outermost rooms
MARGIN = 1.0

# BENDS: the bends that are tried, relative to the length of the corridor. A corridor that would
# need a larger bend makes a detour round at most DETOURS rooms.
BENDS, DETOURS = (0.0, 0.12, -0.12, 0.22, -0.22), 12

# number of points of a drawn curve
POINTS = 17


class CorridorElement(Element):
    """A corridor as an element. Its path is computed when it is needed, since a layout is slow."""

    _ship: Ship

    def __init__(self, name: str, place: int, ship: Ship):
        self.__dict__.update(name=name, kind="corridor", at=place, _ship=ship)  # it is frozen

    @cached_property
    def path(self) -> Path:
        """The points of the corridor on the drawing, from rim to rim."""
        return corridor_path(self._ship, self._ship.listed[self.at])

    @cached_property
    def outline(self) -> Path:
        """Both ends of the path."""
        return self.path[0], self.path[-1]


def corridor_path(ship: Ship, corridor: Corridor) -> Path:
    """Return the points of a corridor's path on the drawing."""
    return plan(ship)[1][corridor]


def room_places(ship: Ship) -> tuple[Place, ...]:
    """Return the place of each room on the drawing."""
    return plan(ship)[0]


def between_rooms(ship: Ship, source: int, to: int) -> tuple[Place, Place]:
    """Return both ends of a straight corridor between the rims of two rooms."""
    (ax, ay), (bx, by) = (room_places(ship)[room - 1] for room in (source, to))
    share = DISC / math.dist((ax, ay), (bx, by))
    dx, dy = share * (bx - ax), share * (by - ay)
    return (ax + dx, ay + dy), (bx - dx, by - dy)


@lru_cache(64)
def plan(ship: Ship) -> tuple[tuple[Place, ...], dict[Corridor, Path]]:
    """Return the place of each room, and the path of each corridor from rim to rim."""
    lanes: dict[tuple[int, int], list[Corridor]] = {}
    for source, to, colour in ship.corridors:
        lanes.setdefault((min(source, to), max(source, to)), []).append((source, to, colour))
    raw = _places(ship, [pair for pair in lanes if pair[0] != pair[1]])
    middles = {(a, b): _bent(raw, a - 1, b - 1) for a, b in lanes if a != b}
    points = [*raw, *(point for path in middles.values() for point in path)]
    left, top = (min(point[k] for point in points) - MARGIN for k in (0, 1))
    places = tuple((x - left, y - top) for x, y in raw)
    paths: dict[Corridor, Path] = {}
    for (low, high), lane in lanes.items():
        if low == high:
            paths |= {corridor: _round(places, low, k) for k, corridor in enumerate(lane)}
        else:
            middle = tuple((x - left, y - top) for x, y in middles[low, high])
            paths |= _side_by_side(lane, middle, places[low - 1], places[high - 1])
    return places, {corridor: paths[corridor] for corridor in ship.corridors}


def _places(ship: Ship, links: Sequence[tuple[int, int]]) -> tuple[Place, ...]:
    """Return a place for each room: the level's own places, or else places with few crossings."""
    spots: Sequence[Place]
    if ship.sketch:
        spots = sketched(ship.sketch, ship.rooms)
    else:
        spots = arranged(ship.rooms, tuple(sorted((a - 1, b - 1) for a, b in links)))
    gaps = [math.dist(a, b) for k, a in enumerate(spots) for b in spots[:k]]
    scale = STEP / min(gaps, default=1.0)
    if ship.sketch and abs(scale / SKETCHED - 1) <= ROUNDED:
        scale = SKETCHED  # the drawing keeps its size
    return tuple((x * scale, y * scale) for x, y in spots)


def _side_by_side(
    lane: list[Corridor], middle: Path, low: Place, high: Place
) -> dict[Corridor, Path]:
    """Return the paths of all corridors between two rooms; each keeps to the right."""
    first = min(min(corridor[:2]) for corridor in lane)
    spacing = min(LANE, 2 * (DISC - 0.15) / len(lane))
    paths = {}
    for k, corridor in enumerate(sorted(lane, key=lambda c: (c[0] == first, c[2]))):
        path = _shifted(middle, spacing * (k - (len(lane) - 1) / 2))
        up = corridor[0] == first
        paths[corridor] = _between_rims(
            path if up else path[::-1], *((low, high) if up else (high, low))
        )
    return paths


def reached(places: Sequence[Place], paths: dict[Corridor, Path]) -> list[Place]:
    """Return the places of all rooms and of all points of corridors."""
    return [*places, *(point for path in paths.values() for point in path)]


def _bent(places: Sequence[Place], a: int, b: int) -> Path:
    """Return the path between the middles of two rooms, straight or bent round the others."""
    other_rooms = np.array([place for k, place in enumerate(places) if k not in (a, b)]).reshape(
        -1, 2
    )
    start, end = places[a], places[b]
    candidates = [curve(start, end, bend) for bend in BENDS]
    for path in candidates:
        if room_beside(path, other_rooms) >= CLEAR + LANE / 2:
            return path
    candidates += [_detour(start, end, other_rooms, side) for side in (1, -1)]
    room = [round(room_beside(path, other_rooms), 6) for path in candidates]
    enough = [k for k, free in enumerate(room) if free >= CLEAR]
    return candidates[enough[0] if enough else room.index(max(room))]


def curve(a: Place, b: Place, bend: float) -> Path:
    """Return points of the parabola from `a` to `b` whose height is `bend` times its length."""
    (ax, ay), (bx, by) = a, b
    shares = [k / (POINTS - 1) for k in range(POINTS)]
    off = [4 * bend * t * (1 - t) for t in shares]
    return tuple(
        (ax + t * (bx - ax) - o * (by - ay), ay + t * (by - ay) + o * (bx - ax))
        for t, o in zip(shares, off, strict=True)
    )


def _detour(start: Place, end: Place, other_rooms: np.ndarray, side: int) -> Path:
    """Return a path that leads round each obstructing room, half a step from its middle.

    If the straight line crosses the middle of a room, the path passes the room on the given `side`.
    Otherwise it passes on the nearer side.
    """
    path = [start, end]
    for _ in range(DETOURS):
        free = segment_distances(path, other_rooms)
        k, room = np.unravel_index(int(np.argmin(free)), free.shape)
        if free[k, room] >= CLEAR + LANE / 2:
            break
        (ax, ay), (bx, by), (x, y) = path[k], path[k + 1], other_rooms[room].tolist()
        far = math.dist((ax, ay), (bx, by)) or 1.0
        off = ((by - ay) * (x - ax) - (bx - ax) * (y - ay)) / far  # positive: room at the left
        sign = -1 if off > 1e-6 else 1 if off < -1e-6 else side
        shift = sign * STEP / 2 / far
        path.insert(int(k) + 1, (x + shift * (by - ay), y - shift * (bx - ax)))
    for _ in range(3):
        path = _rounded(path)
    return tuple(path)


def _rounded(path: list[Place]) -> list[Place]:
    """Return a path with its corners cut off."""
    cut = [path[0]]
    for (ax, ay), (bx, by) in zip(path, path[1:], strict=False):
        cut += [(ax + t * (bx - ax), ay + t * (by - ay)) for t in (0.2, 0.8)]
    return [*cut, path[-1]]


def room_beside(path: Sequence[Place], places: np.ndarray) -> float:
    """Return the smallest distance between a path and any of `places` (n, 2)."""
    return float(segment_distances(path, places).min()) if len(places) else math.inf


def segment_distances(path: Sequence[Place], places: np.ndarray) -> np.ndarray:
    """Return the distance of each path segment from each of `places` (n, 2), shape (k, n)."""
    points = np.array(path)
    a, ab = points[:-1, None], (points[1:] - points[:-1])[:, None]
    square = np.maximum((ab * ab).sum(axis=-1), 1e-9)
    t = np.clip(((places[None] - a) * ab).sum(axis=-1) / square, 0, 1)
    away = places[None] - a - t[..., None] * ab
    return np.hypot(away[..., 0], away[..., 1])


def _shifted(path: Path, off: float) -> Path:
    """Return a path shifted by `off` to the right, seen in the direction of travel."""
    moved = []
    for k, (x, y) in enumerate(path):
        (ax, ay), (bx, by) = path[max(0, k - 1)], path[min(len(path) - 1, k + 1)]
        far = math.dist((ax, ay), (bx, by)) or 1.0
        moved.append((x - off * (by - ay) / far, y + off * (bx - ax) / far))
    return tuple(moved)


def _between_rims(path: Path, start: Place, end: Place) -> Path:
    """Return the part of a path outside the rooms at its ends."""
    away = [p for p in path if math.dist(p, start) > DISC and math.dist(p, end) > DISC]
    if not away:
        away = [path[len(path) // 2]]
    first, last = path.index(away[0]), path.index(away[-1])
    tail = _on_rim(path[max(0, first - 1)], away[0], start)
    head = _on_rim(path[min(len(path) - 1, last + 1)], away[-1], end)
    return (tail, *away, head)


def _on_rim(inside: Place, outside: Place, room: Place) -> Place:
    """Return the intersection of a room's rim with the line from `inside` to `outside`."""
    for _ in range(12):
        middle = (inside[0] + outside[0]) / 2, (inside[1] + outside[1]) / 2
        if math.dist(middle, room) < DISC:
            inside = middle
        else:
            outside = middle
    return outside


def _round(places: Sequence[Place], room: int, k: int) -> Path:
    """Return the point that represents the k-th corridor from a room into itself, as a path."""
    (x, y), turn = places[room - 1], 0.8 + 1.3 * k
    return ((x + (DISC + 0.15) * math.cos(turn), y + (DISC + 0.15) * math.sin(turn)),) * 2


def widest_gap(
    room: int, paths: dict[Corridor, Path], place: Place, badge_angles: Sequence[float]
) -> float:
    """Return the direction in which a badge at a room is farthest from corridors and badges."""
    ends = [(path[0] if source == room else path[-1])
            for (source, to, _), path in paths.items() if room in (source, to)]  # fmt: skip
    turns = [math.atan2(y - place[1], x - place[0]) for x, y in ends] + list(badge_angles)
    best = [(round(min((_angle(turn, k * math.pi / 12) for turn in turns), default=0), 6), -k)
            for k in range(-12, 12)]  # fmt: skip
    return -max(best)[1] * math.pi / 12


def _angle(first: float, second: float) -> float:
    """Return the angle between two directions."""
    return abs((first - second + math.pi) % (2 * math.pi) - math.pi)
