"""The files of the studio's folder: native files, renaming and deleting, and attacks on paths."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from sample_texts import PACK, SHIP

from stategraph.errors import InputError, StategraphError
from stategraph.files import is_file
from stategraph.level_files import parse_level, read_level
from stategraph.studio.folder import Changed, Folder, seen
from stategraph.studio.imported_texts import levels_in, pictures

LEVEL = read_level("sokoban/corner").text

links = pytest.mark.skipif(sys.platform == "win32", reason="links need rights on Windows")


@pytest.fixture
def root(tmp_path):
    (tmp_path / "secret.yaml").write_text(LEVEL)
    (tmp_path / "secret.txt").write_text(PACK)
    inside = tmp_path / "levels"
    (inside / "sub").mkdir(parents=True)
    (inside / ".git").mkdir()
    for name in ("mine.yaml", "sub/other.yaml", ".hidden.yaml", ".git/config.yaml"):
        (inside / name).write_text(LEVEL)
    (inside / "pack.xsb").write_bytes(PACK.encode())
    (inside / "alone.txt").write_text("#####\n#@$.#\n#####\n")
    (inside / "notes.txt").write_text("Nothing but prose.\n")
    (inside / "plays.jsonl").write_text("{}\n")
    return inside


@pytest.fixture
def folder(root):
    return Folder(root)


def all_files(root: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in root.parent.rglob("*") if is_file(path)}


# ---------------------------------------------------------------------------- native files


def test_native_files_are_listed_with_the_levels_inside(folder, root):
    two = [{"number": 1, "title": "one"}, {"number": 2, "title": "two"}]
    wanted = [{"name": "alone.txt", "levels": []}, {"name": "pack.xsb", "levels": two}]
    assert folder.native() == wanted
    (root / "pack.xsb").write_text(PACK.partition("\n\n")[0])
    assert folder.native()[1] == {"name": "pack.xsb", "levels": []}


def test_the_first_level_is_the_first_that_can_be_read(folder, root):
    assert folder.first() == "mine.yaml"
    (root / "broken.yaml").write_text("puzzle: sokoban\nlevel: |\n  #@\n")
    (root / "a-list.yaml").write_text("- no level\n")
    assert (folder.first(), folder.names()[:2]) == ("mine.yaml", ["a-list.yaml", "broken.yaml"])
    for name in ("mine.yaml", "sub/other.yaml"):
        (root / name).unlink()
    assert folder.first() == "a-list.yaml"
    for name in folder.names():
        (root / name).unlink()
    assert folder.first() == ""


@links
def test_files_behind_links_are_not_read_for_the_list(folder, root):
    (root / "link.xsb").symlink_to(root.parent / "secret.txt")
    (root / "loop.txt").symlink_to(root / "loop.txt")
    assert [each["name"] for each in folder.native()] == ["alone.txt", "pack.xsb"]


def test_a_level_of_a_pack_is_saved_in_its_place(folder, root):
    first, second = folder.open("pack.xsb"), folder.open("pack.xsb#2")
    assert (first.name, second.name) == ("pack.xsb#1", "pack.xsb#2")
    assert (first.seen, second.seen) == (seen(PACK), seen(PACK))
    text = second.text.replace("@$ .", "@ $.")
    saved = folder.save("pack.xsb#2", text, second.seen)
    assert (root / "pack.xsb").read_text() == PACK.replace("@$ .", "@ $.")
    assert saved.note == "" and folder.open("pack.xsb#2").text == text
    titled = folder.save("pack.xsb#2", text.replace("two", "three"), saved.seen)
    assert titled.note == ".xsb has no place for: title."
    assert folder.open("alone.txt").text.endswith("  #####\n  #@$.#\n  #####\n")


@pytest.mark.parametrize(
    ("name", "text", "reason"),
    [
        ("pack.xsb", LEVEL, "holds 2 levels: name one"),
        ("pack.xsb#3", LEVEL, "there is no level 3"),
        ("pack.xsb#1", LEVEL.replace("@", " "), "a name that ends in .yaml keeps a level that is"),
        ("pack.xsb#1", read_level("spacewreck/both-arrive").text, "it holds no spacewreck level"),
        ("ship.txt", read_level("spacewreck/both-arrive").text, "a name that ends in .yaml"),
        ("mine.md", LEVEL, "the name of a level file ends in .yaml"),
    ],
)
def test_a_level_that_a_file_cannot_hold_is_refused(folder, root, name, text, reason):
    before = all_files(root)
    with pytest.raises(InputError, match=reason):
        folder.save(name, text, seen(PACK))
    assert all_files(root) == before


def test_a_pack_that_changed_on_disk_is_not_written_over(folder, root):
    second = folder.open("pack.xsb#2")
    theirs = PACK.replace("@$.#", "@$*#")
    (root / "pack.xsb").write_text(theirs)
    with pytest.raises(Changed, match="changed on disk") as raised:
        folder.save("pack.xsb#2", second.text.replace("@$ .", "@ $."), second.seen)
    assert raised.value.text == second.text
    assert (root / "pack.xsb").read_text() == theirs


def test_a_new_native_file_is_written(folder, root):
    saved = folder.save("new.xsb", LEVEL, "")
    assert (root / "new.xsb").read_text().startswith("######\n#$   #\n")
    assert saved.note.startswith(".xsb has no place for: title")
    with pytest.raises(Changed, match="there is another file new.xsb already"):
        folder.save("new.xsb", LEVEL.replace("@", " ").replace("$ ", "$@"), "")


# --------------------------------------------------------------------- renaming and deleting


def test_a_file_is_renamed(folder, root):
    renamed = folder.rename("mine.yaml", "new/one", seen(LEVEL))
    assert (renamed.name, renamed.text, renamed.seen) == ("new/one.yaml", LEVEL, seen(LEVEL))
    assert not (root / "mine.yaml").exists()
    assert (root / "new" / "one.yaml").read_text() == LEVEL
    assert folder.rename("pack.xsb#2", "more.xsb", seen(PACK)).name == "more.xsb#2"
    assert (root / "more.xsb").read_text() == PACK


def test_a_file_is_deleted(folder, root):
    before = all_files(root)
    folder.delete("sub/other.yaml", seen(LEVEL))
    folder.delete("alone.txt", seen((root / "alone.txt").read_text()))
    gone = set(before) - set(all_files(root))
    assert gone == {str(root / "sub" / "other.yaml"), str(root / "alone.txt")}


def test_a_deleted_file_is_restored_byte_by_byte(folder, root):
    (root / "alone.txt").write_bytes(b"#####\r\n#@$.#\r\n#####")
    before = all_files(root)
    for name in ("sub/other.yaml", "alone.txt"):
        folder.delete(name, folder.open(name).seen)
    assert len(all_files(root)) == len(before) - 2
    (root / "sub").rmdir()
    for name in ("sub/other.yaml", "alone.txt"):
        assert folder.restore(name) == folder.open(name)
    assert all_files(root) == before
    with pytest.raises(InputError, match="alone.txt was not deleted here; save the level"):
        folder.restore("alone.txt")


def test_a_restored_file_replaces_no_other_file(folder, root):
    folder.delete("mine.yaml", seen(LEVEL))
    (root / "mine.yaml").write_text("somebody else's")
    with pytest.raises(InputError, match="there is another file mine.yaml already"):
        folder.restore("mine.yaml")
    assert (root / "mine.yaml").read_text() == "somebody else's"


@links
def test_a_file_is_not_restored_outside_of_the_folder(folder, root):
    folder.delete("sub/other.yaml", seen(LEVEL))
    (root / "sub").rmdir()
    (root / "sub").symlink_to(root.parent)
    before = all_files(root)
    with pytest.raises(InputError, match="names no file of the folder"):
        folder.restore("sub/other.yaml")
    assert all_files(root) == before


def test_only_the_latest_deleted_files_are_kept(folder, root, monkeypatch):
    monkeypatch.setattr("stategraph.studio.folder.MAX_RESTORED", 1)
    for name in ("mine.yaml", "sub/other.yaml"):
        folder.delete(name, seen(LEVEL))
    with pytest.raises(InputError, match="was not deleted here"):
        folder.restore("mine.yaml")
    assert folder.restore("sub/other.yaml").text == LEVEL


@pytest.mark.parametrize("name", ["pack.xsb", "pack.xsb#1"])
def test_a_file_of_several_levels_is_not_deleted(folder, root, name):
    before = all_files(root)
    with pytest.raises(InputError, match="a file with several levels"):
        folder.delete(name, seen(PACK))
    assert all_files(root) == before


def test_a_file_that_changed_is_neither_renamed_nor_deleted(folder, root):
    (root / "mine.yaml").write_text("somebody else's")
    before = all_files(root)
    for act in (lambda: folder.delete("mine.yaml", seen(LEVEL)),
                lambda: folder.rename("mine.yaml", "new.yaml", seen(LEVEL))):  # fmt: skip
        with pytest.raises(Changed, match="mine.yaml changed on disk") as raised:
            act()
        assert raised.value.text == "somebody else's"
    assert all_files(root) == before


@pytest.mark.parametrize("to", ["sub/other.yaml", "mine.yaml", "pack.xsb", "plays.jsonl"])
def test_a_name_that_is_taken_is_refused(folder, root, to):
    before = all_files(root)
    with pytest.raises(InputError):
        folder.rename("mine.yaml", to, seen(LEVEL))
    assert all_files(root) == before


# ---------------------------------------------------------------------------------- attacks

OUTSIDE = [
    "../secret.yaml",
    "sub/../../secret.yaml",
    "../levels/../secret.yaml",
    "../secret.txt#1",
    "..",
    ".",
    "",
    "a\0b.yaml",
    "a\nb.yaml",
    ".hidden.yaml",
    ".git/config.yaml",
    "sub/.x/../.hidden.yaml",
    "link.yaml",
    "link.xsb",
    "linked/secret.yaml",
    "loop.yaml",
    "dangling.yaml",
    "ABSOLUTE",
]


@links
@pytest.mark.parametrize("act", ["save", "open", "contents", "delete", "rename from", "rename to"])
@pytest.mark.parametrize("name", OUTSIDE)
def test_nothing_outside_the_folder_is_touched(folder, root, act, name):
    (root / "link.yaml").symlink_to(root.parent / "secret.yaml")
    (root / "link.xsb").symlink_to(root.parent / "secret.txt")
    (root / "linked").symlink_to(root.parent)
    (root / "loop.yaml").symlink_to(root / "loop.yaml")
    (root / "dangling.yaml").symlink_to(root.parent / "missing.yaml")
    name = name if name != "ABSOLUTE" else str(root.parent / "secret.yaml")
    before = all_files(root)
    mark = seen(PACK if "xsb" in name or "txt" in name else LEVEL)
    acts = {
        "save": lambda: folder.save(name, LEVEL + "\n", mark),
        "open": lambda: folder.open(name),
        "contents": lambda: folder.contents(name),
        "delete": lambda: folder.delete(name, mark),
        "rename from": lambda: folder.rename(name, "new.yaml", mark),
        "rename to": lambda: folder.rename("mine.yaml", name, seen(LEVEL)),
    }
    if act in ("open", "contents") and name in (".hidden.yaml", ".git/config.yaml"):
        pytest.skip("a hidden level file may be opened, and is never changed")
    with pytest.raises(StategraphError):
        acts[act]()
    assert all_files(root) == before
    assert not (root.parent / "missing.yaml").exists()


@links
@pytest.mark.parametrize("name", ["inner.yaml", "inside/other.yaml"])
def test_a_link_within_the_folder_is_neither_renamed_nor_deleted(folder, root, name):
    (root / "inner.yaml").symlink_to(root / "mine.yaml")
    (root / "inside").symlink_to(root / "sub")
    before = all_files(root)
    for act in (lambda: folder.delete(name, seen(LEVEL)),
                lambda: folder.rename(name, "new.yaml", seen(LEVEL))):  # fmt: skip
        with pytest.raises(InputError, match="is a link"):
            act()
    assert all_files(root) == before and (root / "inner.yaml").is_symlink()


@pytest.mark.parametrize("name", ["plays.jsonl", "notes.txt", "sub", "missing.yaml"])
def test_only_level_files_are_renamed_or_deleted(folder, root, name):
    before = all_files(root)
    mark = seen((root / name).read_text()) if is_file(root / name) else seen("")
    for act in (lambda: folder.delete(name, mark), lambda: folder.rename(name, "new.yaml", mark)):
        with pytest.raises(InputError):
            act()
    assert all_files(root) == before


# ------------------------------------------------------------------------ texts from outside


@pytest.mark.parametrize("text", [LEVEL, "\ufeff" + LEVEL])
def test_a_level_file_is_read_as_it_is(text):
    assert levels_in(text, "mine.yaml") == {"text": LEVEL}
    assert levels_in(text, "<pasted text>") == {"text": LEVEL}


def test_a_text_from_outside_reads_no_file(root, monkeypatch):
    monkeypatch.chdir(root)
    (root / "game.txt").write_text("not a game")
    text = "puzzle: puzzlescript\ngame: game.txt\nlevel: |\n  #P.#\n"
    assert levels_in(text, "mine.yaml") == {"text": text}
    with pytest.raises(InputError, match="no file 'game.txt' in the same folder"):
        parse_level(text, "<mine.yaml>")


def test_an_invalid_level_file_is_read_for_editing():
    text = "puzzle: sokoban\nlevel: |\n  #?#\n"
    assert levels_in(text, "mine.yaml") == {"text": text}


def test_the_levels_of_a_pack_are_listed_and_drawn():
    found = levels_in(PACK, "pack.xsb")
    assert found == {"levels": [{"number": 1, "title": "one"}, {"number": 2, "title": "two"}]}
    assert "title: two\n" in levels_in(PACK, "pack.xsb", "", 2)["text"]
    drawn = pictures(PACK.replace("#@$ .#", "#@$  #"), "pack.xsb", "", [1, 2, 3])
    assert drawn[0]["picture"].startswith("<svg")
    assert drawn[1]["error"] == "pack.xsb#2: more boxes than goals: 1 and 0"
    assert "there is no level 3" in drawn[2]["error"]
    with pytest.raises(InputError, match="at most 50 levels"):
        pictures(PACK, "pack.xsb", "", list(range(51)))


def test_a_text_that_a_family_refuses_names_the_family():
    found = levels_in("#####\n# $.#\n#####\n", "mine.txt")
    assert found["error"] == "mine.txt: read as sokoban: there is no player (@ or +)"
    assert found["families"] == ["sokoban"]


def test_a_text_of_no_or_several_families_asks_for_one():
    found = levels_in(SHIP, "ship.txt")
    assert found["error"] == "ship.txt:1: no family recognises this text; choose one"
    assert "spacewreck" in found["families"]
    assert "puzzle: spacewreck\n" in levels_in(SHIP, "ship.txt", "spacewreck")["text"]
    with pytest.raises(InputError, match="ship.txt:1: "):
        levels_in(SHIP, "ship.txt", "sokoban")


@pytest.mark.parametrize(
    ("text", "file", "reason"),
    [
        (" \n", "mine.txt", "mine.txt:1: is empty"),
        ("<p>", "page.html", "page.html:1: this page holds no level as text"),
        ("#####\n#@$.#\n##x##\n", "mine.xsb", "mine.xsb:3: unknown tile 'x'; known: "),
        ("OBJECTS\nLEGEND\nSOUNDS\n", "game.txt", "game.txt:4: missing: the section"),
    ],
)
def test_an_error_of_a_text_names_file_line_and_remedy(text, file, reason):
    with pytest.raises(InputError) as raised:
        levels_in(text, file)
    assert str(raised.value).startswith(reason) and "\n" not in str(raised.value)
