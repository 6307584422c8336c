"""The finder of first solutions: its plans win, and its bounds are correct."""

from __future__ import annotations

import json
import random
from contextlib import nullcontext

import numpy as np
import pytest
from effort import examples
from known import bundled
from pushed import PUSH_BLOCK, SOKOBAN, boxes, push_blocks

from stategraph import load
from stategraph.analysis import shortest
from stategraph.engines.limits import Limits
from stategraph.expand import expand
from stategraph.laws import replay
from stategraph.pushing import push_kernel, shortening
from stategraph.pushing.finder import Finder
from stategraph.pushing.portfolio import ROUNDS, How, Round, dive
from stategraph.pushing.push_board import Ground
from stategraph.search import run as searching
from stategraph.search import solve as solving
from stategraph.search.bounds import Bounds
from stategraph.search.solve import solve


def wins(puzzle, moves):
    """Return whether moves are a solution."""
    return puzzle.is_goal(replay(puzzle, " ".join(moves)).states[-1])


@pytest.fixture(autouse=True)
def few_rounds(monkeypatch):
    """Let a finder try few windows, and few other solutions."""
    monkeypatch.setattr(shortening, "MAX_TRIES_IN_VAIN", 2)
    monkeypatch.setattr(shortening, "CHANGES", (1 << 9,))
    monkeypatch.setattr(shortening, "MAX_WORK", 1 << 18)


def met(puzzle, family):
    """Return the best solution that a finder meets in its first round, as found and shortened."""
    bounds = Bounds()
    finder = Finder(puzzle, family, bounds, 1 << 20)
    for best, shortens in finder.rounds(1):
        first = bounds.best
        if best.plan is not None:
            shortens.improve()
        return first, bounds.best
    return None, None


@pytest.mark.parametrize(("draw", "family"), [(push_blocks, PUSH_BLOCK), (boxes, SOKOBAN)])
def test_a_solution_is_met_where_there_is_one_and_shortened_to_a_shortest(draw, family):
    rng, solvable = random.Random(8), 0
    for _ in range(examples(120)):
        puzzle = draw(rng)
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if not graph.complete:
            continue
        length = shortest(graph)
        first, best = met(puzzle, family)
        assert (first is None) == (length is None)
        if length is not None:
            solvable += 1
            assert len(first) >= len(best) == length
            assert wins(puzzle, best)
    assert solvable > examples(120) // 10


@pytest.mark.parametrize("aimed", [0, 1])
def test_a_round_gives_up_on_nothing_that_can_be_won(aimed):
    rng, solvable = random.Random(10), 0
    for _ in range(examples(150)):
        puzzle = push_blocks(rng)
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        if not graph.complete:
            continue
        ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
        found = Round(ground, 1 << 12, How(aimed, 1, rng.randrange(99)))
        plan = next(found.plans(lambda: False), None)
        assert (plan is None) == (shortest(graph) is None)
        if plan is not None:
            solvable += 1
            assert wins(puzzle, ground.labels(plan))
    assert solvable > examples(150) // 10


def test_the_displaced_blocks_are_those_off_the_starting_cells():
    block, begins = np.array([1, 1, 0, 1, 0]), np.array([1, 0, 1, 0, 0])
    cells = np.full(5, -1)
    assert push_kernel.displaced(block, begins, cells, 5) == 2
    assert cells.tolist() == [1, 3, -1, -1, -1]
    assert push_kernel.displaced(begins, begins, cells, 5) == 0


def test_every_round_finds_a_solution_the_same_each_time():
    level = load("psychopath/warehouse")
    ground = Ground(level.puzzle, level.family.pushing(level.puzzle))
    deep = [dive(random.Random(seed)) for seed in range(4)]
    for how in [*(how for how, _ in ROUNDS), *deep]:
        plans = [next(Round(ground, 1 << 13, how).plans(lambda: False)) for _ in range(2)]
        assert plans[0] == plans[1]
        assert wins(level.puzzle, ground.labels(plans[0]))


def test_a_round_that_aims_meets_the_same_as_plain_python(monkeypatch):
    level = load("psychopath/warehouse")
    ground = Ground(level.puzzle, level.family.pushing(level.puzzle))
    plain, compiled = (Round(ground, 1 << 13, How(1, 1)) for _ in range(2))
    plans = [next(compiled.plans(lambda: False))]
    kernel = push_kernel.search
    monkeypatch.setattr(kernel, "compiled", lambda *given, work: kernel.plain(*given))
    plans.append(next(plain.plans(lambda: False)))
    assert plans[0] == plans[1] and plain.kept == compiled.kept


def test_what_goes_first_tells_on_what_a_round_meets():
    level = load("psychopath/warehouse")
    ground = Ground(level.puzzle, level.family.pushing(level.puzzle))

    def met_in_order(*how):
        found = Round(ground, 1 << 13, How(*how))
        next(found.plans(lambda: False))
        return tuple(found._turns[: found.kept].tolist())

    hows = (0, 0), (0, 1), (1, 1), (0, 1, 6)
    assert len({met_in_order(*how) for how in hows}) == 3


