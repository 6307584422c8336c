"""Contradictions between demands: the pair is named, and bundled levels contradict none."""

import pytest

from stategraph import expand, load
from stategraph.cli import main
from stategraph.design import demand, measure_all, verdicts
from stategraph.design.demand_conflicts import (
    OF_SOLUTIONS,
    ORDERED,
    PARTS,
    conflict,
    impossible,
    lack,
)
from stategraph.design.player_metrics import number_names
from stategraph.errors import InputError
from stategraph.invent import check_metrics, wishes


def test_the_pair_that_conflicts_is_named_before_a_search():
    asked = [demand("needed", "all"), demand("decoys", {"at least": 1})]
    with pytest.raises(InputError, match="'needed: all' and 'decoys: at least 1'"):
        wishes(asked, [], "shortest", 100)
    asked = [demand("pushes", [20, 30]), demand("shortest", {"at most": 19})]
    assert [one.name for one in conflict(asked)] == ["pushes", "shortest"]
    asked = [demand("unique", True), demand("shortest_count", {"at least": 2})]
    assert [one.name for one in conflict(asked)] == ["unique", "shortest_count"]


def test_a_level_without_a_solution_has_no_length():
    asked = [demand("shortest", 5), demand("solvable", False)]
    with pytest.raises(InputError, match="no level meets both 'solvable: false' and 'shortest: 5'"):
        wishes(asked, [], "shortest", 100)
    assert conflict([demand("shortest", 5), demand("solvable", True)]) is None
    assert conflict([demand("dead_states", 5), demand("solvable", False)]) is None


@pytest.mark.parametrize("name", ["sokoban/corner", "spacewreck/no-way-out", "pledge/no-gate"])
def test_metrics_of_solutions_have_no_value_without_one(name):
    graph = expand(name)
    found = measure_all(graph.level, graph, [*OF_SOLUTIONS, "solvable"], slow=True)
    assert found["solvable"] is False
    assert {found[metric] for metric in OF_SOLUTIONS} == {None}


def test_hidden_traps_need_trap_moves():
    asked = [demand("trap_moves", 0), demand("hidden_traps", {"at least": 1})]
    assert [one.name for one in conflict(asked)] == ["trap_moves", "hidden_traps"]
    assert conflict([demand("trap_moves", 1), demand("hidden_traps", 5)]) is None


@pytest.mark.parametrize(
    "name, wanted",
    [("trap_moves", -3), ("decoys", {"at most": -1}), ("difficulty", {"at least": 120})],
)
def test_a_demand_out_of_range_is_named_before_a_search(name, wanted):
    with pytest.raises(InputError, match=f"no level meets '{name}: "):
        wishes([demand(name, wanted)], [], "shortest", 100)


def test_demands_that_touch_do_not_conflict():
    assert conflict([demand("pushes", 20), demand("shortest", 20)]) is None
    assert conflict([demand("needed", ["box 1:1"]), demand("decoys", 2)]) is None


@pytest.mark.parametrize(
    "name", ["sokoban/too-late", "sokoban/corner", "spacewreck/eight-rooms", "psychopath/snake"]
)
def test_no_level_conflicts_with_its_own_numbers(name):
    graph = expand(name)
    names = {name for pair in ORDERED for name in pair}
    found = measure_all(graph.level, graph, names)
    known = {name: found[name] for name in names if found[name] is not None}
    assert len(known) > 6
    demands = [demand(name, value) for name, value in known.items()]
    assert conflict(demands) is None


@pytest.mark.parametrize("name", ["sokoban/too-late", "spacewreck/eight-rooms", "psychopath/snake"])
def test_no_number_of_a_level_is_out_of_range(name):
    graph = expand(name)
    names = number_names()
    found = measure_all(graph.level, graph, names, slow=True)
    known = {name: found[name] for name in names if found[name] is not None}
    assert len(known) > 40
    assert impossible([demand(name, value) for name, value in known.items()]) is None


def lacks(level):
    return {name for name in number_names() if lack(level, name)}


@pytest.mark.parametrize(
    "name",
    [
        *("labyrinth/first-shift", "sokoban/too-late", "spacewreck/eight-rooms"),
        *("psychopath/first-push", "pacman/first-meal", "pledge/about-turn"),
        *("rushhour/back-first", "puzzlescript/causeway", "puzzlescript/looking-glass"),
    ],
)
def test_a_level_has_no_metric_that_its_family_lacks_and_all_others(name):
    graph = expand(name)
    found = measure_all(graph.level, graph, PARTS)
    assert lacks(graph.level) == {metric for metric in PARTS if found[metric] is None}


def test_a_metric_that_the_family_lacks_is_refused_before_a_search():
    level = load("labyrinth/first-shift")
    with pytest.raises(InputError) as caught:
        check_metrics(wishes([demand("turns", 3)], [], "shortest", 100), level)
    assert str(caught.value) == ("no level meets 'turns: 3': labyrinth has no turns; use shortest")
    with pytest.raises(InputError, match="--across: no level has 'least_switches': .* leave it"):
        check_metrics(wishes([], ["least_switches"], "shortest", 100), level)
    with pytest.raises(InputError, match="--best: no level has 'pushes'"):
        check_metrics(wishes([], ["shortest"], "shortest + pushes", 100), level)
    check_metrics(wishes([demand("lines", 3)], ["states"], "shortest", 100), level)


@pytest.mark.parametrize("words", [("invent", "labyrinth"), ("repair",), ("polish",)])
def test_verbs_refuse_such_a_demand_in_one_line(words, tmp_path, capsys, monkeypatch):
    for searched in ("search", "repaired", "polished"):
        monkeypatch.setattr(f"stategraph.invent.{searched}", lambda *given, **how: pytest.fail())
    out = tmp_path / "out"
    level = () if "labyrinth" in words else ("labyrinth/first-shift",)
    assert main([*words, *level, "--want", "turns: 3", "-o", str(out)]) == 2
    said = capsys.readouterr()
    assert said.err == (
        "stategraph: no level meets 'turns: 3': labyrinth has no turns; use shortest\n"
    )
    assert (said.out, out.exists()) == ("", False)


def test_a_verdict_says_that_the_family_lacks_the_metric():
    graph = expand("spacewreck/eight-rooms")
    (verdict,) = verdicts(graph.level, graph, [demand("pushes", 3)])
    assert (verdict.holds, verdict.reason) == (
        False,
        "has no value (spacewreck has no pushes; use turns)",
    )
