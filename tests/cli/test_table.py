"""``table``: comparisons of levels, in files and in plots."""

from __future__ import annotations

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest
from effort import some

from stategraph import level_files, load
from stategraph.metrics import COLUMNS

EIGHT = "spacewreck/eight-rooms"
TEXT = load(EIGHT).text


@pytest.mark.parametrize(
    "words", [(), ("-o", "out.csv"), ("--order", "difficulty", "-o", "out.svg")]
)
def test_of_no_level_that_can_be_read_there_is_no_table(run, tmp_path, monkeypatch, words):
    monkeypatch.chdir(tmp_path)
    got = run("table", "nowhere.yaml", *words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "words", [("--metrics", "states"), ("-o", "t.csv"), ("--order", "difficulty")]
)
def test_without_levels_there_is_nothing_to_compute(run, words):
    got = run("list", *words)
    assert (got.code, got.out, got.err) == (2, "", "stategraph: no LEVEL given\n")


def test_table_in_every_format(run, tmp_path):
    for form in ("csv", "json", "html", "parquet"):
        file = tmp_path / f"t.{form}"
        got = run("table", "spacewreck", "-o", file)
        assert (got.code, got.out, got.err) == (0, "", "")
        data = file.read_bytes()
        assert run("table", "spacewreck", "-o", file).code == 0
        assert file.read_bytes() == data
    rows = list(csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text())))
    assert tuple(rows[0]) == COLUMNS
    assert [row["level"] for row in rows] == [
        f"spacewreck/{path.stem}" for path in level_files.bundled("spacewreck")
    ]
    printed = json.loads(run("table", "spacewreck", "--json").out)
    assert printed == json.loads((tmp_path / "t.json").read_text())
    assert [str(row["states"]) for row in printed] == [row["states"] for row in rows]


def test_a_title_cannot_run_in_a_spreadsheet(run, tmp_path):
    (tmp_path / "x.yaml").write_text(TEXT.replace("title: Eight rooms", 'title: "=1+1"'))
    run("table", tmp_path / "x.yaml", "-o", tmp_path / "t.csv")
    (row,) = csv.DictReader(io.StringIO((tmp_path / "t.csv").read_text()))
    assert row["title"] == "'=1+1"


def test_a_broken_level_among_many(run, tmp_path):
    (tmp_path / "a.yaml").write_text(TEXT)
    (tmp_path / "b.yaml").write_text("puzzle: spacewreck\nlevel: |\n  x\n")
    (tmp_path / "c.yaml").write_text(TEXT)
    got = run("table", tmp_path)
    assert (got.code, len(got.out.splitlines()), got.err.count("\n")) == (2, 3, 1)
    assert f"{tmp_path / 'b.yaml'}:3: " in got.err
    records = json.loads(run("table", tmp_path, "--json").out)
    assert records[2] == {"level": str(tmp_path / "b.yaml"), "error": got.err[12:-1]}


def test_table_at_a_limit(run):
    got = run("table", EIGHT, "--max-states", 4)
    assert got.code == 3
    assert got.out.splitlines()[1].split() == [EIGHT, "turns"]  # nothing is proven
    got = run("table", EIGHT, "--max-states", 8)
    assert got.out.splitlines()[1].split() == [EIGHT, "3", "1", "turns", "2"]
    (row,) = json.loads(run("table", EIGHT, "--max-states", 8, "--json").out)
    assert (row["states"], row["moves"], row["dead_states"], row["shortest"]) == (*[None] * 3, 3)
    assert {"states", "moves", "dead_states"} <= set(row["unknown"])


def test_the_numbers_that_agree_with_people_are_of_the_players_own_units(run):
    names = ["sokoban/two-to-put-away", "pledge/ferry", "sokoban/corner", EIGHT]
    rows = json.loads(run("table", *names, "--json").out)
    for name, row in zip(names, rows, strict=True):
        record = json.loads(run("analyse", name, "--json").out)
        told = record["units"] or record
        assert row["by"] == told.get("kind")
        assert row["length"] == told["shortest"]
        assert row["narrowness"] == told["only_moves"]
        assert row["going_back"] == told["counterintuitive_steps"]
    part = json.loads(run("table", names[0], "--max-states", 30, "--json").out)[0]
    assert part["length"] is None
    assert {"length", "narrowness", "going_back"} <= set(part["unknown"])


