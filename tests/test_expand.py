"""Puzzle -> StateGraph: numbering, the goal, limits, and the claims of a stopped expansion."""

from __future__ import annotations

import itertools

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import (
    DECLARED_PUZZLES,
    PLAIN_PUZZLES,
    Plain,
    counter,
    lamps,
    plain,
    ship,
    square,
    trapdoor,
    unique_labels,
)

from stategraph.analysis import (
    dead,
    dead_end_cycles,
    doom,
    moves_from_start,
    moves_to_goal,
    query,
    solutions_known,
    stuck,
    trap_moves,
)
from stategraph.engines.limits import Limits
from stategraph.errors import RuleError
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import summary
from stategraph.rules import One, Puzzle, Set, Tuple

many = settings(max_examples=examples(150))


def listing(graph: StateGraph) -> list:
    """Return everything that a person could see of a graph."""
    return [(graph.state(node), graph.moves(node)) for node in graph]


# -------------------------------------------------------------------------------------- numbering


def test_states_are_numbered_breadth_first_in_the_order_of_the_rules():
    assert [repr(expand(square()).state(node)) for node in range(4)] == [
        "x=0, y=0",
        "x=1, y=0",
        "x=0, y=1",
        "x=1, y=1",
    ]


@pytest.mark.parametrize("puzzle", PLAIN_PUZZLES + DECLARED_PUZZLES)
def test_numbers_follow_the_order_of_discovery(puzzle):
    graph = expand(puzzle)
    assert graph.state(0) == puzzle.start
    met = itertools.chain([0], graph.targets.tolist())
    assert list(dict.fromkeys(met)) == list(graph)


@pytest.mark.parametrize("puzzle", PLAIN_PUZZLES + DECLARED_PUZZLES)
def test_every_move_is_one_of_the_rules(puzzle):
    graph = expand(puzzle)
    for node in graph:
        if node != graph.goal:
            expected = [
                (label, graph.goal if puzzle.is_goal(new) else graph.find(new))
                for label, new in puzzle.moves(graph.state(node))
            ]
            assert graph.moves(node) == expected


@many
@given(unique_labels(), st.sets(st.sampled_from("abcdefgh")))
def test_expanding_a_table_gives_the_graph_of_the_table(case, goals):
    puzzle = case.puzzle()
    puzzle.goals = tuple(goals)
    ours = expand(puzzle)
    known = [node for node in goals if node in case.graph]
    theirs = StateGraph.from_networkx(case.graph, case.start, known)
    assert ours.states == theirs.states
    assert ours.goal == theirs.goal
    assert [sorted(ours.moves(u)) for u in ours] == [sorted(theirs.moves(u)) for u in theirs]


def test_a_puzzle_with_declared_variables_and_its_plain_twin_give_the_same_graph():
    puzzle = ship()
    twin = Plain(puzzle.start)
    twin.moves, twin.is_goal = puzzle.moves, puzzle.is_goal
    assert listing(expand(puzzle)) == listing(expand(twin))


# --------------------------------------------------------------------------------------- the goal


def test_all_goal_states_are_one_node_whose_state_is_the_first_generated():
    graph = expand(plain("a", "a x b, a y h, b z g, h q b", "gh"))
    assert listing(graph) == [("a", [("x", 1), ("y", 2)]), ("b", [("z", 2)]), ("h", [])]
    assert graph.goal == 2


def test_moves_into_the_goal_stay_apart():
    graph = expand(plain("a", "a x g, a y h", "gh"))
    assert (len(graph), graph.moves(0)) == (2, [("x", 1), ("y", 1)])


@pytest.mark.parametrize("until_goal", [False, True])
def test_a_start_that_is_a_goal_has_no_moves(until_goal):
    graph = expand(plain("g", "g x a, a y g", "g"), until_goal=until_goal)
    assert listing(graph) == [("g", [])]
    assert (graph.goal, graph.complete) == (0, True)
    record = summary(graph)
    assert (record["states"], record["moves"], record["shortest"]) == (1, 0, 0)
    assert (record["shortest_count"], record["first_solution"]) == (1, "")


def test_a_start_without_moves():
    graph = expand(plain("a", "", "g"))
    assert (len(graph), graph.number_of_edges(), graph.goal, graph.complete) == (1, 0, None, True)


