"""The studio in a real browser, as a designer uses it: several tabs, new names, broken versions."""

from __future__ import annotations

import json

import browser
import pytest
from studios import SIX_BOXES, solved, switched

from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.metrics import measure
from stategraph.studio import level_requests, workers
from stategraph.studio.folder import Folder
from stategraph.studio.server import Studio

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")


def opened(page, name: str) -> None:
    """Open a level and wait until it is solved."""
    page.evaluate("name => window.studio.open(name)", name)
    page.wait_for_function("() => window.studio.settled() && window.stategraph.idle()")


def found(page, question: str) -> str:
    """Return the answer to a question."""
    page.evaluate("document.getElementById('found').replaceChildren()")
    page.fill("#search", question)
    page.press("#search", "Enter")
    page.wait_for_function("() => document.getElementById('found').innerText !== ''")
    return page.inner_text("#found")


def test_two_tabs_are_answered_about_their_own_levels(page, chromium, running):
    names = "psychopath/carousels", "sokoban/through-the-door"
    dead = [
        measure(expand(read_level(name).puzzle), ["dead_states"])["dead_states"] for name in names
    ]
    assert dead[0] != dead[1]
    with chromium.page() as other:
        other.goto(running.link)
        other.wait_for_selector("body[data-ready]")
        opened(page, names[0])
        opened(other, names[1])
        for tab, count in ((page, dead[0]), (other, dead[1]), (page, dead[0])):
            assert f"matches {count} states" in found(tab, "dead")


@pytest.mark.long
def test_a_large_level_is_played_while_another_tab_edits(page, chromium, running):
    opened(page, "psychopath/warehouse")
    board = page.inner_text("#left") + page.inner_text("#status")
    with chromium.page() as other:
        other.goto(running.link)
        other.wait_for_selector("body[data-ready]")
        opened(other, "sokoban/corner")
        page.locator("#moves button").first.click()
        page.wait_for_function("() => window.stategraph.play.at === 1 && window.stategraph.idle()")
        assert page.errors == [] and "went wrong" not in page.inner_text("#status")
        assert page.inner_text("#left") + page.inner_text("#status") != board


def test_a_new_level_is_no_longer_the_one_that_was_open(page):
    opened(page, "sokoban/corner")
    assert page.input_value("#pick") == "sokoban/corner"
    page.click("#create")
    solved(page)
    assert page.input_value("#pick") == ""


def test_a_version_that_cannot_be_played_has_no_changes(page):
    opened(page, "sokoban/corner")
    held = []
    page.route("**/compare", lambda route: held.append(route))
    page.evaluate("window.studio.edit({name: 'clear'})")
    page.wait_for_function("() => document.getElementById('trouble').textContent")
    with page.expect_response("**/compare") as response:
        for route in held:
            route.continue_()
    response.value.finished()
    page.evaluate("new Promise(done => setTimeout(done, 100))")
    assert page.inner_text("#changes") == ""


# ---------------------------------------------------------------------------------------- saving


def save(page, name: str) -> None:
    """Save the level under a name, and wait for the answer."""
    page.evaluate("document.getElementById('saved').textContent = ''")
    page.evaluate("document.getElementById('naming-trouble').textContent = ''")
    page.evaluate("document.getElementById('naming').open || studio.saving.askName('save')")
    page.fill("#name", name)
    page.click("#naming-done")
    page.wait_for_function(
        "() => document.getElementById('saved').textContent !== ''"
        " || document.getElementById('naming-trouble').textContent !== ''"
        " || document.getElementById('conflict').open"
    )


def test_a_level_is_saved_under_a_new_name(page, running):
    opened(page, "carousels.yaml")
    switched(page, "Edit")
    page.click("#mirror")
    solved(page)
    text = page.evaluate("window.studio.text")
    for name in ("copy.yaml", "copies/second.yaml"):
        save(page, name)
        assert page.inner_text("#saved") == f"Saved as {name}."
        assert (running.folder / name).read_text() == text


@pytest.mark.quick
def test_a_level_is_shared_as_a_page_and_its_text_comes_back(page, tmp_path):
    opened(page, "carousels.yaml")
    with page.expect_download() as download:
        page.click("#share")
    assert download.value.suggested_filename == "carousels.html"
    download.value.save_as(tmp_path / "carousels.html")
    assert read_level(str(tmp_path / "carousels.html")).text == page.evaluate("window.studio.text")
    assert page.inner_text("#saved") == "carousels.html is downloaded. Send it to players."


