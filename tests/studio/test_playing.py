"""Shared levels, played in a real browser."""

from __future__ import annotations

import json
import random

import browser
import pytest
from studios import SharedLevel

from stategraph import analysis
from stategraph.design import explain_solution
from stategraph.tell import story as tell

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# one of each family, and some that differ in kind
LEVELS = [
    "labyrinth/nine-tiles",
    "pacman/first-meal",
    "pledge/ferry",
    "psychopath/carousels",
    "sokoban/first-push",
    "spacewreck/eight-rooms",
]

# all of them take long; one already shows whether playing works
EACH = [
    pytest.param(name, marks=[] if name.startswith("psychopath") else pytest.mark.long)
    for name in LEVELS
]

FOCUSABLE = "a[href], button, summary, select, input, [tabindex='0']"


def text(page) -> str:
    return page.locator("[role=status]").inner_text()


def press(page, what: str) -> None:
    """Click, and wait until what that asks for is done."""
    page.click(what)
    page.wait_for_function("() => window.stategraph.idle()")


def arrow(label: str, prefixes: tuple[str, ...]) -> list[str]:
    """Return the keys that play a label: an arrow, if it has one, or its letters."""
    way = {"U": "ArrowUp", "R": "ArrowRight", "D": "ArrowDown", "L": "ArrowLeft"}
    first = prefixes[0]
    if label.startswith(first) and label[len(first) :] in way:
        return [way[label[len(first) :]]]
    return list(label)


@pytest.mark.parametrize("name", EACH)
def test_a_level_is_won_by_the_keyboard(chromium, shared, name):
    one = shared(name)
    labels = analysis.first_solution(one.graph).labels
    with chromium.page() as page:
        one.open(page)
        for k, label in enumerate(labels, 1):
            for key in arrow(label, one.level.family.arrows):
                page.keyboard.press(key)
            said = f"{k} move{'s' * (k > 1)} made."
            page.wait_for_function("() => window.stategraph.idle()")
            assert text(page).startswith("Won" if k == len(labels) else said)
        moves = f"{len(labels)} move{'s' * (len(labels) > 1)}"
        assert text(page) == f"Won in {moves}: a shortest solution."
        assert page.errors == []
        assert [url for url in page.requests if not url.startswith("data:")] == [one.at.as_uri()]


MARK = """node => {
  const {behind, ratio} = window.stategraph.chart, [x, y] = window.stategraph.chart.spot(node);
  const pixel = (dx, dy) => `${behind.getContext("2d").getImageData(x + dx, y + dy, 1, 1).data}`;
  const middle = pixel(0, 0), far = 5 * ratio;
  const filled = places => places.every(at => pixel(...at) === middle);
  return {round: filled([[far, 0], [-far, 0], [0, far], [0, -far]]),
          crossed: filled([[far, far], [-far, far], [far, -far], [-far, -far]])};
}"""


def test_the_shape_of_a_mark_tells_the_dead_from_those_who_can_win(chromium, shared):
    one = shared("spacewreck/eight-rooms")
    (dead, *_), alive = analysis.dead_states(one.graph), 1
    with chromium.page() as page:
        one.open(page)
        assert page.evaluate(MARK, alive) == {"round": True, "crossed": True}
        assert page.evaluate(MARK, dead) == {"round": False, "crossed": True}
        assert "dead, no move left" in page.locator(".legend").inner_text()


@pytest.mark.quick
@pytest.mark.parametrize("name", EACH)
def test_a_level_is_won_by_the_mouse(chromium, shared, name):
    """Each move is made by a click on a piece that it shows, or else by its button."""
    one = shared(name)
    labels = analysis.first_solution(one.graph).labels
    with chromium.page() as page:
        one.open(page)
        clicks = 0
        for k, label in enumerate(labels, 1):
            at = page.evaluate("label => window.stategraph.aim(label)", label)
            if at is None:
                page.click(f'#moves [data-label="{label}"]')
            else:
                page.locator("#board svg").click(position={"x": at[0], "y": at[1]})
                clicks += 1
            page.wait_for_function("k => window.stategraph.play.at === k", arg=k)
            assert page.locator("#trail [aria-current]").inner_text() == label
        assert clicks >= len(labels) / 2
        assert text(page).endswith("a shortest solution.")


