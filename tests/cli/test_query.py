"""``query``: what is known of one state, however it is named."""

from __future__ import annotations

import json

import pytest

EIGHT = "spacewreck/eight-rooms"


def test_query_of_a_live_state(run):
    record = json.loads(run("query", EIGHT, "--after", "L4", "--json").out)
    assert record["can_win"] and record["moves_to_win"] == 4 and record["best_moves"] == ["R3"]


def test_query_of_a_doomed_state_says_why(run):
    got = run("query", EIGHT, "--after", "L4 R3 L7 R6", "--json")
    record = json.loads(got.out)
    assert got.code == 1
    assert record["first_way"] == ["L4", "R3", "L7", "R6"]
    assert (record["doomed_by"], record["doomed_at_move"]) == ("L7", 3)
    assert record["last_state_that_could_win"] == "rocket=3, lucky=4"
    assert record["only_cycles"] and record["cycle"] == ["R6", "R3"]
    words = run("query", EIGHT, "--after", "L4R3L7R6").out
    assert "doomed by: move 3, L7" in words and "play can only go round for ever" in words


def test_query_by_state_and_by_node_agree(run):
    by_state = run("query", EIGHT, "--state", "rocket=3,lucky=7", "--json")
    node = json.loads(by_state.out)["node"]
    assert run("query", EIGHT, "--node", node, "--json").out == by_state.out


def test_query_of_a_state_out_of_reach(run):
    got = run("query", EIGHT, "--state", "lucky=5, rocket=7", "--json")
    record = json.loads(got.out)
    assert (got.code, record["reachable"]) == (1, False)
    assert (record["can_win"], record["moves_to_win"]) == (True, 1)


def test_every_goal_state_is_the_goal(run):
    record = json.loads(run("query", EIGHT, "--state", "rocket=6,lucky=8", "--json").out)
    assert record["moves_to_win"] == 0


def test_query_at_a_limit_is_unknown(run):
    assert run("query", EIGHT, "--after", "L4", "--max-states", 4).code == 3


def test_a_state_beyond_the_limit_is_reachable_by_the_moves_given(run):
    got = run("query", EIGHT, "--after", "R3L5R6", "--max-states", 5, "--json")
    record = json.loads(got.out)
    assert (got.code, record["reachable"], record["can_win"]) == (3, True, None)
    got = run("query", EIGHT, "--after", "R3L5L8", "--max-states", 3, "--json")
    record = json.loads(got.out)
    assert (got.code, record["can_win"], record["moves_to_win"]) == (0, True, 0)


def test_what_is_proven_below_a_limit_is_said(run):
    record = json.loads(run("query", EIGHT, "--max-states", 8, "--json").out)
    assert (record["moves_to_win"], record["best_moves"]) == (3, ["R3"])


@pytest.mark.parametrize(
    "options",
    [
        ("--state", "rocket=3"),
        ("--state", "rocket=3,lucky=99"),
        ("--state", "rocket=3,lucky=x"),
        ("--state", "rocket=3,rocket=3,lucky=1"),
        ("--node", "9"),
        ("--node", "-1"),
        ("--node", "٣"),
        ("--node", "1_0"),
        ("--node", "99999999999"),
        ("--state", "rocket=٣,lucky=1"),
        ("--after", "R3R3"),
    ],
)
def test_query_refuses_what_is_no_state(run, options):
    got = run("query", EIGHT, *options)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


def test_a_text_with_two_readings_is_refused_naming_both(run, tmp_path, monkeypatch):
    (tmp_path / "letters.py").write_text(
        "class Letters:\n"
        "    start = ''\n"
        "    def moves(self, state):\n"
        "        yield from ((label, state + '|' + label) for label in ('a', 'b', 'ab'))\n"
        "    def is_goal(self, state):\n"
        "        return len(state) > 4\n"
        "puzzle = Letters()\n"
    )
    monkeypatch.chdir(tmp_path)
    got = run("query", "--puzzle", "letters:puzzle", "--after", "ab")
    assert (got.code, got.err.count("\n")) == (2, 1)
    assert "'a b' and 'ab'" in got.err or "'ab' and 'a b'" in got.err
    assert run("query", "--puzzle", "letters:puzzle", "--after", "a b").code == 0
