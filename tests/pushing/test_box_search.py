"""Proofs where boxes are put away: no guess too many, no other answer than the graph has."""

from __future__ import annotations

import random

import numpy as np
import pytest
from effort import examples
from scipy.optimize import linear_sum_assignment

from puzzles.sokoban.heuristics import potentials, pushes
from puzzles.sokoban.rules import sokoban
from stategraph import levels, load
from stategraph.analysis import moves_to_goal, shortest
from stategraph.analysis.distances import moves_from_start
from stategraph.analysis.heuristic_check import check_heuristic
from stategraph.analysis.told import first_told
from stategraph.engines.limits import Budget, Limits
from stategraph.expand import expand
from stategraph.pushing import beam_kernel, beam_search, box_search, potential_program, pull_kernel
from stategraph.pushing.beam_search import Beams
from stategraph.pushing.box_search import PutAway
from stategraph.pushing.potential_program import Program, Yard
from stategraph.pushing.pull_search import Backwards
from stategraph.pushing.push_board import Ground
from stategraph.rules import DEAD
from stategraph.search.bounds import Bounds
from stategraph.search.solve import solve
from stategraph.search.way import play

SOKOBAN = levels.family("sokoban")

# a corridor that must be filled from its far end
CROWDED = "###########|#....     #|##### $$  #|#   $  $  #|#     @   #|###########"


def yard(rng, most=5, marks=(3, 5, 5, 6, 7)):
    """Return a random Sokoban board with one of so many marks, and its whole graph."""
    while True:
        width, height = rng.randint(3, most), rng.randint(3, most)
        tiles = rng.choices("_____#", k=width * height)
        cells = rng.sample(range(width * height), rng.choice(marks))
        for k, cell in enumerate(cells[1:]):
            tiles[cell] = ".$"[k % 2]
            if rng.random() < 0.1:
                tiles[cell] = "*"
        tiles[cells[0]] = rng.choice("@@@+")
        text = "".join(tiles)
        if text.count("$") > text.count(".") + text.count("+"):
            continue
        rows = ["#" * (width + 2)]
        rows += [f"#{text[k : k + width]}#" for k in range(0, len(text), width)]
        puzzle = sokoban([row.replace("_", " ") for row in [*rows, rows[0]]])
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if graph.complete and puzzle.start.boxes and (graph.goal is not None or rng.random() < 0.2):
            return puzzle, graph


def said(text):
    """Return what is guessed at the start of a board."""
    puzzle = SOKOBAN.read(text, {})
    return potentials(puzzle)(puzzle.start)


# ---------------------------------------------------------------------------------- the guesses


def test_what_walks_between_pushes_cost():
    assert said("7#|#@$__.#|7#") == 3
    assert said("8#|#_@$__.#|8#") == 3
    assert said("8#|#@_$__.#|8#") == 4
    # both boxes go right by three, and somebody walks back behind the second one
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


def test_on_large_open_boards_fewer_boxes_count_with_the_player(monkeypatch):
    def near(size):
        cells = np.arange(size * size).reshape(size, size)
        wall = np.pad(cells, 1, constant_values=-1)
        table = [wall[:-2, 1:-1], wall[1:-1, 2:], wall[2:, 1:-1], wall[1:-1, :-2]]
        everywhere = np.ones(size * size, bool)
        return Yard(np.array(table).reshape(4, -1), everywhere, everywhere, [], 0).near()

    assert 4 in near(3)[0]  # on the way round it, from side to side
    pairs = [sum(map(len, near(size))) for size in range(2, 24)]
    assert max(pairs) <= potential_program.PAIRS
    assert [sorted(near(15)[16]), near(40)[41]] == [[1, 15, 17, 31], []]
    rng = random.Random(14)
    for most in (0, 40, 90):
        monkeypatch.setattr(potential_program, "PAIRS", most)
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
        assert (found.first, found.moves) == (True, first_told(graph, "text").labels)


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
    monkeypatch.setattr(box_search, "ROOM", 1)
    assert solve(level, "pushing", engine="direct") == whole
    assert solve(level, "pushing") == whole  # compiled
    monkeypatch.setattr(box_search, "AT_ONCE", 4)
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
    for last in (5, None):  # with too few states nobody knows that it is the first
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
            play(puzzle, labels)  # raises where they do not win
            assert len(labels) >= shortest(graph)
            found += 1
        # without goals to spare nothing is left out, so the rounds tell
        if len(ground.homes[ground.homes == 0]) == len(puzzle.start.boxes):
            assert all((plan is None) == (graph.goal is None) for plan in plans)
    assert found > examples(60) // 2


