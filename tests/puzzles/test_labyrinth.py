"""Labyrinth: the known answers, its reader's complaints, sliding rows, and what always holds."""

from __future__ import annotations

from xml.etree import ElementTree

import known
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from stategraph_puzzles.labyrinth import family
from stategraph_puzzles.tiles import BOX

from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import parse_level, read_level
from stategraph.metrics import summary
from stategraph.rules import LevelError
from stategraph.rules.shapes import Disc

pytestmark = pytest.mark.usefixtures("any_engine")


def read(*rows, **options):
    """Return the puzzle of a board, the spare tile last."""
    return family.read("\n".join(rows), options)


def play(puzzle, *labels):
    """Return the state after some moves."""
    state = puzzle.start
    for label in labels:
        state = dict(puzzle.moves(state))[label]
    return state


def level(*rows, options=""):
    """Return the text of a YAML level."""
    return "puzzle: labyrinth\nlevel: |\n" + "".join(f"  {row}\n" for row in rows) + options


# -------------------------------------------------------------------------------------- the reader


@pytest.mark.parametrize(
    "text, line, words",
    [
        ("", 1, "missing: a row"),
        ("\n \n", 1, "missing: a row"),
        ("8\n", 2, "missing: the spare"),
        ("8;8\n8;10\n9\n", 2, "0 to 9, or one of ┌┐└┘┬┤┴├│─, not '10'"),
        ("8;8\n8;┼\n9\n", 2, "'┼'"),
        ("8;8\n8;──\n9\n", 2, "'──'"),
        ("8;8\n8;٣\n9\n", 2, "'٣'"),
        ("8;8\n8;\n9\n", 2, "''"),
        ("8;8\n\n9\n", 2, "''"),
        ("8;8\n8\n9\n", 2, "1 tiles in a board of 2 columns"),
        ("8;8\n8;8;8\n9\n", 2, "3 tiles in a board of 2 columns"),
        ("8;8\nx\n", 2, "'x'"),
        ("8;8\n8;x\n9\n", 2, "0 to 9, or one of ┌┐└┘┬┤┴├│─, not 'x'"),
        ("8;8\n8;" + "9" * 50 + "\n9\n", 2, "'9{37}...'"),
        ("8;8\n;8\n", 2, "spare tile and nothing else"),
        ("8;8\n;;\n", 2, "''"),
    ],
)
def test_complaints(text, line, words):
    with pytest.raises(LevelError, match=words) as caught:
        family.read(text, {})
    assert caught.value.line == line


@pytest.mark.parametrize(
    "options, line, words",
    [
        ("start: 3\n", 7, "start must be"),
        ("goal: [0, 0]\nstart: [0]\n", 8, "start must be"),
        ("goal: [0, 0.5]\n", 7, "goal must be"),
        ("goal: [0, yes]\n", 7, "goal must be"),
        ("goal: [0, -1]\n", 7, r"between \[0, 0\] and \[1, 1\]"),
        ("title: x\nstart: [2, 0]\n", 8, "start must lie"),
        ("begin: [0, 0]\n", 7, "unknown key 'begin'; known: .*start, goal"),
    ],
)
def test_options_are_complained_of_at_their_own_line(options, line, words):
    text = level("8;8", "8;8", "9", options="# a remark\n" + options)
    with pytest.raises(LevelError, match=words) as caught:
        parse_level(text, "case.yaml")
    assert caught.value.line == line


def test_drawn_tiles_and_numbers_are_alike():
    drawn, numbers = read("┌; ─ ;┐", "│;┴;─", "├;;"), read("0;9;1", "8;6;9", "7")
    assert drawn.start == numbers.start
    assert drawn.variables.parse("player=outside, spare=7, tiles=0+9+1+8+6+9") == drawn.start


# --------------------------------------------------------------------------------------- the rules


@pytest.mark.parametrize(
    "tile, labels", [("┤", "D L S U X"), ("├", "D R S U X"), ("┴", "L R S U X"), ("┬", "D L R S")]
)
def test_order_of_moves(tile, labels):
    puzzle = read("┬;┬;┬", f"┬;{tile};┬", "┴;┴;┴", "─", goal=[1, 1])
    state = puzzle.start.but(player=4)
    assert [label for label, _ in puzzle.moves(state)] == labels.split()
    door = read("│", "│")
    assert [label for label, _ in door.moves(door.start)] == ["E", "S"]


@pytest.mark.parametrize(
    "row, before, after, spare",
    [(0, [1, 2, 3], [0, 1, 2], 3), (1, [1, 2, 3], [2, 3, 0], 1)],
)
def test_even_rows_slide_right_and_odd_rows_left(row, before, after, spare):
    puzzle = read("8;8;8", "8;8;8", "0")
    state = puzzle.start.but(player=3 * row + 1, tiles=[8] * 3 * row + before + [8] * 3 * (1 - row))
    moved = dict(puzzle.moves(state))["S"]
    assert list(moved.tiles[3 * row : 3 * row + 3]) == after
    assert moved.spare == spare
    assert moved.player == 3 * row + (2 if row == 0 else 0)


