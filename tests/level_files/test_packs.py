"""Packs of levels, moves as Sokoban players write them, boards drawn alone, and trust."""

from __future__ import annotations

import io
import json
import sys
from types import SimpleNamespace

import pytest

from stategraph import errors, load, replay

PACK = """My collection

; first
#####
#@$.#
#####
Author: me

Second one
#######
# @$ .#
#######
"""
TITLED = """#####
#@$.#
#####
Title: Good

####
#$$@.#
####
Title: Bad
"""


@pytest.fixture
def packs(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "p").mkdir()
    (tmp_path / "p" / "two.xsb").write_text(PACK)
    return tmp_path


def test_a_pack_stands_for_its_levels_wherever_a_folder_does(run, packs):
    lines = ["p/two.xsb#1: R", "p/two.xsb#2: RR"]
    assert run("solve", "p").out.splitlines() == lines
    assert run("solve", "p/two.xsb").out.splitlines() == lines
    assert run("solve", "p/two.xsb#2").out == "RR\n"
    names = [row["level"] for row in json.loads(run("table", "p", "--json").out)]
    assert names == ["p/two.xsb#1", "p/two.xsb#2"]
    assert [load(name).title for name in names] == ["first", "Second one"]


def test_a_level_of_a_pack_from_standard_input(run, monkeypatch):
    def given():
        monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(PACK.encode())))

    given()
    assert run("solve", "--puzzle", "sokoban", "-#2").out == "RR\n"
    given()
    assert "- holds 2 levels: name one, such as -#1" in run("solve", "-", "--puzzle", "sokoban").err


def test_any_text_is_a_pack_where_its_family_is_named(run, packs):
    (packs / "two.txt").write_text(PACK)
    found = run("solve", "two.txt", "--puzzle", "sokoban").out
    assert found.splitlines() == ["two.txt#1: R", "two.txt#2: RR"]
    (packs / "mazes.txt").write_text("one\nXXXX\nXueX\nXXXX\n\ntwo\nXXXXX\nXu eX\nXXXXX\n")
    found = run("solve", "mazes.txt", "--puzzle", "psychopath").out
    assert found.splitlines() == ["mazes.txt#1: R", "mazes.txt#2: RR"]


def test_boards_in_one_line_and_in_letters(run, packs):
    (packs / "s.sok").write_text(
        "One line\n\n5#|#@$.#|5#\n\nLetters\n\n#######\n#p-b-o#\n#######\n"
    )
    assert run("solve", "s.sok").out.splitlines() == ["s.sok#1: R", "s.sok#2: RRR"]
    assert [load(f"s.sok#{k}").title for k in (1, 2)] == ["One line", "Letters"]
    (packs / "one.xsb").write_text("; joined\n6#|#P  3#|# bB #|6#|\n")
    one = load("one.xsb")
    assert one.describe(one.puzzle.start) == "######\n#+  ###\n# $* #\n######"
    (packs / "bad.xsb").write_text("; joined\n5#|#@$ #|5#\n")
    assert "bad.xsb: more boxes than goals: 1 and 0" in run("query", "bad.xsb").err
    (packs / "gap.xsb").write_text("; joined\n5#|#@$.#|3#\n")
    assert "gap.xsb:2: a gap" in run("query", "gap.xsb").err


def test_a_title_in_the_letters_of_tiles_is_no_row(run, packs):
    (packs / "t.sok").write_text("# Bob\n#####\n#@$.#\n#####\n\n; bob\n#####\n#@$.#\n#####\n")
    assert run("solve", "t.sok").out.splitlines() == ["t.sok#1: R", "t.sok#2: R"]


def test_what_is_wrong_with_a_pack_is_one_line(run, packs):
    (packs / "bad.sok").write_text(TITLED)
    for words, says in (
        (["solve", "p/two.xsb#3"], "p/two.xsb#3: there is no level 3; the file holds levels 1, 2"),
        (["query", "p/two.xsb"], "p/two.xsb holds 2 levels: name one, such as p/two.xsb#1"),
        (["solve", "bad.sok#2"], "bad.sok#2: more boxes than goals: 2 and 1"),
    ):
        got = run(*words)
        assert (got.code, got.out, got.err) == (2, "", f"stategraph: {says}\n")
    assert run("solve", "bad.sok").out == "bad.sok#1: R\n"
    assert "bad.sok#2: more boxes than goals" in run("solve", "bad.sok").err
    assert load("bad.sok#1").title == "Good"


