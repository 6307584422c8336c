"""The analysis of a play in a real browser: evaluation, verdicts, reasons of losses, variations."""

from __future__ import annotations

from typing import Any

import browser
import pytest
from effort import sampled, sampled_rows
from studios import SharedLevel, serve_modules, solved, switched

from stategraph import analysis
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.studio.loss_reasons import loss_reasons

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

WIDTHS = [390, 1280]


def do(page, labels: list[str]) -> None:
    """Make moves one by one."""
    for label in labels:
        page.evaluate("label => stategraph.then(() => stategraph.play.makeShown(label))", label)
    settle(page)


def settle(page) -> None:
    page.wait_for_function("() => window.stategraph.idle()")


def at(page) -> int:
    settle(page)
    return page.evaluate("window.stategraph.play.at")


def fatal(name: str) -> list[str]:
    """Return the moves to a state before a trap move, and that move."""
    graph = expand(read_level(name).puzzle)
    trap = int(analysis.trap_moves(graph)[0])
    return [*analysis.path_to(graph, int(graph.sources[trap])).labels, graph.label(trap)]


def verdicts(one: SharedLevel, labels: list[str]) -> list[str]:
    """Return the verdict on each move, from the distances of the graph."""
    left, nodes, found = analysis.moves_to_goal(one.graph), one.nodes(labels), []
    for k, label in enumerate(labels):
        here, moves = nodes[k], one.graph.moves(nodes[k])
        there = nodes[k + 1]
        if left[here] < 0:
            found.append("")
        elif left[there] < 0:
            found.append("??")
        elif left[there] >= left[here]:
            found.append("?!")
        else:
            good = [one for one in moves if left[one[1]] == left[here] - 1]
            back = nodes[k - 1] if k else -1
            choice = [one for one in moves if one[0] != label and one[1] not in (here, back)]
            found.append("!" if len(good) == 1 and choice else "")
    return found


def rows_wanted(one: SharedLevel, labels: list[str]) -> list[list[Any]]:
    """Return the moves left, the good moves and the chance of a random player, state by state."""
    left, wins = analysis.moves_to_goal(one.graph), analysis.play_at_random(one.graph).wins
    rows = []
    for node in one.nodes(labels):
        ends = [target for _, target in one.graph.moves(node)]
        good = sum(int(left[end]) == left[node] - 1 for end in ends)
        rows.append([int(left[node]), good, float(wins[node])] if left[node] >= 0 else ["lost"] * 3)
    return rows


@pytest.mark.parametrize(
    ("name", "width"), sampled_rows([("sokoban/first-push", 390), ("psychopath/carousels", 1280)])
)
def test_the_evaluation_is_that_of_the_whole_graph(chromium, shared, name, width):
    one = shared(name)
    with chromium.page(width=width) as page:
        for seed in range(3):
            labels = one.play(seed, 14)
            one.open(page, help_level=3)
            do(page, labels)
            page.click("#evaluation summary")
            page.wait_for_selector("#evaluation tbody tr")
            cells = page.locator("#evaluation tbody tr").evaluate_all(
                "rows => rows.map(row => [...row.cells].map(cell => cell.innerText))"
            )
            assert [row[1] for row in cells] == ["", *verdicts(one, labels)]
            marks = page.locator("#trail button").evaluate_all(
                "buttons => buttons.map(button => button.dataset.mark ?? '')"
            )
            assert marks == ["", *verdicts(one, labels)]
            wanted = rows_wanted(one, labels)
            assert [row[2:4] for row in cells] == [list(map(str, row[:2])) for row in wanted]
            for (*_, said), (*_, wins) in zip(cells, wanted, strict=True):
                if wins == "lost":
                    assert said == "lost"
                else:
                    number = float(said.split()[0]) / (100 if "%" in said else 1)
                    assert number == pytest.approx(wins, rel=0.06)
        assert page.errors == []


def test_a_play_shows_each_verdict_and_the_loss(chromium, shared):
    one = shared("sokoban/first-push")
    with chromium.page() as page:
        one.open(page, help_level=3)
        kinds = set()
        for seed in range(6):
            labels = one.play(seed, 14)
            one.open(page, help_level=3)
            do(page, labels)
            found = verdicts(one, labels)
            for mark, name in (("??", "loses"), ("?!", "longer"), ("!", "only")):
                assert page.locator(f"#evaluation .verdict.{name}").count() == found.count(mark)
                kinds |= {mark} & set(found)
            bands = page.locator("#evaluation .band").count()
            assert (bands > 0) is ("??" in found)
        assert kinds == {"??", "?!", "!"}


