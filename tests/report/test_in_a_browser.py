"""Report pages in a real browser, at the width of a phone and of a desk, light and dark."""

from __future__ import annotations

import re
from contextlib import ExitStack

import browser
import pytest
from effort import sampled, some

from stategraph.cli import main

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

EVIL = "<script>window.hacked = 1</script>"
LEVELS = (
    "spacewreck/eight-rooms",
    "spacewreck/no-way-out",
    "psychopath/carousels",
    "psychopath/first-push",
    "labyrinth/locked-in",
    *some(("pacman/two-gates", "pledge/archipelago"), 0),
)
PAGES = ("index.html", *(f"{name}.html" for name in LEVELS), "spacewreck/evil.html")
WIDTHS = (360, 375, 1280)

# Text whose contrast to its background is below the minimum of WCAG 2, level AA. Text inside a
# picture is left out: it is the picture's.
FAINT = """(() => {
  const channel = c => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  const light = ([r, g, b]) => 0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
  const colour = text => text.match(/[0-9.]+/g).map(Number);
  const opaque = ([, , , a = 1]) => a > 0;
  const ground = element => {
    for (let e = element; e; e = e.parentElement) {
      const found = colour(getComputedStyle(e).backgroundColor);
      if (opaque(found)) return found;
    }
    return [255, 255, 255];
  };
  const faint = [], seen = new Set();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || seen.has(element)) continue;
    if (element.closest("svg, script") || !element.checkVisibility()) continue;
    seen.add(element);
    const style = getComputedStyle(element), size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const pair = [light(colour(style.color)), light(ground(element))].sort((a, b) => b - a);
    const contrast = (pair[0] + 0.05) / (pair[1] + 0.05);
    if (contrast < (large ? 3 : 4.5)) faint.push([element.outerHTML.slice(0, 80), contrast]);
  }
  return {faint, looked: seen.size};
})()"""

# The number of the element with the focus, its outline, and whether some of it is in the window.
FOCUSED = """(() => {
  const element = document.activeElement, box = element.getBoundingClientRect();
  const seen = box.right > 0 && box.bottom > 0 && box.left < innerWidth;
  return [wanted.indexOf(element), getComputedStyle(element).outlineStyle, seen];
})()"""