def test_a_level_that_is_too_large_or_broken_is_not_shared(monkeypatch):
    monkeypatch.setattr(level_requests, "SHARING", Limits(states=5))
    text, desk = read_level("psychopath/carousels").text, level_requests.LevelRequests()
    stopped = "the expansion stopped at the limit of 5 states, and one file holds whole levels only"
    assert desk.answer("share", text=text, file="a.yaml")["error"] == stopped
    broken = desk.answer("share", text="puzzle: sokoban\n", file="a.yaml")
    assert "bundle" not in broken and broken["error"].startswith("a.yaml")


def test_demands_that_the_studio_does_not_judge_are_named(page):
    opened(page, "psychopath/carousels")
    text = page.evaluate("window.studio.text") + "demand:\n  states: {at least: 1}\n  needed: all\n"
    page.evaluate("text => window.studio.change(text)", text)
    solved(page)
    assert page.inner_text("#numbers .met").split("\n") == ["demands", "1 demand met"]
    row = page.locator("#numbers div").last
    assert row.inner_text().split("\n") == ["judged by stategraph check only", "needed"]


def test_another_file_of_that_name_is_not_written_over(page, running):
    opened(page, "carousels.yaml")
    theirs = read_level("psychopath/first-push").text
    (running.folder / "theirs.yaml").write_text(theirs)
    save(page, "theirs.yaml")
    assert page.inner_text("#clash") == "there is another file theirs.yaml already."
    assert page.inner_text("#saved") == ""
    assert (running.folder / "theirs.yaml").read_text() == theirs
    page.click("#theirs")
    solved(page)
    assert page.evaluate("window.studio.text") == theirs
    save(page, "theirs.yaml")
    assert page.inner_text("#saved") == "Saved as theirs.yaml."


def test_a_file_that_was_removed_is_written_again_if_one_wants(page, running):
    opened(page, "carousels.yaml")
    save(page, "gone.yaml")
    (running.folder / "gone.yaml").unlink()
    text = page.evaluate("window.studio.text")
    save(page, "gone.yaml")
    assert "changed on disk" in page.inner_text("#clash")
    assert page.is_hidden("#theirs")
    page.click("#mine")
    page.wait_for_selector("#conflict", state="hidden")
    page.wait_for_function("() => document.getElementById('saved').innerText !== ''")
    assert (running.folder / "gone.yaml").read_text() == text


# ------------------------------------------------------------------------------ broken versions


def test_what_changed_is_told_of_the_version_before(page):
    page.select_option("#kind", "sokoban")
    page.click("#create")
    page.wait_for_function("() => window.studio.text.includes('puzzle: sokoban')")
    solved(page)
    switched(page, "Edit")
    for box, size in (("columns", 6), ("rows", 5)):
        page.fill(f"#{box}", str(size))
        page.press(f"#{box}", "Tab")
        solved(page)
    page.click("#clear")
    solved(page)
    for at, sign in (("1 1", "@"), ("2 2", "$"), ("2 4", "."), ("3 1", "#")):
        page.click(f'#palette [data-sign="{sign}"]')
        page.click(f'#grid [data-at="{at}"]')
        page.wait_for_function("sign => window.studio.text.includes(sign)", arg=sign)
        solved(page)
    assert "added: wall 3:1" in page.inner_text("#changes")
    pressed = page.locator("#versions .pin[aria-pressed=true]")
    assert pressed.count() == 1
    count = page.locator("#versions li").count()
    assert pressed.get_attribute("aria-label") == f"compare with version {count - 1}"


def test_a_comparison_that_takes_too_long_is_told_so(studio_of_few_seconds):
    before, after = (
        read_level(name).text for name in ("psychopath/carousels", "psychopath/warehouse")
    )
    body = {"session": "a page", "name": "x.yaml", "before": before, "after": after}
    found = studio_of_few_seconds.compare(body)
    assert found["error"] == "stopped after 0.01 seconds"


@pytest.fixture
def studio_of_few_seconds(tmp_path, monkeypatch):
    monkeypatch.setitem(workers.SECONDS, "compare", 0.01)
    made = Studio(Folder(tmp_path))
    yield made
    made.close()


def test_a_game_of_an_older_version_says_so(page):
    opened(page, "carousels.yaml")
    assert page.is_hidden("#old")
    page.select_option("#kind", "sokoban")
    page.click("#create")
    page.wait_for_function("() => window.studio.text.includes('puzzle: sokoban')")
    solved(page)
    assert page.is_hidden("#old")
    switched(page, "Edit")
    page.click("#clear")
    solved(page)
    told = "This level cannot be played yet. This is the last solved version."
    assert page.inner_text("#old") == told
    page.click("#unedit")
    solved(page)
    assert page.is_hidden("#old")


