"""Plays that players hand back to the designer, in a real browser."""

from __future__ import annotations

import json

import browser
import pytest
from effort import sampled
from studios import serve_modules, solved

from stategraph import analysis
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.players import level_key

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")


@pytest.fixture(params=sampled([390, 1280]))
def window(request, chromium, running):
    with chromium.page(width=request.param, dark=request.param == 390) as made:
        made.goto(running.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        made.evaluate("window.studio.open('carousels.yaml')")
        solved(made)
        yield made


def plays_of(level, graph) -> list[dict]:
    """Return a win, a loss and a stop."""
    won = list(analysis.first_solution(graph).labels)
    node = min(analysis.dead_states(graph), key=lambda n: len(analysis.path_to(graph, n).labels))
    lost = list(analysis.path_to(graph, node).labels)
    key = level_key(level)
    return [{"level": key, "moves": moves} for moves in (won, lost, won[:1])]


def test_plays_are_brought_back_and_explored(window, running, tmp_path):
    page = window
    (running.folder / "plays.jsonl").unlink(missing_ok=True)
    level = read_level(str(running.folder / "carousels.yaml"))
    graph = expand(level.puzzle)
    plays = plays_of(level, graph)
    file = tmp_path / "from-a-phone.jsonl"
    file.write_text("".join(f"{json.dumps(play)}\n" for play in plays[:2]))
    page.click("#people summary")
    page.set_input_files("#plays-file", str(file))
    page.wait_for_function("() => document.getElementById('mark-visited')")
    assert page.inner_text("#brought") == "2 new plays brought back, in plays.jsonl."
    serve_modules(page)
    link = page.evaluate(
        """async text => {
          const {packedText} = await import("./static/address_text.js");
          return `file:///level.html#plays=${await packedText(text)}`;
        }""",
        f"{json.dumps(plays[1])}\n{json.dumps(plays[2])}\n",
    )
    page.fill("#plays-address", link)
    page.click("#bring-link")
    page.wait_for_function("() => document.getElementById('brought').innerText.startsWith('1 new')")
    solved(page)
    assert len((running.folder / "plays.jsonl").read_text().splitlines()) == 3
    assert "3 plays: 1 won, 1 lost, 1 stopped." in page.inner_text("#people-text")
    assert "Estimated difficulty" in page.inner_text("#people-text")
    assert page.locator("#lost-by li").count() == 1
    assert page.locator("#people-heat svg").count() == 1
    firsts = {play["moves"][0] for play in plays}
    rows = page.locator("#explorer tbody tr")
    assert rows.count() == len(firsts)
    cells = [list(map(int, row.split()[1:])) for row in rows.all_inner_texts()]
    assert [sum(column) for column in zip(*cells, strict=True)] == [3, 1, 1, 1]
    page.click("#explorer button >> nth=0")
    page.wait_for_function("() => stategraph.play.at === 1")
    page.click("#mark-visited")
    nodes = {0}
    for play in plays:
        node = 0
        for label in play["moves"]:
            node = dict(graph.moves(node))[label]
            nodes.add(node)
    assert page.evaluate("[...stategraph.held].sort((a, b) => a - b)") == sorted(nodes)
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]
    assert page.errors == []


def test_files_without_plays_are_refused(page, running):
    page.click("#people summary")
    page.fill("#plays-address", "https://example.org/#plays=nonsense")
    page.click("#bring-link")
    page.wait_for_function("() => document.getElementById('brought').innerText")
    assert page.inner_text("#brought") == "This is not a link with plays."
    wrong = [{"name": "a.jsonl", "mimeType": "text/plain", "buffer": b"no play\n"}]
    page.set_input_files("#plays-file", wrong)
    page.wait_for_function("() => document.getElementById('brought').innerText.includes('JSON')")


def test_plays_of_an_earlier_version_are_shown_with_it_and_tried_in_the_new_one(window, running):
    page = window
    level = read_level(str(running.folder / "carousels.yaml"))
    graph = expand(level.puzzle)
    won, lost, _ = plays_of(level, graph)
    other = {"level": "0" * 16, "moves": ["R"]}
    lines = [{**won, "won": True}, lost, other]
    (running.folder / "plays.jsonl").write_text("".join(f"{json.dumps(play)}\n" for play in lines))
    row, column = after_first_moves(level, won["moves"])
    edit = {"name": "paint", "cells": [[row, column]], "sign": "X"}
    page.evaluate("edit => window.studio.edit(edit)", edit)
    solved(page)
    page.click("#people summary")
    page.wait_for_selector("#earlier-plays")
    words = page.inner_text("#earlier-plays")
    assert "ersion 1: 2 plays, 1 won. In this version, " in words
    assert "1 play of other levels or of unknown versions." in page.inner_text("#people-text")
    fails = page.locator("#earlier-plays ol li").first
    assert "cannot be played here" in fails.inner_text()
    fails.locator("button").click()
    page.wait_for_selector("#trail .failed")
    made = page.evaluate("window.stategraph.play.at")
    assert page.evaluate("window.stategraph.play.labels") == won["moves"]
    assert f"move {made + 1}, {won['moves'][made]}, cannot" in fails.inner_text()
    page.click("#earlier-plays button:text-is('Go to version 1')")
    solved(page)
    page.wait_for_function(
        "() => document.querySelector('#people-text')?.innerText.includes('2 plays')"
    )
    assert page.evaluate("window.stategraph.graph.head.hash") == level_key(level)
    assert "2 plays: 1 won, 1 lost, 0 stopped." in page.inner_text("#people-text")
    assert page.locator("#earlier-plays").count() == 0
    assert page.evaluate("document.scrollingElement.scrollWidth") <= page.viewport_size["width"]
    assert page.errors == []


def after_first_moves(level, moves: list[str]) -> tuple[int, int]:
    """Return a free cell that the player enters on a play, not at the start."""
    board = level.puzzle.variables.kinds["player"].board
    state, blocks = level.puzzle.start, level.puzzle.start["blocks"]
    for label in moves[:-1]:
        state = dict(level.puzzle.moves(state))[label]
        if state["blocks"] == blocks and state["player"] != level.puzzle.start["player"]:
            place = board.place(state["player"])
    return place
