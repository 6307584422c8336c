"""The templates that ``stategraph new`` prints: solvable levels whose comments explain them."""

from __future__ import annotations

import pytest

from stategraph import analysis
from stategraph.expand import expand
from stategraph.level_files import family, family_names, parse_level
from stategraph.level_files.contents import starter, template
from stategraph.level_files.level_writer import native_text, written
from stategraph.metrics import shortest_count

# the moves of each first solution, and the number of shortest solutions
ANSWERS = {
    "labyrinth": (9, 2),
    "pacman": (13, 1),
    "pledge": (12, 1),
    "psychopath": (15, 1),
    "puzzlescript": (13, 1),
    "rushhour": (8, 6),
    "sokoban": (29, 1),
    "spacewreck": (10, 1),
}


# the lines of numbers above a board
ROWS_BEFORE_THE_BOARD = {"psychopath": 2}


def comments(text):
    """Return the comments of a level file."""
    return [line for line in text.splitlines() if line.startswith("#")]


def test_every_family_has_a_template():
    assert family_names() == list(ANSWERS)
    assert all(family(name).template.is_file() for name in ANSWERS)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_is_a_small_level_with_few_solutions(name):
    graph = expand(template(name).puzzle)
    assert (analysis.shortest(graph), shortest_count(graph)) == ANSWERS[name]
    assert 20 <= len(graph) <= 2000


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_is_read_back(name):
    level = template(name)
    made = written(level.family, level.puzzle, level.puzzle.start, level.title)
    again = parse_level(made, "again.yaml")
    assert again.title == level.title
    assert again.describe(again.puzzle.start) == level.describe(level.puzzle.start)


@pytest.mark.parametrize("name", ANSWERS)
def test_a_template_begins_with_the_rules_and_explains_its_signs(name):
    level = template(name)
    assert level.text.startswith("# ")
    assert "\npuzzle: " in level.text
    assert max(map(len, level.text.splitlines())) <= 110
    words = {word for line in comments(level.text) for word in line.split()}
    if name == "spacewreck":  # its levels are numbers, not boards
        assert {"Rocket's", "corridor", "colour", "from,", "to,", "names", "places"} <= words
        return
    rows = native_text(level.text, level.file).splitlines()
    signs = set("".join(rows[ROWS_BEFORE_THE_BOARD.get(name, 0) :])) - set(" ;")
    if name == "pledge":
        signs = set("".join(rows[1:3]))
    assert signs <= words


def test_new_prints_the_template(run, tmp_path):
    text = template("sokoban").text
    assert run("new", "sokoban").out == text
    path = tmp_path / "mine.yaml"
    assert run("new", "sokoban", "-o", path).code == 0
    assert path.read_text("utf-8") == text
    assert run("solve", path).out == "URRRRULLDDDRULUURRDLULDLLURRR\n"


def test_a_family_without_a_template_starts_with_a_small_level(monkeypatch):
    monkeypatch.setattr(type(family("pledge")), "template", None)
    assert template("pledge").name == starter("pledge").name == "pledge/straight-home"
