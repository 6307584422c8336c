"""The studio in a real browser: levels are opened, designed, solved, saved, and never lost."""

from __future__ import annotations

import subprocess
import sys

import browser
import pytest

from stategraph.expand import expand
from stategraph.levels import parse_level, read_level
from stategraph.metrics import measure

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# what is painted from a board of walls: the cells (row, column) of each sign, and the moves to win
DESIGNS = {
    "sokoban": ({"@": [(1, 1)], "$": [(1, 2)], ".": [(1, 4)], " ": [(1, 3)]}, 2),
    "psychopath": ({"u": [(1, 1)], "_": [(1, 2), (1, 3)], "e": [(1, 4)]}, 3),
    "pacman": ({"P": [(1, 1)], "Q": [(1, 4)], "1": [(1, 2)], " ": [(1, 3)]}, 1),
}


class Running:
    """A studio of a folder, in a process of its own."""

    def __init__(self, folder):
        self.folder = folder
        self.process = subprocess.Popen(
            [sys.executable, "-m", "stategraph", "studio", str(folder), "--no-browser"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        assert self.process.stdout is not None
        self.link = self.process.stdout.readline().strip()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()
        assert self.process.stdout is not None
        self.process.stdout.close()


@pytest.fixture(scope="module")
def running(tmp_path_factory):
    folder = tmp_path_factory.mktemp("levels")
    (folder / "carousels.yaml").write_text(read_level("psychopath/carousels").text)
    made = Running(folder)
    yield made
    made.stop()


@pytest.fixture(scope="module")
def chromium():
    with browser.Browser() as started:
        yield started


@pytest.fixture
def page(chromium, running):
    with chromium.page() as made:
        made.goto(running.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        yield made


def solved(page) -> None:
    page.wait_for_function("() => window.studio.settled()")


def numbers(page) -> dict[str, str]:
    cells = page.locator("#numbers dd[data-number]")
    return {
        cells.nth(k).get_attribute("data-number"): cells.nth(k).inner_text().split()[0]
        for k in range(cells.count())
    }


def shown(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"


def test_an_edit_changes_the_numbers_to_those_of_analyse(page):
    page.click('#palette [data-sign="_"]')
    page.click('#grid [data-at="2 4"]')
    solved(page)
    text = page.evaluate("window.studio.text")
    level = parse_level(text, "carousels.yaml")
    known = measure(expand(level.puzzle), list(numbers(page)))
    assert numbers(page) == {name: shown(known[name]) for name in numbers(page)}
    assert page.locator("#changes li").count() >= 1
    assert page.locator("#versions li").count() == 2
    sizes = page.evaluate(
        "(({canvas, behind}) => [canvas.width, canvas.height, behind.width, behind.height])"
        "(window.stategraph.chart)"
    )
    assert sizes[:2] == sizes[2:]  # all of the new graph is drawn
    page.click("#unedit")
    solved(page)
    assert numbers(page)["states"] == "289"
    page.click("#reedit")
    solved(page)
    assert numbers(page)["states"] == shown(known["states"])
    assert page.errors == []


@pytest.mark.long
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
@pytest.mark.parametrize("name", sorted(DESIGNS))
def test_a_level_is_designed_from_nothing(page, running, name, by):
    cells, moves = DESIGNS[name]
    page.select_option("#kind", name)
    page.click("#create")
    page.wait_for_function("name => window.studio.text.includes(`puzzle: ${name}`)", arg=name)
    solved(page)
    wall = page.evaluate("window.studio.painting.signs.find(sign => sign.parts[0] === 'wall').text")
    for box, size in (("columns", "6"), ("rows", "3")):
        page.fill(f"#{box}", size)
        page.press(f"#{box}", "Tab")
        solved(page)
    wanted = {at: sign for sign, places in cells.items() for at in places}
    order = [(r, c) for r in range(3) for c in range(6)]
    for at in sorted(order, key=lambda at: at in wanted):  # all the walls, then the rest
        sign = wanted.get(at, wall)
        cell = f'#grid [data-at="{at[0]} {at[1]}"]'
        before = page.evaluate("at => window.studio.painting.rows[at[0]][at[1]]", list(at))
        if before == sign:
            continue
        if by == "mouse":
            page.click(f'#palette [data-sign="{sign}"]')
            page.click(cell)
        else:
            page.focus(cell)
            page.evaluate("at => { window.studio.painting.cursor = at; }", list(at))
            page.keyboard.press("Delete") if sign == " " else page.keyboard.type(sign)
        page.wait_for_function(
            "([r, c, sign]) => window.studio.painting.rows[r][c] === sign", arg=[*at, sign]
        )
    solved(page)
    assert numbers(page)["shortest"] == str(moves)
    page.fill("#name", f"{name}-{by}.yaml")
    page.click("#save")
    page.wait_for_function("() => document.getElementById('saved').innerText.startsWith('Saved')")
    saved = parse_level((running.folder / f"{name}-{by}.yaml").read_text(), "saved")
    assert measure(expand(saved.puzzle), ["shortest"])["shortest"] == moves
    page.click("#solve")
    page.wait_for_function(
        "() => document.getElementById('status').innerText.includes('that is shortest')"
    )
    assert page.errors == []


def test_what_is_wrong_in_the_text_is_told_with_its_line(page):
    page.click("#as-text summary")
    text = page.input_value("#text")
    page.fill("#text", text.replace("u", "?", 1) if "?" not in text else text)
    page.wait_for_function("() => document.getElementById('trouble').innerText !== ''")
    assert "carousels.yaml:" in page.inner_text("#trouble")
    page.fill("#text", text)
    page.wait_for_function("() => document.getElementById('trouble').innerText === ''")


def test_a_file_that_changed_meanwhile_is_not_written_over(page, running):
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    page.click("#mirror")
    solved(page)
    ours, theirs = page.evaluate("window.studio.text"), read_level("psychopath/first-push").text
    file = running.folder / "carousels.yaml"
    before = file.read_text()
    file.write_text(theirs)
    page.click("#save")
    page.wait_for_selector("#conflict:not([hidden])")
    assert file.read_text() == theirs
    page.click("#mine")
    page.wait_for_selector("#conflict", state="hidden")
    assert file.read_text() == ours
    file.write_text(before)


@pytest.mark.long
def test_a_link_holds_the_level(page, chromium):
    page.click("#turn")
    solved(page)
    page.click("#link")
    page.wait_for_function("() => location.hash.length > 20")
    with chromium.page() as other:
        other.goto(page.url)
        other.wait_for_selector("body[data-ready]")
        assert other.evaluate("window.studio.text") == page.evaluate("window.studio.text")


@pytest.mark.long
def test_nothing_is_lost_when_the_server_ends(chromium, tmp_path):
    (tmp_path / "mine.yaml").write_text(read_level("psychopath/first-push").text)
    running = Running(tmp_path)
    with chromium.page() as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        solved(page)
        page.click("#mirror")
        solved(page)
        text = page.evaluate("window.studio.text")
        running.stop()
        page.click("#turn")
        page.wait_for_function("() => document.getElementById('trouble').innerText !== ''")
        assert page.evaluate("window.studio.text") == text
        with page.expect_download() as download:
            page.click("#download")
        download.value.save_as(tmp_path / "kept.yaml")
    assert (tmp_path / "kept.yaml").read_text() == text


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
def test_the_studio_fits_can_be_read_and_is_named(chromium, running, width, dark):
    from axe_playwright_python.sync_playwright import Axe

    with chromium.page(width=width, dark=dark) as page:
        page.goto(running.link)
        page.wait_for_selector("body[data-ready]")
        solved(page)
        page.click("#as-text summary")
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
        assert found.response["violations"] == []
        assert all(url.startswith((running.link, "data:")) for url in page.requests)
        assert page.errors == []
