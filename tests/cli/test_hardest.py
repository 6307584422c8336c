"""``hardest``: the start that takes the most moves, as a level."""

from __future__ import annotations

import json

import pytest

from stategraph.design import Hardest

EIGHT = "spacewreck/eight-rooms"


def test_hardest_prints_a_level_and_nothing_else(run, tmp_path):
    got = run("hardest", "psychopath/first-push")
    made = tmp_path / "made.yaml"
    made.write_text(got.out)
    assert len(run("solve", made).out.strip()) == 9
    assert got.err.splitlines()[0] == "stategraph: 9 moves to win; the level itself takes 7"
    told = run("hardest", "psychopath/first-push", "-o", tmp_path / "there.yaml")
    assert (told.err, (tmp_path / "there.yaml").read_text()) == ("", got.out)
    assert told.out.splitlines()[0] == "9 moves to win; the level itself takes 7"
    record = json.loads(run("hardest", "psychopath/first-push", "--json").out)
    assert (record["moves_to_win"], record["level"]) == (9, got.out)
    assert len(record["states_per_distance"]) == 10


def test_hardest_says_what_it_passed_over(run, tmp_path):
    got = run("hardest", "labyrinth/turnstile", "-o", tmp_path / "x.txt")
    assert "skipped: 1 state, up to 13 moves away: the player is inside" in got.out
    assert (tmp_path / "x.txt").read_text().count(";") > 2


@pytest.mark.parametrize(
    ("words", "code"),
    [(("spacewreck/no-way-out",), 1), ((EIGHT, "--max-states", "4"), 3), (("nowhere",), 2)],
)
def test_hardest_without_an_answer(run, words, code):
    got = run("hardest", *words)
    assert (got.code, got.out, got.err.count("\n")) == (code, "", 1)
    if code != 2:
        got = run("hardest", *words, "--json")
        record = json.loads(got.out)
        assert (got.code, record["moves_to_win"], record["level"]) == (code, None, None)


def test_a_format_that_can_express_no_winning_state(run, monkeypatch, tmp_path):
    start = Hardest(None, 3, "", ())
    monkeypatch.setattr("stategraph.cli.hardest._hardest", lambda *_: start)
    got = run("hardest", EIGHT, "-o", tmp_path / "x.yaml")
    assert (got.code, got.out, list(tmp_path.iterdir())) == (1, "", [])
    assert got.err.endswith("the format of the family can express no state that can win\n")
