"""The k-th solution, all of them and samples, against sorted lists."""

from __future__ import annotations

from collections import Counter
from math import comb, sqrt

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import diamonds, grid, listed, repeated_labels, unique_labels

from stategraph.analysis import first_solution, nth_solution, sample, solutions_in_order
from stategraph.graph.state_graph import StateGraph

many = settings(max_examples=examples(150))


@many
@given(repeated_labels(), st.sampled_from(["text", "moves"]))
def test_solutions_come_in_order_each_once(case, order):
    made = case.made
    if made.goal is None:
        return
    found = list(solutions_in_order(made, order))
    key = "".join if order == "text" else tuple
    expected = sorted(listed(made), key=lambda each: key(each[0]))
    assert [key(way.labels) for way in found] == [key(labels) for labels, _ in expected]
    assert sorted((way.labels, way.moves) for way in found) == sorted(expected)
    assert first_solution(made, order).text == found[0].text
    assert [nth_solution(made, k, order) for k in range(min(9, len(found)))] == found[:9]


@many
@given(unique_labels(), st.integers(0, 5))
def test_a_sample_is_of_solutions(case, seed):
    if case.solutions:
        found = list(sample(case.made, 5, seed))
        assert {way.labels for way in found} <= set(case.solutions)
        assert found == list(sample(case.made, 5, seed))


def test_samples_are_fair():
    made = StateGraph.from_networkx(diamonds(2), 0, 6)
    times = Counter(way.text for way in sample(made, 4000, 7))
    assert set(times) == {"1+1+", "1+2+", "2+1+", "2+2+"}
    assert all(abs(k - 1000) < 4 * sqrt(4000 * 3 / 16) for k in times.values())


def test_a_sample_is_the_same_on_every_machine():
    made = StateGraph.from_networkx(diamonds(4), 0, 12)
    assert [way.text for way in sample(made, 3, 0)] == ["2+2+1+1+", "2+2+1+2+", "1+1+1+2+"]


@pytest.mark.parametrize("k", [0, 1, 2**70, 2**200 - 1])
def test_counting_reaches_where_no_list_does(k):
    made = StateGraph.from_networkx(diamonds(200), 0, 600)
    bits = f"{k:0200b}".replace("1", "2+").replace("0", "1+")
    assert nth_solution(made, k).text == bits


def test_the_last_of_a_grid():
    made = StateGraph.from_networkx(grid(12), (0, 0), (11, 11))
    assert nth_solution(made, comb(22, 11) - 1).text == "R" * 11 + "D" * 11
    with pytest.raises(IndexError, match="there are 705,432 paths"):
        nth_solution(made, comb(22, 11))
    with pytest.raises(IndexError):
        nth_solution(made, -1)


@pytest.mark.long
@pytest.mark.parametrize("order", ["text", "moves"])
def test_a_label_of_hundreds_of_thousands_of_characters(order):
    """It is compared character by character with another, and never copied for each of them."""
    long = "x" * 300_000
    links = nx.MultiDiGraph()
    for source, target, key in (("s", "a", long + "b"), ("s", "b", long + "a"), ("a", "g", "y"),
                                ("b", "g", long)):  # fmt: skip
        links.add_edge(source, target, key=key)
    graph = StateGraph.from_networkx(links, "s", "g")
    assert first_solution(graph, order).labels == (long + "a", long)
    assert nth_solution(graph, 1, order).labels == (long + "b", "y")
