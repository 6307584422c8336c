"""Remarks: each is printed once, and only if it helps."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

from stategraph.cli import terminal


def test_the_same_remark_is_told_once(run):
    words = ["table", "spacewreck/eight-rooms", "spacewreck/eight-rooms", "--max-states", 3]
    assert run(*words).err.count("stopped at the limit of 3 states") == 1
    assert run(*words).err.count("stopped at the limit of 3 states") == 1  # in each run


def test_each_run_is_as_loud_as_its_own_options_say(run):
    words = ["analyse", "spacewreck/eight-rooms", "--max-states", 3]
    usual = run(*words).err
    assert "stopped at the limit of 3 states" in usual
    assert run(*words, "-q").err == ""
    assert run(*words).err == usual
    assert len(run(*words, "-v").err.splitlines()) > len(usual.splitlines())
    assert run(*words).err == usual


def test_what_a_plot_has_no_use_for_is_told(run, tmp_path):
    warehouse = "psychopath/warehouse"
    far = run("render", warehouse, "--view", "whole", "--layout", "dot", "-o", tmp_path / "m.svg")
    assert far.err.endswith("layouts, drawn goals and boards are for diagrams\n")


@pytest.mark.long
def test_demo_tells_a_missing_dot_once_and_ends_with_what_to_open(run, tmp_path, monkeypatch):
    monkeypatch.setattr("shutil.which", lambda name, **how: None)
    monkeypatch.setattr(
        "stategraph.level_files.bundled",
        lambda family: [Path("eight-rooms.yaml"), Path("forty-five-rooms.yaml")],
    )
    got = run("demo", "spacewreck", "-o", tmp_path)
    assert got.code == 0
    assert got.err.count("'dot' is not installed") == 1
    first, second, _ = got.out.splitlines()
    assert (first, second) == ("2 levels", "spacewreck: 2 levels")
    assert "read one by one" not in got.err and "would crowd" not in got.err
    index = Path(got.out.splitlines()[-1].split()[-1])
    assert index == tmp_path / "report" / "index.html" and index.is_file()


def test_demo_counts_the_levels_of_each_family_and_makes_its_folder(run, tmp_path, monkeypatch):
    levels = {"pacman": ["a", "b"], "pledge": ["c"]}
    monkeypatch.setattr(
        "stategraph.level_files.bundled", lambda family: [Path(f"{k}.txt") for k in levels[family]]
    )
    drawn = []

    def draw(name, target, pages):
        assert target == tmp_path / name and target.parent.is_dir()
        drawn.append(name)
        (tmp_path / "report").mkdir(exist_ok=True)
        return name

    monkeypatch.setattr("stategraph.cli.demo._drawn", draw)
    got = run("demo", *levels, "-o", tmp_path)
    assert (got.code, got.err) == (0, "")
    assert got.out.splitlines()[:3] == ["3 levels", "pacman: 2 levels", "pledge: 1 level"]
    assert drawn == ["pacman/a", "pacman/b", "pledge/c"]
    assert got.out.endswith(f"open {tmp_path / 'report' / 'index.html'}\n")


def test_a_line_of_progress_fits_the_terminal_and_leaves_nothing(monkeypatch):
    screen, width = io.StringIO(), [30]
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("tqdm.std._screen_shape_wrapper", lambda: lambda _: (width[0], 5))
    with terminal._line() as line:
        line.set_description_str("x" * 40)
        assert screen.getvalue().count("x") == 30
        width[0] = 10  # the user resizes the window
        line.set_description_str("y" * 40)
        assert screen.getvalue().count("y") == 10
    assert screen.getvalue().split("\r")[-2].strip() == "" and "\n" not in screen.getvalue()


@pytest.mark.long
def test_demo_names_each_level_with_v_and_says_how_long_all_take(run, tmp_path, monkeypatch):
    monkeypatch.setattr("stategraph.level_files.family_names", lambda: ["spacewreck"])
    monkeypatch.setattr(
        "stategraph.level_files.bundled",
        lambda family: [Path("eight-rooms.yaml"), Path("minefield.yaml")],
    )
    got = run("demo", "-v", "-o", tmp_path)
    assert got.out.splitlines()[:2] == [
        "2 levels: this takes 1 to 4 minutes",
        "spacewreck: 2 levels",
    ]
    assert "eight-rooms" in got.err and "minefield" in got.err
