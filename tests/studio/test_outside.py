"""Levels from elsewhere, and dialogs: paste, drop, open, save, rename and delete in a browser."""

from __future__ import annotations

import browser
import pytest
import sample_texts
from effort import sampled_rows
from sample_texts import PUSH, SHIP
from studios import Running, solved, switched

from stategraph.expand import expand
from stategraph.level_files import read_level
from stategraph.studio.share_page import share

pytestmark = pytest.mark.skipif(browser.PROGRAM is None, reason="chromium is not on PATH")

PACK = f"""{sample_texts.PACK}
; broken
######
#@$$.#
######
"""
GAME = PUSH + "#######\n#P.*.O#\n#######\n"

# text of a level, its file name, the family, and a part of its board
TEXTS = [
    ("#####\n#@$.#\n#####\n", "mine.xsb", "sokoban", "  #@$.#\n"),
    ("#####\n#@$.#\n#####\nTitle: Small\n", "mine.sok", "sokoban", "title: Small\n"),
    ("5#|#pbo#|5#", "mine.txt", "sokoban", "  5#|#pbo#|5#\n"),  # RLE
    (GAME, "push.txt", "puzzlescript", "  #P.*.O#\n"),
    (read_level("labyrinth/closed-door").text, "door.yaml", "labyrinth", "puzzle: labyrinth\n"),
    (read_level("sokoban/corner").text, "corner.html", "sokoban", "  #$   #\n"),
]

# Fire an event with text or files, as the browser does on Ctrl+V or a drop.
FIRE = """([kind, where, text, files]) => {
  const data = new DataTransfer();
  if (text) data.setData("text/plain", text);
  for (const [name, content] of files ?? []) data.items.add(new File([content], name));
  const event = kind === "paste"
    ? new ClipboardEvent("paste", {clipboardData: data, bubbles: true, cancelable: true})
    : new DragEvent(kind, {dataTransfer: data, bubbles: true, cancelable: true});
  document.querySelector(where).dispatchEvent(event);
}"""


@pytest.fixture(scope="module")
def started(tmp_path_factory):
    made = Running(tmp_path_factory.mktemp("levels"))
    yield made
    made.stop()


@pytest.fixture
def studio(started):
    """Return the studio with the same three files in its folder each time."""
    for file in started.folder.iterdir():
        file.unlink()
    (started.folder / "mine.yaml").write_text(read_level("sokoban/through-the-door").text)
    (started.folder / "pack.xsb").write_text(PACK)
    (started.folder / "alone.txt").write_text("#####\n#@$.#\n#####\n")
    return started


@pytest.fixture
def page(chromium, studio, request):
    """Open the studio in a wide or a narrow window, every other test in each."""
    width = (1280, 390)[len(request.node.originalname) % 2]
    with chromium.page(width=width) as made:
        made.goto(studio.link)
        made.wait_for_selector("body[data-ready]")
        solved(made)
        yield made
        refusals = ("409", "422")  # the browser logs these answers
        errors = [each for each in made.errors if not any(code in each for code in refusals)]
        assert errors == []


def text_of(page) -> str:
    return page.evaluate("studio.text")


def painted(page, at: str = "2 2", sign: str = "#") -> None:
    before = text_of(page)
    if not page.evaluate("studio.editing"):
        switched(page, "Edit")
    page.click(f'#palette [data-sign="{sign}"]')
    page.click(f'#grid [data-at="{at}"]')
    page.wait_for_function("before => studio.text !== before", arg=before)
    solved(page)


def content(text: str, name: str) -> str:
    """Return the content of a file: for a page, the shared level."""
    if not name.endswith(".html"):
        return text
    level = read_level("sokoban/corner")
    return share(level, expand(level.puzzle))


# ------------------------------------------------------------------------------ from elsewhere


def test_a_dropped_file_appears_on_the_board(page):
    dropped(page, *TEXTS[0])


@pytest.mark.long
def test_files_of_each_kind_are_dropped_one_after_another(page):
    for each in TEXTS[1:]:
        dropped(page, *each)
        page.keyboard.press("Escape")