def test_self_loops_count():
    assert expand(plain("a", "a x a, a y g", "g")).moves(0) == [("x", 0), ("y", 1)]


# ---------------------------------------------------------------------------------------- budgets


@pytest.mark.parametrize("puzzle", PLAIN_PUZZLES + DECLARED_PUZZLES)
def test_a_budget_of_just_enough_states_is_no_stop(puzzle):
    whole = expand(puzzle)
    enough = expand(puzzle, Limits(states=len(whole)))
    assert enough.complete
    assert enough.stopped == ""
    assert listing(enough) == listing(whole)
    assert len(enough.frontier) == 0


@pytest.mark.parametrize("puzzle", PLAIN_PUZZLES + DECLARED_PUZZLES)
def test_one_state_less_is_a_stop(puzzle):
    n = len(expand(puzzle))
    graph = expand(puzzle, Limits(states=n - 1))
    assert not graph.complete
    assert graph.graph["complete"] is False
    assert graph.stopped == f"limit of {n - 1} states"
    assert f"incomplete: limit of {n - 1} states" in repr(graph)


@many
@given(unique_labels(), st.integers(1, 8))
def test_a_stopped_expansion_is_the_beginning_of_the_whole(case, most):
    whole = expand(case.puzzle())
    part = expand(case.puzzle(), Limits(states=most))
    assert part.complete == (most >= len(whole))
    assert len(part) <= max(1, most)
    assert part.states == whole.states[: len(part)]
    assert part.goal in (None, whole.goal)
    for node in range(part.expanded):
        assert part.moves(node) == whole.moves(node)
    for node in part.frontier.tolist():
        assert part.moves(node) == []
    goal = {part.goal} - {None}
    assert {*range(part.expanded), *part.frontier.tolist()} | goal == set(part)
    assert goal.isdisjoint(part.frontier.tolist())


def test_the_frontier_is_what_was_found_but_not_expanded():
    # a, g and b are there; expanding b would give one state too many
    graph = expand(plain("a", "a x g, a y b, b z c", "g"), Limits(states=3))
    assert graph.expanded == 2
    assert graph.frontier.tolist() == [2]
    assert graph.goal == 1


def test_a_time_limit_stops_the_expansion():
    graph = expand(counter(1000), Limits(seconds=0))
    assert not graph.complete
    assert graph.stopped == "limit of 0 seconds"
    assert 1 <= len(graph) < 1000


def test_a_memory_limit_stops_the_expansion():
    for memory, text in ((2**20, "1 MiB"), (2**20 - 1, "1,048,575 bytes"), (1, "1 byte")):
        graph = expand(counter(1000), Limits(memory=memory))
        assert not graph.complete
        assert graph.stopped == f"limit of {text} of memory"


def test_generous_limits_change_nothing():
    graph = expand(counter(1000), Limits(states=10**9, seconds=10**6, memory=2**60))
    assert graph.complete
    assert len(graph) == 1001


def test_progress_is_told_numbers_that_grow():
    told = []
    graph = expand(counter(1000), progress=lambda states, moves: told.append((states, moves)))
    assert told == sorted(told)
    assert len(told) > 3
    assert told[-1] <= (len(graph), graph.number_of_edges())


def test_an_error_in_progress_is_not_swallowed():
    def stop(states, moves):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        expand(counter(1000), progress=stop)


# ----------------------------------------------------------- claims of a stopped expansion

SEEN = {"complete", "states", "moves", "unknown", "stopped", "at_least"}


def budgets(case):
    """Yield the graph of `case` stopped at every budget, and the whole of it."""
    whole = expand(case.puzzle())
    for most in range(1, len(whole) + 1):
        yield expand(case.puzzle(), Limits(states=most)), whole


@many
@given(unique_labels(), st.sampled_from(["text", "moves"]))
def test_what_a_stopped_expansion_does_not_call_unknown_is_true(case, order):
    for part, whole in budgets(case):
        claims, truth = summary(part, order), summary(whole, order)
        for name in set(claims) - SEEN - set(claims["unknown"]):
            assert claims[name] == truth[name], name
        for name in claims["unknown"]:
            assert claims[name] is None, name
        for name, least in claims.get("at_least", {}).items():
            assert least <= truth[name], name


