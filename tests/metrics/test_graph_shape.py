"""The shape of state spaces, compared with networkx and with known answers."""

from __future__ import annotations

from itertools import combinations

import networkx as nx
import numpy as np
import pytest
from effort import examples
from hypothesis import given, settings
from toys import grid, lamps, repeated_labels, ship

from stategraph.analysis.strong_components import _longest_chain, components, longest_chain
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.metrics import graph_shape as shape

many = settings(max_examples=examples(150))


@many
@given(repeated_labels())
def test_levels_and_moves_back(case):
    made, play = case.made, case.play
    level = nx.single_source_shortest_path_length(play, case.start)
    count = lambda some: [  # noqa: E731
        sum(level[u] == k for u in some) for k in range(max(level.values()) + 1)
    ]
    assert shape.states_per_level(made) == count(play)
    assert shape.alive_per_level(made) == count(case.alive)
    assert shape.dead_per_level(made) == count(case.dead)
    assert shape.largest_level(made) == max(count(play))
    falls = [level[u] - level[v] for u, v, _ in play.edges(keys=True) if level[u] >= level[v]]
    assert shape.back_level_moves(made) == len(falls)
    assert shape.longest_back_move(made) == max(falls, default=None)
    mean = shape.mean_back_length(made)
    assert mean == (pytest.approx(sum(falls) / len(falls)) if falls else None)
    share = shape.back_level_share(made)
    assert share == (len(falls) / play.number_of_edges() if play.number_of_edges() else None)


@many
@given(repeated_labels())
def test_degrees(case):
    out, into = (dict(d).values() for d in (case.play.out_degree(), case.play.in_degree()))
    made = case.made
    assert (shape.min_out_degree(made), shape.max_out_degree(made)) == (
        min(out),
        max(out),
    )
    assert (shape.min_in_degree(made), shape.max_in_degree(made)) == (
        min(into),
        max(into),
    )
    assert shape.mean_degree(made) == pytest.approx(sum(into) / len(into))


@many
@given(repeated_labels())
def test_components_and_their_chains(case):
    made, play = case.made, case.play
    quotient = nx.condensation(nx.DiGraph(play))
    members = nx.get_node_attributes(quotient, "members").values()
    assert shape.components(made) == len(members)
    assert shape.largest_component(made) == max(map(len, members))
    sizes = sorted(map(len, members), reverse=True)
    assert [size for size, k in shape.component_sizes(made) for _ in range(k)] == sizes
    rounds = [c for c in members if len(c) > 1 or any(play.has_edge(u, u) for u in c)]
    assert shape.nontrivial_components(made) == len(rounds)
    bottom = [c for c in quotient if not quotient.out_degree(c)]
    assert shape.bottom_components(made) == len(bottom)
    assert shape.quotient_height(made) == nx.dag_longest_path_length(quotient) + 1


@many
@given(repeated_labels())
def test_diamonds(case):
    play = nx.DiGraph(case.play)
    found = sum(
        len({u, v, w, x}) == 4 and w in play[v] and w in play[x]
        for u in play
        for v, x in combinations(play[u], 2)
        for w in play
    )
    assert shape.diamonds(case.made) == found


@settings(max_examples=examples(25))
@given(repeated_labels())
def test_the_loops_are_the_same_compiled(both, case):
    made = case.made
    both(shape.diamonds, made)
    component = components(made)
    counted, order = made.labels > 0, component.argsort(kind="stable")
    rows = made.offsets, made.targets
    found = [np.zeros(component.max() + 1, np.int64) for _ in range(2)]
    for run, longest in zip((_longest_chain.plain, _longest_chain.compiled), found, strict=True):
        run(*rows, counted, component, order, longest)
    assert np.array_equal(*found)


@many
@given(repeated_labels())
def test_chains_forwards_and_backwards(case):
    made = case.made
    component = components(made)
    quotient = nx.DiGraph()
    quotient.add_nodes_from(range(component.max() + 1))
    tails, heads = component[made.sources].tolist(), component[made.targets].tolist()
    quotient.add_edges_from((a, b) for a, b in zip(tails, heads, strict=True) if a != b)
    for chain, part in (
        (longest_chain(made), nx.descendants),
        (longest_chain(made, backwards=True), nx.ancestors),
    ):
        for c in quotient:
            play = quotient.subgraph({c} | part(quotient, c))
            assert chain[c] == nx.dag_longest_path_length(play)


@many
@given(repeated_labels())
def test_the_hardest_start(case):
    if case.goal in case.play:
        far = dict(nx.single_target_shortest_path_length(case.play, case.goal))
        assert shape.max_moves_to_goal(case.made) == max(far.values())


def test_known_shapes():
    made = expand(ship())
    assert shape.states_per_level(made) == [1, 2, 2, 3, 1]
    assert shape.dead_per_level(made) == [0, 0, 0, 1, 1]
    assert shape.back_level_moves(made) == 6
    assert shape.components(made) == 4
    assert shape.nontrivial_components(made) == 3
    assert shape.bottom_components(made) == 2
    assert shape.diamonds(made) == 0
    assert shape.max_moves_to_goal(made) == 4
    # six faces of a cube from four corners each, less 3 at each face of the goal: it has no moves
    assert shape.diamonds(expand(lamps())) == 15
    assert shape.diamonds(StateGraph.from_networkx(grid(5), (0, 0), (4, 4))) == 16