def dropped(page, text, name, family, part):
    page.evaluate(FIRE, ["dragover", "#board", "", [[name, "x"]]])
    assert page.evaluate("document.body.className") == "dropping"
    page.evaluate(FIRE, ["drop", "#board", "", [[name, content(text, name)]]])
    page.wait_for_function("part => studio.text.includes(part)", arg=part)
    solved(page)
    assert f"puzzle: {family}\n" in text_of(page)
    assert page.evaluate("document.body.className") == ""
    assert page.input_value("#kind") == family
    assert page.locator("#board svg").count() == 1
    assert page.inner_text("#file") == "none yet" and page.input_value("#pick") == ""
    page.click("#save")
    assert page.input_value("#name") == f"{name.partition('.')[0]}.yaml"


def test_text_is_pasted_onto_the_page_with_the_keyboard(page):
    page.evaluate("document.getElementById('text').closest('details').open = true")
    page.fill("#text", TEXTS[0][0])
    page.focus("#text")
    page.keyboard.press("Control+a")
    page.keyboard.press("Control+x")
    page.evaluate("studio.takeTyped()")
    solved(page)
    page.evaluate("studio.open('mine.yaml')")
    solved(page)
    page.focus("#chart")
    page.keyboard.press("Control+v")
    page.wait_for_function("() => studio.text.includes('#@$.#')")
    solved(page)
    assert page.inner_text("#numbers [data-number=shortest]").split() == ["1"]
    assert page.is_visible("#unsaved")  # it is nowhere else
    page.focus("#text")
    page.keyboard.press("Control+v")  # in a field, the text is only inserted
    page.evaluate("studio.takeTyped()")
    solved(page)
    assert text_of(page).count("#@$.#") == 2


def test_a_text_of_several_levels_lets_the_user_choose_one(page):
    page.evaluate(FIRE, ["paste", "#board", PACK, []])
    page.wait_for_selector("#outside-levels li")
    labels = page.locator("#outside-levels .picked")
    page.wait_for_function(
        "() => document.querySelectorAll('#outside-levels img').length === 2"
        " && document.querySelector('#outside-levels .wrong')"
    )
    assert labels.nth(0).inner_text() == "1: one"
    assert "more boxes than goals" in labels.nth(2).inner_text()
    labels.nth(2).click()
    page.wait_for_selector("#outside-trouble:not(:empty)")
    assert page.inner_text("#outside-trouble").startswith("<pasted text>#3: more boxes than goals")
    labels.nth(1).focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#outside", state="hidden")
    page.wait_for_function("() => studio.text.includes('#@$ .#')")
    solved(page)
    assert "title: two\n" in text_of(page)


def test_a_text_of_no_known_family_asks_for_it(page):
    page.evaluate(FIRE, ["drop", "#board", "", [["ship.txt", SHIP]]])
    page.wait_for_selector("#outside-families:not([hidden])")
    message = "ship.txt:1: no family recognises this text; choose one"
    assert page.inner_text("#outside-trouble") == message
    page.select_option("#outside-family", "sokoban")
    page.wait_for_function(
        "message => document.getElementById('outside-trouble').textContent !== message", arg=message
    )
    solved(page)
    assert page.inner_text("#outside-trouble").startswith("ship.txt:")
    page.click("#outside [data-closes]")
    page.evaluate(FIRE, ["drop", "#board", "", [["ship.txt", SHIP]]])
    page.wait_for_selector("#outside-families:not([hidden])")
    page.select_option("#outside-family", "spacewreck")
    page.wait_for_function("() => studio.text.includes('puzzle: spacewreck')")
    solved(page)
    assert page.is_hidden("#outside")


ERRORS = [
    ("page.html", "<html><head></head>", "page.html:1: this page holds no level as text"),
    ("bad.xsb", "#####\n#@$.#\n##x##\n", "bad.xsb:3: unknown tile 'x'; known: # blank"),
    ("big.xsb", "#" * (2**20 + 1), "big.xsb: more than 1 MiB; choose a smaller file"),
    ("empty.txt", " ", "empty.txt:1: is empty; choose a file with a level"),
]


def test_an_error_is_one_line(page):
    before = text_of(page)
    for name, content, message in ERRORS:
        page.evaluate(FIRE, ["drop", "#board", "", [[name, content]]])
        page.wait_for_selector(f"#outside-trouble:has-text('{name}:')")
        shown = page.inner_text("#outside-trouble")
        assert shown.startswith(message) and "\n" not in shown
        page.keyboard.press("Escape")
        page.wait_for_selector("#outside", state="hidden")
        assert text_of(page) == before


