"""A shortened plan is a plan, and the computed conditions of its rest suffice."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from effort import examples
from pushed import PUSH_BLOCK, SOKOBAN, boxes, push_blocks, some_plan

from stategraph.pushing.plan_regression import PlanConditions, passed
from stategraph.pushing.push_board import Ground
from stategraph.rules.puzzle import Puzzle

DRAWN = [(push_blocks, PUSH_BLOCK), (boxes, SOKOBAN)]


def drawn(draw, family, seed, count):
    """Yield `count` random solvable puzzles, their grounds, and a plan of each."""
    rng = random.Random(seed)
    while count:
        puzzle = Puzzle.of(family.prune(draw(rng)))
        ground = Ground(puzzle, family.pushing(puzzle))
        if plan := some_plan(ground, rng.randrange(99)):
            count -= 1
            yield puzzle, ground, plan, rng


def bits(row, n):
    """Return the cells that are bits of a row."""
    return np.flatnonzero(np.unpackbits(row.view(np.uint8), bitorder="little")[:n])


def elsewhere(ground, rest, k, rng):
    """Return a ground at push k of a plan, on which all that does not matter is left to chance."""
    n = ground.size
    there = copy.copy(ground)
    free, held = bits(rest.free[k], n), bits(rest.occupied[k], n)
    there.begins = np.array([rng.random() < 0.4 for _ in range(n)], np.uint8)
    there.begins[free], there.begins[held] = 0, 1
    there.player = int(rest.stands[k])
    return there


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_what_the_rest_of_a_plan_needs_suffices(draw, family):
    for _, ground, plan, rng in drawn(draw, family, 5, examples(60)):
        rest = PlanConditions(ground, plan)
        assert rest.moves == len(ground.labels(plan))
        for k in range(len(plan)):
            there = elsewhere(ground, rest, k, rng)
            assert PlanConditions(there, plan[k:]).moves == rest.moves_left[k]


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_all_that_the_rest_of_a_plan_needs_is_needed(draw, family):
    for _, ground, plan, rng in drawn(draw, family, 6, examples(60)):
        rest, k = PlanConditions(ground, plan), rng.randrange(len(plan))
        for cell in bits(rest.occupied[k], ground.size):
            there = elsewhere(ground, rest, k, rng)
            there.begins[cell] = 0
            assert PlanConditions(there, plan[k:]).moves < 0


def test_the_states_that_a_plan_passes_are_those_that_it_makes():
    for _, ground, plan, _ in drawn(push_blocks, PUSH_BLOCK, 4, examples(20)):
        states, players, keys = passed(ground, plan)
        for k, (block, player) in enumerate(ground.after(plan)):
            assert states[k].tolist() == ground.packed(block).tolist()
            assert (players[k], keys[k]) == (player, ground.key(block, player))


def test_a_plan_that_does_not_win_is_known_for_one():
    for _, ground, plan, _ in drawn(push_blocks, PUSH_BLOCK, 8, examples(60)):
        assert PlanConditions(ground, [plan[-1], *plan]).moves < 0
        assert PlanConditions(ground, [(ground.player, 0)]).moves < 0
