"""Pacman: the known answers, its reader's complaints, and what no turn of the board changes."""

from __future__ import annotations

from xml.etree import ElementTree

import boards
import known
import pytest
from effort import examples
from hypothesis import given, settings
from stategraph_puzzles.pacman import family

from stategraph.expand import expand
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Disc, Words

pytestmark = pytest.mark.usefixtures("any_engine")


def read(*rows):
    """Return the puzzle of a board."""
    return family.read("\n".join(rows), {})


def counts(rows):
    """Return every number of a board that does not name moves."""
    return known.counts(expand(read(*rows)))


# ---------------------------------------------------------------------------------- known answers


@pytest.mark.parametrize("name, answers", known.table("pacman").items())
def test_states_until_the_goal(name, answers):
    graph = expand(known.case("pacman", name).puzzle)
    # nodes are numbered as they are first met
    seen = len(graph) if graph.goal is None else graph.goal + 1
    assert seen == answers["states_until_goal"]


# -------------------------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    "text, line, words",
    [
        (" \n\t\n", 1, "missing: the board"),
        ("\nPQ\n", 1, "0 tiles; the widest has 2"),
        ("P  1\nQ\n", 2, "1 tiles; the widest has 4"),
        ("%%%\n%\tPQ\n", 1, "3 tiles; the widest has 4"),
        ("P\t1\nQ  \n", 1, r"'\\t'"),
        ("PQ4\n", 1, "'4'"),
        ("PQ\x0c1\n", 1, r"'\\x0c'"),
        ("P1\n1P\nQ \n", 2, "a second P"),
        ("QPQ\n", 1, "a second Q"),
        ("Q1\n", None, "there is no P"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, {})
    assert caught.value.line == line


def test_blanks_behind_the_widest_row_are_ignored():
    assert family.read("P1  \nQ \t\n\n", {}).board.lines == ("P1", "Q ")


# --------------------------------------------------------------------------------------- the rules


def labels(*rows):
    """Return the moves at the start."""
    puzzle = read(*rows)
    return [label for label, _ in puzzle.moves(puzzle.start)]


def test_order_of_moves():
    agent = ("U", "R", "D", "L")
    rows = "       ", " P   Q ", "      3"
    assert labels(*rows) == [*("Q" + way for way in agent), *("P" + way for way in agent)]


@pytest.mark.parametrize(
    "row, moves",
    [
        ("PQ3", ["QR"]),
        ("P1%2Q", ["QL", "PR"]),
        ("P2%1Q", []),
        ("P3%3Q", ["QL", "PR"]),
        ("1P%3Q", ["QL", "PL"]),
    ],
)
def test_who_may_enter(row, moves):
    assert labels(row) == moves


def test_picture_of_the_rules():
    found = counts(("%%%%%%%%", "%P 2 1Q%", "%%%%%%%%"))
    assert (found["states"], found["shortest"]) == (2, None)


def test_poison_that_is_eaten_is_floor():
    puzzle = read("P2Q", "% %")
    state = puzzle.start
    for move in ("QL", "QD"):
        state = dict(puzzle.moves(state))[move]
    assert "PR" not in dict(puzzle.moves(puzzle.start))
    assert "PR" in dict(puzzle.moves(state))


def test_without_food_it_is_won():
    assert counts(("P Q",)) == counts(("P%Q",))
    assert summary(expand(read("P Q")))["first_solution"] == ""


def test_foods_are_named_by_their_places():
    puzzle = read("P1 ", "Q 3")
    assert repr(puzzle.start) == "P=0:0, Q=1:0, left=0:1+1:2"
    assert puzzle.variables.parse("P=0:1, Q=1:1, left=1:2").left == {1}
    with pytest.raises(ValueError, match="no food at 0:2"):
        puzzle.board.food.cell(0, 2)


def test_actor():
    assert (family.actor("PU"), family.actor("QL")) == ("P", "Q")


# --------------------------------------------------------------------------------- text and picture


def test_text_reads_back_as_the_state():
    puzzle = read(*boards.framed(["P 1", "%3 ", "2 Q"], "%"))
    food = puzzle.board.food
    graph = expand(puzzle)
    for node in range(len(graph)):
        state = graph.state(node)
        other = read(*family.text(puzzle, state).split("\n"))
        assert (other.start.P, other.start.Q) == (state.P, state.Q)
        assert other.board.food.cells == [food.cells[k] for k in sorted(state.left)]


def test_text_and_picture_of_every_bundled_start():
    for level in known.bundled("pacman"):
        puzzle = level.puzzle
        assert family.text(puzzle, puzzle.start).split("\n") == list(puzzle.board.lines)
        drawing = family.draw(puzzle, puzzle.start)
        assert (drawing.width, drawing.height) == (puzzle.board.width, puzzle.board.height)
        ElementTree.fromstring(drawing.svg(120))


def test_picture_shows_each_thing_once():
    puzzle = read("P123Q")
    shapes = family.draw(puzzle, puzzle.start).shapes
    assert sorted(shape.text for shape in shapes if isinstance(shape, Words)) == list("123PQ")
    assert sum(isinstance(shape, Disc) for shape in shapes) == 2


# --------------------------------------------------------------------------------- random boards

# framed, since a reader drops blank rows at the end of a file
BOARDS = boards.boards("   %%123", "PQ", most=(3, 4)).map(lambda rows: boards.framed(rows, "%"))


@pytest.mark.long
@settings(max_examples=examples(50))
@given(BOARDS)
def test_no_turn_or_mirror_changes_a_number(rows):
    first = counts(rows)
    for other in boards.turns(rows)[1:]:
        assert counts(other) == first


@settings(max_examples=examples(50))
@given(BOARDS)
def test_the_two_agents_are_alike(rows):
    swap = str.maketrans("PQ12", "QP21")
    assert counts([row.translate(swap) for row in rows]) == counts(rows)


@settings(max_examples=examples(50))
@given(BOARDS)
def test_a_chamber_out_of_reach_changes_nothing(rows):
    assert counts(boards.beside(rows, wall="%", chamber="   ")) == counts(rows)


@settings(max_examples=examples(50))
@given(BOARDS)
def test_a_food_out_of_reach_makes_all_dead(rows):
    found = counts(boards.beside(rows, wall="%", chamber="3 "))
    assert found["shortest"] is None
    assert found["dead_states"] == found["states"]


@settings(max_examples=examples(50))
@given(BOARDS)
def test_dead_states_are_none_or_all(rows):
    # a step without a meal can be taken back, and a meal only opens the maze
    found = counts(rows)
    assert found["dead_states"] in (0, found["states"])
    assert found["trap_moves"] == 0


def test_every_forbidden_move_to_a_cell_has_its_reason():
    """A move has a reason exactly if the other agent or its food is on the cell."""
    puzzle = read("%%%%%%", "%P12Q%", "%  3 %", "%%%%%%")
    board, reasons = puzzle.board, set()
    for state in expand(puzzle).all_states():
        legal = {label for label, _ in puzzle.moves(state)} if not puzzle.is_goal(state) else None
        for label in (agent + way for agent in "PQ" for way in "URDL"):
            reason, to = family.forbids(puzzle, state, label), board.step[label[1]][state[label[0]]]
            if legal is not None:
                assert bool(reason) == (to >= 0 and label not in legal)
            reasons.add(reason)
    assert {"Q must eat the food on 1:3", "P must eat the food on 1:2"} <= reasons
    assert {"P must leave 2:2", "Q must leave 1:4", ""} <= reasons