@pytest.mark.parametrize("width", sampled(WIDTHS))
def test_a_click_and_a_key_go_to_a_move_of_the_play(chromium, shared, width):
    one = shared("psychopath/carousels")
    labels = one.play(1, 20)
    with chromium.page(width=width) as page:
        one.open(page, help_level=3)
        do(page, labels)
        rows = page.locator("#evaluation .rows")
        for move in (3, 20, 11):
            x = page.evaluate("k => stategraph.analysis.evaluation.x(k)", move)
            rows.click(position={"x": x, "y": 20})
            assert at(page) == move
        page.evaluate("document.querySelector('#evaluation input').focus()")
        for key, wanted in (("ArrowLeft", 10), ("ArrowRight", 11), ("End", 20), ("Home", 0)):
            page.keyboard.press(key)
            assert at(page) == wanted
        slider = page.locator("#evaluation input")
        left = analysis.moves_to_goal(one.graph)[0]
        text = slider.get_attribute("aria-valuetext")
        assert text.startswith(f"Start: {left} moves left, ")
        assert "a random player wins about 14 in 100" in text
        page.keyboard.press("ArrowRight")
        settle(page)
        assert slider.get_attribute("aria-valuetext").startswith(f"Move 1, {labels[0]}")
        assert page.evaluate("document.activeElement.type") == "range"
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width


def test_pointing_at_the_chart_describes_a_move(chromium, shared):
    one = shared("psychopath/carousels")
    with chromium.page() as page:
        one.open(page, help_level=3)
        do(page, one.play(1, 20))
        x = page.evaluate("stategraph.analysis.evaluation.x(4)")
        page.locator("#evaluation .rows").hover(position={"x": x, "y": 20})
        assert page.inner_text("#evaluation > p").startswith("Move 4, ")
        page.hover("#status")
        assert page.inner_text("#evaluation > p").startswith("Move 20, ")


def test_the_evaluation_is_hidden_from_players_without_full_help(chromium, shared):
    one = shared("sokoban/first-push")
    labels = one.play(0, 14)
    lost = verdicts(one, labels).index("??") + 1
    with chromium.page() as page:
        one.open(page, help_level=1)
        do(page, labels)
        assert page.locator("#evaluation").is_hidden()
        marks = page.locator("#trail [data-mark]")
        assert marks.count() == 1 and marks.get_attribute("data-mark") == "??"
        assert marks.get_attribute("aria-label") == f"go to move {lost}: {labels[lost - 1]}, loses"
        page.select_option("#help-level", "0")
        assert marks.count() == 0 and page.locator("#loss").is_hidden()
        assert page.locator("#board .reason").count() == 0


# ------------------------------------------------------------------------------------- the loss

FRAMES = """() => [...document.querySelectorAll("#board .reason .line")].map(rect =>
    [rect.x, rect.y].map((side, k) => Math.round(
        2 * side.baseVal.value + (k ? rect.height : rect.width).baseVal.value) / 2))"""


@pytest.mark.quick
@pytest.mark.parametrize("width", sampled(WIDTHS))
@pytest.mark.parametrize("name", sampled(["sokoban/first-push", "spacewreck/eight-rooms"]))
def test_the_reason_of_a_loss_is_framed_and_leads_back(chromium, shared, name, width):
    one = shared(name)
    of, reasons = loss_reasons(one.level, one.graph)
    (trap, *_) = analysis.trap_moves(one.graph)
    source, target = int(one.graph.sources[trap]), int(one.graph.targets[trap])
    before = list(analysis.path_to(one.graph, source).labels)
    reason = reasons[of[target]]
    with chromium.page(width=width) as page:
        one.open(page, help_level=1)
        do(page, before)
        assert page.locator("#loss").is_hidden() and page.evaluate(FRAMES) == []
        buttons = page.locator("#moves").bounding_box()["y"]
        do(page, [one.graph.label(int(trap))])
        assert page.evaluate(FRAMES) == reason["cells"]
        assert page.inner_text("#loss-reason") == reason["text"]
        if width == 390:  # the buttons stay under the finger
            assert page.locator("#moves").bounding_box()["y"] == buttons
            assert page.locator("#loss").bounding_box()["y"] > buttons
        do(page, [max(one.graph.moves(target))[0]] if one.graph.moves(target) else [])
        assert at(page) > len(before)
        name_of = f"move {len(before)}" if before else "the start"
        assert page.inner_text("#revive") == f"Back to {name_of}"
        assert "the last state that could be won" in page.get_attribute("#revive", "title")
        page.click("#revive")
        assert at(page) == len(before)
        assert page.locator("#loss").is_hidden() and page.evaluate(FRAMES) == []
        page.click("#redo")
        settle(page)
        page.keyboard.press("Shift+Backspace")
        assert at(page) == len(before)
        page.keyboard.press("Shift+Backspace")  # nothing is lost any more
        assert at(page) == len(before)
        assert page.errors == []


