"""Proofs with box assignments: bounds are admissible, and answers match the whole graph."""

from __future__ import annotations

import random

import numpy as np
import pytest
from effort import examples
from scipy.optimize import linear_sum_assignment
from stategraph_puzzles.sokoban.heuristics import potentials, pushes
from yards import CROWDED, SOKOBAN, yard

from stategraph import load
from stategraph.analysis import moves_to_goal, shortest
from stategraph.analysis.heuristic_check import check_heuristic
from stategraph.analysis.lifting import reported_solution
from stategraph.engines.limits import Budget, Limits
from stategraph.pushing import box_search, potential_program, pull_kernel
from stategraph.pushing.box_search import PutAway
from stategraph.pushing.potential_program import BoxBoard, Program
from stategraph.pushing.pull_kernel import Order, assigned
from stategraph.pushing.pull_search import Backwards, _pulls, matching_of, pulls_from
from stategraph.pushing.push_board import Ground
from stategraph.rules import DEAD
from stategraph.search.bounds import Bounds
from stategraph.search.path_reconstruction import play
from stategraph.search.solve import solve


def said(text):
    """Return the lower bound at the start of a board."""
    puzzle = SOKOBAN.read(text, {})
    return potentials(puzzle)(puzzle.start)


# ------------------------------------------------------------------------------- lower bounds


def test_what_walks_between_pushes_cost():
    assert said("7#|#@$__.#|7#") == 3
    assert said("8#|#_@$__.#|8#") == 3
    assert said("8#|#@_$__.#|8#") == 4
    # both boxes go right by three, and the player walks back behind the second one
    assert said("7#|#@$__.#|#_$__.#|7#") == 3 + 4 + 3
    # right twice, round the box to its other side, and up
    assert said("6#|#___.#|#@$__#|#____#|6#") == 2 + 2 + 1
    assert said("5#|#@$.#|5#") == 1
    assert said("5#|#@*_#|5#") == 0
    assert said("6#|#$@_.#|6#") == DEAD


def test_potentials_never_guess_too_many_and_are_consistent():
    rng, more = random.Random(11), 0
    for _ in range(examples(100)):
        puzzle, graph = yard(rng, 4)
        guess, by_pushes = potentials(puzzle), pushes(puzzle)
        found = check_heuristic(graph, guess)
        assert (found.admissible in (True, None), found.consistent) == (True, True)
        start = guess(puzzle.start)
        assert start >= min(by_pushes(puzzle.start), DEAD)
        more += by_pushes(puzzle.start) < start < DEAD
        dead = moves_to_goal(graph) < 0
        assert all(by_pushes(graph.state(k)) < DEAD or dead[k] for k in range(len(graph)))
    assert more > examples(100) // 4


@pytest.mark.long
def test_on_large_open_boards_fewer_boxes_count_with_the_player(monkeypatch):
    def near(size):
        cells = np.arange(size * size).reshape(size, size)
        wall = np.pad(cells, 1, constant_values=-1)
        table = [wall[:-2, 1:-1], wall[1:-1, 2:], wall[2:, 1:-1], wall[1:-1, :-2]]
        everywhere = np.ones(size * size, bool)
        return BoxBoard(np.array(table).reshape(4, -1), everywhere, everywhere, [], 0).near()

    assert 4 in near(3)[0]  # on the way round it, from side to side
    pairs = [sum(map(len, near(size))) for size in range(2, 24)]
    assert max(pairs) <= potential_program.MAX_PAIRS
    assert [sorted(near(15)[16]), near(40)[41]] == [[1, 15, 17, 31], []]
    rng = random.Random(14)
    for most in (0, 40, 90):
        monkeypatch.setattr(potential_program, "MAX_PAIRS", most)
        for _ in range(examples(10)):
            puzzle, graph = yard(rng, 4)
            found = check_heuristic(graph, potentials(puzzle))
            assert (found.admissible in (True, None), found.consistent) == (True, True)


def test_whatever_a_linear_program_says_is_mended(monkeypatch):
    rng, numbers = random.Random(12), np.random.default_rng(12)

    def nonsense(program):
        n = program.yard.goals.size
        shapes = (n,), (n,), (n, n)
        return tuple(numbers.uniform(-9, 9, shape) for shape in shapes)

    monkeypatch.setattr(Program, "solved", nonsense)
    for _ in range(examples(30)):
        puzzle, graph = yard(rng, 4)
        found = check_heuristic(graph, potentials(puzzle))
        assert (found.admissible in (True, None), found.consistent) == (True, True)


# ----------------------------------------------------------------------------------- the search


def assert_same(puzzle, graph, **how):
    """Compare with the whole graph."""
    found = solve(puzzle, "pushing", family=SOKOBAN, **how)
    assert (found.proven, found.length) == (True, shortest(graph))
    assert found.solvable is (graph.goal is not None)
    assert found.at_least == (found.length or 0) or graph.goal is None
    if graph.goal is not None:
        assert (found.first, found.moves) == (True, reported_solution(graph, "text").labels)


