"""Distances, compared with networkx on random graphs."""

from __future__ import annotations

import networkx as nx
import pytest
from by_state import reached
from effort import examples
from hypothesis import given, settings
from toys import repeated_labels, square

from stategraph.analysis import (
    moves_from,
    moves_from_start,
    moves_to,
    moves_to_goal,
    nearest_cycle,
    query,
)
from stategraph.expand import expand
from stategraph.metrics import max_depth

many = settings(max_examples=examples(200))


@many
@given(repeated_labels())
def test_distances_are_those_of_networkx(case):
    play, made = case.play, case.made
    assert set(made.states) == set(play)
    assert reached(case, moves_from_start(made)) == nx.single_source_shortest_path_length(
        play, case.start
    )
    assert max_depth(made) == max(moves_from_start(made))
    expected = {}
    if case.goal in play:
        expected = dict(nx.single_target_shortest_path_length(play, case.goal))
    assert reached(case, moves_to_goal(made)) == expected
    for node in made:
        name = made.states[node]
        assert reached(case, moves_from(made, node)) == nx.single_source_shortest_path_length(
            play, name
        )
        assert reached(case, moves_to(made, node)) == dict(
            nx.single_target_shortest_path_length(play, name)
        )


@given(repeated_labels())
def test_moves_to_several_states_are_those_to_the_nearest(case):
    each = [moves_to(case.made, node) for node in case.made]
    both = moves_to(case.made, 0, len(case.made) - 1)
    for node in case.made:
        known = [int(d[node]) for d in (each[0], each[-1]) if d[node] >= 0]
        assert both[node] == min(known, default=-1)


@pytest.mark.parametrize("ask", [moves_from, moves_to, query, nearest_cycle])
@pytest.mark.parametrize("node", [-1, 4, True, "0", None], ids=repr)
def test_absent_nodes_are_refused(ask, node):
    with pytest.raises(nx.NodeNotFound):
        ask(expand(square()), node)
