"""Plays on a phone: gestures, and plays that a shared page keeps and hands back."""

from __future__ import annotations

import json

import browser
import pytest

from stategraph import analysis

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

LEVEL = "sokoban/too-late"


@pytest.fixture
def phone(chromium):
    with chromium.page(phone=True) as made:
        yield made


def do(page, labels) -> None:
    """Make moves by hand, with the buttons."""
    for label in labels:
        at = page.evaluate("window.stategraph.play.at")
        page.click(f'#moves [data-label="{label}"]')
        page.wait_for_function("k => window.stategraph.play.at === k", arg=at + 1)


def fatal(graph) -> list[str]:
    """Return the shortest path from the start into a dead state."""
    node = min(
        analysis.dead_states(graph), key=lambda one: len(analysis.path_to(graph, one).labels)
    )
    return list(analysis.path_to(graph, node).labels)


def kept(page, tmp_path) -> list[dict]:
    """Return the plays in the file that the page hands back."""
    with page.expect_download() as download:
        page.click("#plays")
    assert download.value.suggested_filename == "plays.jsonl"
    download.value.save_as(tmp_path / "plays.jsonl")
    return [json.loads(line) for line in (tmp_path / "plays.jsonl").read_text().splitlines()]


def test_wins_losses_and_stops_are_kept_through_a_reload(phone, shared, tmp_path):
    one = shared(LEVEL)
    lost, won = fatal(one.graph), list(analysis.first_solution(one.graph).labels)
    one.open(phone)
    do(phone, lost)
    phone.click("#undo")
    phone.wait_for_function("k => stategraph.play.at === k", arg=len(lost) - 1)
    phone.click("#reset")
    phone.wait_for_function("() => stategraph.play.at === 0")
    do(phone, won)
    phone.click("#reset")
    phone.wait_for_function("() => stategraph.play.at === 0")
    do(phone, won[:2])
    phone.reload()  # the player leaves in the middle
    phone.wait_for_selector("body[data-ready]")
    plays = kept(phone, tmp_path)
    assert [(play["moves"], play["won"], play["undone"]) for play in plays] == [
        (lost, False, 0),
        (won, True, 0),
        (won[:2], False, 0),
    ]
    assert all(play["times"] == sorted(play["times"]) for play in plays)
    assert plays[1]["times"][0] < plays[0]["times"][-1] + 2000  # a reset starts the clock again
    assert phone.inner_text("#plays-note") == "3 plays kept."
    assert phone.errors == []


def test_a_play_under_way_survives_the_end_of_a_hidden_page(phone, shared, tmp_path):
    one = shared(LEVEL)
    one.open(phone)
    moves = list(analysis.first_solution(one.graph).labels[:3])
    do(phone, moves)
    phone.evaluate(
        """() => {
          Object.defineProperty(document, "hidden", {get: () => true});
          document.dispatchEvent(new Event("visibilitychange"));
          window.addEventListener("pagehide", event => event.stopImmediatePropagation(), true);
        }"""
    )
    one.open(phone)
    plays = kept(phone, tmp_path)
    assert plays[0]["moves"] == moves
    phone.on("dialog", lambda dialog: dialog.accept())
    phone.click("#forget")
    phone.wait_for_function("() => document.getElementById('plays').hidden")
    one.open(phone)
    assert phone.is_hidden("#plays")


def test_shown_moves_are_not_a_play_and_nothing_is_kept_without_consent(phone, shared):
    one = shared(LEVEL)
    won = list(analysis.first_solution(one.graph).labels)
    one.open(phone)
    phone.evaluate("labels => stategraph.then(() => stategraph.follow(labels))", won[:-1])
    phone.wait_for_function("k => stategraph.play.at === k", arg=len(won) - 1)
    do(phone, won[-1:])
    phone.click("#reset")
    phone.wait_for_function("() => stategraph.play.at === 0")
    assert phone.is_hidden("#plays")
    phone.uncheck("#keep")
    do(phone, won)
    assert phone.is_hidden("#plays") and phone.is_hidden("#plays-link")


def test_a_link_hands_the_plays_back_and_shows_the_last_one(phone, shared, tmp_path):
    one = shared(LEVEL)
    won = list(analysis.first_solution(one.graph).labels)
    phone.context.grant_permissions(["clipboard-read", "clipboard-write"])
    one.open(phone)
    do(phone, won)
    phone.evaluate("navigator.clipboard.writeText = text => { window.link = text; }")
    phone.click("#plays-link")
    phone.wait_for_function("() => window.link")
    link = phone.evaluate("window.link")
    assert link.startswith(one.at.as_uri() + "#plays=")
    with phone.context.browser.new_context() as other:
        page = other.new_page()
        page.goto(link)
        page.wait_for_selector("body[data-ready]")
        assert "1 play, 1 of this level" in page.inner_text("#plays-note")
        assert page.evaluate("[stategraph.play.at, stategraph.play.labels]") == [0, won]
        assert kept(page, tmp_path)[0]["moves"] == won
        assert page.evaluate("Object.keys(localStorage).length") == 0


