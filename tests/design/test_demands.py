"""Demands: their syntax, whether they hold, and the evidence when they do not."""

from __future__ import annotations

import math

import doctor
import pytest
from hypothesis import given
from hypothesis import strategies as st

from stategraph import level_files, load
from stategraph.analysis import first_solution, moves_to_goal, moves_to_stuck
from stategraph.analysis.equivalent_solutions import known_classes
from stategraph.analysis.quotient_choice import by
from stategraph.design import (
    Interval,
    Trials,
    demands_of,
    parse_demands,
    unmatched,
    verdicts,
)
from stategraph.design.demand_checks import _witness
from stategraph.design.demands import each_demand
from stategraph.engines.limits import Limits
from stategraph.errors import LevelError
from stategraph.expand import expand
from stategraph.laws import typed_solutions
from stategraph.level_files import Level, parse_level
from stategraph.metrics import measure_level

EIGHT = load("spacewreck/eight-rooms").text


def level(demand: str, text: str = EIGHT) -> Level:
    return parse_level(text.rstrip() + f"\ndemand: {demand}\n", "x.yaml", "x")


def judged(demand: str, text: str = EIGHT, limits: Limits | None = None):
    made = level(demand, text)
    graph = expand(made.puzzle, limits)
    found = verdicts(
        made, graph, demands_of(made), lambda: Trials(made.family, made.puzzle, limits, graph=graph)
    )
    return {verdict.demand.name: verdict for verdict in found}


# ---------------------------------------------------------------------------------- how written


@pytest.mark.parametrize(
    ("value", "bounds"),
    [
        ("3", Interval(3, 3)),
        ("[2, 5]", Interval(2, 5)),
        ("[null, 5]", Interval(None, 5)),
        ("[2, null]", Interval(2, None)),
        ("{at least: 2}", Interval(2, None)),
        ("{at most: 0.5}", Interval(None, 0.5)),
        ("{at least: 1, at most: 2}", Interval(1, 2)),
    ],
)
def test_bounds(value, bounds):
    (demand,) = demands_of(level(f"{{shortest: {value}}}"))
    assert demand.wanted == bounds


@pytest.mark.parametrize(
    ("demand", "reason"),
    [
        ("{shortness: 3}", "unknown metric; did you mean shortest"),
        ("{zzzzzz: 3}", "unknown metric"),
        ("{neded: all}", "did you mean needed"),
        ("{solvable: 1}", "must be true or false, not 1"),
        ("{shortest: yes}", "must be a number, [least, most], or"),
        ("{shortest: many}", "must be a number"),
        ("{shortest: [1, 2, 3]}", "must be a number"),
        ("{shortest: [null, null]}", "must be a number"),
        ("{shortest: {at last: 3}}", "must be a number"),
        ("{shortest: {}}", "must be a number"),
        ("{shortest: [5, 2]}", "the lower bound 5 exceeds the upper bound 2"),
        ("{first_solution: R3}", "is not a number"),
        ("{states_per_level: 3}", "is not a number"),
        ("{needed: 3}", "must be a list of names"),
        ("{needed: []}", "must be a list of names"),
        ("{needed: [1]}", "must be a list of names"),
    ],
)
def test_what_cannot_be_demanded_is_refused_with_its_line(demand, reason):
    made = level("\n  trap_moves: 0\n  " + demand.strip("{}") if "{" not in demand[1:] else demand)
    with pytest.raises(LevelError) as caught:
        demands_of(made)
    assert reason in str(caught.value)
    line = made.demand.lines[list(made.demand)[-1]]
    assert str(caught.value).startswith(f"x.yaml:{line}: demand ")
    assert "demand:" in "\n".join(made.text.split("\n")[line - 3 : line])


def test_what_is_no_number_is_refused_when_the_level_is_read():
    with pytest.raises(LevelError, match=r"x.yaml:\d+: '.nan' is not a number"):
        level("{shortest: .nan}")


def test_an_element_that_is_not_there_is_an_error():
    with pytest.raises(
        LevelError, match=r"x.yaml:\d+: unknown element 'corridor 1→3 gren'; did you"
    ):
        judged("{needed: [corridor 1->3 gren]}")


