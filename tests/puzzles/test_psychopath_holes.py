"""Psychopath with holes and one-way blocks: two more formats, and a brute-force player."""

from __future__ import annotations

from xml.etree import ElementTree

import boards
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.psychopath import family
from stategraph_puzzles.psychopath.oneway import PUSH_DIRECTIONS, is_special, pieces

from stategraph import load
from stategraph.analysis import shortest
from stategraph.expand import expand
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Polygon

pytestmark = pytest.mark.usefixtures("any_engine")

PATHOLOGY, PHONE = {"format": "pathology"}, {"format": "phone"}


def read(*rows):
    """Return the puzzle of a Pathology board."""
    return family.read("\n".join(rows), PATHOLOGY)


def phone(*rows, best=0):
    """Return the text of a phone file."""
    return "\n".join(["Name", "Author", str(best), str(len(rows[0])), str(len(rows)), *rows])


# --------------------------------------------------------------------------------------- the rules


def labels(*rows):
    puzzle = read(*rows)
    return {label for label, _ in puzzle.moves(puzzle.start)}


# the directions of each digit or letter, as in the format's description
MOVABLE = {
    "2": "DLRU", "6": "L", "7": "U", "8": "R", "9": "D", "A": "UL", "B": "UR", "C": "DR", "D": "DL",
    "E": "URD", "F": "LRD", "G": "LUD", "H": "LUR", "I": "LR", "J": "UD",
}  # fmt: skip


@pytest.mark.parametrize("tile", MOVABLE)
def test_each_block_goes_its_ways_only(tile):
    for way, rows in {
        "R": ["0000", f"4{tile}03"], "L": ["0000", f"30{tile}4"],
        "D": ["40", f"{tile}0", "03"], "U": ["30", f"{tile}0", "40"],
    }.items():  # fmt: skip
        if way == "U":
            rows = ["00", *rows]
        assert (way in labels(*rows)) is (way in MOVABLE[tile]), way


@pytest.mark.parametrize(
    "row, can",
    [("453", False), ("4253", True), ("4223", False), ("4283", False), ("4213", False),
     ("4230", True), ("4830", True), ("42", False)],
)  # fmt: skip
def test_steps_and_pushes(row, can):
    assert ("R" in labels(row, "3" * len(row))) is can


def test_a_block_and_its_hole_vanish():
    puzzle = read("42503")
    state = puzzle.start
    assert family.text(puzzle, state) == "upo_e"
    ((_, state),) = puzzle.moves(state)
    assert family.text(puzzle, state) == "_u__e"
    assert list(pieces(puzzle, state)) == []
    assert shortest(expand(puzzle)) == 4


def test_a_filled_hole_is_floor_for_blocks_too():
    assert shortest(expand(read("000003", "425008"))) is not None
    first, second = read("0000", "4250", "3000"), read("0000", "0425", "3000")
    assert len(expand(first)) > 1 < len(expand(second))


# ------------------------------------------------------------------------- a player of brute force


def brute_force(rows):
    """Return (states with all wins as one, moves, shortest): a board is a dict of tiles."""
    tiles = {(r, c): tile for r, row in enumerate(rows) for c, tile in enumerate(row)}
    player = next(place for place, tile in tiles.items() if tile == "4")
    exits = {place for place, tile in tiles.items() if tile == "3"}
    ground = {place: "0" if tile in "34" else tile for place, tile in tiles.items()}
    begin = player, tuple(sorted(ground.items()))
    far, queue, moves, won = {begin: 0}, [begin], 0, None
    for state in queue:
        (r, c), ground = state[0], dict(state[1])
        for way, dr, dc in (("D", 1, 0), ("L", 0, -1), ("R", 0, 1), ("U", -1, 0)):
            to, behind = (r + dr, c + dc), (r + 2 * dr, c + 2 * dc)
            tile, new = ground.get(to, "1"), dict(ground)
            if tile in "15":
                continue
            if tile != "0":
                into = ground.get(behind, "1")
                if way not in MOVABLE[tile] or into not in "05":
                    continue
                new[to] = "0"
                new[behind] = "0" if into == "5" else tile
            moves += 1
            if to in exits:
                won = far[state] + 1 if won is None else won
                continue
            after = to, tuple(sorted(new.items()))
            if after not in far:
                far[after] = far[state] + 1
                queue.append(after)
    return len(far) + (won is not None), moves, won


SPECIAL = boards.boards("00000011225556789ABCDEFGHIJ", "43", most=(3, 4))


@settings(max_examples=examples(50))
@given(SPECIAL)
def test_brute_force_finds_the_same(rows):
    graph = expand(read(*rows))
    assert (len(graph), graph.number_of_edges(), shortest(graph)) == brute_force(rows)


PLAIN = boards.boards("000001122", "43", most=(4, 4))


@settings(max_examples=examples(50))
@given(PLAIN)
def test_a_board_of_plain_blocks_is_the_native_one(rows):
    puzzle = read(*rows)
    table = str.maketrans("01234", "_Xpeu")
    native = [row.translate(table) for row in rows]
    same = family.read("\n".join([f"{len(rows[0])} {len(rows)}", "0", *native]), {})
    assert not is_special(puzzle)
    assert summary(expand(puzzle)) == summary(expand(same))
    assert puzzle.rules[0].__code__ is same.rules[0].__code__  # as fast, for the same rule


TURNED = {"L": "U", "U": "R", "R": "D", "D": "L"}


