"""Random rules make the same moves natively as in plain Python; and those that once did not."""

from __future__ import annotations

import contextlib
import logging

import fuzz
import numpy as np
import pytest
from alike import assert_same
from effort import everything, examples, sampled
from random_rules import DECLARATIONS, random_puzzle
from same_moves import Refused, assert_same_moves, plain_moves
from toys import one_rule

from stategraph.engines.limits import Limits
from stategraph.errors import RuleError, TraceError
from stategraph.expand import expand
from stategraph.native.compiled import CompiledRules
from stategraph.rules import Cells, One, Puzzle, Set, Tuple

# The least share of puzzles that are compiled, and the most that compiled rules refuse to finish.
LEAST_TRACED, MOST_REFUSED = 0.6, 0.02

# Puzzles of one test; the workers of a run share the tests. The first of them hold 82 that were
# misread once, and fuzz.py tries as many more as one has time for.
BATCH = 1_250


@pytest.mark.parametrize("first", sampled(range(0, 3 * BATCH, BATCH)))
def test_random_rules_make_the_same_moves(first):
    puzzles = BATCH if everything() else 120
    met, failures = fuzz.run(f"1/{k}" for k in range(first, first + puzzles))
    assert not failures
    assert met["same"] >= LEAST_TRACED * puzzles
    assert met["refused"] <= MOST_REFUSED * puzzles


def test_seeds_with_a_constant_index_outside_a_long_tuple():
    met, failures = fuzz.run(f"million/{k}" for k in (10275, 501739, 554777, 574452))
    assert (met["same"] + met["idle"], failures) == (4, [])


def test_random_rules_make_the_same_graph():
    """Compared are states, moves, labels, targets, the goal, and the errors of authors."""
    made, puzzles = 0, examples(300)
    with fuzz.interpreted():
        for k in range(puzzles):
            puzzle = random_puzzle(f"graph/{k}").puzzle
            try:
                made += len(assert_same(puzzle, Limits(states=60))) > 1
            except TraceError:
                continue
            except Exception as error:
                with pytest.raises(type(error)) as again:
                    expand(puzzle, Limits(states=60), engine="direct")
                assert str(again.value) == str(error)
    assert made >= puzzles / 10


@pytest.mark.long
@pytest.mark.parametrize("batch", sampled(range(16)))
def test_random_rules_compiled_to_c(batch):
    """Many rules over the same variables are one puzzle, which is compiled once."""
    rules, puzzle, states = [], None, []
    variables = (17 * batch) % DECLARATIONS
    for k in range(60):
        made = random_puzzle(f"c{batch}/{k}", variables=variables)
        puzzle, states = puzzle or made.puzzle, states or made.states
        alone = made.puzzle.ruled(made.puzzle.rules, puzzle.goal)
        with fuzz.interpreted(), contextlib.suppress(TraceError, Refused):
            assert_same_moves(alone, states)
            if None not in plain_moves(alone, states):
                rules += made.puzzle.rules
        if len(rules) >= 12:
            break
    assert len(rules) >= 12
    assert assert_same_moves(puzzle.ruled(rules, puzzle.goal), states) > len(states)


# ---------------------------------------------------------------- rules that were misread once


def a_truth_in_a_label(s):
    yield f"{s.x > 2},{(s.x > 2) & (s.x < 4)},{(s.x > 2) ^ True},{(s.x > 2) | False}", s


def a_truth_as_a_number_in_a_label(s):
    yield f"{(s.x > 2) + 0},{+(s.x > 2)},{(s.x > 2) & 1},{0 | (s.x > 2)},{sum([s.x > 2])}", s


def a_truth_becomes_a_value(s):
    new = s.but(x=s.x > 2, row=(s.x > 2, s.x == 3))
    yield f"{new.x},{new.row[0]},{new.row[1]}", new


def a_known_truth_becomes_a_value(s):
    new = s.but(x=True, row=(True, s.x))
    yield f"{new.x},{new.row[0]}", new


def the_last_item(s):
    yield f"{s.row[-1]},{s.row[s.x - 2] if 0 <= s.x < 4 else 9}", s


def cells_below_zero(s):
    yield "in" if s.x - 3 in Cells([-2, 0]) else "out", s
    yield "all" if s.set <= Cells([-2, 0, 1, 4]) else "not all", s


NUMBERS = np.array([3, 1])


def numbers_of_numpy(s):
    k, one = NUMBERS
    yield "in" if k in s.set else "out", s.but(set=s.set - k + one)
    yield f"{s.row[one]},{s.row.put(one, k)[s.x % 2]}", s.but(row=s.row.put(one, k), x=one)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize(
    "rule",
    [a_truth_in_a_label, a_truth_as_a_number_in_a_label, a_truth_becomes_a_value]
    + [a_known_truth_becomes_a_value, the_last_item, cells_below_zero, numbers_of_numpy],
)
def test_a_rule_that_was_misread_once(rule):
    puzzle = one_rule(rule)
    states = [
        puzzle.start.but(x=x, set=some, row=row)
        for x in range(5)
        for some in ([], [3], [0, 1, 4])
        for row in ([0, 1], [4, 2])
    ]
    assert assert_same_moves(puzzle, states) >= len(states)


@pytest.mark.usefixtures("interpreted")
def test_a_number_of_numpy_beyond_a_word():
    def rule(s):
        yield "x", s.but(set=s.set - np.int64(69) - np.int64(68))

    states = [{"set": some} for some in ([], [69], [5, 64, 68])]
    puzzle = Puzzle(states[0], [rule], lambda s: False, set=Set(70))
    assert assert_same_moves(puzzle, [puzzle.variables.state(state) for state in states]) == 3


def test_labels_without_number_are_refused():
    def rule(s):
        yield f"{s.x}-{s.y}", s

    kinds = {"x": One(1 << 40), "y": One(1 << 40)}
    with pytest.raises(TraceError, match=r"label '\{x\}-\{x\}' make more than 268,435,456 labels"):
        CompiledRules(Puzzle({"x": 0, "y": 0}, [rule], lambda s: False, **kinds), "successors")


def outside_a_domain_on_the_way(s):
    if s.row.put(0, s.x + 1)[1] == 0:
        yield "+", s.but(x=(s.x + 1) % 400)


@pytest.mark.usefixtures("interpreted")
def test_rules_that_leave_a_domain_on_the_way_run_as_plain_python(caplog):
    kinds = {"x": One(400), "row": Tuple(2, 390)}
    puzzle = Puzzle({"x": 0, "row": [0, 0]}, [outside_a_domain_on_the_way], lambda s: 0, **kinds)
    with pytest.raises(TraceError, match=r"fail in state \(x=389"):
        expand(puzzle, engine="native")
    with pytest.MonkeyPatch.context() as patch, caplog.at_level(logging.INFO, "stategraph"):
        patch.setattr("stategraph.engines.engine_choice.HAND_OVER_STATES", 5)
        graph = expand(puzzle)
    assert len(graph) == 400
    assert any("fail in state (x=389" in message for message in caplog.messages)


@pytest.mark.usefixtures("interpreted")
def test_an_error_of_the_rules_themselves_stays_one():
    def rule(s):
        yield "+", s.but(x=s.x + 1)

    with pytest.raises(RuleError, match="399"):
        expand(one_rule(rule, x=One(400)), engine="native")
