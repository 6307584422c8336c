"""Level files: their syntax, and that every error names the file and the line."""

from __future__ import annotations

import dataclasses
import datetime
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from toys import counter

from stategraph import level_files, load
from stategraph.errors import InputError, LevelError
from stategraph.level_files import families
from stategraph.level_files.level_reader import read_native
from stategraph.level_files.strict_yaml import compose, value_of
from stategraph.rules import Family, lines, number


class Count(Family):
    """Count to a number; ``start: ...`` is its option. A level of one line, ``to N``."""

    name = "count"
    options = ("start",)

    def read(self, text, options):
        rows = lines(text)
        for k, row in enumerate(rows, 1):
            if "bad" in row:
                raise LevelError(f"{row!r} is bad", k)
        if options.get("start") == "bad":
            raise LevelError("a bad start", option="start")
        self.seen = text, options
        return counter(number(rows[0].strip().removeprefix("to "), "the end", 1))


class Wide(Count):
    """A family of boards larger than a screen."""

    def text(self, puzzle, state):
        return "\n".join(["#" * 300] * 300)


FAMILY = Count()


@pytest.fixture(autouse=True)
def only_count(monkeypatch):
    found = {"count": SimpleNamespace(load=lambda: FAMILY)}
    monkeypatch.setattr(families, "_entry_points", lambda: found)


def read(text: str) -> level_files.Level:
    return level_files.parse_level(text, "x.yaml")


def complaint(text: str) -> tuple[int | None, str]:
    """Return the (line, message) of the error in `text`."""
    with pytest.raises(LevelError) as error:
        read(text)
    message = str(error.value)
    assert "\n" not in message
    assert len(message) < 1000
    line = error.value.line
    assert message.startswith("x.yaml: " if line is None else f"x.yaml:{line}: ")
    return line, message


GOOD = "puzzle: count\nlevel: |\n  to 5\n"

# ---------------------------------------------------------------------------------- the syntax


def test_a_level():
    level = read(
        "puzzle: count\ntitle: Counting\nstart: [1, 2]\nlevel: |\n  to 5\n"
        "expect: {states: 6, first_solution: '+++++'}\ndemand: {unique: yes}\n"
    )
    assert level.family is FAMILY
    assert (level.title, level.file, level.name) == ("Counting", "x.yaml", "x.yaml")
    assert FAMILY.seen == ("to 5\n", {"start": [1, 2]})
    assert level.expect == {"states": 6, "first_solution": "+++++"}
    assert level.demand == {"unique": True}
    assert level.demand.lines == {"unique": 7}


def test_answers_are_replaced_and_nothing_else():
    level = read("# mine\nexpect:  # old\n  states: 5\n  # odd\n" + GOOD)
    text = level_files.with_expect(level, {"states": 6, "first_solution": "0x1"})
    assert text == "# mine\nexpect: {states: 6, first_solution: '0x1'}\n  # odd\n" + GOOD
    assert level_files.without_expect(level) == "# mine\n  # odd\n" + GOOD


@pytest.mark.parametrize("ends", ["\n", "\r\n"], ids=["LF", "CRLF"])
def test_answers_are_added_where_there_are_none(ends):
    level = read(GOOD.replace("\n", ends))
    assert (
        level_files.with_expect(level, {"states": 6}) == level.text + "expect: {states: 6}" + ends
    )
    assert level_files.without_expect(level) == level.text


def test_answers_find_no_place_behind_the_end_of_the_document():
    with pytest.raises(InputError, match="x.yaml: cannot find the place for 'expect:'"):
        level_files.with_expect(read(GOOD + "...\n"), {"states": 6})


def test_answers_that_end_in_a_list_are_replaced():
    level = read("expect:\n  a:\n  - 1\n  - 2\n# odd\n" + GOOD)
    assert level_files.with_expect(level, {"a": [3]}) == "expect: {a: [3]}\n# odd\n" + GOOD


@pytest.mark.parametrize("empty", ["", "expect:\ndemand:\n", "expect: {}\ndemand: null\n"])
def test_what_may_be_left_out_is_empty(empty):
    level = read(GOOD + empty)
    assert (level.title, level.expect, level.demand) == ("", {}, {})


def test_a_level_shows_its_board_and_of_a_large_one_the_upper_left():
    level = read(GOOD + "title: Five\n")
    assert repr(level) == "<Level x.yaml: Five>\nn=0"
    wide = dataclasses.replace(level, family=Wide())
    head, *rows = repr(wide).split("\n")
    assert (len(rows), rows[0], rows[-1]) == (41, "#" * 99 + "…", "…")


