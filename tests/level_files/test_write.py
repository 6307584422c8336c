"""Level files: new ones, changed parts, and levels that a format cannot express."""

from __future__ import annotations

import dataclasses
import re
from importlib import metadata
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml

from stategraph import level_files
from stategraph.errors import InputError, LevelError
from stategraph.level_files import (
    contents,
    families,
    level_writer,
    pack_files,
    parse_level,
    read_level,
    with_native_text,
    with_notes,
)
from stategraph.level_files.level import MAX_REPR_SIZE, Level, _bounded
from stategraph.level_files.strict_yaml import parse_mapping
from stategraph.rules import Drawing, Family

SHIP = "spacewreck/rooms-with-letters"

GAME = """title Plain
OBJECTS
Background
black

Player
white

Wall
grey

LEGEND
. = Background
P = Player
# = Wall
SOUNDS
COLLISIONLAYERS
Background
Player, Wall
RULES
WINCONDITIONS
Some Player
LEVELS

#P#

#.P.#
"""


@pytest.fixture
def game(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "game.txt").write_text(GAME)


# ---------------------------------------------------------------------------- self-contained texts


def test_a_level_by_number_becomes_a_board(game):
    text = "puzzle: puzzlescript\ntitle: Two\nlevel: 1\ngame: game.txt\nexpect: {states: 1}\n"
    made = level_writer.self_contained(text, "x.yaml")
    head, _, rest = made.partition("level: |2\n")
    assert head == "puzzle: puzzlescript\ntitle: Two\n"
    assert rest.startswith("  #.P.#\ngame: |2\n  title Plain\n")
    assert rest.endswith("\nexpect: {states: 1}\n")
    assert "game.txt" not in made
    old, new = (level_files.parse_level(it, "x.yaml") for it in (text, made))
    assert new.describe(new.puzzle.start) == old.describe(old.puzzle.start)
    assert (new.title, new.expect) == (old.title, old.expect)


def test_a_game_beside_a_board_is_written_into_the_file(game):
    made = level_writer.self_contained(
        "puzzle: puzzlescript\ngame: game.txt\nlevel: |\n  #P.#\n", "x.yaml"
    )
    assert made.startswith("puzzle: puzzlescript\nlevel: |\n  #P.#\ngame: |2\n  title Plain\n")
    assert level_writer.self_contained(made, "x.yaml") == made


def test_a_game_in_several_lines_is_no_name_of_a_file(game):
    lines = "".join(f"  {line}\n" if line else "\n" for line in GAME.splitlines())
    text = f"puzzle: puzzlescript\nlevel: |\n  #P.#\ngame: |\n{lines}"
    assert level_files.parse_level(text, "x.yaml").describe(_start(text)).startswith("#P.#")
    assert level_writer.self_contained(text, "x.yaml") == text


def _start(text):
    return level_files.parse_level(text, "x.yaml").puzzle.start


@pytest.mark.parametrize("value", ["[game.txt]", "3", "{a: b}"])
def test_a_game_must_be_a_text(game, value):
    with pytest.raises(LevelError, match=r"^x\.yaml:2: "):
        level_files.parse_level(
            f"puzzle: puzzlescript\ngame: {value}\nlevel: |\n  #P.#\n", "x.yaml"
        )


def test_what_stands_alone_stays_as_it_is():
    text = read_level("sokoban/next-door").text
    assert level_writer.self_contained(text, "x.yaml") == text


# ------------------------------------------------------------------------------- parts of a file


@pytest.mark.parametrize(
    "text, line",
    [
        ("puzzle: sokoban\n", 1),
        ("- a\n", 1),
        ("puzzle: sokoban\ntitle: T\nlevel: '#@#'\n", 3),
        ("puzzle: sokoban\nlevel:\n  - 1\n", 3),
    ],
)
def test_a_level_without_a_block_is_named_with_its_line(text, line):
    for function in (
        level_writer.native_text,
        lambda text, file: level_writer.with_native_text(text, file, "#@#"),
    ):
        with pytest.raises(LevelError, match=rf"^x\.yaml:{line}: 'level' must be a literal block"):
            function(text, "x.yaml")


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_settings_replace_those_of_their_names(ends):
    old = "a: 1\nlevel: |\n  x\nb: |\n  2\n  3\nc: 4\n".replace("\n", ends)
    made = level_writer.with_settings(old, "x.yaml", {"a": "5", "b": "6"})
    assert made == f"level: |{ends}  x{ends}a: '5'\nb: '6'\nc: 4{ends}"


def test_a_level_that_begins_with_blanks_says_its_indentation():
    text = "puzzle: sokoban\nlevel: |\n  #@#\n"
    made = level_writer.with_native_text(text, "x.yaml", " #@#\n\n#")
    assert made == "puzzle: sokoban\nlevel: |2\n   #@#\n\n  #\n"
    assert level_writer.native_text(made, "x.yaml") == " #@#\n\n#\n"


