"""The language in other verbs: conditions, costs, names and colours of states, demands."""

from __future__ import annotations

import json

import pytest

import stategraph as sg
from stategraph.ask.costs import costs_of
from stategraph.errors import LevelError

EIGHT, TWO = "spacewreck/eight-rooms", "sokoban/two-to-put-away"


def test_a_cheapest_solution(run):
    got = run("solve", TWO, "--minimise", "pushes,moves")
    assert (got.code, got.out) == (0, "LLURUR\npushes 2, moves 6; 1 such solution\n")
    record = json.loads(run("solve", TWO, "--minimise", "pushes,moves", "--json").out)
    assert record["costs"] == {"pushes": 2, "moves": 6}
    assert (record["solution"], record["count"], record["unknown"]) == ("LLURUR", 1, [])


def test_any_kind_of_moves_is_a_cost(run):
    assert run("solve", EIGHT, "--minimise", "by Rocket, move L8").out == (
        "R3L5L8\nby Rocket 1, move L8 1; 1 such solution\n"
    )


def test_a_front_of_two_costs(run, tmp_path):
    plot = tmp_path / "front.svg"
    record = json.loads(
        run("solve", "pacman/orchard", "--pareto", "P,Q", "--json", "--plot", plot).out
    )
    pairs = [(one["costs"]["P"], one["costs"]["Q"]) for one in record["front"]]
    assert pairs == [(0, 10), (2, 8), (4, 7), (5, 5), (7, 3), (9, 0)]
    for one in record["front"]:
        played = sg.replay("pacman/orchard", one["solution_moves"])
        assert not played.rest and len(played.labels) == sum(one["costs"].values())
    assert "<svg" in plot.read_text()


def test_conditions_of_a_solution(run):
    assert run("solve", EIGHT, "--avoid", "lucky = 5").code == 1
    got = run("solve", EIGHT, "--through", "rocket = 6")
    assert got.out.startswith("R3L5R6L8\n")
    assert run("solve", EIGHT, "--avoid", "by Lucky").out == "NO-PATH\n"
    longer = run("solve", EIGHT, "--through", "move R1", "--json")
    assert "R1" in json.loads(longer.out)["solution_moves"]


def test_what_is_not_proven_is_unknown(run):
    got = run("solve", EIGHT, "--minimise", "rocket", "--json", "--max-states", 4)
    record = json.loads(got.out)
    assert got.code == 3 and record["solvable"] is None
    assert set(record["unknown"]) == {"solvable", "costs", "solution", "solution_moves", "count"}


@pytest.mark.parametrize(
    "words, hint",
    [
        (["--minimise", "pushs"], "unknown cost 'pushs'; did you mean pushes?"),
        (["--minimise", "moves,moves"], "not a list of different costs"),
        (["--pareto", "moves"], "--pareto takes two costs"),
        (["--plot", "x.svg"], "--plot needs --pareto"),
        (["--avoid", "gaol"], "did you mean goal or goals?"),
        (["--avoid", "goal", "--classes"], "--classes cannot be combined with --avoid"),
        (["--minimise", "changes boxs"], "did you mean boxes?"),
    ],
)
def test_what_makes_no_sense(run, words, hint):
    got = run("solve", TWO, *words)
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)
    assert hint in got.err


def test_costs_of_all_shortest_paths(run):
    record = json.loads(run("analyse", TWO, "--cost", "pushes", "--json").out)
    costs = record["costs"]
    assert (costs["cheapest"], costs["cheapest_moves"]) == (2, 6)
    assert (costs["max_cost_from_start"], costs["max_cost_to_goal"]) == (4, 2)
    by_moves = json.loads(run("analyse", TWO, "--cost", "moves", "--json").out)["costs"]
    assert by_moves["cheapest"] == record["shortest"]
    assert by_moves["max_cost_from_start"] == record["max_depth"]
    assert by_moves["max_cost_to_goal"] == record["max_moves_to_goal"]
    assert "by pushes: 2 at least, in 6 moves" in run("analyse", TWO, "--cost", "pushes").out


def test_every_family_names_its_costs_and_words():
    for family in ("labyrinth", "pacman", "pledge", "psychopath", "sokoban", "spacewreck"):
        for level in map(sg.load, sg_levels(family)):
            graph = sg.expand(level)
            for name in costs_of(level):
                sg.ask(graph, f"can reach goal with only ({costs_of(level)[name] or 'from true'})")


