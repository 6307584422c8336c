"""Forms of LEVEL: good files, bad files, odd files, and names without a file."""

from __future__ import annotations

import io
import json
import random
import sys

import known
import pytest
import yaml
from ships import ROOMS

from stategraph import load

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize("path", known.files("spacewreck"), ids=known.name)
def test_analyse_gives_the_known_numbers(run, native, path):
    level = load(str(path))
    bare = native(yaml.safe_load(level.text)["level"])
    got = run("analyse", "--json", "--puzzle", "spacewreck", bare)
    record = json.loads(got.out)
    assert got.code == 0
    assert {key: record[key] for key in level.expect} == level.expect
    solved = run("solve", "--puzzle", "spacewreck", bare)
    solvable = level.expect["solvable"]
    assert solved.out == (level.expect["first_solution"] if solvable else "NO-PATH") + "\n"
    assert solved.code == (0 if solvable else 1)


@pytest.mark.parametrize("file, blame", known.table("bad").items())
def test_a_bad_file_is_one_line_with_its_place(run, file, blame):
    path = known.CASES / "bad" / file
    got = run("analyse", "--json", "--puzzle", path.parent.name, path)
    place = f"{path}:{blame['line']}: " if blame["line"] else f"{path}: "
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert got.err.startswith(f"stategraph: {place}")
    assert blame["says"] in got.err


@pytest.mark.parametrize("file, answers", known.table("odd").items())
def test_an_odd_file_is_accepted(run, file, answers):
    path = known.CASES / "odd" / file
    record = json.loads(run("analyse", "--json", "--puzzle", path.parent.name, path).out)
    assert {key: record[key] for key in answers} == answers


def test_every_bad_and_odd_file_stands_in_its_table():
    for kind in ("bad", "odd"):
        found = {f"{p.parent.name}/{p.name}" for p in (known.CASES / kind).glob("*/*")}
        assert found == set(known.table(kind))


def test_the_order_of_the_corridor_lines_changes_nothing(run, native):
    head, corridors = ROOMS.splitlines()[:3], ROOMS.splitlines()[3:]
    answers = set()
    for seed in range(6):
        random.Random(seed).shuffle(corridors)
        path = native("\n".join([*head, *corridors]))
        answers.add(run("analyse", "--json", "--puzzle", "spacewreck", path).out)
    assert len(answers) == 1


def test_standard_input(run, monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(ROOMS.encode())))
    assert run("solve", "--puzzle", "spacewreck", "-").out == "R3L5L8\n"


def test_an_existing_file_wins_over_a_bundled_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "spacewreck").mkdir()
    (tmp_path / "spacewreck" / "eight-rooms").write_text("2 1\nred\n1 1\n1 2 red\n")
    assert run("solve", "--puzzle", "spacewreck", EIGHT).out == "L2\n"


def test_a_puzzle_of_ones_own_by_its_path(run, tmp_path, monkeypatch):
    (tmp_path / "counting.py").write_text(
        "class Count:\n"
        "    start = 0\n"
        "    def moves(self, state):\n"
        "        yield '+', state + 1\n"
        "        yield '2', state * 2\n"
        "    def is_goal(self, state):\n"
        "        return state == 10\n"
        "puzzle = Count()\n"
    )
    monkeypatch.chdir(tmp_path)
    assert run("solve", "--puzzle", "counting:puzzle").out == "++2+2\n"
    got = run("solve", "--puzzle", "counting:nothing")
    assert (got.code, got.err.count("\n")) == (2, 1)
