"""The studio in a real browser: levels are opened, designed, solved, saved, and never lost."""

from __future__ import annotations

import itertools

import browser
import pytest
from studios import Running, solved, switched

from stategraph.analysis import first_solution
from stategraph.ask import where
from stategraph.expand import expand
from stategraph.level_files import parse_level, read_level
from stategraph.metrics import measure

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# designs to paint on an empty board: the rows, the signs of its cells, and the moves to win
DESIGNS = {
    "sokoban": (["######", "#@$ .#", "######"], 2),
    "psychopath": (["XXXXXX", "Xu__eX", "XXXXXX"], 3),
    "pacman": (["%%%%%%", "%P1 Q%", "%%%%%%"], 1),
    "labyrinth": (["└┘┐", "┬┤│"], 9),
    "pledge": (["───", "###"], 10),
}


def numbers(page) -> dict[str, str]:
    cells = page.locator("#numbers dd[data-number]")
    return {
        cells.nth(k).get_attribute("data-number"): cells.nth(k).inner_text().split()[0]
        for k in range(cells.count())
    }


def shown(value: int | None) -> str:
    return "none" if value is None else f"{value:,}"


@pytest.mark.quick
def test_an_edit_changes_the_numbers_to_those_of_analyse(page):
    switched(page, "Edit")
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


def create(page, family: str, rows: int, columns: int) -> None:
    """Begin to edit a level of a family, of that size, with nothing on it."""
    page.select_option("#kind", family)
    page.click("#create")
    page.wait_for_function("name => window.studio.text.includes(`puzzle: ${name}`)", arg=family)
    solved(page)
    switched(page, "Edit")
    for box, size in (("columns", columns), ("rows", rows)):
        page.fill(f"#{box}", str(size))
        page.press(f"#{box}", "Tab")
        solved(page)
    page.click("#clear")
    solved(page)


def paint(page, at: tuple[int, int], sign: str, by: str) -> None:
    """Paint a cell with the mouse, or with keys alone."""
    cell = f'#grid [data-at="{at[0]} {at[1]}"]'
    if by == "mouse":
        page.click(f'#palette [data-sign="{sign}"]')
        page.click(cell)
    else:
        page.locator("#palette [aria-checked=true]").focus()
        while page.evaluate("window.studio.painting.sign") != sign:
            page.keyboard.press("ArrowRight")
        page.locator("#grid [tabindex='0']").focus()
        row, column = page.evaluate("window.studio.painting.cursor")
        for key, steps in (("Down", at[0] - row), ("Right", at[1] - column)):
            back = {"Down": "Up", "Right": "Left"}[key]
            for _ in range(abs(steps)):
                page.keyboard.press(f"Arrow{key if steps > 0 else back}")
        page.keyboard.press("Enter")
    page.wait_for_function(
        "([r, c, sign]) => window.studio.painting.rows[r][c] === sign", arg=[*at, sign]
    )


# Each family with the mouse or the keyboard in turn.
DESIGNED = list(zip(sorted(DESIGNS), itertools.cycle(["keyboard", "mouse"]), strict=False))


@pytest.mark.long
@pytest.mark.parametrize(("name", "by"), DESIGNED)
def test_a_level_is_designed_from_nothing(page, running, name, by):
    rows, _ = DESIGNS[name]
    create(page, name, len(rows), len(rows[0]))
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            if page.evaluate("([r, c]) => window.studio.painting.rows[r][c]", [r, c]) != sign:
                paint(page, (r, c), sign, by)
    solved(page)
    level = parse_level(page.evaluate("window.studio.text"), "level.yaml")
    known = measure(expand(level.puzzle), list(numbers(page)))
    assert numbers(page) == {each: shown(known[each]) for each in numbers(page)}
    assert known["shortest"] == DESIGNS[name][1]
    page.click("#save")
    page.fill("#name", f"{name}-{by}.yaml")
    page.click("#naming-done")
    page.wait_for_function("() => document.getElementById('saved').innerText.startsWith('Saved')")
    saved = parse_level((running.folder / f"{name}-{by}.yaml").read_text(), "saved")
    assert saved.text == level.text
    switched(page, "Play")
    page.click("#solve")
    page.wait_for_function(
        "() => document.getElementById('status').innerText.includes('a shortest solution')"
    )
    assert page.errors == []