def test_a_native_text_whose_first_row_begins_with_blanks():
    read("puzzle: count\nlevel: |2\n    to 5\n  to 6\n")
    assert FAMILY.seen[0] == "  to 5\nto 6\n"


@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_line_ends_are_the_same_to_everybody(ends):
    read(GOOD.replace("\n", ends))
    assert FAMILY.seen[0] == "to 5\n"
    assert complaint((GOOD + "  bad\n").replace("\n", ends))[0] == 4


def test_a_byte_order_mark_is_dropped(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode())
    assert load(str(file)).family is FAMILY
    file.write_bytes(b"\xef\xbb\xbf" + GOOD.encode() + b"  bad\n")
    with pytest.raises(LevelError, match=r"x\.yaml:4: '"):
        load(str(file))


@pytest.mark.parametrize("written, value", [
    ("12", 12), ("-3", -3), ("0x1f", 31), ("1.5", 1.5), ("yes", True), ("no", False), ("~", None),
    ("''", ""), ("'12'", "12"), ("R3L5", "R3L5"), ("[1, [two]]", [1, ["two"]]),
    ("{a: 1}", {"a": 1}),
])  # fmt: skip
def test_values_are_plain_data(written, value):
    assert read(GOOD + f"expect: {{x: {written}}}\n").expect == {"x": value}


def test_dates_stay_text():
    value = read(GOOD + "expect: {x: 2001-02-03}\n").expect["x"]
    assert value == "2001-02-03"
    assert not isinstance(value, datetime.date)


# ----------------------------------------------------------------------- complaints and their lines


@pytest.mark.parametrize("text, line, reason", [
    ("", 1, "no line 'puzzle: FAMILY'"),
    ("# nothing\n", 1, "no line 'puzzle: FAMILY'"),
    ("to 5\n", 1, "no line 'puzzle: FAMILY'"),
    ("- a\n- b\n", 1, "no line 'puzzle: FAMILY'"),
    ("level: |\n  to 5\n", 1, "no line 'puzzle: FAMILY'"),
    ("title: x\npuzzle: chess\n", 2, "unknown puzzle family 'chess'; installed: count"),
    ("puzzle: os:system\n", 1, "must be the name of a family"),
    ("puzzle: [count]\n", 1, "must be the name of a family"),
    ("puzzle:\n", 1, "must be the name of a family"),
    ("puzzle: count\n", 1, "'level:' is missing"),
    (GOOD + "colour: red\n", 4, "unknown key 'colour'; known: puzzle, title, level"),
    (GOOD + "1: red\n", 4, "unknown key '1'"),
    (GOOD + "<<: {title: x}\n", 4, "unknown key '<<'"),
    (GOOD + "\n\npuzzle: count\n", 6, "key 'puzzle' occurs twice"),
    (GOOD + "expect:\n  a: 1\n  b: 2\n  a: 3\n", 7, "key 'a' occurs twice"),
    (GOOD + "expect: [1]\n", 4, "'expect' must be a mapping"),
    (GOOD + "demand: hard\n", 4, "must be a mapping, as in 'demand: {NAME: VALUE}'"),
    (GOOD + "? [a]\n: b\n", 4, "a key must be a text"),
    (GOOD + "start: bad\n", 4, "a bad start"),
    (GOOD + "---\npuzzle: count\n", 4, "document"),
    (GOOD + "title: 'x\n", 5, "end of stream"),
    (GOOD + 'title: "\\q"\n', 4, "escape character 'q'"),
    (GOOD + "\ttitle: x\n", 4, "cannot start any token; indent with blanks, not with tabs"),
    (GOOD + " title: x\n", 4, "."),
    (GOOD + "title: a: b\n", 4, "mapping values are not allowed"),
    (GOOD + "title: [a |\n", 5, "expected ',' or ']', but got '<stream end>'"),
    ("puzzle: count\nlevel: |\n     to 5\n  to 6\n", 4, "; a 'level: |' whose first row begins"),
    (GOOD + "expect: {x: 017}\n", 4, "'017' must be a plain number"),
    (GOOD + "expect:\n  x: -010\n", 5, "'-010' must be a plain number"),
    (GOOD + "expect: {x: 1_000}\n", 4, "'1_000' must be a plain number"),
    (GOOD + "expect: {x: 1:30}\n", 4, "'1:30' must be a plain number"),
    (GOOD + 'title: "\\U0010FFFF"\nexpect: {x: "\\U00110000"}\n', 5, "an escape that is no"),
])  # fmt: skip
def test_what_is_wrong_is_named_with_its_line(text, line, reason):
    found, message = complaint(text)
    assert found == line
    assert reason in message


