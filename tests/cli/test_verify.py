"""``verify``: moves that win, and moves that break."""

from __future__ import annotations

import json

import pytest

EIGHT = "spacewreck/eight-rooms"


@pytest.mark.parametrize(
    ("moves", "code", "says"),
    [
        (["R3L5L8"], 0, "wins in 3 moves: a shortest solution"),
        (["R3", "L5", "L8"], 0, "wins in 3 moves"),
        (["R3,R1,R3,L5,L8"], 0, "wins in 5 moves: 2 more than the shortest"),
        (["R3L5"], 1, "does not reach the goal in 2 moves"),
        (["R3L5R1"], 1, "illegal at move 3, 'R1': legal there: R6 L8"),
        (["R3L5L8R1"], 1, "illegal at move 4, 'R1': the goal is already reached"),
        ([], 1, "does not reach the goal in 0 moves"),
    ],
)
def test_verify(run, moves, code, says):
    got = run("verify", EIGHT, *moves)
    assert got.code == code
    assert got.out.startswith(says)


def test_verify_takes_moves_for_a_puzzle_that_needs_no_level(run, tmp_path, monkeypatch):
    (tmp_path / "steps.py").write_text(
        "class Steps:\n"
        "    start = 0\n"
        "    def moves(self, state):\n"
        "        yield 'x', state + 1\n"
        "    def is_goal(self, state):\n"
        "        return state == 3\n"
        "puzzle = Steps()\n"
    )
    monkeypatch.chdir(tmp_path)
    assert (
        run("verify", "--puzzle", "steps:puzzle", "xxx").out
        == "wins in 3 moves: a shortest solution\n"
    )
    got = run("verify", "x", "--puzzle", "steps:puzzle", "x", "--max-seconds", 9, "x")
    assert got.out == "wins in 3 moves: a shortest solution\n"


@pytest.mark.parametrize(
    "words",
    [
        ["--json", "--max-states", 99, EIGHT, "R3", "L5", "L8"],
        [EIGHT, "--json", "R3", "L5", "L8"],
        [EIGHT, "R3", "--json", "L5", "--max-states", 99, "L8"],
        [EIGHT, "R3,L5,L8", "--json"],
    ],
)
def test_words_stand_before_between_and_behind_options(run, words):
    got = run("verify", *words)
    assert (got.code, json.loads(got.out)["moves"], json.loads(got.out)["wins"]) == (0, 3, True)
