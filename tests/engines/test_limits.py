"""Time limits stop any computation: rules that take long, or never end."""

from __future__ import annotations

import contextlib
import threading
import time

import pytest

from stategraph.engines.limits import Budget, Limits, Reason, Stop
from stategraph.expand import expand
from stategraph.machine.deadline import OutOfTime
from stategraph.rules import One, Puzzle
from stategraph.search.comparison import ALGORITHMS, compare
from stategraph.search.solve import solve

# Long enough for a few states, and far below the time limit of a test on a busy machine.
SHORT, LONG = 0.2, 60

LATE = str(Stop(Reason.SECONDS, SHORT))


def steps(wait, most=9):
    """Return a puzzle of `most` steps, which waits before the third."""

    def step(s):
        if s.n < most:
            yield "+", s.but(n=s.n + 1)
            if s.n == 2:
                wait()
                yield "-", s.but(n=s.n - 1)

    return Puzzle(dict(n=0), [step], lambda s: s.n == most, n=One(10))


def for_ever():
    while True:
        pass


def past_errors():
    while True:
        with contextlib.suppress(Exception):
            for_ever()


def slowly():
    for _ in range(LONG * 10):
        time.sleep(0.1)


@pytest.mark.parametrize("wait", [for_ever, past_errors, slowly], ids=lambda wait: wait.__name__)
def test_a_move_that_never_ends_is_stopped_and_its_state_is_not_expanded(wait):
    whole = expand(steps(lambda: None))
    graph = expand(steps(wait), Limits(seconds=SHORT))
    assert (graph.complete, graph.stopped) == (False, LATE)
    assert (graph.expanded, graph.frontier.tolist()) == (2, [2])
    assert [graph.moves(node) for node in (0, 1)] == [whole.moves(node) for node in (0, 1)]
    assert graph.moves(2) == []


def test_rules_that_swallow_all_errors_are_told_again(monkeypatch):
    monkeypatch.setattr("stategraph.machine.deadline.SECONDS_UNTIL_NEXT_INTERRUPT", 0.05)
    told = []

    def twice():
        while len(told) < 2:
            try:
                for_ever()
            except:  # noqa: E722
                told.append(time.monotonic())
        for_ever()

    assert expand(steps(twice), Limits(seconds=SHORT)).stopped == LATE
    assert len(told) == 2


@pytest.mark.parametrize("search", ["bfs", "astar", "ida"])
def test_searches_are_stopped_in_the_midst_of_a_move(search):
    found = solve(steps(for_ever), search, Limits(seconds=SHORT))
    assert (found.moves, found.solvable, found.why) == (None, None, LATE)


def test_a_goal_that_never_ends_is_stopped_at_the_start_too():
    def goal(s):
        for_ever()

    graph = expand(Puzzle(dict(n=0), [], goal, n=One(10)), Limits(seconds=SHORT))
    assert (graph.goal, graph.stopped, graph.frontier.tolist()) == (None, LATE, [0])


@pytest.mark.parametrize("search", ["bfs", "astar"])
def test_rules_that_never_end_are_followed_no_longer_than_that_to_be_compiled(search):
    limits = Limits(seconds=SHORT)
    found = solve(steps(for_ever), search, limits, engine="native")
    assert (found.solvable, found.why) == (None, LATE)


@pytest.mark.long
def test_textbook_searches_are_stopped_in_the_midst_of_a_move():
    rows = compare("steps", steps(for_ever), list(ALGORITHMS), limits=Limits(seconds=SHORT))
    assert [(row.found.depth, row.found.stopped) for row in rows] == [(None, LATE)] * len(rows)
    assert all(row.found.distinct == 3 for row in rows)


def test_it_works_in_other_threads_too():
    made = []
    worker = threading.Thread(
        target=lambda: made.append(expand(steps(for_ever), Limits(seconds=SHORT)))
    )
    worker.start()
    worker.join(LONG)
    assert made[0].stopped == LATE


def test_nothing_is_raised_once_the_work_is_done():
    for _ in range(200):
        budget = Budget(Limits(seconds=0.002))
        try:
            budget.interrupting(lambda: time.sleep(0.0019))
        except OutOfTime as why:
            assert str(why) == "limit of 0.002 seconds"
    end = time.monotonic() + 0.05
    while time.monotonic() < end:
        pass


def test_several_expansions_share_the_seconds():
    limits = Limits(seconds=LONG, since=time.monotonic() - LONG)
    graph = expand(steps(lambda: None), limits)
    assert graph.stopped == f"limit of {LONG} seconds"  # those asked for, not those left


def test_time_is_left_for_the_analyses_where_the_seconds_are_for_these_too():
    for analysed in (False, True):
        budget = Budget(Limits(seconds=60, analysed=analysed))
        assert budget.exhausted(1_000_000, 1_000_000) is None
        stopped = budget.exhausted(10**9, 0)  # which take minutes
        assert stopped == (Stop(Reason.SECONDS, 60) if analysed else None)


def test_a_limit_of_memory_is_told_as_what_it_is():
    held = Budget(Limits(memory=1000 << 20), held_bytes=lambda: 900 << 20)
    assert (held.lacks(100 << 20), held.lacks(101 << 20)) == (None, Stop(Reason.MEMORY, 1000 << 20))
    assert Budget(Limits()).lacks(1 << 60) == Stop(Reason.FREE_MEMORY)
