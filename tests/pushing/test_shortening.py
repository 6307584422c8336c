"""A shortened plan is a plan, and the computed conditions of its rest suffice."""

from __future__ import annotations

import copy
import random

import numpy as np
import pytest
from effort import examples
from pushed import PUSH_BLOCK, SOKOBAN, boxes, push_blocks, some_plan

from stategraph.analysis import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.pushing import shortening
from stategraph.pushing.neighbourhood import Window, shortened
from stategraph.pushing.plan_regression import JoinedConditions, PlanConditions, passed
from stategraph.pushing.push_board import Ground
from stategraph.pushing.time_slices import Patience
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds

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


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_a_plan_near_another_is_no_longer_and_the_shortest_where_all_is_near(draw, family):
    whole = 0
    for puzzle, ground, plan, rng in drawn(draw, family, 7, examples(60)):
        rest = PlanConditions(ground, plan)
        begin, end = sorted(rng.choices(range(len(plan) + 1), k=2))
        allowed = np.array([rng.random() < 0.3 for _ in range(4 * ground.size)], np.uint8)
        allowed[rest.turns] = 1
        window = Window(begin, end, allowed, rng.choice((4, 64)))
        other = shortened(ground, rest, [], window, Patience(), lambda: False)
        assert PlanConditions(ground, other).moves <= rest.moves

        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if graph.complete:
            whole += 1
            window = Window(0, len(plan), np.ones_like(allowed), 1 << 12)
            other = shortened(ground, rest, [], window, Patience(), lambda: False)
            assert len(ground.labels(other)) == shortest(graph)
    assert whole > 3


def long_plan(puzzle, ground, rng):
    """Return the pushes of a solution met depth first; None: the graph is too large."""
    graph = expand(puzzle, Limits(states=3_000), engine="direct")
    path, known = [(0, "")], {0}
    while graph.complete and path[-1][0] != graph.goal:
        new = [(to, label) for label, to in graph.moves(path[-1][0]) if to not in known]
        if new:
            path.append(rng.choice(new))
            known.add(path[-1][0])
        else:
            path.pop()
    return ground.pushes([label for _, label in path[1:]]) if graph.complete else None


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_a_plan_may_go_on_by_the_rest_of_another(draw, family):
    joined = 0
    for puzzle, ground, plan, rng in drawn(draw, family, 11, examples(150)):
        deep = long_plan(puzzle, ground, rng)
        if not deep:
            continue
        other, mine = sorted(
            (PlanConditions(ground, plan), PlanConditions(ground, deep)),
            key=lambda rest: rest.moves,
        )
        rests = JoinedConditions([mine, other])
        assert rests.moves_left.tolist() == sorted(rests.moves_left, reverse=True)
        window = Window(0, len(mine.plan), np.zeros(4 * ground.size, np.uint8), 4)
        alone, both = (
            PlanConditions(
                ground, shortened(ground, mine, others, window, Patience(), lambda: False)
            ).moves
            for others in ([], [other])
        )
        assert both <= min(alone, other.moves)
        joined += both < alone
    assert joined


def test_the_states_that_a_plan_passes_are_those_that_it_makes():
    for _, ground, plan, _ in drawn(push_blocks, PUSH_BLOCK, 4, examples(20)):
        states, turns, keys = passed(ground, plan)
        for k, (block, player) in enumerate(ground.after(plan)):
            assert states[k].tolist() == ground.packed(block).tolist()
            assert (turns[k], keys[k]) == (player * 4, ground.key(block, player))


def test_a_plan_that_does_not_win_is_known_for_one():
    for _, ground, plan, _ in drawn(push_blocks, PUSH_BLOCK, 8, examples(60)):
        assert PlanConditions(ground, [plan[-1], *plan]).moves < 0
        assert PlanConditions(ground, [(ground.player, 0)]).moves < 0


@pytest.mark.parametrize(("excess", "far"), [(1.0, False), (1.1, False), (1.2, True)])
def test_a_plan_much_longer_than_the_best_is_dropped_sooner(monkeypatch, excess, far):
    puzzle, ground, plan, rng = next(drawn(push_blocks, PUSH_BLOCK, 4, 1))
    best = shortening.Best(puzzle, ground, Bounds())
    rest, windows = PlanConditions(ground, plan), []
    best.length = rest.moves / excess
    monkeypatch.setattr(shortening, "NEAR", (1,))
    monkeypatch.setattr(shortening, "MAX_STATES_IN_VAIN", 100)
    monkeypatch.setattr(
        shortening, "shortened", lambda ground, mine, *given: windows.append(0) or mine.plan
    )
    search = shortening.Shortening(ground, best, 1 << 10, rng, lambda: False, lambda: None)
    search._shortened(rest, [])
    assert len(windows) == (25 if far else 100)


def test_nothing_comes_of_a_search_that_is_stopped():
    _, ground, plan, _ = next(drawn(push_blocks, PUSH_BLOCK, 9, 40))
    window = Window(0, len(plan), np.ones(4 * ground.size, np.uint8), 1 << 10)
    assert (
        shortened(ground, PlanConditions(ground, plan), [], window, Patience(), lambda: True) == []
    )