def test_files_are_opened_with_the_dialog(page):
    page.click("#open-other")
    files = [
        {"name": name, "mimeType": "text/plain", "buffer": text.encode()}
        for name, text in (
            ("pack.xsb", PACK),
            ("alone.txt", TEXTS[0][0]),
            ("b.txt", b"\xff".decode("latin-1")),
        )
    ]
    files[2]["buffer"] = b"\xff\xfe"
    page.set_input_files("#outside-file", files)
    page.wait_for_selector("#outside-levels li")
    assert page.locator("#outside-levels li").count() == 4
    assert page.inner_text("#outside-trouble") == "b.txt: is not UTF-8 text; save it as UTF-8"
    page.click("#outside-levels button:has-text('alone.txt')")
    page.wait_for_function("() => studio.text.includes('#@$.#')")
    solved(page)
    page.click("#open-other")
    assert page.locator("#outside-levels li").count() == 0
    page.click("#outside-open")
    assert "paste the text of a level first" in page.inner_text("#outside-trouble")
    page.fill("#outside-text", TEXTS[2][0])
    page.click("#outside-open")
    page.wait_for_function("() => studio.text.includes('#pbo#')")
    solved(page)


# ---------------------------------------------------------------------- native files of the folder


def test_levels_of_native_files_are_opened_and_saved_in_their_place(page, studio):
    options = page.locator("#pick optgroup[label='pack.xsb'] option").all_inner_texts()
    assert options == ["pack.xsb: choose by picture …", "#1 one", "#2 two", "#3 broken"]
    assert "alone.txt" in page.locator("#pick optgroup >> nth=0").inner_text()
    page.select_option("#pick", "pack.xsb#2")
    page.wait_for_function("() => studio.name === 'pack.xsb#2'")
    solved(page)
    painted(page, "1 3", "#")
    page.keyboard.press("Control+s")
    page.wait_for_selector("#unsaved", state="hidden")
    assert page.inner_text("#saved") == "Saved as pack.xsb#2."
    assert (studio.folder / "pack.xsb").read_text() == PACK.replace("#@$ .#", "#@$#.#")
    page.reload()
    page.wait_for_selector("body[data-ready]")
    solved(page)
    assert "#@$#.#" in text_of(page) and page.inner_text("#file") == "pack.xsb#2"


def test_unsaved_work_on_a_named_pack_comes_back(chromium, studio):
    folder = studio.folder
    for name in ("mine.yaml", "alone.txt"):
        (folder / name).unlink()
    named = Running(folder / "pack.xsb")
    try:
        with chromium.page() as page:
            page.goto(named.link)
            page.wait_for_selector("body[data-ready]")
            solved(page)
            assert page.evaluate("studio.name") == "pack.xsb#1"
            painted(page, "1 2", " ")
            text = text_of(page)
            page.wait_for_timeout(400)
            other = page.context.new_page()
            other.goto(named.link)
            other.wait_for_selector("body[data-ready]")
            solved(other)
            assert (text_of(other), other.evaluate("studio.name")) == (text, "pack.xsb#1")
            assert other.is_visible("#unsaved")
    finally:
        named.stop()


def test_a_pack_that_changed_on_disk_keeps_the_levels_of_others(page, studio):
    page.select_option("#pick", "pack.xsb#2")
    page.wait_for_function("() => studio.name === 'pack.xsb#2'")
    solved(page)
    painted(page, "1 3", "#")
    file, theirs = studio.folder / "pack.xsb", PACK.replace("#@$.#", "#@*$#")
    file.write_text(theirs)
    page.click("#save")
    page.wait_for_selector("#conflict[open]")
    message = "pack.xsb#2 changed on disk since it was opened."
    assert page.inner_text("#clash") == f"{message} Its level is still the one that you opened."
    page.click("#mine")
    page.wait_for_selector("#conflict", state="hidden")
    solved(page)
    assert file.read_text() == theirs.replace("#@$ .#", "#@$#.#")
    painted(page, "1 3", " ")
    file.write_text("; new\n" + PACK.partition("\n\n")[0] + "\n\n" + PACK)
    page.click("#save")
    page.wait_for_selector("#conflict[open]")
    assert page.inner_text("#clash").endswith("Its level is another one now.")
    page.click("#theirs")
    page.wait_for_function("() => studio.text.includes('#@$.#')")
    solved(page)
    assert page.inner_text("#file") == "pack.xsb#2" and page.is_hidden("#unsaved")