@pytest.mark.quick
def test_touching_plays_too(chromium, shared):
    with chromium.page(width=360, touch=True) as page:
        shared("sokoban/first-push").open(page)
        page.locator("#moves button").first.tap()
        page.wait_for_function("() => window.stategraph.play.at === 1")


def test_a_swipe_plays_the_arrow_of_its_direction(chromium, shared):
    arrows = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}
    with chromium.page(width=360, touch=True) as page:
        shared("psychopath/first-push").open(page)
        touches = page.context.new_cdp_session(page)
        for k in range(4):
            box = page.locator("#board").bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            labels = page.evaluate("window.stategraph.play.here.moves.map(each => each.label)")
            label = next(each for each in labels if each[-1] in arrows)
            dx, dy = arrows[label[-1]]
            for step in range(8):
                point = {"x": x + 8 * step * dx, "y": y + 8 * step * dy}
                kind = "touchMove" if step else "touchStart"
                touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
            touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
            page.wait_for_function("k => window.stategraph.play.at === k", arg=k + 1, timeout=9000)
            played = page.evaluate("window.stategraph.play.trail.at(-1).label")
            assert played == label
        assert page.evaluate("window.scrollY") == 0


@pytest.mark.quick
def test_undo_redo_reset_and_jumps(chromium, shared):
    with chromium.page() as page:
        shared("spacewreck/eight-rooms").open(page)
        for _ in range(3):
            press(page, "#moves button >> nth=0")
        assert text(page) == "3 moves made."
        page.keyboard.press("Control+z")
        page.keyboard.press("Backspace")
        page.wait_for_function("() => window.stategraph.play.at === 1")
        press(page, "#redo")
        assert text(page) == "2 moves made."
        press(page, "#reset")
        assert text(page) == "0 moves made."
        press(page, "#trail li:nth-child(4) button")
        assert text(page) == "3 moves made."
        press(page, "#trail li:nth-child(2) button")
        assert page.locator("#trail li").count() == 4
        press(page, "#moves button >> nth=-1")
        assert page.locator("#trail li").count() == 3


def fatal(one: SharedLevel) -> tuple[tuple[str, ...], str]:
    """Return the moves to the nearest trap move, and that move."""
    (record,) = analysis.nearest_trap_moves(one.graph, 1)
    return analysis.path_to(one.graph, record["from"]).labels, record["label"]


@pytest.mark.quick
@pytest.mark.parametrize(
    "help_level",
    [0, 1, pytest.param(2, marks=pytest.mark.long), pytest.param(3, marks=pytest.mark.long)],
)
def test_a_fatal_move_is_told_when_the_player_wants_it(chromium, shared, help_level):
    one = shared("psychopath/carousels")
    before, trap = fatal(one)
    said = f"{len(before) + 1} moves made."
    lost = f"{said} You can no longer win since move {len(before) + 1}."
    with chromium.page() as page:
        one.open(page)
        page.select_option("#help-level", str(help_level))
        page.fill("#search", " ".join(before) or " ")
        page.press("#search", "Enter")
        page.wait_for_function("k => window.stategraph.play.at === k", arg=len(before))
        button = f'#moves [data-label="{trap}"]'
        assert ("loses" in page.inner_text(button)) is (help_level >= 2)
        page.click(button)
        if help_level == 2:
            assert f"{trap} would lose" in text(page)
            assert page.evaluate("window.stategraph.play.at") == len(before)
            page.click(button)
        page.wait_for_function("k => window.stategraph.play.at === k", arg=len(before) + 1)
        assert text(page) == (lost if help_level else said)
        page.click("#hint")
        back = f"go back to move {len(before)}" if before else "go back to the start"
        assert back in text(page)
        page.click("#undo")
        left = f" {one.left_after(before)} moves left."
        made = f"{len(before)} move{'s' * (len(before) != 1)} made."
        assert text(page) == made + (left if help_level == 3 else "")


@pytest.mark.long
def test_hints_from_ten_states_win_in_the_moves_they_say(chromium, shared):
    one = shared("psychopath/carousels")
    left = analysis.moves_to_goal(one.graph)
    alive = [node for node in range(len(one.graph)) if left[node] > 0]
    with chromium.page() as page:
        one.open(page)
        page.select_option("#help-level", "3")
        for node in random.Random(1).sample(alive, 10):
            page.evaluate("node => window.stategraph.visit(node)", node)
            for moves in range(int(left[node]), 0, -1):
                assert text(page).endswith(f"{moves} move{'s' * (moves > 1)} left.")
                page.click("#hint")
                page.click("#moves .hinted")
                page.wait_for_function("() => window.stategraph.idle()")
            assert text(page).startswith("Won in")