@pytest.mark.parametrize("title", ["T", "two\nlines\n", "no end\nof line", "a: b", " x\ny\n", "1"])
def test_a_title_is_read_as_it_was_written(title):
    level = read_level("sokoban/next-door")
    made = level_writer.written(level.family, level.puzzle, level.puzzle.start, title)
    assert level_files.parse_level(made, "x.yaml").title == title


# ------------------------------------------------------------------------------- formats


def test_a_format_that_cannot_say_an_option_is_refused():
    level = read_level(SHIP)
    assert level.family.settings(level.puzzle)
    level_writer.check_format("x.yaml", level)
    with pytest.raises(
        InputError, match=r"^x\.txt: the native format cannot express the level's \w+"
    ):
        level_writer.check_format("x.txt", level)
    level_writer.check_format("x.txt", read_level("spacewreck/eight-rooms"))


def test_only_an_installed_family_is_named_by_a_level_file():
    level = read_level("sokoban/next-door")
    other = type(level.family)()
    made = Level(other, level.puzzle, "x", "x")
    with pytest.raises(InputError, match="can only name an installed family, which 'sokoban'"):
        level_writer.check_format("x.yaml", made)
    level_writer.check_format("x.txt", made)


def test_the_ending_of_a_name_tells_the_format():
    level = read_level("sokoban/next-door")
    told = level.family, level.puzzle, level.puzzle.start
    native = level.family.write(level.puzzle, level.puzzle.start)
    assert level_writer.text_for("x.sok", *told) == native
    assert level_writer.text_for("x.yml", *told, "T") == level_writer.written(*told, "T")


# ------------------------------------------------------------------------------- families


