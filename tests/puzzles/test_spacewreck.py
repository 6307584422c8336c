"""Spacewreck: the known answers, its reader's complaints, its moves, and what always holds."""

from __future__ import annotations

from xml.etree import ElementTree

import known
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.spacewreck import family
from stategraph_puzzles.spacewreck.drawing import LETTERED

from stategraph import analyse, load
from stategraph.expand import expand
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Disc, Words

pytestmark = pytest.mark.usefixtures("any_engine")


def text(rooms, colours, start, corridors):
    """Return the native file of a ship."""
    lines = [f"{rooms} {len(corridors)}", " ".join(colours), "{} {}".format(*start)]
    return "\n".join([*lines, *("{} {} {}".format(*corridor) for corridor in corridors)])


def read(*ship):
    """Return the puzzle of a ship, through the native format."""
    return family.read(text(*ship), {})


# -------------------------------------------------------------------------------------- the reader


SHIP = "3 2\nred blue\n1 2\n1 2 red\n2 3 blue\n"


@pytest.mark.parametrize(
    "old, new, line, words",
    [
        ("3 2\n", "3\n", 1, "expected 2 numbers"),
        ("3 2\n", "3 -2\n", 1, "corridors must be a whole number"),
        ("3 2\n", "1234567890 2\n", 1, "at most 9 digits, not '1234567890'"),
        ("3 2\n", "3\f2\n", 1, r"found '3\\x0c2'"),
        ("3 2\n", "3\u20282\n", 1, "expected 2 numbers"),
        ("3 2\n", "3 2\v\n", 1, r"'2\\x0b'"),
        ("red blue", "red", 2, "1 colours for rooms 1 to 2"),
        ("red blue", "", 2, "0 colours for rooms 1 to 2"),
        ("red blue", "red\fblue", 2, "1 colours"),
        ("\n1 2\n", "\n1\n", 3, "expected 2 numbers"),
        ("\n1 2\n", "\n1 4\n", 3, "Lucky's room must be between 1 and 3, not 4"),
        ("\n1 2\n", "\n0000000001 2\n", 3, "Rocket's room must be a whole number"),
        ("1 2 red", "1 2", 4, r"expected a corridor \(from, to, colour\), found '1 2'"),
        ("1 2 red", "", 4, "found ''"),
        ("1 2 red", "0 2 red", 4, "between 1 and 3, not 0"),
        ("2 3 blue", "2 x blue", 5, "not 'x'"),
        ("2 3 blue", "2\f3 blue", 5, "found"),
        ("2 3 blue", "2 ٣ blue", 5, "'٣'"),
        ("2 3 blue\n", "", 5, "missing: a corridor"),
        ("2 3 blue\n", "\n  \n", 5, "missing: a corridor"),
        ("1 2 red\n2 3 blue\n", "", 4, "missing: a corridor"),
        ("2 3 blue\n", "2 3 blue\n\n1 3 red", 6, "more corridors than the 2"),
    ],
)
def test_complaints(old, new, line, words):
    assert SHIP.count(old) == 1
    with pytest.raises(LevelError, match=words) as caught:
        family.read(SHIP.replace(old, new), {})
    assert caught.value.line == line


@pytest.mark.parametrize("rows", range(4))
def test_what_is_missing_is_missed_at_the_line_after_the_last(rows):
    with pytest.raises(LevelError, match="missing") as caught:
        family.read("".join(SHIP.splitlines(keepends=True)[:rows]), {})
    assert caught.value.line == rows + 1


def test_any_text_is_a_colour():
    puzzle = read(3, ["#f00", "rot\u2028"], (1, 2), [(1, 3, "rot\u2028")])
    assert [label for label, _ in puzzle.moves(puzzle.start)] == ["R3"]


# --------------------------------------------------------------------------------------- the rules


def labels(*ship):
    """Return the moves at the start."""
    puzzle = read(*ship)
    return [label for label, _ in puzzle.moves(puzzle.start)]


def test_the_other_ones_room_opens_the_corridor():
    ways = [(1, 3, "green"), (1, 4, "pink"), (2, 3, "green"), (2, 4, "pink")]
    assert labels(5, ["pink", "green", "x", "x"], (1, 2), ways) == ["R3", "L4"]


def test_order_of_moves():
    ways = [(room, to, "c") for room in (2, 1) for to in (10, 9, 1)]
    assert labels(11, ["c"] * 10, (1, 2), ways) == ["R1", "R9", "R10", "L1", "L9", "L10"]