def turned(rows):
    """Return the board turned to the right, and its blocks with it."""
    by_ways = {frozenset(ways): tile for tile, ways in MOVABLE.items()}
    new = {tile: by_ways[frozenset(TURNED[way] for way in MOVABLE[tile])] for tile in MOVABLE}
    return ["".join(new.get(t, t) for t in column) for column in zip(*reversed(rows), strict=True)]


@pytest.mark.long
@settings(max_examples=examples(60))
@given(SPECIAL)
def test_no_turn_changes_a_number(rows):
    def numbers(board):
        record = summary(expand(read(*board)))
        return {k: v for k, v in record.items() if not k.startswith("first_solution")}

    first = numbers(rows)
    for _ in range(3):
        rows = turned(rows)
        assert numbers(rows) == first


def test_every_kind_has_its_ways():
    assert {mark: set(ways) for mark, ways in PUSH_DIRECTIONS.items() if mark != "p"} == {
        tile: set(ways) for tile, ways in MOVABLE.items() if tile != "2"
    }


# -------------------------------------------------------------------------------------- the readers


def test_formats_are_recognised():
    board = ["00000", "04253", "00600"]
    expected = summary(expand(read(*board)))
    assert expected["shortest"] == 3
    for text in ("\n".join(board), phone(*board), phone(*board).replace("Name", "8 8")):
        assert summary(expand(family.read(text, {}))) == expected
    assert family.read(phone(*board, best=3), {}).claims == {"shortest": 3}
    five = ["003", "000", "000", "000", "400", "000"]  # its lines 3 to 5 are numbers
    assert shortest(expand(family.read("\n".join(five), {}))) == 6


def test_a_row_alone_needs_its_format_named(tmp_path):
    with pytest.raises(LevelError, match="expected 2 numbers"):
        family.read("42503\n", {})
    path = tmp_path / "row.yaml"
    path.write_text("puzzle: psychopath\nformat: pathology\nlevel: |\n  42503\n")
    assert shortest(expand(load(str(path)).puzzle)) == 4


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("", 1, "missing: the board"),
        ("043\n0K0", 2, "unknown tile 'K'; known: 0 to 9 and A to J"),
        ("043\n00", 2, "a row of 2 tiles in a board 3 wide"),
        ("043\n\n000", 2, "a row of 0 tiles in a board 3 wide"),
        ("043\n004", 2, r"a second player \(4\)"),
        ("003\n000", None, r"there is no player \(4\)"),
        ("040\n000", None, r"there is no exit \(3\)"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, PATHOLOGY)
    assert caught.value.line == line


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("", 2, "the name of the level and its author"),
        ("a\nb", 3, "moves of the best known"),
        ("a\nb\nc", 3, "'c'"),
        ("a\nb\n0\n-1", 4, "'-1'"),
        ("a\nb\n0\n3\n0", 5, "at least 1"),
        ("a\nb\n0\n3\n2\n043", 7, "row 2 of 2"),
        ("a\nb\n0\n3\n1\n043\n000", 7, "more than the 1 rows"),
        ("a\nb\n0\n4\n1\n043", 6, "3 tiles, where line 4 announces 4 columns"),
        ("a\nb\n0\n3\n2\n043\n0x0", 7, "unknown tile 'x'"),
    ],
)
def test_complaints_of_phone_files(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, PHONE)
    assert caught.value.line == line


def test_complaints_name_file_line_and_value(run, tmp_path):
    path = tmp_path / "a.yaml"
    path.write_text("puzzle: psychopath\nformat: other\nlevel: |\n  43\n  00\n")
    got = run("solve", path)
    assert got.code == 2
    known = "known: psychopath, phone, pathology"
    assert f"{path}:2: unknown format 'other'; {known}" in got.err
    path.write_text("puzzle: psychopath\nlevel: |\n  43\n  0Z\n")
    assert "width, height" in run("solve", path).err
    path.write_text("puzzle: psychopath\nlevel: |\n  43\n  00\n  0Z\n")
    assert f"{path}:5: unknown tile 'Z'" in run("solve", path).err


# --------------------------------------------------------------------------- text, picture, writing


@settings(max_examples=examples(50))
@given(SPECIAL, st.integers(0, 20))
def test_a_state_that_is_written_plays_on(rows, node):
    puzzle = read(*rows)
    graph = expand(puzzle)
    state = graph.state(node % len(graph))
    if puzzle.is_goal(state):
        return
    try:
        text = family.write(puzzle, state)
    except LevelError as error:
        exits = puzzle.board.find("e")
        assert "stands on the exit" in str(error)
        assert any(cell in exits for _, cell in pieces(puzzle, state))
        return
    again = family.read(text, family.settings(puzzle))
    assert family.text(again, again.start) == family.text(puzzle, state)
    assert summary(expand(again)) == summary(expand(puzzle.starting(state)))


def test_picture_of_holes_and_arrows():
    puzzle = read("42586", "00003")
    drawing = family.draw(puzzle, puzzle.start)
    ElementTree.fromstring(drawing.svg(100))
    crates = [s for s in drawing.shapes if isinstance(s, Polygon) and len(s.points) == 8]
    heads = [s for s in drawing.shapes if isinstance(s, Polygon) and len(s.points) == 3]
    assert (len(crates), len(heads)) == (3, 2)
    squares = [s for s in drawing.shapes if isinstance(s, Polygon) and len(s.points) == 4]
    pits = [square for square in squares if square.fill == "#1b1b1b"]
    assert len(pits) == 1