@pytest.mark.parametrize("text, hint", [
    ("puzzle: count\nlevel: |\n     to 5\n  to 6\n", True),
    ("puzzle: count\n title: x\n", False),
    ("{puzzle: count\nlevel: x\n", False),
    (GOOD + "title: [a\n", False),
    (GOOD + "title: a: b\n", False),
    ("puzzle: count\n\ttitle: x\n", False),
    ("puzzle: count\nlevel: |\n  to 5\n\ttitle: x\n", False),
])  # fmt: skip
def test_only_a_block_that_ends_too_soon_is_told_how_blanks_are_kept(text, hint):
    assert ("needs 'level: |2'" in complaint(text)[1]) is hint


@pytest.mark.parametrize("digits", [10, 5000])
def test_a_version_of_too_many_digits(digits):
    line, message = complaint("# x\n%YAML 1." + "9" * digits + "\n---\n" + GOOD)
    assert line == 2
    assert message == "x.yaml:2: a number in a directive has too many digits"


def test_a_version_of_a_few_digits():
    assert read("%YAML 1." + "9" * 9 + "\n---\n" + GOOD).expect == {}
    assert "incompatible" in complaint("%YAML " + "9" * 9 + ".1\n---\n" + GOOD)[1]


@pytest.mark.parametrize("level, line", [
    ("level: to 5\n", 2), ("level: 'to 5'\n", 2), ('level: "to 5"\n', 2), ("level: >\n  to 5\n", 2),
    ("level: [to 5]\n", 2), ("level:\n  to: 5\n", 3), ("level:\n", 2),
])  # fmt: skip
def test_a_native_text_must_be_a_literal_block(level, line):
    found, message = complaint("puzzle: count\n" + level)
    assert found == line
    assert "literal block" in message


@pytest.mark.parametrize("before", [
    "level: |\n", "level: |-\n", "level: |2\n", "level: | # the end\n", "level:\n  |\n",
    "level:\n\n\n  |\n",
])  # fmt: skip
@pytest.mark.parametrize("rows", ["  bad\n", "  to 5\n\n  bad\n", "\n  to 5\n  bad\n"])
def test_a_line_of_the_native_text_is_a_line_of_the_file(before, rows):
    text = f"# a comment\npuzzle: count\n{before}{rows}"
    line, _ = complaint(text)
    assert text.split("\n")[line - 1] == "  bad"


@pytest.mark.parametrize("text, line, header", [
    ("puzzle: sokoban\nlevel: |\n    ####\n  ##  #\n  #@$.#\n  #####\n", 4, "level: |2"),
    ("puzzle: sokoban\nlevel: |\n        \n  ####\n", 4, "level: |2"),
    ("puzzle: sokoban\nlevel: |\r\n    ###\r\n\r\n #@$.#\r\n", 5, "level: |1"),
    ("puzzle: sokoban\nlevel: |3\n   #@$.#\n# a row?\n  #####\ntitle: x\n", 5, "level: |2"),
    ("puzzle: sokoban\nlevel: |\n  #@$.#\nexpect:\n  a: |\n      #\n    #\n", 7, "a: |2"),
])  # fmt: skip
def test_rows_that_yaml_takes_for_comments_are_refused(text, line, header):
    found, message = complaint(text)
    assert found == line and f"write '{header}'" in message


@pytest.mark.parametrize("row", ["  %%%", "  @ 0", "  a: b", "  [a]"])
def test_rows_that_yaml_cannot_read_are_refused_with_the_remedy(row):
    found, message = complaint(f"puzzle: count\nlevel: |\n    %%%\n{row}\n")
    assert found == 4 and "needs 'level: |2'" in message
    assert "|2" not in complaint("puzzle: count\nlevel: |\n  to 5\ntitle: @a\n")[1]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_what_follows_a_comment_is_no_comment(end):
    rows = ["puzzle: count", "level: |", "  to 5", "# one", "expect:", "  shortest: 5", ""]
    assert read(end.join(rows)).expect == {"shortest": 5}


def test_comments_in_the_first_column_may_follow_a_level():
    assert read("puzzle: count\nlevel: |\n     to 5\n# one\n\n  \n#two\ntitle: x\n").title == "x"


