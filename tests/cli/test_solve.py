"""``solve``: the first solution, several solutions and their classes."""

from __future__ import annotations

import json

import pytest

EIGHT = "spacewreck/eight-rooms"
ORCHARD = "pacman/orchard"  # 16 solutions, one class
MILLION = "spacewreck/million-ways"
NONE = "spacewreck/no-way-out"
GATES = "pacman/two-gates"


def test_solve_prints_the_answer_and_nothing_else(run):
    got = run("solve", EIGHT)
    assert (got.code, got.out, got.err) == (0, "R3L5L8\n", "")


def test_solve_without_a_path(run):
    got = run("solve", "spacewreck/no-way-out")
    assert (got.code, got.out) == (1, "NO-PATH\n")


def test_solve_of_a_solved_start_prints_an_empty_line(run):
    got = run("solve", "spacewreck/already-there")
    assert (got.code, got.out) == (0, "\n")


def test_the_two_orders(run):
    assert run("solve", "spacewreck/text-or-moves").out == "R10R4R12\n"
    got = run("solve", "spacewreck/text-or-moves", "--order", "moves")
    assert (got.out, got.err) == ("R1R3R12\n", "")


def test_steps_show_each_state_in_words(run):
    lines = run("solve", EIGHT, "--steps").out.splitlines()
    assert lines[1] == "start: Rocket in room 1 (pink), Lucky in room 2 (green)"
    assert lines[-1] == "3. L8: Rocket in room 3 (blue), Lucky in room 8 (goal)"


def test_steps_are_in_json_too(run):
    steps = json.loads(run("solve", EIGHT, "--steps", "--json").out)["steps"]
    assert steps[:2] == [
        {"move": None, "state": "rocket=1, lucky=2"},
        {"move": "R3", "state": "rocket=3, lucky=2"},
    ]
    assert [one["move"] for one in steps[1:]] == ["R3", "L5", "L8"]
    unsolvable = run("solve", "sokoban/corner", "--steps", "--json")
    assert json.loads(unsolvable.out)["steps"] is None


def test_solve_stops_at_a_limit_without_claiming_anything(run):
    got = run("solve", EIGHT, "--max-states", 3)
    assert (got.code, got.out) == (3, "UNKNOWN\n")
    assert got.err.endswith("stopped at the limit of 3 states\n")


def test_solve_expands_no_further_than_it_must(run):
    record = json.loads(run("solve", EIGHT, "--json").out)
    assert record["first_solution_moves"] == ["R3", "L5", "L8"]
    assert record["states_seen"] == 8  # the ninth is farther away than the goal


# ---------------------------------------------------------------------------------------- --classes


def test_classes_in_words(run):
    out = run("solve", ORCHARD, "--classes").out
    assert out.startswith("16 shortest solutions of 9 moves: unique up to the order of moves\n1. ")
    assert run("solve", EIGHT, "--classes").out == (
        "1 shortest solution of 3 moves: unique\n1. R3L5L8\n"
    )


def test_classes_that_are_truly_different(run):
    lines = run("solve", "spacewreck/text-or-moves", "--classes").out.splitlines()
    assert lines[0] == "2 shortest solutions of 3 moves: 2 classes up to the order of moves"
    assert [line.split(". ")[1] for line in lines[1:]] == ["R10R4R12", "R1R3R12"]


def test_classes_as_json(run):
    record = json.loads(run("solve", ORCHARD, "--classes", "--json").out)
    assert (record["shortest_count"], record["solution_classes"]) == (16, 1)
    assert (record["unique"], record["unique_up_to_order"]) == (False, True)
    (only,) = record["classes"]
    assert only["solutions"] == 16
    assert only["solution"] == run("solve", ORCHARD).out.strip()
    for i, j in only["free_orders"]:
        assert 0 <= i < j < 9
    assert record["unknown"] == []


def test_a_limit_on_classes_is_said(run):
    got = run("solve", MILLION, "--classes", "--most", 50)
    assert got.code == 3
    assert "1,048,576 shortest solutions" in got.out
    assert "more than 50 classes" in got.out
    record = json.loads(run("solve", MILLION, "--classes", "--json").out)
    assert (record["solution_classes"], record["most"]) == (None, 1000)
    assert record["unknown"] == ["unique_up_to_order", "solution_classes"]


