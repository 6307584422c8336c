"""Gates and chapters, compared with networkx's dominator tree and with known answers."""

from __future__ import annotations

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from toys import diamonds, grid, lamps, repeated_labels, ship

from stategraph.analysis import gates, moves_to_goal
from stategraph.analysis.gates_and_chapters import _compute
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph


def dominators(case) -> dict[str, list[str]]:
    """Return, for each living state, the states on every path from the start to it, in order."""
    above = dict(nx.immediate_dominators(nx.DiGraph(case.play), case.start))
    chains = {}
    for state in case.alive:
        chain = [state]
        while chain[-1] != case.start:
            chain.append(above[chain[-1]])
        chains[state] = chain[::-1]
    return chains


@settings(max_examples=examples(200))
@given(repeated_labels())
def test_gates_and_chapters_are_those_of_the_dominator_tree(case):
    made = case.made
    if case.goal not in case.play:
        with pytest.raises(nx.NetworkXNoPath):
            gates(made)
        return
    found, chains = gates(made), dominators(case)
    assert [made.states[n] for n in found.nodes] == chains[case.goal]
    for node in made:
        name = made.states[node]
        passed = set(chains.get(name, ())) & set(chains[case.goal])
        assert found.chapter[node] == len(passed) - 1
    assert (found.nodes.dtype, found.chapter.dtype) == (np.int64, np.int32)


@settings(max_examples=examples(25))
@given(repeated_labels())
def test_compiled_gates_are_the_same(both, case):
    if case.goal in case.play:
        made = case.made
        args = made.offsets, made.targets, moves_to_goal(made)
        both(lambda *args: tuple(vars(_compute(*args)).values()), *args)


def test_known_gates():
    made = expand(ship())
    assert [repr(made.state(int(n))) for n in gates(made).nodes[1:-1]] == [
        "rocket=3, lucky=2",
        "rocket=3, lucky=5",
    ]
    assert gates(made).chapter.tolist().count(-1) == 2  # the dead ones
    assert len(gates(expand(lamps()))) == 2  # any switch may come first
    assert len(gates(StateGraph.from_networkx(grid(9), (0, 0), (8, 8)))) == 2


def test_a_chain_of_diamonds_has_a_gate_at_every_knot():
    made = StateGraph.from_networkx(diamonds(5), 0, 15)
    assert [made.state(int(n)) for n in gates(made).nodes] == [0, 3, 6, 9, 12, 15]
    by_name = {made.state(n): int(chapter) for n, chapter in enumerate(gates(made).chapter)}
    assert by_name == {n: n // 3 for n in range(16)}


def test_a_start_that_wins_is_its_own_gate():
    made = StateGraph.from_networkx(nx.empty_graph(1, nx.DiGraph), 0, 0)
    assert (gates(made).nodes.tolist(), gates(made).chapter.tolist()) == ([0], [0])
