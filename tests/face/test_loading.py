"""Levels in Python: from paths, open files and texts; many at once; limits as keywords."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import stategraph as sg
from stategraph.rules import One, Puzzle

BOARD = "#####\n#@$.#\n#####"
OWN = "from stategraph_puzzles.sokoban import family\nown = family\n"


def file(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.write_text(text, "utf-8")
    return path


def test_a_level_from_a_name_a_path_or_an_open_file(tmp_path):
    path = file(tmp_path, "one.xsb", BOARD)
    with path.open(encoding="utf-8") as opened:
        levels = [sg.load(str(path)), sg.load(path), sg.load(opened)]
    assert [level.solve().text for level in levels] == ["R", "R", "R"]
    assert {level.file for level in levels} == {str(path)}


def test_an_open_file_without_a_name():
    assert sg.load(io.StringIO(BOARD), "sokoban").solve().text == "R"
    assert sg.load(io.StringIO(f"puzzle: sokoban\nlevel: |\n  {BOARD}".replace("\n#", "\n  #")))


@pytest.mark.parametrize(
    ("given", "kind"), [(io.BytesIO(b"#"), "bytes"), (3, "int"), (["a"], "list")]
)
def test_what_is_not_a_text_file(given, kind):
    reason = f"a level is a name, a path or an open text file, not of type {kind}$"
    with pytest.raises(sg.InputError, match=reason):
        sg.load(given)


@pytest.mark.parametrize("limits", ["x", 1000, {"states": 3}])
def test_limits_of_another_type_are_refused(limits):
    for act in (sg.expand, sg.solve):
        with pytest.raises(sg.InputError, match="limits are Limits"):
            act("spacewreck/eight-rooms", limits=limits)


def test_a_text_in_the_format_of_a_family_or_as_a_level_file():
    yaml = Path(sg.load("spacewreck/eight-rooms").file).read_text("utf-8")
    for level in (sg.parse(yaml), sg.parse(yaml, "spacewreck")):
        assert (level.title, level.solve().text) == ("Eight rooms", "R3L5L8")
    assert sg.parse(BOARD, "sokoban").solve().text == "R"
    two = f"{BOARD}\n; one\n\n{BOARD}\n; two\n"
    assert sg.parse(two, "sokoban", number=2).solve().text == "R"


@pytest.mark.parametrize(
    "text, family, complaint",
    [
        ("????", None, "no family recognises it"),
        ("#####\n#@$?#\n#####", "sokoban", r"<text>:2: "),
        (
            "puzzle: sokoban\nlevel: |\n  #####\n  #@$.#\n  #####\n",
            "psychopath",
            "another family than psychopath",
        ),
        (BOARD, "sokobahn", "did you mean sokoban"),
        (f"{BOARD}\n; one\n\n{BOARD}\n; two\n", "sokoban", "holds 2 levels"),
    ],
)
def test_a_text_that_is_not_a_level(text, family, complaint):
    with pytest.raises(sg.InputError, match=complaint):
        sg.parse(text, family)


def test_a_text_may_name_code_only_when_it_is_trusted(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "own_parsed.py", OWN)
    text = f"puzzle: own_parsed:own\nlevel: |\n  {BOARD}".replace("\n#", "\n  #")
    with pytest.raises(sg.InputError, match="own_parsed"):
        sg.parse(text)
    assert sg.parse(text, trust=True).solve().text == "R"


def test_a_module_and_a_name_as_for_the_command_line(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    file(tmp_path, "own_loaded.py", OWN)
    path = file(tmp_path, "one.txt", BOARD)
    assert sg.load(path, "own_loaded:own").solve().text == "R"
    assert sg.parse(BOARD, "own_loaded:own").solve().text == "R"


def test_bundled_levels_by_name():
    names = sg.levels()
    own = sg.levels("spacewreck")
    assert "spacewreck/eight-rooms" in own
    assert [name for name in names if name.startswith("spacewreck/")] == own
    with pytest.raises(sg.InputError, match="did you mean spacewreck"):
        sg.levels("spacewrek")


def test_many_levels_at_once(tmp_path):
    assert [level.name for level in sg.load_all("spacewreck")] == sg.levels("spacewreck")
    pack = file(tmp_path, "pack.xsb", f"{BOARD}\n; one\n\n{BOARD}\n; two\n")
    names = [pack, "spacewreck/eight-rooms"]
    wanted = [f"{pack}#1", f"{pack}#2", "spacewreck/eight-rooms"]
    assert [level.name for level in sg.load_all(names)] == wanted


def test_limits_as_keywords():
    level = sg.load("psychopath/first-push")
    whole = level.expand()
    for graph in (level.expand(max_states=10), sg.expand(level, sg.Limits(10))):
        assert (graph.complete, len(graph) <= 10 < len(whole)) == (False, True)
    assert level.expand(max_seconds=1000, max_memory=2**40).complete
    found = [level.solve("bfs", max_states=3), sg.solve(level, "bfs", max_states=3)]
    assert [solution.why for solution in found] == ["limit of 3 states"] * 2


@pytest.mark.parametrize(
    "limits, complaint",
    [
        (dict(limits=sg.Limits(10), max_states=10), "not both"),
        (dict(max_states=0), "max_states is a positive number, not 0"),
        (dict(max_seconds=-1.0), "max_seconds is a positive number"),
    ],
)
def test_limits_that_make_no_sense(limits, complaint):
    with pytest.raises(sg.InputError, match=complaint):
        sg.expand("psychopath/first-push", **limits)


def test_a_variable_called_board():
    def step(s):
        if s.board < 3:
            yield "+", s.but(board=s.board + 1)

    puzzle = Puzzle(dict(board=0), [step], lambda s: s.board == 3, board=One(4))
    graph = sg.expand(puzzle)
    assert graph.solution().labels == ("+", "+", "+")
    assert "board=2" in repr(graph.state(2))
    assert graph.board(2).svg().startswith("<svg")
