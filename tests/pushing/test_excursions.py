"""Excursions: what they meet is a solution, and the same each time."""

from __future__ import annotations

import random

import pytest
from effort import examples
from pushed import PUSH_BLOCK, push_blocks

from stategraph import load
from stategraph.analysis import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.laws import replay
from stategraph.pushing import excursions
from stategraph.pushing.excursions import found
from stategraph.pushing.finder import Finder
from stategraph.pushing.push_board import Ground
from stategraph.search.bounds import Bounds


def never():
    return False


def ground_of(puzzle):
    return Ground(puzzle, PUSH_BLOCK.pushing(puzzle))


def test_excursions_meet_solutions_where_there_are_some_and_only_there():
    rng, solvable, met = random.Random(6), 0, 0
    for seed in range(examples(40)):
        puzzle = push_blocks(rng)
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if not graph.complete:
            continue
        ground = ground_of(puzzle)
        plan = found(ground, 1 << 10, 1 << 10, seed, never)
        solvable += shortest(graph) is not None
        if plan is not None:
            met += 1
            states = replay(puzzle, " ".join(ground.labels(plan))).states
            assert puzzle.is_goal(states[-1])
    assert solvable > examples(40) // 10
    assert 0.9 * solvable <= met <= solvable


@pytest.mark.parametrize("seed", [0, 1])
def test_excursions_are_the_same_in_plain_python(seed, monkeypatch):
    level = load("psychopath/warehouse")
    ground = ground_of(level.puzzle)
    compiled = found(ground, 1 << 8, 200, seed, never)
    assert compiled == found(ground, 1 << 8, 200, seed, never)
    kernel = excursions.exploring
    monkeypatch.setattr(kernel, "compiled", lambda *given, work: kernel.plain(*given))
    assert compiled == found(ground, 1 << 8, 200, seed, never)


def test_other_seeds_meet_other_solutions():
    ground = ground_of(load("psychopath/warehouse").puzzle)
    plans = [found(ground, 1 << 10, 1 << 12, seed, never) for seed in range(6)]
    assert None not in plans
    assert len(set(map(tuple, plans))) > 1


def test_excursions_end_where_no_room_is_left_and_where_they_are_stopped():
    ground = ground_of(load("psychopath/warehouse").puzzle)
    assert found(ground, 2, 1 << 30, 0, never) is None
    assert found(ground, 1 << 10, 1 << 30, 0, lambda: True) is None


def test_a_finder_goes_on_excursions_before_its_first_round(monkeypatch):
    level = load("psychopath/warehouse")
    monkeypatch.setattr(
        "stategraph.pushing.finder.Best.search", lambda *_: type("", (), {"whole": False})
    )
    bounds = Bounds()
    Finder(level.puzzle, level.family, bounds, 1 << 20).first(1)
    assert level.puzzle.is_goal(replay(level.puzzle, " ".join(bounds.best)).states[-1])
