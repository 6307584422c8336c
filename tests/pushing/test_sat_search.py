"""Proofs by satisfiability: never another answer than the whole graph's."""

from __future__ import annotations

import random
import sys
import threading

import numpy as np
import pytest
from effort import examples
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph import level_files, load
from stategraph.analysis import first_solution, shortest
from stategraph.engines.limits import INTERRUPTED, MET, Budget, Limits
from stategraph.errors import InputError
from stategraph.expand import expand
from stategraph.pushing import cost_bounded, sat_search
from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.cost_bounded import Iteration, Proof
from stategraph.pushing.landmarks import landmarks
from stategraph.pushing.push_board import Ground
from stategraph.pushing.sat_arrivals import Reaching
from stategraph.pushing.sat_encoding import Formula, Goal
from stategraph.pushing.sat_search import Refuter, Satisfying
from stategraph.pushing.sat_solver import solver
from stategraph.search.bounds import Bounds
from stategraph.search.path_reconstruction import play
from stategraph.search.solve import solve

PUSH_BLOCK = level_files.family("psychopath")


def warehouse():
    """Return a board with a solution of 15 moves."""
    return load("psychopath/warehouse").puzzle


def ground(puzzle):
    """Return the board of a puzzle."""
    return Ground(puzzle, PUSH_BLOCK.pushing(puzzle))


def boards(seed, count):
    """Yield random push-block boards, some of which cannot be won, and their whole graphs."""
    rng = random.Random(seed)
    while count:
        width, height = rng.randint(1, 5), rng.randint(2, 5)
        tiles = rng.choices("____pppX", k=width * height)
        marks = rng.choice(["ue", "uee", "uPe", "uP"])[: width * height]
        for mark, cell in zip(marks, rng.sample(range(width * height), len(marks)), strict=True):
            tiles[cell] = mark
        puzzle = psychopath(["".join(tiles[k : k + width]) for k in range(0, len(tiles), width)])
        graph = expand(puzzle, Limits(states=1_500), engine="direct")
        if graph.complete:
            count -= 1
            yield puzzle, graph


def winnable(puzzle, moves):
    """Return the labels of a solution of `moves` moves, None if it does not exist."""
    board = ground(puzzle)
    times = Arrivals(board.step, board.moves_left)
    within = times.within(board.begins, board.player, moves)
    if within.beyond is not None:
        return None
    nothing = np.zeros_like(board.wins)
    marks = landmarks(board, times, within)
    formula = Formula(board, within, marks, Goal(board.wins, nothing, nothing))
    for _ in range(moves):
        formula.grow()
    formula.end()
    with solver(formula) as asked:
        return formula.labels(formula.line(asked.get_model())) if asked.solve() else None


def test_a_formula_is_satisfied_just_where_there_is_a_solution_of_so_many_moves():
    for puzzle, graph in boards(seed=1, count=examples(60)):
        lengths = [k for k in range(1, 14) if winnable(puzzle, k) is not None]
        least = shortest(graph)
        if least is None or least > 13:
            assert lengths == []
            continue
        assert lengths[0] == least
        if least > 1:  # after one move the player may go back, and on again
            assert set(range(least, 14, 2)) <= set(lengths)
        for k in lengths:
            labels = winnable(puzzle, k)
            assert len(labels) == k
            play(puzzle, labels)


def test_blocks_move_only_when_pushed():
    assert winnable(psychopath(["u_pe"]), 3) is None  # it is pushed onto the exit, and stays there
    assert winnable(psychopath(["upe_"]), 2) == ["R", "R"]
    assert winnable(psychopath(["up_e"]), 3) is None
    assert winnable(psychopath(["uppe"]), 3) is None
    assert winnable(psychopath(["___", "upe", "___"]), 4) is not None


def test_where_a_block_was_pushed_away_before_a_landmark_nobody_need_push_it_again():
    puzzle = psychopath(["X_p__", "e_pX_", "X_p__", "_Xup_", "_X__X"])
    assert shortest(expand(puzzle, engine="direct")) == 12
    assert winnable(puzzle, 12) is not None


def test_there_is_room_for_all_times_within_a_slack():
    board = ground(warehouse())
    times = Arrivals(board.step, board.moves_left)
    slack = 10 * times.latest
    _, first, left, _, beyond = times.within(board.begins, board.player, slack)
    heads = times.work.heads
    assert heads.size > slack
    assert (heads == -1).all()
    assert beyond is None
    again = times.within(board.begins, board.player, 15)
    fresh = Arrivals(board.step, board.moves_left).within(board.begins, board.player, 15)
    assert all((one == other).all() for one, other in zip(again[1:4], fresh[1:4], strict=True))
    assert (first[first < NEVER] <= slack).all()
    assert (left <= slack)[first < NEVER].all()


