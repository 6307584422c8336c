"""From an empty board to the plays of a phone, for each family, with clicks, keys and touches."""

from __future__ import annotations

import time

import browser
import pytest
from studios import solved, switched

from stategraph import analysis
from stategraph.expand import expand
from stategraph.level_files import read_level

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# For each family: the rows and columns of the board, a demand with its least and most, strokes on
# the empty board that break it, and strokes after which it holds. A stroke is a sign and its cells.
# In a ship, it is the colour of a new room, or of a corridor between two rooms.
PLANS = {
    "labyrinth": ("2 2", "shortest 4 4", "├ 10, ┌ 00", "┘ 01"),
    "pacman": ("5 7", "shortest 9 9", "P 11, 1 15, Q 31, 2 32, 3 34", "% 12"),
    "pledge": ("2 2", "shortest 9 9", "┐ 00, _ 01, └ 11", "─ 10, ┌ 11"),
    "psychopath": ("5 8", "trap_moves 1 1", "u 11, p 13 34 35, e 14, X 25", "X 15"),
    "puzzlescript": ("6 8", "trap_moves 27 27", "p 21, * 22 32, o 26", "~ 14 24 34 44"),
    "rushhour": ("4 4", "shortest 7 7", "A 10 11, B 02 12", "C 13 23, D 32 33"),
    "sokoban": ("5 8", "trap_moves 0 3", "@ 11, $ 22, . 24", "# 12"),
    "spacewreck": ("", "shortest 2 2", "blue, pink 12", "blue 03, green 02"),
}


def draw(page, strokes: str) -> None:
    """Draw strokes on the board, or rooms and corridors on the drawing of a ship."""
    for sign, *places in map(str.split, strokes.split(", ")):
        if page.is_visible("#planning"):
            page.select_option("#colour", sign)
            if not places:
                page.click("#add-spot")
            for room in "".join(places):
                page.click(f'[data-part="spot {room}"]', force=True)
        else:
            page.click(f'#palette [data-sign="{sign}"]')
            for row, column in places:
                page.click(f'#grid [data-at="{row} {column}"]')
        solved(page)


def designed(page, family: str, at) -> None:
    """Design a level from an empty board, tune it until its demand holds, save it and share it."""
    size, demand, strokes, tuning = PLANS[family]
    page.select_option("#kind", family)
    page.click("#create")
    solved(page)
    switched(page, "Edit")
    page.click("#clear:visible, #clear-plan:visible")
    solved(page)
    for name, number in zip(("rows", "columns"), size.split(), strict=False):
        page.fill(f"#{name}", number)
        page.press(f"#{name}", "Enter")
        solved(page)
    draw(page, strokes)
    metric, least, most = demand.split()
    page.select_option("#metric", metric)
    page.fill("#least", least)
    page.fill("#most", most)
    page.click("#new-demand button")
    page.wait_for_selector("#numbers .broken")
    page.fill("#level-title", f"A new level of {family}")
    page.press("#level-title", "Enter")
    solved(page)
    draw(page, tuning)
    page.wait_for_selector("#numbers .met")
    page.keyboard.press("Control+S")
    page.fill("#name", family)
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('saved').innerText.startsWith('Saved')")
    with page.expect_download() as download:
        page.click("#share")
    download.value.save_as(at)


def make(phone, label: str) -> None:
    """Make a move with a swipe if it has a direction, and otherwise with a tap on its button."""
    offset = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}.get(label)
    board = phone.locator("#board svg")
    board.scroll_into_view_if_needed()
    box, before = board.bounding_box(), phone.evaluate("stategraph.play.at")
    if offset:
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        touches, now = phone.context.new_cdp_session(phone), time.time()
        # The finger rests for a second before it leaves: Chromium ignores a tap after a fast swipe.
        for second, step in ((-2, 0), (-1.5, 20), (-1, 40), (0, 40)):
            point = {"x": x + offset[0] * step, "y": y + offset[1] * step}
            kind = "touchMove" if step else "touchStart"
            event = {"type": kind, "touchPoints": [point], "timestamp": now + second}
            touches.send("Input.dispatchTouchEvent", event)
        event = {"type": "touchEnd", "touchPoints": [], "timestamp": now}
        touches.send("Input.dispatchTouchEvent", event)
    else:
        phone.tap(f'#moves [data-label="{label}"]')
    phone.wait_for_function("k => stategraph.play.at === k && stategraph.idle()", arg=before + 1)


@pytest.mark.long
@pytest.mark.parametrize("family", PLANS)
def test_a_level_is_designed_shared_played_and_its_plays_come_back(
    chromium, running, page, tmp_path, family
):
    at = tmp_path / f"{family}.html"
    designed(page, family, at)
    level = read_level(str(running.folder / f"{family}.yaml"))
    graph = expand(level.puzzle)
    assert read_level(str(at)).text == level.text and level.title == f"A new level of {family}"
    won, lost = list(analysis.first_solution(graph).labels), []
    if dead := analysis.dead_states(graph):
        node = min(dead, key=lambda n: len(analysis.path_to(graph, n).labels))
        lost = list(analysis.path_to(graph, node).labels)
    with chromium.page(phone=True) as phone:
        phone.goto(at.as_uri())
        phone.wait_for_selector("body[data-ready]")
        for label in lost or won[:1]:
            make(phone, label)
        for button in ("#undo", "#redo", "#reset"):
            phone.tap(button)
        for label in won:
            make(phone, label)
        assert "Won in" in phone.inner_text("#status")
        assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        phone.wait_for_selector("#plays-note:text-is('2 plays kept.')")
        with phone.expect_download() as download:
            phone.tap("#plays")
        download.value.save_as(tmp_path / "plays.jsonl")
        assert phone.errors == []
    switched(page, "Play")
    page.click("#people summary")
    page.set_input_files("#plays-file", str(tmp_path / "plays.jsonl"))
    page.wait_for_selector("#mark-visited")
    assert "2 new plays" in page.inner_text("#brought") and "1 won" in page.inner_text("#people")
    assert page.locator("#people-heat svg").count() == 1
    page.click("#mark-visited")
    assert page.evaluate("stategraph.held.length") > len(won)
    versions = page.locator("#versions > li").count()
    page.reload()
    page.wait_for_selector("body[data-ready]")
    solved(page)
    assert page.locator("#versions > li").count() == versions > 5
    assert page.errors == []