@pytest.mark.parametrize("text, line", [
    ("puzzle: &p count\ntitle: *p\n", 1),
    ("puzzle: &a [*a]\n", 1),
    ("puzzle: count\nlevel: &a\n  |\n  to 5\n", 2),
    ("puzzle: count\nexpect:\n  - &a [x, x]\n  - [*a, *a]\n", 3),
    ("puzzle: *unknown\n", 1),
])  # fmt: skip
def test_aliases_are_refused(text, line):
    found, message = complaint(text)
    assert found == line
    assert "aliases are not allowed" in message


TAGGED = {
    "of a title": "title: !python/name:os.system x\n",
    "of a value": "expect: {a: !!python/object/apply:os.system [ls]}\n",
    "of an item": "start: [1, !point 2]\n",
    "binary": "title: !!binary aGk=\n",
    "of a text": "title: !!str 12\n",
    "of no number": "expect: {a: !!int x}\n",
    "of a mapping": "expect: !point {x: 1}\n",
    "of a list": "start: !point [1, 2]\n",
}


@pytest.mark.parametrize("extra", TAGGED.values(), ids=TAGGED)
def test_tags_are_refused(extra):
    line, message = complaint(GOOD + extra)
    assert line == 4
    assert "tags" in message and "not allowed" in message


@pytest.mark.parametrize("text, line", [
    ("puzzle: count\nlevel: !point |\n  to 5\n", 2),
    ("puzzle: count\nlevel: !!binary |\n  to 5\n", 2),
    ("puzzle: !point count\nlevel: |\n  to 5\n", 1),
])  # fmt: skip
def test_tags_of_the_level_itself_are_refused(text, line):
    found, message = complaint(text)
    assert found == line
    assert "tags" in message and "not allowed" in message


@pytest.mark.parametrize("escape", ["\\UFFFFFFFF", "\\U00110000", "\\ud800"])
def test_escapes_that_are_no_characters(escape):
    largest = '# "\\U0010FFFF"\n'
    assert complaint(largest + GOOD + f'title: "{escape}"\n')[0] == 5


@pytest.mark.parametrize(
    "character", ["\x00", "\x07", "\x1b", "\x7f", "\ud800", "\ufffe"], ids=ascii
)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_control_characters_are_refused(character, ends):
    line, message = complaint((GOOD + f"title: a{character}b\n").replace("\n", ends))
    assert line == 4
    assert repr(character) in message


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029"], ids=ascii)
@pytest.mark.parametrize("ends", ["\n", "\r\n", "\r"], ids=["LF", "CRLF", "CR"])
def test_characters_that_only_yaml_takes_for_line_ends_are_refused(character, ends):
    line, message = complaint((GOOD + f"title: a{character}b\n").replace("\n", ends))
    assert line == 4
    assert repr(character) in message


@pytest.mark.parametrize("text", [
    GOOD + "expect: " + "[" * 20_000, GOOD + "expect: " + "[" * 20_000 + "]" * 20_000,
    "{puzzle: " * 20_000, GOOD + "expect:\n" + "".join(" " * k + "a:\n" for k in range(1, 1000)),
], ids=["open", "closed", "mappings", "blocks"])  # fmt: skip
def test_deep_nesting_is_refused(text):
    assert "too deeply" in complaint(text)[1]


@pytest.mark.parametrize("title", ["[a, b]", "{a: b}"])
def test_a_title_is_a_text(title):
    assert complaint(GOOD + f"title: {title}\n")[0] == 4


def test_an_empty_title_is_no_title():
    assert read(GOOD + "title:\n").title == ""


# ------------------------------------------------------------------------------------ whole files


def test_a_file_that_is_not_utf8(tmp_path):
    file = tmp_path / "x.yaml"
    file.write_bytes(GOOD.encode() + b"title: caf\xe9\n")
    with pytest.raises(LevelError, match=rf"x\.yaml.*not UTF-8.*0xe9 at offset {len(GOOD) + 10}"):
        load(str(file))


def test_a_native_file_needs_its_family(tmp_path):
    file = tmp_path / "x.txt"
    file.write_text("to 5\n")
    assert load(str(file), "count").family is FAMILY
    with pytest.raises(LevelError, match=r"x\.txt:1: .*--puzzle FAMILY"):
        load(str(file))
    file.write_text("to 5\nbad\n")
    with pytest.raises(LevelError, match=r"x\.txt:2: 'bad' is bad"):
        load(str(file), "count")


