"""Macro moves by SAT: the encoding has the shortest length, and its moves are a solution."""

from __future__ import annotations

import random
import sys

import pytest
from effort import examples
from pushed import PUSH_BLOCK
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph import load
from stategraph.laws import replay
from stategraph.pushing import finder, macro_sat
from stategraph.pushing.finder import Finder
from stategraph.pushing.macro_sat import Journey, MacroMoves, in_macro_moves
from stategraph.pushing.push_board import Ground
from stategraph.rules.puzzle import Puzzle
from stategraph.search.bounds import Bounds

WORK = 1 << 24


def never():
    return False


def ground_of(puzzle):
    puzzle = Puzzle.of(PUSH_BLOCK.prune(puzzle))
    return Ground(puzzle, PUSH_BLOCK.pushing(puzzle))


def walks(ground, player, blocks):
    """Return where the player can walk."""
    cells = [player]
    for cell in cells:
        for to in ground.step.reshape(4, -1)[:, cell].tolist():
            if to >= 0 and to not in blocks and to not in cells:
                cells.append(to)
    return cells


def paths(ground, begins, player, blocks, been, pushed):
    """Yield the states after each path from a state on.

    `begins` are the blocks when the macro move begins, `been` the cells of the path, and `pushed`
    the cells to which it has pushed; the last push is straight on, and its path follows.
    """
    yield player, blocks
    step = ground.step.reshape(4, -1)
    for way in range(4):
        to, behind = step[way, player], -1
        if to < 0 or to in been or (to in pushed and pushed[to] != (player, way)):
            continue
        if to in blocks:
            behind = step[way, to]
            if behind < 0 or behind in blocks or behind in begins or behind in been:
                continue
            after, left = blocks - {to} | {behind}, {**pushed, behind: (to, way)}
        else:
            after, left = blocks, pushed
        yield from paths(ground, begins, to, after, been | {to}, left)


def fewest(ground, most):
    """Return how many macro moves a solution has at least, by trying all; None: more than "
    "`most`."""
    states = {(ground.player, frozenset(ground.begins.nonzero()[0].tolist()))}
    for count in range(1, most + 1):
        states = {
            after
            for player, blocks in states
            for cell in walks(ground, player, blocks)
            for after in paths(ground, blocks, cell, blocks, {cell}, {})
        }
        if any(ground.wins[player] for player, _ in states):
            return count
    return None


# Boards on which a solution has two macro moves at least.
TWO = ["__ep", "X___", "_Xp_", "X__p", "XXuX"], ["pppp", "__e_", "pppX", "u__p"]


def crowded(rng, width, height):
    """Return a random board of many blocks."""
    tiles = rng.choices("__pppX", k=width * height)
    tiles[0], tiles[-1] = "ue"
    return psychopath(["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)])


def test_a_formula_is_satisfied_by_just_so_many_macro_moves_as_it_takes():
    rng, seen = random.Random(4), set()
    boards = [crowded(rng, rng.randint(3, 4), 4) for _ in range(examples(150))]
    for puzzle in [*map(psychopath, TWO), *boards]:
        ground = ground_of(puzzle)
        least = fewest(ground, 3)
        seen.add(least)
        for count in range(1, 4):
            labels = in_macro_moves(ground, count, WORK, never)
            assert (labels == []) == (least is None or count < least)
            if labels:
                assert puzzle.is_goal(replay(puzzle, " ".join(labels)).states[-1])
    assert seen >= {1, 2, None}


def test_circles_on_which_nobody_is_are_cut_off(monkeypatch):
    rng, met, cuts = random.Random(1), [], MacroMoves.cuts
    monkeypatch.setattr(
        MacroMoves, "cuts", lambda self, circles: cuts(self, met.append(circles) or circles)
    )
    for _ in range(examples(60)):
        puzzle = crowded(rng, 8, 8)
        labels = in_macro_moves(ground_of(puzzle), 3, WORK, never)
        assert not labels or puzzle.is_goal(replay(puzzle, " ".join(labels)).states[-1])
    assert met
    assert all(len(cells) > 4 for circles in met for cells in circles)


def journeys(ground, turns):
    """Return the macro moves found in some turns."""
    journey = Journey(ground, never)
    return [journey.found() for _ in range(turns)]


def test_a_journey_takes_more_macro_moves_and_more_time_each_turn(monkeypatch):
    level = load("psychopath/warehouse")
    ground, asked = ground_of(level.puzzle), []
    found = Journey(ground, never).found()
    assert level.puzzle.is_goal(replay(level.puzzle, " ".join(ground.labels(found))).states[-1])
    assert found == Journey(ground, never).found()

    def too_long(ground, count, work, stopped):
        asked.append((count, work))
        return [] if count < 3 else None

    monkeypatch.setattr(macro_sat, "in_macro_moves", too_long)
    assert journeys(ground, 2) == [None, None]
    first, then = macro_sat.PATIENCE, macro_sat.PATIENCE * macro_sat.MORE
    assert asked == [(k, first) for k in (1, 2, 3, 4)] + [(3, then), (4, then)]


def test_what_takes_too_long_or_is_too_large_or_has_no_solver_is_not_known(monkeypatch):
    ground = ground_of(load("psychopath/warehouse").puzzle)
    assert in_macro_moves(ground, 3, 0, never) is None
    assert in_macro_moves(ground, 3, WORK, lambda: True) is None
    assert in_macro_moves(ground, macro_sat.PLACES, WORK, never) is None
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    assert in_macro_moves(ground, 3, WORK, never) is None


@pytest.mark.parametrize("solvable", [True, False])
def test_a_finder_meets_a_solution_in_few_macro_moves(solvable, monkeypatch):
    monkeypatch.setattr(finder, "FIRST_MACRO_ROUND", 0)
    level = load("psychopath/warehouse")
    told = []
    if not solvable:
        monkeypatch.setattr(macro_sat, "in_macro_moves", lambda *given: told.append(given))
    bounds = Bounds()
    rounds = Finder(level.puzzle, level.family, bounds, 1 << 20).rounds(1)
    next(rounds)
    assert level.puzzle.is_goal(replay(level.puzzle, " ".join(bounds.best)).states[-1])
    assert bool(told) != solvable
