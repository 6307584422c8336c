"""The suite as a whole: the known numbers, the unknown ones, and what each metric needs."""

from __future__ import annotations

import json
import re

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import counter, lamps, plain, repeated_labels, ship, unique_labels

from stategraph import load, metrics
from stategraph.analysis.quotient_choice import by
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import (
    GROUPS,
    METRICS,
    measure,
    measure_level,
    measuring,
    random_play,
    summary,
)

many = settings(max_examples=examples(200))


def who(label: str) -> str:
    return label[0]


def known(record: dict) -> dict:
    """Return the entries that have a value."""
    return {name: value for name, value in record.items() if value is not None}


SHIP = {
    "states": 9, "moves": 14, "max_depth": 4, "bfs_states_until_first_goal": 7,
    "solvable": True, "shortest": 3, "shortest_count": 1, "first_solution": "R3L5L8",
    "unique": True, "solution_classes": 1, "unique_up_to_order": True,
    "dead_states": 2, "stuck_states": 0, "doomed_states": 0, "dead_end_cycles": 1,
    "terminal_cycles": 1, "largest_dead_end_cycle": 2, "trap_moves": 1, "trap_states": 1,
    "gates": 2, "chapters": 3, "largest_chapter": 3, "forced_states": 2,
    "decision_steps": 3, "mean_choices": 2, "productive_share": 0.5, "fatal_share": 0,
    "only_moves": 3, "only_move_share": 1, "actor_switches": 1, "least_switches": 1,
    "win_chance": 0.6, "expected_moves": 6.4, "expected_moves_with_restarts": 10.6666667,
    "muse": 3, "states_per_level": [1, 2, 2, 3, 1], "largest_level": 3, "back_level_moves": 6,
    "components": 4, "nontrivial_components": 3, "bottom_components": 2, "diamonds": 0,
    "component_sizes": [[4, 1], [2, 2], [1, 1]], "max_moves_to_goal": 4,
    "unknown": [], "left_out": [],
}  # fmt: skip


def test_the_ship():
    record = measure(expand(ship()), actor=who)
    assert {name: record[name] for name in SHIP} == SHIP
    assert record["deepest_trap"] is None  # no state is stuck there
    assert record["blind_residual"] <= 1e-9


def test_every_metric_is_there_explained_and_in_a_group():
    record = measure(expand(ship()))
    assert list(record) == [*METRICS, "unknown", "left_out"]
    for name, metric in METRICS.items():
        assert metric.name == name == name.lower()
        assert metric.group in GROUPS
        assert metric.needs in ("graph", "actor", "pieces", "looks_dead", "heuristic", "slow")
        assert set(metric.parameters) <= {"graph", "path", *measuring.KNOWN}
        for kind in ("actor", "heuristic"):
            assert (metric.needs == kind) == (kind in metric.parameters)
        # every definition states the cost
        assert any(word in metric.definition for word in ("O(", "more than linear", "calls of"))
        # ... and its source
        assert re.search(r"Source[ a-z]*:|Own\s+definition", metric.definition), name
        assert ">>>" not in metric.definition
        assert "\n---" not in metric.definition


@many
@given(repeated_labels())
def test_the_record_agrees_with_the_summary_and_can_be_written(case):
    record, short = measure(case.made), summary(case.made)
    for name in set(record) & set(short):
        assert record[name] == short[name], name
    assert json.loads(json.dumps(record)) == record
    if case.goal not in case.play:
        without = {name for name, metric in METRICS.items() if metric.solution}
        assert not without & set(known(record))
        assert record["unknown"] == []


