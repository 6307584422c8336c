"""Solution classes against swapping moves one by one."""

from __future__ import annotations

from itertools import combinations, permutations

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from hypothesis import strategies as st
from toys import diamonds, grid, lamps, listed, listed_ways, ship

from stategraph.analysis import (
    first_solution,
    free_orders,
    shortest_paths,
    solution_classes,
)
from stategraph.analysis.equivalent_solutions import _all_classes, _all_squares, count_classes
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import unique_up_to_order

many = settings(max_examples=examples(200))


@st.composite
def layered(draw) -> StateGraph:
    """Draw a graph of 2 to 5 layers of at most 3 states, with few labels: many squares."""
    widths = [1, *draw(st.lists(st.integers(1, 3), min_size=1, max_size=4)), 1]
    graph = nx.MultiDiGraph()
    graph.add_nodes_from([(0, 0), (len(widths) - 1, 0)])
    for layer, (here, there) in enumerate(zip(widths, widths[1:], strict=False)):
        for u in range(here):
            for v in range(there):
                for label in draw(st.sets(st.sampled_from("abc"), max_size=2)):
                    graph.add_edge((layer, u), (layer + 1, v), key=label)
    return StateGraph.from_networkx(graph, (0, 0), (len(widths) - 1, 0))


def by_swapping(graph: StateGraph) -> list[set[tuple[int, ...]]]:
    """Return the classes as sets of solutions, each a tuple of moves, by swapping moves."""
    alike = nx.Graph()
    alike.add_nodes_from(moves for _, moves in listed(graph))
    for one, two in combinations(list(alike), 2):
        differ = [k for k, (a, b) in enumerate(zip(one, two, strict=True)) if a != b]
        if len(differ) == 2 and differ[1] == differ[0] + 1:
            i, j = differ
            if (graph.label(one[i]), graph.label(one[j])) == (
                graph.label(two[j]),
                graph.label(two[i]),
            ):
                alike.add_edge(one, two)
    return list(nx.connected_components(alike))


def members(graph: StateGraph, each) -> set[tuple[int, ...]]:
    walks = listed_ways(graph, each.paths)
    assert len(set(walks)) == len(walks)
    return {moves for _, moves in walks}


@many
@given(layered(), st.sampled_from(["text", "moves"]))
def test_classes_are_what_swapping_gives(graph, order):
    if graph.goal is None:
        with pytest.raises(nx.NetworkXNoPath):
            solution_classes(graph)
        return
    found, expected = solution_classes(graph, order), by_swapping(graph)
    assert sorted(sorted(members(graph, each)) for each in found) == sorted(map(sorted, expected))
    assert count_classes(graph) == len(expected)
    assert unique_up_to_order(graph) == (len(expected) == 1)
    for each in found:
        texts = [[graph.label(move) for move in moves] for moves in members(graph, each)]
        assert len(each) == len(texts)
        key = "".join if order == "text" else list
        assert key(each.first.labels) == min(map(key, texts))
    firsts = [each.first.text for each in found]
    assert firsts == sorted(firsts)
    assert firsts[0] == first_solution(graph, order).text


@many
@given(layered())
def test_free_orders_are_those_seen_both_ways(graph):
    for each in solution_classes(graph) if graph.goal is not None else []:
        rank = {(label, each.first.labels[:k].count(label)): k
                for k, label in enumerate(each.first.labels)}  # fmt: skip
        seen = set()
        for moves in members(graph, each):
            labels = [graph.label(move) for move in moves]
            order = [rank[label, labels[:k].count(label)] for k, label in enumerate(labels)]
            seen |= set(combinations(order, 2))
        assert free_orders(graph, each) == sorted(
            (i, j) for i, j in seen if i < j and (j, i) in seen
        )


@settings(max_examples=examples(25))
@given(layered())
def test_the_loops_are_the_same_compiled(both, graph):
    from stategraph import kernels

    if graph.goal is None:
        return
    ways = shortest_paths(graph)
    arrived = kernels.reverse(ways.offsets, ways.targets, True)
    args = ways.offsets, ways.targets, graph.labels[ways.moves], arrived
    squares = both(_all_squares, *args)
    for most in (1, 100):
        both(lambda *args: _all_classes(*args)[:2], arrived, *squares, most)


def test_a_grid_of_705432_solutions_is_one_class():
    made = StateGraph.from_networkx(grid(12), (0, 0), (11, 11))
    (only,) = solution_classes(made, most=1)
    assert len(only) == 705_432
    assert only.first.text == "D" * 11 + "R" * 11
    assert len(free_orders(made, only)) == 11 * 11


def test_classes_multiply_where_nothing_commutes():
    made = StateGraph.from_networkx(diamonds(9), 0, 27)
    assert len(solution_classes(made)) == count_classes(made) == 512
    assert solution_classes(made, most=511) is None
    assert count_classes(StateGraph.from_networkx(diamonds(10), 0, 30)) is None


def test_three_switches_are_one_class_whatever_their_order():
    made = expand(lamps())
    (only,) = solution_classes(made)
    assert len(only) == len(list(permutations(range(3))))
    assert free_orders(made, only) == [(0, 1), (0, 2), (1, 2)]
    assert count_classes(expand(ship())) == 1


def test_both_orders_may_lead_through_one_state():
    graph = nx.MultiDiGraph()
    for u, label, v in ("sax", "sbx", "xag", "xbg"):
        graph.add_edge(u, v, key=label)
    found = solution_classes(StateGraph.from_networkx(graph, "s", "g"))
    assert [each.first.text for each in found] == ["aa", "ab", "bb"]  # ab and ba are alike


def test_moves_commute_in_some_states_only():
    # a and b commute at the start, and not after c
    graph = nx.MultiDiGraph()
    for u, label, v in (
        "sam",
        "sbn",
        "mbo",
        "nao",
        "ocg",
        "scp",
        "paq",
        "pbr",
        "qbg",
        "rad",
        "rag",
    ):
        graph.add_edge(u, v, key=label)
    graph.remove_edge("r", "g", key="a")
    graph.add_edge("r", "g", key="d")
    found = solution_classes(StateGraph.from_networkx(graph, "s", "g"))
    assert [(each.first.text, len(each)) for each in found] == [("abc", 2), ("cab", 1), ("cbd", 1)]


def test_a_start_that_wins_has_one_class():
    made = StateGraph.from_networkx(nx.empty_graph(1, nx.DiGraph), 0, 0)
    (only,) = solution_classes(made)
    assert (only.first.text, len(only), free_orders(made, only)) == ("", 1, [])
