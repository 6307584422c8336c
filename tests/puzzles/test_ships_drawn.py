"""Ships as pictures: hidden details of the shapes, and the positions of the rooms."""

from __future__ import annotations

import math
import pickle
import random
from itertools import combinations

import numpy as np
import pytest
from effort import sampled
from stategraph_puzzles.spacewreck import drawing, family
from stategraph_puzzles.spacewreck.corridor_layout import STEP, plan, room_beside
from stategraph_puzzles.spacewreck.room_layout import arranged

from stategraph import load
from stategraph.errors import LevelError
from stategraph.level_files import parse_level, written
from stategraph.rules.drawing import BLACK, WHITE
from stategraph.rules.shapes import Disc, Polygon, Words

SIZES = [(8, 14), (20, 44), (45, 104), (100, 180)]


def ship(rooms, corridors):
    """Return a ship of that size, the same each time."""
    rng = random.Random(rooms)
    rows = [f"{rooms} {corridors}", " ".join(rng.choice("abcd") for _ in range(rooms - 1)), "1 2"]
    for _ in range(corridors):
        rows.append("{} {} {}".format(*rng.sample(range(1, rooms + 1), 2), rng.choice("abcd")))
    return family.read("\n".join(rows) + "\n", {})


@pytest.fixture(scope="module", params=sampled(SIZES, 2), ids=lambda size: f"{size[0]} rooms")
def puzzle(request):
    return ship(*request.param)


def test_no_corridor_leads_under_a_room_and_every_head_is_in_sight(puzzle):
    places, ways = plan(puzzle.board)
    made = family.draw(puzzle, puzzle.start)
    rooms = [s.middle for s in made.shapes if isinstance(s, Disc) and s.radius == drawing.DISC]
    rooms = rooms[: puzzle.board.rooms]
    assert sorted(rooms) == sorted(places)
    assert min(math.dist(a, b) for a, b in combinations(rooms, 2)) >= STEP - 1e-9
    for (here, to, _), way in ways.items():
        for room, place in enumerate(places, 1):
            near = room_beside(way, np.array([place]))
            assert near > drawing.DISC - (0.02 if room in (here, to) else 0), (here, to, room)
    heads = [s for s in made.shapes if isinstance(s, Polygon) and len(s.points) == 3]
    for head in heads[: 2 * len(ways)]:
        assert all(math.dist(head.points[0], room) > drawing.DISC - 0.02 for room in rooms)


def test_all_there_is_lies_on_the_sheet_and_badges_are_smaller_than_rooms(puzzle):
    made = family.draw(puzzle, puzzle.start)
    for shape in made.shapes:
        reach = shape.radius if isinstance(shape, Disc) else 0.0
        for x, y in shape.points:
            assert reach <= x <= made.width - reach and reach <= y <= made.height - reach
    discs = [s for s in made.shapes if isinstance(s, Disc)]
    badge = next(disc for disc in discs if disc.fill == BLACK and disc.pen.colour == WHITE)
    assert badge.radius < 0.6 * drawing.DISC
    # a board is 640 dots wide or high: numbers of 9 dots and more can be read up to 45 rooms
    number = next(s for s in made.shapes if isinstance(s, Words) and s.text == "1")
    if puzzle.board.rooms <= 45:
        assert number.size * 640 / max(made.width, made.height) >= 9


def test_few_corridors_cross(puzzle):
    links = {tuple(sorted((a - 1, b - 1))) for a, b, _ in puzzle.board.corridors}
    rooms = puzzle.board.rooms
    circle = [(math.cos(k), math.sin(k)) for k in (2 * math.pi * r / rooms for r in range(rooms))]
    found = crossings(arranged(rooms, tuple(sorted(links))), links)
    assert found <= crossings(circle, links) / 3


def crossings(places, links):
    def side(a, b, c):
        return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

    def cross(one, other):
        (a, b), (c, d) = ([places[k] for k in pair] for pair in (one, other))
        return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0

    return sum(cross(a, b) for a, b in combinations(sorted(links), 2) if not {*a} & {*b})


def test_a_ship_is_drawn_the_same_each_time():
    made = []
    for _ in "ab":
        arranged.cache_clear()
        made.append(family.draw(ship(20, 44), ship(20, 44).start).svg())
    assert made[0] == made[1]


def test_the_corridor_just_used_is_marked():
    level = load("spacewreck/eight-rooms")
    before = level.puzzle.start
    after = before.but(rocket=3)
    plain, marked = level.draw(after), level.draw_move(before, after)
    more = [shape for shape in marked.shapes if shape not in plain.shapes]
    way = plan(level.puzzle.board)[1][1, 3, "green"]
    assert more and all(
        min(math.dist(point, spot) for spot in way) < 1 for s in more for point in s.points
    )


PLACED = """puzzle: spacewreck
title: Placed
level: |
  3 2
  red blue
  1 2
  1 2 blue
  2 3 red
names: Bridge Engine Pod
places: |
  1    3

    2
"""


def test_rooms_may_have_names_and_places():
    level = parse_level(PLACED, "ship.yaml")
    assert level.describe(level.puzzle.start) == (
        "Rocket in room 1 Bridge (red), Lucky in room 2 Engine (blue)"
    )
    made = level.draw(level.puzzle.start)
    assert {"Bridge", "Engine", "Pod"} <= {s.text for s in made.shapes if isinstance(s, Words)}
    one, two, three = plan(level.puzzle.board)[0]
    assert one[1] == three[1] < two[1] and one[0] < two[0] < three[0]
    again = parse_level(written(level.family, level.puzzle, level.puzzle.start), "again.yaml")
    assert again.draw(again.puzzle.start).svg() == made.svg()
    without = family.without(level.puzzle, family.elements(level.puzzle)[:1])
    assert without.board.sketch and without.board.names


@pytest.mark.parametrize(
    ("found", "instead", "says"),
    [
        ("    2\n", "    4\n", "places: '4' is not a room from 1 to 3"),
        ("    2\n", "    x\n", "places: 'x' is not a room from 1 to 3"),
        ("    2\n", "    1\n", "places: room 1 occurs twice"),
        ("    2\n", "\n", "places: room 2 not there"),
        (" Pod", "", "names: 2 names for 3 rooms"),
        (" Pod", " Bridge", "names: 'Bridge' names two rooms"),
        ("names: Bridge Engine Pod", "names: 3", "names: expected words, found 3"),
    ],
)
def test_wrong_names_and_places_are_told_with_their_line(found, instead, says):
    line = 9 if says.startswith("names") else 10
    with pytest.raises(LevelError) as error:
        parse_level(PLACED.replace(found, instead), "ship.yaml")
    assert str(error.value) == f"ship.yaml:{line}: {says}"


def test_elements_are_laid_out_only_when_they_are_drawn(monkeypatch):
    level = load("spacewreck/eight-rooms")
    layout = "stategraph_puzzles.spacewreck.corridor_layout.plan"
    with monkeypatch.context() as context:
        context.setattr(layout, lambda ship: pytest.fail("laid out"))
        elements = level.family.elements(level.puzzle)
        assert len(elements) == len(level.puzzle.board.listed)
    paths = plan(level.puzzle.board)[1]
    for element, corridor in zip(elements, level.puzzle.board.listed, strict=True):
        assert element.path == paths[corridor]
        assert element.outline == (element.path[0], element.path[-1])
        assert pickle.loads(pickle.dumps(element)) == element
