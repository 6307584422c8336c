"""Windows of a plan: one gets shorter exactly if a shorter path exists, with any pushes."""

from __future__ import annotations

import random
import sys
from functools import partial

import numpy as np
import pytest
from effort import examples
from pushed import PUSH_BLOCK, SOKOBAN, boxes, push_blocks

from stategraph.analysis import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.pushing import sat_windows
from stategraph.pushing.plan_regression import PlanConditions
from stategraph.pushing.push_board import Ground
from stategraph.pushing.sat_encoding import Formula
from stategraph.pushing.sat_windows import WORK_PER_ROUND, Windows
from stategraph.rules.puzzle import Puzzle

DRAWN = [(push_blocks, PUSH_BLOCK), (boxes, SOKOBAN)]


def drawn(draw, family, seed, count):
    """Yield `count` random puzzles, their grounds, and the rest of a plan found by blind moves."""
    rng = random.Random(seed)
    while count:
        puzzle = Puzzle.of(family.prune(draw(rng)))
        labels, state, longest = [], puzzle.start, 60 if family is SOKOBAN else 200
        while len(labels) < longest and not puzzle.is_goal(state):
            label, state = rng.choice([*puzzle.moves(state)] or [("", state)])
            labels.append(label)
        ground = Ground(puzzle, family.pushing(puzzle))
        plan = ground.pushes(labels) if puzzle.is_goal(state) else []
        if len(plan) > (family is not SOKOBAN) + 1:
            count -= 1
            yield puzzle, ground, PlanConditions(ground, plan), rng


def no():
    return False


def after(ground, state):
    """Yield the states one move after another, which are player and blocks."""
    player, blocks = state
    for way in range(4 * (not ground.wins[player])):
        to = int(ground.step[way * ground.size + player])
        behind = int(ground.step[way * ground.size + to])
        if to >= 0 and to not in blocks:
            yield to, blocks
        elif to >= 0 and behind >= 0 and behind not in blocks:
            yield to, blocks - {to} | {behind}


def suffices(ground, rest, end, state):
    """Return whether a plan can continue with push `end` from a state, without a walk."""
    player, blocks = state
    free, held = (
        set(np.flatnonzero(ground.unpacked(bits[end]))) for bits in (rest.free, rest.occupied)
    )
    if blocks & free or (ground.homes.size and held - blocks):
        return False
    if end < len(rest.plan):
        return player == rest.stands[end]
    return bool(ground.wins[player]) or ground.homes.size > 0


def at(ground, rest, begin):
    """Return a state that a plan passes."""
    blocks = frozenset(np.flatnonzero(ground.unpacked(rest.passed.blocks[begin])).tolist())
    return int(rest.passed.players[begin]), blocks


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_pushes_of_2_moves_less_are_found_just_where_all_moves_tried_find_some(draw, family):
    some = none = 0
    for _, ground, rest, rng in drawn(draw, family, 34, examples(50)):
        ends = [sorted(rng.sample(range(len(rest.plan) + 1), 2)) for _ in range(3)]
        for begin, end in [(0, len(rest.plan)), *ends]:
            moves = rest.after(begin) - int(rest.moves_left[end]) - 2
            if not 0 < moves < 30:
                continue
            states = {at(ground, rest, begin)}
            for _ in range(moves):
                states = {to for state in states for to in after(ground, state)}
            known = any(suffices(ground, rest, end, state) for state in states)
            pushes = Windows(ground, no).shorter(rest, begin, end, WORK_PER_ROUND[-1])
            assert (pushes is not None) == known
            some, none = some + known, none + (not known)
            if known:
                other = PlanConditions(ground, [*rest.plan[:begin], *pushes])
                assert 0 <= other.moves <= rest.moves - 2
    assert some
    assert none


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_where_a_window_is_the_whole_plan_it_becomes_a_shortest_one_of_even_or_of_odd_moves(
    draw, family
):
    whole = 0
    for puzzle, ground, rest, _ in drawn(draw, family, 4, examples(20)):
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        other = Windows(ground, no).shortened(rest, 1 << 40)
        assert len(ground.labels(other.plan)) == other.moves <= rest.moves
        if graph.complete:
            whole += 1
            assert other.moves - shortest(graph) in (0, 1)
    assert whole > 3


def test_no_window_is_asked_about_twice(monkeypatch):
    made = []
    monkeypatch.setattr(
        sat_windows, "Formula", lambda *args, **goal: made.append(1) or Formula(*args, **goal)
    )
    for _, ground, rest, _ in drawn(push_blocks, PUSH_BLOCK, 5, examples(20)):
        asking = Windows(ground, no)
        end = asking.shortened(rest, 1 << 40)
        count = len(made)
        assert asking.shortened(end, 1 << 40) is end
        assert len(made) == count
    assert made


def test_what_takes_too_long_is_left_and_asked_about_again_with_more_patience(monkeypatch):
    _, ground, rest, _ = max(drawn(push_blocks, PUSH_BLOCK, 6, 9), key=lambda one: one[2].moves)
    asking, asked = Windows(ground, no), []
    monkeypatch.setattr(asking, "_answer", lambda *args: asked.append(args[-1]))
    for patience in (2, 2, 5, 5, 1):
        assert asking.shorter(rest, 0, len(rest.plan), patience) is None
    assert asked == [2, 5]


def test_little_work_asks_about_few_windows():
    _, ground, rest, _ = max(drawn(push_blocks, PUSH_BLOCK, 7, 30), key=lambda one: one[2].moves)
    asking = Windows(ground, no)
    assert asking.shortened(rest, 0) is rest
    for most in (1, 2, 3):
        asking.shortened(rest, 1)
        assert len(asking._work_spent) <= most


def test_stopped_or_without_the_solver_a_plan_stays_as_it_is(monkeypatch):
    for _, ground, rest, _ in drawn(push_blocks, PUSH_BLOCK, 8, 3):
        assert Windows(ground, lambda: True).shortened(rest, 1 << 20) is rest
        soon = partial(next, iter([False]), True)
        assert Windows(ground, soon).shortened(rest, 1 << 20) is rest
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    for _, ground, rest, _ in drawn(push_blocks, PUSH_BLOCK, 8, 3):
        assert Windows(ground, no).shortened(rest, 1 << 20) is rest


@pytest.mark.parametrize(("draw", "family"), DRAWN)
def test_moves_tell_their_pushes_and_bits_their_cells(draw, family):
    for _, ground, rest, rng in drawn(draw, family, 9, 10):
        assert ground.pushes(ground.labels(rest.plan)) == rest.plan
        block = np.array([rng.random() < 0.5 for _ in range(ground.size)], np.uint8)
        assert ground.unpacked(ground.packed(block)).tolist() == block.tolist()
