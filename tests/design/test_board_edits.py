"""Edits of boards: painted boards can be read, and a mirrored board plays as before."""

from __future__ import annotations

import random

import networkx as nx
import pytest

from stategraph import load
from stategraph.analysis import shortest
from stategraph.design import board_edits
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.level_files import native_text, parse_level, with_native_text
from stategraph.level_files.families import bundled_names, family, family_names
from stategraph.rules.family import NO_FAMILY

FAMILIES = [name for name in family_names() if family(name).signs]
SMALL = {
    "labyrinth": "labyrinth/first-shift",
    "pacman": "pacman/after-you",
    "pledge": "pledge/about-turn",
    "psychopath": "psychopath/first-push",
    "sokoban": "sokoban/corner",
}


def drawn(board):
    return ["".join(row) for row in board]


def text_of(name):
    level = load(name)
    return native_text(level.text, level.file)


def test_all_families_of_boards_have_signs():
    assert sorted(SMALL) == FAMILIES
    assert family("spacewreck").signs == ()
    with pytest.raises(LevelError, match="not boards of signs"):
        family("spacewreck").grid("1 0\ngreen")


@pytest.mark.parametrize("name", FAMILIES)
def test_signs_tell_apart_what_they_show(name):
    signs = family(name).signs
    assert len({sign.text for sign in signs}) == len({sign.name for sign in signs}) == len(signs)
    assert len({sign.parts for sign in signs}) == len(signs)
    assert all(len(sign.text) == 1 for sign in signs)


@pytest.mark.parametrize("name", FAMILIES)
def test_boards_of_signs_are_drawn_valid_or_not(name):
    known = family(name)
    tiles = [known.draw_signs([[sign.text]]) for sign in known.signs]
    assert {(tile.width, tile.height) for tile in tiles} == {(tiles[0].width,) * 2}
    assert len({tile.svg() for tile in tiles}) == len(tiles)
    every = [[sign.text for sign in known.signs]] * 2  # two players
    drawing = known.draw_signs(every)
    side = tiles[0].width
    assert (drawing.width, drawing.height) == (side * len(tiles), 2 * side)
    level = load(SMALL[name])
    board = known.draw_signs(known.grid(text_of(SMALL[name])))
    if not any(known.corner):
        assert set(board.shapes) == set(level.draw(level.puzzle.start).shapes)


def test_signs_without_a_drawing_show_their_texts():
    drawing = NO_FAMILY.draw_signs([["#", "@"]])
    assert (drawing.width, drawing.height) == (2, 1)
    assert [word in drawing.svg() for word in ("#</text>", "@</text>")] == [True, True]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_text_is_cut_into_signs_and_put_together_again(name):
    known = family(name)
    tried = 0
    for level in map(load, [each for each in bundled_names() if each.startswith(name + "/")]):
        try:
            text = native_text(level.text, level.file)
            board = known.grid(text)
        except LevelError as reason:
            assert "native format" in str(reason)
            continue
        painted = known.regrid(text, board)
        again = parse_level(with_native_text(level.text, level.file, painted), level.file)
        assert known.grid(painted) == board
        assert repr(again.puzzle.start) == repr(level.puzzle.start)
        assert again.expect == level.expect
        tried += 1
    assert tried > 5


@pytest.mark.parametrize("name", FAMILIES)
def test_mirrors_and_turns_come_back(name):
    known = family(name)
    board = known.grid(text_of(SMALL[name]))
    assert board_edits.mirror(board_edits.mirror(board, known), known) == board
    turned = board
    for _ in range(4):
        turned = board_edits.turn(turned, known)
    assert turned == board
    once = board_edits.mirror(board_edits.turn(board, known), known)
    assert board_edits.mirror(board_edits.turn(once, known), known) == board


@pytest.mark.parametrize("name", ["pacman", "psychopath", "sokoban"])
@pytest.mark.parametrize("edit", [board_edits.mirror, board_edits.turn])
def test_a_mirrored_or_turned_board_plays_as_before(name, edit):
    known, level, text = family(name), load(SMALL[name]), text_of(SMALL[name])
    text = known.regrid(text, edit(known.grid(text), known))
    before, after = expand(level.puzzle), expand(known.read(text, {}))
    assert len(before) == len(after)
    assert shortest(before) == shortest(after)


@pytest.mark.parametrize("name", FAMILIES)
def test_every_sign_can_be_painted_and_erased(name):
    known = family(name)
    text = text_of(SMALL[name])
    board = known.grid(text)
    for sign in known.signs:
        made = board_edits.paint(board, known, (0, 0), sign.text)
        assert made[0][0] == sign.text
        assert known.grid(known.regrid(text, made)) == made or sign.text == known.signs[0].text
        if sign.alone:
            assert sum(row.count(sign.text) for row in made) == 1
        assert board_edits.erase(made, known, (0, 0))[0][0] == known.signs[0].text
    assert board == known.grid(text)  # edits do not change their arguments


def test_one_player_is_left_wherever_they_stand():
    known = family("sokoban")
    board = known.grid("#####\n#+ .#\n#####")
    assert drawn(board_edits.paint(board, known, (1, 2), "@")) == ["#####", "#.@.#", "#####"]
    assert drawn(board_edits.paint(board, known, (1, 3), "+")) == ["#####", "#. +#", "#####"]