def test_hundreds_of_random_boards():
    rng, solvable = random.Random(13), 0
    for _ in range(examples(150)):
        puzzle, graph = yard(rng)
        assert_same(puzzle, graph, engine="direct")
        solvable += graph.goal is not None
    assert solvable > examples(150) // 3


def test_room_grows_and_limits_stop(monkeypatch):
    level = load("sokoban/pillars")
    whole = solve(level, "pushing", engine="direct")
    assert (whole.proven, whole.length) == (True, level.expect["shortest"])
    monkeypatch.setattr(box_search, "FIRST_STATES", 1)
    assert solve(level, "pushing", engine="direct") == whole
    assert solve(level, "pushing") == whole  # compiled
    monkeypatch.setattr(box_search, "STATES_PER_CHECK", 4)
    stopped = solve(level, "pushing", Limits(states=20), engine="direct")
    assert (stopped.proven, stopped.moves) == (False, None)
    assert 0 < stopped.at_least <= whole.length
    monkeypatch.setattr(Budget, "spare_memory", lambda budget: 0)
    stopped = solve(level, "pushing", Limits(memory=1 << 40), engine="direct")
    assert stopped.why == f"limit of {1 << 20:,} MiB of memory"


def test_the_first_is_found_whichever_is_known_and_whoever_met_it():
    level = load("sokoban/through-the-door")
    first = solve(level, "bfs", engine="direct").moves
    assert solve(level, "astar", engine="direct").moves == first
    puzzle = level.puzzle
    for last in (5, None):  # too few states prove no first solution
        budget = Budget(Limits(states=last))
        proof = PutAway(Ground(puzzle, SOKOBAN.pushing(puzzle)), budget, True)
        known = ["?"] * len(first)
        assert proof.first(known, 0) == (list(first) if last is None else None)


def test_the_last_level_is_emptied_for_the_first():
    # two goals side by side: the search meets one solution and leaves others of its length
    puzzle = SOKOBAN.read("8#|#@_____#|#_$__$_#|#_.__._#|#______#|8#", {})
    proof = PutAway(Ground(puzzle, SOKOBAN.pushing(puzzle)), Budget(Limits()), True)
    plan, _ = proof.search(Bounds(), 1 << 20)
    kept = proof.states
    labels = proof.ground.labels(plan)
    first = proof.first(labels, 0)
    assert proof.states > kept
    assert tuple(first) == solve(puzzle, "bfs", family=SOKOBAN, engine="direct").moves


# -------------------------------------------------------------------------- from the goals back


def test_plans_from_the_goals_back_win():
    rng, found = random.Random(14), 0
    for _ in range(examples(60)):
        puzzle, graph = yard(rng)
        if puzzle.is_goal(puzzle.start):
            continue
        ground = Ground(puzzle, SOKOBAN.pushing(puzzle))
        back = Backwards(ground)
        plans = [back.plan(4_000, lambda: False) for _ in range(2)]
        for plan in filter(None, plans):
            labels = ground.labels(plan)
            play(puzzle, labels)  # raises if they do not win
            assert len(labels) >= shortest(graph)
            found += 1
        # without spare goals nothing is left out, so the rounds prove it
        if len(ground.homes[ground.homes == 0]) == len(puzzle.start.boxes):
            assert all((plan is None) == (graph.goal is None) for plan in plans)
    assert found > examples(60) // 2


def test_a_search_by_pulls_ends_before_a_state_has_no_room():
    puzzle = SOKOBAN.read("#####|#+$ #|# $.#|#$. #|#####", {})
    ground = Ground(puzzle, SOKOBAN.pushing(puzzle))
    cells = np.arange(9).reshape(3, 3)  # on a ring, a state has more pulls than the board has cells
    sides = [np.roll(cells, by, axis) for by, axis in ((1, 0), (-1, 1), (-1, 0), (1, 1))]
    ground.step = np.concatenate(sides, axis=None).astype(np.int32)
    full = _pulls(ground, *pulls_from(ground), 99, Order(0, 0, 0, 0, 0))
    begun = full.progress.count[0]
    assert pull_kernel.search.plain(full, 1) == 0 and full.progress.count[0] - begun == 12
    for room in range(begun, begun + 40):
        pulls = _pulls(ground, *pulls_from(ground), 99, Order(0, 0, 0, 0, 0))
        pulls = pulls._replace(turns=pulls.turns[:room], parents=pulls.parents[:room])
        pull_kernel.search.plain(pulls, 1)  # raises if it writes past the last row
        assert pulls.progress.count[0] <= room


def test_matching_is_the_best():
    rng = np.random.default_rng(15)
    for count in (1, 2, 3, 5, 8):
        far = rng.integers(0, 20, (count, 12)).astype(np.int32)
        blocks = rng.permutation(12)[:count]
        rows, columns = linear_sum_assignment(far[:, blocks])
        assert assigned(far, blocks, matching_of(count)) == far[:, blocks][rows, columns].sum()


def test_the_finder_fills_crowded_goals():
    level = SOKOBAN.read(CROWDED, {})
    found = solve(level, "any", family=SOKOBAN)
    assert found.found >= found.at_least > 0