def test_a_level_without_a_solution_has_the_numbers_of_its_graph_alone():
    made = expand(plain("a", "a R1 b, a R2 c, b R9 d, c R1 d, c x c"))
    record = measure(made, actor=who, heuristic=lambda state: 1)
    of_the_graph = {
        name
        for name, metric in METRICS.items()
        if metric.group in ("size", "dead ends", "shape") and name != "max_moves_to_goal"
    }
    found = known(record).keys() - {"unknown", "left_out"}
    assert found == of_the_graph | {"solvable", "shortest_count"}
    of_solutions = {name for name, metric in METRICS.items() if metric.solution}
    assert of_solutions == METRICS.keys() - found - {"shortest"}


@many
@given(unique_labels(), st.sampled_from(["text", "moves"]))
def test_what_a_stopped_expansion_does_not_call_unknown_is_true(case, order):
    whole = measure(expand(case.puzzle()), actor=who, heuristic=lambda state: 1, order=order)
    for most in range(1, whole["states"] + 1):
        part = expand(case.puzzle(), Limits(states=most))
        record = measure(part, actor=who, heuristic=lambda state: 1, order=order)
        assert (record["unknown"] == []) == part.complete
        for name in METRICS:
            if name in record["unknown"]:
                assert record[name] is None
            elif name not in ("states", "moves"):
                assert record[name] == whole[name], name


@many
@given(unique_labels())
def test_a_part_proves_lower_bounds_that_grow_up_to_the_value(case):
    whole = expand(case.puzzle())
    values = measure(whole)
    for name, metric in METRICS.items():
        if values[name] is None:
            continue
        most = None
        for size in range(1, len(whole) + 1):
            bound = metric.at_least(expand(case.puzzle(), Limits(states=size)))
            assert most is None or most <= bound, name
            most = bound
        assert most == (values[name] if metric.bound else None), name


@pytest.mark.parametrize("most", [8, None], ids=["part", "whole"])
def test_of_classes_only_the_fewest_moves_have_a_lower_bound(most):
    """Two known classes may turn out to be one."""
    level = load("psychopath/first-push")
    classes = by(level, expand(level.puzzle, Limits(states=most)), "walks")
    bounds = {name: metric.at_least(classes) for name, metric in METRICS.items()}
    found = known(bounds)
    assert found == {"shortest": found["shortest"]} and found["shortest"] > 0


def test_what_nobody_tells_has_no_value():
    record = measure(expand(ship()))
    for name, metric in METRICS.items():
        if metric.needs not in ("graph", "slow"):
            assert record[name] is None
            assert name not in record["unknown"]


def test_the_order_decides_whose_decisions_are_counted():
    made = expand(plain("a", "a R1 b, a R10 c, b R9 g, c R1 g, c x c", "g"))
    assert measure(made)["first_solution"] == "R10R1"
    assert measure(made)["decision_steps"] == 2
    assert measure(made, order="moves")["first_solution"] == "R1R9"
    assert measure(made, order="moves")["decision_steps"] == 1


def test_slow_metrics_are_left_out_of_large_graphs_unless_asked_for(monkeypatch):
    monkeypatch.setattr(random_play, "MAX_LIVING_STATES", 7)
    slow = [name for name, metric in METRICS.items() if metric.needs == "slow"]
    for made, some in ((expand(lamps()), slow), (expand(counter(6)), [])):
        record = measure(made)
        assert record["left_out"] == some
        assert (record["win_chance"] is None) == bool(some)
        assert measure(made, slow=True)["left_out"] == []
        assert measure(made, slow=True)["win_chance"] == 1


def test_the_documentation_says_how_many_states_slow_metrics_may_have():
    said = f"above {random_play.MAX_LIVING_STATES:,} living states"
    assert all(said in function.__doc__ for function in (measure, measure_level))


def test_too_many_classes_are_unknown_not_many(monkeypatch):
    from toys import diamonds

    record = measure(StateGraph.from_networkx(diamonds(10), 0, 30))
    assert record["shortest_count"] == 1024
    assert record["unknown"] == ["solution_classes", "unique_up_to_order"]


