"""``analyse``: the numbers of a level, in words and as a record; at a limit, too."""

from __future__ import annotations

import json
import re

from stategraph.metrics import METRICS

EIGHT = "spacewreck/eight-rooms"


def test_analyse_in_words_names_the_trap_and_the_cycle(run):
    out = run("analyse", EIGHT).out
    assert "shortest solution  3 moves: R3L5L8 (the only one)" in out
    assert "after L4 R3: L7 into Rocket in room 3 (blue), Lucky in room 7 (pink)" in out
    assert "round by R6 R3 from rocket=3, lucky=7; nothing leads out" in out


def test_analyse_gives_every_metric(run):
    record = json.loads(run("analyse", EIGHT, "--json").out)
    assert set(METRICS) <= set(record)
    assert (record["counterintuitive_steps"], record["least_switches"]) == (1, 1)
    assert (record["win_chance"], record["unknown"], record["left_out"]) == (0.6, [], [])


def test_analyse_tells_length_narrowness_and_going_back_first(run):
    out = run("analyse", EIGHT).out
    heads = [line[:21].strip() for line in out.splitlines()[1:5]]
    assert heads == ["by turns", "length", "narrowness", "going back"]
    assert "chance to win      60%" in out


def test_analyse_leaves_slow_metrics_out_unless_asked_for(run, monkeypatch):
    monkeypatch.setattr("stategraph.metrics.measuring.SLOW", 5)
    got = run("analyse", EIGHT)
    assert "left out" in got.out
    assert "chance to win" not in got.out
    assert "chance to win" in run("analyse", EIGHT, "--slow").out


def diamond(a):
    return [(a, a + 1), (a, a + 2), (a + 1, a + 3), (a + 2, a + 3)]


def test_analyse_stopped_at_a_limit_says_what_it_does_not_know(run):
    got = run("analyse", EIGHT, "--json", "--max-states", 4)
    record = json.loads(got.out)
    assert got.code == 3
    assert record["solvable"] is None
    assert record["dead_states"] is None
    assert set(record["unknown"]) >= {
        "solvable",
        "shortest",
        "first_solution",
        "dead_states",
        "max_depth",
    }
    assert run("analyse", EIGHT, "--max-states", 4).code == 3


def test_a_budget_of_the_true_size_is_no_stop(run):
    assert run("analyse", EIGHT, "--max-states", 9).code == 0
    assert run("analyse", EIGHT, "--max-states", 8).code == 3


def test_counts_are_exact_integers_however_long(run, native):
    diamonds = 300
    rows = [f"{a} {b} s" for k in range(diamonds) for a, b in diamond(3 * k + 1)]
    rooms = 3 * diamonds + 3
    rows.append(f"{3 * diamonds + 1} {rooms} s")
    path = native(
        f"{rooms} {len(rows)}\n{' '.join(['s'] * (rooms - 1))}\n1 {rooms - 1}\n" + "\n".join(rows)
    )
    record = json.loads(run("analyse", "--json", "--puzzle", "spacewreck", path).out)
    assert record["shortest_count"] == 2**diamonds


def test_one_is_no_plural_and_a_limit_is_named(run, tmp_path):
    small = tmp_path / "small.yaml"
    rows = "3 2", "red red", "1 1", "1 2 red", "2 3 red"
    small.write_text("puzzle: spacewreck\nlevel: |\n" + "".join(f"  {row}\n" for row in rows))
    text = run("analyse", small).out
    assert not re.search(r"(?<![\w.,])1 (states|moves|bits|steps)\b", text)
    million = run("analyse", "spacewreck/million-ways").out
    assert "too many to tell: of ways to one state, more than 1,000" in million


def test_both_engines_answer_alike(run):
    answers = [
        run("analyse", EIGHT, "--json", "--engine", engine).out for engine in ("direct", "native")
    ]
    assert answers[0] == answers[1]
