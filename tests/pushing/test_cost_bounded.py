"""Cost-bounded search over pushes: bounds are admissible, answers match the whole graph."""

from __future__ import annotations

import random

import numpy as np
import pytest
from effort import examples
from stategraph_puzzles.psychopath.heuristics import gates, walk
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph import level_files, load
from stategraph.analysis import first_solution, moves_to_goal, shortest
from stategraph.analysis.heuristic_check import check_heuristic
from stategraph.engines.limits import Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.pushing import cost_bounded
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER, Terrain
from stategraph.pushing.cost_bounded_kernel import FOUND, GOES_ON, known
from stategraph.pushing.detours import all_detours, go_round, room_for, tighten
from stategraph.pushing.push_board import Ground
from stategraph.rules import DEAD
from stategraph.search import run as searching
from stategraph.search import solve as solving
from stategraph.search.solve import solve

PUSH_BLOCK = level_files.family("psychopath")


def crowded(rng, most=5):
    """Return a random push-block board with many blocks and few walls, and its whole graph."""
    while True:
        width, height = rng.randint(2, most), rng.randint(2, most)
        tiles = rng.choices("___pppX", k=width * height)
        for mark, cell in zip("ueP", rng.sample(range(width * height), 3), strict=True):
            tiles[cell] = mark if mark != "P" or rng.random() < 0.3 else tiles[cell]
        puzzle = psychopath(["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)])
        graph = expand(puzzle, Limits(states=1_500), engine="direct")
        if graph.complete:
            return puzzle, graph


def said(rows):
    """Return the lower bound at the start of a board."""
    puzzle = psychopath(rows)
    return gates(puzzle)(puzzle.start)


# ------------------------------------------------------------------------------- lower bounds


def test_what_the_gates_cost():
    assert said(["u_e"]) == 2
    assert said(["uppe"]) == DEAD  # nothing can be pushed
    assert said(["XXXX____", "upp_e___", "XXXX____"]) == DEAD  # the second block is out of reach
    assert said(["_____", "upp_e", "_____"]) == 6  # the walk is 4, but not through two blocks
    assert said(["______", "_XXXX_", "upp_e_", "XXXX__"]) == 10


def test_gates_never_guess_too_many_and_see_no_less_than_the_walk():
    rng, more = random.Random(3), 0
    for _ in range(examples(60)):
        puzzle, graph = crowded(rng, 4)
        guesses = {name: make(puzzle) for name, make in (("gates", gates), ("walk", walk))}
        for node, left in enumerate(moves_to_goal(graph).tolist()):
            state = graph.state(node)
            by_gates, by_walk = guesses["gates"](state), guesses["walk"](state)
            assert by_walk <= by_gates and (left < 0 or by_gates <= left)
            more += by_gates > by_walk
    assert more > examples(60)


def test_gates_are_consistent():
    rng = random.Random(4)
    for _ in range(examples(10)):
        puzzle, graph = crowded(rng, 4)
        found = check_heuristic(graph, gates(puzzle))
        assert (found.admissible, found.consistent) == (True, True)


def test_blocks_of_other_kinds_are_guessed_as_before():
    level = load("psychopath/one-way-crates")
    guess = level.family.heuristics["gates"](level.puzzle)
    assert guess(level.puzzle.start) == walk(level.puzzle)(level.puzzle.start)


# ----------------------------------------------------------------------------------- the search


def assert_same(puzzle, graph, **how):
    """Compare with the whole graph."""
    found = solve(puzzle, "pushing", family=PUSH_BLOCK, **how)
    assert (found.proven, found.length) == (True, shortest(graph))
    if graph.goal is not None:
        assert found.first and found.moves == first_solution(graph).labels
    else:
        assert found.solvable is False


def test_hundreds_of_crowded_boards():
    rng, solvable = random.Random(5), 0
    for _ in range(examples(100)):
        puzzle, graph = crowded(rng)
        assert_same(puzzle, graph, engine="direct")
        solvable += graph.goal is not None
    assert solvable > examples(100) // 4


def in_time(puzzle, bound):
    """Return whether a solution may lie within a bound, once what takes too long is left out."""
    ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
    board, n = Arrivals(ground.step, ground.moves_left), ground.size
    given = board.terrain
    needed = Terrain(given.step, np.zeros_like(given.around), np.zeros_like(given.moves_left))
    found = tighten(ground.begins, given, bound, ground.player, needed, room_for(n), board.work)
    return found <= bound


def test_ways_round_a_block_lead_over_all_cells_if_all_are_reached():
    rng, finite = random.Random(12), 0
    for _ in range(examples(20)):
        puzzle, _ = crowded(rng)
        ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
        n, expected = ground.size, all_detours(ground.step)
        around, first = np.zeros(4 * n, np.int32), np.zeros(n, np.int32)
        for block in range(n):
            go_round(block, ground.step, first, around, *np.zeros((2, n), np.int32))
        possible = (ground.step >= 0) & (ground.step.reshape(4, n)[[2, 3, 0, 1]].ravel() >= 0)
        assert (around[possible] == expected[possible]).all()
        finite += (expected[possible] < NEVER).sum()
    assert finite


def test_a_state_is_known_only_after_the_same_blocks_and_player():
    rng, n, found = random.Random(13), 40, 0
    rows, table = np.zeros((1_000, 8), np.uint32), np.zeros((1 << 6, 4), np.uint32)
    blocks, fewest = [{3, 17, 33}], {}
    rows[0, 6:] = 1 << 3 | 1 << 17, 1 << 1
    for new in range(1, 1_000):
        node = rng.randrange(max(0, new - 20), new)
        cell, moves = rng.choice(sorted(blocks[node])), rng.randrange(20)
        behind = rng.choice([to for to in range(n) if to not in blocks[node]][:4])
        blocks.append(blocks[node] - {cell} | {behind})
        state = frozenset(blocks[new]), cell
        for again in range(2):
            is_known = known(rows, node, cell, behind, moves, table, new)
            assert not is_known or fewest[state] <= moves
            assert is_known or not again
            found += is_known and not again
            fewest[state] = min(moves, fewest.get(state, moves))
        bits = np.unpackbits(rows[new, 6:].view(np.uint8), bitorder="little")
        assert set(np.flatnonzero(bits).tolist()) == blocks[new]
    assert found > 10


def test_ways_round_a_block_lead_over_cells_that_are_reached_before_it_moves():
    rng = random.Random(9)
    for _ in range(examples(60)):
        puzzle, graph = crowded(rng)
        assert graph.goal is None or in_time(puzzle, shortest(graph))
    rows = ["u____X", "__XXX_", "X_p_eX", "XX_X__", "XX__p_"]
    assert said(rows) == 8
    assert not in_time(psychopath(rows), 9)
    assert in_time(psychopath(rows), 10)


def test_room_grows_and_compiled_loops_find_the_same(monkeypatch):
    monkeypatch.setattr(cost_bounded, "FIRST_STATES", 1)
    monkeypatch.setattr(cost_bounded, "STATES_PER_CHECK", 2)
    rng, grown = random.Random(6), []
    grow = cost_bounded.Iteration.grow
    monkeypatch.setattr(
        cost_bounded.Iteration, "grow", lambda self: grown.append(self) or grow(self)
    )
    for _ in range(examples(30)):
        assert_same(*crowded(rng))
    assert grown


def test_within_a_bound_far_above_it_the_shortest_is_met_first():
    rng, above = random.Random(10), 0
    for _ in range(examples(60)):
        puzzle, graph = crowded(rng)
        ground, length = Ground(puzzle, PUSH_BLOCK.pushing(puzzle)), shortest(graph)
        board = Arrivals(ground.step, ground.moves_left)
        least = board.moves(ground.begins, ground.player)
        if least == DEAD or length == 0:
            continue
        bound = least + rng.randrange(9)
        iteration = cost_bounded.Iteration(board, ground.begins, ground.player, least, bound)
        while (came := iteration.expand(plainly=True)) == GOES_ON:
            assert length is None or iteration.at_least <= length
        assert (came == FOUND) == (length is not None and length <= bound)
        if came == FOUND:
            assert len(ground.labels(iteration.plan())) == iteration.at_least == length
            above += length < bound
        else:
            assert iteration.further > bound
    assert above


def test_searches_that_take_turns_find_the_same(monkeypatch):
    monkeypatch.setattr(searching, "FIRST_TURN_STATES", 16)
    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 2)
    monkeypatch.setattr(cost_bounded, "STATES_PER_CHECK", 1)
    rng, names = random.Random(7), set()
    either = ["pushing", "lazy"]
    monkeypatch.setattr(solving, "best_searches", lambda *asked: rng.sample(either, 2))
    for _ in range(examples(30)):
        puzzle, graph = crowded(rng)
        found = solve(puzzle, limits=Limits(seconds=600), family=PUSH_BLOCK, engine="direct")
        assert (found.proven, found.length) == (True, shortest(graph))
        if found.length:
            assert found.first and found.moves == first_solution(graph).labels
        names.add(found.search)
    assert {"lazy", "pushing"} <= names


def test_a_proof_stopped_anywhere_tells_true_bounds(monkeypatch):
    monkeypatch.setattr(cost_bounded, "STATES_PER_CHECK", 1)
    rng, stopped = random.Random(8), 0
    for _ in range(examples(60)):
        puzzle, graph = crowded(rng, 6)
        length = shortest(graph)
        limits = Limits(states=rng.randint(1, 3))
        found = solve(puzzle, "pushing", limits, engine="direct", family=PUSH_BLOCK)
        stopped += not found.proven and found.at_least > 0
        if length is None:
            assert found.moves is None
        else:
            assert found.at_least <= length
            assert found.found in (None, length)
    assert stopped


def test_only_where_blocks_are_pushed():
    level = load("pacman/first-meal")
    with pytest.raises(InputError, match="no board on which"):
        solve(level, "pushing")