def test_the_packages_of_authors(monkeypatch, tmp_path):
    """Packages of others and packages that a user typed belong to authors; ours does not."""
    monkeypatch.setattr(families, "_typed", set())  # another test may have typed one of ours
    assert not {"stategraph", "stategraph_puzzles"} & families.authors()
    (tmp_path / "typed_family.py").write_text("x = 1\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert families.import_object("typed_family:x", "--puzzle") == 1
    assert "typed_family" in families.authors()

    class Entry:
        def __init__(self, module, package):
            self.module, self.dist = module, package

    other, ours = (type("Dist", (), {"name": name})() for name in ("other", "stategraph"))
    entries = [Entry("a.b", other), Entry("c", None), Entry("stategraph_puzzles.d", ours)]
    monkeypatch.setattr(families, "_entry_points", lambda: dict(enumerate(entries)))
    monkeypatch.setattr(families, "_typed", {"typed_family"})
    assert families.authors() == {"a", "c", "typed_family"}


def test_a_family_has_the_version_of_its_package(monkeypatch):
    assert families.family_version("sokoban") == metadata.version("stategraph")
    without = SimpleNamespace(dist=None)
    monkeypatch.setattr(families, "_entry_points", lambda: {"mine": without})
    assert families.family_version("mine") == ""


def test_a_family_starts_with_its_smallest_level_of_three_moves():
    assert contents.starter("spacewreck").name == "spacewreck/text-or-moves"
    for name in families.family_names():
        found = contents.starter(name)
        assert found.expect["shortest"] > 2
        others = [read_level(f"{name}/{path.stem}") for path in families.bundled(name)]
        worth = [one for one in others if (one.expect.get("shortest") or 0) > 2]
        assert len(found.text) == min(len(one.text) for one in worth)


def test_a_family_without_levels_has_none_to_start_from(monkeypatch):
    monkeypatch.setattr(contents, "bundled", lambda name: [])
    with pytest.raises(InputError, match="family 'pledge' has no level to start from"):
        contents.starter("pledge")


def test_a_family_of_short_levels_starts_with_the_smallest(monkeypatch):
    level = read_level("pledge/change-places")
    short, long = (
        dataclasses.replace(level, text="x" * n, expect={"shortest": moves})
        for n, moves in ((1, 2), (2, None))
    )
    monkeypatch.setattr(contents, "bundled_levels", lambda name: [long, short])
    assert contents.starter("pledge") is short


# ------------------------------------------------------------------------------- boards


def test_a_board_is_cut_only_where_it_is_larger_than_what_is_shown():
    rows, columns = MAX_REPR_SIZE
    whole = "\n".join(["#" * columns] * rows)
    assert _bounded(whole) == whole
    assert _bounded(whole + "\n#").split("\n")[rows:] == ["…"]
    wide = "\n".join(["#" * 60, "#" * (columns + 1)])
    assert _bounded(wide) == "\n".join(["#" * 60, "#" * (columns - 1) + "…"])


def test_a_rim_is_drawn_around_boards_alone():
    board = read_level("sokoban/next-door")
    start = board.puzzle.start
    assert board.draw(start, rim=True).width > board.draw(start).width
    for width, height in ((1, 1), (1, 99), (99, 1)):
        small = Drawing(width, height)
        assert board.rimmed(small) is small
    ship = read_level("spacewreck/eight-rooms")  # has no board
    whole = ship.draw(ship.puzzle.start)
    assert ship.rimmed(whole) is whole
    in_words = Level(_InWords(), board.puzzle, "x", "x")
    drawn = in_words.draw(start)
    assert in_words.rimmed(drawn) is drawn


class _InWords(Family):
    """A family that draws no boards."""

    name = "words"

    def read(self, text, options):
        raise NotImplementedError

    def text(self, puzzle, state):
        return "\n".join(["words " * 20] * 20)


# ------------------------------------------------------------------------------- sections, packs


def test_sections_in_sections():
    text = "pack:\n  a: {x: 1}\n  b:\n    y: 2\nflat: {c: {d: {e: 1}}}\n"
    found = parse_mapping(text, "x.yaml", {"pack": 2, "flat": 1})
    assert found["pack"] == {"a": {"x": 1}, "b": {"y": 2}}
    assert found["pack"]["b"].lines == {"y": 4}
    assert type(found["flat"]["c"]) is dict
    with pytest.raises(LevelError, match=r"x\.yaml:2: 'a' must be a mapping"):
        parse_mapping("pack:\n  a: 1\n", "x.yaml", {"pack": 2})


@pytest.mark.parametrize(
    "name, parts",
    [
        ("a.xsb#3", ("a.xsb", 3)),
        ("a#b", ("a#b", None)),
        ("#1", ("#1", None)),
        ("a#1#2", ("a#1", 2)),
    ],
)
def test_the_number_behind_the_name_of_a_pack(name, parts):
    assert pack_files.split(name) == parts


BOARD = "#####\n#@$.#\n#####\n"


@pytest.mark.parametrize(
    "name, boards, family, numbers",
    [
        ("a.xsb", 1, None, [1]),
        ("a.xsb", 1, "sokoban", []),
        ("a.xsb", 2, "sokoban", [1, 2]),
        ("a.txt", 1, None, []),
        ("a.txt", 2, None, [1, 2]),
        ("a.other", 2, "sokoban", [1, 2]),
        ("a.other", 2, None, []),
        ("a", 2, "sokoban", [1, 2]),
        ("a", 2, None, []),
    ],
)
def test_which_files_are_packs(tmp_path, name, boards, family, numbers):
    """A single board is a level itself, where its family is given."""
    file = tmp_path / name
    file.write_text("\n".join([BOARD] * boards))
    found = pack_files.members(str(file), families.family(family) if family else None)
    assert found == [f"{file}#{number}" for number in numbers]


def test_a_level_in_a_block_needs_no_option_that_counts_levels(game):
    with pytest.raises(LevelError, match=r"^x\.yaml:2: .*must be a literal block"):
        level_files.parse_level("puzzle: puzzlescript\nlevel: a b\ngame: game.txt\n", "x.yaml")
    with pytest.raises(LevelError, match=r"^x\.yaml:2: 'level' is a number, but 'game:'"):
        level_files.parse_level("puzzle: puzzlescript\nlevel: 1\n", "x.yaml")


def test_a_game_is_a_pack_by_its_text_where_its_name_ends_in_txt(game):
    found = pack_files.members("game.txt")
    assert len(found) == 2 and all(name.startswith("game.txt#") for name in found)
    Path("game").write_text(GAME)
    assert pack_files.members("game") == []


def test_values_of_every_type_are_written_as_they_are_read():
    values = {"a": 3, "b": True, "c": None, "d": [1, "x"], "e": "two\nrows\n", "f": "1", "g": 0.5}
    assert yaml.safe_load(level_writer._keys(values)) == values


NOTES = "puzzle: sokoban\nlevel: |\n  ####\n  #@*#\n  ####\ntitle: T\n"


def test_tags_and_a_story_are_read_as_written_and_leave_with_the_board():
    text = with_notes(NOTES, ["2 pushes", "no, yes"], "First: one.\n  2. B # no comment")
    level = parse_level(text, "a.yaml")
    assert level.tags == ("2 pushes", "no, yes")
    assert level.story == "First: one.\n  2. B # no comment"
    assert contents.record(level)["tags"] == ["2 pushes", "no, yes"]
    other = parse_level(with_native_text(text, "a.yaml", "#####\n#@ *#\n#####"), "a.yaml")
    assert (other.tags, other.story, other.title) == ((), "", "T")
    assert "tags" not in contents.record(other)
    assert with_notes(NOTES, [], "") == NOTES


@pytest.mark.parametrize(
    ("note", "reason"),
    [
        ("tags: hard", "'tags' must be a list of texts"),
        ("tags: [[a]]", "a tag must be a text"),
        ("story: [a]", "the story must be a text"),
    ],
)
def test_other_tags_and_stories_are_refused_with_their_line(note, reason):
    with pytest.raises(LevelError, match=f"a.yaml:7: {re.escape(reason)}"):
        parse_level(f"{NOTES}{note}\n", "a.yaml")
