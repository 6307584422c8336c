"""Adjusted near misses: starts farther from the goal, and removal of rejected elements."""

import pytest

from stategraph import load
from stategraph.analysis import moves_to_goal
from stategraph.design import ablate, demand, measure_all
from stategraph.design.ablation import SPARED
from stategraph.design.removal_trials import Trials
from stategraph.expand import expand
from stategraph.invent import draft_of, level_of, maker, search, wishes
from stategraph.invent.near_misses import adjusted


def looked_at(name, *demands):
    """Return a level's demands and evaluation, and the adjusted level with its evaluation."""
    given = maker(load(name))
    asked = wishes([demand(*one) for one in demands], (), "0", 5_000)
    before = asked.look(given, given.like)
    return given, asked, before, *adjusted(given, asked, given.like, before)


def values_by_state(level, name):
    """Return a metric of each state from which a solution exists."""
    graph = expand(level.puzzle)
    numbers = {}
    for node in (moves_to_goal(graph) > 0).nonzero()[0].tolist():
        start = level_of(level.family, draft_of(level.family, level.puzzle, graph.state(node)))
        numbers[node] = measure_all(start, expand(start.puzzle), [name])[name]
    return numbers


@pytest.mark.long
@pytest.mark.parametrize("most", [2, 3, None])
def test_the_start_is_moved_where_the_demanded_length_is_largest(most):
    name = "sokoban/first-push"
    numbers = values_by_state(load(name), "pushes")
    least = min(max(numbers.values()), most or 99)
    given, _, before, draft, after = looked_at(name, ("pushes", {"at least": 99, "at most": 999}))
    assert before.failed == after.failed == "pushes" and after.short <= before.short
    given, asked, before, draft, after = looked_at(name, ("pushes", [least, most or 999]))
    level = level_of(given.family, draft)
    assert measure_all(level, expand(level.puzzle), ["pushes"])["pushes"] == least
    assert after.failed == ""


def test_the_start_is_moved_where_the_solution_has_the_most_lines():
    name = "spacewreck/minefield"
    most = max(values_by_state(load(name), "lines").values())
    given, _, before, draft, after = looked_at(name, ("lines", {"at least": most}))
    assert (before.failed, after.failed) == ("lines", "")
    level = level_of(given.family, draft)
    assert measure_all(level, expand(level.puzzle), ["lines"])["lines"] == most


def test_lines_of_boxes_are_counted_in_pushes():
    given, _, before, draft, after = looked_at("sokoban/invented/on-the-way", ("lines", 3))
    assert (before.failed, after.failed) == ("lines", "")
    level = level_of(given.family, draft)
    assert measure_all(level, expand(level.puzzle), ["lines"])["lines"] == 3


def test_a_longer_solution_is_tried_if_a_level_is_too_easy():
    name = "spacewreck/minefield"
    level = load(name)
    least = measure_all(level, expand(level.puzzle), ["difficulty"])["difficulty"] + 1
    given, _, before, draft, after = looked_at(name, ("difficulty", {"at least": least}))
    assert before.failed == "difficulty" and after.failed == ""
    level = level_of(given.family, draft)
    assert measure_all(level, expand(level.puzzle), ["difficulty"])["difficulty"] >= least
    given, _, before, draft, after = looked_at(name, ("difficulty", {"at most": 0}))
    assert before.failed == "difficulty" and (draft, after) == (given.like, before)


def test_rejected_elements_are_removed_until_none_is_left():
    name = "spacewreck/merry-go-round"
    given, asked, before, draft, after = looked_at(name, ("decoration", 0))
    assert (before.failed, after.failed) == ("decoration", "")
    level = level_of(given.family, draft)
    assert not ablate(Trials(level.family, level.puzzle, workers=1)).called("decoration")
    given, asked, before, draft, after = looked_at(name, ("needed", "all"))
    assert (before.failed, after.failed) == ("needed", "")
    level = level_of(given.family, draft)
    purposes = {f.verdict for f in ablate(Trials(level.family, level.puzzle, workers=1)).findings}
    assert not purposes & set(SPARED)


def test_a_removal_that_breaks_another_demand_is_refused():
    name = "spacewreck/merry-go-round"
    level = load(name)
    traps = measure_all(level, expand(level.puzzle), ["trap_moves"])["trap_moves"]
    given, _, before, draft, after = looked_at(name, ("needed", "all"), ("trap_moves", traps))
    assert before.failed == "needed" and (draft, after) == (given.like, before)


@pytest.mark.parametrize("wanted", [("trap_moves", 9_999), ("needed", ["corridor 8→3 red"])])
def test_other_demands_leave_the_level_as_it_is(wanted):
    given, _, before, draft, after = looked_at("spacewreck/merry-go-round", wanted)
    assert before.failed == wanted[0] and (draft, after) == (given.like, before)


@pytest.mark.long
def test_a_search_does_not_lose_levels_to_decoration():
    given = maker(load("spacewreck/eight-rooms"), size=(6,))
    asked = wishes([demand("decoration", 0)], ("shortest",), "shortest", 1_000)
    result = search(given, asked, seed=5, evaluations=64)
    assert len(result.archive) > 2 and result.failures["decoration"] == 0