def test_a_level_of_a_file_is_chosen_by_its_picture(page):
    page.select_option("#pick", label="pack.xsb: choose by picture …")
    page.wait_for_function("() => document.querySelectorAll('#outside-levels img').length === 2")
    page.click("#outside-levels button:has-text('1: one')")
    page.wait_for_function("() => studio.name === 'pack.xsb#1'")
    solved(page)
    assert page.input_value("#pick") == "pack.xsb#1"


def test_a_level_that_its_file_cannot_hold_is_offered_as_a_level_file(page, studio):
    page.select_option("#pick", "pack.xsb#1")
    page.wait_for_function("() => studio.name === 'pack.xsb#1'")
    solved(page)
    page.evaluate("studio.change(studio.text.replace('@', ' '))")
    solved(page)
    page.click("#save")
    page.wait_for_selector("#naming-trouble:not(:empty)")
    assert "a name that ends in .yaml keeps a level" in page.inner_text("#naming-trouble")
    assert page.input_value("#name") == "pack-1.yaml"
    page.keyboard.press("Enter")
    page.wait_for_function("() => studio.name === 'pack-1.yaml'")
    solved(page)
    assert (studio.folder / "pack.xsb").read_text() == PACK
    assert (studio.folder / "pack-1.yaml").read_text() == text_of(page)


# ------------------------------------------------------------------------ save, rename, delete


def test_a_level_is_saved_renamed_and_deleted_with_the_keyboard_alone(page, studio):
    painted(page)
    text, old = text_of(page), (studio.folder / "mine.yaml").read_text()
    page.focus("#save-as")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "name"
    page.keyboard.type("copy")
    page.keyboard.press("Enter")
    page.wait_for_function("() => studio.name === 'copy.yaml'")
    solved(page)
    assert page.evaluate("document.activeElement.id") == "save-as"
    assert (studio.folder / "copy.yaml").read_text() == text
    assert (studio.folder / "mine.yaml").read_text() == old
    page.focus("#rename")
    page.keyboard.press("Enter")
    page.keyboard.type("mine.yaml")
    page.keyboard.press("Enter")
    page.wait_for_selector("#naming-trouble:not(:empty)")
    assert page.inner_text("#naming-trouble") == "there is another file mine.yaml already"
    page.keyboard.press("Control+a")
    page.keyboard.type("better")
    page.keyboard.press("Enter")
    page.wait_for_function("() => studio.name === 'better.yaml'")
    solved(page)
    assert not (studio.folder / "copy.yaml").exists()
    assert (studio.folder / "better.yaml").read_text() == text
    assert "▤ better.yaml" in page.inner_text("#versions [aria-current]")
    page.focus("#delete")
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.textContent") == "Cancel"
    page.keyboard.press("Escape")
    assert (studio.folder / "better.yaml").exists()
    page.focus("#delete")
    page.keyboard.press("Enter")
    page.keyboard.press("Shift+Tab")
    page.keyboard.press("Enter")
    page.wait_for_function("() => !studio.seen")
    solved(page)
    assert not (studio.folder / "better.yaml").exists()
    assert text_of(page) == text and page.is_visible("#unsaved")
    assert page.is_disabled("#rename") and page.is_disabled("#delete")
    assert "better.yaml" not in page.inner_text("#pick")


def test_a_question_right_after_a_cancelled_one_waits_for_its_answer(page, studio):
    page.click("#delete")
    page.evaluate("() => { question.close(); document.getElementById('delete').click(); }")
    page.click("#question-yes")
    page.wait_for_function("() => !studio.seen")
    assert not (studio.folder / "mine.yaml").exists()


def test_a_deletion_is_undone(page, studio):
    before, text = (studio.folder / "mine.yaml").read_bytes(), text_of(page)
    page.click("#delete")
    page.click("#question-yes")
    page.wait_for_function("() => !studio.seen")
    solved(page)
    assert not (studio.folder / "mine.yaml").exists() and page.is_visible("#unsaved")
    page.focus("#saved button")
    page.keyboard.press("Enter")
    page.wait_for_function("() => studio.seen")
    solved(page)
    assert (studio.folder / "mine.yaml").read_bytes() == before
    assert page.inner_text("#saved") == "mine.yaml is restored."
    assert text_of(page) == text and page.is_hidden("#unsaved") and page.is_enabled("#delete")
    assert page.input_value("#pick") == "mine.yaml"
    assert page.evaluate("document.activeElement.id") == "save"


