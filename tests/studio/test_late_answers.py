"""Answers of the server that arrive late, and keys pressed meanwhile, in a real browser."""

from __future__ import annotations

import browser
import pytest
from studios import Running, solved, switched

from stategraph.expand import expand
from stategraph.level_files import read_level

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# Hold back the next answer to a request until the page calls `release`.
HOLD = """name => {
  const real = window.fetch;
  window.held = new Promise(done => { window.release = done; });
  window.fetch = async (url, options) => {
    if (url !== name) return real(url, options);
    window.fetch = real;
    const answer = await real(url, options);
    window.arrived = true;
    await window.held;
    return answer;
  };
  window.arrived = false;
}"""

# Never answer a request.
LEAVE = """name => {
  const real = window.fetch;
  window.fetch = (url, options) => url === name ? new Promise(() => {}) : real(url, options);
}"""

PASTE = """([text, target]) => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  document.querySelector(target).dispatchEvent(
    new ClipboardEvent("paste", {clipboardData, bubbles: true, cancelable: true}));
}"""

# Answer the next request with this name as the server does if it has killed the process meanwhile.
REPLACE = """name => {
  const real = window.fetch;
  window.fetch = async (url, options) => {
    if (url !== name) return real(url, options);
    window.fetch = real;
    window.arrived = true;
    const answer = {superseded: true, error: "a newer request has replaced this one", line: null};
    return new Response(JSON.stringify(answer), {headers: {"content-type": "application/json"}});
  };
  window.arrived = false;
}"""

FIRST, OTHER = "sokoban/through-the-door", "psychopath/first-push"


@pytest.fixture
def folder(tmp_path):
    for name, level in (("first", FIRST), ("other", OTHER)):
        (tmp_path / f"{name}.yaml").write_text(read_level(level).text)
    return tmp_path


@pytest.fixture
def studio(folder):
    made = Running(folder)
    yield made
    made.stop()


@pytest.fixture
def window(chromium, studio):
    with chromium.page() as made:
        opened(made, studio.link)
        yield made


def opened(page, link: str) -> None:
    page.goto(link)
    page.wait_for_selector("body[data-ready]")
    solved(page)


def painted(page, at: str) -> None:
    page.click('#palette [data-sign="#"]')
    page.click(f'#grid [data-at="{at}"]')
    solved(page)


def held(page, name: str, act) -> None:
    """Do something, and hold back the answer to the request `name` that follows."""
    page.evaluate(HOLD, name)
    act()
    page.wait_for_function("() => window.arrived")


def released(page) -> None:
    page.evaluate("window.release()")
    solved(page)


def board(page) -> str:
    return page.evaluate("studio.painting.rows.map(row => row.join('')).join('\\n')")


def test_a_save_that_ends_late_belongs_to_the_level_that_was_saved(window, folder):
    switched(window, "Edit")
    painted(window, "3 4")
    edited = window.evaluate("studio.text")
    held(window, "save", lambda: window.keyboard.press("Control+s"))
    window.evaluate("void studio.open('other.yaml')")
    window.wait_for_function("() => studio.name === 'other.yaml'")
    released(window)
    assert window.inner_text("#saved") == "Saved as first.yaml."
    assert window.evaluate("[studio.name, studio.unsaved]") == ["other.yaml", False]
    window.keyboard.press("Control+s")
    solved(window)
    assert (folder / "first.yaml").read_text() == edited
    assert (folder / "other.yaml").read_text() == read_level(OTHER).text
    window.evaluate("studio.open('first.yaml')")
    solved(window)
    assert window.evaluate("studio.versions.map(each => each.saved.length)") == [1, 1]


def test_a_refused_save_that_ends_late_says_so(window, folder):
    (folder / "first.yaml").write_text("another text")
    held(window, "save", lambda: window.keyboard.press("Control+s"))
    window.evaluate("void studio.open('other.yaml')")
    window.wait_for_function("() => studio.name === 'other.yaml'")
    released(window)
    assert window.inner_text("#saved").startswith("Not saved: ")
    assert not window.is_visible("#conflict")


def test_two_saves_in_a_row_write_the_newer_text(window, folder):
    switched(window, "Edit")
    painted(window, "3 4")
    held(window, "save", lambda: window.keyboard.press("Control+s"))
    window.click('#grid [data-at="2 1"]')
    window.wait_for_function("() => studio.at === 2")
    window.keyboard.press("Control+s")
    released(window)
    assert not window.is_visible("#conflict")
    assert not window.evaluate("studio.unsaved")
    assert (folder / "first.yaml").read_text() == window.evaluate("studio.text")


def test_a_save_includes_the_last_key_in_the_text_and_the_last_edit(window, folder):
    window.click("#as-text summary")
    window.focus("#text")
    window.keyboard.press("Control+End")
    window.keyboard.type("# a comment")
    window.keyboard.press("Control+s")
    solved(window)
    assert (folder / "first.yaml").read_text().endswith("# a comment")
    switched(window, "Edit")
    held(window, "edit", lambda: window.click("#mirror"))
    window.keyboard.press("Control+s")
    released(window)
    assert window.evaluate("studio.at") == 2
    assert (folder / "first.yaml").read_text() == window.evaluate("studio.text")


def test_a_board_that_arrives_late_does_not_replace_a_newer_one(window):
    switched(window, "Edit")
    painted(window, "3 4")
    first = board(window)
    painted(window, "2 1")
    painted(window, "3 3")
    held(window, "board", lambda: window.click("#unedit"))
    window.click("#unedit")
    window.wait_for_function("() => studio.at === 1")
    released(window)
    assert board(window) == first
    held(window, "board", lambda: window.click("#unedit"))
    window.evaluate("void studio.open('other.yaml')")
    window.wait_for_function("() => studio.name === 'other.yaml'")
    released(window)
    assert "X" in board(window)  # a wall of Psychopath
    assert window.input_value("#kind") == "psychopath"


