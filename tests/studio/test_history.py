"""Nothing is lost: the history of each level is kept in the browser, as a tree of versions."""

from __future__ import annotations

import browser
import pytest
from studios import Running, serve_modules, solved, switched

from stategraph.level_files import read_level

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

# the state of a page: the version, the line, all versions and their names, the play, and the mode
PLACE = """() => ({
  text: studio.text, at: studio.at, line: studio.versions.map(each => each.text),
  all: studio.history.ordered.map(each => [each.text, each.title ?? ""]),
  labels: stategraph.play.labels, made: stategraph.play.at, editing: studio.editing,
})"""

# how many versions have their thumbnails in the database
DRAWN = """async () => {
  const kept = await studio.memory.store.versions(studio.history.tree);
  return kept.filter(each => each.picture?.startsWith("data:image/png")).length;
}"""


@pytest.fixture
def studio(tmp_path):
    (tmp_path / "mine.yaml").write_text(read_level("sokoban/through-the-door").text)
    made = Running(tmp_path)
    yield made
    made.stop()


def opened(page, link: str) -> None:
    page.goto(link)
    ready(page)


def ready(page) -> None:
    page.wait_for_selector("body[data-ready]")
    solved(page)
    page.wait_for_function("() => window.stategraph.idle()")


def painted(page, at: str, sign: str = "#") -> None:
    page.click(f'#palette [data-sign="{sign}"]')
    page.click(f'#grid [data-at="{at}"]')
    row, column = map(int, at.split())
    page.wait_for_function(
        "([r, c, sign]) => studio.painting.rows[r][c] === sign", arg=[row, column, sign]
    )
    solved(page)


def designed(page) -> dict:
    """Make two edits, undo the second, make a third, name it, and play two moves."""
    switched(page, "Edit")
    painted(page, "2 2")
    painted(page, "3 4")
    page.keyboard.press("Control+z")
    solved(page)
    painted(page, "3 3")
    page.fill("#version-name", "a wall in the middle")
    page.press("#version-name", "Enter")
    switched(page, "Play")
    for k in (1, 2):
        page.locator("#moves button").first.click()
        page.wait_for_function("k => stategraph.play.at === k", arg=k)
    page.keyboard.press("Control+z")
    page.wait_for_function("() => stategraph.play.at === 1")
    page.wait_for_function(f"async () => await ({DRAWN})() === 4")
    place = page.evaluate(PLACE)
    assert (place["at"], len(place["line"]), len(place["all"])) == (2, 3, 4)
    assert len(place["labels"]) == 2
    assert [title for _, title in place["all"]] == ["", "", "", "a wall in the middle"]
    return place


def agreeing(page):
    """Return the kinds of the questions that the page asks, all of which are answered with yes."""
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    return asked


def test_an_edit_after_an_undo_begins_a_branch(page):
    serve_modules(page)
    made = page.evaluate(
        """async () => {
          const {History} = await import(new URL("static/history.js", location.href));
          const history = new History("tree"), texts = list => list.map(each => each.text);
          for (const text of "abc") history.add(text);
          history.goTo(history.find("b").id);
          const undone = texts(history.line);
          history.add("d");
          const again = history.add("d").fresh, branch = texts(history.line);
          history.goTo(history.find("a").id);
          history.add("c");
          history.add("e");
          history.goTo(history.find("b").id);
          history.add("c");
          return {
            undone, branch, again, line: texts(history.line), at: history.at,
            numbers: texts(history.ordered).join(""),
            beside: history.branches().map(({from, versions}) => [from.text, ...texts(versions)]),
          };
        }"""
    )
    assert made == {
        "undone": ["a", "b", "c"],  # redo is still possible
        "branch": ["a", "b", "d", "d"],
        "again": True,
        "line": ["a", "b", "c"],  # the version that was there already
        "at": 2,
        "numbers": "abcddce",
        "beside": [["a", "c", "e"], ["b", "d", "d"]],
    }


def test_a_reload_loses_nothing(chromium, studio):
    with chromium.page() as page:
        asked = agreeing(page)
        opened(page, studio.link)
        place = designed(page)
        page.reload()
        ready(page)
        assert asked == ["beforeunload"]
        assert page.evaluate(PLACE) == place
        assert page.locator("#versions img").count() == 3
        assert "a wall in the middle" in page.inner_text("#versions [aria-current]")
        page.click("#branches summary")
        page.click("#branches-list li li button >> nth=0")
        solved(page)
        assert page.evaluate("studio.text") == place["all"][2][0]
        switched(page, "Edit")
        page.keyboard.press("Control+z")
        solved(page)
        assert page.evaluate("studio.text") == place["all"][1][0]
        assert page.errors == []


def test_a_killed_server_loses_nothing(chromium, studio, tmp_path):
    with chromium.page() as page:
        opened(page, studio.link)
        place = designed(page)
        studio.process.kill()  # as kill -9 does
        studio.process.wait()
        switched(page, "Edit")
        page.evaluate("studio.change(studio.text.replace('title: ', 'title: Not '))")
        page.wait_for_function("() => document.getElementById('trouble').innerText !== ''")
        text = page.evaluate("studio.text")
        page.wait_for_function(
            "async () => (await studio.memory.store.versions(studio.history.tree)).length === 5"
        )
        again = Running(tmp_path)
        try:
            other = page.context.new_page()
            opened(other, again.link)
            now = other.evaluate(PLACE)
            assert (now["text"], now["line"]) == (text, [*place["line"], text])
            assert now["all"] == [*place["all"], [text, ""]]
            assert (now["labels"], now["made"]) == (place["labels"], place["made"])
        finally:
            again.stop()


