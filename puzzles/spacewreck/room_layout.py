"""Layout of the rooms of a ship on a lattice, such that few corridors cross.

::

    distances ──stress──► real coordinates ──► the nearest free lattice places ──► room by room to
    a nearby place whose corridors cross few others, pass no room, and are short

The first step is stress majorisation [1]_: it places rooms close together if few corridors separate
them. After it all coordinates are integers, and the same on every machine.

.. [1] E. Gansner, Y. Koren, S. North, Graph drawing by stress majorization, Graph Drawing (2004).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from stategraph.rules import LevelError

Link = tuple[int, int]

# maximum number of rounds that move all rooms; distance of a single move
ROUNDS, REACH = 8, 2

# lattice places per room
SPACE = 1.8

# cost of two corridors that cross, and of a corridor that passes over a room, on the scale of a
# squared corridor length
CROSSING, PASSING = 12, 40


@lru_cache(256)
def arranged(rooms: int, links: tuple[Link, ...]) -> tuple[Link, ...]:
    """Return the lattice place (column, row) of each room, counted from 0.

    `links` holds each pair of rooms joined by a corridor once; rooms count from 0. O(rooms * links)
    per round, with a bounded number of rounds.
    """
    place = _snapped(_spread(rooms, links))
    ends = np.array(links, np.int64).reshape(-1, 2)
    for _ in range(ROUNDS):
        moved = [_settle(place, ends, room) for room in range(rooms)]
        if not any(moved):
            break
    place = place - place.min(axis=0)
    return tuple((int(x), int(y)) for x, y in place)


def sketched(text: str, rooms: int) -> tuple[Link, ...]:
    """Return the place of each room (right, down) in a text of room numbers.

    One line counts as two letters, because a letter is half as wide as a line is high. Raise
    `LevelError` for a missing, repeated or unknown room.
    >>> sketched("  2\\n1   3", 3)
    ((1, 4), (5, 0), (9, 4))
    """
    places: dict[int, Link] = {}
    for line, row in enumerate(text.split("\n")):
        for word in re.finditer(r"\S+", row):
            if not re.fullmatch("[0-9]{1,9}", word[0]) or not 1 <= int(word[0]) <= rooms:
                reason = f"places: {word[0]!r} is not a room from 1 to {rooms}"
                raise LevelError(reason, option="places")
            if int(word[0]) in places:
                raise LevelError(f"places: room {int(word[0])} occurs twice", option="places")
            places[int(word[0])] = word.start() + word.end(), 4 * line
    missing = [str(room) for room in range(1, rooms + 1) if room not in places]
    if missing:
        which = f"room{'s' if len(missing) > 1 else ''} {', '.join(missing)}"
        raise LevelError(f"places: {which} not there", option="places")
    return tuple(places[room] for room in range(1, rooms + 1))


def sketch(places: Sequence[tuple[float, float]]) -> str:
    """Convert places of rooms (right, down) to a text of room numbers; see `sketched`.

    A cell is two lines high and four letters wide. All numbers are padded to equal length, so that
    reading the text gives the same places. Raise `LevelError` if two rooms are too close together.
    >>> sketch([(0, 1), (1.5, 0), (3, 1)])
    '      2\\n\\n1           3\\n'
    """
    left, top = (min(place[k] for place in places) for k in (0, 1))
    long = len(str(len(places)))
    rows: dict[int, list[tuple[int, str]]] = {}
    for number, (x, y) in enumerate(places, 1):
        row = rows.setdefault(round(2 * (y - top)), [])
        row.append((round(4 * (x - left)), f"{number:0{long}}"))
    return "".join(_row(sorted(rows.get(line, []))) for line in range(max(rows) + 1))


def _row(words: list[tuple[int, str]]) -> str:
    """Return a line of text with each word at its column."""
    row = ""
    for column, word in words:
        if row and len(row) >= column:
            raise LevelError("two rooms are too near each other")
        row += " " * (column - len(row)) + word
    return f"{row}\n"


def _spread(rooms: int, links: Sequence[Link]) -> np.ndarray:
    """Return places (rooms, 2) whose distances approximate the numbers of corridors in between."""
    distance = _apart(rooms, links)
    weight = 1.0 / np.maximum(distance, 1) ** 2
    np.fill_diagonal(weight, 0)
    turn = 2 * np.pi * np.arange(rooms) / rooms
    place = np.stack([-np.cos(turn), -np.sin(turn)], axis=1) * max(1.0, rooms / 6)
    for _ in range(60):
        offset = place[:, None] - place[None]
        far = np.maximum(np.hypot(offset[..., 0], offset[..., 1]), 1e-3)
        pull = place[None] + offset * (distance / far)[..., None]
        moved = (weight[..., None] * pull).sum(axis=1) / np.maximum(weight.sum(axis=1), 1e-9)[
            :, None
        ]
        place = np.round(moved, 6) if rooms > 1 else place
    return place


def _apart(rooms: int, links: Sequence[Link]) -> np.ndarray:
    """Return the distances in corridors between all rooms, ignoring directions, (rooms, rooms)."""
    near: list[set[int]] = [set() for _ in range(rooms)]
    for a, b in links:
        near[a].add(b)
        near[b].add(a)
    distances = np.full((rooms, rooms), max(2, round(rooms**0.5)))
    for start in range(rooms):
        visited, frontier, steps = {start}, {start}, 0
        while frontier:
            distances[start, sorted(frontier)] = steps
            frontier = {b for a in frontier for b in near[a]} - visited
            visited |= frontier
            steps += 1
    return distances


def _snapped(place: np.ndarray) -> np.ndarray:
    """Assign to each room a free lattice place near its given place, rooms in the middle first."""
    rooms = len(place)
    wide = np.ptp(place, axis=0) + 1e-9
    reach = _reach(rooms)
    place = (place - place.mean(axis=0)) * (2 * reach / np.maximum(wide, 0.6 * wide.max()))
    lattice = [(x, y) for x in range(-reach, reach + 1) for y in range(-reach, reach + 1)]
    free = dict.fromkeys(lattice)
    snapped_places = np.zeros((rooms, 2), np.int64)
    for room in sorted(range(rooms), key=lambda k: (round(float((place[k] ** 2).sum()), 4), k)):
        x, y = np.round(place[room], 4).tolist()
        best = min(free, key=lambda spot: (round((spot[0] - x) ** 2 + (spot[1] - y) ** 2, 4), spot))
        del free[best]
        snapped_places[room] = best
    return snapped_places


def _reach(rooms: int) -> int:
    """Return half the width of the lattice."""
    return max(1, round((SPACE * rooms) ** 0.5 / 2))


def _settle(place: np.ndarray, ends: np.ndarray, room: int) -> bool:
    """Move a room to the best free place nearby; return whether it moved."""
    own_links = (ends == room).any(axis=1) & (ends[:, 0] != ends[:, 1])
    other_links = ends[~own_links & (ends[:, 0] != ends[:, 1])]
    ahead = np.where(ends[own_links][:, 0] == room, ends[own_links][:, 1], ends[own_links][:, 0])
    if not len(ahead):
        return False
    occupied = {(int(x), int(y)) for k, (x, y) in enumerate(place) if k != room}
    steps = range(-REACH, REACH + 1)
    x, y = place[room].tolist()
    # the current place comes first, so that the room moves only to a better one
    near = sorted(
        ((dx, dy) for dx in steps for dy in steps), key=lambda d: (d[0] ** 2 + d[1] ** 2, d)
    )
    most = _reach(len(place))
    spots = np.array(
        [(x + dx, y + dy) for dx, dy in near if (x + dx, y + dy) not in occupied
         and max(abs(x + dx), abs(y + dy)) <= most]
    )  # fmt: skip
    cost = _cost(spots, place, other_links, ahead, room)
    best = int(np.argmin(cost))
    place[room] = spots[best]
    return best > 0


def _cost(
    spots: np.ndarray, place: np.ndarray, other_links: np.ndarray, ahead: np.ndarray, room: int
) -> np.ndarray:
    """Return, for each of `spots` (k, 2), the cost of placing a room there."""
    room_places, link_ends = spots[:, None], place[ahead][None]
    length = ((link_ends - room_places) ** 2).sum(axis=-1).sum(axis=1)
    a, b = place[other_links[:, 0]], place[other_links[:, 1]]
    joined = (other_links[:, 0] == ahead[:, None]) | (other_links[:, 1] == ahead[:, None])
    crossed = _crossing(room_places[:, :, None], link_ends[:, :, None], a, b) & ~joined
    rooms = np.arange(len(place))
    bystanders = (rooms != room) & (rooms != ahead[:, None])
    passed = _passes(place[None, None], room_places[:, :, None], link_ends[:, :, None]) & bystanders
    passed_over = _passes(spots[:, None], a[None], b[None])
    return (
        length
        + CROSSING * crossed.sum(axis=(1, 2))
        + PASSING * (passed.sum(axis=(1, 2)) + passed_over.sum(axis=1))
    )  # fmt: skip


def _turn(a: np.ndarray, b: np.ndarray, c: np.ndarray) -> np.ndarray:
    """Return a number whose sign is the side of the line from `a` to `b` on which `c` lies."""
    ab, ac = b - a, c - a
    return ab[..., 0] * ac[..., 1] - ab[..., 1] * ac[..., 0]


def _crossing(p: np.ndarray, q: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return whether the segments from `p` to `q` and from `a` to `b` cross or touch."""
    disjoint = np.sign(_turn(p, q, a)) * np.sign(_turn(p, q, b)) > 0
    disjoint |= np.sign(_turn(a, b, p)) * np.sign(_turn(a, b, q)) > 0
    low, high = np.minimum(p, q), np.maximum(p, q)
    disjoint |= ((np.maximum(a, b) < low) | (np.minimum(a, b) > high)).any(axis=-1)
    return ~disjoint


def _passes(c: np.ndarray, a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """Return whether the segment from `a` to `b` passes `c` at less than half a lattice step."""
    ab, ac = b - a, c - a
    square, along = (ab * ab).sum(axis=-1), (ab * ac).sum(axis=-1)
    return (along > 0) & (along < square) & (4 * _turn(a, b, c) ** 2 < square)
