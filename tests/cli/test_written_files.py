"""Files that verbs write: refused before the work begins, and never written partially."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from stategraph import load
from stategraph.cli import main

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize(
    "words",
    [
        ("ablate", EIGHT, "-o", "no/w.svg"),
        ("ablate", EIGHT, "--minimal", "no/x.yaml"),
        ("hardest", EIGHT, "-o", "no/x.txt"),
        ("table", EIGHT, "-o", "no/t.csv"),
        ("expand", EIGHT, "-o", "no/g.npz"),
        ("export", EIGHT, "-o", "no/g.graphml"),
        ("render", EIGHT, "-o", "no/g.svg"),
        ("board", EIGHT, "-o", "no/b.svg"),
        ("film", EIGHT, "-o", "no/f.gif"),
        ("search", EIGHT, "-o", "no/s.csv"),
        ("audit-heuristic", EIGHT, "-o", "no/a.svg"),
    ],
)
def test_a_folder_that_is_not_there_is_seen_before_the_work(run, monkeypatch, tmp_path, words):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("stategraph.cli.graphs.expand", None)  # nothing is expanded
    got = run(*words)
    assert (got.code, got.out) == (4, "")
    assert got.err == f"stategraph: cannot write {words[-1]}: the folder does not exist\n"


def test_nothing_half_written(run, tmp_path):
    got = run("ablate", EIGHT, "-o", tmp_path / "no" / "w.svg")
    assert got.code == 4
    got = run("table", EIGHT, "-o", tmp_path / "no" / "t.csv")
    assert (got.code, list(tmp_path.iterdir())) == (4, [])


def test_what_cannot_be_written_is_exit_4_and_leaves_nothing(run, tmp_path):
    got = run("render", EIGHT, "-o", tmp_path / "nowhere" / "x.dot")
    assert (got.code, got.err.count("\n")) == (4, 1)
    assert list(tmp_path.iterdir()) == []


# -------------------------------------------------------------------------------------- level files


@pytest.mark.parametrize("verb", [("ablate", "--minimal"), ("hardest", "-o")])
def test_a_native_file_that_would_lose_the_level_s_options_is_refused(run, tmp_path, verb):
    name, option = verb
    bare = tmp_path / "bare.txt"
    got = run(name, "labyrinth/over-the-edge", option, bare)
    assert (got.code, got.out) == (2, "")
    assert "cannot express the level's start and goal" in got.err
    assert not bare.exists()
    # no remark if the omitted values are the defaults of the reader
    assert run(name, "labyrinth/straight-up", option, bare).code == 0


def test_a_family_that_is_not_installed(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "ownship.py").write_text(
        "from stategraph_puzzles.spacewreck import Spacewreck\n\n"
        "class Own(Spacewreck):\n    name = 'ownship'\n\n"
        "family = Own()\n"
    )
    level, puzzle = load(EIGHT), ("--puzzle", "ownship:family")
    (tmp_path / "a.txt").write_text(level.family.write(level.puzzle, level.puzzle.start))
    got = run("hardest", *puzzle, "a.txt")
    assert got.code == 0
    (tmp_path / "hard.txt").write_text(got.out)
    assert json.loads(run("solve", *puzzle, "hard.txt", "--json").out)["shortest"] == 4
    assert run("ablate", *puzzle, "a.txt", "--minimal", "small.txt").code == 0
    assert run("solve", *puzzle, "small.txt").out == "R3L5L8\n"
    for words in (("hardest", "-o"), ("ablate", "--minimal")):
        got = run(words[0], *puzzle, "a.txt", words[1], "x.yaml")
        assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
        assert "x.yaml: a level file can only name an installed family" in got.err
    assert not (tmp_path / "x.yaml").exists()


@pytest.mark.parametrize("option", ["--store", "-o"])
def test_a_name_that_is_too_long_is_reported_as_such(run, tmp_path, option):
    got = run("export", EIGHT, option, tmp_path / f"{'a' * 300}.csv")
    assert (got.code, got.out, got.err.count("\n")) == (4, "", 1)
    assert got.err.endswith(": File name too long\n")


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="no folder without files")
def test_invent_names_a_folder_that_cannot_be_made_before_the_search(capsys, monkeypatch):
    monkeypatch.setattr("stategraph.invent.search", lambda *given, **how: pytest.fail())
    assert main(["invent", "spacewreck", "-o", "/proc/new/levels"]) == 4
    assert capsys.readouterr().err.startswith("stategraph: cannot write /proc/new/levels: ")


def test_invent_names_a_folder_below_a_file_before_the_search(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr("stategraph.invent.search", lambda *given, **how: pytest.fail())
    (tmp_path / "file").touch()
    assert main(["invent", "spacewreck", "-o", str(tmp_path / "file" / "new")]) == 4
    assert "Not a directory" in capsys.readouterr().err
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.mark.parametrize(
    "words",
    [
        ("repair", "--want", "solvable: true", "-o"),
        ("polish", "-o"),
        ("hardest", "-o"),
        ("ablate", "--minimal"),
    ],
)
def test_one_level_does_not_replace_the_others_of_its_file(words, tmp_path, run):
    pack = tmp_path / "pack.xsb"
    pack.write_text("; 1\n\n#####\n#@$.#\n#####\n\n; 2\n\n######\n#@ $.#\n######\n")
    before = pack.read_bytes()
    got = run(words[0], f"{pack}#2", "--puzzle", "sokoban", *words[1:], pack)
    assert got.code == 2 and pack.read_bytes() == before
    assert got.err == (
        f"stategraph: {pack}#2 would replace all levels of {pack}; name another file\n"
    )
