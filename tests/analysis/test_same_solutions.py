"""Sets of shortest solutions compared without listing them, held to listing them."""

from __future__ import annotations

import networkx as nx
import toys
from hypothesis import given

from stategraph.analysis import first_solution, moves_from_start
from stategraph.analysis.same_solutions import (
    another_solution,
    fingerprint,
    is_shortest,
    only_in,
)
from stategraph.analysis.shortest_solutions import _nodes_by_distance, _nodes_by_level
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph


@given(toys.unique_labels(), toys.unique_labels())
def test_two_sets_of_solutions_are_compared_as_sets(one, two):
    mine, theirs = set(one.solutions), set(two.solutions)
    same = fingerprint(one.made) == fingerprint(two.made)
    assert same == (mine == theirs)
    found = only_in(one.made, two.made)
    if mine <= theirs:
        assert found is None
    else:
        assert found in mine - theirs
    for labels in mine | theirs:
        assert is_shortest(one.made, labels) == (labels in mine)


@given(toys.unique_labels())
def test_another_solution_is_another_one(case):
    solutions, found = set(case.solutions), another_solution(case.made)
    if len(solutions) < 2:
        assert found is None
    else:
        assert found in solutions - {first_solution(case.made).labels}


@given(toys.repeated_labels())
def test_the_fingerprint_never_says_same_of_what_is_not(case):
    shorter = nx.MultiDiGraph(case.graph)
    for u, v, label in list(shorter.edges(keys=True))[:1]:
        shorter.remove_edge(u, v, key=label)
    other = toys.Case(shorter, case.start, case.goal)
    if fingerprint(case.made) == fingerprint(other.made):
        assert set(case.solutions) == set(other.solutions)


def test_a_million_solutions_and_one_that_is_missing():
    graph = toys.diamonds(20)
    less = graph.copy()
    less.remove_edge(57, 58, key="1")
    whole = StateGraph.from_networkx(graph, 0, 60)
    part = StateGraph.from_networkx(less, 0, 60)
    assert fingerprint(whole) != fingerprint(part)
    assert only_in(part, whole) is None
    lost = only_in(whole, part)
    assert is_shortest(whole, lost)
    assert not is_shortest(part, lost)
    assert lost[-2:] == ("1", "+")


def test_without_a_goal_there_is_nothing_to_compare():
    one = expand(toys.square())
    none = StateGraph.from_networkx(nx.DiGraph([(0, 1), (2, 3)]), 0, 3)
    assert fingerprint(none) == ""
    assert (only_in(none, one), another_solution(none)) == (None, None)
    assert only_in(one, none) == first_solution(one).labels
    assert not is_shortest(none, ())


def test_labels_that_run_together_are_told_apart():
    def chain(*labels):
        graph = nx.MultiDiGraph()
        for k, label in enumerate(labels):
            graph.add_edge(k, k + 1, key=label)
        return StateGraph.from_networkx(graph, 0, len(labels))

    assert fingerprint(chain("R1", "0")) != fingerprint(chain("R", "10"))


@given(toys.repeated_labels())
def test_shortest_ways_are_the_same_level_by_level(case):
    graph = case.made
    before = moves_from_start(graph)
    for node in range(len(graph)):
        whole, levels = (
            find(graph, before, node) for find in (_nodes_by_distance, _nodes_by_level)
        )
        assert whole.tolist() == levels.tolist()
