"""``difficulty``: the difficulty of levels for people, on the command line."""

from __future__ import annotations

import json

from stategraph.difficulty import Difficulty
from stategraph.difficulty.model import DifficultyModel


def test_difficulty_tells_an_estimate_its_drivers_and_the_hardest_decisions(run):
    got = run("difficulty", "sokoban/two-to-put-away")
    assert got.code == 0
    assert "share of plays that fail: " in got.out
    assert "hardest decisions" in got.out
    assert got.out.splitlines()[-1].startswith("The estimate does not know the players")


def test_difficulty_is_a_record_for_each_level(run):
    got = run("difficulty", "sokoban/two-to-put-away", "sokoban/corner", "no/such", "--json")
    assert got.code == 2
    known, lost, error = json.loads(got.out)
    assert known["low"] < known["estimate"] < known["high"]
    assert 0 <= known["percentile"] <= 100
    assert [one["feature"] for one in known["drivers"]]
    assert known["decisions"][0]["choices"] > known["decisions"][0]["right"]
    assert (lost["estimate"], lost["unknown"]) == (None, [])
    assert error["error"].startswith("no/such")


def test_difficulty_of_a_family_without_people_is_by_analogy(run):
    (found,) = json.loads(run("difficulty", "spacewreck/eight-rooms", "--json").out)
    assert (found["basis"], found["by"]) == ("by analogy", "turns")
    low, high = 90, 100  # the percentages of reference levels that are harder, at both ends
    assert run("difficulty", "spacewreck/eight-rooms").out.startswith(
        "Eight rooms: easier than 97% of 242 reference levels "
        f"(rough: no data for this family; 80% sure: {low}% to {high}%)\n"
    )


def test_no_answer_counts_in_standard_deviations(run):
    for level in ("spacewreck/eight-rooms", "psychopath/snake", "sokoban/three-in-a-row"):
        head, *drivers = run("difficulty", level).out.splitlines()[:4]
        assert "deviation" not in head
        ends = ("average", "easier than average)", "harder than average)")
        assert all(line.endswith((f"about {ends[0]})", *ends[1:])) for line in drivers)
    assert "harder than 74% of 207 reference levels; share of plays that fail: 36%" in head


def test_a_level_at_an_end_of_the_scale_is_named_by_its_nearer_end():
    model = DifficultyModel("", "score", 0, (), (0, 0), (), 10, "")
    ranks = {
        percentile: Difficulty(None, None, model, percentile=percentile).rank
        for percentile in (0.0, 49.9, 50.0, 100.0)
    }
    assert ranks[0.0] == "easier than 100% of 10 reference levels"
    assert ranks[49.9].startswith("easier than 50%")
    assert ranks[50.0].startswith("harder than 50%")
    assert ranks[100.0].startswith("harder than 100%")


def test_difficulty_is_unknown_of_a_part(run):
    got = run("difficulty", "sokoban/three-in-a-row", "--max-states", "100", "--json")
    assert got.code == 3
    (found,) = json.loads(got.out)
    assert found["estimate"] is found["decisions"] is None
    null = {name for name, value in found.items() if value is None}
    assert null == set(found["unknown"]) >= {"estimate", "low", "high", "basis", "decisions"}
    assert "100 states" in found["why"]


def test_difficulty_by_a_file_that_is_no_model(run, tmp_path):
    (tmp_path / "mine.json").write_text("{}")
    got = run("difficulty", "sokoban/corner", "--model", tmp_path / "mine.json")
    assert (got.code, got.out) == (2, "")
    assert got.err.count("\n") == 1


def test_a_pack_is_put_in_order(run):
    names = [f"sokoban/{name}" for name in ("three-in-a-row", "corner", "first-push")]
    found = json.loads(run("table", *names, "--order", "difficulty", "--json").out)
    easy, hard = found["order"]
    assert (easy["level"], easy["place"], hard["place"]) == ("sokoban/first-push", 3, 1)
    assert "moves can be fatal" in easy["teaches"]
    assert not set(easy["teaches"]) & set(hard["teaches"])
    assert found["jumps"] == [["sokoban/first-push", "sokoban/three-in-a-row"]]
    assert found["twins"] == []
    assert [one["why"] for one in found["unknown"]] == ["it cannot be won"]
    out = run("table", *names, "--order", "difficulty").out
    assert "jump: from sokoban/first-push to sokoban/three-in-a-row" in out
    refused = run("table", *names, "--order", "difficulty", "-o", "x.csv")
    assert (refused.code, refused.err.count("\n")) == (2, 1)


def test_a_pack_in_order_is_drawn(run, tmp_path):
    names = [f"sokoban/{name}" for name in ("three-in-a-row", "corner", "first-push")]
    file = tmp_path / "order.svg"
    got = run("table", *names, "--order", "difficulty", "-o", file)
    assert (got.code, got.out) == (0, "")
    text = file.read_text("utf-8")
    first, second = text.index("sokoban/first-push (3)"), text.index("sokoban/three-in-a-row (1)")
    assert first < second
    assert "moves can be fatal" in text
    assert "dashed: a jump; without an estimate: 1" in text
    assert run("table", "sokoban/corner", "--order", "difficulty", "-o", file).code == 0


def test_levels_that_are_the_same_are_near_twins(run):
    found = json.loads(
        run("table", *["psychopath/snake"] * 2, "--order", "difficulty", "--json").out
    )
    assert found["twins"] == [["psychopath/snake"] * 2]