def test_a_closed_tab_loses_nothing(chromium, studio):
    with chromium.page() as page:
        opened(page, studio.link)
        place = designed(page)
        page.evaluate("document.getElementById('text').value += '# typed just now\\n'")
        page.close()
        other = page.context.new_page()
        opened(other, studio.link)
        assert other.evaluate("studio.text") == f"{place['text']}# typed just now\n"
        assert other.evaluate("studio.at") == place["at"] + 1
        agreeing(other)
        other.evaluate("studio.open('sokoban/corner')")
        solved(other)
        kept = other.locator("#pick optgroup[label='Kept in this browser'] option")
        kept.first.wait_for(state="attached")
        assert "5 versions" in kept.first.inner_text()
        other.select_option("#pick", index=1 + 1)
        other.wait_for_function("() => studio.text.includes('# typed just now')")
        ready(other)
        assert other.evaluate("studio.history.byId.size") == 5


def test_two_tabs_of_a_level_share_its_history(chromium, studio):
    with chromium.page() as page:
        opened(page, studio.link)
        other = page.context.new_page()
        opened(other, studio.link)
        assert page.evaluate("studio.history.tree") == other.evaluate("studio.history.tree")
        for tab, cell, sign in ((page, "2 2", "#"), (other, "3 3", "#"), (page, "3 4", "#")):
            tab.bring_to_front()
            if not tab.evaluate("studio.editing"):
                switched(tab, "Edit")
            painted(tab, cell, sign)
        other.bring_to_front()
        other.fill("#version-name", "of the other tab")
        other.press("#version-name", "Enter")
        page.wait_for_function("() => document.getElementById('branches-list').textContent"
                               ".includes('of the other tab')")  # fmt: skip
        wanted = page.evaluate("studio.history.ordered.map(each => each.id)")
        assert len(wanted) == 4
        assert page.evaluate("studio.at") == 2 and other.evaluate("studio.at") == 1
        texts = [tab.evaluate("studio.text") for tab in (page, other)]
        for tab, text in zip((page, other), texts, strict=True):
            agreeing(tab)
            tab.bring_to_front()
            tab.reload()
            ready(tab)
            assert tab.evaluate("studio.text") == text
            assert tab.evaluate("studio.history.ordered.map(each => each.id)") == wanted


def test_a_file_is_opened_with_its_history(chromium, studio, tmp_path):
    with chromium.page() as page:
        agreeing(page)
        opened(page, studio.link)
        place = designed(page)
        page.evaluate("studio.open('sokoban/corner')")
        solved(page)
        page.evaluate("studio.open('mine.yaml')")
        solved(page)
        now = page.evaluate(PLACE)
        assert now["all"] == place["all"] and now["at"] == 0  # the file holds the first version
        theirs = read_level("sokoban/corner").text
        (tmp_path / "mine.yaml").write_text(theirs)
        page.reload()
        ready(page)
        assert page.evaluate("studio.text") == theirs
        assert page.evaluate("studio.history.byId.size") == 5
        assert not page.is_visible("#unsaved")


def test_unsaved_work_is_marked_until_it_is_saved(chromium, studio):
    with chromium.page() as page:
        opened(page, studio.link)
        title = page.title()
        assert not page.is_visible("#unsaved")
        switched(page, "Edit")
        painted(page, "2 2")
        assert page.title() == f"● {title}" and page.is_visible("#unsaved")
        page.click("#save")
        page.wait_for_selector("#unsaved", state="hidden")
        assert page.title() == title
        assert "mine.yaml" in page.inner_text("#versions [aria-current]")


def test_a_tab_keeps_its_version_when_another_tab_deletes_it(chromium, studio):
    with chromium.page() as page:
        opened(page, studio.link)
        other = page.context.new_page()
        opened(other, studio.link)
        switched(other, "Edit")
        painted(other, "2 2")
        text = other.evaluate("studio.text")
        page.bring_to_front()
        page.click("#forget")
        page.click("#question-yes")
        other.bring_to_front()
        other.wait_for_function("() => studio.history.byId.size === 1")
        agreeing(other)
        other.reload()
        ready(other)
        assert other.evaluate("studio.versions.map(each => each.text)") == [text]
        painted(other, "3 4")
        other.keyboard.press("Control+z")
        solved(other)
        assert other.evaluate("studio.text") == text


def test_the_other_versions_are_deleted_if_one_agrees(chromium, studio):
    with chromium.page() as page:
        opened(page, studio.link)
        switched(page, "Edit")
        painted(page, "2 2")
        page.click("#forget")
        page.keyboard.press("Enter")  # on Cancel, which has the focus
        page.wait_for_selector("#question", state="hidden")
        assert page.evaluate("studio.history.byId.size") == 2
        text = page.evaluate("studio.text")
        page.click("#forget")
        page.click("#question-yes")
        page.wait_for_function("() => studio.history.byId.size === 1")
        page.wait_for_timeout(400)
        other = page.context.new_page()
        opened(other, studio.link)
        assert other.evaluate("studio.versions.map(each => each.text)") == [text]
        assert other.is_visible("#unsaved")