@pytest.mark.parametrize(("help_level", "buzzes"), [("0", 0), ("1", 1), ("2", 2)])
def test_a_trap_vibrates_if_the_player_allowed_hints(phone, shared, help_level, buzzes):
    one = shared(LEVEL)
    lost = fatal(one.graph)
    phone.add_init_script("window.buzzes = []; navigator.vibrate = ms => window.buzzes.push(ms)")
    one.open(phone, int(help_level))
    do(phone, lost[:-1])
    phone.click(f'#moves [data-label="{lost[-1]}"]')
    phone.wait_for_function("() => stategraph.idle()")
    if help_level == "2":  # the first press only warns
        phone.click(f'#moves [data-label="{lost[-1]}"]')
    phone.wait_for_function("k => stategraph.play.at === k", arg=len(lost))
    assert len(phone.evaluate("window.buzzes")) == buzzes


@pytest.mark.quick
def test_a_swipe_plays_and_does_not_scroll_the_page(phone, shared):
    one = shared("sokoban/through-the-door")
    one.open(phone)
    touches = phone.context.new_cdp_session(phone)
    label = phone.evaluate("stategraph.play.here.moves.find(each => each.label.length === 1).label")
    dx, dy = {"L": (-1, 0), "R": (1, 0), "U": (0, -1), "D": (0, 1)}[label.upper()]
    box = phone.locator("#board").bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    before = phone.evaluate("scrollY")
    for step in range(8):
        point = {"x": x + 8 * step * dx, "y": y + 8 * step * dy}
        kind = "touchMove" if step else "touchStart"
        touches.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
    touches.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    phone.wait_for_function("() => stategraph.play.at === 1")
    assert phone.evaluate("scrollY") == before
    assert phone.evaluate("stategraph.play.trail.at(-1).label") == label


@pytest.mark.quick
def test_a_tap_walks_to_a_cell(phone, shared):
    one = shared("sokoban/through-the-door")
    one.open(phone)
    left, top, scale, corner = phone.evaluate(
        """() => {
          const {graph: {head: {width, corner}}, svg} = stategraph;
          svg.scrollIntoView({block: "center"});
          const box = svg.getBoundingClientRect();
          return [box.left, box.top, box.width / width, corner];
        }"""
    )
    board, start = one.level.puzzle.board, one.level.puzzle.start.player
    row, column = board.place(start)
    far = max(
        (place for place in board.places if place[0] == row),
        key=lambda place: abs(place[1] - column),
    )
    spot = [left + (far[1] + corner[0] + 0.5) * scale, top + (far[0] + corner[1] + 0.5) * scale]
    phone.touchscreen.tap(*spot)
    phone.wait_for_function("() => stategraph.play.at > 2 && stategraph.idle()", timeout=9000)
    node = phone.evaluate("stategraph.play.here.node")
    assert board.place(one.graph.state(node).player) == far


def test_comments_on_moves_stay_with_their_variation_and_their_play(phone, shared, tmp_path):
    one = shared(LEVEL)
    won = list(analysis.first_solution(one.graph).labels)
    one.open(phone)
    do(phone, won[:2])
    phone.fill("#comment", "the only way")
    phone.press("#comment", "Tab")
    assert phone.get_attribute("#trail [aria-current]", "title") == "the only way"
    phone.click("#undo")
    phone.wait_for_function("() => stategraph.play.at === 1")
    assert phone.input_value("#comment") == ""
    other = phone.evaluate(
        "label => stategraph.play.here.moves.find(move => move.label !== label).label", won[1]
    )
    do(phone, [other])
    assert phone.input_value("#comment") == ""
    assert f"{won[1]} {{the only way}}" in phone.inner_text("#variations")
    phone.click("#variations button")
    phone.wait_for_function("label => stategraph.play.labels[1] === label", arg=won[1])
    assert phone.input_value("#comment") == "the only way"
    phone.click("#reset")
    phone.wait_for_function("() => stategraph.play.at === 0")
    assert kept(phone, tmp_path)[-1]["comments"] == {"2": "the only way"}
    assert phone.evaluate("document.scrollingElement.scrollWidth <= innerWidth")
    assert phone.errors == []