@many
@given(unique_labels())
def test_what_a_stopped_expansion_calls_dead_is_dead(case):
    for part, whole in budgets(case):
        for question in (dead, stuck):
            assert not (question(part) & ~question(whole)[: len(part)]).any()
        assert set(trap_moves(part)) <= set(trap_moves(whole))
        known = {tuple(cycle.states): cycle.terminal for cycle in dead_end_cycles(whole)}
        for cycle in dead_end_cycles(part):
            assert known[tuple(cycle.states)] == cycle.terminal


@many
@given(unique_labels())
def test_distances_from_the_start_are_right_on_a_stopped_expansion(case):
    for part, whole in budgets(case):
        assert (moves_from_start(part) == moves_from_start(whole)[: len(part)]).all()
        near, true = moves_to_goal(part), moves_to_goal(whole)[: len(part)]
        assert (near[near >= 0] >= true[near >= 0]).all()


@many
@given(unique_labels())
def test_what_is_said_of_a_state_of_a_stopped_expansion_is_true(case):
    for part, whole in budgets(case):
        for node in part:
            said, truth = query(part, node), query(whole, node)
            assert len(said.way) == len(truth.way)
            assert said.can_win in (None, truth.can_win)
            assert said.moves_to_win in (None, truth.moves_to_win)
            assert said.best_moves in ((), truth.best_moves)
            assert said.stuck_in in (None, truth.stuck_in)
            assert (said.cycle is None) or len(said.cycle) == len(truth.cycle)


def test_doom_names_no_state_as_alive_that_is_dead():
    # all of it is dead, but the search stops before it has seen what follows from a
    puzzle = plain("a", "a x b, a y c, c z d", "g")
    part = expand(puzzle, Limits(states=3))
    assert dead(part).tolist() == [False, True, False]
    said = query(part, 1).doom
    assert said is None or said.last_alive is None
    assert doom(expand(puzzle), query(part, 1).way).last_alive is None


# ---------------------------------------------------------------------------------- until the goal


@many
@given(unique_labels(), st.sampled_from(["text", "moves"]))
def test_until_goal_knows_everything_about_shortest_solutions(case, order):
    part = expand(case.puzzle(), until_goal=True)
    claims, truth = summary(part, order), summary(expand(case.puzzle()), order)
    for name in ("shortest", "shortest_count", "first_solution", "first_solution_moves"):
        assert claims[name] == truth[name]
    assert solutions_known(part)
    assert claims["solvable"] == truth["solvable"]


def test_until_goal_expands_no_further_than_the_last_level_before_the_goal():
    text = "a x b, a y c, b z g, c z d, d z e, e z f"
    graph = expand(plain("a", text, "g"), until_goal=True)
    assert graph.states == list("abcgd")
    assert graph.frontier.tolist() == [4]
    assert not graph.complete


def test_until_goal_is_complete_when_nothing_else_is_left():
    assert expand(square(), until_goal=True).complete
    assert expand(trapdoor(), until_goal=True).complete is False


def test_without_a_goal_in_reach_until_goal_expands_everything():
    graph = expand(plain("a", "a x b, b y c", "g"), until_goal=True)
    assert (graph.complete, len(graph)) == (True, 3)


# --------------------------------------------------------------------------------------- mistakes


def broken(rule, **variables):
    return Puzzle({"n": 0}, [rule], lambda s: False, n=One(3), **variables)


def test_a_label_twice_in_a_state_names_both():
    with pytest.raises(RuleError, match=r"state \('b'\).*label 'x'"):
        expand(plain("a", "a w b, b x c, b y d, b x e", "g"))


def test_an_empty_label_is_refused():
    with pytest.raises(RuleError, match=r"state \('b'\).* its label is empty"):
        expand(Plain("a", {"a": [("x", "b")], "b": [("", "c")]}))


class Moody:
    """A counter that, from a state on, counts the times that it was asked too."""

    start = 0

    def __init__(self, honest):
        self.honest, self.asked = honest, itertools.count()

    def moves(self, state):
        mood = next(self.asked) if state >= self.honest else 0
        yield f"+{mood}", state + 1

    def is_goal(self, state):
        return state == 200