def sg_levels(family: str) -> list[str]:
    small = {
        "labyrinth": ["the-ride", "closed-door"], "pacman": ["first-meal"],
        "pledge": ["island", "sliding-gate"], "psychopath": ["first-push", "one-way-crates"],
        "sokoban": ["first-push"], "spacewreck": ["eight-rooms", "no-way-out"],
    }  # fmt: skip
    return [f"{family}/{name}" for name in small[family]]


def test_a_state_is_named_by_what_holds_there(run):
    got = run("query", EIGHT, "--where", "dead and rocket = 6")
    assert got.code == 1 and "reachable: yes, in 4 moves: L4 R3 L7 R6" in got.out
    assert run("query", EIGHT, "--where", "rocket = 2").code == 2
    assert "no state matches" in run("query", EIGHT, "--where", "rocket = 2").err


def test_states_are_painted(run, tmp_path):
    plain, painted = tmp_path / "plain.svg", tmp_path / "painted.svg"
    assert run("render", EIGHT, "-o", plain).code == 0
    assert run("render", EIGHT, "--highlight", "can reach dead", "-o", painted).code == 0
    text = painted.read_text()
    assert "yellow where can reach dead (6 states)" in text
    assert text != plain.read_text()


def test_questions_are_demanded(run, tmp_path):
    rules = tmp_path / "rules.yaml"
    rules.write_text(
        "demand:\n  ask: [can reach goal, always can reach goal]\nlevels:\n"
        '  "spacewreck/*":\n    ask: {fewest moves to dead: {at least: 4}, can reach trap: false}\n'
    )
    got = run("check", EIGHT, "--rules", rules)
    assert got.code == 1
    lines = got.out.splitlines()
    assert len(lines) == 3
    assert "always can reach goal is answered no" in lines[0] and "moves: L4 R3 L7" in lines[0]
    assert "fewest moves to dead is 3, demanded at least 4" in lines[1]
    assert run("check", EIGHT, "--rules", rules, "--max-states", 4).code == 3
    rules.write_text("demand:\n  ask: [can rech goal]\n")
    got = run("check", EIGHT, "--rules", rules)
    assert got.code == 2 and f"{rules}:2: demand 'ask': 'can rech goal', column 5" in got.err


def test_questions_are_demanded_in_python():
    (met, broken) = sg.check(EIGHT, {"ask": ["after R3: can reach goal", "after R3: never dead"]})
    assert met.holds is True and broken.holds is False
    assert broken.witness[0][1][0] == "R3"
    assert not sg.replay(EIGHT, broken.witness[0][1]).rest
    with pytest.raises(LevelError, match="must be true or false"):
        sg.check(EIGHT, {"ask": {"can reach goal": 3}})


@pytest.mark.parametrize("option", ["--avoid", "--through", "--minimise", "--pareto"])
def test_an_empty_condition_is_none(run, option):
    got = run("solve", TWO, option, "")
    assert (got.code, got.out, got.err.count("\n")) == (2, "", 1)


@pytest.mark.parametrize(
    "condition, code, out",
    [
        ("(can reach stuck) and left > 1", 1, "NO-PATH\n"),
        ("(can reach stuck) and left > 4", 0, "L4R3L12\nmoves 3; 1 such solution\n"),
    ],
)
def test_a_condition_that_a_limit_hides_proves_nothing(run, condition, code, out):
    words = "solve", "spacewreck/minefield", "--avoid", condition
    whole = run(*words)
    assert (whole.code, whole.out) == (code, out)
    for limit in range(4, len(sg.expand("spacewreck/minefield"))):
        cut = run(*words, "--max-states", limit)
        assert (cut.code, cut.out) == (3, "UNKNOWN\n")


def test_states_beyond_the_limit_are_unknown(run):
    few = "--max-states", 40
    for words in (["--node", 100], ["--where", "boxes_home = 2"]):
        got = run("query", TWO, *words, *few)
        assert (got.code, got.out) == (3, "") and "before the limit" in got.err
        assert got.err.count("\n") == 1
    assert run("query", TWO, "--node", 285).code == 2
    assert run("query", TWO, "--node", -1, *few).code == 2
    got = run("ask", EIGHT, "after L4 R3 L7 R6: can reach goal", "--max-states", 4)
    assert got.code == 3 and got.err.count("\n") == 1
