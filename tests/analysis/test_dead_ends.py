"""Dead states, traps and dead-end cycles, compared with slow answers."""

from __future__ import annotations

import networkx as nx
import numpy as np
from by_state import flagged, graph_of, is_walk, reached
from effort import examples
from hypothesis import given, settings
from toys import repeated_labels, ship

from stategraph.analysis import (
    components,
    dead,
    dead_end_cycles,
    dead_ends,
    largest_dead_end_cycles,
    moves_to_stuck,
    nearest_cycle,
    nearest_trap_moves,
    stuck,
    trap_moves,
    witness,
)
from stategraph.expand import expand
from stategraph.graph.state_graph import StateGraph
from stategraph.load import load

many = settings(max_examples=examples(200))


@many
@given(repeated_labels())
def test_dead_ends(case):
    made = case.made
    assert flagged(case, dead(made)) == case.dead
    assert flagged(case, stuck(made)) == case.stuck
    traps = trap_moves(made).tolist()
    assert traps == sorted(traps)
    states = made.states
    found = {(states[made.sources[e]], made.label(e), states[made.targets[e]]) for e in traps}
    assert found == case.traps
    assert len(traps) == len(case.traps)


def test_trap_moves_are_found_in_blocks_of_states(monkeypatch):
    made = expand(load("psychopath/many-traps").puzzle)
    alive = ~dead(made)
    expected = np.flatnonzero(alive[made.sources] & ~alive[made.targets]).tolist()
    blocks = [slice(first, first + 3) for first in range(0, len(made), 3)]
    monkeypatch.setattr(dead_ends, "pieces", lambda length: blocks)
    assert trap_moves(made).tolist() == expected
    assert len(expected) > 5


@many
@given(repeated_labels())
def test_components_are_those_of_networkx_and_no_move_leads_up(case):
    made = case.made
    component = components(made)
    found = {frozenset(flagged(case, component == k)) for k in range(component.max() + 1)}
    assert found == set(map(frozenset, nx.strongly_connected_components(case.play)))
    assert (component[made.sources] >= component[made.targets]).all()


@many
@given(repeated_labels())
def test_dead_end_cycles_and_their_witnesses(case):
    made = case.made
    cycles = dead_end_cycles(made)
    assert {frozenset(made.states[n] for n in cycle.states) for cycle in cycles} == case.cycles
    assert [cycle.states[0] for cycle in cycles] == sorted(cycle.states.min() for cycle in cycles)
    for cycle in cycles:
        component = frozenset(made.states[n] for n in cycle.states)
        assert len(cycle) == len(component)
        assert cycle.states.tolist() == sorted(cycle.states.tolist())
        assert cycle.terminal == case.is_terminal(component)
        way, shortest_of_all = witness(made, cycle)
        assert shortest_of_all
        assert is_walk(made, way)
        assert way.nodes[0] == way.nodes[-1]
        assert len(set(way.nodes)) == len(way) == case.girth(component)
        assert set(way.nodes) <= set(cycle.states.tolist())


@many
@given(repeated_labels())
def test_moves_to_stuck_and_the_nearest_cycle(case):
    made = case.made
    toward = {}
    for state in case.stuck:
        for name, d in dict(nx.single_target_shortest_path_length(case.play, state)).items():
            toward[name] = min(d, toward.get(name, d))
    assert reached(case, moves_to_stuck(made)) == toward
    for node in made:
        reach = nx.single_source_shortest_path_length(case.play, made.states[node])
        away = {c: min((reach[s] for s in c if s in reach), default=None) for c in case.cycles}
        near = [d for d in away.values() if d is not None]
        found = nearest_cycle(made, node)
        assert (found is None) == (not near)
        if found is not None:
            assert away[frozenset(made.states[n] for n in found.states)] == min(near)


def test_the_dead_end_of_the_ship():
    made = expand(ship())
    (cycle,) = dead_end_cycles(made)
    assert [repr(made.state(n)) for n in cycle.states] == ["rocket=3, lucky=7", "rocket=6, lucky=7"]
    assert cycle.terminal
    (record,) = largest_dead_end_cycles(made, most=5)
    assert record["cycle"] == ["R6", "R3"]
    assert (record["states"], record["cycle_from"]) == (2, cycle.states[0])
    (trap,) = nearest_trap_moves(made, most=5)
    assert repr(made.state(trap["from"])) == "rocket=3, lucky=4"
    assert trap["label"] == "L7"
    assert trap["to"] == cycle.states[0]


def test_the_largest_cycles_and_the_nearest_traps_come_first():
    made = graph_of("a t z, a u b, b v g, b w c, c p d, d q e, e r c, z s z")
    assert [record["states"] for record in largest_dead_end_cycles(made, most=5)] == [3, 1]
    assert len(largest_dead_end_cycles(made, most=1)) == 1
    assert [record["label"] for record in nearest_trap_moves(made, most=5)] == ["t", "w"]
    assert len(nearest_trap_moves(made, most=1)) == 1


def test_a_long_dead_corridor_does_not_exhaust_the_stack():
    graph = nx.path_graph(5000, nx.DiGraph)
    graph.add_edge(4999, 1)
    made = StateGraph.from_networkx(graph, 0, goal=[])
    (cycle,) = dead_end_cycles(made)
    way, shortest_of_all = witness(made, cycle)
    assert (len(way), shortest_of_all) == (4999, True)