@given(st.none() | st.floats(-9, 9), st.none() | st.floats(-9, 9), st.floats(-10, 10))
def test_bounds_hold_what_lies_between(least, most, value):
    low = -math.inf if least is None else least
    high = math.inf if most is None else most
    assert Interval(least, most).holds(value) == (low <= value <= high)


# ------------------------------------------------------------------------------------- rules


RULES = """\
demand: {solvable: true, trap_moves: 0}
levels:
  "space*/eight*": {trap_moves: 1}
  "*": {shortest: [1, 9]}
"""


def test_a_level_has_the_last_word_then_patterns_then_the_rest():
    rules = parse_demands(RULES, "rules.yaml")
    made = load("spacewreck/eight-rooms")
    found = {demand.name: (demand.wanted, demand.line) for demand in demands_of(made, rules)}
    assert found == {
        "solvable": (True, 1),
        "trap_moves": (Interval(1, 1), 3),
        "shortest": (Interval(1, 9), 4),
    }
    own = demands_of(level("{shortest: 7}"), rules)
    assert {demand.name: demand.file for demand in own} == {
        **{"solvable": "rules.yaml", "trap_moves": "rules.yaml", "shortest": "x.yaml"},
    }


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("- 1\n", 1),
        ("demand: {solvable: true}\nlevel: {}\n", 2),
        ("demand:\n  solvable: true\n  shortness: 3\n", 3),
        ("levels:\n  a: 3\n", 2),
        ("levels:\n  a: {solvable: 3}\n", 2),
        ("levels: [a]\n", 1),
        ("demand: {solvable: true, solvable: true}\n", 1),
    ],
)
def test_bad_rules_are_refused_with_their_line(text, line):
    with pytest.raises(LevelError) as caught:
        parse_demands(text, "rules.yaml")
    assert str(caught.value).startswith(f"rules.yaml:{line}: ")


# ------------------------------------------------------------------------------------ judging


def test_demands_that_hold():
    found = judged(
        "{solvable: true, shortest: 3, unique: true, solution_classes: 1, dead_states: 2,"
        " trap_moves: {at most: 1}, largest_dead_end_cycle: {at most: 2}, least_switches: 1,"
        " muse: [2.9, 3.1], win_chance: {at least: 0.5},"
        " needed: [corridor 1->3 green, corridor 5→8 blue]}"
    )
    assert {verdict.holds for verdict in found.values()} == {True}
    assert len(found) == 11


def test_what_is_broken_is_shown():
    found = judged(
        "{solvable: false, shortest: {at least: 4}, unique: false, dead_states: 0,"
        " dead_end_cycles: 0, trap_moves: 0, max_depth: 3, needed: all, states: 8}"
    )
    assert {verdict.holds for verdict in found.values()} == {False}
    made = load("spacewreck/eight-rooms")
    slow = doctor.Slow(made.puzzle)
    assert found["shortest"].witness == (("solution", ("R3", "L5", "L8")),)
    for name in ("dead_states", "trap_moves"):
        ((what, moves),) = found[name].witness
        assert (what, slow.play(moves)[-1] in slow.alive) == ("trap", False)
    ((what, moves),) = found["dead_end_cycles"].witness
    states = slow.play(moves)
    assert what == "repeat forever"
    assert states[-1] in states[:-1]
    ((_, far),) = found["max_depth"].witness
    assert slow.depth[slow.play(far)[-1]] == len(far) == 4
    assert len(found["needed"].witness) == len(found["needed"].found) == 9
    assert found["states"].found == 9


def test_stuck_states_are_shown():
    native = "4 3", "a a a", "1 1", "1 2 a", "1 3 a", "2 4 a"
    text = "puzzle: spacewreck\nlevel: |\n" + "".join(f"  {row}\n" for row in native)
    ((what, moves),) = judged("{stuck_states: 0}", text)["stuck_states"].witness
    slow = doctor.Slow(parse_level(text, "x.yaml").puzzle)
    assert (what, slow.follow[slow.play(moves)[-1]]) == ("stuck", {})