def test_what_is_moved_stands_on_what_is_there():
    known = family("psychopath")
    board = known.grid("5 3\n0\nXXXXX\nXupeX\nXXXXX\n")
    onto = board_edits.move(board, known, (1, 2), (1, 3))
    assert drawn(onto)[1] == "Xu_PX"
    assert drawn(board_edits.move(onto, known, (1, 3), (1, 2)))[1] == "XupeX"
    assert drawn(board_edits.move(board, known, (1, 1), (1, 2)))[1] == "X_ueX"  # a block is there
    assert drawn(board_edits.move(board, known, (1, 1), (1, 1))) == drawn(board)


def test_an_area_is_filled_as_far_as_it_hangs_together():
    known = family("sokoban")
    board = known.grid("######\n#  # #\n# ## #\n######")
    assert drawn(board_edits.fill(board, known, (1, 1), ".")) == [
        "######",
        "#..# #",
        "#.## #",
        "######",
    ]
    with pytest.raises(InputError, match="in one cell only"):
        board_edits.fill(board, known, (1, 1), "@")


def test_a_board_grows_and_shrinks():
    known = family("psychopath")
    board = known.grid("2 2\n0\nue\nXX\n")
    assert drawn(board_edits.resize(board, known, 3, 1)) == ["u", "X", "_"]
    text = known.regrid("2 2\n0\nue\nXX\n", board_edits.resize(board, known, 1, 3))
    assert text == "3 1\n0\nue_\n"
    assert drawn(board_edits.shift(board, known, 1, 0)) == ["__", "ue"]
    for height, width in ((0, 3), (3, -1), (200, 200)):
        with pytest.raises(InputError, match="a board of"):
            board_edits.resize(board, known, height, width)


def test_what_is_no_sign_and_no_cell_is_refused():
    known = family("sokoban")
    board = known.grid("###\n#@#\n###")
    with pytest.raises(InputError, match="'x' is not a sign of sokoban"):
        board_edits.paint(board, known, (1, 1), "x")
    with pytest.raises(InputError, match="3:0 is not on the board"):
        board_edits.paint(board, known, (3, 0), "#")
    with pytest.raises(LevelError, match="'x' is not a sign"):
        known.grid("###\n#x#")


@pytest.mark.parametrize("name", FAMILIES)
def test_a_cleared_board_is_ground_within_its_walls(name):
    known = family(name)
    ground = known.signs[0].text
    wall = next((sign.text for sign in known.signs if sign.parts == ("wall",)), ground)
    board = [[known.signs[-1].text] * 5 for _ in range(4)]
    assert board_edits.clear(board, known) == [
        [wall] * 5,
        *[[wall, ground, ground, ground, wall] for _ in range(2)],
        [wall] * 5,
    ]


@pytest.mark.parametrize("start", [(1, 1), (4, 1), (4, 4), (2, 4), (3, 2)])
def test_an_area_is_filled_from_each_of_its_cells(start):
    """The area winds up, down, left and right."""
    known = family("sokoban")
    board = known.grid("######\n# ## #\n# #  #\n#   ##\n# #  #\n######")
    filled = ["######", "#.##.#", "#.#..#", "#...##", "#.#..#", "######"]
    assert drawn(board_edits.fill(board, known, start, ".")) == filled


@pytest.mark.parametrize("down", range(-3, 4))
@pytest.mark.parametrize("right", range(-4, 5))
def test_a_shifted_board_is_cut_off_and_filled_with_ground(down, right):
    known = family("sokoban")
    board = known.grid("#.$\n@*#")
    wide = [[" "] * 11 for _ in range(8)]
    for row, column in ((r, c) for r in range(2) for c in range(3)):
        wide[3 + row + down][4 + column + right] = board[row][column]
    assert board_edits.shift(board, known, down, right) == [row[4:7] for row in wide[3:5]]


@pytest.mark.parametrize("seed", range(20))
def test_a_fill_paints_what_hangs_together_by_sides(seed):
    chance, known = random.Random(seed), family("psychopath")
    ground, wall = known.signs[0].text, board_edits.clear([["?"]], known)[0][0]
    rows, columns = chance.randint(1, 5), chance.randint(1, 5)
    board = [[chance.choice([ground, wall]) for _ in range(columns)] for _ in range(rows)]
    start = chance.randrange(rows), chance.randrange(columns)
    old = board[start[0]][start[1]]
    cells = nx.grid_2d_graph(rows, columns)
    cells.remove_nodes_from([(r, c) for r, c in [*cells] if board[r][c] != old])
    together = nx.node_connected_component(cells, start)
    new = ground if old == wall else wall
    filled = board_edits.fill(board, known, start, new)
    assert {(r, c) for r in range(rows) for c in range(columns) if filled[r][c] != board[r][c]} == (
        together
    )
    assert all(filled[r][c] == new for r, c in together)


@pytest.mark.parametrize("rows, columns", [(1, 1), (1, 4), (3, 1), (3, 2), (4, 5)])
def test_a_cleared_board_has_walls_all_round_and_ground_within(rows, columns):
    known = family("psychopath")
    ground = known.signs[0].text
    cleared = board_edits.clear([["?"] * columns for _ in range(rows)], known)
    assert [len(row) for row in cleared] == [columns] * rows
    within = {(r, c) for r in range(1, rows - 1) for c in range(1, columns - 1)}
    shown = {(r, c) for r in range(rows) for c in range(columns) if cleared[r][c] == ground}
    assert shown == within
    rim = {cleared[r][c] for r in range(rows) for c in range(columns) if (r, c) not in within}
    assert len(rim) == 1 and rim != {"?"}
