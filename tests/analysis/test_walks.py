"""The graph of walks: against known sizes and a plain construction, and lifted to the level."""

from __future__ import annotations

import pytest

from stategraph import expand
from stategraph.analysis import first_solution
from stategraph.laws import replay

SIZES = {
    "psychopath/first-push": (121, 9),
    "sokoban/two-to-put-away": (285, 30),
    "sokoban/too-late": (7_769, 332),
}


@pytest.mark.parametrize("name", SIZES)
def test_classes_of_known_levels(name):
    graph = expand(name)
    assert (len(graph), len(graph.by("walks"))) == SIZES[name]


@pytest.mark.parametrize("name", SIZES)
def test_solutions_replay_step_by_step(name):
    graph = expand(name)
    walks = graph.by("walks")
    puzzle = graph.level.puzzle
    for way in (
        walks.quotient.solution(walks),
        walks.quotient.lift(first_solution(walks)),
    ):
        played = replay(puzzle, " ".join(way.labels))
        assert not played.rest and puzzle.is_goal(played.states[-1])
        assert len(walks.quotient.fold(walks, way)) == len(first_solution(walks))