def test_a_level_that_cannot_be_solved():
    text = load("spacewreck/no-way-out").text
    found = judged("{solvable: true, shortest: 3, trap_moves: 0}", text)
    assert (found["solvable"].holds, found["shortest"].holds) == (False, False)
    assert found["solvable"].reason == "is false (all 40 states were seen)"
    assert found["shortest"].reason == "has no value"
    assert found["trap_moves"].holds


def test_at_a_limit_nothing_is_called_broken_without_proof():
    found = judged(
        "{solvable: true, shortest: 3, dead_states: 0, needed: all}", limits=Limits(states=4)
    )
    assert [verdict.holds for verdict in found.values()] == [None] * 4
    # the search reached the goal, but not every state
    text = load("psychopath/first-push").text
    found = judged(
        "{solvable: true, shortest: 99, states: 5, dead_states: 0}", text, Limits(states=60)
    )
    holds = {name: verdict.holds for name, verdict in found.items()}
    assert holds["solvable"] is True
    assert holds["shortest"] is False
    assert holds["dead_states"] is None
    assert holds["states"] is False


@pytest.mark.parametrize(
    ("bounds", "holds"),
    [
        ("{at least: 5}", True),
        ("{at least: 999}", None),
        ("{at most: 5}", False),
        ("{at most: 999}", None),
        ("[5, 999]", None),
    ],
)
def test_at_a_limit_a_number_of_what_was_seen_can_only_grow(bounds, holds):
    text = load("psychopath/first-push").text
    for metric in ("states", "moves"):
        found = judged(f"{{{metric}: {bounds}}}", text, Limits(states=60))
        assert found[metric].holds is holds


def test_the_names_of_what_a_limit_hides():
    text = load("psychopath/first-push").text
    found = judged("{states: {at least: 5}, moves: {at most: 999}}", text, Limits(states=60))
    assert [verdict.unknown for verdict in found.values()] == [("found",), ("holds", "found")]
    assert [verdict.found for verdict in found.values()] == [None, None]
    assert found["states"].reason == "is at least 60 (stopped at the limit of 60 states)"
    found = judged("{trap_moves: 99, solvable: true}", text, Limits(states=60))
    assert found["trap_moves"].reason == "is unknown (stopped at the limit of 60 states)"
    assert [verdict.unknown for verdict in found.values()] == [("holds", "found"), ()]


def test_a_whole_graph_that_is_too_large_for_the_memory_says_so():
    made = level("{largest_dead_end_cycle: 2, shortest: 3, states: 9}")
    graph = expand(made.puzzle)
    graph.memory = 100
    found = {one.demand.name: one for one in verdicts(made, graph, demands_of(made))}
    assert found["largest_dead_end_cycle"].holds is None
    assert (
        found["largest_dead_end_cycle"].reason
        == "is unknown (needs 1,024 bytes of memory; 100 bytes may be taken)"
    )
    assert found["states"].holds is True


def test_what_is_spared_breaks_a_demand_though_a_limit_hides_other_elements():
    made = level("{needed: all}")
    graph = expand(made.puzzle)
    trials = Trials(made.family, made.puzzle, Limits(states=7), graph=graph)
    (found,) = verdicts(made, graph, demands_of(made), lambda: trials)
    assert (found.holds, found.found) == (False, None)
    assert found.undecided and found.at_least
    assert not {*found.undecided} & {*found.at_least}
    assert found.unknown == ("found",)
    assert [what for what, _ in found.witness] == [f"without {name}" for name in found.at_least]


ROWS = "5 7", "b a b a", "1 2", "1 4 a", "1 4 b", "2 1 a", "2 1 b", "2 4 a", "3 5 a", "4 3 b"
TWO_CLASSES = "puzzle: spacewreck\nlevel: |\n" + "".join(f"  {row}\n" for row in ROWS)


@pytest.mark.parametrize("text, n", [(TWO_CLASSES, 2), (load("labyrinth/nine-tiles").text, 1)])
def test_another_solution_is_of_another_class_if_there_is_one(text, n):
    puzzle = parse_level(text, "x.yaml").puzzle
    known = known_classes(expand(puzzle))
    assert len(known) == n
    (_, first), (_, other) = judged("{shortest_count: 0}", text)["shortest_count"].witness
    assert first == known[0].first.labels != other
    assert (other == known[-1].first.labels) is (n == 2)
    assert typed_solutions.replay_with_verdict(puzzle, " ".join(other))[1]


