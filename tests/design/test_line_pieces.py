"""Edits of pieces that cover a line of cells: the cars of Rush Hour on the editor's board."""

from __future__ import annotations

import pytest

from stategraph import load
from stategraph.design import line_pieces
from stategraph.errors import InputError, LevelError
from stategraph.invent.mutations import maker
from stategraph.level_files import native_text, parse_level
from stategraph.level_files.families import family
from stategraph.studio.editable_board import board_of
from stategraph.studio.editing import edited

EDITOR = family("rushhour").editing({})

YARD = """puzzle: rushhour
level: |
  ...DD.
  ..B..C
  AAB..C
  .....x
  ..EEE.
"""


def rows_after(*edits: dict[str, object], text: str = YARD) -> list[str]:
    """Return the rows of the board after some edits."""
    for edit in edits:
        text = edited(text, "yard.yaml", edit)
    return native_text(text, "yard.yaml").split()


def paint(sign: str, *cells: tuple[int, int]) -> dict[str, object]:
    return {"name": "paint", "cells": [list(cell) for cell in cells], "sign": sign}


def move(source: tuple[int, int], target: tuple[int, int]) -> dict[str, object]:
    return {"name": "move", "at": list(source), "to": list(target)}


def test_the_family_has_signs_only_for_editing():
    known = family("rushhour")
    assert known.signs == ()
    assert EDITOR.signs[:2] == tuple(sign for sign in EDITOR.signs if not sign.line)
    board = EDITOR.grid(native_text(YARD, "yard.yaml"))
    names = [sign.name for sign in EDITOR.offered(board)]
    cars = [f"car {mark}" for mark in "ABCDE"]
    assert names == ["free", "wall", *cars, "new car F"]
    level = parse_level(YARD, "yard.yaml")
    assert not maker(level).on_board  # random edits move whole cars


@pytest.mark.parametrize("name", ["rushhour/back-first", "rushhour/eleven-cars"])
def test_the_picture_to_edit_on_is_that_of_the_level_with_its_exit(name):
    level = load(name)
    board = EDITOR.grid(native_text(level.text, level.file))
    drawing, game = EDITOR.draw_signs(board), level.draw(level.puzzle.start)
    assert (drawing.width, drawing.height) == (game.width, game.height)
    assert drawing.svg() == game.svg()
    assert native_text(level.text, level.file).split() == EDITOR.regrid("", board).split()


def test_a_row_of_the_database_becomes_a_board():
    row = "ooBCCCooBooDAAoooDEEoooooooooooooooo"
    text = f"puzzle: rushhour\nlevel: |\n  {row}\n"
    drawn = rows_after(paint("x", (5, 5)), text=text)
    assert len(drawn) == 6 and drawn[5] == ".....x" and drawn[0] == "..BCCC"


def test_signs_are_drawn_as_single_cells_and_broken_cars_too():
    tiles = [EDITOR.draw_signs([[sign.text]]) for sign in EDITOR.signs]
    assert {(tile.width, tile.height) for tile in tiles} == {(1, 1)}
    assert len({tile.svg() for tile in tiles}) == len(tiles)
    broken = EDITOR.draw_signs([["B", "."], [".", "B"]])
    assert broken.svg().count(">B</text>") == 2
    assert broken.width == EDITOR.draw_signs([["A", "A"]]).width > 2  # with the exit


def test_a_car_is_added_by_a_stroke_or_cell_by_cell():
    added = [".F.DD.", ".FB..C", "AAB..C", ".....x", "..EEE."]
    assert rows_after(paint("F", (0, 1), (1, 1))) == added
    one = edited(YARD, "yard.yaml", paint("F", (0, 1)))
    with pytest.raises(LevelError, match="car F is not two or more cells"):
        parse_level(one, "yard.yaml")
    assert board_of(one, "yard.yaml")["rows"][0][1] == "F"  # it is shown nevertheless
    assert rows_after(paint("F", (1, 1)), text=one) == added


def test_a_car_is_resized_and_removed():
    assert rows_after(paint("E", (4, 5)))[4] == "..EEEE"
    assert rows_after(paint(".", (4, 2)))[4] == "...EE."
    assert rows_after(paint(".", (4, 3)))[4] == "......"  # no line of two cells is left
    assert rows_after(paint(".", (4, 2), (4, 3)))[4] == "......"
    assert rows_after({"name": "erase", "at": [0, 3]})[0] == "......"


def test_a_car_is_drawn_anew_away_from_its_cells():
    assert rows_after(paint("D", (3, 0), (3, 1))) == [
        "......", "..B..C", "AAB..C", "DD...x", "..EEE."
    ]  # fmt: skip
    longer = rows_after(paint("E", (4, 1)), paint("x", (4, 3)))
    assert longer[4] == ".EEx.."  # the longest line stays


def test_a_car_is_moved_as_a_whole_or_not_at_all():
    assert rows_after(move((4, 3), (3, 2)))[3:] == [".EEE.x", "......"]
    assert rows_after(move((1, 2), (2, 2)), move((2, 2), (1, 2))) == rows_after()
    for source, target, reason in [
        ((4, 3), (4, 5), "car E would leave the board"),
        ((0, 3), (1, 4), "car D would stand on car C"),
        ((1, 5), (2, 5), "car C would stand on wall"),
    ]:
        with pytest.raises(InputError, match=reason):
            edited(YARD, "yard.yaml", move(source, target))
    assert rows_after(move((3, 5), (3, 4)))[3] == "....x."  # a wall moves by one cell


def test_the_board_can_be_resized_shifted_and_cleared_without_walls():
    assert rows_after({"name": "resize", "to": [5, 4]}) == [
        "....", "..B.", "AAB.", "....", "..EE"
    ]  # fmt: skip
    assert rows_after({"name": "resize", "to": [5, 7]})[0] == "...DD.."
    assert rows_after({"name": "shift", "to": [1, 0]})[0] == "......"
    assert set("".join(rows_after({"name": "clear"}))) == {"."}


def test_cells_outside_the_board_are_refused():
    for edit in (paint("B", (9, 9)), move((9, 9), (0, 0))):
        with pytest.raises(InputError, match="9:9 is not on the board"):
            edited(YARD, "yard.yaml", edit)


def test_mending_keeps_the_first_of_the_longest_lines():
    board = [list("BB.BB"), list("B...B"), list("B...B")]
    assert ["".join(row) for row in line_pieces.without_fragments(board, EDITOR)] == [
        "B....", "B....", "B...."
    ]  # fmt: skip
    assert line_pieces.without_fragments(board, EDITOR, "B") == board