def test_a_table_tells_no_value_from_unknown(run):
    lines = run("table", "spacewreck/no-way-out", "spacewreck/million-ways").out.splitlines()
    assert lines[1].split()[1:] == ["40", "-", "0", "40", "0", "turns", *"---"]
    assert lines[2].split()[1:] == ["62", "41", "1,048,576", "0", "0", "turns", *"110"]


@pytest.mark.long
def test_plots(run, tmp_path):
    for form in some(("svg", "png", "pdf")):
        file = tmp_path / f"p.{form}"
        got = run(
            "table", "spacewreck", "labyrinth/first-shift", "--plot", "states", "muse", "-o", file
        )
        assert (got.code, got.out) == (0, "")
        assert "1 of 12 levels have no such value" in got.err
        data = file.read_bytes()
        run("table", "spacewreck", "labyrinth/first-shift", "--plot", "states", "muse", "-o", file)
        assert file.read_bytes() == data
    ElementTree.parse(tmp_path / "p.svg")
    empty = run(
        "table", "spacewreck/no-way-out", "--plot", "muse", "muse", "-o", tmp_path / "p.svg"
    )
    assert empty.code == 0


def test_a_plot_leaves_out_levels_without_both_values(run, tmp_path, monkeypatch):
    plotted = []
    monkeypatch.setattr(
        "stategraph.pictures.plots.scatter.scatter_picture",
        lambda *what: plotted.append(what) or b"picture",
    )
    for axes in (("states", "muse"), ("muse", "states")):
        got = run(
            "table", EIGHT, "spacewreck/no-way-out", "--plot", *axes, "-o", tmp_path / "p.svg"
        )
        assert (got.code, "1 of 2 levels have no such value" in got.err) == (0, True)
        points, *_, undrawn = plotted.pop()
        assert [point[:2] for point in points] == [(EIGHT, "spacewreck")]
        assert undrawn == ["spacewreck/no-way-out"]


@pytest.mark.parametrize(
    "words",
    [
        ("-o", "t.xls"),
        ("--plot", "states", "muse"),
        ("--plot", "states", "mouse", "-o", "p.svg"),
        ("--plot", "states", "first_solution", "-o", "p.svg"),
        ("--plot", "states", "muse", "-o", "p.csv"),
    ],
)
def test_table_asked_for_what_is_not_there(run, words):
    got = run("table", EIGHT, *words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


def test_table_has_the_columns_that_are_asked_for(run, tmp_path):
    levels = "sokoban/two-to-put-away", "pacman/passing-place", "sokoban/corner"
    got = run("table", *levels, "--metrics", "pushes,turns,shortest")
    assert [line.split() for line in got.out.splitlines()] == [
        ["level", "pushes", "turns", "shortest"],
        [levels[0], "2", "-", "6"],
        [levels[1], "-", "3", "12"],
        [levels[2], "-", "-", "-"],
    ]
    file = tmp_path / "t.csv"
    assert run("table", levels[0], "--metrics", "difficulty,pushes", "-o", file).code == 0
    (row,) = csv.DictReader(io.StringIO(file.read_text()))
    percentile = json.loads(run("difficulty", levels[0], "--json").out)[0]["percentile"]
    assert list(row) == ["level", "difficulty", "pushes"]
    assert float(row["difficulty"]) == pytest.approx(percentile, rel=1e-3)


def test_unknown_metrics_of_a_table_are_refused(run):
    for words, near in (
        ("pushs", "did you mean pushes?"),
        ("pushes,pushes", "not a list of differ"),
    ):
        got = run("table", EIGHT, "--metrics", words)
        assert (got.code, got.out) == (2, "")
        assert near in got.err


def test_pushes_of_incomplete_levels_are_empty_cells(run):
    got = run("table", "sokoban/two-to-put-away", "--metrics", "pushes", "--max-states", 9)
    assert got.code == 3
    assert got.out.splitlines()[1].split() == ["sokoban/two-to-put-away"]


@pytest.mark.long
def test_levels_are_plotted_by_pushes(run, tmp_path):
    file = tmp_path / "pushes.svg"
    got = run("table", "sokoban", "--plot", "pushes", "difficulty", "-o", file)
    assert got.code == 0
    assert ">pushes<" in file.read_text()
