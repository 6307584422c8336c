"""Boards in words, for those who hear them: the words match the drawing."""

from __future__ import annotations

import browser
import pytest

from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.studio.board_descriptions import BoardDescriptions
from stategraph.studio.board_table import board_table
from stategraph.studio.level_bundle import _states_to_draw, _things
from stategraph.studio.share_page import share
from stategraph.studio.single_states import States

BOARDS = ["psychopath/first-push", "pacman/first-meal", "sokoban/first-push"]

needs_chromium = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")


def opened(name):
    level = read_level(name)
    return level, expand(level.puzzle, engine="direct")


@pytest.mark.parametrize("name", BOARDS)
def test_words_and_ground_say_the_sign_of_every_cell_of_every_state(name):
    level, graph = opened(name)
    states, *_ = _states_to_draw(level, graph)
    table, ground = board_table(level.draw, states), BoardDescriptions(level).ground()
    things_of_pieces = _things(level, table, states)
    names = {sign.text: sign.name for sign in level.family.signs}
    for board, state in enumerate(states[: len(graph)]):
        if graph.goal == board:
            continue
        there = [things_of_pieces[piece] for piece in table.of(board)]
        cells = {tuple(thing["cell"]): thing["name"] for thing in there if thing}
        rows = level.family.grid(level.family.write(level.puzzle, state))
        for r, row in enumerate(rows):
            for c, sign in enumerate(row):
                assert cells.get((r, c), ground[r][c]) == names[sign], (board, r, c)
        walkers = [thing["name"] for thing in there if thing and thing["walks"]]
        assert len(walkers) == len(level.family.walkers(level.puzzle))


@pytest.mark.parametrize("name", ["labyrinth/straight-up", "pledge/ferry", "puzzlescript/hall"])
def test_whoever_walks_is_named_in_every_state_of_the_other_families(name):
    level, graph = opened(name)
    states, *_ = _states_to_draw(level, graph)
    table = board_table(level.draw, states)
    things_of_pieces = _things(level, table, states)
    for board in set(range(len(graph))) - {graph.goal}:
        there = [things_of_pieces[piece] for piece in table.of(board)]
        assert any(thing["walks"] for thing in there if thing), board


def test_a_state_that_a_line_tells_is_told_by_it():
    level, graph = opened("spacewreck/eight-rooms")
    assert BoardDescriptions(level).lines([level.puzzle.start]) == [
        level.describe(level.puzzle.start)
    ]
    level, graph = opened("psychopath/first-push")
    assert BoardDescriptions(level).lines([graph.state(0)]) == []
    assert BoardDescriptions(level).things(graph.state(0)) == (
        "player at row 2, column 2; block at row 2, column 4"
    )


@pytest.mark.parametrize("name", BOARDS)
def test_a_level_told_state_by_state_says_the_same(name):
    level, graph = opened(name)
    told, things_of_pieces = States(level, graph), []
    for node in range(min(40, len(graph))):
        here = told.look(node)
        things_of_pieces += [each for _, _, each in here["fresh"]]
        things = [things_of_pieces[piece] for piece in here["pieces"]]
        if here["description"]:
            assert things == [None]
            assert here["description"] == BoardDescriptions(level).things(graph.state(node))
            continue
        assert any(thing["walks"] for thing in things if thing)
        signs = level.family.grid(level.family.write(level.puzzle, graph.state(node)))
        for thing in filter(None, things):
            row, column = thing["cell"]
            names = {sign.text: sign.name for sign in level.family.signs}
            assert node == graph.goal or names[signs[row][column]] == thing["name"]


@pytest.mark.quick
@needs_chromium
def test_a_screen_reader_hears_the_board_and_what_a_move_changes(tmp_path):
    level, graph = opened("psychopath/first-push")
    (tmp_path / "page.html").write_text(share(level, graph), "utf-8")
    with browser.Browser() as chromium, chromium.page() as page:
        page.goto((tmp_path / "page.html").as_uri())
        page.wait_for_selector("body[data-ready]")
        sides = "floor above, floor to the right, floor below, floor to the left"
        start = f"player at row 2, column 2, {sides}; block at row 2, column 4"
        assert page.locator("#announcement").inner_text().startswith(start)
        assert "exit at row" in page.locator("#announcement").inner_text()
        for label in ("R", "R"):
            page.click(f"#moves [data-label={label}]")
            page.wait_for_function("() => window.stategraph.idle()")
        pushed = (
            "player at row 2, column 4, wall above, block to the right, wall below, floor to the"
        )
        pushed += " left; block at row 2, column 5"
        assert page.locator("#announcement").inner_text() == pushed
        told = page.context.new_cdp_session(page).send("Accessibility.getFullAXTree")["nodes"]
        heard = [
            (one["role"]["value"], one["name"]["value"])
            for one in told
            if not one["ignored"] and one.get("name", {}).get("value")
        ]
        assert any(role == "image" and f"after move 2: {pushed}" in name for role, name in heard)
        assert page.errors == []