def test_a_version_that_takes_long_to_solve_says_so(page):
    opened(page, "carousels.yaml")
    held = []
    page.route("**/solve", lambda route: held.append(route))
    page.evaluate("window.studio.open('sokoban/corner'), null")
    page.wait_for_selector("#old:not([hidden])")
    assert page.inner_text("#old").startswith("This level is being solved.")
    held[0].continue_()
    page.wait_for_selector("#old", state="hidden")


def test_a_file_that_is_no_level_is_told_at_once(chromium, running):
    (running.folder / "a-broken.yaml").write_text("puzzle: sokoban\nlevel: |\n  #?#\n")
    try:
        with chromium.page() as page:
            page.goto(running.link)
            page.wait_for_selector("body[data-ready]")
            opened(page, "a-broken.yaml")
            told = "This level cannot be played yet. The board shows the level before it."
            assert page.inner_text("#old") == told
    finally:
        (running.folder / "a-broken.yaml").unlink()


# -------------------------------------------------------------------------------- unsaved work


def edited(page) -> tuple[str, str]:
    """Open a level and edit it; return its text before and after."""
    opened(page, "carousels.yaml")
    before = page.evaluate("window.studio.text")
    switched(page, "Edit")
    page.click('#palette [data-sign="_"]')
    page.click('#grid [data-at="2 4"]')
    solved(page)
    after = page.evaluate("window.studio.text")
    assert before != after
    return before, after


def test_the_keys_of_undo_take_back_an_edit_while_editing_and_a_move_while_playing(page):
    before, after = edited(page)
    for keys, text in (("Control+z", before), ("Control+y", after), ("Control+z", before),
                       ("Control+Shift+z", after)):  # fmt: skip
        page.keyboard.press(keys)
        solved(page)
        assert page.evaluate("window.studio.text") == text
    page.keyboard.press("F2")
    page.locator("#moves button").first.click()
    page.wait_for_function("() => window.stategraph.play.at === 1")
    page.keyboard.press("Control+z")
    page.wait_for_function("() => window.stategraph.play.at === 0")
    assert page.evaluate("window.studio.text") == after


def test_work_is_not_thrown_away_unasked(page):
    asked = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    _, after = edited(page)
    for act in (lambda: page.select_option("#pick", "sokoban/corner"),
                lambda: page.click("#create")):  # fmt: skip
        act()
        page.wait_for_selector("#question")
        assert "Open another one?" in page.inner_text("#question-words")
        page.keyboard.press("Escape")
        page.wait_for_selector("#question", state="hidden")
        solved(page)
        assert page.evaluate("window.studio.text") == after
    page.evaluate("setTimeout(() => location.reload())")
    page.wait_for_timeout(500)
    assert asked == ["beforeunload"]
    assert page.evaluate("window.studio.text") == after
    save(page, "kept.yaml")
    page.select_option("#pick", "sokoban/corner")
    page.wait_for_function("() => window.studio.text.includes('sokoban')")
    assert len(asked) == 1


# ------------------------------------------------------------------- names, sizes, kept plays


def test_a_saved_file_appears_under_open_with_its_ending(page, running):
    opened(page, "carousels.yaml")
    save(page, "")
    trouble = "#naming-trouble"
    assert page.inner_text(trouble) == "write a file name first, such as my-level.yaml"
    save(page, ".git/x.yaml")
    assert page.inner_text(trouble) == ".git/x.yaml: hidden files and folders cannot be saved"
    save(page, "mine")
    solved(page)
    assert page.inner_text("#saved") == "Saved as mine.yaml."
    assert (page.inner_text("#file"), page.input_value("#pick")) == ("mine.yaml", "mine.yaml")


def test_a_refused_size_and_a_broken_version_are_shown_as_such(page):
    opened(page, "carousels.yaml")
    switched(page, "Edit")
    columns = page.input_value("#columns")
    page.fill("#columns", "-3")
    page.press("#columns", "Tab")
    solved(page)
    assert "-3" in page.inner_text("#trouble") and page.input_value("#columns") == columns
    board = page.locator("#modes").bounding_box()
    page.evaluate("window.studio.change('puzzle: sokoban')")
    solved(page)
    assert page.locator("#numbers").is_hidden()
    assert page.locator("#modes").bounding_box() == board
    assert "2: cannot be played" in page.locator("#versions li").last.inner_text()


