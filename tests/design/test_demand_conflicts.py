"""Contradictions between demands: the pair is named, and bundled levels contradict none."""

import pytest

from stategraph import expand, load
from stategraph.cli import main
from stategraph.design import demand, measure_all, verdicts
from stategraph.design.demand_conflicts import (
    AT_MOST,
    OF_SOLUTIONS,
    PARTS,
    POSITIVE,
    ZERO_WITHOUT_SOLUTION,
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
    zeros = measure_all(graph.level, graph, ZERO_WITHOUT_SOLUTION)
    assert {zeros[metric] for metric in ZERO_WITHOUT_SOLUTION} <= {0, None}


def test_hidden_traps_need_trap_moves():
    asked = [demand("trap_moves", 0), demand("hidden_traps", {"at least": 1})]
    assert [one.name for one in conflict(asked)] == ["trap_moves", "hidden_traps"]
    assert conflict([demand("trap_moves", 1), demand("hidden_traps", 5)]) is None


@pytest.mark.parametrize(
    "name, wanted",
    [
        *[("trap_moves", -3), ("decoys", {"at most": -1}), ("difficulty", {"at least": 120})],
        *[("shortest", 2.5), ("hidden_traps", [1.2, 1.8]), ("board_symmetry", 2)],
        *[("fatal_share", {"at least": 1.5}), ("win_chance", [2, 3])],
    ],
)
def test_a_demand_out_of_range_is_named_before_a_search(name, wanted):
    with pytest.raises(InputError, match=f"no level meets '{name}: "):
        wishes([demand(name, wanted)], [], "shortest", 100)


def test_demands_that_touch_do_not_conflict():
    assert conflict([demand("pushes", 20), demand("shortest", 20)]) is None
    assert conflict([demand("needed", ["box 1:1"]), demand("decoys", 2)]) is None


LEVELS = [
    *("sokoban/too-late", "sokoban/corner", "spacewreck/eight-rooms", "psychopath/snake"),
    *("pacman/first-meal", "pledge/about-turn", "rushhour/back-first", "labyrinth/first-shift"),
    *("puzzlescript/causeway", "spacewreck/already-there", "spacewreck/minefield"),
]


@pytest.mark.parametrize("name", LEVELS)
def test_no_level_conflicts_with_its_own_numbers(name):
    graph = expand(name)
    tables = {**AT_MOST, **POSITIVE}
    names = {*tables, *sum(tables.values(), ())}
    truths = ["solvable", "unique", "unique_up_to_order"]
    found = measure_all(graph.level, graph, [*names, *truths])
    known = {name: found[name] for name in found if name in names and found[name] is not None}
    assert len(known) > 6
    known |= {name: found[name] for name in truths if found[name] is not None}
    demands = [demand(name, value) for name, value in known.items()]
    assert conflict(demands) is None


MANY = {"at least": 12}


@pytest.mark.parametrize(
    "first, second",
    [
        ({"shortest": [1, 5]}, {"lines": MANY}),
        ({"pushes": [1, 5]}, {"lines": MANY}),
        ({"states": [1, 10]}, {"shortest": MANY}),
        ({"moves": [1, 10]}, {"shortest": MANY}),
        ({"shortest": 2}, {"chapters": MANY}),
        ({"pushes": [1, 3]}, {"counterintuitive_units": MANY}),
        ({"dead_states": 0}, {"hidden_traps": MANY}),
        ({"dead_states": 0}, {"trap_moves": MANY}),
        ({"dead_end_cycles": 0}, {"largest_dead_end_cycle": MANY}),
        ({"unique": True}, {"solution_classes": {"at least": 2}}),
        ({"unique_up_to_order": True}, {"solution_classes": {"at least": 2}}),
        ({"unique": True}, {"unique_up_to_order": False}),
        ({"unique": False}, {"shortest_count": 1}),
        ({"solvable": True}, {"shortest_count": 0}),
        ({"solvable": False}, {"expert_wins": {"at least": 1}}),
        ({"solvable": False}, {"trap_moves": MANY}),
        ({"solvable": False}, {"win_chance": {"at most": 0.5}}),
    ],
)
def test_contradictions_follow_from_chains_of_definitions(first, second):
    asked = [demand(name, value) for name, value in (first | second).items()]
    assert conflict(asked) == tuple(asked)
    assert set(conflict(asked[::-1])) == set(asked)


def test_check_names_a_contradiction_with_its_line(tmp_path, capsys):
    level = tmp_path / "a.yaml"
    board = "level: |\n  #####\n  #@$.#\n  #####\n"
    level.write_text(f"puzzle: sokoban\ndemand:\n  shortest: 5\n  lines: 9\n{board}")
    assert main(["check", str(level)]) == 2
    reason = "no level meets both 'shortest: 5' and 'lines: 9'; relax one of them"
    assert capsys.readouterr().err == f"stategraph: {level}:4: {reason}\n"
    level.write_text(f"puzzle: sokoban\ndemand: {{difficulty: 101}}\n{board}")
    assert main(["repair", str(level)]) == 2
    reason = "no level meets 'difficulty: 101'; it is a number from 0 to 100"
    assert capsys.readouterr().err == f"stategraph: {level}:2: {reason}\n"


@pytest.mark.parametrize("words", [("invent", "sokoban"), ("repair", "sokoban/first-push")])
def test_a_question_with_unknown_words_is_refused_before_a_search(words, tmp_path, capsys):
    asked = "ask: can reach gaol"
    assert main([*words, "--want", asked, "-o", str(tmp_path / "out")]) == 2
    assert "unknown name 'gaol'; did you mean goal or goals?\n" in capsys.readouterr().err


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


@pytest.mark.parametrize(
    ("words", "cell"),
    [
        (["repair", "psychopath/first-push"], "wall 5:8"),
        (["polish", "psychopath/first-push"], "wall 0:9"),
        (["invent", "psychopath", "--size", "6x6"], "wall 6:0"),
    ],
)
def test_an_element_on_a_cell_that_no_board_has_is_refused(words, cell, run, tmp_path, monkeypatch):
    for searched in ("search", "repaired", "polished"):
        monkeypatch.setattr(f"stategraph.invent.{searched}", lambda *given, **how: pytest.fail())
    got = run(*words, "--want", f"needed: [wall 1:1, {cell}]", "-o", tmp_path / "out")
    assert (got.code, got.out, [*tmp_path.iterdir()]) == (2, "", [])
    assert got.err == (f"stategraph: no level meets 'needed: {cell}': the board has no such cell\n")


def test_a_verdict_says_that_the_family_lacks_the_metric():
    graph = expand("spacewreck/eight-rooms")
    (verdict,) = verdicts(graph.level, graph, [demand("pushes", 3)])
    assert (verdict.holds, verdict.reason) == (
        False,
        "has no value (spacewreck has no pushes; use turns)",
    )
