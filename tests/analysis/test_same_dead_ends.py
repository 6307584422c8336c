"""Dead ends that two versions of a level share."""

import networkx as nx
import pytest

from stategraph import StateGraph
from stategraph.analysis import same_dead_ends
from stategraph.analysis.same_dead_ends import Versions, trap_moves_only_in


def level(*moves):
    """Return the graph of moves, each a text: state, label, next state."""
    made = nx.MultiDiGraph()
    for source, label, target in moves:
        made.add_edge(source, target, label=label)
    return StateGraph.from_networkx(made, "s", "g")


def labels(graph, moves):
    """Return the labels of moves."""
    return [graph.label(move) for move in moves]


# a is found by R, and by D U too; in the other, whose texts differ, R is not to be made
ONE = ["sRa", "sDb", "bUa", "agg", "aLc"]
TWO = ["sDB", "BUA", "Agg", "ALC"]


def test_any_moves_that_both_have_tell_that_states_are_the_same():
    one, two = level(*ONE), level(*TWO)
    for pair in ((one, two), (two, one)):
        assert trap_moves_only_in(*pair).tolist() == []
        assert Versions(*pair).same_dead_states()


def test_a_trap_that_no_moves_lead_to_in_both_is_new():
    one, two = level(*ONE), level(*TWO, "BXD")
    assert trap_moves_only_in(one, two).tolist() == []
    assert labels(two, trap_moves_only_in(two, one)) == ["X"]
    assert not Versions(one, two).same_dead_states()


def test_what_is_dead_after_some_moves_and_alive_after_the_same_ones_differs():
    # c is dead, as after R L in the other; after D L the other still wins
    one = level("sRa", "sDb", "aLc", "bLc", "sgg")
    two = level("sRA", "sDB", "ALC", "BLE", "sgg", "Egg")
    assert not Versions(one, two).same_dead_states()
    assert not Versions(two, one).same_dead_states()


@pytest.mark.parametrize("room", [2, 1 << 10])
def test_the_pairs_are_those_of_a_walk_in_both_at_once(room, monkeypatch):
    monkeypatch.setattr(same_dead_ends, "FIRST_PAIRS", room)
    ring = [(str(k), "+", str((k + 1) % 6)) for k in range(6)]
    one = level(("s", "+", "0"), *ring, ("s", "g", "g"))
    ring = [(str(k), "+", str((k + 1) % 4)) for k in range(4)]
    two = level(("s", "+", "0"), *ring, ("s", "g", "g"))
    pairs = same_dead_ends._pairs(one, two)
    # rings of 6 and of 4 states, walked in step, meet in 12 pairs; so do starts and goals
    assert len(pairs) == len({tuple(pair) for pair in pairs.tolist()}) == 14