# ---------------------------------------------------------------------------------- --all, --sample


@pytest.mark.parametrize("order", ["text", "moves"])
def test_all_are_in_order_and_replay(run, order):
    lines = run("solve", ORCHARD, "--all", 99, "--order", order).out.splitlines()
    assert lines == sorted(set(lines))
    assert len(lines) == 16
    assert run("solve", ORCHARD, "--all", 5, "--order", order).out.splitlines() == lines[:5]
    assert run("verify", ORCHARD, lines[-1]).code == 0
    record = json.loads(run("solve", ORCHARD, "--all", 2, "--json", "--order", order).out)
    assert ["".join(each["moves"]) for each in record["solutions"]] == lines[:2]


def test_samples_follow_the_seed(run):
    first = run("solve", GATES, "--sample", 3, "--seed", 5)
    assert run("solve", GATES, "--sample", 3, "--seed", 5).out == first.out
    assert run("solve", GATES, "--sample", 3, "--seed", 6).out != first.out
    lines = first.out.splitlines()
    assert len(lines) == 3
    for line in lines:
        record = json.loads(run("verify", GATES, line, "--json").out)
        assert record["wins"]
        assert record["shortest"] == record["moves"] == 57
    record = json.loads(run("solve", GATES, "--sample", 3, "--seed", 5, "--json").out)
    assert [each["solution"] for each in record["solutions"]] == lines
    assert record["seed"] == 5


def test_a_seed_without_a_sample_is_refused(run):
    got = run("solve", EIGHT, "--seed", "1")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: --seed needs --sample N\n"
    given = run("solve", EIGHT, "--sample", "1", "--seed", "0")
    assert run("solve", EIGHT, "--sample", "1").out == given.out


def test_an_explanation_says_why_there_is_no_solution(run):
    got = run("solve", "sokoban/corner", "--explain")
    assert got.code == 1
    assert got.out.startswith("NO-PATH\nwhy there is no solution: the goal is out of reach")
    assert "\n    012345\n" in got.out
    page = run("solve", "sokoban/corner", "--explain", "--markdown").out
    assert "\n```text\nbox 1:1 reaches no goal even alone" in page and page.endswith("```\n")
    record = json.loads(run("solve", "sokoban/corner", "--explain", "--json").out)
    assert (record["solvable"], record["why"]["blame"]) == (False, [["box 1:1"]])
    solved = json.loads(run("solve", EIGHT, "--explain", "--json").out)
    assert (solved["why"], "why" in solved["unknown"]) == (None, False)
    cut = json.loads(run("solve", NONE, "--explain", "--json", "--max-states", 2).out)
    assert (cut["solvable"], cut["why"], "why" in cut["unknown"]) == (None, None, True)


@pytest.mark.parametrize("what", [("--classes",), ("--all", 3), ("--sample", 3)])
def test_without_a_solution_or_an_answer(run, what):
    got = run("solve", NONE, *what)
    assert (got.code, got.out) == (1, "NO-PATH\n")
    got = run("solve", EIGHT, *what, "--max-states", 3)
    assert (got.code, got.out) == (3, "UNKNOWN\n")
    record = json.loads(run("solve", EIGHT, *what, "--max-states", 3, "--json").out)
    unknown = ["solvable", "shortest", "shortest_count", "solutions"]
    assert (record["solvable"], record["unknown"]) == (None, unknown)


@pytest.mark.parametrize(
    "options",
    [("--classes", "--all", 3), ("--steps", "--sample", 2), ("--all", 0), ("--sample", "x"),
     ("--sample", 2, "--seed", "1.5")],
)  # fmt: skip
def test_what_does_not_go_together(run, options):
    got = run("solve", EIGHT, *options)
    assert (got.code, got.out) == (2, "")
    assert got.err.count("\n") == 1


@pytest.mark.parametrize(
    ("level", "limit", "code"),
    [("eight-rooms", 99, 0), ("eight-rooms", 3, 3), ("no-way-out", 99, 1), ("no-way-out", 3, 3)],
)
def test_the_exit_code_of_an_explanation_is_that_of_the_answer(run, level, limit, code):
    got = run("solve", f"spacewreck/{level}", "--explain", "--max-states", limit)
    assert got.code == code
    assert (f"stopped at the limit of {limit} states" in got.err) == (code == 3)
