"""``ablate``: the purpose of each element of a level, and the smallest level."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ElementTree

import joblib
import pytest

from stategraph.design import removal_trials as trials_module

EIGHT = "spacewreck/eight-rooms"


def test_ablate_writes_a_picture_and_the_smallest_level(run, tmp_path):
    for form in ("svg", "png", "pdf"):
        picture, small = tmp_path / f"w.{form}", tmp_path / "small.yaml"
        got = run("ablate", EIGHT, "-o", picture, "--minimal", small, "--json")
        assert (got.code, got.err) == (0, "")
        data = picture.read_bytes()
        run("ablate", EIGHT, "-o", picture)
        assert picture.read_bytes() == data
    record = json.loads(got.out)
    assert len(record["elements"]) == 12
    assert sum(found["load_bearing"] for found in record["elements"]) == 3
    assert run("solve", small).out == "R3L5L8\n"
    again = json.loads(run("ablate", small, "--json").out)
    assert {found["verdict"] for found in again["elements"]} == {"needed"}
    assert record["enough"] == [found["element"] for found in again["elements"]]
    assert run("diff", EIGHT, small).code == 1


def test_the_smallest_level_in_the_native_format(run, tmp_path):
    small = tmp_path / "small.txt"
    assert run("ablate", EIGHT, "--same", "play", "--minimal", small).code == 0
    assert small.read_text().startswith("8 9\n")
    got = run("solve", "--puzzle", "spacewreck", small)
    assert got.out == "R3L5L8\n"


@pytest.mark.long
def test_the_picture_is_well_formed_and_has_a_word_for_each_element(run, tmp_path):
    picture = tmp_path / "w.svg"
    got = json.loads(run("ablate", "psychopath/many-traps", "-o", picture, "--json").out)
    shown = [each.text for each in ElementTree.parse(picture).iter() if each.tag.endswith("text")]
    verdicts = [found["verdict"] for found in got["elements"]]
    words = [text.split()[0] for text in shown if text and "×" not in text]
    assert words.count("traps") == verdicts.count("traps")
    assert words.count("restricts") == verdicts.count("bars") == 6
    assert "6 × restricts: without it there are other solutions" in shown


def test_ablate_without_elements(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lone.py").write_text(
        "class Lone:\n    start = 0\n"
        "    def moves(self, state):\n        return [('+', state + 1)]\n"
        "    def is_goal(self, state):\n        return state == 3\n"
        "puzzle = Lone()\n"
    )
    got = run("ablate", "--puzzle", "lone:puzzle")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: lone:puzzle: it has no elements that could be removed\n"
    got = run("hardest", "--puzzle", "lone:puzzle")
    assert (got.code, got.err.count("\n")) == (2, 1)
    got = run("ablate", EIGHT, "-o", "x.gif")
    assert (got.code, got.out) == (2, "")


def test_ablate_at_a_limit(run):
    got = run("ablate", "spacewreck/minefield", "--max-states", 5)
    assert got.code == 3
    assert "unknown: a limit was reached" in got.out
    assert "a limit was reached; a smaller level may be enough" in got.err


@pytest.mark.long
def test_processes_change_nothing(run, monkeypatch):
    one = run("ablate", "psychopath/first-push", "--jobs", 1)
    monkeypatch.setattr(trials_module, "MIN_PARALLEL_WORK", 0)
    started = []

    class Pool(joblib.Parallel):
        def __init__(self, jobs, **how):
            started.append(jobs)
            super().__init__(jobs, **how)

    monkeypatch.setattr(joblib, "Parallel", Pool)
    two = run("ablate", "psychopath/first-push", "--jobs", 2)
    assert (two.code, two.out) == (one.code, one.out)
    assert set(started) == {2}


def test_more_traps_without_an_element_are_told_with_one_that_disappears(run):
    """The heading says that traps disappear, so a larger number alone would contradict it."""
    lines = run("ablate", "sokoban/three-in-a-row").out.splitlines()
    assert "  wall 2:1: trap moves 37 -> 72; trap removed: D L L U L" in lines