def test_the_player_wraps_onto_the_tile_just_pushed_in():
    puzzle = read("8;9;9", "2")
    states = [play(puzzle, "E", *["S"] * k) for k in range(5)]
    assert [state.player for state in states] == [0, 1, 2, 0, 1]
    assert [state.tiles[state.player] for state in states] == [8, 8, 8, 9, 9]


def test_outside_the_start_row_slides():
    puzzle = read("8;8", "9;1", "3", start=[0, 1])
    state = play(puzzle, "S")
    assert (tuple(state.tiles), state.spare, state.player) == ((3, 8, 9, 1), 8, 4)


def test_never_solved_in_no_moves_and_nothing_follows_the_goal():
    puzzle = read("8", "8")
    assert not puzzle.is_goal(puzzle.start)
    won = play(puzzle, "E", "X")
    assert puzzle.is_goal(won)
    assert list(puzzle.moves(won)) == []


# --------------------------------------------------------------------------------- text and picture


def test_text_shows_board_spare_and_player():
    puzzle = read("┌;─", "│;┴", "├")
    assert family.text(puzzle, puzzle.start).split("\n") == [
        " ┌  ─",
        " │  ┴",
        "spare ├, player outside, start 1:0, goal 0:1",
    ]
    assert family.text(puzzle, play(puzzle, "E", "U")).split("\n") == [
        "[┌] ─",
        " │  ┴",
        "spare ├, player at 0:0, start 1:0, goal 0:1",
    ]


def test_states_read_back_and_can_be_drawn():
    puzzle = read("2;1", "8;6", "7")
    graph = expand(puzzle)
    for node in range(len(graph)):
        state = graph.state(node)
        assert puzzle.variables.parse(repr(state)) == state
        lines = family.text(puzzle, state).split("\n")
        tiles = [BOX.index(mark) for mark in "".join(lines[:2]) if mark in BOX]
        assert tiles == list(state.tiles)
        assert ("[" in "".join(lines)) == (state.player < 4)
        shapes = family.draw(puzzle, state).shapes
        assert sum(isinstance(shape, Disc) for shape in shapes) == 4  # three rings, one player


def test_pictures_of_every_bundled_start():
    for found in known.bundled("labyrinth"):
        ElementTree.fromstring(family.draw(found.puzzle, found.puzzle.start).svg(120))


# --------------------------------------------------------------------------------- random boards

TILES = st.integers(0, 9).map(str)


@st.composite
def texts(draw):
    """Draw a board of at most four tiles."""
    height, width = draw(st.sampled_from([(1, 1), (1, 2), (1, 3), (2, 1), (3, 1), (2, 2)]))
    rows = [";".join(draw(TILES) for _ in range(width)) for _ in range(height)]
    return "\n".join([*rows, draw(TILES)])


@settings(max_examples=examples(40))
@given(texts())
def test_dead_states_are_none_or_all(text):
    # Walking and sliding can be taken back. Entering cannot, but loses nothing: S turns the row's
    # width + 1 tiles, and carries the player round its width columns. They have no common
    # divisor, so he can reach the start column with any rotation of his row.
    record = summary(expand(family.read(text, {}), Limits(states=3000)))
    if record["complete"]:
        assert record["dead_states"] in (0, record["states"])


@settings(max_examples=examples(40))
@given(texts())
def test_tiles_are_only_moved(text):
    puzzle = family.read(text, {})
    graph = expand(puzzle, Limits(states=200))
    bag = sorted([*puzzle.start.tiles, puzzle.start.spare])
    for node in range(len(graph)):
        state = graph.state(node)
        assert sorted([*state.tiles, state.spare]) == bag


def test_every_forbidden_walk_has_its_reason():
    """A walk, and leaving, have a reason exactly if the rules forbid them."""
    puzzle = read_level("labyrinth/first-shift").puzzle
    board, reasons, walks = puzzle.board, set(), 0
    for state in expand(puzzle).all_states():
        if state.player >= board.size:
            continue
        legal = {label for label, _ in puzzle.moves(state)}
        for label in "LURD":
            reason = family.forbids(puzzle, state, label)
            assert bool(reason) == (label not in legal)
            reasons.add(reason)
            walks += 1
        assert bool(family.forbids(puzzle, state, "X")) == ("X" not in legal)
    assert walks > 100
    assert any(reason.endswith(" must be open at the top") for reason in reasons)
    assert "the player must leave the left column" in reasons