def test_matching_is_the_best():
    rng = np.random.default_rng(15)
    for count in (1, 2, 3, 5, 8):
        far = rng.integers(0, 20, (count, 12)).astype(np.int32)
        blocks = rng.permutation(12)[:count]
        work = [np.zeros(count + 1, np.int64) for _ in range(6)]
        rows, columns = linear_sum_assignment(far[:, blocks])
        assert pull_kernel.assigned(far, blocks, *work) == far[:, blocks][rows, columns].sum()


def test_the_finder_goes_back_from_crowded_goals():
    level = SOKOBAN.read(CROWDED, {})
    found = solve(level, family=SOKOBAN, any=True)
    assert found.found >= found.at_least > 0


# ------------------------------------------------------------------------------- beams, either way


def sides(puzzle):
    """Return the board of a puzzle, and what beams from the goals and from the start are given."""
    ground = Ground(puzzle, SOKOBAN.pushing(puzzle))
    return ground, Beams(ground, random.Random(0))._sides


def boards(seed, count, *marks):
    """Yield random boards that can be won, and are not, with their graphs."""
    rng = random.Random(seed)
    for _ in range(count):
        puzzle, graph = yard(rng, 4, marks)
        if graph.goal is not None and not puzzle.is_goal(puzzle.start):
            yield puzzle, graph


def arranged(ground, state):
    """Return where the blocks of a state are, as a list and as marks."""
    blocks, marks = sorted(state.boxes), np.zeros(ground.size, np.uint8)
    marks[blocks] = 1
    return blocks, marks


def test_nothing_that_can_be_won_is_lost_or_hopeless():
    told, hopeless = 0, 0
    for puzzle, graph in boards(16, examples(30), 7):
        ground, (back, ahead) = sides(puzzle)
        left, n = moves_to_goal(graph), ground.size
        for k in range(len(graph)):
            state = graph.state(k)
            blocks, marks = arranged(ground, state)
            work = [np.zeros(n, np.uint8) for _ in range(2)] + [np.zeros(n, np.int32)]
            given_up = beam_kernel.hopeless(marks, ground.step, ground.homes, *work)
            lost = any(
                beam_kernel.lost(marks, ahead.told, n, cell, state.player) for cell in blocks
            )
            assert left[k] < 0 or not (given_up or lost)
            assert not any(
                beam_kernel.lost(marks, back.told, n, cell, state.player) for cell in blocks
            )
            told, hopeless = told + lost, hopeless + given_up
    assert told > 100
    assert hopeless > 100


def test_the_way_back_is_never_guessed_too_long():
    sharp = 0
    for puzzle, graph in boards(17, examples(40), 5, 7):
        ground, (back, _) = sides(puzzle)
        made = moves_from_start(graph)
        for k in range(len(graph)):
            blocks, _ = arranged(ground, graph.state(k))
            if (ground.homes[blocks] < 0).any():  # nothing pulled from goals gets there
                continue
            guess = back.guess.moves(blocks, graph.state(k).player)
            assert guess <= made[k]
            sharp += guess == made[k]
    assert sharp > examples(40)


@pytest.mark.parametrize("pulls", [True, False])
def test_a_beam_wide_enough_wins_where_that_can_be_done(pulls):
    rng, shortest_ones = random.Random(18 + pulls), 0
    for _ in range(examples(40)):
        puzzle, graph = yard(rng, 4)
        if puzzle.is_goal(puzzle.start):
            continue
        ground, (back, ahead) = sides(puzzle)
        side = back if pulls else ahead
        plan = beam_search._Beam(ground, side, 1 << 30, (2_000, 1, 0, 0), 1 << 14).plan(
            lambda: False
        )
        if plan is not None:
            labels = ground.labels(plan)
            play(puzzle, labels)  # raises where they do not win
            assert len(labels) >= shortest(graph)
            shortest_ones += len(labels) == shortest(graph)
        if not pulls or np.count_nonzero(ground.homes == 0) == len(puzzle.start.boxes):
            assert (plan is None) == (graph.goal is None)
    assert shortest_ones > examples(40) // 4


def test_a_narrow_beam_is_drawn_at_random_the_same_each_time():
    most = 1 << 12
    puzzle = SOKOBAN.read(CROWDED, {})
    ground = Ground(puzzle, SOKOBAN.pushing(puzzle))
    met = [
        [drawn.plan(1 << 30, most, lambda: False) for _ in range(4)]
        for drawn in (Beams(ground, random.Random(seed)) for seed in (1, 1, 2))
    ]
    assert met[0] == met[1] != met[2]
    for plan in filter(None, met[0]):
        play(puzzle, ground.labels(plan))  # raises where they do not win
    assert any(met[0])
    best = min(len(ground.labels(plan)) for plan in met[0] if plan)
    assert Beams(ground, random.Random(1)).plan(best // 2, most, lambda: False) is None