def test_bounds_at_random_stops_hold_the_truth_between_them():
    rng, stopped = random.Random(9), 0
    for _ in range(examples(150)):
        puzzle = push_blocks(rng)
        graph = expand(puzzle, Limits(states=3_000), engine="direct")
        length = shortest(graph)
        if not graph.complete or length is None:
            continue
        for search in ("auto", "bfs", "astar", "lazy", "ida"):
            limits = Limits(states=rng.randint(1, 12))
            found = solve(puzzle, search, limits, engine="direct", family=PUSH_BLOCK)
            assert found.at_least <= length
            assert found.found is None or found.found >= length
            stopped += not found.proven
    assert stopped > examples(150) // 5


def test_two_bounds_that_meet_are_a_proof(monkeypatch):
    level = load("psychopath/warehouse")
    known = solve(level, "astar")
    for search in ("astar", "lazy", "ida"):
        bounds = Bounds()
        bounds.offer(list(known.moves))
        with monkeypatch.context() as patch:
            patch.setattr(solving, "Bounds", lambda tell, bounds=bounds: bounds)
            found = solve(level, search)
        assert (found.proven, found.moves, found.first) == (True, known.moves, True)
        assert bounds.at_least == known.length


def test_an_interrupted_search_tells_the_best_solution(run, monkeypatch):
    level = load("psychopath/warehouse")
    some = solve(level, "any")
    assert wins(level.puzzle, some.moves)
    assert not some.proven and some.length is None and some.found >= 15

    def interrupted(*given):
        given[-1].rise(9)
        given[-1].offer(list(some.moves))
        budget = given[3]
        budget.exhausted(4321, 0)
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 10)
    monkeypatch.setattr(searching, "shortest_solution", interrupted)
    told = run("solve", "psychopath/warehouse")
    told_bounds = f"{some.found} moves found; at least 9 needed"
    assert (told.code, told.out.splitlines()) == (3, ["".join(some.moves), told_bounds])
    assert told.err.endswith(": interrupted\n")
    record = json.loads(run("solve", "psychopath/warehouse", "--json").out)
    assert record["solution"] == "".join(some.moves)
    assert (record["found"], record["at_least"], record["proven"]) == (some.found, 9, False)
    assert record["states_seen"] == 4321
    assert record["solvable"] and record["shortest"] is None and "shortest" in record["unknown"]


@pytest.mark.parametrize("least, code, told", [(9, 3, "UNKNOWN\n"), (1, 130, "")])
def test_an_interrupted_search_tells_the_bound_it_has_proven(run, monkeypatch, least, code, told):
    def interrupted(*given):
        given[-1].rise(least)
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 1)
    monkeypatch.setattr(solving, "_in_parallel", lambda search: nullcontext())
    monkeypatch.setattr(searching, "shortest_solution", interrupted)
    got = run("solve", "psychopath/warehouse")
    assert (got.code, got.out) == (code, told)
    bound = "no solution found; at least 9 needed; interrupted"
    assert (bound in got.err) is (code == 3)


def test_an_interrupted_search_is_the_last_of_several(run, monkeypatch):
    def interrupted(*given):
        given[-1].rise(9)
        raise KeyboardInterrupt

    monkeypatch.setattr(solving, "MAX_EXPANDED_STATES", 10)
    monkeypatch.setattr(solving, "_in_parallel", lambda search: nullcontext())
    monkeypatch.setattr(searching, "shortest_solution", interrupted)
    got = run("solve", "psychopath/warehouse", "psychopath/many-traps", "spacewreck/eight-rooms")
    assert (got.code, got.out) == (130, "psychopath/warehouse: UNKNOWN\n")


def test_any_solution_will_do(run):
    told = run("solve", "sokoban/through-the-door", "--any")
    moves, bounds = told.out.splitlines()
    assert told.code == 0 and "at least 20 needed" in bounds  # by the potential heuristic
    assert wins(load("sokoban/through-the-door").puzzle, moves)
    assert "at least 5 needed" in run("solve", "psychopath/warehouse", "--any").out
    assert run("solve", "psychopath/two-in-a-row", "--any").out == "NO-PATH\n"
    assert run("solve", "spacewreck/eight-rooms", "--any").out == "R3L5L8\n"
    for other in (["--all", "2"], ["--search", "lazy"], ["--by", "walks"]):
        told = run("solve", "psychopath/warehouse", "--any", *other)
        assert (told.code, told.out, len(told.err.splitlines())) == (2, "", 1)


@pytest.mark.long
@pytest.mark.parametrize("name", ["psychopath", "sokoban"])
def test_bundled_levels(name):
    for level in bundled(name):
        if level.expect["shortest"] and level.family.pushing(level.puzzle) is not None:
            first, best = met(level.puzzle, level.family)
            assert len(first) >= len(best) >= level.expect["shortest"]
