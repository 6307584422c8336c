"""One board to play and to edit on, in a real browser: switched by buttons and by a key."""

from __future__ import annotations

import browser
import pytest
from effort import sampled
from studios import solved, switched

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# a sign to paint, the (row, column) to paint it on, and the side of a sign on the picture: plain
# cells, cells within a margin, signs of several cells, sprites
PAINTED = {
    "sokoban/through-the-door": ("#", (2, 2), 1),
    "labyrinth/closed-door": ("┌", (1, 2), 1),
    "pledge/about-turn": ("#", (1, 0), 3),
    "puzzlescript/looking-glass": ("*", (3, 2), 1),
}

# the width of the window, and whether its colours are dark
WINDOWS = [(390, True), (1280, False), (1920, True)]

# the position of the cells on the picture, in its units: left, top, and the side of a cell
CELLS = """() => {
  const picture = document.querySelector("#picture svg").getBoundingClientRect();
  const unit = picture.width / window.stategraph.graph.head.width;
  const {left, top, width} = document.querySelector("#grid [data-at]").getBoundingClientRect();
  return [(left - picture.left) / unit, (top - picture.top) / unit, width / unit];
}"""


def opened(page, name: str) -> None:
    """Open a level, and wait until it can be played."""
    page.evaluate("name => window.studio.open(name)", name)
    solved(page)
    page.wait_for_function("() => window.stategraph.idle()")


def shown(page, *names: str) -> list[bool]:
    """Return whether the user can see each element."""
    return [page.is_visible(f"#{name}") for name in names]


