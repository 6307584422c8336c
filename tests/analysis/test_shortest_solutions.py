"""Shortest solutions and paths: their number and the first one, compared with full lists."""

from __future__ import annotations

from math import comb

import networkx as nx
import pytest
from by_state import graph_of, is_walk
from effort import examples
from hypothesis import given, settings
from toys import diamonds, grid, repeated_labels, square, unique_labels

from stategraph.analysis import (
    count_paths,
    dead_end_cycles,
    first_path,
    first_solution,
    shortest,
    shortest_paths,
    solvable,
    witness,
)
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph

many = settings(max_examples=examples(200))


@many
@given(unique_labels())
def test_shortest_solutions_of_puzzles(case):
    made, solutions = case.made, case.solutions
    if not solutions:
        assert shortest(made) is None
        assert solvable(made) is False
        with pytest.raises(nx.NetworkXNoPath):
            shortest_paths(made)
        return
    assert solvable(made) is True
    assert shortest(made) == len(solutions[0])
    assert count_paths(shortest_paths(made)) == len(solutions) == len(set(solutions))
    text, moves = first_solution(made), first_solution(made, "moves")
    assert "".join(text.labels) == min("".join(labels) for labels in solutions)
    assert text.labels in solutions
    assert moves.labels == min(solutions)
    for way in (text, moves):
        assert is_walk(made, way)
        assert (way.nodes[0], way.nodes[-1]) == (0, made.goal)


@many
@given(repeated_labels())
def test_shortest_solutions_of_graphs_that_repeat_labels(case):
    if case.solutions:
        made = case.made
        assert count_paths(shortest_paths(made)) == len(case.solutions)
        text, moves = first_solution(made), first_solution(made, "moves")
        assert "".join(text.labels) == min("".join(labels) for labels in case.solutions)
        assert moves.labels == min(case.solutions)
        assert is_walk(made, text)
        assert is_walk(made, moves)


@many
@given(repeated_labels())
def test_shortest_ways_between_any_two_states(case):
    made = case.made
    for source, target in [(0, len(made) - 1), (len(made) - 1, 0), (len(made) // 2, 0)]:
        expected = case.ways(made.states[source], made.states[target])
        if not expected:
            with pytest.raises(nx.NetworkXNoPath):
                shortest_paths(made, source, target)
            continue
        ways = shortest_paths(made, source, target)
        assert (ways.nodes[0], ways.nodes[-1]) == (source, target)
        assert ways.length == len(expected[0])
        assert count_paths(ways) == len(expected)
        assert first_path(made, ways, "moves").labels == min(expected)
        assert "".join(first_path(made, ways).labels) == min(map("".join, expected))


@pytest.mark.parametrize(
    "text, by_text, by_moves",
    [
        # two moves each: R10 R1 and R1 R2
        ("s R1 u, s R10 v, u R2 g, v R1 g", "R10 R1", "R1 R2"),
        # code points, not numbers
        ("s R10 u, s R2 v, u x g, v x g", "R10 x", "R10 x"),
        # capitals before small letters
        ("s b u, s B v, u x g, v x g", "B x", "B x"),
        # a prefix is smaller than the whole text
        ("s R1 g, s R10 g", "R1", "R1"),
        # the text continues inside the next label
        ("s a u, s ab v, u bc g, v b g", "ab b", "a bc"),
        # the same text split in two places
        ("s a u, s ab v, u bc g, v c g", None, "a bc"),
    ],
)  # fmt: skip
def test_first_solution_in_both_orders(text, by_text, by_moves):
    made = graph_of(text)
    found = " ".join(first_solution(made).labels)
    assert found == by_text or by_text is None
    assert " ".join(first_solution(made, "moves").labels) == by_moves


def test_labels_may_be_empty():
    graph = nx.MultiDiGraph()
    for u, v, label in [("s", "u", ""), ("s", "v", "a"), ("u", "g", "b"), ("v", "g", "")]:
        graph.add_edge(u, v, key=label)
    made = StateGraph.from_networkx(graph, "s", "g")
    assert first_solution(made).labels == ("a", "")
    assert first_solution(made, "moves").labels == ("", "b")


def test_an_unknown_order_is_refused():
    with pytest.raises(ValueError, match="'words'"):
        first_solution(expand(square()), "words")


def test_the_way_from_a_state_to_itself_has_no_moves():
    made = expand(square())
    ways = shortest_paths(made, 1, 1)
    assert (ways.length, count_paths(ways), first_path(made, ways).nodes) == (0, 1, (1,))


@many
@given(unique_labels())
def test_solutions_and_witnesses_replay_in_the_puzzle(case):
    puzzle, made = case.puzzle(), case.made
    ways = [witness(made, cycle)[0] for cycle in dead_end_cycles(made)]
    if case.solutions:
        ways += [first_solution(made, order) for order in ("text", "moves")]
    for way in ways:
        state = made.states[way.nodes[0]]
        for label, node in zip(way.labels, way.nodes[1:], strict=True):
            state = dict(puzzle.moves(state))[label]
            assert state == made.states[node]


# -------------------------------------------------------------------------- more than can be listed


def test_a_grid_of_40_by_40():
    made = StateGraph.from_networkx(grid(40), (0, 0), (39, 39))
    assert count_paths(shortest_paths(made)) == comb(78, 39)
    for order in ("text", "moves"):
        assert first_solution(made, order).text == "D" * 39 + "R" * 39


@pytest.mark.parametrize("k", [30, 31, 61, 62, 63, 64, 123, 124, 125, 200])
def test_counts_are_exact_beyond_any_word(k):
    made = StateGraph.from_networkx(diamonds(k), 0, 3 * k)
    assert count_paths(shortest_paths(made)) == 2**k


def test_labels_that_can_be_cut_up_in_many_ways():
    graph = nx.MultiDiGraph()
    for k in range(60):
        for label in ("a", "aa", "aaa"):
            graph.add_edge(k, k + 1, key=label)
            graph.add_edge(k, (k + 1, label), key=label)
            graph.add_edge((k + 1, label), k + 2, key="a")
    made = StateGraph.from_networkx(graph, 0, 60)
    assert first_solution(made).labels == ("a",) * 60
    before, count = 0, 1
    for _ in range(60):
        before, count = count, 3 * count + 3 * before
    assert count_paths(shortest_paths(made)) == count