def test_a_level_of_another_family(tmp_path, monkeypatch):
    other = type("Other", (Count,), {"name": "other"})()
    found = {name: SimpleNamespace(load=lambda f=f: f) for name, f in
             (("count", FAMILY), ("other", other))}  # fmt: skip
    monkeypatch.setattr(families, "_entry_points", lambda: found)
    file = tmp_path / "x.yaml"
    file.write_text("# a comment\n" + GOOD)
    assert load(str(file), "count").family is FAMILY
    with pytest.raises(LevelError, match=r"x\.yaml:\d: is a level of another family than other"):
        load(str(file), "other")


@pytest.mark.parametrize("name", ["absent.yaml", "count/absent", "chess/one", "count/../x"])
def test_levels_that_are_not_there(name):
    with pytest.raises(InputError, match="no such file"):
        load(name)


def test_a_family_of_a_wrong_name_is_corrected_in_the_name_of_a_level(shelf):
    with pytest.raises(InputError, match=r"did you mean count/five\?$"):
        load("coumt/five")


def test_a_folder_is_no_level(tmp_path):
    with pytest.raises(InputError):
        load(str(tmp_path))


@pytest.fixture
def shelf(tmp_path, monkeypatch) -> Path:
    monkeypatch.setattr(FAMILY, "levels", tmp_path / "levels", raising=False)
    monkeypatch.chdir(tmp_path)
    FAMILY.levels.mkdir()
    (FAMILY.levels / "five.yaml").write_text(GOOD)
    return tmp_path


def test_bundled_levels_have_a_name(shelf):
    level = load("count/five")
    assert level.name == "count/five"
    assert level.file == str(shelf / "levels" / "five.yaml")
    assert [path.stem for path in level_files.bundled("count")] == ["five"]


def test_an_existing_file_wins_over_a_bundled_level(shelf):
    (shelf / "count").mkdir()
    (shelf / "count" / "five").write_text(GOOD + "title: mine\n")
    assert load("count/five").title == "mine"


def test_an_unknown_family_is_named():
    with pytest.raises(InputError, match="unknown puzzle family 'chess'; installed: count"):
        load("x.txt", "chess")


@pytest.mark.parametrize("character", ["\0", "\x1b", "\x7f", "\x9b"])
def test_control_characters_are_refused_with_their_line(tmp_path, character):
    file = tmp_path / "x.txt"
    file.write_text(f"1 0\nred{character} red\n", "utf-8")
    with pytest.raises(LevelError, match=r"x\.txt:2: holds '\\x..', which is a control character"):
        level_files.read_native(FAMILY, file.read_text("utf-8"), str(file))
    escaped = f'title: "a\\x{ord(character):02x}"\n'
    line, said = complaint(GOOD + escaped)
    assert line == 4
    assert "control character" in said


@pytest.mark.parametrize("value", [".nan", ".inf", "-.inf"])
def test_a_number_is_finite(value):
    line, said = complaint(GOOD + f"expect: {{states: {value}}}\n")
    assert line == 4
    assert said.endswith(f"{value!r} is not a number")


def test_a_long_number_is_cut_in_the_message():
    said = complaint(GOOD + f"expect: {{states: {'1' * 400}.5}}\n")[1]
    assert said.endswith(f": '{'1' * 40}' is not a number")


@pytest.fixture
def few_digits():
    """Limit the digits of numbers as Python does; a command of this process may have lifted it."""
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(4300)
    yield
    sys.set_int_max_str_digits(before)


def test_a_number_of_too_many_digits_is_refused(few_digits):
    text = "a: 1\nb: " + "9" * 5000 + "\n"
    with pytest.raises(LevelError, match=r"x.yaml:2: '9{40}' is not of type int"):
        value_of(compose(text, "x.yaml"), "x.yaml")


def test_rows_that_yaml_takes_for_comments_are_refused_in_lists_too():
    text = "rows:\n- kept\n- text: |\n    abc\n   # lost\n"
    with pytest.raises(LevelError, match="x.yaml:5: "):
        compose(text, "x.yaml")


def test_a_native_text_is_called_by_its_label_or_else_by_its_file():
    family, text = level_files.family("count"), "to 5\n"
    assert read_native(family, text, "ship.txt").file == "ship.txt"
    assert read_native(family, text, "ship.txt", label="ship.txt#2").file == "ship.txt#2"