def test_plays_that_are_lost_or_left_are_kept_and_the_trail_is_one_tab_stop(page, running):
    opened(page, "psychopath/carousels")
    page.check("#keep")
    before = len(kept_in(running.folder))
    trap = page.evaluate(
        """async () => {
          const {graph} = window.stategraph, move = graph.traps[0];
          return [...await graph.wayTo(graph.sources[move]), graph.names[graph.labels[move]]];
        }"""
    )
    for k, label in enumerate(trap, 1):
        page.click(f'#moves [data-label="{label}"]')
        page.wait_for_function("k => window.stategraph.play.at === k", arg=k)
    assert page.locator("#trail button[tabindex='0']").all_inner_texts() == [trap[-1]]
    page.locator("#trail button[tabindex='0']").focus()
    page.keyboard.press("ArrowLeft")
    page.wait_for_function("k => window.stategraph.play.at === k", arg=len(trap) - 1)
    assert page.evaluate("document.activeElement.closest('#trail') !== null")
    page.click(f'#moves [data-label="{trap[-1]}"]')
    page.click("#reset")
    page.click("#moves button >> nth=0")
    opened(page, "sokoban/corner")
    solved(page)
    page.wait_for_timeout(300)  # a play is sent without waiting for the answer
    plays = kept_in(running.folder)[before:]
    kept = [(len(play["moves"]), play["won"], play["undone"]) for play in plays]
    assert kept == [(len(trap), False, 0), (len(trap), False, 1), (1, False, 0)]


def kept_in(folder) -> list[dict]:
    """Return the plays in the file of a folder."""
    file = folder / "plays.jsonl"
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


# ------------------------------------------------------------------- play goes on after an edit


def place_on_board(page, row: int, column: int) -> dict[str, float]:
    """Return the pixel of a cell of the board to play on."""
    return page.evaluate(
        """([row, column]) => {
          const {graph: {head: {width, height, corner}}, svg} = window.stategraph;
          const box = svg.getBoundingClientRect();
          return {x: (column + corner[0] + 0.5) / width * box.width,
                  y: (row + corner[1] + 0.5) / height * box.height};
        }""",
        [row, column],
    )


@pytest.mark.quick
def test_an_edit_keeps_the_play_and_marks_the_first_move_that_fails(page):
    opened(page, "sokoban/through-the-door")
    page.evaluate("window.stategraph.graph.solution(0).then(all => window.stategraph.play.go(all))")
    labels = page.evaluate("window.stategraph.play.labels")
    page.evaluate("window.stategraph.play.jump(3)")
    switched(page, "Edit")
    page.click('#palette [data-sign="#"]')
    page.click('#grid [data-at="1 3"]')
    solved(page)
    page.wait_for_function("() => window.stategraph.idle()")
    assert page.evaluate("window.stategraph.play.at") == 3
    failed = page.locator("#trail .failed")
    number = page.evaluate("window.stategraph.play.trail.length")
    assert failed.inner_text() == labels[number - 1]
    said = f"Move {number}, {labels[number - 1]}, cannot be played in this version."
    assert said in page.inner_text("#status")
    switched(page, "Play")
    assert said in page.inner_text("#status")
    switched(page, "Edit")
    page.click("#unedit")
    solved(page)
    page.wait_for_function("() => window.stategraph.idle()")
    assert page.evaluate("window.stategraph.play.labels") == labels and failed.count() == 0
    page.evaluate("window.studio.open('sokoban/corner')")
    solved(page)
    assert page.evaluate("window.stategraph.play.labels") == []


def test_a_click_on_a_cell_walks_there_or_pushes_on_the_way(page):
    opened(page, "sokoban/through-the-door")
    for (row, column), count in (((5, 5), 5), ((1, 2), 4)):
        page.click("#reset") if page.is_enabled("#reset") else None
        page.locator("#board svg").click(position=place_on_board(page, row, column))
        page.wait_for_function("k => window.stategraph.play.at === k", arg=count)
        assert f"player at row {row}, column {column}" in page.inner_text("#announcement")


@pytest.mark.long
def test_a_level_too_large_to_expand_gets_live_bounds_and_its_solution_can_be_played(page):
    page.evaluate("text => { window.studio.change(text) }", SIX_BOXES)
    page.wait_for_function("() => document.getElementById('search-row')", timeout=60_000)
    assert "2,000,000 states" in page.inner_text("#numbers")
    assert "trap moves" not in page.inner_text("#numbers")  # they are unknown
    bounds = "() => /[0-9]+ moves found; at least [0-9]+ needed/"
    page.wait_for_function(
        f"{bounds}.test(document.getElementById('search-row').innerText)", timeout=60_000
    )
    page.wait_for_function("() => window.stategraph.graph.shortest === 72", timeout=60_000)
    assert page.inner_text("[data-number=shortest]") == "72"
    assert "The shortest solution has 72 moves." in page.inner_text("#facts")
    page.evaluate(
        "() => { const p = window.stategraph; return p.then(() => p.follow(p.graph.known)); }"
    )
    assert page.inner_text("#status") == "Won in 72 moves: a shortest solution."
    page.evaluate("() => window.stategraph.then(() => window.stategraph.play.reset())")
    page.click("#solve")
    page.wait_for_function("() => window.stategraph.play.at > 3")
    assert page.errors == []