def test_a_level_that_was_never_winnable_has_no_way_back(chromium, shared):
    with chromium.page() as page:
        shared("sokoban/corner").open(page, help_level=3)
        assert page.locator("#revive").is_hidden()
        page.keyboard.press("Shift+Backspace")
        assert at(page) == 0 and page.locator("#evaluation .row").count() == 3


# ----------------------------------------------------------------------------------- variations


def variations(page) -> list[str]:
    return page.locator("#variations button").all_inner_texts()


def trail(page) -> list[str]:
    return page.evaluate("stategraph.play.trail.slice(1).map(step => step.label)")


@pytest.mark.parametrize("width", sampled(WIDTHS))
def test_moves_that_are_replaced_stay_as_variations(chromium, shared, width):
    one = shared("psychopath/carousels")
    first = one.play(1, 8)
    node = one.nodes(first)[3]
    other = next(label for label, _ in one.graph.moves(node) if label != first[3])
    with chromium.page(width=width) as page:
        one.open(page, help_level=3)
        do(page, first)
        assert page.locator("#variations").is_hidden()
        page.click("#trail li:nth-child(4) button")
        settle(page)
        do(page, [other])
        assert trail(page) == [*first[:3], other]
        assert variations(page) == [f"after move 3: {' '.join(first[3:])}"]
        page.click("#variations button")
        settle(page)
        assert trail(page) == first and at(page) == len(first)
        assert variations(page) == [f"after move 3: {other}"]
        page.click("#trail li:nth-child(4) button")
        settle(page)
        do(page, [other])  # the old move enters the variation too
        assert trail(page) == [*first[:3], other]
        assert len(variations(page)) == 1
        page.click("#trail li:nth-child(4) button")
        settle(page)
        do(page, [first[3]])  # with the moves that followed
        assert trail(page) == first and at(page) == 4
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert page.errors == []


def test_the_focus_stays_in_the_play_when_a_pressed_button_disappears(chromium, shared):
    one = shared("sokoban/first-push")
    with chromium.page() as page:
        one.open(page, help_level=3)
        do(page, fatal("sokoban/first-push"))
        made = at(page)
        for button, wanted in (("#revive", made - 1), ("#variations button", made)):
            page.focus(button)
            page.keyboard.press("Enter")
            page.wait_for_function("() => document.activeElement.closest('#trail')")
            assert at(page) == wanted
            page.evaluate("stategraph.goTo(0)")
            settle(page)
            do(page, one.play(1, 1))


def test_many_variations_are_listed_and_lost_ones_say_so(chromium, shared):
    one = shared("sokoban/first-push")
    plays = [one.play(seed, 9) for seed in range(9)]
    lost = {tuple(play): "??" in verdicts(one, play) for play in plays}
    with chromium.page() as page:
        one.open(page, help_level=3)
        for play in plays:
            page.evaluate("stategraph.goTo(0)")
            settle(page)
            do(page, play)
        entries = page.evaluate(
            "stategraph.play.variations.beside(stategraph.play.trail).map(one => one.line.labels)"
        )
        assert sorted(entries) == sorted(plays[:-1])
        shown = page.locator("#variations button")
        assert shown.count() == len(entries) == 8
        assert page.inner_text("#variations summary") == "2 more"
        said = [entry.endswith(", lost") for entry in shown.evaluate_all(
            "all => all.map(each => each.textContent)")]  # fmt: skip
        assert said == [lost[tuple(entry)] for entry in entries] and any(said)


