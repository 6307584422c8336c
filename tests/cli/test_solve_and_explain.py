"""What ``solve`` says of more than one solution, and ``explain``, as a user meets them."""

from __future__ import annotations

import json

import pytest

from stategraph.metrics import METRICS

ORCHARD = "pacman/orchard"  # 16 solutions, one class
ONE = "spacewreck/eight-rooms"
NONE = "spacewreck/no-way-out"
MILLION = "spacewreck/million-ways"
GATES = "pacman/two-gates"

# ------------------------------------------------------------------------------------- --classes


def test_classes_in_words(run):
    out = run("solve", ORCHARD, "--classes").out
    assert out.startswith(
        "16 shortest solutions of 9 moves: unique but for the order of moves\n1. "
    )
    assert run("solve", ONE, "--classes").out == (
        "1 shortest solution of 3 moves: unique\n1. R3L5L8\n"
    )


def test_classes_that_are_truly_different(run):
    lines = run("solve", "spacewreck/text-or-moves", "--classes").out.splitlines()
    assert lines[0] == "2 shortest solutions of 3 moves: 2 are truly different"
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


# --------------------------------------------------------------------------------- --all, --sample


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


@pytest.mark.parametrize("what", [("--classes",), ("--all", 3), ("--sample", 3)])
def test_without_a_solution_or_an_answer(run, what):
    got = run("solve", NONE, *what)
    assert (got.code, got.out) == (1, "NO-PATH\n")
    got = run("solve", ONE, *what, "--max-states", 3)
    assert (got.code, got.out) == (3, "UNKNOWN\n")
    record = json.loads(run("solve", ONE, *what, "--max-states", 3, "--json").out)
    unknown = ["solvable", "shortest", "shortest_count", "solutions"]
    assert (record["solvable"], record["unknown"]) == (None, unknown)


@pytest.mark.parametrize(
    "options",
    [("--classes", "--all", 3), ("--steps", "--sample", 2), ("--all", 0), ("--sample", "x"),
     ("--sample", 2, "--seed", "1.5")],
)  # fmt: skip
def test_what_does_not_go_together(run, options):
    got = run("solve", ONE, *options)
    assert (got.code, got.out) == (2, "")
    assert got.err.count("\n") == 1


# -------------------------------------------------------------------------------------- explain


def test_explain_names_and_explains_all(run):
    out = run("explain").out
    names = [line.split()[0] for line in out.splitlines() if line.startswith("  ")]
    assert names == list(METRICS)
    assert list(json.loads(run("explain", "--json").out)) == names
    for name in names:
        got, metric = run("explain", name), METRICS[name]
        assert got.code == 0
        assert got.out.startswith(f"{name}: {metric.title}\n\n{metric.definition}\n")
        assert json.loads(run("explain", name, "--json").out)["definition"] in got.out


def test_explain_says_what_is_needed_and_what_was_meant(run):
    assert "Needs the family's heuristic." in run("explain", "counterintuitive_steps").out
    got = run("explain", "mouse")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: there is no metric 'mouse'; did you mean muse or moves?\n"
    assert "names all" in run("explain", "xyzzy").err


# -------------------------------------------------------------------------------------- analyse


def test_analyse_gives_every_metric(run):
    record = json.loads(run("analyse", ONE, "--json").out)
    assert set(METRICS) <= set(record)
    assert (record["counterintuitive_steps"], record["least_switches"]) == (1, 1)
    assert (record["win_chance"], record["unknown"], record["left_out"]) == (0.6, [], [])


def test_analyse_tells_length_narrowness_and_going_back_first(run):
    out = run("analyse", ONE).out
    heads = [line[:21].strip() for line in out.splitlines()[1:5]]
    assert heads == ["by turns", "length", "narrowness", "going back"]
    assert "chance to win      60%" in out


def test_explain_tells_what_a_metric_says_of_people(run):
    assert "Useless as a measure of difficulty" in run("explain", "states").out
    assert "Beside length it may tell nothing: Rush Hour." in run("explain", "muse").out
    narrow = json.loads(run("explain", "only_moves", "--json").out)["people"]
    assert all(one["low"] > 0 for one in narrow)
    assert "wrong sign" not in run("explain", "only_moves").out
    assert json.loads(run("explain", "first_solution", "--json").out)["people"] == []


def test_analyse_leaves_slow_metrics_out_unless_asked_for(run, monkeypatch):
    monkeypatch.setattr("stategraph.metrics.measuring.SLOW", 5)
    got = run("analyse", ONE)
    assert "left out" in got.out
    assert "chance to win" not in got.out
    assert "chance to win" in run("analyse", ONE, "--slow").out


def test_expect_may_state_any_metric(run, tmp_path):
    path = tmp_path / "level.yaml"
    path.write_text(
        "puzzle: spacewreck\nlevel: |\n  3 1\n  a a\n  1 2\n  1 3 a\n"
        "expect: {win_chance: 0.5, gates: 0}\n"
    )
    assert run("analyse", path).err == (
        f"stategraph: {path}: expect says win_chance: 0.5, found 1.0\n"
    )


def test_a_seed_without_a_sample_is_refused(run):
    got = run("solve", "spacewreck/eight-rooms", "--seed", "1")
    assert (got.code, got.out) == (2, "")
    assert got.err == "stategraph: --seed is of --sample N, which is not given\n"
    given = run("solve", "spacewreck/eight-rooms", "--sample", "1", "--seed", "0")
    assert run("solve", "spacewreck/eight-rooms", "--sample", "1").out == given.out
