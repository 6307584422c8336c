"""Symmetry from the beginning: against the whole graph, state by state, and played on the level."""

from __future__ import annotations

import numpy as np
import pytest
from effort import sampled
from stategraph_puzzles.psychopath import family as psychopath

from stategraph.analysis import (
    first_solution,
    moves_to_goal,
    nearest_trap_moves,
    path_to,
)
from stategraph.analysis.dead_ends import dead
from stategraph.analysis.lifting import reported
from stategraph.analysis.symmetry import symmetric
from stategraph.analysis.symmetry_group import SymmetryGroup
from stategraph.analysis.symmetry_reduction import symmetry_reduced
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.laws import replay
from stategraph.load import load
from stategraph.rules import One, Puzzle
from stategraph.rules.candidate_symmetries import TURNS, candidates
from tests.support.random_levels import MAKERS, random_level

SIZES = {
    "psychopath/first-push": (121, 70),
    "sokoban/too-late": (7_769, 3_896),
    "pacman/first-meal": (1_051, 288),
    "spacewreck/forty-five-rooms": (350, 178),
}


def same(one, other):
    """Return whether two graphs are the same, node for node and move for move."""
    arrays = ("offsets", "targets", "labels", "states")
    rest = [getattr(one, k) == getattr(other, k) for k in ("label_names", "goal", "stopped")]
    return all(rest) and all(np.array_equal(getattr(one, k), getattr(other, k)) for k in arrays)


def judge(family, puzzle):
    """Compare an expansion by symmetry with the whole graph; return by how many states it is less.

    Every state of the whole graph is in a class, which has its moves to the goal.
    """
    graph, known = expand(puzzle), list(family.renamings(puzzle))
    made = symmetry_reduced(puzzle, known)
    owner = [made.quotient.find(graph.state(node)) for node in graph]
    assert set(owner) == set(made)
    assert moves_to_goal(made)[owner].tolist() == moves_to_goal(graph).tolist()
    assert {owner[node] for node in np.flatnonzero(dead(graph))} == set(np.flatnonzero(dead(made)))
    by_symmetry = symmetric(graph, known)
    if set(by_symmetry.quotient.names) == set(made.quotient.names):
        assert same(made, by_symmetry)
    for trap in nearest_trap_moves(made, 2):
        way = path_to(made, trap["from"])
        beneath, played = reported(made, way)
        again = replay(puzzle, " ".join(played.labels))
        assert not again.rest and made.quotient.find(again.states[-1]) == trap["from"]
        assert beneath.state(played.nodes[-1]) == again.states[-1]
    if graph.goal is not None:
        way = made.quotient.solution(made)
        assert way.text == first_solution(graph).text
        assert puzzle.is_goal(replay(puzzle, " ".join(way.labels)).states[-1])
    return len(graph) - len(made)


@pytest.mark.parametrize("family", sampled(MAKERS, 2))
def test_random_levels(family):
    saved = [
        judge(*random_level(family, number)) for number in range(2 if family == "pacman" else 6)
    ]
    assert min(saved) >= 0


@pytest.mark.long
@pytest.mark.parametrize("family", MAKERS)
def test_many_random_levels(family):
    saved = [
        judge(*random_level(family, number))
        for number in range(100, 110 if family == "pacman" else 160)
    ]
    assert max(saved) > 0 or family == "labyrinth"


@pytest.mark.parametrize("name", sampled(SIZES))
def test_about_half_of_the_states_remain(name):
    level = load(name)
    made = symmetry_reduced(level.puzzle, level.family.renamings(level.puzzle))
    graph = expand(level.puzzle)
    assert (len(graph), len(made)) == SIZES[name]
    assert same(made, symmetric(graph, level.family.renamings(level.puzzle)))


def test_both_engines_make_the_same():
    puzzle = load("pacman/first-meal").puzzle
    assert same(
        symmetry_reduced(puzzle, engine="direct"), symmetry_reduced(puzzle, engine="native")
    )


def test_what_holds_at_first_alone_is_no_symmetry():
    """Ten cells in a row, and a door that opens to the right only, far from the start."""

    def steps(s):
        if s.at < 20:
            yield "right", s.but(at=s.at + 1)
        if s.at > 0 and s.at != 18:
            yield "left", s.but(at=s.at - 1)

    class Row:
        size = 21

        def place(self, cell):
            return 0, cell

        def cell(self, row, column):
            return column

    puzzle = Puzzle(dict(at=10), [steps], lambda s: s.at == 20, at=One(Row()))
    made = symmetry_reduced(puzzle)
    assert made.quotient.names == () and len(made) == 21


def test_a_limit_stops_it_between_two_states():
    level = load("sokoban/too-late")
    whole, part = (
        symmetry_reduced(level.puzzle),
        symmetry_reduced(level.puzzle, limits=Limits(states=500)),
    )
    assert part.stopped == "limit of 500 states" and len(part) <= 500
    moves = part.offsets[part.expanded]
    assert np.array_equal(part.targets, whole.targets[:moves])
    assert np.array_equal(part.states, whole.states[: len(part)])
    assert symmetry_reduced(load("spacewreck/eight-rooms").puzzle, limits=Limits(states=9)).complete


def test_a_group_is_what_its_elements_make():
    """The eight symmetries of a square, and those that remain without a quarter turn."""
    puzzle = psychopath.read("XXXXX\nXu__X\nX___X\nX__eX\nXXXXX\n", {})
    proposed = list(candidates(puzzle.variables))
    whole = SymmetryGroup.without(proposed, set(), puzzle.variables)
    assert len(whole.elements) == len(TURNS) == 8
    quarter = next(one for one in proposed if "90" in one.name)
    less = SymmetryGroup.without(proposed, {quarter.key}, puzzle.variables)
    assert len(less.elements) == 4 and quarter.key not in {one.key for one in less.elements}
    rows = np.array([puzzle.variables.pack(puzzle.start)], np.int64)
    least, which = whole.least(rows)
    assert np.array_equal(whole.restored(least, which), rows)
    turned = np.concatenate([one.of_rows(rows) for one in whole.elements])
    assert len(np.unique(whole.least(turned)[0], axis=0)) == 1
