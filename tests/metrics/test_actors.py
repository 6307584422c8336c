"""Switches of actor against Dijkstra's search over (state, last actor)."""

from __future__ import annotations

import networkx as nx
import pytest
from effort import examples
from hypothesis import given, settings
from toys import repeated_labels, ship

from stategraph.analysis import first_solution
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics.actors import actor_switches, least_switches


def who(label: str) -> str:
    return label[0]


def naive(case) -> int:
    """Return the least switches by networkx."""
    graph = nx.DiGraph()
    actors = {who(label) for _, _, label in case.play.edges(keys=True)}
    for actor in actors:
        graph.add_edge("begin", (case.start, actor), weight=0)
        graph.add_edge((case.goal, actor), "end", weight=0)
    for u, v, label in case.play.edges(keys=True):
        for last in actors:
            graph.add_edge((u, last), (v, who(label)), weight=int(last != who(label)))
    return nx.dijkstra_path_length(graph, "begin", "end") if actors else 0


@settings(max_examples=examples(200))
@given(repeated_labels())
def test_least_switches(case):
    if case.goal not in case.play:
        with pytest.raises(nx.NetworkXNoPath):
            least_switches(case.made, who)
        return
    found = least_switches(case.made, who)
    assert found == (0 if case.start == case.goal else naive(case))
    assert found <= actor_switches(first_solution(case.made), who)


@settings(max_examples=examples(25))
@given(repeated_labels())
def test_the_search_is_the_same_compiled(both, case):
    if case.made.goal is not None:
        both(least_switches, case.made, who)


def test_known_switches():
    made = expand(ship())
    assert actor_switches(first_solution(made), who) == 1
    assert least_switches(made, who) == 1


def test_a_detour_may_need_fewer_switches():
    graph = nx.MultiDiGraph()
    for u, label, v in ("sAa", "aBb", "bAg", "sAc", "cAd", "dAe", "eAg"):
        graph.add_edge(u, v, key=label)
    made = StateGraph.from_networkx(graph, "s", "g")
    assert actor_switches(first_solution(made), who) == 2
    assert least_switches(made, who) == 0