def test_a_file_that_changed_on_disk_is_not_deleted(page, studio):
    (studio.folder / "mine.yaml").write_text("somebody else's")
    page.click("#delete")
    page.click("#question-yes")
    page.wait_for_selector("#saved:not(:empty)")
    assert "changed on disk" in page.inner_text("#saved")
    assert (studio.folder / "mine.yaml").read_text() == "somebody else's"


def test_keys_in_a_dialog_do_not_reach_the_board(page):
    painted(page)
    text = text_of(page)
    page.click("#delete")
    for key in ("ArrowDown", "#", "Control+z", "Backspace"):
        page.keyboard.press(key)
    page.keyboard.press("Escape")
    solved(page)
    assert text_of(page) == text and page.evaluate("studio.at") == 1


# -------------------------------------------------------------------------- versions and levels


def test_a_version_is_deleted_and_the_versions_after_it_stay(page, chromium, studio):
    for at in ("2 2", "3 3", "3 4"):
        painted(page, at)
    texts = page.evaluate("studio.versions.map(each => each.text)")
    page.keyboard.press("Control+z")
    solved(page)
    page.click("#delete-version")
    assert page.inner_text("#question-words").startswith("Delete version 3 ")
    page.click("#question-yes")
    page.wait_for_function("() => studio.history.byId.size === 3")
    solved(page)
    wanted = [texts[0], texts[1], texts[3]]
    assert page.evaluate("studio.versions.map(each => each.text)") == wanted
    assert page.evaluate("studio.at") == 1
    page.wait_for_timeout(400)
    other = page.context.new_page()
    other.goto(studio.link)
    other.wait_for_selector("body[data-ready]")
    solved(other)
    assert other.evaluate("studio.versions.map(each => each.text)") == wanted
    page.bring_to_front()
    page.click("#delete-version")  # the other tab shows it, so it comes back
    page.click("#question-yes")
    page.wait_for_function("() => studio.history.byId.size === 3 && studio.text !== ''")
    assert other.evaluate("studio.text") == texts[1]


def test_a_kept_level_is_deleted(page):
    painted(page)
    first = page.evaluate("studio.history.tree")
    page.evaluate("studio.open('sokoban/corner')")
    solved(page)
    painted(page, "3 3")
    page.wait_for_timeout(400)
    page.click("#manage")
    page.wait_for_selector("#keepsakes-list li")
    items = page.locator("#keepsakes-list li")
    assert items.count() == 2 and items.nth(0).inner_text().endswith("open now")
    items.nth(1).locator("button >> nth=1").click()
    page.click("#question-yes")
    page.wait_for_function("() => document.querySelectorAll('#keepsakes-list li').length === 1")
    assert (
        page.evaluate("async tree => (await studio.memory.store.versions(tree)).length", first) == 0
    )
    page.click("#keepsakes [data-closes]")
    solved(page)


# --------------------------------------------------------------------------------- appearance


@pytest.mark.parametrize(("width", "dark"), sampled_rows([(390, False), (1280, True)]))
def test_the_dialogs_fit_and_are_accessible(chromium, studio, width, dark):
    from axe_playwright_python.sync_playwright import Axe

    with chromium.page(width=width, dark=dark) as page:
        page.goto(studio.link)
        page.wait_for_selector("body[data-ready]")
        solved(page)
        painted(page)
        shows = {
            "outside": lambda: page.evaluate(FIRE, ["paste", "#board", PACK, []]),
            "naming": lambda: page.evaluate("studio.saving.askName('save', 'mine.md: no')"),
            "question": lambda: page.click("#delete"),
            "keepsakes": lambda: page.click("#manage"),
            "conflict": lambda: (
                (studio.folder / "mine.yaml").write_text("another"), page.click("#save"),
            ),
        }  # fmt: skip
        for name, show in shows.items():
            show()
            page.wait_for_selector(f"#{name}[open]")
            solved(page)
            box = page.locator(f"#{name}").bounding_box()
            assert box["x"] >= 0 and box["x"] + box["width"] <= width
            wide = f"document.getElementById('{name}')"
            assert page.evaluate(f"{wide}.scrollWidth <= {wide}.clientWidth")
            found = Axe().run(page).response["violations"]
            assert [(each["id"], each["nodes"][0]["html"]) for each in found] == [], name
            page.keyboard.press("Escape")
            page.wait_for_selector(f"#{name}", state="hidden")