def test_proofs_are_those_of_the_whole_graph():
    for puzzle, graph in boards(seed=2, count=examples(80)):
        found = solve(puzzle, "sat", Limits(states=300), family=PUSH_BLOCK, order="moves")
        length = shortest(graph)
        assert found.at_least <= (NEVER if length is None else length)
        if length is None:
            assert found.moves is None
            assert found.solvable is not True
        else:
            assert found.length == length
            assert found.moves == first_solution(graph, "moves").labels


def test_stopped_anywhere_it_tells_true_bounds():
    puzzle = warehouse()
    length = solve(puzzle, "bfs").length
    met = []
    for most in (1, 3, 6, 12, 25, 50, 5_000):
        found = solve(puzzle, "sat", Limits(states=most), family=PUSH_BLOCK)
        assert found.at_least <= length
        assert found.moves is None or len(found.moves) >= length
        met.append(found.at_least)
    assert met == sorted(met)
    assert met[-1] == length


def test_the_same_questions_have_the_same_answers():
    puzzle = warehouse()
    both = [solve(puzzle, "sat", family=PUSH_BLOCK) for _ in range(2)]
    assert both[0].moves == both[1].moves
    assert both[0].states_seen == both[1].states_seen > 0


def asked(puzzle, bounds, over=lambda: False):
    """Return the answer of a search by satisfiability, and the solutions that it reported."""
    met = []

    def meet(labels):
        met.append(len(labels))
        bounds.offer(labels)

    budget = Budget(Limits(states=500))
    return Satisfying(ground(puzzle), budget, meet, over).search(bounds), met


def test_what_others_know_is_not_asked_again():
    puzzle = warehouse()
    length = solve(puzzle, "bfs").length
    bounds = Bounds()
    bounds.rise(length)
    bounds.offer(["R"] * (length + 2))
    assert asked(puzzle, bounds) == (MET, [length])  # no shorter one, and none that is longer
    assert asked(puzzle, bounds) == (MET, [])
    assert asked(psychopath(["uXe"]), Bounds()) == (None, [])
    assert asked(puzzle, Bounds(), lambda: True) == (INTERRUPTED, [])


@pytest.mark.parametrize("more", [0, 1, 2, 3])
def test_shorter_ones_alone_are_asked_for_and_none_proves_it(more):
    length = solve(warehouse(), "bfs").length
    bounds = Bounds()
    bounds.offer(["R"] * (length + more))
    assert asked(warehouse(), bounds) == (MET, [length] if more else [])
    assert (bounds.found, bounds.at_least) == (length, length)


def test_an_exit_is_asked_about_until_it_is_told_and_other_cells_are_left_open(monkeypatch):
    ask, tired = Reaching.ask, set()

    def at_the_second_time(self, cell, conflicts):
        if (self.at, cell) in tired:
            return ask(self, cell, conflicts)
        return tired.add((self.at, cell))

    monkeypatch.setattr(Reaching, "ask", at_the_second_time)
    length = solve(warehouse(), "bfs").length
    bounds = Bounds()
    assert asked(warehouse(), bounds) == (MET, [length])
    assert bounds.at_least == length


# the block can be pushed back and forth, but never off the path
HOPELESS = ["u__", "__p", "pp_", "_pP", "epp"]


def test_what_cannot_be_won_is_no_number_of_moves():
    # in the last one, every layer has an open question
    for rows in (["uXe"], HOPELESS, ["p___", "eXu_"]):
        told = []
        found = solve(
            psychopath(rows),
            "sat",
            family=PUSH_BLOCK,
            tell=lambda *known, to=told: to.append(known),
        )
        assert (found.solvable, found.moves, found.why) == (False, None, "")
        assert found.at_least < 10
        assert all(at_least < 10 for _, at_least in told)


def test_a_search_that_is_told_that_there_is_no_solution_has_none(monkeypatch):
    monkeypatch.setattr(cost_bounded, "STATES_PER_CHECK", 1)
    bounds, expand = Bounds(), Iteration.expand

    def refuted_meanwhile(self, plainly):
        asked(psychopath(HOPELESS), bounds)
        return expand(self, plainly)

    monkeypatch.setattr(Iteration, "expand", refuted_meanwhile)
    proof = Proof(ground(psychopath(HOPELESS)), Budget(Limits()), True)
    assert proof.search(bounds, 1 << 20) == (None, None)
    assert bounds.unsolvable
    assert proof.states < 10
    assert bounds.at_least < 10