@pytest.mark.quick
@pytest.mark.parametrize("name", ["sokoban/first-push", "spacewreck/text-or-moves"])
def test_the_solution_shown_is_the_first_of_the_shortest(chromium, shared, name):
    one = shared(name)
    with chromium.page() as page:
        one.open(page)
        found = page.evaluate("window.stategraph.graph.solution(0)")
        assert tuple(found) == analysis.first_solution(one.graph).labels


def test_the_solution_is_played_and_stops_when_asked(chromium, shared):
    with chromium.page() as page:
        shared("spacewreck/eight-rooms").open(page)
        page.click("#solve")
        page.wait_for_function(
            "() => document.querySelector('[role=status]').innerText.startsWith('Won')"
        )
        assert text(page) == "Won in 3 moves: a shortest solution."
        page.click("#solve")
        page.click("#solve")
        assert page.inner_text("#solve") == "Show solution"


def test_the_story_appears_after_giving_up_and_leads_to_its_boards(chromium, shared):
    one = shared("sokoban/three-in-a-row")
    found = explain_solution(one.level, one.graph)
    with chromium.page() as page:
        one.open(page)
        assert page.locator("#story").is_hidden()
        press(page, "#solve")
        press(page, "#solve")
        page.click("#story summary")
        page.wait_for_selector("#story .strip")
        cards = page.locator("#story .strip li")
        assert cards.count() == len(found.chapters) == 4
        for k, chapter in enumerate(found.chapters):
            said = cards.nth(k).inner_text()
            assert all(
                text in said for text in (tell.title(chapter), *tell.sentences(found, chapter))
            )
        page.locator("#story .strip li button").nth(1).click()
        page.wait_for_function("() => window.stategraph.idle()")
        moves = len(found.chapters[0].moves) + len(found.chapters[1].moves)
        assert page.evaluate("window.stategraph.play.at") == moves
        pictures = page.evaluate("""[...document.querySelectorAll("#story li svg")].map(each =>
            each.querySelectorAll("*").length)""")
        assert len(pictures) == 4 and min(pictures) > 5
        assert page.errors == []


@pytest.mark.quick
def test_the_story_appears_after_a_win(chromium, shared):
    one = shared("spacewreck/eight-rooms")
    with chromium.page() as page:
        one.open(page)
        page.keyboard.type("R3R1")
        assert page.locator("#story").is_hidden()
        press(page, "#reset")
        page.keyboard.type("R3L5L8")
        page.wait_for_function("() => window.stategraph.play.won")
        page.wait_for_selector("#story:not([hidden])")


def test_levels_without_a_solution_and_without_a_move_say_so(chromium, shared):
    with chromium.page() as page:
        shared("spacewreck/no-way-out").open(page)
        assert text(page).startswith("0 moves made. This level cannot be won.")
        facts = page.inner_text("#facts")
        assert "It cannot be won: the goal is out of reach even if colours did not" in facts
        shared("spacewreck/already-there").open(page)
        assert text(page) == "Won: the start is the goal."


@pytest.mark.quick
def test_pasted_moves_are_read_as_the_command_line_reads_them(chromium, shared):
    one = shared("spacewreck/eight-rooms")
    with chromium.page() as page:
        one.open(page)
        for given in ("R3L5L8", "R3, L5 L8"):
            page.fill("#search", given)
            page.press("#search", "Enter")
            page.wait_for_function("() => window.stategraph.play.at === 3")
            page.click("#reset")
        page.fill("#search", "R3L9")
        page.press("#search", "Enter")
        page.wait_for_function("() => document.getElementById('found').innerText !== ''")
        assert "L9" in page.inner_text("#found")