def test_one_level_of_a_pack_is_kept_with_its_graph(run, packs):
    assert run("expand", "p/two.xsb#2", "-o", "a.npz").code == 0
    assert run("solve", "a.npz").out == "RR\n"
    assert load("a.npz").title == "Second one"


def test_moves_are_written_and_read_as_players_do(run, packs):
    (packs / "far.xsb").write_text("########\n#@  $ .#\n########\n")
    assert run("solve", "far.xsb", "--lurd").out == "far.xsb#1: rrRR\n"
    assert run("verify", "far.xsb", "rrRR").code == 0
    assert replay("far.xsb", "rrRR").labels == ("R", "R", "R", "R")
    there = [run("query", "far.xsb", "--after", moves).out for moves in ("rrR", "RRR")]
    assert there[0] == there[1] != ""
    assert json.loads(run("solve", "far.xsb#1", "--lurd", "--json").out)["lurd"] == "rrRR"
    assert run("solve", "psychopath/first-push", "--lurd").out == "rRRdrru\n"


def test_a_board_below_its_size_is_one_whatever_its_rows(run, packs):
    (packs / "open.txt").write_text("3 3\n0\nXeX\n_u_\nXXX\n", "utf-8")
    assert run("solve", "open.txt", "--puzzle", "psychopath").out == "U\n"


def test_a_board_drawn_alone_needs_no_numbers_and_has_blanks_for_floor(run, packs):
    (packs / "maze.txt").write_text("XXXXX\nX u eX\nXX pXX\nXXXX\n")
    got = run("solve", "maze.txt", "--puzzle", "psychopath", "--lurd")
    assert got.out == "rr\n"
    (packs / "maze.txt").write_text("XXXXX\nX u?eX\nXXXX\n")
    got = run("solve", "maze.txt", "--puzzle", "psychopath")
    assert got.err.startswith("stategraph: maze.txt:2: unknown tile '?'")


OWN = """from stategraph.rules import Family, One, Puzzle
class Count(Family):
    name = "count"
    options = ("by",)
    def read(self, text, options):
        last, by = int(text), options.get("by", 1)
        def step(s):
            if s.n + by <= last:
                yield "+", s.but(n=s.n + by)
        return Puzzle(dict(n=0), [step], lambda s: s.n == last, n=One(last + 1))
family = Count()
"""
LEVEL = "puzzle: own_count:family\nby: 2\nlevel: |\n  6\ndemand: {shortest: 3}\n"


def test_a_level_file_names_code_only_where_it_is_trusted(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "own_count.py").write_text(OWN)
    (tmp_path / "own.yaml").write_text(LEVEL)
    refused = run("solve", "own.yaml")
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.startswith("stategraph: own.yaml:1: 'puzzle' must be the name of a family")
    assert "--trust" in refused.err
    with pytest.raises(errors.LevelError, match="own.yaml:1"):
        load("own.yaml")
    assert run("solve", "own.yaml", "--trust").out == "+++\n"
    assert run("check", "own.yaml", "--trust").out == "own.yaml: 1 demand met\n"
    assert run("expect", "own.yaml", "--trust", "--write").code == 0
    assert load("own.yaml", trust=True).expect["shortest"] == 3
    assert run("solve", "own.yaml", "--puzzle", "own_count:family").out == "+++\n"
    other = run("solve", "own.yaml", "--puzzle", "spacewreck")
    assert (other.code, other.out) == (2, "")


# ------------------------------------------------------------------------------- plain boards

BOARDS = {
    "sokoban": "#####\n#@$.#\n#####\n",
    "pacman": "%%%%%\n%P Q%\n%1 2%\n%%%%%\n",
    "labyrinth": "8\n8\n8\n9\n",
    "psychopath": "8 5\n7\nXXXXXXXX\nX__X___X\nXu____PX\nX__X_p_X\nXXXXXXXX\n",
    "pledge": "1 2\n99\nstart 1 -1 R\nhome 1 6\n",
}