@pytest.mark.long
@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_ship_is_designed_on_its_drawing(page, by):
    page.select_option("#kind", "spacewreck")
    page.click("#create")
    page.wait_for_function("() => window.studio.text.includes('puzzle: spacewreck')")
    switched(page, "Edit")
    page.click("#clear-plan")
    settled = "many => window.studio.planning.plan.links.length === many"
    page.wait_for_function(settled, arg=0)
    solved(page)

    def press(part: str) -> None:
        found = page.locator(f'#spots [data-part="{part}"]')
        if by == "mouse":
            found.click()
        else:
            found.focus()
            page.keyboard.press("Enter")

    page.select_option("#colour", "orange")
    page.click("#add-spot")
    page.wait_for_function("() => window.studio.planning.plan.spots.length === 4")
    solved(page)
    for k, (tail, head, kind) in enumerate([(0, 2, "green"), (2, 3, "green")]):
        page.select_option("#colour", kind)
        press(f"spot {tail}")
        press(f"spot {head}")
        page.wait_for_function(settled, arg=k + 1)
        solved(page)
    assert numbers(page)["shortest"] == "2"
    if by == "mouse":
        page.click('#tools [data-tool="erase"]')
        press("spot 2")
    else:
        page.locator('#spots [data-part="spot 2"]').focus()
        page.keyboard.press("Delete")
    page.wait_for_function(settled, arg=0)
    solved(page)
    assert numbers(page)["shortest"] == "none"
    page.click("#unedit")
    solved(page)
    assert numbers(page)["shortest"] == "2" and page.errors == []


def test_a_stroke_paints_all_cells_that_it_passes_and_things_are_moved(page):
    create(page, "sokoban", 5, 7)
    page.click('#palette [data-sign="#"]')
    page.mouse.move(*at_cell(page, "2 2"))
    page.mouse.down()
    page.mouse.move(*at_cell(page, "2 4"), steps=10)
    page.mouse.up()
    rows = "rows => JSON.stringify(window.studio.painting.rows.map(r => r.join(''))) === rows"
    stroke = '["#######","#     #","# ### #","#     #","#######"]'
    page.wait_for_function(rows, arg=stroke)
    paint(page, (1, 1), "@", "mouse")
    page.select_option("#mode", "move")
    page.click('#grid [data-at="1 1"]')
    page.click('#grid [data-at="3 5"]')
    page.wait_for_function(rows, arg='["#######","#     #","# ### #","#    @#","#######"]')
    page.click('[data-shift="-1 0"]')
    page.wait_for_function(rows, arg='["#     #","# ### #","#    @#","#######","#######"]')
    assert page.errors == []


def test_states_are_found_by_a_question(page):
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    level = read_level("psychopath/carousels")
    nodes = where(level, expand(level.puzzle), "trap").nonzero()[0].tolist()
    page.fill("#search", "trap")
    page.press("#search", "Enter")
    page.wait_for_function("() => document.getElementById('found').innerText !== ''")
    assert f"matches {len(nodes)} states" in page.inner_text("#found")
    for node in (*nodes, nodes[0]):
        page.click("#found button")
        page.wait_for_function("node => window.stategraph.play.here.node === node", arg=node)
    page.fill("#search", "trap and")
    page.press("#search", "Enter")
    page.wait_for_function(
        "() => document.getElementById('found').innerText.includes('is not a question')"
    )


def test_the_map_turns_in_space_and_the_profile_shows_where_one_is(page):
    page.select_option("#view", "space")
    page.wait_for_function("() => window.stategraph.chart.drawn")
    node = page.evaluate("window.stategraph.graph.goal")
    before = page.evaluate("node => window.stategraph.spot(node)", node)
    page.focus("#chart")
    page.keyboard.press("ArrowRight")
    page.wait_for_function(
        "([node, x]) => window.stategraph.spot(node)[0] !== x", arg=[node, before[0]]
    )
    x, y = page.evaluate("node => window.stategraph.spot(node)", node)
    page.locator("#chart").click(position={"x": x, "y": y})
    page.wait_for_function("() => window.stategraph.play.won")
    page.select_option("#view", "profile")
    page.wait_for_function("() => window.stategraph.chart.drawn")
    alive, dead = page.evaluate("window.stategraph.graph.profile")
    assert sum(alive) + sum(dead) == page.evaluate("window.stategraph.graph.size")
    assert page.evaluate("window.stategraph.chart.depths.length") > 1
    assert page.errors == []


def test_what_each_element_is_for_is_painted(page):
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    page.click("#weights-box summary")
    page.wait_for_selector("#weights svg")
    page.click("#weights summary")
    assert "restricts: without it there are other solutions" in page.inner_text("#weights")