def test_the_graph_shows_boards_and_leads_to_them(chromium, shared):
    one = shared("psychopath/carousels")
    with chromium.page() as page:
        one.open(page)
        page.wait_for_function("() => window.stategraph.chart.drawn")
        node = len(one.graph) // 2
        x, y = page.evaluate("node => window.stategraph.spot(node)", node)
        page.locator("#chart").hover(position={"x": x, "y": y})
        assert "from the start" in page.inner_text("#peek")
        page.locator("#chart").click(position={"x": x, "y": y})
        page.wait_for_function("() => window.stategraph.play.at > 0")
        reached = page.evaluate("window.stategraph.play.here.node")
        made = page.evaluate("window.stategraph.play.at")
        assert made == analysis.moves_from_start(one.graph)[reached]
        page.click("#closer")
        page.check("#only-dead")
        page.check("#only-unvisited")
        page.click("#all")
        page.click("#traps button >> nth=0")
        assert page.errors == []


def test_plays_are_kept_where_the_player_wants_it(chromium, shared, tmp_path):
    with chromium.page() as page:
        shared("spacewreck/eight-rooms").open(page)
        page.check("#keep")
        for label in ("R3", "L5", "L8"):
            page.click(f'#moves [data-label="{label}"]')
        with page.expect_download() as download:
            page.click("#plays")
        download.value.save_as(tmp_path / "plays.jsonl")
        (line,) = (tmp_path / "plays.jsonl").read_text().splitlines()
        play = json.loads(line)
        assert play["moves"] == ["R3", "L5", "L8"] and play["won"] is True
        assert len(play["times"]) == 3 and len(play["level"]) == 16


@pytest.mark.long
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("width", [360, 1280])
@pytest.mark.parametrize("name", ["psychopath/carousels", "pledge/ferry"])
def test_a_page_fits_can_be_read_and_is_named(chromium, shared, name, width, dark):
    from axe_playwright_python.sync_playwright import Axe

    with chromium.page(width=width, dark=dark) as page:
        shared(name).open(page)
        page.select_option("#help-level", "3")
        page.locator("#moves button").first.click()
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
        assert found.response["violations"] == []
        assert page.errors == []


def test_the_tab_key_reaches_everything_in_order(chromium, shared):
    with chromium.page() as page:
        shared("spacewreck/eight-rooms").open(page)
        wanted = page.evaluate(
            f'(window.wanted = [...document.querySelectorAll("{FOCUSABLE}")]'
            ".filter(e => e.checkVisibility() && !e.disabled)).length"
        )
        reached = []
        for _ in range(wanted):
            page.keyboard.press("Tab")
            reached.append(page.evaluate("wanted.indexOf(document.activeElement)"))
        assert reached == list(range(wanted))


def test_who_never_stops_walks_by_the_clock_while_the_player_slides(chromium, shared):
    with chromium.page() as page:
        shared("pledge/ferry").open(page)
        page.keyboard.press("Space")
        page.wait_for_function("() => window.stategraph.idle()")
        assert page.locator("#trail li").all_inner_texts() == ["start", "F"]
        page.select_option("#pace", "100")
        page.keyboard.press("Shift+Space")
        page.wait_for_function("() => document.querySelectorAll('#trail li').length > 3")
        assert page.inner_text("#walk") == "Halt"
        page.keyboard.press("ArrowDown")  # the knight is walking all the while
        page.wait_for_function("() => document.getElementById('trail').innerText.includes('SD')")
        page.wait_for_function("() => document.getElementById('walk').disabled")  # he is home
        assert (text(page)[:6], page.inner_text("#walk")) == ("Won in", "Walk")
        assert page.errors == []


@pytest.mark.quick
def test_puzzlescript_is_played_with_its_own_keys_and_shows_the_winning_board(chromium, shared):
    one = shared("puzzlescript/one-star")
    keys = {"U": "ArrowUp", "D": "ArrowDown", "L": "ArrowLeft", "R": "ArrowRight", "X": "x"}
    labels = analysis.first_solution(one.graph).labels
    with chromium.page() as page:
        one.open(page)
        size = page.evaluate("[window.stategraph.graph.head.width, stategraph.graph.head.height]")
        start = one.level.draw(one.level.puzzle.start)
        assert size == [start.width, start.height]
        for label in labels:
            page.keyboard.press(keys[label])
        page.wait_for_function("k => window.stategraph.play.at === k", arg=len(labels))
        assert text(page).startswith("Won") and page.locator("#board text").count() == 0
        page.keyboard.press("z")
        page.wait_for_function("k => window.stategraph.play.at === k", arg=len(labels) - 1)
        page.keyboard.press("r")
        page.wait_for_function("() => window.stategraph.play.at === 0")
