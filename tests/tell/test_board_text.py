"""Boards as text and as drawings, with the numbers of rows and columns on their rims."""

from __future__ import annotations

import re

import pytest

from stategraph import load
from stategraph.expand import expand
from stategraph.rules.drawing import EDGE
from stategraph.rules.shapes import Words
from stategraph.tell.board_text import board_in_words, side_by_side


def test_a_text_board_has_a_rim_that_counts_its_cells():
    level = load("psychopath/many-traps")
    head, *rows = board_in_words(level, level.puzzle.start)
    assert head == "  012345678"
    board = level.puzzle.board
    y, x = board.place(level.puzzle.start.player)
    assert rows[y].startswith(f"{y} ") and rows[y][2 + x] == "u" and head[2 + x] == str(x)


def test_what_is_no_board_is_told_in_its_words():
    level = load("spacewreck/eight-rooms")
    assert board_in_words(level, level.puzzle.start) == []
    level = load("pledge/ferry")  # its lines are not only rows of the level
    assert board_in_words(level, level.puzzle.start) == level.describe(level.puzzle.start).split(
        "\n"
    )


def test_boards_stand_side_by_side_as_far_as_they_fit():
    boards = [["first", "##"], ["second", "###", "#"], ["third", "#"]]
    assert side_by_side(boards, 14) == ["first  second", "##     ###", "       #", "third", "#"]


def test_trap_moves_are_told_with_boards(run):
    out = run("analyse", "psychopath/many-traps", "--by", "moves", "--all").out
    part = out[out.index("reasons of the 196 trap moves") : out.index("dead pattern")]
    assert "(5 of 7)" in part and "player=" not in part
    assert part.count("0 XXXXXXXXX") == 5 and "after R:" in part
    out = run("analyse", "spacewreck/minefield", "--by", "moves").out
    assert "at the start: R10 into Rocket in room 10 (red), Lucky in room 10 (red)" in out


@pytest.mark.parametrize(
    "name",
    ["psychopath/many-traps", "pledge/ferry", "labyrinth/nine-tiles", "puzzlescript/causeway"],
)
def test_a_drawn_board_has_numbers_beside_each_row_and_column(name):
    level = load(name)
    board, (left, top) = level.puzzle.board, level.family.corner
    plain, made = level.draw(level.puzzle.start), level.draw(level.puzzle.start, rim=True)
    assert (made.width, made.height) == (plain.width + EDGE, plain.height + EDGE)
    rim = [s for s in made.shapes if isinstance(s, Words) and min(s.place) < EDGE]
    across = {s.text: s.points[0][0] for s in rim if s.points[0][1] < EDGE}
    down = {s.text: s.points[0][1] for s in rim if s.points[0][0] < EDGE}
    assert across == {str(k): pytest.approx(EDGE + left + k + 0.5) for k in range(board.width)}
    assert down == {str(k): pytest.approx(EDGE + top + k + 0.5) for k in range(board.height)}


def test_ships_have_no_rim():
    level = load("spacewreck/eight-rooms")
    state = level.puzzle.start
    assert level.draw(state, rim=True).svg() == level.draw(state).svg()


def test_rims_from_the_command_line(run, tmp_path):
    texts = []
    for words in (
        ("board", "sokoban/first-push", "--rim", "-o", tmp_path / "b.svg"),
        ("film", "sokoban/first-push", "--rim", "-o", tmp_path / "f.svg"),
        ("render", "sokoban/first-push", "--view", "solution", "--rim", "--layout", "layered",
         "-o", tmp_path / "r.svg"),
    ):  # fmt: skip
        assert run(*words).code == 0
        texts.append(words[-1].read_text("utf-8"))
    counts = [len(re.findall(">3</text>", text)) for text in texts]
    assert counts[0] == 2 and counts[1] == 6 and counts[2] >= 6


def test_a_move_is_marked_where_something_moved():
    level = load("sokoban/first-push")
    graph = expand(level.puzzle)
    before = level.puzzle.start
    _, after = next(iter(level.puzzle.moves(before)))
    plain, marked = level.draw(after), level.draw_move(before, after)
    more = marked.shapes[len(plain.shapes) :]
    assert marked.shapes[: len(plain.shapes)] == plain.shapes and len(more) == 3
    assert len(level.draw_move(before, before).shapes) == len(level.draw(before).shapes)
    assert graph.state(0) == before
