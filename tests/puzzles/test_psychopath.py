"""Psychopath: the known answers, its reader's complaints, and what no turn of the board changes."""

from __future__ import annotations

from xml.etree import ElementTree

import boards
import known
import pytest
from effort import examples
from hypothesis import given, settings
from stategraph_puzzles.psychopath import family

from stategraph.expand import expand
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Disc, Polygon, Words

pytestmark = pytest.mark.usefixtures("any_engine")


def read(*rows, best=0):
    """Return the puzzle of a board."""
    return family.read("\n".join([f"{len(rows[0])} {len(rows)}", str(best), *rows]), {})


def counts(rows):
    """Return every number of a board that does not name moves."""
    return known.counts(expand(read(*rows)))


# ---------------------------------------------------------------------------------- known answers


def test_picture_of_the_format():
    rows = "XXXXXXXX", "X__X___X", "Xup__pPX", "X__X__eX", "XXXXXXXX"
    puzzle = read(*rows, best=8)
    assert summary(expand(puzzle))["shortest"] == puzzle.claims["shortest"]


# -------------------------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("", 1, "width, height"),
        ("5\n", 1, "expected 2 numbers"),
        ("5 3 1\n", 1, "expected 2 numbers"),
        ("0 3\n", 1, "at least 1"),
        ("5 0\n", 1, "at least 1"),
        ("1234567890 3\n", 1, "1234567890"),
        ("٣ 3\n", 1, "٣"),
        ("5 3\n", 2, "best known"),
        ("5 3\n-1\n", 2, "-1"),
        ("5 3\n1 2\n", 2, "expected 1 number"),
        ("3 3\n0\nXXX\nXu\n", 5, "row 3 of 3"),
        ("3 1\n0\nue\n", 3, "2 tiles in a board 3 wide"),
        ("3 2\n0\nuee\n\tpp\n", 4, r"'\\t'"),
        ("2 2\n0\nu_\neU\n", 4, "'U'"),
        ("2 1\n0\nue\n \n\nX\n", 4, "more rows than the 1"),
        ("2 2\n0\nue\n\nXX\n", 4, "0 tiles in a board 2 wide"),
        ("2 2\n0\nue\nX\nXX\n", 4, "1 tiles in a board 2 wide"),
        ("3 3\n0\nue\nXXX\n", 5, "row 3 of 3"),
        ("4 1\n0\nueuu\n", 3, "second player"),
        ("2 1\n0\n_e\n", None, "no player"),
        ("2 1\n0\nup\n", None, "no exit"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, {})
    assert caught.value.line == line


def test_blanks_behind_rows_and_lines_behind_the_board_are_ignored():
    assert family.read("\t3  1 \n 0\nu_e \t \n\n  \n", {}).board.lines == ("u_e",)


def test_best_known_solution_is_a_claim():
    assert read("ue", best=7).claims == {"shortest": 7}
    assert read("ue").claims == {}


# --------------------------------------------------------------------------------------- the rules


def labels(*rows):
    """Return the moves at the start."""
    puzzle = read(*rows)
    return [label for label, _ in puzzle.moves(puzzle.start)]


def test_order_of_moves():
    assert labels("___", "_u_", "__e") == ["D", "L", "R", "U"]


@pytest.mark.parametrize(
    "row, pushes",
    [
        ("up_e", True),
        ("upe", True),
        ("uPe", True),
        ("uppe", False),
        ("upPe", False),
        ("upXe", False),
    ],
)
def test_pushing(row, pushes):
    assert ("R" in labels(row)) is pushes


def test_a_block_leaves_a_free_exit_behind():
    puzzle = read("uP_")
    ((_, after),) = puzzle.moves(puzzle.start)
    assert puzzle.is_goal(after)
    assert family.text(puzzle, after) == "_up"


# --------------------------------------------------------------------------------- text and picture


def test_text_reads_back_as_the_state():
    puzzle = read("Xu_p", "x_Pe", "____")
    graph = expand(puzzle)
    for node in range(1, min(len(graph), 200)):
        state = graph.state(node)
        if not puzzle.is_goal(state):
            rows = family.text(puzzle, state).split("\n")
            assert read(*rows).start == state


def test_text_and_picture_of_every_bundled_start():
    for level in known.bundled("psychopath"):
        puzzle = level.puzzle
        assert family.text(puzzle, puzzle.start).split("\n") == list(puzzle.board.lines)
        drawing = family.draw(puzzle, puzzle.start)
        assert (drawing.width, drawing.height) == (puzzle.board.width, puzzle.board.height)
        ElementTree.fromstring(drawing.svg(120))


def test_picture_shows_each_thing_once():
    puzzle = read("upP", "__e")
    shapes = family.draw(puzzle, puzzle.start).shapes
    assert sum(isinstance(shape, Disc) for shape in shapes) == 1
    assert sum(isinstance(shape, Polygon) and len(shape.points) == 8 for shape in shapes) == 2
    assert [shape.text for shape in shapes if isinstance(shape, Words)] == ["u"]


# --------------------------------------------------------------------------------- random boards

BOARDS = boards.boards("_____XXpppeP", "u", most=(4, 4)).filter(
    lambda rows: any(mark in "eP" for row in rows for mark in row)
)


@settings(max_examples=examples(60))
@given(BOARDS)
def test_no_turn_or_mirror_changes_a_number(rows):
    first = counts(rows)
    for other in boards.turns(rows)[1:]:
        assert counts(other) == first


@settings(max_examples=examples(50))
@given(BOARDS)
def test_a_chamber_out_of_reach_changes_nothing(rows):
    assert counts(boards.beside(rows, wall="X", chamber="_pe")) == counts(rows)


@settings(max_examples=examples(50))
@given(BOARDS)
def test_a_frame_of_walls_changes_nothing(rows):
    assert counts(boards.framed(rows, wall="x")) == counts(rows)
