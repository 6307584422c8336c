"""Difficulty for people: numbers by hand and by enumeration, models, the shipped file."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from types import SimpleNamespace

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from toys import repeated_labels

from stategraph.analysis import moves_to_goal
from stategraph.analysis.quotient_choice import by, units_of
from stategraph.difficulty import (
    FEATURES,
    Decision,
    decisions_of,
    difficulty,
    features,
    models,
    read_model,
)
from stategraph.difficulty.level_features import offers_of
from stategraph.difficulty.level_order import IDEAS
from stategraph.difficulty.model import DifficultyModel, shipped
from stategraph.difficulty.model_fitting import design, fitted, left_out, spread_of, weighted
from stategraph.difficulty.rank_correlation import agreement, chance
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.level_files import Level
from stategraph.load import load
from stategraph.metrics import METRICS
from stategraph.tell.explain import verdict
from tests.support.large import rush_hour_family

JAM = "..BCC.\n..B..D\nAAB..D\n.EE..F\n.....F\nGG....\n"


# ------------------------------------------------------------------------------------- numbers


@settings(max_examples=examples(150))
@given(repeated_labels())
def test_averages_are_those_of_all_solutions_written_out(case):
    made, play = case.made, case.play
    if case.goal not in play or made.goal == 0:
        return
    left = nx.single_source_shortest_path_length(play.reverse(), case.goal)
    ways = []

    def walk(node, way):
        if node == case.goal:
            ways.append(way)
        for _, to, _ in play.out_edges(node, keys=True):
            if left.get(to, math.inf) == left[node] - 1:
                walk(to, [*way, node])

    walk(case.start, [])

    def right(node):
        heads = [to for _, to, _ in play.out_edges(node, keys=True)]
        return sum(left.get(to, math.inf) == left[node] - 1 for to in heads)

    only = [[n for n in way if right(n) == 1 < play.out_degree(n)] for way in ways]
    found = features(made)
    assert found["length"] == left[case.start]
    assert found["only_moves"] == pytest.approx(np.mean([len(nodes) for nodes in only]))
    bits = [sum(math.log2(play.out_degree(node)) for node in nodes) for nodes in only]
    assert found["only_bits"] == pytest.approx(np.mean(bits))


def test_danger_is_the_share_of_fatal_moves():
    rungs = nx.DiGraph(["ab", "ba", "az", "bg", "bz", "by"])
    made = StateGraph.from_networkx(rungs, "a", "g")
    assert features(made)["danger"] == pytest.approx((1 / 2 + 2 / 4) / 2)


def test_a_heuristic_that_likes_a_wrong_move_tempts():
    made = StateGraph.from_networkx(nx.DiGraph(["sa", "sb", "sc", "ag", "bs"]), "s", "g")
    guess = {"s": 1, "a": 2, "b": 1, "c": 1 << 30}.__getitem__
    found = features(made, guess)
    assert (found["tempting"], found["counterintuitive"]) == (1, 1)
    (one,) = decisions_of(made, guess)
    assert (one.choices, one.right, one.wrong, one.fatal, one.hidden) == (3, 1, 1, 1, 0)
    assert one.away
    assert one.weight == 1 + 1 + 1  # of the three moves, one is seen to be fatal


def test_a_heuristic_that_knows_the_truth_never_rises_along_a_solution():
    made = StateGraph.from_networkx(nx.DiGraph(["sa", "sb", "ag", "ba", "bg"]), "s", "g")
    truth = {"s": 2, "a": 1, "b": 1}.__getitem__
    assert features(made, truth)["counterintuitive"] == 0
    assert features(made, lambda state: 1)["counterintuitive"] == 1  # the first of two moves


@settings(max_examples=examples(100))
@given(repeated_labels())
def test_each_move_of_a_living_state_is_right_wrong_or_fatal(case):
    graph = case.made
    left = moves_to_goal(graph)
    nodes = np.flatnonzero(left > 0)
    offers = offers_of(graph, nodes)
    for k, node in enumerate(nodes.tolist()):
        ends = [int(left[to]) for _, to in graph.moves(node)]
        right = sum(end == left[node] - 1 for end in ends)
        fatal = sum(end < 0 for end in ends)
        wrong = len(ends) - right - fatal
        counts = offers.choices[k], offers.right[k], offers.wrong[k], offers.dead[k]
        assert counts == (len(ends), right, wrong, fatal)


def test_spreads_between_and_within_groups_by_hand():
    errors = np.array([9.0, 11.0, 19.0, 21.0])  # the means of the groups are 10 and 20
    between, within = spread_of(errors, ["a", "a", "b", "b"])
    assert within == pytest.approx(math.sqrt(2), abs=1e-3)
    assert between == pytest.approx(math.sqrt((100 - 2) / 2), abs=1e-3)
    assert spread_of(np.array([1.0, 1.0, 3.0, 3.0]), ["a", "a", "b", "b"]) is None
    assert spread_of(errors, "abcd") is spread_of(errors, "aaaa") is None


@pytest.mark.parametrize("kind", models())
def test_plays_that_say_nothing_leave_the_errors_of_a_model(kind):
    model = models()[kind]
    vague = model.moved(np.zeros(3), np.full(3, 1e6), "")
    assert vague.errors == pytest.approx(model.errors, rel=1e-3)
    between, within = model.spread
    sure = model.moved(np.zeros(10**6), np.zeros(10**6), "")
    share = within / math.hypot(between, within)
    assert sure.errors == pytest.approx([error * share for error in model.errors], rel=1e-2)


@pytest.mark.parametrize(
    ("idea", "decision"),
    [
        ("one move of several is right", {"right": 1}),
        ("moves can be fatal", {"fatal": 2}),
        ("a fatal move may not look it", {"hidden": 1}),
        ("the right move may lead away from the goal", {"away": True}),
        ("a wrong move may look as good", {"tempting": 1}),
        ("a wrong move can be taken back", {"wrong": 1}),
    ],
)
def test_a_level_needs_the_ideas_of_its_decisions(idea, decision):
    plain = Decision(0, 1, "R", 2, 2, 0, 0, 0, 0, False, 1.0)
    ideas = [
        {name for name, needs in IDEAS.items() if needs(SimpleNamespace(decisions=decisions))}
        for decisions in (None, (), (plain,), (plain, replace(plain, **decision)))
    ]
    assert ideas == [set(), set(), set(), {idea}]


def test_pieces_that_move_one_at_a_time_take_turns():
    family = rush_hour_family()
    puzzle = family.read(JAM, {})
    level, graph = Level(family, puzzle, "jam", "jam"), expand(puzzle)
    assert units_of(level, graph) == "turns"
    made = by(level, graph, "turns")
    cars = [label.partition(" ")[0] for label in made.quotient.solution(made).labels]
    assert len(cars) == 9  # D- E- B+ B+ B+ A+ A+ A+ A+
    assert features(made)["length"] == 4


# -------------------------------------------------------------------------------------- models


def rows(n: int, seed: int = 0):
    draw = np.random.default_rng(seed)
    return [{"a": float(x), "b": float(y)} for x, y in draw.uniform(0, 50, (n, 2))]


def test_a_fit_finds_what_counts_and_no_weight_is_negative():
    numbers = rows(80)
    hard = np.array([math.log1p(row["a"]) - math.log1p(row["b"]) for row in numbers])
    _, (a, b) = weighted(design(numbers, ("a", "b")), hard, ("a", "b"))
    assert a.weight > 0 == b.weight


def test_a_group_is_left_out_whole():
    numbers, hard = rows(30), np.arange(30.0)
    groups = ["one"] * 15 + ["two"] * 15
    told = left_out(design(numbers, ("a",)), hard, groups)
    again = hard.copy()
    again[:15] = 0  # levels left out must not influence their own predictions
    assert np.array_equal(told[:15], left_out(design(numbers, ("a",)), again, groups)[:15])


def coverage(whole_groups, sets=60):
    """Return the mean share of boards of unseen groups inside the interval of a model.

    Each set has 8 groups of 5 boards. A group differs from the trend of length by an effect of its
    own, and its boards by noise.
    """
    draw, shares = np.random.default_rng(0), []
    for _ in range(sets):
        groups = np.repeat(np.arange(48), 5)
        length = draw.uniform(1, 4, 48)[groups]
        hard = length + draw.normal(0, 0.5, 48)[groups] + draw.normal(0, 0.2, len(groups))
        numbers = [{"length": math.expm1(x)} for x in length]
        seen = int((groups < 8).sum())
        together = (groups if whole_groups else np.arange(len(groups)))[:seen]
        told = dict(of="", shape="score", people="")
        model = fitted(numbers[:seen], hard[:seen], ["length"], together, told)
        off = hard[seen:] - [model.sum(row) for row in numbers[seen:]]
        shares.append(np.mean((off >= model.errors[0]) & (off <= model.errors[1])))
    return np.mean(shares)


def test_an_interval_of_groups_left_out_holds_for_groups_that_were_not_seen():
    assert 0.75 < coverage(whole_groups=True) < 0.85
    assert coverage(whole_groups=False) < 0.76


def test_a_model_is_written_and_read(tmp_path):
    told = dict(of="failures", shape="share", people="us")
    numbers = [{"length": row["a"], "danger": row["b"]} for row in rows(40)]
    hard = np.array([row["length"] / 50 for row in numbers])
    made = fitted(numbers, hard, ("length", "danger"), range(40), told)
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(made.record()))
    assert read_model(str(file)) == made
    sums = [made.sum(row) for row in numbers]
    assert sorted(map(made.percentile, sums)) == [made.percentile(x) for x in sorted(sums)]
    assert made.sum({"length": 1.0}) is None


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"terms": 3}', "null"])
def test_what_is_no_model_is_one_line(tmp_path, text):
    file = tmp_path / "mine.json"
    file.write_text(text)
    with pytest.raises(InputError, match="mine.json: is not a model"):
        read_model(str(file))


def test_a_model_that_weighs_what_nobody_knows_is_one_line(run, tmp_path):
    file, record = tmp_path / "mine.json", models()["any"].record()
    record["terms"][0]["feature"] = "only_move"
    file.write_text(json.dumps(record))
    got = run("difficulty", "spacewreck/eight-rooms", "--model", file)
    assert (got.code, got.out) == (2, "")
    assert got.err.splitlines() == [
        f"stategraph: {file}: unknown feature 'only_move'; did you mean only_moves?"
    ]


def test_a_model_of_another_version_is_one_line_or_read(tmp_path):
    file, record = tmp_path / "mine.json", models()["any"].record()
    file.write_text(json.dumps({**record, "version": 9}))
    assert read_model(str(file)) == models()["any"]
    assert read_model(str(file)).spread is not None
    for key in record.keys() - {"spread", "offset"}:  # older files have neither
        file.write_text(json.dumps({name: value for name, value in record.items() if name != key}))
        with pytest.raises(InputError, match="mine.json: is not a model"):
            read_model(str(file))
    for value in (float("nan"), True, "1", 1e300):
        file.write_text(json.dumps({**record, "constant": value}))
        with pytest.raises(InputError, match="mine.json: is not a model"):
            read_model(str(file))


def test_ranks():
    ordered = np.arange(20.0)
    assert agreement(ordered, ordered**3)[:3] == (1.0, 1.0, 1.0)
    assert agreement(ordered, -ordered).rho == -1.0
    assert agreement(ordered, np.ones(20)).rho is None
    noise = np.random.default_rng(1).normal(size=(60, 20))
    assert 0.5 < chance(noise, ordered) < 0.9 > chance(noise[:1], ordered)


@pytest.mark.parametrize(
    ("held", "said"),
    [
        ((-0.4, -0.6, -0.2), ["With length held fixed it has the wrong sign: here."]),
        ((-0.2, -0.5, 0.2), ["With length known, it may add nothing: here."]),
        ((0.3, 0.1, 0.5), []),
        (None, []),
    ],
)
def test_only_what_leaves_0_out_has_a_sign(held, said):
    told = None if held is None else dict(zip(("rho", "low", "high"), held, strict=True))
    known = {"rho": 0.5, "low": 0.2, "high": 0.7, "source": "here, once", "held": told}
    assert verdict([known]) == said


# --------------------------------------------------------------------------- the shipped model


def test_what_is_shipped_is_small_and_holds_no_level():
    text = json.dumps(shipped())
    assert len(text) < 60_000
    assert "#" not in text
    assert {"sokoban", "rushhour", "any"} == set(models())
    for model in models().values():
        assert all(term.weight >= 0 for term in model.terms)
        assert model.errors[0] < 0 < model.errors[1]
    # from whole lengths left out: single boards give narrower errors, which hold 63%
    low, high = models()["rushhour"].errors
    assert high - low > 0.6
    assert all(one.spread and min(one.spread) > 0 for one in models().values())
    for name, found in shipped()["evidence"].items():
        assert name.removeprefix("typical.") in (FEATURES if "typical." in name else METRICS)
        assert all(-1 <= one["low"] <= one["rho"] <= one["high"] <= 1 for one in found)


def test_narrower_is_never_easier():
    model = models()["sokoban"]
    base = {"careful_only_bits": 10.0, "careful_danger": 0.2, "lines": 5.0}
    assert [term.feature for term in model.terms] == list(base)
    for name in base:
        assert model.sum({**base, name: base[name] * 2}) >= model.sum(base)


def test_estimates():
    easy, hard = (load(f"sokoban/{name}") for name in ("next-door", "three-in-a-row"))
    found = [difficulty(level, by(level, expand(level.puzzle), "walks")) for level in (easy, hard)]
    assert found[0].estimate < found[1].estimate
    assert found[0].percentile < found[1].percentile
    for one in found:
        assert one.basis == "same family"
        assert 0 <= one.low < one.estimate < one.high <= 1
    corner = load("sokoban/corner")
    none = difficulty(corner, expand(corner.puzzle))
    assert (none.estimate, none.unknown, none.why) == (None, (), "it cannot be won")
    home = load("sokoban/all-at-home")
    assert difficulty(home, expand(home.puzzle)).why == "it is won at the start"
    assert isinstance(found[0].model, DifficultyModel)