@pytest.mark.parametrize("goal", [0, []], ids=["a start that wins", "a start alone"])
def test_one_state(goal):
    record = measure(StateGraph.from_networkx(nx.empty_graph(1, nx.DiGraph), 0, goal), actor=who)
    assert (record["states"], record["moves"], record["states_per_level"]) == (1, 0, [1])
    assert record["solvable"] == (goal == 0)
    assert record["unknown"] == []
    if goal == 0:
        found = ("shortest", "gates", "chapters", "muse", "expected_moves", "least_switches")
        assert [record[name] for name in found] == [0] * 6
        assert (record["win_chance"], record["solution_classes"]) == (1, 1)
        assert record["productive_share"] is None


def test_loops_and_parallel_moves_count():
    made = expand(plain("a", "a L3 g, a R3 g, a o a", "g"))
    record = measure(made)
    assert (record["moves"], record["shortest_count"]) == (3, 2)
    assert record["solution_classes"] == 2
    assert record["productive_share"] == pytest.approx(2 / 3)
    assert record["only_moves"] == 0
    assert (record["back_level_moves"], record["longest_back_move"]) == (1, 0)
    assert (record["win_chance"], record["expected_moves"]) == (1, 1.5)


def test_every_metric_has_a_kind():
    kinds = {"int": int, "float": float, "bool": bool, "text": str, "list": list}
    assert {metric.kind for metric in METRICS.values()} == set(kinds)
    seen = set()
    for name in ("psychopath/first-push", "spacewreck/no-way-out", "pacman/first-meal"):
        level = load(name)
        record = measure_level(level, expand(level.puzzle))
        for metric in METRICS.values():
            if record[metric.name] is not None:
                assert type(record[metric.name]) is kinds[metric.kind], metric.name
                seen.add(metric.name)
    assert METRICS.keys() == seen


def test_a_metric_can_be_taken_alone():
    made = expand(ship())
    record = measure(made)
    for name, metric in METRICS.items():
        alone = measure(made, [name])
        assert alone == {name: record[name], "unknown": [], "left_out": []}
        assert getattr(metrics, name) is metric.function
        assert name in metrics.__all__
    with pytest.raises(KeyError):
        measure(made, ["shortness"])


def test_what_takes_too_long_is_unknown(monkeypatch):
    monkeypatch.setattr(measuring.deadline, "in_grace", lambda compute, late: late)
    graph = expand(load("spacewreck/eight-rooms").puzzle)
    found = measure(graph, ["gates", "states"])
    assert found == {"gates": None, "states": 9, "unknown": ["gates"], "left_out": []}


def test_a_trap_that_is_stuck_at_once_has_no_depth():
    assert measure(expand(plain("a", "a x g, a y z", "g")))["deepest_trap"] == 0
    assert measure(expand(plain("a", "a x g", "g")))["deepest_trap"] is None


def test_the_goal_is_in_no_chapter():
    made = expand(plain("a", "a x b, b y c, b z d, b v e, c y g, d y g, e y g", "g"))
    assert (measure(made)["chapters"], measure(made)["largest_chapter"]) == (2, 4)


def test_what_memory_does_not_allow_is_left_out(monkeypatch):
    graph = expand(load("spacewreck/eight-rooms").puzzle)
    monkeypatch.setattr("stategraph.analysis.random_play.BYTES_PER_COEFFICIENT", 1 << 55)
    found = measure(graph, ["win_chance", "shortest"])
    assert found == {"win_chance": None, "shortest": 3, "unknown": [], "left_out": ["win_chance"]}


def test_a_heuristic_that_stays_the_same_does_not_fall():
    """Of three steps the heuristic stays, falls, and rises; only the second is intuitive."""
    made = expand(plain("a", "a x b, a y a, b x c, b y b, c x g, c y c", "g"))
    record = measure(made, heuristic={"a": 2, "b": 2, "c": 0, "g": 1}.get)
    assert record["counterintuitive_steps"] == 2
    assert record["counterintuitive_share"] == pytest.approx(2 / 3)