def test_the_solution_is_explained_and_again_after_an_edit(page):
    page.evaluate("window.studio.open('sokoban/three-in-a-row')")
    solved(page)
    page.click("#story summary")
    page.wait_for_selector("#story .strip li:nth-child(4) svg")
    assert "Simulated players: a beginner wins" in page.inner_text("#story-text")
    page.evaluate("window.studio.open('sokoban/two-to-put-away')")
    page.wait_for_selector("#story .strip li:nth-child(2):last-child")
    solved(page)
    page.evaluate("window.studio.open('sokoban/corner')")
    page.wait_for_selector("#story", state="hidden")


@pytest.mark.long
def test_a_vast_level_is_played_state_by_state(page):
    level = read_level("psychopath/warehouse")
    graph = expand(level.puzzle)
    page.evaluate("window.studio.open('psychopath/warehouse')")
    page.wait_for_function("() => window.stategraph.graph?.head.remote")
    solved(page)
    assert numbers(page)["states"] == shown(len(graph))
    assert page.evaluate("window.stategraph.graph.profile[0].length") > 10
    assert page.locator("#traps li").count() > 0
    labels = first_solution(graph).labels
    for k, label in enumerate(labels, 1):
        page.click(f'#moves [data-label="{label}"]')
        page.wait_for_function("k => window.stategraph.play.at === k", arg=k)
    page.wait_for_function("() => window.stategraph.idle()")
    assert page.inner_text("#status") == f"Won in {len(labels)} moves: a shortest solution."
    page.click("#traps button >> nth=0")
    page.wait_for_function("() => window.stategraph.idle() && !window.stategraph.play.won")
    assert page.errors == []


@pytest.mark.long
def test_a_large_level_is_told_at_once_and_then_whole(page):
    page.evaluate("window.studio.open('psychopath/many-traps')")
    page.wait_for_function("() => window.stategraph.graph?.size === 16768")
    page.locator("#moves button").first.click()
    page.wait_for_function("() => window.stategraph.graph.x")
    page.wait_for_function("() => window.stategraph.idle()")
    assert page.evaluate("window.stategraph.play.at") == 1  # the position before the reload
    assert page.errors == []


@pytest.mark.quick
def test_what_a_level_says_is_data(page, running):
    evil = "</script><script>window.hacked = 1</script><img src=x onerror=window.hacked=1>"
    (running.folder / "evil.yaml").write_text(
        f"puzzle: spacewreck\ntitle: '{evil}'\nlevel: |\n  3 2\n  <b> <i>\n  1 2\n"
        "  1 3 <i>\n  2 3 <b>\n"
    )
    page.evaluate("window.studio.open('evil.yaml')")
    page.wait_for_function("() => document.getElementById('title').innerText.includes('onerror')")
    solved(page)
    assert page.evaluate("window.hacked") is None
    assert page.locator("main b, main i, main img[src=x]").count() == 0
    assert page.errors == []


def test_the_tab_key_goes_through_the_studio_in_order(page):
    wanted = page.evaluate(
        "(window.wanted = [...document.querySelectorAll('a[href], button, summary, select, input,"
        " textarea, [tabindex]')].filter(e => e.tabIndex >= 0 && e.checkVisibility()"
        " && !e.disabled)).length"
    )
    reached = []
    for _ in range(wanted):
        page.keyboard.press("Tab")
        reached.append(page.evaluate("wanted.indexOf(document.activeElement)"))
    assert reached == list(range(wanted))


@pytest.mark.quick
def test_what_is_wrong_in_the_text_is_told_with_its_line(page):
    page.click("#as-text summary")
    text = page.input_value("#text")
    page.fill("#text", text.replace("u", "?", 1) if "?" not in text else text)
    page.wait_for_function("() => document.getElementById('trouble').innerText !== ''")
    assert "carousels.yaml:" in page.inner_text("#trouble")
    page.fill("#text", text)
    page.wait_for_function("() => document.getElementById('trouble').innerText === ''")


def at_cell(page, at: str) -> tuple[float, float]:
    """Return the middle of a cell on the screen, after scrolling there."""
    cell = page.locator(f'#grid [data-at="{at}"]')
    cell.scroll_into_view_if_needed()
    box = cell.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_a_press_counts_if_the_board_is_drawn_again_during_it(page):
    switched(page, "Edit")
    page.click('#palette [data-sign="_"]')
    page.mouse.move(*at_cell(page, "2 4"))
    page.mouse.down()
    page.evaluate("window.studio.goTo(window.studio.at)")
    page.mouse.up()
    page.wait_for_function("() => window.studio.painting.rows[2][4] === '_'")


