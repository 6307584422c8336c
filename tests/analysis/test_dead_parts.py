"""The parts that make states dead, against all states as sets of boxes."""

from __future__ import annotations

import numpy as np
import pytest

from stategraph.analysis import moves_to_goal
from stategraph.analysis.dead_parts import DeadParts
from stategraph.expand import expand
from stategraph.load import load


def won_boxes(level):
    """Return the boxes of all winning states."""
    puzzle, states = level.puzzle, expand(level.puzzle).all_states()
    after = (to for state in states if not puzzle.is_goal(state) for _, to in puzzle.moves(state))
    return {frozenset(to.boxes) for to in after if puzzle.is_goal(to)}


@pytest.mark.parametrize("name", ["sokoban/three-in-a-row", "sokoban/pillars"])
def test_parts_are_minimal_and_occur_in_dead_states_only(name):
    level = load(name)
    graph = expand(level.puzzle).by("walks")
    found, alive = DeadParts(level, graph), moves_to_goal(graph) >= 0
    boxes = [frozenset(graph.state(node).boxes) for node in graph]
    living = {boxes[node] for node in np.flatnonzero(alive)} | won_boxes(level)
    several = 0
    for node in np.flatnonzero(~alive)[::7].tolist():
        like = found.states_like(node).tolist()
        assert node in like
        if boxes[node] in living:  # only the player's region makes it dead
            assert like == [node]
            continue
        common = frozenset.intersection(*(boxes[one] for one in like))
        assert like == [one for one in graph if common <= boxes[one]]
        assert not any(common <= one for one in living)
        for box in common:
            less = common - {box}
            same = like == [one for one in graph if less <= boxes[one]]
            assert same or any(less <= one for one in living)
        several += len(like) > 1
    assert several > 10


@pytest.mark.parametrize("name", ["psychopath/snake", "spacewreck/minefield", "pacman/first-meal"])
def test_states_alike_are_dead_in_every_family(name):
    level = load(name)
    graph = expand(level.puzzle)
    found, alive = DeadParts(level, graph), moves_to_goal(graph) >= 0
    for node in np.flatnonzero(~alive)[:40].tolist():
        like = found.states_like(node)
        assert node in like
        assert not alive[like].any()


def test_classes_of_symmetric_states_are_compared_with_none():
    level = load("sokoban/too-late")
    graph = expand(level.puzzle).by("symmetry")
    lost = np.flatnonzero(moves_to_goal(graph) < 0)
    assert len(lost) > 10
    found = DeadParts(level, graph)
    assert all(found.states_like(node).tolist() == [node] for node in lost[:5].tolist())