def test_an_edit_keeps_the_variations_and_plays_them_again(page):
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    settle(page)
    do(page, [page.evaluate("stategraph.play.here.moves[0].label")])
    start = page.evaluate("stategraph.play.trail[0].moves.map(move => move.label)")
    page.click("#reset")
    settle(page)
    do(page, [start[1]])
    assert variations(page) == [f"from the start: {start[0]}"]
    switched(page, "Edit")
    page.click('#palette [data-sign="_"]')
    page.click('#grid [data-at="2 4"]')
    solved(page)
    switched(page, "Play")
    settle(page)
    assert trail(page) == [start[1]]
    assert variations(page) == [f"from the start: {start[0]}"]
    page.click("#variations button")
    settle(page)
    assert trail(page) == [start[0]]
    page.evaluate("window.studio.open('carousels.yaml')")
    solved(page)
    settle(page)
    assert variations(page) == [] and page.errors == []


# ------------------------------------------------------------------------- large and open graphs

QUESTIONS = """async () => {
  const {goodMoves, verdictOn} = await import("./static/verdicts.js");
  const to = (label, target, left, fatal = false) => ({label, target, left, fatal});
  const play = (left, moves) => [{node: 0, left, moves}, {node: 1, label: "a"}];
  return [
    goodMoves({left: null, moves: [to("a", 1, 2)]}),
    goodMoves({left: 3, moves: [to("a", 1, 2), to("b", 2, null)]}),
    goodMoves({left: 3, moves: [to("a", 1, 2), to("b", 2, -1)]}),
    verdictOn(play(3, [to("a", 1, 2), to("b", 2, null)]), 1),
    verdictOn(play(3, [to("a", 1, 2), to("b", 2, 4)]), 1),
    verdictOn(play(null, [to("a", 1, 4), to("b", 2, 2)]), 1),
    verdictOn(play(3, [to("a", 1, null), to("b", 2, 2)]), 1),
    verdictOn(play(null, [to("a", 1, -1, true)]), 1),
    verdictOn(play(null, [to("a", 1, -1, false)]), 1),
  ];
}"""


def test_nothing_is_said_about_moves_whose_ends_are_unknown(page):
    serve_modules(page)
    assert page.evaluate(QUESTIONS) == [None, None, 1, "", "!", "", "", "", ""]


def test_states_of_a_large_level_are_requested_once(page):
    page.route("**/whole", lambda route: route.abort())  # so the level stays on the server
    page.evaluate("window.studio.open('sokoban/through-the-door')")
    solved(page)
    page.evaluate("window.studio.open('sokoban/three-in-a-row')")
    solved(page)
    settle(page)
    assert page.evaluate("stategraph.graph.head.remote")
    page.requests.clear()
    do(page, ["D", "L", "L"])
    page.click("#undo")
    settle(page)
    do(page, ["R"])
    page.click("#variations button")
    page.wait_for_function("() => stategraph.play.trail.at(-1).label === 'L'")
    assert at(page) == 3
    asked = [url for url in page.requests if url.endswith("/look")]
    assert len(asked) == 4
    page.click("#reset")
    settle(page)
    do(page, fatal("sokoban/three-in-a-row"))
    text = "The level cannot be won from any state with box 2:3 and box 2:4."
    assert page.inner_text("#loss-reason") == text and len(page.evaluate(FRAMES)) == 2


@pytest.mark.parametrize(
    ("width", "dark"), sampled_rows([(390, False), (1280, True)]), ids=["light", "dark"]
)
def test_a_lost_play_with_variations_can_be_read_and_is_named(chromium, shared, width, dark):
    from axe_playwright_python.sync_playwright import Axe

    one = shared("sokoban/first-push")
    with chromium.page(width=width, dark=dark) as page:
        one.open(page, help_level=3)
        for seed in range(3):
            page.evaluate("stategraph.goTo(0)")
            settle(page)
            do(page, one.play(seed, 12))
        page.evaluate("stategraph.goTo(0)")
        settle(page)
        do(page, fatal("sokoban/first-push"))
        page.click("#evaluation summary")
        page.wait_for_selector("#evaluation tbody tr")
        assert page.locator("#loss").is_visible() and page.locator("#variations").is_visible()
        found = Axe().run(page, options={"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"]})
        assert found.response["violations"] == []
        assert page.evaluate("document.scrollingElement.scrollWidth") <= width
        assert page.errors == []


def test_a_lost_play_leaves_board_status_numbers_and_graph_in_view(page):
    page.set_viewport_size({"width": 1280, "height": 800})
    page.evaluate("window.studio.open('sokoban/first-push')")
    solved(page)
    settle(page)
    do(page, fatal("sokoban/first-push"))
    assert page.locator("#loss").is_visible()
    for part in ("board", "status", "numbers", "chart", "loss"):
        box = page.locator(f"#{part}").bounding_box()
        assert box["y"] >= 0 and box["y"] + box["height"] <= 800