def test_a_message_does_not_move_the_board_under_the_pointer(page):
    create(page, "psychopath", 3, 6)
    height = "document.getElementById('grid').offsetTop"
    before = page.inner_text("#trouble"), page.evaluate(height)
    paint(page, (1, 1), "u", "mouse")
    paint(page, (1, 4), "e", "mouse")
    solved(page)
    assert ("no player" in before[0], page.inner_text("#trouble")) == (True, "")
    assert page.evaluate(height) == before[1]


def test_a_stroke_ends_when_the_button_is_released(page):
    create(page, "psychopath", 3, 6)
    page.click('#palette [data-sign="X"]')
    page.mouse.move(*at_cell(page, "1 1"))
    page.mouse.down()
    page.mouse.move(*at_cell(page, "1 3"), steps=6)
    page.mouse.up()
    page.wait_for_function("() => window.studio.painting.rows[1].join('') === 'XXXX_X'")
    page.click("#unedit")
    solved(page)
    page.click('#palette [data-sign="u"]')
    page.click("#see-heading")
    solved(page)
    assert page.evaluate("window.studio.painting.rows[1].join('')") == "X____X"
    assert page.locator("#grid .armed").count() == 0


def test_an_edit_of_a_level_that_was_left_meanwhile_is_dropped(page):
    """Create is counted as pending too, so that `solved` waits for the new level."""
    page.evaluate("window.studio.edit({name: 'mirror'}); window.studio.create()")
    solved(page)
    assert page.evaluate("[window.studio.versions.length, window.studio.name]") == [1, ""]
    page.evaluate("window.studio.open('carousels.yaml'); window.studio.create()")
    solved(page)
    assert page.evaluate("[window.studio.versions.length, window.studio.name]") == [1, ""]


def test_an_undo_follows_the_edit_before_it(page):
    text = page.evaluate("window.studio.text")
    page.evaluate("window.studio.edit({name: 'mirror'}); window.studio.goBy(-1)")
    solved(page)
    assert page.evaluate("window.studio.text") == text
    assert page.evaluate("[window.studio.versions.length, window.studio.at]") == [2, 0]


def test_a_file_that_changed_meanwhile_is_not_written_over(page, running):
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    switched(page, "Edit")
    page.click("#mirror")
    solved(page)
    ours, theirs = page.evaluate("window.studio.text"), read_level("psychopath/first-push").text
    file = running.folder / "carousels.yaml"
    before = file.read_text()
    file.write_text(theirs)
    page.click("#save")
    page.wait_for_selector("#conflict[open]")
    assert file.read_text() == theirs
    page.click("#mine")
    page.wait_for_selector("#conflict", state="hidden")
    assert file.read_text() == ours
    file.write_text(before)


@pytest.mark.long
def test_a_link_holds_the_level(page, chromium):
    switched(page, "Edit")
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
        switched(page, "Edit")
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
@pytest.mark.parametrize(("width", "dark"), [(360, False), (1280, True)], ids=["light", "dark"])
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
        assert all(url.startswith((running.link, "data:", "blob:")) for url in page.requests)
        assert page.errors == []


TOPS = """() => Object.fromEntries(["board", "status", "numbers", "chart", "editor"].map(name => {
  const {top, bottom} = document.getElementById(name).getBoundingClientRect();
  return [name, [top, bottom]];
}))"""


@pytest.mark.parametrize("name", ["sokoban/through-the-door", "puzzlescript/looking-glass"])
def test_the_game_comes_first_and_on_a_laptop_nothing_needs_scrolling(page, name):
    page.evaluate("name => window.studio.open(name)", name)
    solved(page)
    page.set_viewport_size({"width": 1280, "height": 800})
    places = page.evaluate(TOPS)
    shown = [places[part] for part in ("board", "status", "numbers", "chart")]
    assert all(top >= 0 and bottom <= 800 for top, bottom in shown)
    page.set_viewport_size({"width": 390, "height": 800})
    assert page.evaluate("document.scrollingElement.scrollWidth") <= 390
    places = page.evaluate(TOPS)
    assert sorted(places, key=lambda part: places[part][0]) == [
        "board",
        "status",
        "numbers",
        "chart",
        "editor",
    ]
