"""Facts about one state, compared with slow answers."""

from __future__ import annotations

import networkx as nx
from by_state import graph_of, is_walk, reached
from effort import examples
from hypothesis import given, settings
from toys import trapdoor, unique_labels

from stategraph.analysis import (
    GraphPath,
    dead,
    dead_end_cycles,
    doom,
    moves_to_stuck,
    nearest_cycle,
    query,
    stuck,
)
from stategraph.expand import expand

many = settings(max_examples=examples(200))


@many
@given(unique_labels())
def test_query_tells_the_truth_of_every_state(case):
    made = case.made
    for node in made:
        name = made.states[node]
        found = query(made, node)
        assert found.node == node
        assert is_walk(made, found.way)
        assert "".join(found.way.labels) == min(map("".join, case.ways(case.start, name)))
        assert found.can_win == (name in case.alive)
        if found.can_win:
            left = nx.shortest_path_length(case.play, name, case.goal)
            assert found.moves_to_win == left
            assert (found.doom, found.stuck_in, found.cycle) == (None, None, None)
            best = {ways[0] for ways in case.ways(name, case.goal) if ways}
            assert found.best_moves == tuple(sorted(best))
        else:
            assert (found.moves_to_win, found.best_moves) == (None, ())
            assert found.stuck_in == reached(case, moves_to_stuck(made)).get(name)
            assert (found.cycle is None) == (nearest_cycle(made, node) is None)


@many
@given(unique_labels())
def test_doom_is_the_trap_move_of_the_way(case):
    made = case.made
    for node in [n for n in made if made.states[n] in case.dead]:
        way = query(made, node).way
        found = doom(made, way)
        if case.start in case.dead:
            assert (found.step, found.label, found.last_alive) == (0, None, None)
            continue
        assert found.last_alive == way.nodes[found.step - 1]
        fallen = way.nodes[found.step]
        trap = made.states[found.last_alive], found.label, made.states[fallen]
        assert trap in case.traps
        assert all(made.states[n] in case.alive for n in way.nodes[: found.step])


def test_the_way_that_was_played_is_judged():
    # z can be reached in one move, or through b
    made = graph_of("a x z, a y b, b w g, b v z")
    z = made.find("z")
    played = GraphPath((0, made.find("b"), z), ("y", "v"), (1, 3), wins=False)
    assert query(made, z).doom.label == "x"
    assert query(made, z, played).doom.label == "v"
    assert query(made, z, played).doom.step == 2


def test_the_trapdoor():
    made = expand(trapdoor())
    node = made.find
    assert [node(s) for s in "cdz"] == dead(made).nonzero()[0].tolist()
    assert [node("z")] == stuck(made).nonzero()[0].tolist()
    (cycle,) = dead_end_cycles(made)
    assert not cycle.terminal
    found = query(made, node("c"))
    assert found.way.labels == ("on", "fall")
    assert (found.doom.step, found.doom.label, found.doom.last_alive) == (2, "fall", node("b"))
    assert (found.stuck_in, found.cycle.labels) == (2, ("r", "l"))
