"""The board of Rush Hour: cars added, resized, moved and removed, in a real browser."""

from __future__ import annotations

import browser
import pytest
from studios import solved, switched

from stategraph.level_files import native_text

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# the position of the cells on the picture, in its units: left, top, and the side of a cell
CELLS = """() => {
  const picture = document.querySelector("#picture svg").getBoundingClientRect();
  const unit = picture.width / window.stategraph.graph.head.width;
  const {left, top, width} = document.querySelector("#grid [data-at]").getBoundingClientRect();
  return [(left - picture.left) / unit, (top - picture.top) / unit, width / unit];
}"""

LEVEL = """puzzle: rushhour
title: Yard
level: |
  ...DD.
  ..B..C
  AAB..C
  .....x
  ..EEE.
"""


@pytest.fixture(params=[(1280, False), (390, True)], ids=["1280-mouse", "390-touch"])
def yard(request, chromium, running):
    """Return the page with a Rush Hour level to edit, and the function that presses a cell."""
    width, touch = request.param
    (running.folder / "yard.yaml").write_text(LEVEL)
    with chromium.page(width=width, touch=touch) as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("window.studio.open('yard.yaml')")
        solved(page)
        switched(page, "Edit")

        def press(row: int, column: int) -> None:
            cell = page.locator(f"#grid [data-at='{row} {column}']")
            cell.tap() if touch else cell.click()
            solved(page)

        yield page, press
        assert ["422" in error for error in page.errors] == [True]  # the refused edit


def rows(page) -> list[str]:
    return native_text(page.evaluate("window.studio.text"), "yard.yaml").split()


def choose(page, name: str) -> None:
    page.click(f"#palette button:has-text('{name}')")


def test_cars_are_added_resized_moved_and_removed(yard):
    page, press = yard
    left, top, side = page.evaluate(CELLS)
    assert [round(left, 2), round(top, 2), round(side, 2)] == [0, 0, 1]  # despite the exit
    assert page.locator("#picture svg text").count() == 5
    choose(page, "new car F")
    press(0, 1)
    assert "car F is not two or more cells in a line" in page.inner_text("#trouble")
    press(1, 1)
    assert page.inner_text("#trouble") == ""
    assert rows(page)[:2] == [".F.DD.", ".FB..C"]
    assert page.is_visible("#palette button:has-text('new car G')")
    choose(page, "car E")
    press(4, 5)
    assert rows(page)[4] == "..EEEE"
    choose(page, "free")
    press(4, 2)
    assert rows(page)[4] == "...EEE"
    press(0, 1)
    assert rows(page)[:2] == ["...DD.", "..B..C"]
    page.select_option("#mode", "move")
    press(4, 4)
    press(3, 1)
    assert rows(page)[3:] == ["EEE..x", "......"]
    press(0, 3)
    press(1, 4)
    assert "car D would stand on car C" in page.inner_text("#trouble")
    assert rows(page)[0] == "...DD."
    page.click("#unedit")
    solved(page)
    assert rows(page)[3:] == [".....x", "...EEE"]
    switched(page, "Play")
    page.wait_for_function("() => window.stategraph.graph.shortest > 0")


def test_a_stroke_of_the_mouse_and_keys_draw_a_car(chromium, running):
    (running.folder / "yard.yaml").write_text(LEVEL)
    with chromium.page() as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        page.evaluate("window.studio.open('yard.yaml')")
        solved(page)
        switched(page, "Edit")
        choose(page, "new car F")
        page.locator("#grid").scroll_into_view_if_needed()
        spots = [page.locator(f"#grid [data-at='3 {c}']").bounding_box() for c in (0, 1, 2)]
        middles = [(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2) for box in spots]
        page.mouse.move(*middles[0])
        page.mouse.down()
        for middle in middles[1:]:
            page.mouse.move(*middle)
        page.mouse.up()
        solved(page)
        assert rows(page)[3] == "FFF..x"
        page.locator("#grid [data-at='0 3']").focus()
        page.keyboard.press("Delete")
        solved(page)
        assert rows(page)[0] == "......"
        page.keyboard.press("Shift+B")
        solved(page)
        assert rows(page)[0] == "...B.."
        assert "car B is not two or more" in page.inner_text("#trouble")
        page.keyboard.press("Control+z")
        solved(page)
        assert page.inner_text("#trouble") == ""
        assert page.errors == []
