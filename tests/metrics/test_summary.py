"""The summary of graphs whose answers are known."""

from __future__ import annotations

import networkx as nx
from by_state import graph_of
from toys import diamonds, lamps, ship

from stategraph.analysis import components, moves_from_start, moves_to_goal
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import summary


def test_the_ship():
    made = expand(ship())
    assert summary(made) == {
        "complete": True,
        "states": 9,
        "moves": 14,
        "solvable": True,
        "shortest": 3,
        "shortest_count": 1,
        "first_solution": "R3L5L8",
        "first_solution_moves": ["R3", "L5", "L8"],
        "order": "text",
        "dead_states": 2,
        "stuck_states": 0,
        "dead_end_cycles": 1,
        "trap_moves": 1,
        "max_depth": 4,
        "unknown": [],
    }
    assert [moves_from_start(made).tolist().count(k) for k in range(5)] == [1, 2, 2, 3, 1]
    assert moves_to_goal(made).max() == 4
    assert len(set(components(made))) == 4


def test_all_switches_lead_everywhere():
    record = summary(expand(lamps()))
    assert (record["shortest"], record["shortest_count"], record["dead_states"]) == (3, 6, 0)
    assert record["first_solution_moves"] == ["S0", "S1", "S2"]


def test_parallel_moves_are_counted_apart():
    record = summary(graph_of("a R3 g, a L3 g"))
    assert (record["states"], record["moves"], record["shortest_count"]) == (2, 2, 2)
    assert record["first_solution"] == "L3"


def test_an_unsolvable_puzzle():
    record = summary(graph_of("a x b, b y a"))
    assert (record["solvable"], record["shortest"], record["shortest_count"]) == (False, None, 0)
    assert (record["first_solution"], record["first_solution_moves"]) == (None, None)
    assert (record["dead_states"], record["dead_end_cycles"], record["trap_moves"]) == (2, 1, 0)


def test_twenty_two_way_diamonds():
    graph = nx.MultiDiGraph(diamonds(20))
    graph.add_edges_from([(v, u, "back") for u, v in diamonds(20).edges()])
    graph.add_edge(60, 61, key="+")
    graph.add_edge(60, 62, key="aside")
    made = StateGraph.from_networkx(graph, 0, 61)
    record = summary(made)
    assert (record["states"], record["shortest"]) == (63, 41)
    assert record["shortest_count"] == 1_048_576
    assert record["first_solution"] == "1+" * 20 + "+"