@pytest.fixture(
    params=sampled(WINDOWS), ids=lambda one: f"{one[0]}-{'dark' if one[1] else 'light'}"
)
def window(request, chromium, running):
    width, dark = request.param
    with chromium.page(width=width, dark=dark) as made:
        made.goto(running.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        yield made
        assert made.errors == []


def test_painting_on_the_board_changes_the_level_and_its_picture(window):
    for name, (sign, (row, column), side) in PAINTED.items():
        switched(window, "Play")
        opened(window, name)
        switched(window, "Edit")
        corner = window.evaluate("window.stategraph.graph.head.corner")
        assert window.evaluate(CELLS) == pytest.approx([*corner, side], abs=0.02)
        before = window.inner_html("#picture")
        window.click(f'#palette [data-sign="{sign}"]')
        window.click(f'#grid [data-at="{row} {column}"]')
        window.wait_for_function(
            "([r, c, sign]) => window.studio.painting.rows[r][c] === sign", arg=[row, column, sign]
        )
        solved(window)
        assert window.inner_html("#picture") != before
        signs = window.evaluate("window.studio.painting.signs.length")
        assert window.locator("#palette button svg.board").count() == signs
        assert "2: " in window.locator("#versions li").last.inner_text()
        assert window.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
        window.keyboard.press("Control+z")
        solved(window)
        assert window.inner_html("#picture") == before


def test_the_board_stays_where_it_is_when_it_is_edited(window):
    opened(window, "sokoban/through-the-door")
    window.set_viewport_size({**window.viewport_size, "height": 800})
    board = window.locator("#board svg").bounding_box()
    switched(window, "Edit")
    parts = ["board", "sheet", "palette", "moves", "playing"]
    assert shown(window, *parts) == [False, True, True, False, False]
    assert window.locator("#picture svg").bounding_box() == pytest.approx(board, abs=0.5)
    window.evaluate("document.getElementById('working').textContent = 'drawing '.repeat(9)")
    assert window.locator("#picture svg").bounding_box() == pytest.approx(board, abs=0.5)
    box = window.locator("#status").bounding_box()
    assert box["y"] + box["height"] < 800
    window.keyboard.press("F2")
    assert shown(window, *parts) == [True, False, False, True, True]
    assert window.locator("#board svg").bounding_box() == pytest.approx(board, abs=0.5)
    assert window.get_attribute("#to-play", "aria-pressed") == "true"


def test_keys_move_the_player_while_playing_and_the_cursor_while_editing(page):
    opened(page, "sokoban/through-the-door")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => window.stategraph.play.at === 1")
    page.keyboard.press("F2")
    assert page.evaluate("document.activeElement.dataset.at") == "0 0"
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "1 1"
    page.keyboard.press("#")
    page.wait_for_function("() => window.studio.painting.rows[1][1] === '#'")
    solved(page)
    assert page.evaluate("window.stategraph.play.at") == 1
    page.keyboard.press("Control+z")
    solved(page)
    assert page.evaluate("window.studio.painting.rows[1][1]") == "."
    assert page.evaluate("window.stategraph.play.at") == 1
    page.keyboard.press("F2")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.stategraph.play.at === 0")
    assert page.evaluate("[window.studio.at, window.studio.versions.length]") == [0, 2]


def test_keys_reach_the_board_to_edit_from_the_button_too(page):
    opened(page, "sokoban/through-the-door")
    switched(page, "Edit")
    page.keyboard.press("ArrowDown")
    assert page.evaluate("document.activeElement.dataset.at") == "1 0"


def test_keys_paint_nothing_while_a_plan_is_edited(page):
    opened(page, "sokoban/through-the-door")
    switched(page, "Edit")
    opened(page, "spacewreck/eight-rooms")
    page.keyboard.press("Delete")
    page.keyboard.press("ArrowDown")
    solved(page)
    assert page.inner_text("#trouble") == "" and page.evaluate("window.studio.at") == 0


def test_a_film_stops_when_the_level_is_edited(page):
    opened(page, "sokoban/through-the-door")
    page.click("#solve")
    page.wait_for_function("() => window.stategraph.play.at > 0")
    page.keyboard.press("F2")
    page.wait_for_function("() => window.stategraph.idle()")
    made = page.evaluate("window.stategraph.play.at")
    page.wait_for_timeout(600)
    assert page.evaluate("window.stategraph.play.at") == made


def test_a_level_without_a_board_to_edit_on_is_changed_as_text(page):
    opened(page, "puzzlescript/looking-glass")
    assert not page.is_visible("#text")
    page.evaluate("studio.change(studio.text.replaceAll('OBJECTS', 'OBJECT'))")
    solved(page)
    page.keyboard.press("F2")
    parts = ["board", "sheet", "text-only", "text", "unedit", "playing"]
    assert shown(page, *parts) == [True, False, True, True, True, False]
    opened(page, "sokoban/corner")
    assert shown(page, "board", "sheet", "text-only", "palette") == [False, True, False, True]


def test_an_invalid_level_is_painted_in_the_same_graphics(page):
    opened(page, "labyrinth/closed-door")
    switched(page, "Edit")
    page.evaluate("window.studio.change(`${window.studio.text}start: [9, 9]\\n`)")
    solved(page)
    assert "start" in page.inner_text("#trouble")
    tiles = [page.locator(f'#grid [data-at="0 {k}"]').bounding_box() for k in (0, 2)]
    picture = page.locator("#picture svg").bounding_box()
    assert tiles[0]["x"] == pytest.approx(picture["x"], abs=0.5)  # the margin is left out
    assert tiles[1]["x"] + tiles[1]["width"] == pytest.approx(
        picture["x"] + picture["width"], abs=0.5
    )
    page.click('#palette [data-sign="┌"]')
    page.click('#grid [data-at="1 0"]')
    page.wait_for_function("() => window.studio.painting.rows[1][0] === '┌'")


@pytest.mark.parametrize("dark", sampled([False, True]), ids=["light", "dark"])
@pytest.mark.parametrize("name", ["sokoban/through-the-door", "spacewreck/eight-rooms"])
def test_the_board_to_edit_on_is_named_and_can_be_read(chromium, running, name, dark):
    from axe_playwright_python.sync_playwright import Axe

    with chromium.page(width=390, dark=dark) as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        opened(page, name)
        switched(page, "Edit")
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
        assert found.response["violations"] == []