def test_a_terminal_cycle_is_shown():
    ((what, moves),) = judged("{terminal_cycles: 0}")["terminal_cycles"].witness
    slow = doctor.Slow(load("spacewreck/eight-rooms").puzzle)
    states = slow.play(moves)
    assert what == "repeat forever"
    assert states[-1] in states[:-1]


def test_questions_in_a_list_must_all_hold():
    found = each_demand("ask", ["can reach goal", "goal"])
    assert [(one.name, one.wanted) for one in found] == [("can reach goal", True), ("goal", True)]


def test_a_rounded_value_is_held_by_the_bound_it_was_rounded_from():
    for bound in ("{at most: 0.33333333334}", "{at least: 0.33333333332}", "0.3333333333"):
        assert judged(f"{{regress_share: {bound}}}")["regress_share"].holds
    for bound in ("{at most: 0.333333}", "{at least: 0.333334}"):
        assert judged(f"{{regress_share: {bound}}}")["regress_share"].holds is False


def test_needed_of_a_level_without_elements_is_an_error():
    with pytest.raises(LevelError, match=r"^x.yaml:\d+: x has no elements that could be needed"):
        judged("{needed: all}", "puzzle: spacewreck\nlevel: |\n  2 0\n  red\n  1 1\n")


@pytest.mark.parametrize("name", ["spacewreck/minefield", "psychopath/first-push"])
def test_witnesses_show_their_point(name):
    made = load(name)
    slow = doctor.Slow(made.puzzle)
    names = ("doomed_states", "stuck_states", "deepest_trap", "terminal_cycles", "trap_moves",
             "states", "muse", "components", "least_switches", "max_moves_to_goal",
             "shortest")  # fmt: skip
    found = judged("{" + ", ".join(f"{name}: -1" for name in names) + "}", made.text)
    for metric in ("states", "muse", "components", "least_switches"):
        assert found[metric].witness == ()
    ends = {
        metric: slow.play(verdict.witness[0][1])[-1]
        for metric, verdict in found.items()
        if verdict.witness
    }
    assert {"shortest", "max_moves_to_goal"} <= set(ends)
    graph = expand(made.puzzle)
    record = measure_level(made, graph)
    dead_ones = ("doomed_states", "stuck_states", "deepest_trap", "terminal_cycles", "trap_moves")
    assert len(found["trap_moves"].witness) == min(1, record["trap_moves"])
    for metric in dead_ones:
        assert (metric in ends) == bool(record[metric]), metric
        assert metric not in ends or ends[metric] not in slow.alive
    if "stuck_states" in ends:
        assert slow.follow[ends["stuck_states"]] == {}
    if "doomed_states" in ends:
        assert slow.follow[ends["doomed_states"]] != {}
    nodes = {repr(graph.state(k)): k for k in range(len(graph))}
    if "deepest_trap" in ends:
        node = nodes[repr(ends["deepest_trap"])]
        assert moves_to_stuck(graph)[node] == record["deepest_trap"]
    assert (
        moves_to_goal(graph)[nodes[repr(ends["max_moves_to_goal"])]] == moves_to_goal(graph).max()
    )


def test_patterns_and_names_are_compared_as_paths():
    rules = parse_demands(
        'levels: {"./a/x.yaml": {states: 1}, "b/../a/*": {moves: 1}, "c*": {}}', "r"
    )
    names = ["a/x.yaml", "./a//y.yaml"]
    assert unmatched(rules, names) == ["c*"]
    made = level_files.parse_level(EIGHT, "x.yaml", "a/./x.yaml")
    assert {demand.name for demand in demands_of(made, rules)} == {"states", "moves"}


def test_moves_that_show_a_metric_in_units_are_moves_of_the_level():
    level = load("sokoban/next-door")
    walks = by(level, expand(level.puzzle), "walks")
    shown = dict(_witness(walks, "shortest"))
    assert len(shown["solution"]) > len(first_solution(walks).labels)
    assert typed_solutions.replay_with_verdict(level.puzzle, " ".join(shown["solution"]))[1]
