"""The argument LEVEL: one function of the library takes every kind of it."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace

import pytest

import stategraph
from stategraph import formats, level_files
from stategraph.errors import InputError, LevelError
from stategraph.expand import expand
from stategraph.load import collect, load

EIGHT = "spacewreck/eight-rooms"


@pytest.fixture
def saved(tmp_path, monkeypatch) -> str:
    """Return the name of a saved graph in the working folder, beside some other forms of it."""
    monkeypatch.chdir(tmp_path)
    level = load(EIGHT)
    (tmp_path / "eight.yaml").write_text(level.text)
    (tmp_path / "eight.txt").write_text(level.family.write(level.puzzle, level.puzzle.start))
    graph = expand(level.puzzle)
    for name in ("eight.npz", "eight.aut", "eight.csv"):
        for file, fill in formats.files(name, level, graph).items():
            with (tmp_path / file).open("wb") as opened:
                fill(opened)
    return "eight.npz"


def test_the_face_hands_on_the_function_and_not_its_module():
    assert stategraph.load is load


@pytest.mark.parametrize("name", [EIGHT, "eight.yaml", "eight.npz"])
def test_a_level_of_a_family(saved, name):
    level = load(name)
    assert (level.family.name, level.puzzle.start) == ("spacewreck", load(EIGHT).puzzle.start)
    assert (level.graph is not None) == (name == saved)


@pytest.mark.parametrize("family", ["spacewreck", level_files.family("spacewreck")])
def test_a_native_file(saved, family):
    assert load("eight.txt", family).puzzle.start == load(EIGHT).puzzle.start


def test_standard_input(saved, monkeypatch):
    data = io.TextIOWrapper(io.BytesIO(load(EIGHT).text.encode()))
    monkeypatch.setattr("sys.stdin", data)
    assert load("-").file == "<stdin>"


@pytest.mark.parametrize("name", ["eight.npz", "eight.aut", "eight.csv"])
def test_a_graph_in_a_file_is_there_already(saved, name):
    goals = ["6"] if name == "eight.aut" else []
    graph = load(name, goals=goals).graph
    assert (len(graph), graph.number_of_edges(), graph.goal) == (9, 14, 6)


def test_what_is_left_out_of_a_graph_is_told(saved, caplog):
    with caplog.at_level("INFO", "stategraph"):
        load("eight.aut", start="3", goals=["6"])
    assert caplog.messages[0].startswith("left out: ")


def test_nothing_is_told_of_a_graph_that_is_whole(saved, caplog):
    with caplog.at_level("INFO", "stategraph"):
        load("eight.csv")
    assert not caplog.messages


def test_only_a_graph_in_a_file_takes_its_ends_from_the_caller():
    with pytest.raises(InputError, match="--start and --goal are for graphs in files"):
        load(EIGHT, start="3")


CODE = "stategraph_puzzles.spacewreck:family"


def test_the_caller_may_name_code(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert load(EIGHT, CODE).family.name == "spacewreck"
    with pytest.raises(InputError, match="module 'stategraph_puzzles.spacewreck' has no 'nothing'"):
        load(EIGHT, "stategraph_puzzles.spacewreck:nothing")


def test_a_level_file_names_code_only_if_it_is_trusted(saved, tmp_path):
    native = "".join(f"  {row}\n" for row in Path("eight.txt").read_text().splitlines())
    Path("own.yaml").write_text(f"puzzle: {CODE}\nlevel: |\n{native}")
    for how in (
        dict(),
        dict(puzzle="spacewreck"),
        dict(puzzle="stategraph_puzzles.pacman:family", trust=True),
    ):
        with pytest.raises(LevelError, match="own.yaml:1: 'puzzle' must be the name of a family"):
            load("own.yaml", **how)
    for how in (dict(trust=True), dict(puzzle=CODE)):
        assert load("own.yaml", **how).puzzle.start == load(EIGHT).puzzle.start


@pytest.mark.parametrize("name", ["eight.yaml", "eight.txt", "eight.npz", "pack.xsb"])
def test_a_level_is_named_by_a_path_too(saved, tmp_path, name):
    Path("pack.xsb").write_text("#####\n#@$.#\n#####\n")
    family = "spacewreck" if name == "eight.txt" else None
    by_path, by_name = load(Path(name), family), load(name, family)
    assert (by_path.name, by_path.file) == (by_name.name, by_name.file)
    assert by_path.puzzle.start == by_name.puzzle.start
    assert collect([Path(name)], family) == collect([name], family)


def test_a_level_of_another_family(saved):
    for other in ("labyrinth", level_files.family("labyrinth")):
        with pytest.raises(LevelError, match="eight.yaml:1: is a level of another family than lab"):
            load("eight.yaml", other)


def test_a_puzzle_in_itself_takes_no_level(monkeypatch):
    plain = SimpleNamespace(start=0, moves=lambda state: [], is_goal=bool)
    monkeypatch.setattr("stategraph_puzzles.spacewreck.alone", plain, raising=False)
    level = load(None, "stategraph_puzzles.spacewreck:alone")
    assert (level.name, level.puzzle.start) == ("stategraph_puzzles.spacewreck:alone", 0)
    with pytest.raises(InputError, match="takes no level"):
        load(EIGHT, "stategraph_puzzles.spacewreck:alone")


OWN_PUZZLE = """
'''Stairs with one step.

Only up.
'''
from types import SimpleNamespace

class Slide:
    '''A slide.'''
    start = 1
    def moves(self, state):
        return [("down", 0)]
    def is_goal(self, state):
        return state == 0

slide = Slide()
stairs = SimpleNamespace(start=0, moves=lambda s: [("up", 1)], is_goal=lambda s: s == 1)
"""


def test_the_title_of_a_puzzle_is_the_first_line_of_its_docstring(tmp_path, monkeypatch, run):
    (tmp_path / "titled_puzzle.py").write_text(OWN_PUZZLE)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    assert load(None, "titled_puzzle:stairs").title == "Stairs with one step"
    assert load(None, "titled_puzzle:slide").title == "A slide"
    got = run("report", "--puzzle", "titled_puzzle:slide", "-o", "page")
    assert got.out == "page/index.html: A slide\n"
    for verb in ("solve", "difficulty", "search --repeat 1"):
        assert run(*verb.split(), "--puzzle", "titled_puzzle:slide").code == 0
    assert run("solve", "--puzzle", "titled_puzzle:slide").out == "down\n"
    assert run("check").err == "stategraph: no LEVEL given\n"
    assert run("report").err == "stategraph: no LEVEL given\n"


def test_a_folder_stands_for_its_levels_and_saved_graphs(saved):
    assert collect(["."]) == ["eight.npz", "eight.yaml"]
    assert "eight.txt" in collect(["."], "spacewreck")


def test_a_family_stands_for_its_bundled_levels(saved):
    assert len(collect(["spacewreck", saved])) == len(level_files.bundled("spacewreck")) + 1


def test_a_folder_without_levels(tmp_path):
    with pytest.raises(InputError, match="holds no level file"):
        collect([str(tmp_path)])
