"""Walks built without their steps: node for node the graph that is made of the steps."""

from __future__ import annotations

import threading

import numpy as np
import pytest
from effort import sampled

from stategraph.analysis import first_solution, shortest, walk_contraction_search
from stategraph.analysis.quotient_choice import by
from stategraph.analysis.walk_contraction import OneWayWalk, contracted
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.laws import replay, states_along
from stategraph.level_files import Level
from stategraph.load import load
from stategraph.machine import deadline
from stategraph.rules import One, Puzzle
from tests.analysis.test_symmetry_reduction import same
from tests.support.random_levels import random_level

NAMED = ("psychopath", "sokoban")  # these say who walks

LEVELS = [
    "psychopath/first-push",
    "psychopath/one-way-crates",
    "sokoban/too-late",
    "sokoban/all-at-home",
    "sokoban/corner",
]


def judge(level, limits=None):
    """Compare walks built at once with those made of the steps."""
    graph = expand(level.puzzle, limits)
    steps, made = by(level, graph, "walks"), contracted(level.puzzle, limits)
    quotient = made.quotient
    assert quotient.states_seen == len(graph)
    if not graph.complete:
        return _known_alike(steps, made)
    assert same(steps, made)
    for state in range(0, len(graph), 7):
        assert quotient.find(graph.state(state)) == steps.quotient.node_of(state)
    if graph.goal is None:
        return None
    assert quotient.fewest_steps == shortest(graph)
    best, least = quotient.solution(made), steps.quotient.solution(steps)
    assert best.text == least.text
    assert quotient.project(made, best).labels == steps.quotient.project(steps, least).labels
    assert quotient.ends(best) == steps.quotient.ends(least)
    lifted = quotient.lift(first_solution(made)).way
    assert lifted.labels == steps.quotient.lift(first_solution(steps)).way.labels
    assert level.puzzle.is_goal(replay(level.puzzle, " ".join(lifted.labels)).states[-1])
    passed = states_along(level.puzzle, made, first_solution(made))
    assert passed == states_along(level.puzzle, steps, first_solution(steps))
    return None


def _known_alike(steps, made):
    """Compare two graphs on expanded classes; on the frontier, unfinished classes may differ."""
    known = made.expanded
    assert (known, made.stopped) == (steps.expanded, steps.stopped)
    assert np.array_equal(made.states[:known], steps.states[:known])
    assert np.array_equal(made.offsets[:known], steps.offsets[:known])
    assert [*map(made.label, range(made.number_of_edges()))] == [
        *map(steps.label, range(steps.number_of_edges()))
    ]
    inner = made.targets < known
    assert np.array_equal(inner, steps.targets < known)
    assert np.array_equal(made.targets[inner], steps.targets[inner])


def random_named(family, number):
    owner, puzzle = random_level(family, number)
    return Level(owner, puzzle, f"{family} {number}", "random")


@pytest.mark.parametrize("name", LEVELS)
def test_bundled_levels(name):
    judge(load(name))


@pytest.mark.parametrize("family", NAMED)
def test_random_levels(family):
    for number in range(12):
        judge(random_named(family, number))


@pytest.mark.long
@pytest.mark.parametrize("family", NAMED)
def test_many_random_levels(family):
    for number in range(100, 400):
        judge(random_named(family, number))


@pytest.mark.parametrize("states", [1, 2, 30, 200, 1_000, 5_000])
def test_stopped_at_a_limit_it_is_the_same(states):
    judge(load("sokoban/too-late"), Limits(states=states))


def test_both_engines_make_the_same():
    puzzle = load("sokoban/too-late").puzzle
    assert same(contracted(puzzle, engine="direct"), contracted(puzzle, engine="native"))


def test_steps_that_cannot_be_taken_back_need_the_steps():
    def steps(s):
        if s.at < 3:
            yield "on", s.but(at=s.at + 1)

    def push(s):
        if s.at == 3 and not s.done:
            yield "push", s.but(done=1)

    puzzle = Puzzle(
        dict(at=0, done=0),
        [steps, push],
        lambda s: s.done == 1,
        walker="at",
        at=One(4),
        done=One(2),
    )
    with pytest.raises(OneWayWalk, match="cannot be taken back"):
        contracted(puzzle)


def test_nobody_walks_where_nobody_is_named():
    with pytest.raises(InputError, match="who walks"):
        contracted(load("spacewreck/eight-rooms").puzzle)


def _late_at(monkeypatch, call):
    """End the time limit during the `call`-th time that states are stored."""
    reach, calls = walk_contraction_search._reach, []

    def ring():
        (watch,) = deadline._HERE.watches
        calls.append(watch)
        if len(calls) == call:
            watch._seconds_left = lambda: 0.0
            timed = threading.Thread(target=watch.run)
            timed.start()
            timed.join(0.2)  # it may have to wait until all states are stored

    def late(*given, **more):
        found = reach(*given, **more)
        ring()
        return found

    monkeypatch.setattr(walk_contraction_search, "BATCH_STATES", 64)
    monkeypatch.setattr(walk_contraction_search, "_reach", late)


@pytest.mark.long
@pytest.mark.parametrize("call", sampled([1, 3, 8]))
def test_nothing_is_lost_of_what_was_found_when_the_seconds_end(monkeypatch, call):
    puzzle = load("sokoban/too-late").puzzle
    whole = contracted(puzzle, engine="direct")
    _late_at(monkeypatch, call)
    made = contracted(puzzle, Limits(seconds=3_600), engine="direct")
    assert made.stopped == "limit of 3600 seconds"
    known = made.expanded
    assert 0 <= known < len(whole)
    assert np.array_equal(made.states[:known], whole.states[:known])
    assert np.array_equal(made.offsets[: known + 1], whole.offsets[: known + 1])
    moves = range(int(made.offsets[known]))
    assert [*map(made.label, moves)] == [*map(whole.label, moves)]


def test_a_stretch_of_nothing_but_what_lies_ahead(monkeypatch):
    for module in ("walk_contraction_search", "walk_contraction"):
        monkeypatch.setattr(f"stategraph.analysis.{module}.BATCH_STATES", 64)
    puzzle, limits = load("sokoban/too-late").puzzle, Limits(states=2_500)
    made = contracted(puzzle, limits, engine="native")
    assert not made.complete
    assert same(made, contracted(puzzle, limits, engine="direct"))


def test_a_state_that_is_not_reached_has_no_class():
    """No move takes a box away, so that a state of fewer boxes is not reached."""
    level = load("sokoban/next-door")
    made = contracted(level.puzzle).quotient
    start = level.puzzle.start
    assert made.find(start) == 0
    fewer = start.but(boxes=[level.puzzle.board.size - 1])
    assert not level.puzzle.is_goal(fewer)
    assert made.find(fewer) is None
