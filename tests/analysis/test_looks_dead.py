"""States that look dead, against dead patterns of one part."""

from __future__ import annotations

import numpy as np
import pytest

from stategraph.analysis import moves_to_goal
from stategraph.analysis.dead_patterns import patterns_of
from stategraph.analysis.looks_dead import looks_dead
from stategraph.analysis.walk_contraction import contracted
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.load import load


@pytest.mark.parametrize("name", ["psychopath/snake", "sokoban/three-in-a-row", "sokoban/too-late"])
def test_what_looks_dead_has_a_dead_pattern_of_one_part(name):
    """States with a pattern of one present part look dead; all others have none."""
    level = load(name)
    graph = expand(level.puzzle)
    mask, found = looks_dead(level, graph), patterns_of(level, graph)
    assert mask.any()
    assert not (mask & (moves_to_goal(graph) >= 0)).any()
    for pattern in found.patterns:
        if len(pattern) == 1 and not pattern.parts[0].lacks and len(pattern.parts[0].values) == 1:
            assert mask[pattern.nodes].all()
    for node in np.flatnonzero(mask).tolist():
        assert found.of[node] >= 0


@pytest.mark.parametrize("name", ["sokoban/three-in-a-row", "sokoban/spare-goal"])
def test_classes_look_dead_like_their_states(name):
    level = load(name)
    graph = expand(level.puzzle)
    walks, flood = graph.by("walks"), contracted(level.puzzle)
    assert np.array_equal(looks_dead(level, walks), looks_dead(level, flood))
    alive = moves_to_goal(graph) >= 0
    boxes = {box for node in np.flatnonzero(alive).tolist() for box in graph.state(node).boxes}
    won = {box for node in [graph.goal] for box in graph.state(node).boxes}
    for node in walks:
        seen = not set(walks.state(node).boxes) <= boxes | won
        assert seen >= looks_dead(level, walks)[node]


def test_a_part_of_a_graph_proves_nothing():
    level = load("psychopath/snake")
    part = expand(level.puzzle, Limits(states=100))
    assert looks_dead(level, part) is None
