"""``analyse``: the numbers of a level, in words and as a record, also at a limit."""

from __future__ import annotations

import json
import re
import sys

import pytest
from effort import sampled
from toys import diamonds

from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import METRICS

EIGHT = "spacewreck/eight-rooms"

# The solution with the fewest pushes has more moves than a shortest one.
FEWER = "psychopath/one-way-crates"


def test_analyse_in_words_names_the_trap_and_the_cycle(run):
    out = run("analyse", EIGHT, "--by", "moves").out
    assert "shortest solution  3 moves: R3L5L8 (the only one)" in out
    assert "after L4 R3: L7 into Rocket in room 3 (blue), Lucky in room 7 (pink)" in out
    assert "cycle R6 R3 from rocket=3, lucky=7; no way out" in out


LEVELS = [
    EIGHT,
    "psychopath/many-traps",
    "sokoban/two-to-put-away",
    "sokoban/looks-possible",
    "labyrinth/first-shift",
    "pledge/ferry-for-four",
    "puzzlescript/causeway",
    pytest.param("pacman/orchard", marks=pytest.mark.long),
]


@pytest.mark.parametrize("level", sampled(LEVELS, 2))
@pytest.mark.parametrize("by", [(), ("--by", "moves")])
def test_analyse_prints_one_block_of_at_most_25_lines(run, level, by):
    lines = run("analyse", level, *by).out.splitlines()
    assert len(lines) <= 25
    names = [line[:21].strip() for line in lines if line.startswith("  ") and line[20:21] == " "]
    for once in ("shortest solution", "dead states", "trap moves"):
        assert names.count(once) == 1


def test_analyse_counts_in_the_unit_of_the_player_unless_moves_are_asked_for(run):
    level = "sokoban/two-to-put-away"
    record = json.loads(run("analyse", level, "--json").out)
    for asked, told, other in (
        ((), record["units"], record),
        (("--by", "moves"), record, record["units"]),
    ):
        for more in ((), ("--all",)):
            out = run("analyse", level, *asked, *more).out
            assert f"{told['dead_states']} of {told['states']} " in out
            assert f"{other['dead_states']} of {other['states']} " not in out
    assert run("analyse", level).out.count("2 pushes, 6 steps: LLURUR") == 1
    assert json.loads(run("analyse", level, "--by", "moves", "--json").out) == record


def test_analyse_all_prints_every_metric_in_one_unit(run):
    out = run("analyse", EIGHT, "--all").out
    assert "forced states      1: every shortest solution passes them" in out
    assert "gates              0: every solution passes them" in out
    steps = run("analyse", EIGHT, "--all", "--by", "moves").out
    assert "forced states      2: every shortest solution passes them" in steps
    assert "information (MUSE) 3 bits" in steps


def test_a_solution_with_fewer_moves_but_more_pushes_is_named(run):
    record = json.loads(run("analyse", "psychopath/first-push", "--json").out)
    assert record["shortest"] == record["units"]["steps"]
    assert "fewest moves" not in run("analyse", "psychopath/first-push").out
    record = json.loads(run("analyse", FEWER, "--json").out)
    assert record["shortest"] < record["units"]["steps"]
    assert f"fewest moves       {record['shortest']}, in more" in run("analyse", FEWER).out


def test_an_incomplete_graph_is_told_in_moves(run):
    got = run("analyse", "sokoban/two-to-put-away", "--max-states", 200)
    assert got.code == 3
    assert "by walks" not in got.out
    assert "incomplete: stopped at" in got.out


def test_analyse_gives_every_metric(run):
    record = json.loads(run("analyse", EIGHT, "--json").out)
    assert set(METRICS) <= set(record)
    assert (record["counterintuitive_steps"], record["least_switches"]) == (1, 1)
    assert (record["win_chance"], record["unknown"], record["left_out"]) == (0.6, [], [])


def test_analyse_tells_the_solution_narrowness_and_going_back_first(run):
    out = run("analyse", EIGHT).out
    heads = [line[:21].strip() for line in out.splitlines()[3:7]]
    assert heads == ["by turns", "shortest solution", "narrowness", "going back"]
    assert "chance to win      84.2%" in out


def test_analyse_leaves_slow_metrics_out_unless_asked_for(run, monkeypatch):
    monkeypatch.setattr("stategraph.metrics.random_play.MAX_LIVING_STATES", 5)
    moves = ("analyse", EIGHT, "--by", "moves", "--all")
    got = run(*moves)
    assert "left out" in got.out
    assert "chance to win" not in got.out
    assert "chance to win" in run(*moves, "--slow").out


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
    million = run("analyse", "spacewreck/million-ways", "--by", "moves", "--all").out
    assert "unknown: more than 1,000 classes of paths to one state" in million


def test_both_engines_answer_alike(run):
    answers = [
        run("analyse", EIGHT, "--json", "--engine", engine).out for engine in ("direct", "native")
    ]
    assert answers[0] == answers[1]


@pytest.mark.long
def test_a_count_is_exact_however_long_it_is(run, tmp_path):
    file = tmp_path / "diamonds.npz"
    StateGraph.from_networkx(diamonds(2_200), 0, 6_600).save(file)
    count, before = str(2**2_200), sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(640)  # the lowest limit of Python; the count has 663 digits
    try:
        assert count in run("analyse", file, "--json").out
    finally:
        sys.set_int_max_str_digits(before)
