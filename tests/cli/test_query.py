"""``query``: the properties of one state, for all options that name it."""

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
    assert (
        "point of no return: move 3, L7" in words and "the player can only move in circles" in words
    )


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


@pytest.mark.parametrize("most", [3, 4])
def test_a_fatal_move_beyond_the_limit_is_unknown(run, tmp_path, monkeypatch, most):
    """The moves yz end in d, as the fatal move x does; the limit hides that of b, z leads there."""
    (tmp_path / "detour.py").write_text(
        "from toys import plain\n"
        "puzzle = plain('a', 'a u g, a x d, a y b, b z d, b w h, h v g', 'g')\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(tmp_path)
    words = ["query", "--puzzle", "detour:puzzle", "--after", "yz", "--json"]
    whole = json.loads(run(*words).out)
    assert (whole["doomed_by"], whole["doomed_at_move"]) == ("z", 2)
    part = json.loads(run(*words, "--max-states", most).out)
    assert (part["doomed_by"], part["doomed_at_move"]) == (None, None)
    assert {"doomed_by", "doomed_at_move"} <= set(part["unknown"])


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
    assert "'a b' or 'ab'" in got.err or "'ab' or 'a b'" in got.err
    assert run("query", "--puzzle", "letters:puzzle", "--after", "a b").code == 0


def test_the_nearest_state_is_named_only_if_no_nearer_one_may_hold(run, tmp_path):
    level = tmp_path / "level.yaml"
    level.write_text("puzzle: sokoban\nlevel: |2\n  #####\n  #@$ #\n  #   #\n  # . #\n  #####\n")
    whole = json.loads(run("query", level, "--where", "dead", "--json").out)
    assert whole["node"] == 0
    cut = run("query", level, "--where", "dead", "--max-states", "20")
    assert cut.code == 3 and "a nearer state may be one; raise the limit" in cut.err


def test_boards_whose_words_name_cells_have_a_rim(run):
    got = run("query", "psychopath/carousels", "--after", "DDDRDRRR").out.splitlines()
    assert got[0] == "  012345678" and got[8] == "7 X_X___uPX"
    assert "dead pattern: blocks 7:7 (one of 108 dead states, 4 trap moves)" in got
    got = run("solve", "sokoban/through-the-door", "--explain").out.splitlines()
    assert "      1 #*@  # #" in got
    got = run("analyse", "sokoban/corner").out.splitlines()
    assert "  1 #$   #" in got