@pytest.mark.parametrize("honest", [0, 10, 50])
def test_rules_that_depend_on_more_than_the_state_are_noticed(honest):
    with pytest.raises(RuleError, match=r"state \(\d+\): asked twice, .* different moves"):
        expand(Moody(honest))
    assert len(expand(Moody(200))) == 201


def test_rules_that_lead_elsewhere_the_second_time_are_noticed():
    ends = itertools.cycle("bcd")
    moody = plain("a", "a x b", "d")
    moody.moves = lambda state: [("x", next(ends))]
    with pytest.raises(RuleError, match="different moves"):
        expand(moody)


def test_to_ask_twice_costs_a_hundredth():
    honest, asked = Moody(300), []
    honest.moves = lambda state: asked.append(state) or [("+", state + 1)]
    honest.is_goal = lambda state: state == 5000
    expand(honest, engine="direct")
    assert 5000 < len(asked) <= 5050


def test_the_same_move_twice_is_a_label_twice():
    with pytest.raises(RuleError, match="label 'x' on more than one move"):
        expand(plain("a", "a x b, a x b", "g"))


def test_a_label_may_be_in_several_states():
    assert len(expand(plain("a", "a x b, b x c", "c"))) == 3


@pytest.mark.parametrize("label", [7, None, b"x", ("x",), ["x"]], ids=repr)
def test_a_label_that_is_no_text_names_the_state(label):
    puzzle = Plain("a", {"a": [("x", "b")], "b": [(label, "c")]})
    with pytest.raises(RuleError, match=r"state \('b'\).* is not a text"):
        expand(puzzle)


@pytest.mark.parametrize("value", [3, -1])
def test_a_value_out_of_range_names_variable_state_and_value(value):
    def rule(s):
        yield "x", s.but(n=value)

    with pytest.raises(RuleError, match=rf"state \(n=0\).*'n': {value} is not in 0\.\.2"):
        expand(broken(rule))


def test_an_unknown_variable_is_named():
    def rule(s):
        yield "x", s.but(m=1)

    with pytest.raises(RuleError, match="unknown variable 'm'"):
        expand(broken(rule))


def test_an_unhashable_state_is_named():
    with pytest.raises(RuleError, match=r"state \('a'\).*\['b'\] is not hashable"):
        expand(Plain("a", {"a": [("x", ["b"])]}))


def test_an_unhashable_start_is_named():
    with pytest.raises(RuleError, match=r"\['a'\] is not hashable"):
        expand(Plain(["a"]))


def test_an_error_of_the_rule_itself_comes_through():
    def rule(s):
        yield "x", s.but(n=1 // s.n)

    with pytest.raises(ZeroDivisionError):
        expand(broken(rule))


# ----------------------------------------------------------------------------------------- states


def test_states_are_packed_where_variables_are_declared():
    graph = expand(lamps())
    assert isinstance(graph.states, np.ndarray)
    assert graph.states.shape == (8, 1)
    assert graph.states.dtype == np.int64


def test_states_of_several_words_come_back():
    def step(s):
        for k in range(4):
            if s.row[k] < 1:
                yield f"{k}", s.but(row=s.row.put(k, 99), cells=s.cells + (63 + k), n=s.n + 1)

    puzzle = Puzzle(
        {"row": [0] * 20, "cells": [], "n": 0}, [step], lambda s: s.n == 4,
        row=Tuple(20, 100), cells=Set(130), n=One(5),
    )  # fmt: skip
    graph = expand(puzzle)
    assert (len(graph), graph.states.shape[1] > 3) == (16, True)
    last = graph.state(graph.goal)
    assert last.row == (99, 99, 99, 99, *[0] * 16)
    assert last.cells == {63, 64, 65, 66}
    assert (graph.states < 0).any(), "bit 63 of a word is used"


def test_labels_need_not_be_short():
    graph = expand(plain("a", f"a {'x' * 1000} g", "g"))
    assert graph.moves(0) == [("x" * 1000, 1)]


def test_networkx_agrees_with_the_distances():
    graph = expand(ship())
    assert moves_from_start(graph).tolist() == list(
        dict(
            sorted(nx.single_source_shortest_path_length(StateGraph.over(graph), 0).items())
        ).values()
    )
