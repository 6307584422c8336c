"""The board of a level file is read as it was written, also if its first row is indented most."""

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from stategraph.errors import LevelError
from stategraph.level_files import (
    family,
    family_names,
    native_text,
    parse_level,
    with_native_text,
    written,
)
from stategraph.rules import Puzzle
from stategraph.studio.editing import edited

SOKOBAN = family("sokoban")
FILE = "puzzle: sokoban\nlevel: |2\n  #@#\ntitle: T\n"

# A diamond: its first row is indented more than its second row.
DIAMOND = "  ####\n###  #\n#@ $.#\n######\n"


@given(st.lists(st.text(" #@$.%-:'|[]{}\\\ta0", max_size=6), min_size=1, max_size=6))
def test_any_board(rows):
    board = "\n".join(rows).rstrip("\n")
    text = with_native_text(FILE, "new.yaml", board)
    assert native_text(text, "new.yaml").rstrip("\n") == board
    assert text.endswith("title: T\n")
    assert with_native_text(text, "new.yaml", "#@#") == FILE


@given(st.lists(st.text("  #", max_size=5), max_size=3), st.integers(0, 4))
def test_a_level_is_written_so_that_it_is_read_again(rows, indent):
    board = "\n".join([*rows, " " * indent + "#####", " " * indent + "#@$.#", "#" * (indent + 5)])
    try:
        puzzle = Puzzle.of(SOKOBAN.read(board, {}))
    except LevelError:  # the rows above hold an open floor
        return
    text = written(SOKOBAN, puzzle, puzzle.start)
    again = parse_level(text, "new.yaml").puzzle
    assert again.start == puzzle.start
    assert SOKOBAN.write(again, again.start) == SOKOBAN.write(puzzle, puzzle.start)


@pytest.fixture
def diamond(tmp_path):
    path = tmp_path / "diamond.xsb"
    path.write_text(DIAMOND)
    return path


def board(path):
    """Return the board of a level file; YAML itself must give the same."""
    text = path.read_text("utf-8")
    assert yaml.safe_load(text)["level"] == native_text(text, str(path))
    return native_text(text, str(path)).rstrip("\n").split("\n")


@pytest.mark.parametrize("verb", ["hardest", "polish"])
def test_verbs_that_write_a_level(verb, run, diamond, tmp_path):
    assert run(verb, diamond, "-o", tmp_path / "made.yaml").code == 0
    rows = board(tmp_path / "made.yaml")
    assert rows[0] == "  ####" and len(rows) == 4


def test_levels_that_are_invented(run, diamond, tmp_path):
    assert run("invent", diamond, "-o", tmp_path / "found", "--evaluations", 200).code == 0
    found = [*(tmp_path / "found").glob("*.yaml")]
    assert found and all(len(board(path)) == 4 for path in found)


def test_edits_in_the_studio():
    text = with_native_text(FILE, "new.yaml", DIAMOND)
    made = edited(text, "new.yaml", {"name": "paint", "at": [2, 2], "sign": "#"})
    assert native_text(made, "new.yaml") == DIAMOND.replace("#@ $", "#@#$")


@pytest.mark.parametrize("name", family_names())
def test_a_new_level_of_each_family(name, run):
    text = run("new", name).out
    assert yaml.safe_load(text)["level"] == native_text(text, "new.yaml")