def test_it_proves_beside_another_search(monkeypatch):
    monkeypatch.setattr(sat_search, "START_SECONDS", 0.0)
    puzzle = warehouse()
    bounds = Bounds()
    refuter = Refuter(puzzle, PUSH_BLOCK, Budget(Limits()), bounds)
    refuter.start()
    refuter.join()
    assert bounds.met
    assert bounds.found == solve(puzzle, "bfs").length
    play(puzzle, list(bounds.best))


def test_who_is_far_behind_rests_as_long_as_another_search_refutes(monkeypatch):
    puzzle = warehouse()
    bounds, waited, expand = Bounds(), [], Iteration.expand
    bounds.refuting = True

    def sleep(seconds):
        waited.append(seconds)
        bounds.refuting = False

    def overtaken(self, plainly):
        if not waited:
            bounds.rise(self.bound + 1)
        return expand(self, plainly)

    monkeypatch.setattr(cost_bounded, "STATES_PER_CHECK", 1)
    monkeypatch.setattr(cost_bounded.time, "sleep", sleep)
    monkeypatch.setattr(Iteration, "expand", overtaken)
    board = ground(puzzle)
    plan, stopped = Proof(board, Budget(Limits()), True).search(bounds, 1 << 20)
    assert (len(waited), stopped) == (1, None)
    assert 0 <= waited[0] <= cost_bounded.PAUSE
    assert len(board.labels(plan)) == solve(puzzle, "bfs").length


def test_without_the_solver_other_searches_go_on(monkeypatch):
    monkeypatch.setitem(sys.modules, "pysat.solvers", None)
    monkeypatch.setattr(sat_search, "START_SECONDS", 0.0)
    with pytest.raises(
        InputError, match="search sat needs python-sat: .* -m pip install python-sat"
    ):
        solve(warehouse(), "sat", family=PUSH_BLOCK)
    bounds, raised = Bounds(), []
    monkeypatch.setattr(threading, "excepthook", raised.append)
    refuter = Refuter(warehouse(), PUSH_BLOCK, Budget(Limits()), bounds)
    refuter.start()
    refuter.join()
    assert (raised, bounds.refuting) == ([], False)


def test_whoever_refutes_without_an_end_holds_up_no_proof_that_there_is_no_solution(monkeypatch):
    puzzle = psychopath(["___pXp", "pp_p_e", "upppeX", "__pp_p"])
    bounds, expand = Bounds(), Iteration.expand
    bounds.refuting = True

    def ahead(self, plainly):
        bounds.rise(self.bound + 1)
        return expand(self, plainly)

    monkeypatch.setattr(cost_bounded.time, "sleep", lambda seconds: None)
    monkeypatch.setattr(Iteration, "expand", ahead)
    proof = Proof(ground(puzzle), Budget(Limits(states=10_000)), True)
    assert proof.search(bounds, 1 << 20) == (None, None)


def test_formulas_for_which_there_is_no_memory(monkeypatch):
    monkeypatch.setattr(sat_search, "BYTES_PER_CELL", 1 << 50)
    found = solve(warehouse(), "sat", family=PUSH_BLOCK)
    assert "memory" in found.why
    assert (found.moves, found.solvable) == (None, None)


def test_only_where_a_player_pushes_blocks_to_get_somewhere():
    for name in ("sokoban/all-at-home", "pacman/first-meal"):
        with pytest.raises(InputError, match="search sat: no board"):
            level = load(name)
            solve(level, "sat")


def test_interrupted_it_tells_what_it_met(monkeypatch):
    offer = Bounds.offer

    def interrupted(self, labels):
        offer(self, labels)
        raise KeyboardInterrupt

    monkeypatch.setattr(Bounds, "offer", interrupted)
    found = solve(warehouse(), "sat", family=PUSH_BLOCK)
    assert (found.search, found.why, found.solvable) == ("sat", "", True)
    assert found.length == len(found.moves) == 15


def test_who_is_far_behind_rests_after_a_while_unless_it_is_to_stop(monkeypatch):
    slept = []
    monkeypatch.setattr(sat_search.time, "sleep", slept.append)
    stopping = iter([False, False, True])
    board = ground(psychopath(["u_e"]))
    searched = Satisfying(board, Budget(Limits()), lambda _: None, lambda: next(stopping))
    bounds = Bounds()
    bounds.rise(20)
    searched._pause(sat_search.TRIED / 2, 10, bounds)
    searched._pause(sat_search.TRIED, 17, bounds)
    assert slept == []
    searched._pause(1e6, 16, bounds)
    assert slept == [sat_search.PAUSE] * 2