@pytest.mark.parametrize("name", BOARDS)
def test_a_plain_board_in_a_text_file_is_recognised(name, tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text(BOARDS[name])
    level = load(file)
    assert (level.family.name, level.name) == (name, str(file))
    assert level.puzzle.start == load(file, name).puzzle.start


def test_a_folder_holds_its_plain_boards_but_no_prose(run, packs):
    (packs / "p" / "one.txt").write_text(BOARDS["sokoban"])
    (packs / "p" / "pair.txt").write_text(BOARDS["sokoban"] + "\n" + "#####\n#.$@#\n#####\n")
    (packs / "p" / "notes.txt").write_text("Two boxes, one goal.\n")
    names = [row["level"] for row in json.loads(run("table", "p", "--json").out)]
    own = ["p/one.txt", "p/pair.txt#1", "p/pair.txt#2"]
    assert names == [*own, "p/two.xsb#1", "p/two.xsb#2"]


def test_the_first_board_of_a_text_decides_its_family(packs):
    (packs / "pair.txt").write_text("#####\n#@$.#\n#####\n\n; no player\n#####\n# $.#\n#####\n")
    assert load("pair.txt#1").family.name == "sokoban"
    with pytest.raises(errors.LevelError, match=r"pair\.txt#2: there is no player"):
        load("pair.txt#2")


@pytest.mark.parametrize("notes", ["Author: me\n", "\n; a comment\n\nDate: today"])
def test_notes_below_a_board_are_not_part_of_it(packs, notes):
    board = "#####\n#@$.#\n#####\n"
    (packs / "one.xsb").write_text(board + notes)
    level = load("one.xsb")
    assert (level.name, level.text) == ("one.xsb", board)
    (packs / "crlf.xsb").write_bytes((board + notes).replace("\n", "\r\n").encode())
    assert load("crlf.xsb").text == board


@pytest.mark.parametrize("row", ["#  x", "x", "Author: me\n  x"])
def test_a_line_below_a_board_that_is_neither_row_nor_note_is_a_mistake(packs, row):
    (packs / "one.xsb").write_text(f"#####\n#@$.#\n#####\n{row}\n")
    with pytest.raises(errors.LevelError, match=r"one\.xsb:4: unknown tile"):
        load("one.xsb")


def test_a_board_alone_in_its_file_keeps_the_text_of_the_file(packs):
    text = "#####\n#@$.#\n#####\n\n; no title: a comment\n"
    (packs / "one.xsb").write_text(text)
    assert load("one.xsb").text == text


def test_a_board_with_a_mistake_is_told_for_the_families_that_know_its_signs(tmp_path):
    file = tmp_path / "mine.txt"
    file.write_text("#####\n# $.#\n#####\n")
    with pytest.raises(
        errors.LevelError, match=r"; read as sokoban: there is no player \(@ or \+\)"
    ):
        load(file)
    file.write_text("nothing that anybody reads\n")
    with pytest.raises(
        errors.LevelError, match=r"no family recognises it; --puzzle FAMILY .*pledge"
    ):
        load(file)


def test_a_board_that_several_families_read_needs_a_name(tmp_path, monkeypatch):
    from stategraph.level_files import family_recognition

    readers = tuple(map(family_recognition.family, ("pacman", "sokoban")))
    monkeypatch.setattr(family_recognition, "plain_readers", lambda text: (readers, {}))
    file = tmp_path / "mine.txt"
    file.write_text(BOARDS["sokoban"])
    with pytest.raises(
        errors.LevelError, match="several families can read it.* of pacman, sokoban"
    ):
        load(file)
    assert load(file, "sokoban").family.name == "sokoban"


def test_a_board_in_a_file_of_unknown_ending_needs_a_name(tmp_path):
    file = tmp_path / "mine.rle"
    file.write_text("5#|#@$.#|5#\n")
    with pytest.raises(errors.LevelError, match="; sokoban can read it: add --puzzle sokoban$"):
        load(file)
    assert load(file, "sokoban").solve().text == "R"