def test_play_is_over_in_the_last_room():
    ways = [(1, 2, "c"), (2, 1, "c")]
    assert labels(2, ["c"], (1, 1), ways) == ["R2", "L2"]
    assert len(expand(read(2, ["c"], (1, 2), ways))) == 1


# --------------------------------------------------------------------------------- text and picture


def test_text_says_who_is_where():
    puzzle = read(3, ["red", "blue"], (1, 3), [])
    assert family.text(puzzle, puzzle.start) == "Rocket in room 1 (red), Lucky in room 3 (goal)"
    assert [family.actor(label) for label in ("R3", "L12")] == ["Rocket", "Lucky"]


def written(puzzle, state):
    """Return the texts of a picture, sorted."""
    shapes = family.draw(puzzle, state).shapes
    return sorted(shape.text for shape in shapes if isinstance(shape, Words))


def test_picture_names_rooms_colours_and_crew():
    puzzle = read(4, ["red", "rose", "blue"], (1, 1), [(1, 2, "rose"), (3, 3, "blue")])
    rooms, letters = ["1", "2", "3", "4"], ["b", "b", "re", "ro", "ro"]
    assert written(puzzle, puzzle.start) == [*rooms, "L", "R", *letters]


def test_a_crowded_ship_has_a_key_instead_of_letters():
    ways = [(k % 9 + 1, k % 8 + 2, "red" if k % 2 else "blue") for k in range(LETTERED + 1)]
    puzzle = read(10, ["red"] * 9, (1, 2), ways)
    assert written(puzzle, puzzle.start).count("b") == 1
    assert written(puzzle, puzzle.start).count("r") == 9 + 1


@pytest.mark.parametrize("name", ["eight-rooms", "minefield", "no-way-out", "already-there"])
def test_states_that_play_never_reaches_are_counted(name):
    level = load(f"spacewreck/{name}")
    rooms = level.puzzle.board.rooms
    seen, border = set(), [level.puzzle.start]
    while border:
        state = border.pop()
        here = "goal" if rooms in (state.rocket, state.lucky) else (state.rocket, state.lucky)
        if here not in seen:
            seen.add(here)
            border += [] if here == "goal" else [to for _, to in level.puzzle.moves(state)]
    every = {(r, k) for r in range(1, rooms) for k in range(1, rooms)} | {"goal"}
    found = analyse(level)
    assert found["most_states"] == len(every) == (rooms - 1) ** 2 + 1
    assert found["unreachable_states"] == len(every - seen)


def test_everything_lies_on_the_sheet():
    for level in known.bundled("spacewreck"):
        drawing = family.draw(level.puzzle, level.puzzle.start)
        ElementTree.fromstring(drawing.svg(120))
        for shape in drawing.shapes:
            reach = shape.radius if isinstance(shape, Disc) else 0
            for x, y in shape.points:
                assert reach <= x <= drawing.width - reach
                assert reach <= y <= drawing.height - reach


# ---------------------------------------------------------------------------------- random ships

COLOURS = st.sampled_from(["red", "green"])


@st.composite
def ships(draw):
    """Draw (rooms, colours, start, corridors) of at most six rooms."""
    rooms = draw(st.integers(2, 6))
    room = st.integers(1, rooms)
    colours = draw(st.lists(COLOURS, min_size=rooms - 1, max_size=rooms - 1))
    ways = draw(st.lists(st.tuples(room, room, COLOURS), max_size=4 * rooms))
    return rooms, colours, (draw(room), draw(room)), ways


@settings(max_examples=examples(50))
@given(ships(), st.data())
def test_neither_order_nor_repetition_of_corridors_matters(ship, data):
    *rest, ways = ship
    again = data.draw(st.lists(st.sampled_from(ways), max_size=4)) if ways else []
    others = data.draw(st.permutations([*ways, *again]))
    assert summary(expand(read(*rest, others))) == summary(expand(read(*ship)))


@settings(max_examples=examples(50))
@given(ships(), COLOURS, st.data())
def test_a_room_that_no_corridor_leads_to_changes_nothing(ship, colour, data):
    rooms, colours, start, ways = ship

    def moved(room):
        """Return the number of a room when the new one takes that of the goal."""
        return room + (room == rooms)

    targets = st.sampled_from([*range(1, rooms), rooms + 1])
    out = data.draw(st.lists(st.tuples(st.just(rooms), targets, COLOURS), max_size=4))
    more = (
        rooms + 1,
        [*colours, colour],
        (moved(start[0]), moved(start[1])),
        [*((moved(here), moved(to), name) for here, to, name in ways), *out],
    )
    assert known.counts(expand(read(*more))) == known.counts(expand(read(*ship)))
