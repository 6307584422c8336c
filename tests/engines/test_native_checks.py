"""Wrong compiled rules are found in any part of a graph, and plain Python does the work."""

from __future__ import annotations

import logging
import time

import numpy as np
import pytest
from alike import assert_same
from toys import DECLARED_PUZZLES, one_rule, ship

from stategraph import load
from stategraph.engines import engine_choice, native_checks
from stategraph.engines.limits import Budget, Limits
from stategraph.engines.successors import SuccessorGenerator
from stategraph.errors import MisreadError
from stategraph.expand import expand
from stategraph.invent.expander import Expander
from stategraph.native import surroundings
from stategraph.rules import One, Puzzle
from stategraph.search import search_context
from stategraph.search.solve import solve

SIZE, STOP = 60, 50


def misread_puzzle(goal=lambda s: False):
    """Return a board that ends at a row far from the start, which compiled rules do not see."""

    def move(s):
        if s.a < SIZE - 1:
            yield "R", s.but(a=s.a + 1)
        if s.b < SIZE - 1 and not (type(s.b) is int and s.b == STOP):
            yield "D", s.but(b=s.b + 1)

    return Puzzle(dict(a=0, b=0), [move], goal, a=One(SIZE), b=One(SIZE))


@pytest.fixture
def misreads(monkeypatch, interpreted):
    """Let rules through that symbols misread."""
    monkeypatch.setattr(surroundings, "objection", lambda code: None)
    monkeypatch.setattr(engine_choice, "HAND_OVER_STATES", 50)


@pytest.mark.usefixtures("misreads")
def test_a_native_expansion_names_the_state_and_both_sets_of_moves():
    with pytest.raises(MisreadError) as error:
        expand(misread_puzzle(), engine="native")
    text = str(error.value)
    assert f"b={STOP}" in text
    assert "plain Python finds R to (a=" in text
    assert f"D to (a={text.split('a=')[1].split(',')[0]}, b={STOP + 1})" in text
    assert "report it" in text


@pytest.mark.usefixtures("misreads")
def test_plain_python_begins_again_with_a_warning(caplog):
    with caplog.at_level(logging.WARNING, "stategraph"):
        graph = expand(misread_puzzle())
    assert len(graph) == SIZE * (STOP + 1)
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert "Plain Python begins again" in caplog.messages[0]
    direct = expand(misread_puzzle(), engine="direct")
    assert np.array_equal(graph.targets, direct.targets)


@pytest.mark.usefixtures("misreads")
def test_a_keeper_cannot_begin_again():
    job = engine_choice.Expansion(misread_puzzle(), Budget(Limits()), False, keeper=object())
    assert not job.recovers
    assert engine_choice.Expansion(misread_puzzle(), Budget(Limits()), False).recovers


@pytest.mark.usefixtures("misreads")
@pytest.mark.parametrize("search", ["astar", "bfs"])
def test_a_search_is_checked_too(monkeypatch, caplog, search):
    monkeypatch.setattr(search_context, "MIN_STATES_FOR_NATIVE", 50)
    puzzle = misread_puzzle(lambda s: (s.a == SIZE - 1) & (s.b == SIZE - 1))
    with pytest.raises(MisreadError, match=f"b={STOP}"):
        solve(puzzle, search, engine="native")
    with caplog.at_level(logging.WARNING, "stategraph"):
        found = solve(puzzle, search)
    assert (found.moves, found.solvable) == (None, False)
    assert len(caplog.records) == 1


@pytest.mark.usefixtures("misreads")
def test_moves_of_many_states_are_checked():
    puzzle = misread_puzzle()
    after = SuccessorGenerator(puzzle, Budget(Limits()), "native")
    pack = puzzle.variables.pack
    rows = [pack(puzzle.variables.state(dict(a=a, b=b))) for b in range(SIZE) for a in range(SIZE)]
    after.of(np.array(rows[:400], np.int64))
    with pytest.raises(MisreadError, match=f"b={STOP}"):
        for k in range(400, len(rows), 60):
            after.of(np.array(rows[k : k + 60], np.int64))


@pytest.mark.usefixtures("misreads")
def test_expansions_in_kept_arrays_are_checked(caplog):
    with caplog.at_level(logging.WARNING, "stategraph"):
        graph = Expander().expand(misread_puzzle(), 10**6, until_goal=False)
    assert len(graph) == SIZE * (STOP + 1)
    assert len(caplog.records) == 1


def test_some_states_of_every_layer_are_chosen():
    graph = expand(load("psychopath/notebook-5").puzzle)
    chosen = set(native_checks._nodes(graph, native_checks.MAX_SPREAD_STATES))
    layers = list(native_checks._layers(graph))
    assert layers[0] == (0, 1)
    assert layers[-1][1] == len(graph)
    assert all(any(first <= node < end for node in chosen) for first, end in layers)
    assert len(chosen) >= min(len(graph) - 1, native_checks.MAX_SPREAD_STATES - 1)  # never the goal


def test_a_right_puzzle_passes(interpreted):
    assert_same(load("pacman/after-you").puzzle)


def agree(puzzle, graph) -> bool:
    """Return whether Python finds the moves of all nodes but the goal, compared at once."""
    nodes = [node for node in range(graph.expanded) if node != graph.goal]
    return native_checks._agree(puzzle, graph, np.array(nodes, np.int64))


@pytest.mark.parametrize(
    "puzzle", [*DECLARED_PUZZLES, one_rule(lambda s: [("o", s)]), one_rule(lambda s: [])]
)
def test_python_agrees_with_its_own_graph(puzzle):
    assert agree(puzzle, expand(puzzle, engine="direct"))


def test_python_notices_each_change_of_a_graph():
    puzzle = ship()
    graph = expand(puzzle, engine="direct")
    assert not agree(puzzle, graph.but(goal=None))
    for move in range(graph.number_of_edges()):
        labels, targets = graph.labels.copy(), graph.targets.copy()
        labels[move] = (labels[move] + 1) % len(graph.label_names)
        targets[move] = (targets[move] + 1) % len(graph)
        assert not agree(puzzle, graph.but(labels=labels)), move
        assert not agree(puzzle, graph.but(targets=targets)), move
    for node in np.flatnonzero(np.diff(graph.offsets)).tolist():
        offsets = graph.offsets.copy()
        offsets[node + 1] -= 1
        assert not agree(puzzle, graph.but(offsets=offsets)), node


@pytest.mark.parametrize("number", [1, 8, 1000])
def test_numbers_that_are_spread_are_distinct(number):
    for count in (0, 1, 7, 10, 24, 25, 26, 3000, 3001, 10**6):
        chosen = native_checks.spread(count, number)
        assert chosen == sorted(set(chosen))
        assert all(0 <= one < count for one in chosen)
        assert len(chosen) == (count if count <= 3 * number else number)


def test_moves_that_are_slow_in_python_are_checked_for_a_limited_time():
    puzzle = ship()
    assert native_checks._deadline(puzzle) == float("inf")
    puzzle.own_moves = object()
    left = native_checks._deadline(puzzle) - time.monotonic()
    assert 0 < left <= native_checks.OWN_SECONDS