def test_pasted_and_dropped_levels_wait_for_an_open_question(window, folder):
    text = window.evaluate("studio.text")
    (folder / "first.yaml").write_text("another text")
    window.keyboard.press("Control+s")
    window.wait_for_selector("#conflict[open]")
    window.evaluate(PASTE, ["#####\n#@$.#\n#####\n", "#mine"])
    drop = window.evaluate(
        """() => {
          const dataTransfer = new DataTransfer();
          dataTransfer.items.add(new File(["#####\\n#@$.#\\n#####\\n"], "small.xsb"));
          const over = new DragEvent("dragover", {dataTransfer, bubbles: true, cancelable: true});
          document.body.dispatchEvent(over);
          const drop = new DragEvent("drop", {dataTransfer, bubbles: true, cancelable: true});
          document.body.dispatchEvent(drop);
          return [over.defaultPrevented, drop.defaultPrevented];
        }"""
    )
    assert drop == [True, True]  # or else the browser would open the file instead of the page
    window.wait_for_timeout(300)
    solved(window)
    assert window.evaluate("studio.text") == text
    window.click("#mine")
    window.wait_for_selector("#conflict", state="hidden")
    solved(window)
    assert (folder / "first.yaml").read_text() == text


def test_a_downloaded_version_comes_back_after_a_reload(window):
    switched(window, "Edit")
    painted(window, "3 4")
    with window.expect_download():
        window.click("#download")
    text = window.evaluate("studio.text")
    window.reload()
    window.wait_for_selector("body[data-ready]")
    solved(window)
    assert window.evaluate("[studio.at, studio.text]") == [1, text]


def test_a_story_of_a_level_that_was_left_ends(window):
    window.evaluate(LEAVE, "whole")  # the states are requested one by one
    window.evaluate("void studio.open('labyrinth/ten-thousand')")
    window.wait_for_function("() => stategraph.graph.head.remote")
    held(window, "look", lambda: window.click("#story summary"))
    window.evaluate("studio.open('other.yaml')")
    window.wait_for_function("() => !stategraph.graph.head.remote")
    released(window)
    window.wait_for_function("() => !document.querySelector('#story-text .note')")
    assert window.inner_text("#title") == read_level(OTHER).title
    assert window.errors == []


def test_a_picture_beside_the_pointer_is_requested_again_after_a_failure(window):
    window.evaluate(LEAVE, "whole")
    window.evaluate("void studio.open('psychopath/many-traps')")
    window.wait_for_function("() => stategraph.graph.head.remote")
    glance = "async () => (await stategraph.graph.glance(5))?.pieces.length"
    window.route("**/look", lambda request: request.abort())
    assert window.evaluate(glance) is None
    window.unroute("**/look")
    assert window.evaluate(glance) > 0


def test_two_presses_before_the_next_state_arrives_are_two_legal_moves(window):
    window.evaluate(LEAVE, "whole")  # the states are requested one by one
    window.evaluate("void studio.open('psychopath/many-traps')")
    window.wait_for_function("() => stategraph.graph.head.remote")
    level = read_level("psychopath/many-traps")
    graph = expand(level.puzzle)
    twice = next(
        label
        for label, target in graph.moves(0)
        if target != graph.goal and label in dict(graph.moves(target))
    )
    button = f'#moves button[data-label="{twice}"]'

    def press() -> None:
        window.click(button)
        window.click(button)

    held(window, "look", press)
    window.evaluate("window.release()")
    window.wait_for_function("() => stategraph.play.at === 2 && stategraph.idle()")
    node, reached = 0, [0]
    for _ in range(2):
        node = dict(graph.moves(node))[twice]
        reached.append(node)
    assert window.evaluate("stategraph.play.trail.map(step => step.node)") == reached


def test_a_page_without_a_game_has_nothing_to_press(chromium, tmp_path):
    (tmp_path / "wrong.yaml").write_text("puzzle: sokoban\nlevel: |\n  #####\n  # $.#\n  #####\n")
    studio = Running(tmp_path)
    try:
        with chromium.page() as page:
            opened(page, studio.link)
            for name in ("undo", "redo", "reset", "hint", "solve", "search", "comment", "all"):
                assert page.locator(f"[inert] #{name}").count() == 1
            switched(page, "Edit")
            page.click('#palette [data-sign="@"]')
            page.click('#grid [data-at="1 1"]')
            solved(page)
            switched(page, "Play")
            page.click("#hint")
            page.wait_for_function("() => document.querySelector('.hinted')")
            assert page.inner_text("#status").endswith("Hint: R.")
            assert page.locator("[inert]").count() == 0
            assert page.errors == []
    finally:
        studio.stop()


STALE = REPLACE.replace("superseded: true", "stale: true")


@pytest.mark.parametrize("answer", [REPLACE, STALE], ids=["replaced", "of an old level"])
def test_a_move_whose_request_is_replaced_is_left_out_without_an_error(window, answer):
    window.evaluate(LEAVE, "whole")  # the states are requested one by one
    window.evaluate("void studio.open('psychopath/many-traps')")
    window.wait_for_function("() => stategraph.graph.head.remote && stategraph.play.here")
    window.evaluate(answer, "look")
    if answer is STALE:
        window.evaluate("studio.solving.solved = 'a newer level'")
    window.click("#moves button >> nth=0")
    window.wait_for_function("() => window.arrived && stategraph.idle()")
    assert window.evaluate("stategraph.play.at") == 0
    assert "went wrong" not in window.inner_text("#status")
    window.click("#moves button >> nth=0")
    window.wait_for_function("() => stategraph.play.at === 1")
    assert window.errors == []
