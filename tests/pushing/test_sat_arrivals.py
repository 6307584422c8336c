"""Earliest arrival times at cells: the SAT solver agrees with all states."""

from __future__ import annotations

import random

from effort import examples
from pushed import PUSH_BLOCK, push_blocks
from stategraph_puzzles.psychopath.rules import psychopath

from stategraph.pushing.arrival_bounds import Arrivals
from stategraph.pushing.arrival_kernel import NEVER
from stategraph.pushing.landmarks import landmarks
from stategraph.pushing.push_board import Ground
from stategraph.pushing.sat_arrivals import Reaching
from stategraph.pushing.sat_encoding import Formula
from stategraph.pushing.sat_search import latest
from stategraph.pushing.sat_solver import ALWAYS, solver
from stategraph.rules.puzzle import Puzzle

PLENTY = 1 << 20


def formula_of(puzzle):
    """Return a board, and the formula of no move on it; None where arrivals say it is hopeless."""
    ground = Ground(puzzle, PUSH_BLOCK.pushing(puzzle))
    board = Arrivals(ground.step, ground.moves_left)
    within = board.within(ground.begins, ground.player, latest(ground))
    formula = Formula(ground, within, landmarks(ground, board, within))
    formula.most = NEVER
    return ground, None if within.beyond is not None else formula


def stood_on(puzzle, moves):
    """Yield the cells on which the player may stand after each number of moves, by all states."""
    states, walker = {puzzle.start}, PUSH_BLOCK.pushing(puzzle).walker
    for _ in range(moves):
        going = (state for state in states if not puzzle.is_goal(state))
        states = {after for state in going for _, after in puzzle.moves(state)}
        yield {state[walker] for state in states}


def told(formula, reaching):
    """Return the cells of the last layer that can be stood on, when all are asked about."""
    for cell in reaching.open():
        assert reaching.ask(cell, PLENTY) is not None
    return set(formula.layers[-1].stands)


def test_each_cell_is_stood_on_just_when_some_state_has_the_player_there():
    rng, count = random.Random(51), 0
    while count < examples(80):
        puzzle = Puzzle.of(PUSH_BLOCK.prune(push_blocks(rng)))
        ground, formula = formula_of(puzzle)
        if formula is None:
            continue
        count += 1
        with solver(formula) as asked:
            reaching = Reaching(formula, asked)
            for there in stood_on(puzzle, 16):
                formula.grow()
                # a block that no solution passes may be left out of the encoding
                assert told(formula, reaching) == {
                    cell for cell in there if ground.moves_left[cell] < NEVER
                }


def test_the_line_of_a_yes_is_a_way_there_and_tells_of_all_on_it():
    ground, formula = formula_of(psychopath(["upp", "___", "__e"]))
    with solver(formula) as asked:
        reaching = Reaching(formula, asked)
        for _ in range(4):
            formula.grow()
        exit_ = int(ground.wins.argmax())
        assert exit_ in reaching.open()
        assert reaching.ask(exit_, PLENTY)
        assert (reaching.line[0], reaching.line[-1]) == (ground.player, exit_)
        assert len(formula.labels(reaching.line)) == reaching.at == 4
        assert exit_ not in reaching.open()
        assert {reaching.line[2]}.isdisjoint(reaching.open())


def test_whoever_stands_behind_a_block_has_pushed_it_some_moves_ago():
    ground, formula = formula_of(psychopath(["u___", "XpX_", "e_p_"]))
    upper, exit_ = 4, int(ground.wins.argmax())
    for _ in range(10):
        formula.grow()
    layers = formula.layers
    # from the block to the exit are 2 moves at least
    assert [-layers[10].stands[exit_], layers[8].visited[upper]] in formula.clauses
    with solver(formula) as asked:
        for at, layer in enumerate(layers):
            been = layer.visited[upper]
            never = [-then.stands[upper] for then in layers[: at + 1] if upper in then.stands]
            assert been == -ALWAYS if not never else not asked.solve([been, *never])


def test_what_takes_too_long_is_left_open():
    class Tired:
        """A solver that never knows."""

        def append_formula(self, clauses):
            pass

        def conf_budget(self, conflicts):
            assert conflicts == 7

        def solve_limited(self, assumptions, expect_interrupt):
            assert expect_interrupt  # the other searches run meanwhile
            return

        def accum_stats(self):
            return {"conflicts": 7}

    _, formula = formula_of(psychopath(["u_p_e", "_____"]))
    formula.grow()
    reaching = Reaching(formula, Tired())
    cells = list(reaching.open())
    assert cells
    assert [reaching.ask(cell, 7) for cell in cells] == [None] * len(cells)
    assert list(reaching.open()) == cells
    assert reaching.conflicts == 7 + 1 + len(cells)
