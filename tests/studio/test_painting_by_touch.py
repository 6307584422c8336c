"""Painting with a finger, on an emulated phone."""

from __future__ import annotations

import browser
import pytest
from studios import solved, switched

from stategraph.level_files import native_text

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

ROOM = """puzzle: sokoban
title: A room
level: |
  #######
  #@    #
  # $ . #
  #     #
  #######
"""


@pytest.fixture
def phone(chromium, running):
    """Return the page of an emulated phone, with a room to edit and walls to paint."""
    (running.folder / "room.yaml").write_text(ROOM)
    with chromium.page(phone=True) as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("window.studio.open('room.yaml')")
        solved(page)
        switched(page, "Edit")
        page.locator('#palette [data-sign="#"]').tap()
        page.locator("#grid").scroll_into_view_if_needed()
        yield page
        assert page.errors == []


def drag(page, *points: tuple[float, float]) -> None:
    """Move a finger over points of the board, in cells, in steps of about a quarter of a cell."""
    touches = page.context.new_cdp_session(page)
    box = page.locator("#grid [data-at='0 0']").bounding_box()

    def send(kind: str, *at: float) -> None:
        row, column = at or (0, 0)
        x, y = box["x"] + column * box["width"], box["y"] + row * box["height"]
        where = [{"x": x, "y": y}] if at else []
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": where})

    send("touchStart", *points[0])
    for (row, column), (to_row, to_column) in zip(points, points[1:], strict=False):
        steps = 1 + round(4 * (abs(to_row - row) + abs(to_column - column)))
        for k in range(1, steps + 1):
            part = k / steps
            at = row + part * (to_row - row), column + part * (to_column - column)
            send("touchMove", *at)
    send("touchEnd")
    solved(page)


def rows(page) -> list[str]:
    return native_text(page.evaluate("window.studio.text"), "room.yaml").split("\n")[:5]


def versions(page) -> int:
    return page.evaluate("window.studio.history.byId.size")


def test_a_finger_paints_all_cells_that_it_passes_in_one_edit(phone):
    scrolled = phone.evaluate("window.scrollY")
    drag(phone, (1.5, 5.5), (3.5, 5.5), (3.5, 2.5))
    assert rows(phone) == ["#######", "#@   ##", "# $ .##", "# #####", "#######"]
    assert versions(phone) == 2 and phone.evaluate("window.scrollY") == scrolled
    assert phone.evaluate("window.studio.painting.cursor") == [3, 2]
    assert phone.locator("#grid .armed").count() == 0


def test_a_finger_that_slips_within_a_cell_paints_it(phone):
    drag(phone, (1.1, 3.1), (1.9, 3.9))
    assert rows(phone)[1] == "#@ #  #" and versions(phone) == 2


def test_a_tap_paints_one_cell_and_later_taps_count_too(phone):
    for k, row in enumerate(("#@#   #", "#@##  #")):
        phone.locator(f"#grid [data-at='1 {2 + k}']").tap()
        solved(phone)
        assert rows(phone)[1] == row
    assert versions(phone) == 3


def test_only_painting_draws_strokes(phone):
    phone.select_option("#mode", "move")
    for at in ("1 1", "3 5"):
        phone.locator(f"#grid [data-at='{at}']").tap()
    solved(phone)
    assert rows(phone)[1] + rows(phone)[3] == "#     ##    @#"
    drag(phone, (1.5, 3.5), (1.5, 5.5))
    assert rows(phone)[1] == "#     #" and versions(phone) == 2


def test_two_fingers_zoom_and_paint_nothing(phone):
    touches = phone.context.new_cdp_session(phone)
    box = phone.locator("#grid").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    for kind, spread in (("touchStart", 20), *(("touchMove", 20 + 8 * k) for k in range(1, 9))):
        points = [{"x": x + side * spread, "y": y, "id": side + 1} for side in (-1, 1)]
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    solved(phone)
    assert versions(phone) == 1 and phone.locator("#grid .armed").count() == 0
