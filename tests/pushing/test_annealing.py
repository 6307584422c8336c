"""Annealing reorders the pushes of a plan; the plan still wins."""

from __future__ import annotations

import random

import numpy as np
import pytest
from effort import examples, sampled_rows
from pushed import PUSH_BLOCK, SOKOBAN, boxes, push_blocks, some_plan
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph.analysis import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.pushing import annealing
from stategraph.pushing.annealing import annealed, annealing_of, changed, follow
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.push_board import Ground
from stategraph.rules.puzzle import Puzzle

DRAWN = [(push_blocks, PUSH_BLOCK), (boxes, SOKOBAN)]


def plans(draw, family, seed, count):
    """Yield `count` random solvable puzzles, their grounds, and the rests of two plans."""
    rng = random.Random(seed)
    while count:
        puzzle = Puzzle.of(family.prune(draw(rng)))
        ground = Ground(puzzle, family.pushing(puzzle))
        found = [some_plan(ground, k) for k in rng.sample(range(99), 2)]
        if all(found):
            count -= 1
            yield puzzle, ground, *(PlanConditions(ground, plan) for plan in found)


def no():
    return False


@pytest.mark.parametrize(("draw", "family"), sampled_rows(DRAWN))
def test_an_annealed_plan_wins_and_is_no_longer_and_most_often_the_shortest(draw, family):
    whole = best = 0
    for puzzle, ground, rest, other in plans(draw, family, 3, examples(50)):
        plan = annealed(ground, rest, [other], 4, 1 << 12, 7, no)
        assert 0 <= PlanConditions(ground, plan).moves <= rest.moves
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if graph.complete:
            whole += 1
            best += len(ground.labels(plan)) == shortest(graph)
    assert whole > 3
    assert best >= 0.9 * whole


@pytest.mark.parametrize(("draw", "family"), sampled_rows(DRAWN))
def test_a_plan_as_changed_has_the_moves_that_are_told_whether_its_end_is_followed_or_not(
    draw, family
):
    others = shortcuts = valid = 0
    for seed, (_, ground, rest, other) in enumerate(plans(draw, family, 4, examples(40))):
        s = annealing_of(ground, rest, [other], seed)
        s.progress.heat[0] = 256
        for _ in range(40):
            size, since, same = changed(s)
            outcomes = []
            before = [part.copy() for part in s.progress]
            for end in (same, size):
                for part, value in zip(s.progress, before, strict=True):
                    part[:] = value
                count, moves = follow(s, size, since, end, 1_000)
                pushes = s.new_times[since:count].tolist()
                outcomes.append((count, moves, pushes) if moves >= 0 else None)
            assert outcomes[0] == outcomes[1]
            if outcomes[0] is not None:
                pushed = [*s.edited[:since].tolist(), *s.new_turns[since:count].tolist()]
                plan = [(turn >> 2, turn & 3) for turn in pushed]
                assert PlanConditions(ground, plan).moves == moves
                valid, shortcuts = valid + 1, shortcuts + (same < size)
                others += int(moves != rest.moves)
    assert valid > shortcuts > 3
    assert others > 3


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_the_same_is_drawn_plain_and_compiled_even_where_plans_grow(draw, family, monkeypatch):
    sets = list(plans(draw, family, 5, 3))
    made = [
        annealed(ground, rest, others, 64, 1 << 10, 5, no)
        for _, ground, rest, other in sets
        for others in ([], [other])
    ]
    kernel = annealing._annealing
    monkeypatch.setattr(kernel, "compiled", lambda *args, work: kernel.plain(*args))
    assert made == [
        annealed(ground, rest, others, 64, 1 << 10, 5, no)
        for _, ground, rest, other in sets
        for others in ([], [other])
    ]


def test_a_plan_of_no_push_and_one_that_is_stopped_stay_as_they_are():
    _, ground, rest, _ = next(plans(push_blocks, PUSH_BLOCK, 9, 40))
    assert annealed(ground, rest, [], 4, 1 << 12, 7, lambda: True) == rest.plan
    puzzle = Puzzle.of(psychopath(["u__e"]))
    ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
    assert annealed(ground, PlanConditions(ground, []), [], 4, 1 << 9, 7, no) == []


def test_what_is_drawn_allows_much_more_seldom():
    now = annealing.Progress(*np.array([[1], [0], [0], [0], [0], [512]], np.int64))
    slacks = [annealing.slack(now) for _ in range(2_000)]
    assert min(slacks) == 0
    assert sum(slack < 4 for slack in slacks) > 1_400
    assert 0 < sum(slack > 12 for slack in slacks) < 60