FOCUSABLE = "a[href], button, summary, [tabindex='0']"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Write the reports of levels that differ in kind, and of one that means harm."""
    made = tmp_path_factory.mktemp("report")
    evil = made / "evil.yaml"
    evil.write_text(
        f"puzzle: spacewreck\ntitle: 'Rooms \u202e {EVIL} &amp; \"quotes\"'\nlevel: |\n"
        "  3 2\n  <b> <b>\n  1 2\n  1 3 <b>\n  2 3 <b>\n"
    )
    assert main(["report", *LEVELS, str(evil), "-o", str(made)]) == 0
    return made


@pytest.fixture(scope="module")
def chromium():
    with browser.Browser() as started:
        yield started


@pytest.fixture
def open_page(chromium, folder):
    with ExitStack() as opened:

        def call(name: str, **how: object):
            page = opened.enter_context(chromium.page(**how))
            page.goto((folder / name).as_uri())
            return page

        yield call


@pytest.mark.parametrize("name", sampled(PAGES))
def test_a_page_fits_its_window_and_asks_for_nothing(open_page, folder, name):
    page = open_page(name, width=WIDTHS[0])
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 900})
        assert page.evaluate("innerWidth") == width
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    assert page.errors == []
    asked = [url for url in page.requests if not url.startswith("data:")]
    assert asked == [(folder / name).as_uri()]


@pytest.mark.long
@pytest.mark.parametrize("name", sampled(PAGES, 3))
def test_a_page_can_be_printed_whole(open_page, name):
    page = open_page(name, width=720, media="print")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 720
    areas = "[...document.querySelectorAll('.scroll')].map(e => getComputedStyle(e).overflow)"
    assert set(page.evaluate(areas)) == {"visible"}


@pytest.mark.parametrize("name", sampled(PAGES))
def test_all_text_can_be_read(open_page, name):
    page = open_page(name)
    page.evaluate("document.querySelectorAll('details').forEach(d => d.open = true)")
    for scheme in ("light", "dark"):
        page.emulate_media(media="screen", color_scheme=scheme)
        found = page.evaluate(FAINT)
        assert found["faint"] == []
        assert found["looked"] > 20
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        brightness = sum(map(int, re.findall(r"\d+", paper)[:3]))
        assert (brightness < 200) is (scheme == "dark")


@pytest.mark.long
@pytest.mark.parametrize("width", sampled([375, 1280]))
@pytest.mark.parametrize("name", ["index.html", "spacewreck/eight-rooms.html"])
def test_the_tab_key_reaches_everything_and_shows_where_it_is(open_page, name, width):
    page = open_page(name, width=width)
    wanted = page.evaluate(
        f'(window.wanted = [...document.querySelectorAll("{FOCUSABLE}")]'
        ".filter(e => e.checkVisibility())).length"
    )
    reached = []
    for _ in range(wanted):
        page.keyboard.press("Tab")
        number, outline, seen = page.evaluate(FOCUSED)
        reached.append(number)
        assert outline == "solid" and seen
    assert reached == list(range(wanted))


@pytest.mark.long
@pytest.mark.parametrize("width", [400, 1280])
def test_a_table_that_scrolls_says_so(open_page, width):
    page = open_page("index.html", width=width)
    scrolls = page.evaluate("(box => box.scrollWidth > box.clientWidth)(levels.parentElement)")
    assert scrolls == (width == 400)
    assert page.locator("p.swipe").is_visible() == scrolls


def test_the_headings_sort_the_table(open_page):
    page = open_page("index.html")
    states = "[...document.querySelectorAll('tr.level')].map(r => r.cells[10].dataset.key)"
    heading = "document.querySelectorAll('thead th')[9]"
    families = {name.partition("/")[0] for name in LEVELS}
    rows = page.evaluate("document.querySelectorAll('tbody tr').length")
    assert rows == len(LEVELS) + 1 + len(families)
    before = page.evaluate(states)
    up, down = sorted(before, key=int), sorted(before, key=int, reverse=True)
    assert before not in (up, down)
    for order, says in ((up, "ascending"), (down, "descending"), (up, "ascending")):
        page.evaluate(f"{heading}.querySelector('button').focus()")
        page.keyboard.press("Enter")
        assert page.evaluate(states) == order
        assert page.evaluate(f"{heading}.getAttribute('aria-sort')") == says
    assert page.evaluate("document.querySelectorAll('tr.family, #families').length") == 0
    shortest = "[...document.querySelectorAll('tbody tr')].map(r => r.cells[2].dataset.key)"
    for _ in "ab":  # rows without a number come last in both orders
        page.evaluate("document.querySelectorAll('thead th')[1].querySelector('button').click()")
        assert page.evaluate(shortest)[-2:] == ["", ""]
    assert page.evaluate("document.querySelectorAll('[aria-sort]').length") == 1


def test_what_a_level_says_is_shown_and_never_run(open_page):
    page = open_page("spacewreck/evil.html")
    assert page.evaluate("document.querySelector('h1').textContent").startswith(
        "Rooms [U+202E] <script>"
    )
    assert "<b> <b>" in page.evaluate("document.querySelector('pre').textContent")
    assert page.evaluate("window.hacked") is None
    assert (
        page.evaluate("document.querySelectorAll('b, script').length") == 2
    )  # the family's name, our script
    assert page.errors == []


def test_the_policy_of_a_page_keeps_scripts_out(open_page):
    page = open_page("spacewreck/eight-rooms.html")
    page.evaluate(
        "{const s = document.createElement('script'); s.textContent = 'window.hacked = 1';"
        "document.body.append(s)}"
    )
    assert page.evaluate("window.hacked") is None
    assert any("Content Security Policy" in error for error in page.errors)


def test_pictures_show_and_boards_are_drawn(open_page):
    page = open_page("psychopath/carousels.html", dark=True)
    sizes = page.evaluate("[...document.images].map(i => [i.complete, i.naturalWidth > 0])")
    assert sizes and all(all(size) for size in sizes)
    boxes = page.evaluate(
        "[...document.querySelectorAll('.film svg')].map(s => s.getBBox().width > 1)"
    )
    assert len(boxes) == 14 and all(boxes)
    # the floor that all boards share is really there
    assert page.evaluate("document.querySelector('.film use').getBBox().width") > 5


def test_a_film_runs_and_keys_step_it(open_page):
    page = open_page("psychopath/first-push.html")
    shown = "[...document.querySelectorAll('.film li')].filter(e => e.checkVisibility()).length"
    at = "[...document.querySelector('.film').children].findIndex(e => e.matches('.now'))"
    press = (
        "document.querySelector('.controls button').dispatchEvent("
        "new KeyboardEvent('keydown', {{key: '{}', bubbles: true}}))"
    )
    whole = page.evaluate(shown)
    assert whole == 8 and page.evaluate(at) == -1
    for key, place in (("ArrowRight", 0), ("ArrowRight", 1), ("End", 7), ("ArrowLeft", 6)):
        page.evaluate(press.format(key))
        assert (page.evaluate(at), page.evaluate(shown)) == (place, 1)
    assert (
        page.evaluate("document.querySelector('.controls [role=status]').textContent") == "7 of 8"
    )
    page.evaluate(press.format("Escape"))
    assert page.evaluate(shown) == whole
    page.evaluate("document.querySelector('.controls button').click()")
    assert page.evaluate(at) >= 0 and page.errors == []


@pytest.mark.long
def test_a_small_screen_says_that_pictures_scroll(open_page):
    seen = "[...document.querySelectorAll('.swipe')].some(e => e.checkVisibility())"
    assert open_page("spacewreck/eight-rooms.html", width=360).evaluate(seen)
    assert not open_page("spacewreck/eight-rooms.html", width=1280).evaluate(seen)


@pytest.mark.long
def test_what_a_page_cuts_off_it_says(open_page):
    page = open_page("pacman/two-gates.html", width=1280)
    cut = (
        "[...document.querySelectorAll('.graph .scroll')].filter(({scrollHeight, clientHeight}) => "
        "scrollHeight > clientHeight + 20).map(e => e.parentElement.innerText.split('\\n')[0])"
    )
    assert all("The picture scrolls" in told for told in page.evaluate(cut))
    key = "document.querySelector('#map-heading ~ .graph .scroll')"  # it stands below the map
    assert page.evaluate(f"{key}.scrollHeight <= {key}.clientHeight + 1")


@pytest.mark.long
def test_in_the_dark_there_is_one_black(open_page):
    page = open_page("spacewreck/eight-rooms.html", dark=True)
    looks = "getComputedStyle(document.querySelector('.graph svg'))"
    assert page.evaluate(f"{looks}.mixBlendMode") == "lighten"
    assert page.evaluate(f"{looks}.filter").startswith("invert(1)")
